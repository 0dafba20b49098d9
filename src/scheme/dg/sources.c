/* Point sources on the device: the cells that have some, their delta functions, and the launches of a step.
 * The kernels are time/pulses.c and dg/source.h. */
#include "scheme/dg/internal.h"

#include <math.h>
#include <stdlib.h>

#include "element/modal.h"
#include "scheme/time/pulses.h"

struct eg_dg_sources {
    int64_t cells;
    eg_pulses pulses;
    eg_buffer *slot, *first, *which, *weight, *delta;
    eg_kernel *kernel;
};

/* Host arrays being filled: a row is what one source gives one cell. Rows are sorted by cell, those of a cell
 * by source. */
typedef struct lists {
    int64_t (*order)[3]; /* [parts] cell, source, part */
    int64_t rows, cells;
    int32_t *slot, *first, *which;
    double *weight, *delta;
    double *test; /* [nodes] room */
} lists;

static eg_status check_forest_source(const eg_dg *dg, const eg_dg_options *options, int64_t i)
{
    const eg_dg_source *s = &options->sources[i];
    assert(s->function >= 0 && s->function < options->function_count + options->expression_count);
    assert(s->cell >= 0 && s->cell < dg->mesh->base.own);
    assert(s->share != 0 && (s->spread == 0 || options->spreads));
    return eg_linear_source_check(dg->context, dg->system, s->source, s->kind, s->strength);
}

static int compare_by_cell(const void *left, const void *right)
{
    const int64_t *a = left, *b = right;
    int k = 0;
    while (k < 2 && a[k] == b[k])
        k++;
    return a[k] < b[k] ? -1 : a[k] > b[k];
}

/* Takes the highest Legendre polynomial out of what is to be multiplied by the weights of the nodes: the
 * upwind flux keeps such a profile between two rows of cells from moving back. Of degree 1 it is needed for
 * the place of the source. */
static void cut_highest_modes(int n, const double *points, const double *weights, double t, double *basis)
{
    double values[EG_LINE_NODES], highest[EG_LINE_NODES], norm = 0;
    if (n < 3)
        return;
    for (int i = 0; i < n; i++) {
        eg_legendre_values(n, 0.5 * (1 + points[i]), values);
        highest[i] = values[n - 1];
        norm += weights[i] * (highest[i] * highest[i]);
    }
    eg_legendre_values(n, 0.5 * (1 + t), values);
    for (int i = 0; i < n; i++)
        basis[i] -= values[n - 1] / norm * (weights[i] * highest[i]);
}

void eg_dg_test_values(int n, const double *points, const double *weights, double t, double *values)
{
    eg_line_values((eg_line){EG_LINE_GLL, n - 1}, t, values, NULL);
    cut_highest_modes(n, points, weights, t, values);
}

/* Of a point: `share` of the polynomials at the place. */
static void test_point(const eg_dg *dg, const double reference[3], double share, double *test)
{
    double basis[3][EG_LINE_NODES];
    int n = dg->edge;
    for (int d = 0; d < dg->dimension; d++)
        eg_dg_test_values(n, dg->point, dg->weight, reference[d], basis[d]);
    for (int i = 0; i < dg->nodes; i++) {
        int at[3] = {i % n, i / n % n, i / (n * n)};
        test[i] = share;
        for (int d = 0; d < dg->dimension; d++)
            test[i] *= basis[d][at[d]];
    }
}

/* By the medium that the source feels: that of its cell, or where the nodes have their own that of its
 * place. */
static eg_status find_source_weights(const eg_dg *dg, const eg_dg_options *options,
                                     const eg_dg_source *source, const double reference[3], double *weights)
{
    const eg_mesh *mesh = &dg->mesh->base;
    double there[EG_LINEAR_MATERIALS], x[3] = {0};
    const double *material = eg_dg_material(dg, source->cell);
    if (options->nodal_material) {
        mesh->class->map(mesh, source->cell, reference, x, NULL);
        EG_TRY(options->material->at(options->material, source->cell, 1, (const double(*)[3])x, there));
        material = there;
    }
    eg_linear_source_weights(dg->system, source->kind, material, source->strength, weights);
    return EG_OK;
}

/* What a place weighs beside the first one of its row: weights have no more of the medium than the 1/rho of a
 * force. */
