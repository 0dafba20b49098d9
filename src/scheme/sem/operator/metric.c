/* What the operator takes of the geometry, by the kernels of sem/metric.c: shapes of elements, and sums at
 * nodes. A batch of blocks at a time goes through all kernels, so that what is between them stays in
 * caches. */
#include "scheme/sem/internal.h"

#include <math.h>

#include "sem/groups.h" /* kernels/sem/groups.h */
#include "sem/kinds.h"  /* kernels/sem/kinds.h */

enum { STEP = 5, PAIRS = 3, RANGE = 4 };

/* What is added up at nodes: what elements leave for common ones, and the sums; without a part nothing. */
typedef struct node_sums {
    eg_buffer *part, *y;
} node_sums;

enum { SUM_DIAGONAL, SUM_REACTION, SUM_SOURCE, SUMS };

typedef struct metric {
    eg_sem *sem;
    const eg_sem_builder *builder;
    eg_owner owned;
    int from;       /* points of the geometry on a line */
    bool at_points; /* the nodes are these points: nothing is interpolated */
    int steps;
    eg_program *program;
    eg_kernel *terms, *means, *diagonal, *integrate, *total, *store[GEOMETRY_STORED + 1];
    eg_buffer *x, *point, *centroid, *line, *plan, *weight, *square, *pair, *surface;
    eg_buffer *work, *term;    /* of a batch */
    eg_buffer *range, *totals; /* of a kind */
    int64_t rows, derivatives, batch;
    node_sums sum[SUMS];
    eg_buffer *part[SUMS]; /* [parts] of sums that have their own */
    int parts;
    bool lends;
} metric;

/* ---- tables */

/* Where the nodes are the points of the geometry a slope along each direction is all: interpolated values
 * would be (0 + 1 x) + 0 y, which is x but for the sign of a zero, and a slope, which begins with 0 +, does
 * not see that. */
static eg_status upload_slopes_alone(metric *m)
{
    int n = m->sem->side, cube = 3 * n * n * n, slope = n * n;
    const int32_t plan[][STEP] = {
        {slope, 1, 3 * n * n, 0, cube}, {slope, n, 3 * n, 0, 2 * cube}, {slope, n * n, 3, 0, 3 * cube}};
    m->steps = (int)(sizeof plan / sizeof *plan);
    m->derivatives = cube;
    m->rows = 4 * cube;
    return eg_owner_upload(&m->owned, m->sem->device, "steps", sizeof plan, plan, &m->plan);
}

/* The steps of the tensor product: values and slopes along the first direction, these along the second, these
 * along the third. Rows begin with the places. */
static eg_status upload_plan(metric *m)
{
    int f = m->from, n = m->sem->side;
    if (m->at_points)
        return upload_slopes_alone(m);
    int plane = 3 * f * f * n, column = 3 * f * n * n, cube = 3 * n * n * n;
    int planes = 3 * f * f * f, columns = planes + 2 * plane, derivatives = columns + 3 * column,
        slope = n * f;
    const int32_t plan[][STEP] = {
        {0, 1, 3 * f * f, 0, planes},
        {slope, 1, 3 * f * f, 0, planes + plane},
        {0, n, 3 * f, planes, columns},
        {0, n, 3 * f, planes + plane, columns + column},
        {slope, n, 3 * f, planes, columns + 2 * column},
        {0, n * n, 3, columns + column, derivatives},
        {0, n * n, 3, columns + 2 * column, derivatives + cube},
        {slope, n * n, 3, columns, derivatives + 2 * cube},
    };
    m->steps = (int)(sizeof plan / sizeof *plan);
    m->derivatives = derivatives;
    m->rows = derivatives + 3 * cube;
    return eg_owner_upload(&m->owned, m->sem->device, "steps", sizeof plan, plan, &m->plan);
}

static eg_status upload_doubles(metric *m, const char *label, int64_t count, const double *values,
                                eg_buffer **buffer)
{
    return eg_owner_upload(&m->owned, m->sem->device, label, count * 8, values, buffer);
}

