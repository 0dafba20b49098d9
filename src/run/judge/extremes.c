/* Least and greatest of what is advected: columns of balance.csv, entries of the summary, and a verdict where
 * they leave the range of what was given, or cells do not resolve it. */
#include "base/parallel.h"
#include "field/mode_energy.h"
#include "run/judge/judge.h"
#include "run/state/state.h"

#include <math.h>
#include <string.h>

/* What values may be beyond the range of the given ones, as a part of it; and the least range, as a part of
 * their size. */
static const double BEYOND = 0.1, LEAST_RANGE = 1e-3;

static const eg_output *output_of(const eg_run *run, const eg_advected *advected)
{
    return &run->kind->keys.outputs[advected->output];
}

/* "theta_perturbation_min_K" */
static void name_of(const eg_output *output, const char *which, char name[80])
{
    bool has_unit = output->unit[0] && strcmp(output->unit, "1") != 0;
    snprintf(name, 80, "%s_%s%s%s", output->name, which, has_unit ? "_" : "", has_unit ? output->unit : "");
}

int eg_extremes_list(const eg_run *run, eg_advected list[EG_ADVECTED])
{
    return EG_HAS(run->class->holds, advected) ? run->class->holds->advected(run->model, list) : 0;
}

void eg_extremes_names(const eg_run *run, eg_text *names)
{
    eg_advected list[EG_ADVECTED];
    int count = eg_extremes_list(run, list);
    for (int i = 0; i < count; i++) {
        char low[80], high[80];
        name_of(output_of(run, &list[i]), "min", low);
        name_of(output_of(run, &list[i]), "max", high);
        if (list[i].is_told)
            eg_text_add(names, "%s\n%s\n", low, high);
    }
}

/* The least or the greatest value, and the centre of its cell, m. */
typedef struct found_value {
    double value, place[3];
} found_value;

/* Of own cells of the plane, whose values at nodes stand in order: least, greatest. */
static void search_nodes(const eg_mesh *mesh, int degree, const double *value, found_value found[2])
{
    const int count[EG_CELL_TYPES] = {
        [EG_TRIANGLE] = (degree + 1) * (degree + 2) / 2, [EG_QUADRANGLE] = (degree + 1) * (degree + 1)};
    int64_t at[2] = {0, 0};
    for (int64_t c = 0; c < mesh->own; c++)
        for (int n = count[eg_plane_of(mesh)->type[c]]; n > 0; n--, value++) {
            at[0] = *value < found[0].value ? c : at[0];
            at[1] = *value > found[1].value ? c : at[1];
            found[0].value = fmin(found[0].value, *value);
            found[1].value = fmax(found[1].value, *value);
        }
    for (int k = 0; k < 2 && mesh->own > 0; k++)
        memcpy(found[k].place, mesh->centroid[at[k]], sizeof found[k].place);
}

/* Of all ranks; of each the least and the greatest. */
static eg_status measure_extremes(eg_run *run, int count, const eg_advected *list, found_value (*found)[2])
{
    int degree = eg_model_degree(run->model);
    int64_t values = eg_snapshot_value_count(run->mesh, degree);
    EG_STATE_COPY(copy, run);
    EG_SCRATCH double *value = NULL;
    eg_status status = eg_state_read(&copy);
    if (status == EG_OK)
        status = eg_alloc(run->context, values, sizeof *value, &value);
    for (int i = 0; i < count; i++) {
        found[i][0] = (found_value){.value = INFINITY};
        found[i][1] = (found_value){.value = -INFINITY};
        if (status == EG_OK)
            status = eg_state_output(run->model, run->mesh, copy.memory, list[i].output, degree, true, value);
        if (status == EG_OK)
            search_nodes(run->mesh, degree, value, found[i]);
    }
    EG_TRY(eg_run_agree(run, status));
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 2; k++)
            eg_verdict_worst(run, k ? found[i][k].value : -found[i][k].value, &found[i][k],
                             sizeof found[i][k]);
    return EG_OK;
}

