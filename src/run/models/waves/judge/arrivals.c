/* What receivers see of the sources: waves that come after the end, records that end while a wave comes,
 * receivers beside a source. And waves that fade though nothing takes them. */
#include "run/core/run.h"
#include "run/judge/verdicts.h"
#include "run/models/waves/internal.h"

#include <string.h>

/* Within so many cells of a source a receiver sees where the source stands in its cell
 * (docs/theory/octree-dg.md). */
static const double BESIDE = 1;
/* The last part of a record, of at least so many samples, and what comes then, as a part of the largest
 * value. */
static const double LAST_PART = 0.05, LATE_MOST = 0.99, STAYS_MOST = 0.1, GROWS_LEAST = 1.05;
enum { SAMPLES_LEAST = 50 };
/* Of the energy of the beginning. */
static const double FADED_MOST = 0.5;

/* ---- waves that do not come */

bool eg_waves_starts_at_rest(const eg_waves *waves)
{
    bool rests = waves->initial.constant && !eg_case_find(waves->setup.loaded, "initial.from");
    for (int v = 0; v < waves->initial.told; v++)
        rests = rests && waves->initial.value[v] == 0;
    for (int b = 0; b < waves->setup.cells->boundaries.count; b++)
        rests = rests && waves->boundaries[b] != EG_LINEAR_INFLOW;
    return rests;
}

/* When a source begins and ends; an expression acts all the time. */
static void acts(const eg_waves *waves, int i, double *from, double *to)
{
    const eg_waves_sources *sources = &waves->sources;
    *from = 0;
    *to = INFINITY;
    if (sources->source[i].function < sources->functions)
        eg_source_time_support(&sources->function[sources->source[i].function], from, to);
    *from = fmax(*from, 0);
}

/* With the speed of the fastest waves of all cells: s. */
static double first_arrival(const eg_waves *waves, const double *x, double fastest)
{
    double first = INFINITY, from, to;
    for (int i = 0; i < waves->sources.count; i++) {
        acts(waves, i, &from, &to);
        double away = eg_waves_apart(waves->setup.cells->dimension, x, waves->sources.source[i].place.x);
        first = fmin(first, from + away / fastest);
    }
    return first;
}

eg_status eg_waves_judge_arrivals(const eg_waves *waves)
{
    double end = eg_case_real(waves->setup.loaded, "time.end", INFINITY), speed[2], latest = 0;
    int64_t count = 0, last = 0, receivers = eg_waves_points(waves);
    char at[EG_POINT_ROOM];
    double x[3];
    if (receivers == 0 || !isfinite(end) || !eg_waves_starts_at_rest(waves))
        return EG_OK;
    EG_TRY(eg_waves_find_speeds(waves, speed));
    for (int64_t i = 0; i < receivers; i++) {
        eg_waves_point(waves, i, x);
        double arrival = first_arrival(waves, x, speed[0]);
        count += arrival > end;
        last = arrival > latest ? i : last;
        latest = fmax(latest, arrival);
    }
    if (count == 0)
        return EG_OK;
    eg_waves_point(waves, last, x);
    return eg_verdict_say_at(waves->setup.run, eg_case_find(waves->setup.loaded, "time.end"), "no-arrival",
                             latest, end, waves->setup.cells->dimension, x,
                             "no wave comes to %lld of %lld receivers before the end at %.6g s: the "
                             "fastest, of %.6g m/s, comes to the one at %s at %.6g s at the earliest; let "
                             "the run last longer",
                             (long long)count, (long long)receivers, end, speed[0],
                             eg_given_point(&waves->setup, x, at), latest);
}

/* ---- forces that stay on */

/* Dashpots hold no body: the drift under a force that stays, F / (rho c A) for the area A of the sides,
 * against the displacement F / (pi mu) in the plane, F / (4 pi mu r) in space, from when waves have crossed
 * the body. Half of it is an error of about a quarter (a load on a half plane, measured). */
static const double DRIFT_MOST = 0.5, STAYS_LEAST = 0.3; /* stays: of the largest force */
enum { FORCE_SAMPLES = 400 };

/* The mean over the last quarter of the run, of the largest value. */
static double find_rest(const eg_waves *waves, const eg_waves_source *source, double end)
{
    const eg_waves_sources *of = &waves->sources;
    double rest = 0, most = 0;
    for (int i = 1; i <= FORCE_SAMPLES; i++) {
        double t = end * i / FORCE_SAMPLES;
        double value = source->function < of->functions
                           ? eg_source_time_value(&of->function[source->function], t)
                           : eg_expression_eval(
                                 eg_node_expression(of->expression[source->function - of->functions]), &t);
        most = fmax(most, fabs(value));
        rest += 4 * i > 3 * FORCE_SAMPLES ? 4 * value / FORCE_SAMPLES : 0;
    }
    return most > 0 ? rest / most : 0;
}