/* For the diagonal of A: D_mi^2, and 2 D_ii D_jj of each pair of directions. */
static eg_status upload_slopes(metric *m)
{
    static const int first[PAIRS] = {0, 0, 1}, second[PAIRS] = {1, 2, 2};
    int n = m->sem->side, volume = m->sem->volume;
    const double *d = m->builder->derivative_matrix;
    double square[SEM_NODES * SEM_NODES], *pair;
    EG_SCOPE(scope, m->sem->context);
    EG_TRY(eg_scope_alloc(&scope, PAIRS * volume, sizeof *pair, &pair));
    for (int i = 0; i < n * n; i++)
        square[i] = d[i % n * n + i / n] * d[i % n * n + i / n];
    for (int p = 0; p < PAIRS; p++)
        for (int i = 0; i < volume; i++) {
            const int at[3] = {i % n, i / n % n, i / (n * n)};
            pair[p * volume + i] = 2 * (d[at[first[p]] * (n + 1)] * d[at[second[p]] * (n + 1)]);
        }
    EG_TRY(upload_doubles(m, "squares of slopes", n * n, square, &m->square));
    return upload_doubles(m, "products of slopes", PAIRS * volume, pair, &m->pair);
}

static eg_status upload_line(metric *m)
{
    const eg_line geometry = {EG_LINE_EQUIDISTANT, m->from - 1}, nodes = {EG_LINE_GLL, m->sem->degree};
    double line[2 * SEM_NODES * (EG_HEX_GEOMETRY_DEGREE + 1)];
    int count = m->sem->side * m->from;
    eg_line_interpolation(geometry, nodes, line);
    eg_line_interpolation_slopes(geometry, nodes, &line[count]);
    m->at_points = m->sem->side == m->from;
    for (int i = 0; i < count; i++)
        m->at_points = m->at_points && line[i] == (i / m->from == i % m->from);
    EG_TRY(upload_doubles(m, "weights", m->sem->volume, m->builder->node_weight, &m->weight));
    return upload_doubles(m, "lines of the geometry", 2 * count, line, &m->line);
}

static eg_status upload_surface(metric *m)
{
    const eg_sem *sem = m->sem;
    int32_t surface[SEM_VOLUME];
    eg_sem_number_surface(sem, surface);
    return eg_owner_upload(&m->owned, sem->device, "surface", sem->volume * 4, surface, &m->surface);
}

static eg_status upload_mesh(metric *m)
{
    const eg_hexes *mesh = m->sem->mesh;
    int64_t held = mesh->base.held, points = held * m->from * m->from * m->from;
    EG_TRY(
        eg_owner_lend(&m->owned, m->sem->device, "points of elements", points * 4, mesh->point, &m->point));
    EG_TRY(eg_owner_lend(&m->owned, m->sem->device, "points", mesh->points * 24, mesh->x, &m->x));
    if (mesh->base.group[EG_HEX_TRILINEAR].count == 0)
        return EG_OK;
    return eg_owner_lend(&m->owned, m->sem->device, "centroids", held * 24, mesh->base.centroid,
                         &m->centroid);
}

/* ---- memory */

/* So many blocks that what is between kernels stays in the caches of the device's threads. */
static eg_status allocate_batch(metric *m)
{
    enum { CACHE = 1 << 18 };
    eg_sem *sem = m->sem;
    int64_t terms = METRIC_TERMS * sem->volume, row = sem->interleaved * (int64_t)sizeof(double), most = 0;
    int64_t threads = eg_device_describe(sem->device)->threads;
    for (int kind = 0; kind < EG_HEX_KINDS; kind++)
        most = eg_max_i64(most, sem->cells[kind].array_blocks);
    m->batch = eg_min_i64(most, threads * eg_max_i64(1, CACHE / ((m->rows + terms) * row)));
    EG_TRY(eg_owner_buffer(&m->owned, sem->device, "map of elements", m->batch * m->rows * row, &m->work));
    return eg_owner_buffer(&m->owned, sem->device, "metric of elements", m->batch * terms * row, &m->term);
}

