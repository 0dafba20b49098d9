/* Where the traces of faces stand. */
#include "scheme/ader/internal.h"

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
