/* What diffusion alone does not leave: the range of initial state and boundary data; and steps of heat
 * against what changes. */
#include "run/models/elliptic/heat.h"
#include "run/judge/verdicts.h"

#include <math.h>

/* Of the range of the data, or of that of the solution where it is larger. */
static const double BEYOND = 0.02;
/* What a solve leaves: of the size of the data, and of the tolerance. */
static const double LEAST_BEYOND = 1e-6, LEFT_BY_SOLVES = 10;
/* The error of the steps, as a part of that range. */
static const double STEPS_MOST = 0.1;

enum { TIMES = 16, CORNERS = 8 };

/* ---- what is given */

static bool is_number(const eg_node *node)
{
    return node && !eg_node_is_map(node) && !eg_node_is_list(node) && eg_node_is_constant(node);
}

static void widen_given_range(eg_elliptic_range *range, double value)
{
    range->low = fmin(range->low, value);
    range->high = fmax(range->high, value);
}

/* What heats lifts the upper bound, what cools the lower one. */
static void unbind(eg_elliptic_range *range, double value)
{
    range->heats |= !(value <= 0);
    range->cools |= !(value >= 0);
}

static void take_value(const eg_elliptic *p, const eg_condition *condition, const double *x,
                       eg_elliptic_range *range)
{
    const eg_node *node = condition->value.node;
    int times = eg_coefficient_depends_on_time(&condition->value) ? TIMES : 0;
    double end = times > 0 ? eg_case_real(p->run->loaded, "time.end", 0) : 0;
    for (int i = 0; i <= times; i++) {
        double value = eg_elliptic_value_at(node, x, end * i / TIMES);
        if (condition->kind == EG_SEM_NEUMANN)
            unbind(range, value);
        else
            widen_given_range(range, value);
    }
}

/* Of own faces, at their corners and their middles; a number is the same everywhere. */
static void take_boundary_face(const eg_elliptic *p, int64_t face, eg_elliptic_range *range)
{
    const eg_hexes *mesh = p->mesh;
    const eg_condition *condition = &p->condition[mesh->face_boundary[face]];
    int side = mesh->face_side[face][0];
    double at[3], x[3];
    if (!eg_condition_is_open(condition))
        return;
    if (eg_node_is_constant(condition->value.node)) {
        take_value(p, condition, mesh->base.centroid[mesh->face_element[face][0]], range);
        return;
    }
    for (int k = 0; k < 4; k++) {
        for (int d = 0; d < 3; d++)
            at[d] = eg_hex_face_corner[side][k] >> d & 1 ? 1 : -1;
        eg_hexes_map(mesh, mesh->face_element[face][0], at, x, NULL);
        take_value(p, condition, x, range);
    }
    eg_elliptic_middle_of(side, at);
    eg_hexes_map(mesh, mesh->face_element[face][0], at, x, NULL);
    take_value(p, condition, x, range);
}

/* The sign of the source, inside an element. */
static void take_source(const eg_elliptic *p, int64_t element, eg_elliptic_range *range)
{
    int region = p->mesh->base.region[element];
    const eg_node *node = p->source.of_region[region];
    const eg_raster *raster = p->source.raster ? p->source.raster[region] : NULL;
    if (raster) {
        unbind(range, raster->least);
        unbind(range, raster->largest);
        return;
    }
    if (!node || eg_node_is_constant(node)) {
        unbind(range, node ? eg_node_real(node) : 0);
        return;
    }
    bool moves = eg_coefficient_depends_on_time_in(&p->source, region);
    double end = eg_case_real(p->run->loaded, "time.end", 0), x[3];
    for (int k = 0; k <= CORNERS; k++) {
        double at[3] = {0};
        for (int d = 0; k < CORNERS && d < 3; d++)
            at[d] = k >> d & 1 ? 0.58 : -0.58;
        eg_hexes_map(p->mesh, element, at, x, NULL);
        for (int i = 0; i <= (moves ? TIMES : 0); i++)
            unbind(range, eg_elliptic_value_at(node, x, end * i / TIMES));
    }
}

