/* Waves on forests: values at tensor grids of points of cells, of which snapshots, slices and errors are made. */
#include "base/parallel.h"
#include "element/line.h"
#include "element/modal.h"
#include "run/models/waves/forest.h"
#include "run/observe/exact.h"

#include <math.h>
#include <string.h>

/* ---- a grid of points in every cell */

enum {
    ALONG = EG_DG_DEGREE + 2,
    MOST = ALONG * ALONG * ALONG
}; /* points along an edge; in a cell */

/* Points t_i of [-1,1] along each direction, and the values there of the polynomials of a cell's nodes. */
typedef struct point_grid {
    int dimension, nodes, along; /* nodes and points along an edge */
    double t[ALONG], weight[ALONG];
    double matrix[ALONG][EG_DG_DEGREE + 1];
} point_grid;

static void fill_matrix(point_grid *grid)
{
    const eg_line line = {EG_LINE_GLL, grid->nodes - 1};
    for (int i = 0; i < grid->along; i++)
        eg_line_values(line, grid->t[i], grid->matrix[i], NULL);
}

static void equidistant(const eg_forest_waves *model, point_grid *grid)
{
    *grid = (point_grid){.dimension = model->mesh->base.dimension,
                         .nodes = model->degree + 1,
                         .along = model->degree + 1};
    eg_line_points_of((eg_line){EG_LINE_EQUIDISTANT, model->degree}, grid->t);
    fill_matrix(grid);
}

/* Gauss' rule, exact up to degree 2 p + 3. */
static void gauss(const eg_forest_waves *model, point_grid *grid)
{
    long double x[ALONG], w[ALONG];
    *grid = (point_grid){.dimension = model->mesh->base.dimension,
                         .nodes = model->degree + 1,
                         .along = model->degree + 2};
    eg_gauss(grid->along, x, w);
    for (int i = 0; i < grid->along; i++) {
        grid->t[i] = (double)(2 * x[i] - 1);
        grid->weight[i] = (double)(2 * w[i]);
    }
    fill_matrix(grid);
}

static int grid_points(const point_grid *grid)
{
    return eg_forest_waves_nodes(grid->dimension, grid->along);
}

/* to[outer][along][inner] = sum over n of matrix[along][n] from[outer][n][inner] */
static void contract(const point_grid *grid, int outer, int inner, const double *from, double *to)
{
    int nodes = grid->nodes;
    for (int o = 0; o < outer; o++, from += nodes * inner)
        for (int i = 0; i < grid->along; i++, to += inner) {
            memset(to, 0, (size_t)inner * sizeof *to);
            for (int n = 0; n < nodes; n++)
                for (int k = 0; k < inner; k++)
                    to[k] += grid->matrix[i][n] * from[n * inner + k];
        }
}

/* From one variable's values at the nodes of a cell, the first direction fastest, to those at the points. */
static void interpolate(const point_grid *grid, const double *from, double *to)
{
    double a[MOST], b[MOST];
    int n = grid->nodes, m = grid->along;
    if (grid->dimension == 2) {
        contract(grid, n, 1, from, a);
        contract(grid, 1, m, a, to);
        return;
    }
    contract(grid, n * n, 1, from, a);
    contract(grid, n, m, a, b);
    contract(grid, 1, m * m, b, to);
}

/* Room of one thread. */
typedef struct grid_room {
    double nodes[MOST], at[EG_LINEAR_VARIABLES][MOST], values[EG_OUTPUT_COMPONENTS * MOST];
} grid_room;

