/* Exact solutions, held against a state at points. */
#include "run/given/given.h"
#include "run/observe/observe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool eg_exact_find(const eg_case *loaded, const eg_output *output, int id, eg_exact *exact)
{
    const eg_node *all = eg_case_find(loaded, "exact"), *node = eg_node_child(all, output->name);
    if (!node)
        return false;
    assert(output->components <= EG_OUTPUT_COMPONENTS);
    *exact = (eg_exact){
        .output = id, .components = output->components, .gradient = eg_node_child(all, "gradient")};
    for (int i = 0; i < output->components; i++)
        exact->node[i] = output->components == 1 ? node : eg_node_item(node, i);
    return true;
}

/* The error of a state at a moment. */
typedef struct state_error {
    eg_error_source source; /* first */
    const eg_exact *exact;
    eg_case *loaded;
    const eg_mesh *mesh;
    const eg_model *model;
    const void *memory;
    double time;
} state_error;

static eg_status create_points(const eg_error_source *self, eg_cell_points **points)
{
    const state_error *e = (const state_error *)self;
    const eg_model_nodal *nodal = e->model->class->nodal;
    return EG_HAS(nodal, error_points)
               ? nodal->error_points(e->model, e->memory, e->exact, points)
               : eg_plane_points_create(e->mesh, e->model, e->memory, e->exact, points);
}

/* Fails where the value of an expression at a place is not finite. */
static eg_status check_exact_value(const state_error *e, const eg_node *node, const double at[4])
{
    char text[EG_VALUE_ROOM], place[EG_POINT_ROOM], when[48] = "";
    double value = eg_expression_eval(eg_node_expression(node), at);
    bool lasts = eg_case_find(e->loaded, "time") != NULL;
    if (isfinite(value))
        return EG_OK;
    if (lasts)
        snprintf(when, sizeof when, ", t = %.9g s", at[3]);
    return eg_case_fail(e->loaded, node, at[3] > 0 ? EG_DIVERGED : EG_CASE,
                        "%s is %s at %s%s; errors need a finite number everywhere%s", eg_node_name(node),
                        eg_format_value(value, text), eg_given_place(e->mesh->dimension, at, place), when,
                        lasts ? " and at all times of the run, its end included" : "");
}

static eg_status check_exact_place(const state_error *e, const double *x)
{
    const double at[4] = {x[0], x[1], x[2], e->time};
    for (int i = 0; i < e->exact->components; i++)
        EG_TRY(check_exact_value(e, e->exact->node[i], at));
    for (int d = 0; d < 3 && e->exact->gradient; d++)
        EG_TRY(check_exact_value(e, eg_node_item(e->exact->gradient, d), at));
    return EG_OK;
}

/* square[i] += (value - expression)^2 at points of columns; value i stands at values[i * stride]. */
static void add_square_errors(const eg_point_columns *at, const eg_node *node, int count,
                              const double *values, int stride, double *square)
{
    double expected[EG_POINTS_AT_ONCE];
    eg_point_columns_evaluate(at, node, count, expected);
    for (int i = 0; i < count; i++) {
        double e = values[i * stride] - expected[i];
        square[i] += e * e;
    }
}

static eg_status find_errors(const eg_error_source *self, const eg_cell_points *points, int first, int count,
                             double *square, double *gradient)
{
    static_assert((int)EG_ERRORS_AT_ONCE <= (int)EG_POINTS_AT_ONCE, "points fit into columns");
    const state_error *e = (const state_error *)self;
    int components = e->exact->components;
    eg_point_columns at;
    memset(square, 0, (size_t)count * sizeof *square);
    eg_point_columns_fill(&at, count, (const double(*)[3]) & points->x[first], e->time);
    for (int i = 0; i < components; i++)
        add_square_errors(&at, e->exact->node[i], count, &points->values[first * components + i], components,
                          square);
    for (int d = 0; d < 3 && e->exact->gradient; d++)
        add_square_errors(&at, eg_node_item(e->exact->gradient, d), count, &points->gradient[first][d], 3,
                          gradient);
    for (int i = 0; i < count; i++)
        if (!isfinite(square[i]) || !isfinite(gradient[i]))
            EG_TRY(check_exact_place(e, points->x[first + i]));
    return EG_OK;
}

eg_status eg_exact_rows(const eg_exact *exact, eg_case *loaded, const eg_mesh *mesh, const eg_model *model,
                        const void *memory, double time, eg_error_rows *rows)
{
    enum { USUAL_POINTS = 32 }; /* of a cell, to choose the number of threads */
    const state_error e = {.source = {create_points, find_errors},
                           .exact = exact,
                           .loaded = loaded,
                           .mesh = mesh,
                           .model = model,
                           .memory = memory,
                           .time = time};
    return eg_error_rows_find(mesh->context, &e.source, mesh->own_first, mesh->own, USUAL_POINTS, rows);
}