/* Of the cells of one chunk, at their corners and points of quadrature. */
static void given_of_chunk(const eg_run *run, const eg_advected *a, int64_t chunk, double found[2])
{
    const eg_plane *mesh = eg_plane_of(run->mesh);
    const eg_expression *expression = eg_node_expression(a->initial);
    int64_t end = eg_min_i64(mesh->base.own, (chunk + 1) * EG_CHUNK);
    found[0] = found[1] = -INFINITY;
    for (int64_t c = chunk * EG_CHUNK; c < end; c++) {
        double x[EG_QUADRATURE_POINTS + 4][2], weight[EG_QUADRATURE_POINTS];
        int count = eg_plane_cell_quadrature(mesh, c, EG_QUADRATURE_DEGREE, x, weight);
        for (int64_t k = mesh->first[c]; k < mesh->first[c + 1]; k++)
            memcpy(x[count++], mesh->x[mesh->vertex[k]], sizeof *x);
        for (int i = 0; i < count; i++) {
            const double place[4] = {x[i][0], x[i][1], 0, 0};
            double value = eg_expression_eval(expression, place) + (a->rest ? a->rest(run->model, place) : 0);
            found[0] = fmax(found[0], -value);
            found[1] = fmax(found[1], value);
        }
    }
}

/* What the case gives at time 0: a polynomial of it may be beyond. */
static eg_status find_given_range(const eg_run *run, const eg_advected *a, double given[2])
{
    int64_t chunks = eg_ceil_div(run->mesh->own, EG_CHUNK);
    double found[2] = {-INFINITY, -INFINITY};
    EG_SCRATCH double(*of_chunk)[2] = NULL;
    if (!a->initial)
        return EG_OK;
    EG_TRY(eg_run_agree(run, eg_alloc(run->context, chunks, sizeof *of_chunk, &of_chunk)));
    EG_LOOP(run->context, run->mesh->own)
    for (int64_t k = 0; k < chunks; k++)
        given_of_chunk(run, a, k, of_chunk[k]);
    for (int64_t k = 0; k < chunks; k++)
        for (int i = 0; i < 2; i++)
            found[i] = fmax(found[i], of_chunk[k][i]);
    eg_comm_max(run->comm, found, 2);
    given[0] = -found[0];
    given[1] = found[1];
    return EG_OK;
}

eg_status eg_extremes_take(eg_run *run, double *values)
{
    eg_advected list[EG_ADVECTED];
    found_value found[EG_ADVECTED][2];
    int count = eg_extremes_list(run, list), at = 0;
    EG_JUDGING(run);
    if (count == 0)
        return EG_OK;
    EG_TRY(eg_run_need_mesh(run));
    EG_TRY(measure_extremes(run, count, list, found));
    for (int i = 0; i < count; i++) {
        eg_extreme *e = &run->extremes->of[i];
        for (int k = 0; k < 2; k++) {
            e->now[k] = found[i][k].value;
            memcpy(run->verdicts->extreme_at[i][k], found[i][k].place, sizeof found[i][k].place);
        }
        bool first = run->now.steps == 0;
        e->given[0] = first ? e->now[0] : e->given[0];
        e->given[1] = first ? e->now[1] : e->given[1];
        e->most[0] = first ? e->now[0] : fmin(e->most[0], e->now[0]);
        e->most[1] = first ? e->now[1] : fmax(e->most[1], e->now[1]);
        if (first)
            EG_TRY(find_given_range(run, &list[i], e->given));
        for (int k = 0; k < 2 && list[i].is_told; k++)
            values[at++] = e->now[k];
    }
    run->extremes->known |= run->now.steps == 0;
    return EG_OK;
}

/* In a checkpoint: the first ones, and those of more outputs apart. */
enum { KEPT = 4, MORE_BYTES = (EG_ADVECTED - KEPT) * sizeof(eg_extreme) };
typedef struct kept_extremes {
    eg_extreme of[KEPT];
    int64_t known;
} kept_extremes;

static kept_extremes keep_extremes(const eg_extremes *extremes)
{
    kept_extremes kept = {.known = extremes->known};
    memcpy(kept.of, extremes->of, sizeof kept.of);
    return kept;
}

static void take_extremes(const kept_extremes *kept, eg_extremes *extremes)
{
    memcpy(extremes->of, kept->of, sizeof kept->of);
    extremes->known = kept->known;
}

static bool has_more_extremes(const eg_run *run)
{
    eg_advected list[EG_ADVECTED];
    return eg_extremes_list(run, list) > KEPT;
}

eg_status eg_extremes_persist(eg_run *run, const eg_persist *persist)
{
    if (!EG_HAS(run->class->holds, advected))
        return EG_OK;
    kept_extremes kept = keep_extremes(run->extremes);
    EG_TRY(persist->array(persist, "extremes", &kept, sizeof kept));
    take_extremes(&kept, run->extremes);
    if (has_more_extremes(run))
        EG_TRY(persist->array(persist, "more_extremes", &run->extremes->of[KEPT], MORE_BYTES));
    return EG_OK;
}

