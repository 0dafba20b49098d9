/* Eddy viscosity and dispersion, from the case. */
#include "mesh/plane/side.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

static double real_or_none(const eg_node *node)
{
    return node ? eg_node_real(node) : 0;
}

static bool is_map(const eg_node *node)
{
    return node && eg_node_kind_of(node) == EG_NODE_MAP;
}

eg_fv_viscosity eg_sw_give_viscosity(const eg_case *loaded)
{
    const eg_node *node = eg_case_find(loaded, "physics.viscosity");
    if (!is_map(node))
        return (eg_fv_viscosity){.constant = real_or_none(node)};
    return (eg_fv_viscosity){real_or_none(eg_node_child(node, "constant")),
                             real_or_none(eg_node_child(node, "smagorinsky"))};
}

void eg_sw_give_dispersion(const eg_node *solute, double dispersion[2])
{
    const eg_node *node = eg_node_child(solute, "dispersion");
    bool two = is_map(node);
    dispersion[0] = real_or_none(two ? eg_node_child(node, "longitudinal") : node);
    dispersion[1] = real_or_none(two ? eg_node_child(node, "transverse") : node);
}

int eg_sw_mixing_values(const eg_case *loaded)
{
    const eg_node *solutes = eg_case_find(loaded, "solutes");
    eg_fv_viscosity viscosity = eg_sw_give_viscosity(loaded);
    int count = (int)eg_node_count(solutes), spread = 0;
    for (int s = 0; s < count; s++) {
        double dispersion[2];
        eg_sw_give_dispersion(eg_node_item(solutes, s), dispersion);
        spread |= dispersion[0] > 0 || dispersion[1] > 0;
    }
    return (viscosity.constant > 0 || viscosity.smagorinsky > 0 ? 2 : 0) + (spread ? count : 0);
}

eg_status eg_sw_read_mixing(eg_sw_model *model)
{
    const eg_case *loaded = model->setup.loaded;
    eg_fv_viscosity viscosity = eg_sw_give_viscosity(loaded);
    eg_sw_find_mixer(loaded, &model->mixes);
    bool triangles = model->setup.mesh->base.group[EG_TRIANGLE].count > 0;
    if (!triangles || eg_case_real(loaded, "numerics.order", 1) > 1 ||
        !(viscosity.constant > 0 || viscosity.smagorinsky > 0))
        return EG_OK;
    return eg_case_fail(
        model->setup.loaded, eg_case_find(loaded, "physics.viscosity"), EG_CASE,
        "viscosity on triangles needs numerics.order: 2: at order 1 it acts a quarter too strongly "
        "there; take order: 2, or quadrangles");
}

const eg_node *eg_sw_find_mixer(const eg_case *loaded, double *most)
{
    const eg_node *solutes = eg_case_find(loaded, "solutes"),
                  *found = eg_case_find(loaded, "physics.viscosity");
    *most = eg_sw_give_viscosity(loaded).constant;
    for (int64_t s = 0; s < eg_node_count(solutes); s++) {
        double dispersion[2];
        eg_sw_give_dispersion(eg_node_item(solutes, s), dispersion);
        if (fmax(dispersion[0], dispersion[1]) > *most) {
            *most = fmax(dispersion[0], dispersion[1]);
            found = eg_node_child(eg_node_item(solutes, s), "dispersion");
        }
    }
    return found;
}

double eg_sw_mixing_rate(const eg_plane *mesh, int64_t cell)
{
    double sum = 0;
    for (int64_t k = mesh->first[cell]; k < mesh->first[cell + 1]; k++) {
        int32_t face = mesh->cell_face[k], other = face >= 0 ? eg_plane_neighbour(mesh, face, cell) : -1;
        double normal[2], length;
        if (other < 0)
            continue;
        const double *from = mesh->base.centroid[cell], *to = mesh->base.centroid[other];
        double away[2] = {to[0] - from[0], to[1] - from[1]};
        eg_plane_shift(mesh, face, away);
        eg_plane_frame(mesh, face, normal, &length);
        sum += length / fabs(away[0] * normal[0] + away[1] * normal[1]);
    }
    return 2 * sum / mesh->area[cell];
}