/* The first sum takes what elements leave in the operator, where these are doubles. */
static eg_status begin_sum(metric *m, node_sums *sum)
{
    eg_sem *sem = m->sem;
    if (sem->precision == EG_F64 && !m->lends) {
        sum->part = sem->part;
        m->lends = true;
    } else {
        EG_TRY(eg_owner_buffer(&m->owned, sem->device, "parts of sums", sem->part_values * 8,
                               &m->part[m->parts]));
        sum->part = m->part[m->parts++];
    }
    return eg_owner_upload(&m->owned, sem->device, "sums", sem->nodes->nodes * 8, NULL, &sum->y);
}

/* What all batches share; what a kernel does not know is left out. */
static eg_status bind_tables(metric *m)
{
    const eg_sem *sem = m->sem;
    return EG_BIND_ALL(
        m->program, EG_BUFFER("x", m->x), EG_BUFFER("point", m->point), EG_BUFFER("centroid", m->centroid),
        EG_BUFFER("line", m->line), EG_BUFFER("plan", m->plan), EG_BUFFER("node_weight", m->weight),
        EG_BUFFER("square", m->square), EG_BUFFER("pair", m->pair), EG_BUFFER("surface", m->surface),
        EG_BUFFER("work", m->work), EG_BUFFER("terms", m->term), EG_INT("from", m->from),
        EG_INT("to", sem->side), EG_INT("steps", m->steps), EG_INT("surfaces", sem->surface),
        EG_LONG("work_rows", m->rows), EG_LONG("derivative_row", m->derivatives));
}

static eg_status open_metric(metric *m)
{
    const eg_program_options options = {
        .file = "sem/metric.c", .precision = m->sem->precision, .lanes = m->sem->interleaved};
    EG_TRY(upload_slopes(m));
    EG_TRY(upload_line(m));
    EG_TRY(upload_plan(m));
    EG_TRY(upload_surface(m));
    EG_TRY(upload_mesh(m));
    EG_TRY(allocate_batch(m));
    EG_TRY(eg_owner_program(&m->owned, m->sem->device, &options, &m->program));
    EG_TRY(bind_tables(m));
    return EG_KERNELS(m->program, {"sem_metric", &m->terms}, {"sem_means", &m->means},
                      {"sem_diagonal", &m->diagonal}, {"sem_integrate", &m->integrate},
                      {"sem_total", &m->total}, {"sem_store_metric", &m->store[GEOMETRY_STORED]},
                      {"sem_store_affine", &m->store[GEOMETRY_AFFINE]},
                      {"sem_store_trilinear", &m->store[GEOMETRY_TRILINEAR]});
}

static void close_metric(metric *m)
{
    eg_owner_end(&m->owned);
}

static metric metric_of(eg_sem_element_builders *builders)
{
    eg_sem *sem = builders->sem;
    return (metric){.sem = sem,
                    .builder = &builders->builder[0],
                    .owned = {.context = sem->context},
                    .from = sem->mesh->base.degree + 1};
}

/* ---- batches */

/* What all batches of a kind share. `components` of kappa; 0: only |J| is wanted. */
static eg_status bind_kind(const metric *m, const eg_sem_cells *cells, const eg_sem_coefficients *of,
                           int components)
{
    const eg_sem_rows *kappa = &of->kappa, *c = &of->c;
    double corner = m->builder->weight[0];
    return EG_BIND_ALL(
        m->program, EG_BUFFER("element", of->element), EG_BUFFER("node", cells->node),
        EG_BUFFER("shape", cells->shape), EG_BUFFER("kappa", kappa->values), EG_BUFFER("c", c->values),
        EG_BUFFER("range", m->range), EG_BUFFER("totals", m->totals), EG_INT("values", cells->values),
        EG_INT("components", components), EG_INT("kappa_of_node", kappa->of_node),
        EG_INT("c_of_node", c->of_node), EG_INT("c_inside", cells->mass_kind == MASS_ELEMENT),
        EG_LONG("kappa_of_block", kappa->of_block), EG_LONG("c_of_block", c->of_block),
        EG_LONG("first_part", cells->first_part), EG_DOUBLE("corner_weight", corner * corner * corner));
}

/* Blocks of a kind. */
typedef struct batch {
    int64_t first, blocks;
} batch;

static batch batch_from(const metric *m, const eg_sem_cells *cells, int64_t first)
{
    return (batch){first, eg_min_i64(m->batch, cells->array_blocks - first)};
}