eg_status eg_extremes_resume(eg_run *run)
{
    if (!EG_HAS(run->class->holds, advected) || !eg_checkpoint_has(run->checkpointing.from, "extremes"))
        return EG_OK;
    kept_extremes kept;
    EG_TRY(eg_checkpoint_read_all(run->checkpointing.from, "extremes", &kept, sizeof kept));
    take_extremes(&kept, run->extremes);
    if (!has_more_extremes(run))
        return EG_OK;
    return eg_checkpoint_read_all(run->checkpointing.from, "more_extremes", &run->extremes->of[KEPT],
                                  MORE_BYTES);
}

eg_status eg_extremes_summarise(const eg_run *run, eg_summary *summary)
{
    eg_advected list[EG_ADVECTED];
    int count = eg_extremes_list(run, list);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 2 && list[i].is_told; k++) {
            char name[80];
            name_of(output_of(run, &list[i]), k ? "max" : "min", name);
            EG_TRY(eg_summary_add_balance(run->context, summary, name, run->extremes->of[i].now[k]));
        }
    return EG_OK;
}

/* What it is beyond, and by how much in units of `span`; the value there and the bound. */
static double find_beyond(const eg_extreme *e, double low, double high, double span, double *value,
                          double *bound, int *side)
{
    bool below = low - e->most[0] > e->most[1] - high;
    *side = !below;
    *value = below ? e->most[0] : e->most[1];
    *bound = below ? low - BEYOND * span : high + BEYOND * span;
    return (below ? low - *value : *value - high) / span;
}

/* ---- modes of cells: what the polynomials of the highest degree have of all that varies
 *
 * Of a wave that is wrong by 1 % after a wavelength they have a part of 0.07 to 0.1 of the amplitude, of one
 * that is wrong by 5 % 0.17, whatever the degree from 2 on (docs/theory/octree-dg.md). */

static const double HIGHEST_MOST = 0.1;
/* What varies by less, as a part of the largest value of its unit, is rounding. */
static const double VARIES_LEAST = 1e-6;

enum { MODES_INTEGRAL = EG_ORDER_MOST, MODES_AREA, MODES_SUMS };

typedef struct mode_sums {
    const eg_run *run;
    const void *memory;
    int output;
    eg_mode_energy of[EG_CELL_TYPES];
    int64_t chunk, chunks;
    double *sums; /* [MODES_SUMS][chunks] */
} mode_sums;

static void sum_cell_modes(const mode_sums *m, int64_t cell, double sums[MODES_SUMS])
{
    const eg_plane *mesh = eg_plane_of(m->run->mesh);
    const eg_mode_energy *of = &m->of[mesh->type[cell]];
    double values[EG_QUADRATURE_ANY_POINTS], area = mesh->area[cell];
    eg_model_values(m->run->model, m->memory, cell, m->output, of->count, of->points, values);
    sums[MODES_INTEGRAL] += area * eg_mode_energy_add(of, values, area, sums);
    sums[MODES_AREA] += area;
}

static eg_status sum_mode_chunks(void *with, int part, int64_t from, int64_t to)
{
    const mode_sums *m = with;
    (void)part;
    for (int64_t k = from; k < to; k++) {
        double sums[MODES_SUMS] = {0};
        int64_t end = eg_min_i64(m->run->mesh->own, (k + 1) * m->chunk);
        for (int64_t c = k * m->chunk; c < end; c++)
            sum_cell_modes(m, c, sums);
        for (int i = 0; i < MODES_SUMS; i++)
            m->sums[i * m->chunks + k] = sums[i];
    }
    return EG_OK;
}

/* What a rank does for itself. */
static eg_status sum_own(eg_run *run, int order, mode_sums *m)
{
    int threads = eg_parts(run->context, m->chunks, 1);
    EG_TRY(eg_alloc(run->context, MODES_SUMS * m->chunks, sizeof *m->sums, &m->sums));
    for (int type = 0; type < EG_CELL_TYPES; type++)
        EG_TRY(eg_mode_energy_create(run->context, (eg_cell_type)type, order, &m->of[type]));
    return eg_in_parts(run->context, threads, m->chunks, sum_mode_chunks, m);
}

