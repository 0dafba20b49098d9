/* The Coriolis parameter of every cell, from the case. */
#include "run/given/given.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

#include "base/device_math.h"

/* Of the Earth: revolutions against the stars, 1/s, and the mean radius, m. */
static const double TURN = 7.292115e-5, RADIUS = 6371e3;

/* 2 Omega sin(latitude), with the plane beta: y counts from where the latitude is. */
static void fill_plane(const eg_mesh *mesh, const eg_node *map, double *parameter)
{
    const eg_node *from = eg_node_child(map, "from_y");
    double latitude = eg_node_real(eg_node_child(map, "latitude"));
    double f = 2 * TURN * eg_sin(latitude), beta = from ? 2 * TURN * eg_cos(latitude) / RADIUS : 0;
    for (int64_t c = 0; c < mesh->own; c++)
        parameter[c] = from ? fma(beta, mesh->centroid[c][1] - eg_node_real(from), f) : f;
}

/* f of the Earth is at most 1.5e-4 1/s, of a rotating tank a few 1/s. More is a latitude in the place of
 * f. */
static eg_status check_parameter(const eg_sw_model *model, const eg_node *node)
{
    const eg_mesh *mesh = &model->setup.mesh->base;
    for (int64_t c = 0; c < mesh->own; c++)
        if (fabs(model->coriolis[c]) > 10)
            return eg_case_fail(model->setup.loaded, node, EG_CASE,
                                "%s is %g 1/s at cell %lld; f of the Earth is at most 1.46e-4 1/s. "
                                "Is it a latitude? Then write {latitude: %g deg}",
                                eg_node_name(node), model->coriolis[c],
                                (long long)eg_mesh_whole_number(mesh, c), model->coriolis[c]);
    return EG_OK;
}

eg_status eg_sw_read_coriolis(eg_sw_model *model)
{
    const eg_setup *setup = &model->setup;
    const eg_node *node = eg_case_find(setup->loaded, "physics.coriolis");
    if (!node)
        return EG_OK;
    EG_TRY(eg_alloc(setup->context, setup->mesh->base.own, sizeof *model->coriolis, &model->coriolis));
    if (!eg_node_is_map(node)) {
        EG_TRY(eg_given_fill(setup, node, -1, EG_RANGE_ANY, model->coriolis));
        return check_parameter(model, node);
    }
    fill_plane(&setup->mesh->base, node, model->coriolis);
    return EG_OK;
}
