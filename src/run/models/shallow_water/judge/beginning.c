/* Waves of the state at time 0: what first order leaves of them.
 *
 * Long waves on deep water alone: where the level varies by much of the depth there are bores, which stay
 * steep and lose energy by themselves, and where the bed brakes the water its friction takes the waves. */
#include "base/parallel.h"
#include "run/judge/verdicts.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

/* Of the energy; of the largest depth, what the level varies by; and what is shallower is a film, m. */
static const double FADED_LEAST = 0.5, VARIES_MOST = 0.2, DEEP_LEAST = 0.01;

static bool is_deep(const eg_sw_model *model, int64_t cell)
{
    return model->depth[cell] > DEEP_LEAST && !(model->blocked && model->blocked[cell]);
}

static void take_level(const eg_sw_model *model, int64_t cell, eg_sw_bounds *bounds)
{
    if (is_deep(model, cell))
        eg_sw_widen(bounds, model->bed[cell] + model->depth[cell]);
}

static void take_depth(const eg_sw_model *model, int64_t cell, eg_sw_bounds *bounds)
{
    if (is_deep(model, cell))
        eg_sw_widen(bounds, model->depth[cell]);
}

static bool is_closed(const eg_sw_model *model)
{
    bool closed = true;
    for (int b = 0; b < model->setup.mesh->base.boundaries.count; b++)
        closed = closed && (model->boundaries[b].given.kind == EG_FV_WALL);
    return closed;
}

typedef struct beginning {
    const eg_sw_model *model;
    double gravity, end, range; /* of the level, m */
    bool closed;
} beginning;

/* How far a wave of a cell goes, m: until the end, until friction has taken it, or to the farthest side. */
static double way_of(const beginning *b, int64_t c)
{
    const eg_mesh *mesh = &b->model->setup.mesh->base;
    double depth = b->model->depth[c], n = b->model->manning[c], far = 0;
    double speed = sqrt(b->gravity * depth), flow = 0.5 * b->range * sqrt(b->gravity / depth);
    double braked = n > 0 ? pow(depth, 4. / 3) / (b->gravity * n * n * flow) : INFINITY;
    for (int d = 0; d < 2; d++) {
        double low = mesh->centroid[c][d] - mesh->box_low[d], high = mesh->box_high[d] - mesh->centroid[c][d];
        far = fmax(far, fmax(low, high));
    }
    return fmin(speed * fmin(b->end, braked), b->closed ? INFINITY : far);
}

static eg_status find_lost(const beginning *b, double *part)
{
    enum { LEAST = 1024 };
    const eg_sw_model *model = b->model;
    int64_t own = model->setup.mesh->base.own;
    EG_SCRATCH double *level = NULL;
    EG_SCRATCH double(*way)[2] = NULL;
    eg_status status = EG_ALLOC(model->setup.context, EG_BLOCK(own, level), EG_BLOCK(own, way));
    EG_TRY(eg_comm_agree(model->setup.comm, status));
    EG_LOOP_OF(model->setup.context, own, LEAST)
    for (int64_t c = 0; c < own; c++) {
        level[c] = is_deep(model, c) ? model->bed[c] + model->depth[c] : NAN;
        way[c][0] = way[c][1] = is_deep(model, c) ? way_of(b, c) : 0;
    }
    return eg_smear_find(model->setup.mesh, model->setup.comm, level, (const double(*)[2])way, part);
}

eg_status eg_sw_judge_beginning(const eg_sw_model *model)
{
    const eg_case *loaded = model->setup.loaded;
    beginning b = {.model = model,
                   .gravity = eg_case_real(loaded, "numerics.gravity", 9.81),
                   .end = eg_case_real(loaded, "time.end", 0),
                   .closed = is_closed(model)};
    double part;
    if (eg_fv_order(model->fv) > 1 || eg_verdict_is_said(model->setup.run, "unresolved"))
        return EG_OK;
    eg_sw_bounds level = eg_sw_bounds_of_cells(model, take_level);
    b.range = level.high - level.low;
    if (!(b.range > 0) || b.range > VARIES_MOST * eg_sw_bounds_of_cells(model, take_depth).high)
        return EG_OK;
    EG_TRY(find_lost(&b, &part));
    if (!(1 - part < FADED_LEAST))
        return EG_OK;
    return eg_verdict_say(
        model->setup.run, eg_case_find(loaded, "initial"), "fading", 1 - part, FADED_LEAST,
        "about %.2g of the energy of what the initial level varies by is left at the end of "
        "its way, or of the run: cells of this size take the rest at order 1; take "
        "numerics.order: 2, or smaller cells",
        1 - part);
}