/* Whether the forces together stay, and no wall takes them. */
static bool forces_stay(const eg_waves *waves, double end)
{
    double rest[3] = {0}, all = 0;
    for (int b = 0; b < waves->setup.cells->boundaries.count; b++)
        if (waves->boundaries[b] == EG_LINEAR_WALL)
            return false;
    for (int i = 0; i < waves->sources.count; i++) {
        const eg_waves_source *source = &waves->sources.source[i];
        double part = source->kind == EG_LINEAR_SOURCE_FORCE ? find_rest(waves, source, end) : 0;
        for (int v = 0; v < 3 && source->kind == EG_LINEAR_SOURCE_FORCE; v++) {
            rest[v] += part * source->strength[v];
            all += fabs(source->strength[v]);
        }
    }
    return fabs(rest[0]) + fabs(rest[1]) + fabs(rest[2]) > STAYS_LEAST * all;
}

eg_status eg_waves_judge_forces(const eg_waves *waves)
{
    const eg_mesh *mesh = waves->setup.cells;
    const eg_node *told = eg_case_find(waves->setup.loaded, "output.receivers.variables");
    double end = eg_case_real(waves->setup.loaded, "time.end", INFINITY), speed[2], size[3] = {0}, extent = 0;
    bool moved = false;
    for (int64_t i = 0; i < eg_node_count(told); i++)
        moved = moved || eg_node_is(eg_node_item(told, i), "displacement");
    if (!moved || !isfinite(end) || waves->kind->system->source.explosions < 0 || !forces_stay(waves, end))
        return EG_OK;
    EG_TRY(eg_waves_find_speeds(waves, speed));
    for (int d = 0; d < mesh->dimension; d++) {
        size[d] = mesh->box_high[d] - mesh->box_low[d];
        extent = fmax(extent, size[d]);
    }
    double area = size[0] + size[1], seconds = end - extent / speed[0];
    if (mesh->dimension == 3) /* at a quarter of the body */
        area = (size[0] * size[1] + size[1] * size[2] + size[2] * size[0]) / extent;
    double drift = 0.5 * acos(-1) * pow(speed[1], 2) / speed[0] * seconds / area;
    if (!(drift > DRIFT_MOST))
        return EG_OK;
    return eg_verdict_say(
        waves->setup.run, eg_case_find(waves->setup.loaded, "sources"), "source-cut", drift, DRIFT_MOST,
        "a force stays on until the end, and no wall holds the body: absorbing sides let it drift, by "
        "about %.2g of the displacement that it has, from %.3g s on, when waves have crossed it, and "
        "more the longer the run lasts; take a wall that is far away, a larger mesh, or a shorter run",
        drift, extent / speed[0]);
}

/* ---- receivers beside a source */

eg_status eg_waves_judge_beside(const eg_waves *waves, const double *size)
{
    char at[EG_POINT_ROOM];
    double nearest = BESIDE, away = 0, x[3], place[3] = {0};
    int of = 0;
    int64_t points = eg_waves_points(waves);
    const eg_node *found = NULL;
    for (int i = 0; i < waves->sources.count; i++)
        for (int64_t k = 0; k < points; k++) {
            const eg_node *node = eg_waves_point(waves, k, x);
            double d = eg_waves_apart(waves->setup.cells->dimension, x, waves->sources.source[i].place.x);
            if (!(d < nearest * size[i]))
                continue;
            nearest = d / size[i];
            away = d;
            of = i;
            found = node;
            memcpy(place, x, sizeof place);
        }
    if (!found)
        return EG_OK;
    return eg_verdict_say_at(waves->setup.run, found, "near-source", away / size[of], BESIDE,
                             waves->setup.cells->dimension, place,
                             "a receiver at %s is %.3g m away from a source, in cells of %.3g m: what it "
                             "records depends on where the source stands in its cell; move it by a cell or "
                             "two, or make cells smaller there",
                             eg_given_point(&waves->setup, place, at), away, size[of]);
}

/* ---- records that end while a wave comes */

typedef struct cut_record {
    double part; /* the largest value of the last part against that of all, of one variable */
    int64_t receiver;
} cut_record;

/* The largest value of each variable, on all ranks; of velocities, and of others, that of all of them. */
static void find_largest_samples(const eg_waves *waves, double *largest)
{
    const eg_waves_receivers *r = &waves->receivers;
    const eg_linear *system = waves->kind->system;
    int64_t values = r->samples * r->own * r->variables;
    int variable[EG_LINEAR_VARIABLES];
    double most[2] = {0, 0};
    eg_waves_needed_variables(&waves->setup, variable);
    memset(largest, 0, EG_LINEAR_VARIABLES * sizeof *largest);
    for (int64_t i = 0; i < values; i++)
        largest[i % r->variables] = fmax(largest[i % r->variables], fabs(r->values[i]));
    eg_comm_max(waves->setup.comm, largest, EG_LINEAR_VARIABLES);
    for (int pass = 0; pass < 2; pass++)
        for (int v = 0; v < r->variables; v++) {
            int component = variable[v] - system->source.velocity;
            double *of_kind = &most[component >= 0 && component < system->source.forces];
            *of_kind = fmax(*of_kind, largest[v]);
            largest[v] = pass ? *of_kind : largest[v];
        }
}

