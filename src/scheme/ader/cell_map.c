/* The map from the reference cell to a cell: affine. */
#include "scheme/ader/internal.h"

double eg_ader_map(const eg_plane *mesh, int64_t cell, double origin[2], double jacobian[2][2],
                   double inverse[2][2])
{
    double x[EG_CELL_VERTICES][2];
    int last = eg_plane_cell_vertices(mesh, cell, x) - 1;
    for (int i = 0; i < 2; i++) {
        origin[i] = x[0][i];
        jacobian[i][0] = x[1][i] - x[0][i];
        jacobian[i][1] = x[last][i] - x[0][i];
    }
    double determinant = jacobian[0][0] * jacobian[1][1] - jacobian[0][1] * jacobian[1][0];
    inverse[0][0] = jacobian[1][1] / determinant;
    inverse[0][1] = -jacobian[0][1] / determinant;
    inverse[1][0] = -jacobian[1][0] / determinant;
    inverse[1][1] = jacobian[0][0] / determinant;
    return determinant;
}

int64_t eg_ader_trace_values(const eg_ader *ader)
{
    return ader->order * ader->system->traces[ader->flux];
}

int64_t eg_ader_trace_offset(const eg_ader *ader, int64_t face)
{
    int64_t lanes = (int64_t)1 << ader->trace_bits;
    if (lanes == 1)
        return face * ader->order;
    return (face >> ader->trace_bits) * eg_ader_trace_values(ader) * lanes + (face & (lanes - 1));
}

/* The number of the local face of a ghost. */
static int64_t ghost_face(const eg_ader *ader, int64_t cell, int k)
{
    int64_t i = ader->ghost_index[(cell - ader->mesh->base.own) * EG_CELL_VERTICES + k];
    assert(i >= 0);
    return ader->first_ghost + i;
}

int64_t eg_ader_trace_face(const eg_ader *ader, int64_t cell, int k)
{
    if (cell >= ader->mesh->base.own)
        return ghost_face(ader, cell, k);
    int type = ader->mesh->type[cell], faces = eg_cell_type_vertices((eg_cell_type)type);
    int64_t slot = cell - ader->layout.first_cell[type];
    int64_t lanes = (int64_t)1 << ader->trace_bits;
    return ader->cells[type].first_face + ((slot >> ader->trace_bits) * faces + k) * lanes +
           (slot & (lanes - 1));
}

int64_t eg_ader_inflow_face(const eg_ader *ader, int64_t face)
{
    return ader->first_inflow + ader->inflow_index[face];
}
