/* Sponge layers: rates at which the state goes to the air at rest in the wind. */
#include "run/models/atmosphere/internal.h"

#include <math.h>

static const char *const sides[EG_AIR_SIDES] = {"left", "right", "top"};

bool eg_air_has_sponge(const eg_air_model *model)
{
    bool any = false;
    for (int i = 0; i < EG_AIR_SIDES; i++)
        any = any || model->sponge.thickness[i] > 0;
    return any;
}

static eg_status check_thickness(const eg_air_model *model, const eg_node *sponge)
{
    const eg_mesh *mesh = model->setup.cells;
    const double *thickness = model->sponge.thickness;
    double width = mesh->box_high[0] - mesh->box_low[0], height = model->high - model->low;
    eg_case *loaded = model->setup.loaded;
    if (thickness[2] >= height)
        return eg_case_fail(
            loaded, eg_node_child(sponge, "top"), EG_CASE,
            "atmosphere.sponge.top is %g m thick, but the mesh is %g m high: nothing would be left below it",
            thickness[2], height);
    if (thickness[0] + thickness[1] >= width)
        return eg_case_fail(loaded, sponge, EG_CASE,
                            "atmosphere.sponge is %g m thick at the left and %g m at the right, but the mesh "
                            "is %g m wide: nothing would be left between",
                            thickness[0], thickness[1], width);
    return EG_OK;
}

eg_status eg_air_open_sponge(eg_air_model *model)
{
    const eg_node *sponge = eg_case_find(model->setup.loaded, "atmosphere.sponge");
    if (!sponge)
        return EG_OK;
    for (int i = 0; i < EG_AIR_SIDES; i++) {
        const eg_node *thickness = eg_node_child(sponge, sides[i]);
        model->sponge.thickness[i] = thickness ? eg_node_real(thickness) : 0;
    }
    model->closed = false;
    model->sponge.rate = eg_node_real(eg_node_child(sponge, "rate"));
    return check_thickness(model, sponge);
}

eg_status eg_air_damping_at(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const eg_air_model *model = user;
    const eg_mesh *mesh = model->setup.cells;
    const double *thickness = model->sponge.thickness;
    (void)cell;
    for (int i = 0; i < count; i++) {
        double most = eg_sponge_fraction(x[i][0] - mesh->box_low[0], thickness[0]);
        most = fmax(most, eg_sponge_fraction(mesh->box_high[0] - x[i][0], thickness[1]));
        most = fmax(most, eg_sponge_fraction(model->high - x[i][1], thickness[2]));
        values[i] = model->sponge.rate * most;
    }
    return EG_OK;
}