/* An output at all points of a cell, room->values[points][components], from a copy of the state. */
static void evaluate(const eg_forest_waves *model, const point_grid *grid, const void *memory,
                     int64_t cell, int output, grid_room *room)
{
    const eg_layout *layout = (&eg_dg_stepper(model->dg)->layout);
    int nodes = eg_forest_waves_nodes(grid->dimension, grid->nodes), points = grid_points(grid);
    int variables = model->kind->system->variables;
    int components = model->base.kind->keys.outputs[output].components;
    int32_t slot = eg_layout_slot(layout, cell);
    double u[EG_LINEAR_VARIABLES];
    for (int v = 0; v < variables; v++) {
        for (int n = 0; n < nodes; n++)
            room->nodes[n] = eg_layout_load(
                layout, memory,
                eg_layout_state_index(layout, variables * nodes, slot, v * nodes + n));
        interpolate(grid, room->nodes, room->at[v]);
    }
    for (int i = 0; i < points; i++) {
        for (int v = 0; v < variables; v++)
            u[v] = room->at[v][i];
        model->kind->evaluate(output, u, &room->values[i * components]);
    }
}

/* What a loop over cells works on. */
typedef struct work {
    const eg_forest_waves *model;
    const void *memory;
    point_grid grid;
    int output, components;
    const int32_t *cells; /* NULL: all own ones */
    int16_t order[MOST];  /* of the points of a grid, in snapshots */
    double *values;
    const eg_exact *exact;
    double time;
    eg_sum (*rows)[3]; /* [own cells] volume, and the integrals of |e| and |e|^2 */
    double *largest;   /* [own cells] |e| */
} work;

static work work_on(const eg_forest_waves *model, const void *memory, int output)
{
    return (work){.model = model,
                  .memory = memory,
                  .output = output,
                  .components = model->base.kind->keys.outputs[output].components};
}

static eg_status on_all_cells(work *w, int64_t cells, eg_part_function *function)
{
    eg_context *context = w->model->setup.context;
    int points = grid_points(&w->grid);
    return eg_in_parts(context, eg_parts(context, cells, eg_least_elements(points)), cells,
                       function, w);
}

/* ---- snapshots */

/* Of the plane they go as io/snapshot has them, in space lexicographically. */
static void find_order(work *w)
{
    double place[(EG_DG_DEGREE + 1) * (EG_DG_DEGREE + 1)][2];
    int degree = w->grid.along - 1;
    for (int i = 0; i < grid_points(&w->grid); i++)
        w->order[i] = (int16_t)i;
    if (w->grid.dimension == 3)
        return;
    int count = eg_snapshot_nodes(EG_QUADRANGLE, degree, place);
    for (int n = 0; n < count; n++)
        w->order[n] =
            (int16_t)(lround(place[n][0] * degree) + (degree + 1) * lround(place[n][1] * degree));
}

static eg_status nodal_part(void *with, int part, int64_t from, int64_t to)
{
    const work *w = with;
    int points = grid_points(&w->grid), components = w->components;
    grid_room *room;
    (void)part;
    EG_TRY(eg_alloc(w->model->setup.context, 1, sizeof *room, &room));
    for (int64_t i = from; i < to; i++) {
        double *values = &w->values[i * points * components];
        evaluate(w->model, &w->grid, w->memory, w->cells ? w->cells[i] : i, w->output, room);
        for (int n = 0; n < points; n++)
            memcpy(&values[n * components], &room->values[w->order[n] * components],
                   (size_t)components * sizeof *values);
    }
    eg_free(w->model->setup.context, &room);
    return EG_OK;
}

eg_status eg_forest_waves_nodal_values(const eg_model *base, const void *memory, int output,
                                       int64_t count, const int32_t *cells, double *values)
{
    work w = work_on(eg_forest_waves_const(base), memory, output);
    w.cells = cells;
    w.values = values;
    equidistant(w.model, &w.grid);
    find_order(&w);
    return on_all_cells(&w, count, nodal_part);
}

/* ---- errors */

/* The places of some of the points of a cell, and the weight of each, m^dimension. */
static void place_points(const work *w, int64_t cell, int first, int count, double (*x)[3],
                         double *weight)
{
    const eg_mesh *mesh = &w->model->mesh->base;
    const point_grid *grid = &w->grid;
    for (int q = 0; q < count; q++) {
        double r[3] = {0}, jacobian[3][3];
        int rest = first + q;
        weight[q] = 1;
        for (int d = 0; d < grid->dimension; d++, rest /= grid->along) {
            r[d] = grid->t[rest % grid->along];
            weight[q] *= grid->weight[rest % grid->along];
        }
        mesh->class->map(mesh, cell, r, x[q], jacobian);
        weight[q] *= eg_forest_waves_determinant(grid->dimension, (const double(*)[3])jacobian);
    }
}