/* The worst of this rank's receivers, of any variable that is not small there, as a traction at a free
 * surface is. */
static cut_record find_cut(const eg_waves *waves)
{
    static const double least = 0.1; /* of the largest value of the variable */
    const eg_waves_receivers *r = &waves->receivers;
    int64_t columns = (int64_t)r->own * r->variables;
    int64_t late = r->samples - (int64_t)ceil(LAST_PART * (double)r->samples);
    cut_record worst = {0};
    double largest[EG_LINEAR_VARIABLES];
    find_largest_samples(waves, largest);
    for (int64_t c = 0; r->samples >= SAMPLES_LEAST && c < columns; c++) {
        double most[2] = {0, 0}, low = INFINITY, high = -INFINITY; /* low, high: at the end */
        for (int64_t k = 0; k < r->samples; k++) {
            double value = r->values[k * columns + c];
            most[k >= late] = fmax(most[k >= late], fabs(value));
            low = k >= late ? fmin(low, value) : low;
            high = k >= late ? fmax(high, value) : high;
        }
        double all = fmax(most[0], most[1]);
        bool stays = high - low < STAYS_MOST * all;                      /* an offset, with what creeps */
        bool returns = waves->closed && most[1] < GROWS_LEAST * most[0]; /* again and again */
        if (all > least * largest[c % r->variables] && !stays && !returns && most[1] / all > worst.part)
            worst = (cut_record){most[1] / all, c / r->variables};
    }
    return worst;
}

/* The worst of all ranks; of equals the first receiver. Collective. */
static cut_record find_worst_cut(const eg_waves *waves)
{
    const eg_comm *comm = waves->setup.comm;
    cut_record own = find_cut(waves);
    cut_record worst = own;
    double first = -INFINITY;
    int64_t k = 0;
    eg_comm_max(comm, &worst.part, 1);
    if (own.part > 0 && own.part == worst.part) { /* its number of all receivers */
        while (waves->receivers.owner[k] != eg_comm_rank(comm) || own.receiver-- > 0)
            k++;
        first = -(double)k;
    }
    eg_comm_max(comm, &first, 1);
    worst.receiver = (int64_t)-first;
    return worst;
}

eg_status eg_waves_judge_records(const eg_waves *waves)
{
    const eg_waves_receivers *r = &waves->receivers;
    double end = eg_case_real(waves->setup.loaded, "time.end", INFINITY), from, to, last = 0;
    char at[EG_POINT_ROOM];
    for (int i = 0; i < waves->sources.count; i++) {
        acts(waves, i, &from, &to);
        last = fmax(last, to);
    }
    if (r->count == 0 || waves->sources.count == 0 || waves->shots.setup || !(last < end) ||
        !eg_waves_starts_at_rest(waves) || waves->setup.run->now.time < end)
        return EG_OK;
    cut_record cut = find_worst_cut(waves);
    if (!(cut.part > LATE_MOST))
        return EG_OK;
    const double *x = r->stations.station[cut.receiver].place.x;
    return eg_verdict_say_at(waves->setup.run, NULL, "record-cut", cut.part, LATE_MOST,
                             waves->setup.cells->dimension, x,
                             "the record of the receiver at %s is largest in its last twentieth: it ends "
                             "while a wave comes, though the sources end at %.6g s; let the run last longer",
                             eg_given_point(&waves->setup, x, at), last);
}

/* ---- waves that fade */

eg_status eg_waves_judge_fading(const eg_waves *waves)
{
    double left = waves->energy_first > 0 ? waves->energy / waves->energy_first : 1;
    const char *what = waves->kind->conserves ? "the square of the tracer" : "the energy";
    if (!(left < 1 - FADED_MOST) || !waves->closed || waves->unmeasured || waves->sources.count > 0 ||
        waves->driven || waves->kind->relaxation) /* the medium takes some */
        return EG_OK;
    return eg_verdict_say(waves->setup.run, NULL, "fading", left, 1 - FADED_MOST,
                          "%.3g %% of %s of the beginning is left, and nothing takes any: the scheme "
                          "does%s; take smaller cells, or a higher numerics.%s",
                          100 * left, what, waves->kind->conserves ? ", or a flow that diverges" : "",
                          waves->setup.mesh ? "order" : "degree");
}