static eg_status launch_batch(eg_kernel *kernel, batch b)
{
    return EG_LAUNCH(kernel, b.blocks, EG_LONG("first_block", b.first), EG_LONG("blocks", b.blocks));
}

/* Integrals of what the rows are of. */
static eg_status add_integral(const metric *m, batch b, const eg_sem_rows *of, const node_sums *sum)
{
    return EG_LAUNCH(m->integrate, b.blocks, EG_BUFFER("value", of->values), EG_BUFFER("part", sum->part),
                     EG_BUFFER("y", sum->y), EG_INT("of_node", of->of_node),
                     EG_LONG("of_block", of->of_block), EG_LONG("first_block", b.first),
                     EG_LONG("blocks", b.blocks));
}

static eg_status visit_batch(const metric *m, batch b, const eg_sem_cells *cells,
                             const eg_sem_coefficients *of)
{
    const eg_sem_rows *const rows[SUMS] = {NULL, &of->c, &of->source};
    const node_sums *diagonal = &m->sum[SUM_DIAGONAL];
    EG_TRY(launch_batch(m->terms, b));
    EG_TRY(launch_batch(m->store[cells->geometry], b));
    EG_TRY(EG_LAUNCH(m->diagonal, b.blocks, EG_BUFFER("part", diagonal->part), EG_BUFFER("y", diagonal->y),
                     EG_LONG("first_block", b.first), EG_LONG("blocks", b.blocks)));
    for (int s = SUM_REACTION; s < SUMS; s++)
        if (m->sum[s].part)
            EG_TRY(add_integral(m, b, rows[s], &m->sum[s]));
    return EG_OK;
}

/* Whether numerator, denominator and quotient of flux_of() of kernels/sem/geometry.h are where DIVIDE of the
 * dialect is right. */
static eg_status read_range(const metric *m, int64_t blocks, bool *in_range)
{
    double limit = m->sem->precision == EG_F64 ? 0x1p1000 : 0x1p100;
    double end[RANGE] = {1, 1, 1, 1}, *found;
    int lanes = m->sem->interleaved;
    EG_SCOPE(scope, m->sem->context);
    EG_TRY(eg_scope_alloc(&scope, blocks * RANGE * lanes, sizeof *found, &found));
    EG_TRY(eg_buffer_read(m->range, 0, found, blocks * RANGE * lanes * 8));
    for (int64_t i = 0; i < blocks * RANGE * lanes; i++) {
        int which = (int)(i / lanes % RANGE);
        end[which] = which % 2 ? fmax(end[which], found[i]) : fmin(end[which], found[i]);
    }
    *in_range = end[0] >= 1 / limit && end[2] >= 1 / limit && end[1] <= limit && end[3] <= limit &&
                end[0] / end[3] >= 1 / limit && end[1] / end[2] <= limit;
    return EG_OK;
}

static eg_status visit_kind(metric *m, const eg_sem_cells *cells, const eg_sem_coefficients *of,
                            bool *in_range)
{
    int64_t blocks = cells->array_blocks;
    bool divides = cells->geometry == GEOMETRY_TRILINEAR;
    *in_range = true;
    if (divides)
        EG_TRY(eg_owner_buffer(&m->owned, m->sem->device, "ranges", blocks * RANGE * m->sem->interleaved * 8,
                               &m->range));
    EG_TRY(bind_kind(m, cells, of, of->kappa.components));
    for (int64_t first = 0; first < blocks; first += m->batch)
        EG_TRY(visit_batch(m, batch_from(m, cells, first), cells, of));
    return divides ? read_range(m, blocks, in_range) : EG_OK;
}

/* Sums what elements have left; unless NULL, to[nodes] are the sums. */
static eg_status end_sum(const metric *m, const node_sums *sum, double *to)
{
    const eg_sem *sem = m->sem;
    int64_t chunks = eg_ceil_div(sem->nodes->own, EG_CHUNK);
    EG_TRY(EG_LAUNCH(sem->gather_sums, chunks, EG_BUFFER("part", sum->part), EG_BUFFER("first", sem->first),
                     EG_BUFFER("run", sem->run), EG_BUFFER("node", sem->node), EG_BUFFER("index", sem->index),
                     EG_BUFFER("y", sum->y), EG_LONG("chunks", chunks)));
    return to ? eg_buffer_read(sum->y, 0, to, sem->nodes->nodes * 8) : EG_OK;
}

