/* Where the traces of faces stand, what lies across the faces of a cell, and rules in it. */
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

int64_t eg_ader_trace_face(const eg_ader *ader, int64_t cell, int k)
{
    int64_t own = ader->mesh->base.own;
    if (cell >= own)
        return ader->first_ghost + ader->ghost_index[(cell - own) * EG_CELL_VERTICES + k];
    int type = ader->mesh->type[cell], faces = eg_cell_type_vertices((eg_cell_type)type);
    int64_t slot = cell - ader->layout.first_cell[type], lanes = (int64_t)1 << ader->trace_bits;
    return ader->cells[type].first_face + ((slot >> ader->trace_bits) * faces + k) * lanes +
           (slot & (lanes - 1));
}

int64_t eg_ader_inflow_face(const eg_ader *ader, int64_t face)
{
    return ader->first_inflow + ader->inflow_index[face];
}

eg_ader_across eg_ader_look_across(const eg_ader *ader, const eg_ader_options *options, int64_t cell, int k)
{
    const eg_plane *mesh = ader->mesh;
    eg_ader_across across = {.side = eg_plane_side(mesh, cell, eg_plane_face(mesh, cell, k))};
    across.number = across.side.ends ? mesh->face_boundary[across.side.face] : -1;
    if (across.side.ends)
        across.boundary = options->boundaries ? options->boundaries[across.number] : EG_LINEAR_ABSORBING;
    eg_plane_frame(mesh, across.side.owner, across.normal, &across.length);
    return across;
}

void eg_ader_find_constants(const eg_ader *ader, const eg_ader_across *across, const double *own,
                            const double *other, double *constants)
{
    bool right = across->side.right;
    ader->system->face(ader->system,
                       &(eg_linear_face){.flux = ader->flux,
                                         .left = right ? other : own,
                                         .right = right ? own : other,
                                         .normal = across->normal,
                                         .boundary = across->boundary,
                                         .number = across->number,
                                         .on_right = right},
                       constants);
}

void eg_ader_make_rule(eg_cell_type type, int degree, int order, eg_ader_rule *r)
{
    r->count = eg_quadrature_count(type, degree);
    eg_quadrature_any(type, degree, r->point, r->weight);
    for (int q = 0; q < r->count; q++)
        eg_modal_values(type, order, r->point[q], r->basis[q]);
}

void eg_ader_face_point(eg_cell_type type, int f, long double s, double point[2])
{
    const double(*vertex)[2] = eg_reference_vertices(type);
    const double *from = vertex[f], *to = vertex[(f + 1) % eg_cell_type_vertices(type)];
    for (int i = 0; i < 2; i++)
        point[i] = (double)(from[i] + s * ((long double)to[i] - from[i]));
}

void eg_ader_place_rule(const eg_plane *mesh, int64_t cell, eg_ader_rule *r)
{
    const eg_affine map = eg_plane_map(mesh, cell);
    for (int q = 0; q < r->count; q++)
        eg_affine_place(&map, r->point[q], r->x[q]);
}
