/* Waves of the state at time 0: what first order leaves of them.
 *
 * Long waves on deep water alone: where the level varies by much of the depth there are bores, which stay
 * steep and lose energy by themselves, and where the bed brakes the water its friction takes the waves. */
#include "run/judge/verdicts.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

/* Of the energy; of the largest depth, what the level varies by; and what is shallower is a film, m. */
static const double FADED_LEAST = 0.5, VARIES_MOST = 0.2, DEEP_LEAST = 0.01;

static bool is_deep(const eg_sw_model *model, int64_t cell)
{
    return model->depth[cell] > DEEP_LEAST && !(model->blocked && model->blocked[cell]);
}

/* By how much the level varies, and the largest depth, m. Collective. */
static void find_range(const eg_sw_model *model, double *range, double *depth)
{
    double most[3] = {-INFINITY, -INFINITY, 0};
    for (int64_t c = 0; c < model->setup.mesh->base.own; c++) {
        double level = model->bed[c] + model->depth[c];
        if (!is_deep(model, c))
            continue;
        most[0] = fmax(most[0], -level);
        most[1] = fmax(most[1], level);
        most[2] = fmax(most[2], model->depth[c]);
    }
    eg_comm_max(model->setup.comm, most, 3);
    *range = most[0] + most[1];
    *depth = most[2];
}

static bool is_closed(const eg_sw_model *model)
{
    bool closed = true;
    for (int b = 0; b < model->setup.mesh->base.boundaries.count; b++)
        closed = closed && (model->boundaries[b].given.kind == EG_FV_WALL);
    return closed;
}

/* How far a wave of a cell goes, m: until the end, until friction has taken it, or to the farthest side. */
static double way_of(const eg_sw_model *model, int64_t c, double range, bool closed)
{
    const eg_mesh *mesh = &model->setup.mesh->base;
    double gravity = eg_case_real(model->setup.loaded, "numerics.gravity", 9.81), depth = model->depth[c];
    double last = eg_case_real(model->setup.loaded, "time.end", 0), far = 0;
    double speed = sqrt(gravity * depth), flow = 0.5 * range * sqrt(gravity / depth), n = model->manning[c];
    double braked = pow(depth, 4. / 3) / (gravity * n * n * flow);
    for (int d = 0; d < 2; d++)
        far = fmax(far,
                   fmax(mesh->centroid[c][d] - mesh->box_low[d], mesh->box_high[d] - mesh->centroid[c][d]));
    return fmin(speed * fmin(last, n > 0 ? braked : INFINITY), closed ? INFINITY : far);
}

eg_status eg_sw_judge_beginning(const eg_sw_model *model)
{
    int64_t own = model->setup.mesh->base.own;
    EG_SCRATCH double *level = NULL;
    EG_SCRATCH double(*way)[2] = NULL;
    double range, depth, part;
    bool closed = is_closed(model);
    if (eg_fv_order(model->fv) > 1)
        return EG_OK;
    find_range(model, &range, &depth);
    if (!(range > 0) || range > VARIES_MOST * depth)
        return EG_OK;
    eg_status status = EG_ALLOC(model->setup.context, EG_BLOCK(own, level), EG_BLOCK(own, way));
    for (int64_t c = 0; status == EG_OK && c < own; c++) {
        level[c] = is_deep(model, c) ? model->bed[c] + model->depth[c] : NAN;
        way[c][0] = way[c][1] = isnan(level[c]) ? 0 : way_of(model, c, range, closed);
    }
    EG_TRY(eg_comm_agree(model->setup.comm, status));
    EG_TRY(eg_smear_find(model->setup.mesh, model->setup.comm, level, (const double(*)[2])way, &part));
    if (!(1 - part < FADED_LEAST))
        return EG_OK;
    return eg_verdict_say(
        model->setup.run, eg_case_find(model->setup.loaded, "initial"), "fading", 1 - part, FADED_LEAST,
        "about %.2g of the energy of what the initial level varies by is left at the end of "
        "its way, or of the run: cells of this size take the rest at order 1; take "
        "numerics.order: 2, or smaller cells",
        1 - part);
}