eg_status eg_sem_build_metric(eg_sem_element_builders *builders, const eg_sem_coefficients *of,
                              const eg_sem_sums *sums, bool *in_range)
{
    eg_sem *sem = builders->sem;
    double *const to[SUMS] = {NULL, sums->reaction, sums->source};
    EG_ENDS_WITH(close_metric) metric m = metric_of(builders);
    EG_TRY(open_metric(&m));
    for (int s = 0; s < SUMS; s++)
        if (to[s] || s == SUM_DIAGONAL)
            EG_TRY(begin_sum(&m, &m.sum[s]));
    for (int kind = 0; kind < EG_HEX_KINDS; kind++)
        if (sem->cells[kind].count > 0)
            EG_TRY(visit_kind(&m, &sem->cells[kind], &of[kind], &in_range[kind]));
    for (int s = 0; s < SUMS; s++)
        if (m.sum[s].part)
            EG_TRY(end_sum(&m, &m.sum[s], to[s]));
    *sums->diagonal = m.sum[SUM_DIAGONAL].y;
    m.sum[SUM_DIAGONAL].y = NULL;
    return eg_device_finish(sem->device);
}

/* ---- integrals of a function */

/* From slots to elements. */
static eg_status read_totals(const metric *m, const eg_sem_cells *cells, eg_sum (*rows)[2])
{
    const eg_sem *sem = m->sem;
    int64_t lanes = sem->interleaved, count = cells->array_blocks * lanes * 4;
    EG_SCRATCH double *total = NULL;
    EG_TRY(eg_alloc(sem->context, count, sizeof *total, &total));
    EG_TRY(eg_buffer_read(m->totals, 0, total, count * 8));
    EG_LOOP(sem->context, cells->count)
    for (int64_t i = cells->first; i < cells->first + cells->count; i++) {
        const double *from = &total[sem->slot[i] / lanes * 4 * lanes + sem->slot[i] % lanes];
        eg_sum *row = rows[sem->element[i]];
        row[0] = (eg_sum){from[0], from[lanes]};
        row[1] = (eg_sum){from[2 * lanes], from[3 * lanes]};
    }
    return EG_OK;
}

static eg_status integrate_kind(metric *m, const eg_sem_cells *cells, const eg_sem_coefficients *of,
                                eg_sum (*rows)[2])
{
    const eg_sem_rows *source = &of->source;
    int64_t bytes = cells->array_blocks * m->sem->interleaved * (int64_t)sizeof *rows;
    EG_TRY(eg_owner_buffer(&m->owned, m->sem->device, "totals", bytes, &m->totals));
    EG_TRY(bind_kind(m, cells, of, 0));
    for (int64_t first = 0; first < cells->array_blocks; first += m->batch) {
        batch b = batch_from(m, cells, first);
        EG_TRY(launch_batch(m->terms, b));
        EG_TRY(add_integral(m, b, source, &m->sum[SUM_SOURCE]));
        EG_TRY(EG_LAUNCH(m->total, b.blocks, EG_BUFFER("value", source->values),
                         EG_INT("of_node", source->of_node), EG_LONG("of_block", source->of_block),
                         EG_LONG("first_block", b.first), EG_LONG("blocks", b.blocks)));
    }
    if (rows)
        EG_TRY(read_totals(m, cells, rows));
    eg_buffer_destroy(&m->totals);
    return EG_OK;
}

eg_status eg_sem_integrate(eg_sem *sem, const eg_sem_field *field, double *to, eg_sum (*rows)[2])
{
    const eg_sem_options options = {.kappa = {.constant = {1}}, .source = *field};
    EG_ENDS_WITH(eg_sem_element_builders_destroy) eg_sem_element_builders builders = {0};
    eg_sem_coefficients of[EG_HEX_KINDS] = {0};
    EG_OWNER(owner, sem->context);
    EG_TRY(eg_sem_element_builders_create(sem, &options, sem->elements, &builders));
    EG_TRY(eg_sem_fill_cells(&builders, false, &owner, of));
    EG_ENDS_WITH(close_metric) metric m = metric_of(&builders);
    EG_TRY(open_metric(&m));
    EG_TRY(begin_sum(&m, &m.sum[SUM_SOURCE]));
    for (int kind = 0; kind < EG_HEX_KINDS; kind++)
        if (sem->cells[kind].count > 0)
            EG_TRY(integrate_kind(&m, &sem->cells[kind], &of[kind], rows));
    return end_sum(&m, &m.sum[SUM_SOURCE], to);
}

