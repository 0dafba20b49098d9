/* Waves on forests: values at tensor grids of points of cells, of which snapshots, slices and errors are
 * made. */
#include "base/parallel.h"
#include "element/line.h"
#include "element/modal.h"
#include "run/models/waves/forest.h"

#include <string.h>

/* ---- a grid of points in every cell */

enum { ALONG = EG_DG_DEGREE + 2, MOST = ALONG * ALONG * ALONG }; /* points along an edge; in a cell */

/* Points t_i of [-1,1] along each direction, and the values there of the polynomials of a cell's nodes. */
typedef struct point_grid {
    int dimension, nodes, along; /* nodes and points along an edge */
    double t[ALONG], weight[ALONG];
    double matrix[ALONG][EG_DG_DEGREE + 1];
} point_grid;

/* Equidistant points, or those of Gauss' rule, exact up to degree 2 p + 3. */
static point_grid point_grid_of(const eg_forest_waves *model, bool gauss)
{
    long double x[ALONG], w[ALONG];
    int degree = model->degree;
    point_grid grid = {
        .dimension = model->mesh->base.dimension, .nodes = degree + 1, .along = degree + (gauss ? 2 : 1)};
    if (gauss)
        eg_gauss(grid.along, x, w);
    else
        eg_line_points_of((eg_line){EG_LINE_EQUIDISTANT, degree}, grid.t);
    for (int i = 0; i < grid.along; i++) {
        if (gauss) {
            grid.t[i] = (double)(2 * x[i] - 1);
            grid.weight[i] = (double)(2 * w[i]);
        }
        eg_line_values((eg_line){EG_LINE_GLL, degree}, grid.t[i], grid.matrix[i], NULL);
    }
    return grid;
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
static void interpolate_grid(const point_grid *grid, const double *from, double *to)
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
static void evaluate_grid(const eg_forest_waves *model, const point_grid *grid, const void *memory,
                          int64_t cell, int output, grid_room *room)
{
    const eg_layout *layout = &eg_dg_stepper(model->dg)->layout;
    int nodes = eg_forest_waves_nodes(grid->dimension, grid->nodes), points = grid_points(grid);
    int variables = model->kind->system->variables;
    int components = model->base.kind->keys.outputs[output].components;
    int32_t slot = eg_layout_slot(layout, cell);
    double u[EG_LINEAR_VARIABLES];
    for (int v = 0; v < variables; v++) {
        for (int n = 0; n < nodes; n++)
            room->nodes[n] = eg_layout_load(
                layout, memory, eg_layout_state_index(layout, model->stepper->values, slot, v * nodes + n));
        interpolate_grid(grid, room->nodes, room->at[v]);
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
} work;

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
        w->order[n] = (int16_t)(lround(place[n][0] * degree) + (degree + 1) * lround(place[n][1] * degree));
}

static eg_status nodal_part(void *with, int part, int64_t from, int64_t to)
{
    const work *w = with;
    int points = grid_points(&w->grid), components = w->components;
    EG_SCRATCH grid_room *room = NULL;
    (void)part;
    EG_TRY(eg_alloc(w->model->setup.context, 1, sizeof *room, &room));
    for (int64_t i = from; i < to; i++) {
        double *values = &w->values[i * points * components];
        evaluate_grid(w->model, &w->grid, w->memory, w->cells ? w->cells[i] : i, w->output, room);
        for (int n = 0; n < points; n++)
            memcpy(&values[n * components], &room->values[w->order[n] * components],
                   (size_t)components * sizeof *values);
    }
    return EG_OK;
}

eg_status eg_forest_waves_nodal_values(const eg_model *base, const void *memory, int output, int64_t count,
                                       const int32_t *cells, double *values)
{
    work w = {.model = eg_forest_waves_of(base),
              .memory = memory,
              .output = output,
              .components = base->kind->keys.outputs[output].components,
              .cells = cells,
              .values = values};
    w.grid = point_grid_of(w.model, false);
    find_order(&w);
    eg_context *context = w.model->setup.context;
    int parts = eg_parts(context, count, eg_least_elements(grid_points(&w.grid)));
    return eg_in_parts(context, parts, count, nodal_part, &w);
}

/* ---- errors */

/* Gauss' points of cells, for one thread. */
typedef struct gauss_points {
    eg_cell_points points; /* first */
    const eg_forest_waves *model;
    const void *memory;
    int output;
    point_grid grid;
    grid_room room;
    double x[MOST][3], weight[MOST];
} gauss_points;

/* A point of the grid in a cell, and its weight, m^dimension. */
static void place_point(const gauss_points *p, int64_t cell, int point, double x[3], double *weight)
{
    const eg_mesh *mesh = &p->model->mesh->base;
    const point_grid *grid = &p->grid;
    double r[3] = {0}, jacobian[3][3];
    *weight = 1;
    for (int d = 0; d < grid->dimension; d++, point /= grid->along) {
        r[d] = grid->t[point % grid->along];
        *weight *= grid->weight[point % grid->along];
    }
    mesh->class->map(mesh, cell, r, x, jacobian);
    *weight *= grid->dimension == 2 ? jacobian[0][0] * jacobian[1][1] - jacobian[0][1] * jacobian[1][0]
                                    : eg_hex_determinant((const double(*)[3])jacobian);
}

static void fill_gauss_points(eg_cell_points *self, int64_t cell)
{
    gauss_points *p = (gauss_points *)self;
    evaluate_grid(p->model, &p->grid, p->memory, cell, p->output, &p->room);
    for (int i = 0; i < self->count; i++)
        place_point(p, cell, i, self->x[i], &self->weight[i]);
}

static void destroy_gauss_points(eg_cell_points **self)
{
    EG_FREE(self);
}

eg_status eg_forest_waves_error_points(const eg_model *base, const void *memory, const eg_exact *exact,
                                       eg_cell_points **points)
{
    const eg_forest_waves *model = eg_forest_waves_of(base);
    gauss_points *p;
    *points = NULL;
    EG_TRY(eg_alloc(model->setup.context, 1, sizeof *p, &p));
    *points = &p->points;
    p->model = model;
    p->memory = memory;
    p->output = exact->output;
    p->grid = point_grid_of(model, true);
    p->points = (eg_cell_points){.fill = fill_gauss_points,
                                 .destroy = destroy_gauss_points,
                                 .count = grid_points(&p->grid),
                                 .x = p->x,
                                 .weight = p->weight,
                                 .values = p->room.values};
    return EG_OK;
}
