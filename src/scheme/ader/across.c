/* What lies across the faces of a cell. */
#include "scheme/ader/internal.h"

eg_ader_across eg_ader_look_across(const eg_ader *ader, const eg_ader_options *options, int64_t cell, int k)
{
    const eg_plane *mesh = ader->mesh;
    eg_ader_across across = {.side = eg_plane_side(mesh, cell, eg_plane_face(mesh, cell, k))};
    if (across.side.ends)
        across.boundary = options->boundaries ? options->boundaries[mesh->face_boundary[across.side.face]]
                                              : EG_LINEAR_ABSORBING;
    eg_plane_frame(mesh, across.side.owner, across.normal, &across.length);
    return across;
}