/* Of faces on boundaries, or of elements. */
typedef struct given_ranges {
    const eg_elliptic *p;
    eg_elliptic_range *of_part; /* [parts] */
} given_ranges;

static const eg_elliptic_range NOTHING = {.low = INFINITY, .high = -INFINITY};

static void widen_by_range(eg_elliptic_range *range, const eg_elliptic_range *other)
{
    range->low = fmin(range->low, other->low);
    range->high = fmax(range->high, other->high);
    range->heats |= other->heats;
    range->cools |= other->cools;
}

static eg_status take_some_faces(void *with, int part, int64_t from, int64_t to)
{
    const given_ranges *g = with;
    const eg_hexes *mesh = g->p->mesh;
    for (int64_t f = from; f < to; f++)
        if (mesh->face_boundary[f] >= 0 && eg_elliptic_has_element(g->p, mesh->face_element[f][0]))
            take_boundary_face(g->p, f, &g->of_part[part]);
    return EG_OK;
}

static eg_status take_some_sources(void *with, int part, int64_t from, int64_t to)
{
    const given_ranges *g = with;
    eg_elliptic_range *range = &g->of_part[part];
    for (int64_t i = from; i < to && !(range->heats && range->cools); i++)
        take_source(g->p, g->p->mesh->base.own_first + i, range);
    return EG_OK;
}

/* On all threads. */
static eg_status take_all(const eg_elliptic *p, int64_t count, eg_part_function *function,
                          eg_elliptic_range *range)
{
    eg_context *context = p->run->context;
    int parts = eg_sem_geometries_parts(p->geometries, count);
    EG_SCRATCH eg_elliptic_range *of_part = NULL;
    EG_TRY(eg_alloc(context, parts, sizeof *of_part, &of_part));
    for (int i = 0; i < parts; i++)
        of_part[i] = NOTHING;
    EG_TRY(eg_in_parts(context, parts, count, function, &(given_ranges){p, of_part}));
    for (int i = 0; i < parts; i++)
        widen_by_range(range, &of_part[i]);
    return EG_OK;
}

/* Of all ranks. Heat has its initial state beside it. Collective; all agree. */
static eg_status find_given_range(const eg_elliptic *p, eg_elliptic_range *range)
{
    *range = NOTHING;
    eg_status status = take_all(p, p->mesh->faces, take_some_faces, range);
    if (status == EG_OK && !eg_coefficient_is_zero(&p->source))
        status = take_all(p, p->mesh->base.own, take_some_sources, range);
    EG_TRY(eg_run_agree(p->run, status));
    if (!p->heat && !eg_coefficient_is_zero(&p->reaction)) /* which draws the solution to 0 */
        widen_given_range(range, 0);
    double all[4] = {-range->low, range->high, range->heats, range->cools};
    eg_comm_max(p->run->comm, all, 4);
    *range = (eg_elliptic_range){-all[0], all[1], all[2] > 0, all[3] > 0};
    return EG_OK;
}

/* ---- the solution against it */

/* Pulses between the moments that are looked at. */
static void take_signals(const eg_elliptic *p, eg_elliptic_range *range)
{
    for (int64_t i = 0; p->heat && i < p->stepper->signal_count; i++) {
        const eg_signal *signal = &p->stepper->signal[i];
        const double ends[2] = {signal->seen.low, signal->seen.high};
        for (int k = 0; k < 2 && ends[0] <= ends[1]; k++)
            if (signal->what == EG_HEAT_TEMPERATURE)
                widen_given_range(range, ends[k]);
            else if (signal->what == EG_HEAT_POWER)
                unbind(range, ends[k]);
    }
}

static eg_status note_seen(eg_elliptic *p)
{
    const eg_elliptic_balance *b = &p->balance;
    eg_elliptic_seen *seen = &p->seen;
    bool first = p->heat && p->run->now.steps == 0;
    if (!p->has_given)
        EG_TRY(find_given_range(p, &p->given));
    p->has_given = true;
    take_signals(p, &p->given);
    if (first || !p->heat)
        *seen = (eg_elliptic_seen){.known = 1, .first = {b->least, b->most}, .most = {b->least, b->most}};
    seen->most[0] = fmin(seen->most[0], b->least);
    seen->most[1] = fmax(seen->most[1], b->most);
    return EG_OK;
}