static eg_status find_ratio(const eg_dg *dg, const eg_dg_options *options, const eg_dg_source *source,
                            const double reference[3], const double *first, double *ratio)
{
    double here[EG_LINEAR_VARIABLES];
    int most = 0;
    *ratio = 1;
    if (source->kind != EG_LINEAR_SOURCE_FORCE || !options->nodal_material)
        return EG_OK;
    EG_TRY(find_source_weights(dg, options, source, reference, here));
    for (int v = 1; v < dg->system->variables; v++)
        most = fabs(first[v]) > fabs(first[most]) ? v : most;
    if (first[most] != 0)
        *ratio = here[most] / first[most];
    return EG_OK;
}

/* What tests a part of a source: a point is weighed at its place, a smooth function at each node. */
static eg_status find_tests(const eg_dg *dg, const eg_dg_options *options, const eg_dg_source *source,
                            const double *first, double *test)
{
    double ratio, r[3];
    if (source->spread == 0) {
        EG_TRY(find_ratio(dg, options, source, source->reference, first, &ratio));
        test_point(dg, source->reference, source->share * ratio, test);
        return EG_OK;
    }
    for (int i = 0; i < dg->nodes; i++) {
        eg_dg_node_reference(dg, i, r);
        EG_TRY(find_ratio(dg, options, source, r, first, &ratio));
        test[i] = source->share * ratio * options->spreads[(source->spread - 1) * dg->nodes + i];
    }
    return EG_OK;
}

/* Adds a part of a delta function: what tests it over weight and Jacobian of the nodes. `test` is room. */
static eg_status add_delta(const eg_dg *dg, const eg_dg_options *options, const eg_dg_source *source,
                           const double *first, double *test, double *delta)
{
    EG_TRY(find_tests(dg, options, source, first, test));
    for (int i = 0; i < dg->nodes; i++) {
        int at[3] = {i % dg->edge, i / dg->edge % dg->edge, i / (dg->edge * dg->edge)};
        double r[3], weight = 1;
        eg_dg_map map;
        for (int d = 0; d < dg->dimension; d++)
            weight *= dg->weight[at[d]];
        eg_dg_node_reference(dg, i, r);
        eg_dg_map_at(dg, source->cell, r, &map);
        delta[i] += test[i] / (weight * map.determinant);
    }
    return EG_OK;
}

static bool begins_row(const lists *l, int64_t k)
{
    return k == 0 || l->order[k][0] != l->order[k - 1][0] || l->order[k][1] != l->order[k - 1][1];
}

/* The order of the parts, and the rows that they make. */
static eg_status sort_parts(const eg_dg *dg, const eg_dg_options *options, eg_scope *scope, lists *to)
{
    int64_t count = options->source_count;
    EG_TRY(eg_scope_alloc(scope, count, sizeof *to->order, &to->order));
    for (int64_t i = 0; i < count; i++) {
        EG_TRY(check_forest_source(dg, options, i));
        to->order[i][0] = options->sources[i].cell;
        to->order[i][1] = options->sources[i].source;
        to->order[i][2] = i;
    }
    qsort(to->order, (size_t)count, sizeof *to->order, compare_by_cell);
    for (int64_t k = 0; k < count; k++)
        to->rows += begins_row(to, k);
    return EG_OK;
}

static eg_status allocate_sources(const eg_dg *dg, eg_scope *scope, lists *to)
{
    return EG_SCOPE_ALLOC(scope, EG_BLOCK(dg->nodes, to->test), EG_BLOCK(to->rows, to->slot),
                          EG_BLOCK(to->rows + 1, to->first), EG_BLOCK(to->rows, to->which),
                          EG_BLOCK(to->rows * dg->system->variables, to->weight),
                          EG_BLOCK(to->rows * dg->nodes, to->delta));
}

static void begin_row(const eg_dg *dg, const eg_dg_source *source, int64_t row, lists *to)
{
    int32_t slot = eg_dg_visit_slot(dg, source->cell);
    to->which[row] = source->function;
    if (to->cells > 0 && to->slot[to->cells - 1] == slot)
        return;
    to->slot[to->cells] = slot;
    to->first[to->cells++] = (int32_t)row;
}

