/* What lies across the faces of a cell. */
#include "scheme/ader/internal.h"

#include <math.h>

eg_ader_side eg_ader_side_of(const eg_plane *mesh, const eg_ader_options *options, int64_t cell, int64_t face)
{
    eg_ader_side s = {.other = (int32_t)cell, .other_face = face, .owner_face = face};
    int32_t twin = mesh->face_twin[face];
    if (mesh->face_cell[face][1] >= 0) {
        s.right = mesh->face_cell[face][0] != cell;
        s.other = mesh->face_cell[face][s.right ? 0 : 1];
    } else if (twin >= 0) {
        s.right = twin < face;
        s.other = mesh->face_cell[twin][0];
        s.other_face = twin;
        s.owner_face = s.right ? twin : face;
    } else {
        s.boundary =
            options->boundaries ? options->boundaries[mesh->face_boundary[face]] : EG_LINEAR_ABSORBING;
    }
    return s;
}

int eg_ader_local_face(const eg_plane *mesh, int64_t cell, int64_t face)
{
    int k = 0;
    while (mesh->cell_face[mesh->first[cell] + k] != face)
        k++;
    return k;
}

void eg_ader_face_frame(const eg_plane *mesh, int64_t face, double normal[2], double *length)
{
    const double *from = mesh->x[mesh->face_vertex[face][0]], *to = mesh->x[mesh->face_vertex[face][1]];
    double dx = to[0] - from[0], dy = to[1] - from[1];
    *length = sqrt(dx * dx + dy * dy);
    normal[0] = dy / *length;
    normal[1] = -dx / *length;
}

eg_ader_across eg_ader_look_across(const eg_ader *ader, const eg_ader_options *options, int64_t cell, int k)
{
    const eg_plane *mesh = ader->mesh;
    eg_ader_side s = eg_ader_side_of(mesh, options, cell, mesh->cell_face[mesh->first[cell] + k]);
    double length;
    eg_ader_across across = {.cell = s.other,
                             .face = eg_ader_local_face(mesh, s.other, s.other_face),
                             .right = s.right,
                             .boundary = s.boundary};
    eg_ader_face_frame(mesh, s.owner_face, across.normal, &length);
    return across;
}