/* The data; and how far beyond them values may be. */
static double bounds_of(const eg_elliptic *p, double *low, double *high)
{
    const eg_elliptic_seen *seen = &p->seen;
    *low = p->heat ? fmin(p->given.low, seen->first[0]) : p->given.low;
    *high = p->heat ? fmax(p->given.high, seen->first[1]) : p->given.high;
    double span = fmax(*high - *low, seen->most[1] - seen->most[0]), size = fmax(fabs(*low), fabs(*high));
    double tolerance = eg_case_real(p->run->loaded, "numerics.tolerance", 0);
    return fmax(BEYOND * span, size * fmax(LEAST_BEYOND, LEFT_BY_SOLVES * tolerance));
}

static eg_status judge_range(const eg_elliptic *p)
{
    const eg_elliptic_seen *seen = &p->seen;
    double low, high, beyond = bounds_of(p, &low, &high);
    double below = p->given.cools ? 0 : low - seen->most[0],
           above = p->given.heats ? 0 : seen->most[1] - high;
    const char *unit = p->heat ? " K" : "";
    if (!(low <= high) || !(fmax(below, above) > beyond))
        return EG_OK;
    return eg_verdict_say(p->run, NULL, "extremes", below > above ? seen->most[0] : seen->most[1],
                          below > above ? low - beyond : high + beyond,
                          "%s was in [%.6g, %.6g]%s, initial and boundary data in [%.6g, %.6g]%s, and "
                          "nothing %s: diffusion does not leave that range; elements or steps are too long "
                          "for a jump or a source, or kappa for its elements: make elements smaller there, "
                          "or take data that rise over some nodes",
                          p->output->name, seen->most[0], seen->most[1], unit, low, high, unit,
                          below > above ? "cools" : "heats");
}

/* Data of more than this are in Kelvin, and not in degrees Celsius. */
static const double KELVIN_LEAST = 200;

static eg_status judge_kelvin(const eg_elliptic *p)
{
    double low = fmin(p->given.low, p->seen.first[0]), least = p->seen.most[0];
    if (!p->heat || !(low > KELVIN_LEAST) || !(least < 0))
        return EG_OK;
    return eg_verdict_say(
        p->run, NULL, "units", least, 0,
        "the temperature fell to %.6g K, below absolute zero, from data of %.6g K and more: "
        "look at the units of fluxes and sources, which are in W/m2 and W/m3, at kappa and "
        "at capacity",
        least, low);
}

/* ---- steps: backward Euler's error is e' = A e + h / 2 T'', of which h / 2 T' is left where diffusion is
 * slow, and never more than the sum of all steps' h^2 / 2 T''; of the two-step formula it is h^2 / 3 T''.
 * docs/theory/heat.md. */

/* Of the own nodes without a given value. */
static double largest_error(const eg_elliptic *p)
{
    const uint8_t *given = eg_sem_dirichlet(p->sem);
    double steps = (double)p->run->now.steps, largest = 0;
    for (int64_t i = 0; i < p->nodes->own; i++) {
        double change = fabs(p->u[i] - p->before[i]);
        double bend = fabs(p->u[i] - 2 * p->before[i] + p->earlier[i]);
        double error = p->bdf2 ? bend / 3 : 0.5 * fmin(change, steps * bend);
        largest = given[i] ? largest : fmax(largest, error);
    }
    return largest;
}