static eg_status sum_modes(eg_run *run, int output, double totals[MODES_SUMS])
{
    EG_STATE_COPY(copy, run);
    eg_status status = eg_state_read(&copy);
    mode_sums m = {.run = run,
                   .memory = copy.memory,
                   .output = output,
                   .chunk = eg_mesh_chunk(run->mesh->class, run->mesh->all)};
    m.chunks = eg_ceil_div(run->mesh->own, m.chunk);
    if (status == EG_OK)
        status = sum_own(run, eg_model_degree(run->model) + 1, &m);
    status = eg_run_agree(run, status);
    for (int i = 0; status == EG_OK && i < MODES_SUMS; i++)
        totals[i] = eg_comm_sum_chunks(run->comm, &m.sums[i * m.chunks], m.chunks);
    for (int type = 0; type < EG_CELL_TYPES; type++)
        eg_mode_energy_destroy(&m.of[type]);
    EG_FREE(&m.sums);
    return status;
}

/* The largest size of an output's unit. */
static double largest_of(const eg_run *run, int count, const eg_advected *list, const char *unit)
{
    double largest = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 2; k++)
            if (strcmp(output_of(run, &list[i])->unit, unit) == 0)
                largest = fmax(largest, fabs(run->extremes->of[i].most[k]));
    return largest;
}

static eg_status judge_modes(eg_run *run, int count, const eg_advected *list, int i)
{
    const eg_output *output = output_of(run, &list[i]);
    double sums[MODES_SUMS], all = 0, least;
    int degree = eg_model_degree(run->model);
    EG_TRY(sum_modes(run, list[i].output, sums));
    for (int d = 0; d <= degree; d++)
        all += sums[d];
    double varies = all - sums[MODES_INTEGRAL] * sums[MODES_INTEGRAL] / sums[MODES_AREA];
    double part = varies > 0 ? sqrt(sums[degree] / varies) : 0;
    least = VARIES_LEAST * largest_of(run, count, list, output->unit);
    if (!(part > HIGHEST_MOST) || varies < least * least * sums[MODES_AREA])
        return EG_OK;
    return eg_verdict_say(run, NULL, "unresolved", part, HIGHEST_MOST,
                          "the polynomials of the highest degree, %d, have %.3g %% of the amplitude of what "
                          "varies in %s: cells do not resolve it; smaller cells or a higher order or degree "
                          "resolve more, and air may have a viscosity",
                          degree, 100 * part, output->name);
}

eg_status eg_modes_judge(eg_run *run)
{
    eg_advected list[EG_ADVECTED];
    int count = run->extremes->known ? eg_extremes_list(run, list) : 0;
    if (count == 0 || eg_model_degree(run->model) < 2)
        return EG_OK;
    EG_TRY(eg_run_need_mesh(run));
    for (int i = 0; i < count; i++)
        if (list[i].is_told)
            EG_TRY(judge_modes(run, count, list, i));
    return EG_OK;
}

/* ---- values beyond what was given */

/* The place is that of now: a value that is beyond those before is one of now. */
static eg_status judge_extreme(eg_run *run, const eg_advected *a, const eg_extreme *e, double (*place)[3])
{
    int side;
    const eg_output *output = output_of(run, a);
    double low = fmin(e->given[0], a->low), high = fmax(e->given[1], a->high), value, bound;
    double span = fmax(high - low, LEAST_RANGE * fmax(fabs(low), fabs(high)));
    if (!a->is_bounded || !(find_beyond(e, low, high, span, &value, &bound, &side) > BEYOND))
        return EG_OK;
    char remedy[300] = "";
    if (EG_HAS(run->class->holds, steady_remedy))
        run->class->holds->steady_remedy(run->model, high - low, remedy, sizeof remedy);
    bool has_unit = output->unit[0] && strcmp(output->unit, "1") != 0;
    return eg_verdict_say_at(run, NULL, "extremes", value, bound, 2,
                             (double[]){place[side][0], place[side][1]},
                             "%s was in [%.6g, %.6g]%s%s, initial and boundary data in [%.6g, %.6g]: "
                             "transport alone does not leave that range, the scheme has; the result may be "
                             "wrong%s%s",
                             output->name, e->most[0], e->most[1], has_unit ? " " : "",
                             has_unit ? output->unit : "", low, high, remedy[0] ? "; " : "", remedy);
}

eg_status eg_extremes_judge(eg_run *run)
{
    eg_advected list[EG_ADVECTED];
    int count = run->extremes->known ? eg_extremes_list(run, list) : 0;
    for (int i = 0; i < count; i++)
        EG_TRY(judge_extreme(run, &list[i], &run->extremes->of[i], run->verdicts->extreme_at[i]));
    return EG_OK;
}
