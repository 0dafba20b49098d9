/* Steps that constant viscosity or dispersion makes shorter than waves do. */
#include "run/judge/verdicts.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

/* The verdict tells of steps that are so many times as short. */
static const double SHORTER_MOST = 2;

eg_status eg_sw_judge_short(const eg_sw_model *model)
{
    const eg_plane *mesh = model->setup.mesh;
    double most, rate[2] = {0, 0}, gravity = eg_fv_gravity(model->fv);
    const eg_node *node = eg_sw_find_mixer(model->setup.loaded, &most);
    if (!(most > 0))
        return EG_OK;
    for (int64_t c = 0; c < mesh->base.own; c++) {
        double h = model->depth[c], *v = model->velocity[c];
        if (!(h > eg_fv_dry_depth(model->fv)) || (model->blocked && model->blocked[c]))
            continue;
        rate[0] = fmax(rate[0], most * eg_sw_mixing_rate(mesh, c));
        rate[1] = fmax(rate[1], (hypot(v[0], v[1]) + sqrt(gravity * h)) / eg_plane_cell_width(mesh, c));
    }
    eg_comm_max(model->setup.comm, rate, 2);
    if (!(rate[0] > SHORTER_MOST * rate[1]) || rate[1] == 0)
        return EG_OK;
    return eg_verdict_say(
        model->setup.run, node, "short-steps", rate[0] / rate[1], SHORTER_MOST,
        "%g m2/s mix across the smallest cells faster than waves cross them: steps are %.2g times as "
        "short as without it; take larger cells, or a smaller value",
        most, rate[0] / rate[1]);
}