static eg_status cell_errors(const work *w, int64_t cell, grid_room *room)
{
    double x[EG_POINTS_AT_ONCE][3], weight[EG_POINTS_AT_ONCE], square[EG_POINTS_AT_ONCE];
    int points = grid_points(&w->grid);
    eg_sum *row = w->rows[cell];
    evaluate(w->model, &w->grid, w->memory, cell, w->output, room);
    for (int first = 0; first < points; first += EG_POINTS_AT_ONCE) {
        int count = points - first < EG_POINTS_AT_ONCE ? points - first : EG_POINTS_AT_ONCE;
        place_points(w, cell, first, count, x, weight);
        eg_exact_squares(w->exact, w->components, count, (const double(*)[3])x, w->time,
                         &room->values[first * w->components], square);
        for (int q = 0; q < count; q++) {
            double e = sqrt(square[q]);
            if (!isfinite(e))
                EG_TRY(eg_exact_check(w->model->setup.loaded, w->exact, w->components,
                                      w->grid.dimension,
                                      (const double[4]){x[q][0], x[q][1], x[q][2], w->time}));
            eg_sum_add(&row[0], weight[q]);
            eg_sum_add(&row[1], weight[q] * e);
            eg_sum_add(&row[2], weight[q] * square[q]);
            w->largest[cell] = e <= w->largest[cell] ? w->largest[cell] : e; /* NaN stays */
        }
    }
    return EG_OK;
}

static eg_status errors_part(void *with, int part, int64_t from, int64_t to)
{
    const work *w = with;
    grid_room *room;
    eg_status status = eg_alloc(w->model->setup.context, 1, sizeof *room, &room);
    (void)part;
    for (int64_t c = from; c < to && status == EG_OK; c++)
        status = cell_errors(w, c, room);
    eg_free(w->model->setup.context, &room);
    return status;
}

static eg_status find_rows(work *w)
{
    eg_context *context = w->model->setup.context;
    int64_t own = w->model->mesh->base.own;
    EG_TRY(eg_alloc(context, own, sizeof *w->rows, &w->rows));
    EG_TRY(eg_alloc(context, own, sizeof *w->largest, &w->largest));
    return on_all_cells(w, own, errors_part);
}

/* Sums go along the cells, rank after rank. */
static void add_rows(const work *w, eg_norms *norms)
{
    const eg_comm *comm = w->model->setup.comm;
    int64_t own = w->model->mesh->base.own;
    eg_sum total[3];
    double most[2] = {0, 0}; /* |e|; whether one is not a number */
    for (int64_t c = 0; c < own; c++) {
        most[0] = fmax(most[0], w->largest[c]);
        most[1] = isnan(w->largest[c]) ? 1 : most[1];
    }
    eg_comm_sum_rows(comm, (const eg_sum *)w->rows, own, 3, total);
    eg_comm_max(comm, most, 2);
    double volume = eg_sum_value(&total[0]);
    *norms = (eg_norms){.l1 = eg_sum_value(&total[1]) / volume,
                        .l2 = sqrt(eg_sum_value(&total[2]) / volume),
                        .linf = most[1] > 0 ? NAN : most[0],
                        .h1 = NAN};
}

eg_status eg_forest_waves_errors(const eg_model *base, const void *memory, const eg_exact *exact,
                                 double time, eg_norms *norms)
{
    work w = work_on(eg_forest_waves_const(base), memory, exact->output);
    eg_context *context = w.model->setup.context;
    w.exact = exact;
    w.time = time;
    gauss(w.model, &w.grid);
    eg_status status = eg_comm_agree(w.model->setup.comm, find_rows(&w));
    if (status == EG_OK)
        add_rows(&w, norms);
    eg_free(context, &w.rows);
    eg_free(context, &w.largest);
    return status;
}