static eg_status fill_sources(const eg_dg *dg, const eg_dg_options *options, lists *to)
{
    int64_t row = -1;
    for (int64_t k = 0; k < options->source_count; k++) {
        const eg_dg_source *source = &options->sources[to->order[k][2]];
        if (begins_row(to, k)) {
            begin_row(dg, source, ++row, to);
            EG_TRY(find_source_weights(dg, options, source, source->reference,
                                       &to->weight[row * dg->system->variables]));
        }
        EG_TRY(add_delta(dg, options, source, &to->weight[row * dg->system->variables], to->test,
                         &to->delta[row * dg->nodes]));
    }
    to->first[to->cells] = (int32_t)to->rows;
    return EG_OK;
}

static eg_status upload_sources(eg_dg *dg, const lists *from)
{
    int64_t count = from->rows;
    eg_dg_sources *made = dg->sources;
    made->cells = from->cells;
    return EG_UPLOAD(&dg->base, {"cells with sources", from->cells * 4, from->slot, &made->slot},
                     {"sources of cells", (from->cells + 1) * 4, from->first, &made->first},
                     {"functions of sources", count * 4, from->which, &made->which},
                     {"weights of sources", count * dg->system->variables * 8, from->weight, &made->weight},
                     {"delta functions", count * dg->nodes * 8, from->delta, &made->delta});
}

static eg_status create_pulses(eg_dg *dg, const eg_dg_options *options)
{
    double fractions[EG_DG_STAGES];
    int stages = eg_dg_stages(dg);
    for (int i = 0; i < stages; i++)
        fractions[i] = eg_dg_stage_of(dg, i + 1)->c;
    const eg_pulses_options pulses = {.count = options->function_count,
                                      .functions = options->functions,
                                      .expression_count = options->expression_count,
                                      .expressions = options->expressions,
                                      .stages = stages,
                                      .fractions = fractions};
    if (dg->before && dg->before->sources)
        return eg_owner_hand_over(&dg->before->owned, &dg->before->sources->pulses, &dg->owned,
                                  &dg->sources->pulses, sizeof dg->sources->pulses);
    return eg_pulses_create(&dg->owned, dg->device, &pulses, &dg->sources->pulses);
}

static eg_status bind_sources(eg_dg *dg)
{
    eg_dg_sources *made = dg->sources;
    EG_TRY(eg_kernel_get(dg->program, "dg_source", &made->kernel));
    return EG_BIND(made->kernel, EG_BUFFER("slot", made->slot), EG_BUFFER("first", made->first),
                   EG_BUFFER("which", made->which), EG_BUFFER("weight", made->weight),
                   EG_BUFFER("delta", made->delta), EG_BUFFER("pulse", made->pulses.values),
                   EG_LONG("functions", made->pulses.functions), EG_LONG("cells", made->cells));
}

eg_status eg_dg_build_sources(eg_dg *dg, const eg_dg_options *options)
{
    lists to = {0};
    EG_SCOPE(scope, dg->context);
    if (options->source_count == 0)
        return EG_OK;
    EG_TRY(eg_alloc(dg->context, 1, sizeof *dg->sources, &dg->sources));
    EG_TRY(sort_parts(dg, options, &scope, &to));
    EG_TRY(allocate_sources(dg, &scope, &to));
    EG_TRY(fill_sources(dg, options, &to));
    EG_TRY(upload_sources(dg, &to));
    EG_TRY(create_pulses(dg, options));
    return bind_sources(dg);
}

void eg_dg_destroy_sources(eg_dg *dg)
{
    eg_stepper_free(&dg->base, &dg->sources, sizeof *dg->sources);
}

eg_status eg_dg_queue_pulses(eg_dg *dg)
{
    if (!dg->sources)
        return EG_OK;
    return eg_pulses_queue(&dg->sources->pulses, eg_time_clock(dg->time), eg_time_count(dg->time));
}

eg_status eg_dg_queue_sources(eg_dg *dg, int stage)
{
    if (!dg->sources)
        return EG_OK;
    EG_TRY(EG_LAUNCH(dg->sources->kernel, dg->sources->cells, EG_BUFFER("q0", dg->q[0]),
                     EG_BUFFER("q1", dg->q[1]), EG_BUFFER("second", dg->second),
                     EG_REAL("b", eg_dg_stage_of(dg, stage)->b), EG_INT("number", stage),
                     EG_INT("from_group", (int32_t)dg->held.from), EG_LONG("blocks", dg->held.blocks)));
    return eg_dg_leave_traces(dg, stage, dg->sources->slot, dg->sources->cells);
}
