/* Turning round vertices. A cell lies left of the face that leaves its vertex, and of the face that comes to
 * it: the next cell counter-clockwise is across the latter. */
#include "mesh/plane/side.h"

int32_t eg_plane_corner_face(const eg_plane *mesh, eg_plane_corner corner, bool counter_clockwise)
{
    int64_t first = mesh->first[corner.cell];
    int count = (int)(mesh->first[corner.cell + 1] - first);
    return mesh->cell_face[first + (counter_clockwise ? (corner.at + count - 1) % count : corner.at)];
}

bool eg_plane_next_corner(const eg_plane *mesh, eg_plane_corner *corner, bool counter_clockwise)
{
    int32_t face = eg_plane_corner_face(mesh, *corner, counter_clockwise);
    const eg_side side = eg_plane_side(mesh, corner->cell, face);
    if (side.ends)
        return false;
    int count = (int)(mesh->first[side.cell + 1] - mesh->first[side.cell]);
    /* the other cell runs along the face in the other sense */
    *corner = (eg_plane_corner){side.cell, counter_clockwise ? side.at : (side.at + 1) % count};
    return true;
}
