/* A variable of the current state at points that a caller names. */
#include "eagre/state.h"
#include "run/state/points.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* The points of own cells. */
typedef struct own_points {
    int count;
    int *which;             /* [count] of the points */
    int64_t *cell;          /* [count] held number */
    double (*reference)[3]; /* [count] */
    double *variables;      /* [count][variables of the space] */
} own_points;

static eg_status take_own_points(eg_run *run, const eg_points *points, own_points *own)
{
    eg_context *context = run->context;
    int64_t variables = (int64_t)points->count * eg_model_space(run->model)->variables;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(points->count, own->which), EG_BLOCK(points->count, own->cell),
                    EG_BLOCK(points->count, own->reference), EG_BLOCK(variables, own->variables)));
    for (int i = 0; i < points->count; i++) {
        if (points->at[i].held < 0)
            continue;
        own->which[own->count] = i;
        own->cell[own->count] = points->at[i].held;
        memcpy(own->reference[own->count++], points->at[i].reference, sizeof *own->reference);
    }
    return EG_OK;
}

static void free_own(own_points *own)
{
    EG_FREE(&own->which, &own->cell, &own->reference, &own->variables);
}

static eg_status sample_own(eg_run *run, const eg_points *points, int output, double *values)
{
    EG_ENDS_WITH(free_own) own_points own = {0};
    eg_space *space = eg_model_space(run->model);
    int components = run->kind->keys.outputs[output].components;
    EG_TRY(take_own_points(run, points, &own));
    if (own.count > 0)
        EG_TRY(eg_space_sample(space, own.count, own.cell, (const double(*)[3])own.reference, own.variables));
    for (int i = 0; i < own.count; i++)
        run->class->output(run->model, output, own.cell[i], 1, own.reference[i],
                           &own.variables[(int64_t)i * space->variables],
                           &values[(int64_t)own.which[i] * components]);
    return EG_OK;
}

eg_status eg_run_read_at(eg_run *run, const char *variable, int64_t count, const double (*x)[3],
                         double *values)
{
    int output;
    EG_ENDS_WITH(eg_points_free) eg_points points = {0};
    EG_TRY(eg_run_find_output(run, variable, &output));
    if (count < 0 || count > INT_MAX)
        return eg_fail(run->context, EG_USAGE, "%lld points: at most %d are read at once", (long long)count,
                       INT_MAX);
    EG_TRY(eg_run_need_mesh(run));
    EG_TRY(eg_points_allocate(run, (int)count, &points));
    for (int64_t i = 0; i < count; i++)
        for (int d = 0; d < run->mesh->dimension; d++)
            points.x[i][d] = x[i][d];
    EG_TRY(eg_points_locate(run, run->mesh, &points));
    int components = run->kind->keys.outputs[output].components;
    for (int64_t i = 0; i < count * components; i++)
        values[i] = NAN;
    eg_status status = sample_own(run, &points, output, values);
    return eg_run_gather_rows(run, points.owner, points.count, components, values, status);
}