static eg_status judge_steps(const eg_elliptic *p)
{
    enum { STEPS_LEAST = 3 }; /* the second differences are this process's own */
    const eg_run *run = p->run;
    double span = p->seen.most[1] - p->seen.most[0],
           tolerance = eg_case_real(run->loaded, "time.tolerance", 0);
    if (p->heat && tolerance > STEPS_MOST * span && span > 0.01 * tolerance) /* less: nothing goes on */
        return eg_verdict_say(
            p->run, eg_case_find(run->loaded, "time.tolerance"), "coarse-steps", tolerance / span, STEPS_MOST,
            "time.tolerance is %.3g K, the error that a step may make, and all temperatures "
            "vary by %.3g K: steps become as long as what goes on; take %.1g K or less",
            tolerance, span, 0.01 * span);
    if (!p->heat || p->stepper->adapts || run->now.steps < run->steps_before + STEPS_LEAST)
        return EG_OK;
    double error = largest_error(p);
    eg_comm_max(run->comm, &error, 1);
    if (!(error > STEPS_MOST * span))
        return EG_OK;
    return eg_verdict_say(p->run, NULL, "coarse-steps", error / span, STEPS_MOST,
                          "steps of %.6g s are wrong by about %.3g K somewhere at t = %.6g s, %.3g %% of "
                          "the range of the temperature: it changes by much within a step; take time.dt of "
                          "%.2g s%s, or time.tolerance",
                          run->now.dt, error, run->now.time, 100 * error / span,
                          run->now.dt * (p->bdf2 ? sqrt(0.1 * span / error) : 0.1 * span / error) *
                              (p->bdf2 ? 0.7 : 0.5),
                          p->bdf2 ? "" : ", time.scheme: bdf2");
}

void eg_heat_doubt_capacity(const eg_elliptic *p)
{
    /* J/(m3 K): of a kg of solids or water it is 100 to 5000, of a m3 more, but for gases, which insulate */
    static const double least = 100, most = 5000, insulates = 0.2;
    for (int r = 0; r < p->mesh->base.regions.count; r++) {
        const eg_node *capacity = p->reaction.of_region[r], *kappa = p->kappa.of_region[r];
        if (!is_number(capacity) || !is_number(kappa) || eg_node_real(capacity) < least ||
            eg_node_real(capacity) > most || eg_node_real(kappa) < insulates)
            continue;
        eg_case_doubt(p->run->loaded, capacity, eg_node_real(capacity), most,
                      "%s is %.6g J/(m3 K), with a kappa of %.6g W/(m K): is it of a kg? Of a m3 it is that "
                      "times the density, 1e6 to 4e6 J/(m3 K) of solids and water",
                      eg_node_name(capacity), eg_node_real(capacity), eg_node_real(kappa));
    }
}

/* The exterior that a boundary gives; NULL: it has none, or its exterior is the default. */
static const eg_node *given_exterior(const eg_node *entry)
{
    const eg_node *value = eg_node_child(entry, "value"), *outside = eg_node_child(entry, "outside");
    return value ? value : outside && !eg_node_is_default(outside) ? outside : NULL;
}

void eg_heat_doubt_outside(const eg_elliptic *p)
{
    static const double least = 100; /* K: of less, and of what is against 0, differences of temperatures */
    const eg_mesh *mesh = &p->mesh->base;
    const eg_node *initial = eg_case_find(p->run->loaded, "initial.temperature"), *bare = NULL;
    double x[3], most = -INFINITY;
    for (int d = 0; d < 3; d++)
        x[d] = 0.5 * (mesh->box_low[d] + mesh->box_high[d]);
    if (initial)
        most = eg_elliptic_value_at(initial, x, 0);
    for (int b = 0; b < mesh->boundaries.count; b++) {
        const eg_node *entry = eg_names_boundary(p->run->loaded, mesh, b), *given = given_exterior(entry);
        if (given)
            most = fmax(most, eg_elliptic_value_at(given, x, 0));
        else if (!bare && !p->condition[b].periodic)
            bare = eg_node_child(entry, "exchange");
    }
    if (bare && most > least)
        eg_case_doubt(
            p->run->loaded, bare, 0, least,
            "%s has no 'outside', whose default is 0 K, and temperatures of %.6g K stand against it: "
            "give the temperature outside, also where it is 0",
            eg_node_name(bare), most);
}

eg_status eg_elliptic_judge_range(eg_elliptic *p)
{
    if (p->heat ? p->stepper->refused : !p->solved)
        return EG_OK;
    EG_TRY(note_seen(p));
    if (!p->seen.known)
        return EG_OK;
    EG_TRY(judge_range(p));
    EG_TRY(judge_kelvin(p));
    return judge_steps(p);
}