/* ---- all elements of the mesh */

/* All that the rank's mesh has, of one kind, in its order: nothing but what the terms need. */
static eg_status list_all(const eg_sem *sem, eg_owner *owner, eg_sem *all)
{
    int lanes = eg_device_describe(sem->device)->gpu ? 1 : eg_device_lanes(sem->device, EG_F64, sem->volume);
    int64_t held = sem->mesh->base.held, blocks = eg_ceil_div(held, lanes);
    *all = (eg_sem){.context = sem->context,
                    .device = sem->device,
                    .mesh = sem->mesh,
                    .nodes = sem->nodes,
                    .degree = sem->degree,
                    .side = sem->side,
                    .volume = sem->volume,
                    .precision = EG_F64,
                    .lanes = lanes,
                    .interleaved = lanes,
                    .elements = held,
                    .cells[0] = {.count = held, .blocks = blocks, .array_blocks = blocks}};
    EG_TRY(eg_owner_alloc(owner, held, sizeof *all->element, &all->element));
    EG_LOOP(sem->context, held)
    for (int64_t e = 0; e < held; e++)
        all->element[e] = (int32_t)e;
    all->slot = all->element;
    return EG_OK;
}

/* What goes with the elements of a batch. */
static eg_status visit_elements(const metric *m, const eg_sem_terms_visit *visit, const eg_buffer *means)
{
    const eg_sem *all = m->sem;
    int lanes = all->lanes;
    for (int64_t first = 0; first < all->cells[0].blocks; first += m->batch) {
        batch b = batch_from(m, &all->cells[0], first);
        EG_TRY(launch_batch(m->terms, b));
        if (visit->means)
            EG_TRY(EG_LAUNCH(m->means, b.blocks, EG_BUFFER("means", means), EG_LONG("first_block", first),
                             EG_LONG("blocks", b.blocks)));
        const eg_sem_terms terms = {.values = m->term,
                                    .interleaved = lanes,
                                    .from = first * lanes,
                                    .to = eg_min_i64((first + b.blocks) * lanes, all->elements)};
        if (visit->batch)
            EG_TRY(visit->batch(visit->with, &terms));
    }
    return EG_OK;
}

eg_status eg_sem_visit_terms(const eg_sem *sem, const eg_sem_options *coefficients,
                             const eg_sem_terms_visit *visit)
{
    int64_t bytes = visit->means ? sem->mesh->base.held * (int64_t)sizeof *visit->means : 0;
    eg_sem_options options = *coefficients;
    eg_sem all;
    eg_sem_coefficients of[EG_HEX_KINDS] = {0};
    eg_buffer *means = NULL;
    EG_OWNER(owner, sem->context);
    EG_ENDS_WITH(eg_sem_element_builders_destroy) eg_sem_element_builders builders = {0};
    options.source = (eg_sem_field){0};
    EG_TRY(list_all(sem, &owner, &all));
    EG_TRY(eg_sem_element_builders_create(&all, &options, all.elements, &builders));
    EG_TRY(eg_sem_fill_cells(&builders, false, &owner, of));
    EG_ENDS_WITH(close_metric) metric m = metric_of(&builders);
    EG_TRY(open_metric(&m));
    EG_TRY(bind_kind(&m, &all.cells[0], &of[0], of[0].kappa.components));
    EG_TRY(eg_owner_buffer(&m.owned, all.device, "means of elements",
                           visit->means ? all.cells[0].blocks * all.lanes * METRIC_MEANS * 8 : 0, &means));
    EG_TRY(visit_elements(&m, visit, means));
    EG_TRY(eg_buffer_read(means, 0, visit->means, bytes));
    return eg_device_finish(all.device);
}
