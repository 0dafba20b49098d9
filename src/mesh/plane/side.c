/* Sides and frames of faces, affine maps of cells. */
#include "mesh/plane/side.h"

#include <math.h>

eg_side eg_plane_side(const eg_plane *mesh, int64_t cell, int64_t face)
{
    eg_side s = {.cell = cell, .face = face, .owner = face};
    int32_t twin = mesh->face_twin[face];
    if (mesh->face_cell[face][1] >= 0) {
        s.right = mesh->face_cell[face][0] != cell;
        s.cell = mesh->face_cell[face][s.right ? 0 : 1];
    } else if (twin >= 0) {
        s.right = twin < face;
        s.cell = mesh->face_cell[twin][0];
        s.face = twin;
        s.owner = s.right ? twin : face;
    } else {
        s.ends = true;
    }
    while (eg_plane_face(mesh, s.cell, s.at) != s.face)
        s.at++;
    return s;
}

void eg_plane_frame(const eg_plane *mesh, int64_t face, double normal[2], double *length)
{
    const double *from = mesh->x[mesh->face_vertex[face][0]], *to = mesh->x[mesh->face_vertex[face][1]];
    double dx = to[0] - from[0], dy = to[1] - from[1];
    *length = sqrt(dx * dx + dy * dy);
    normal[0] = dy / *length;
    normal[1] = -dx / *length;
}

void eg_plane_shift(const eg_plane *mesh, int64_t face, double place[2])
{
    int32_t twin = mesh->face_twin[face];
    for (int i = 0; twin >= 0 && i < 2; i++) /* they run in opposite senses */
        place[i] += mesh->x[mesh->face_vertex[face][0]][i] - mesh->x[mesh->face_vertex[twin][1]][i];
}

eg_affine eg_plane_map(const eg_plane *mesh, int64_t cell)
{
    double x[EG_CELL_VERTICES][2];
    int last = eg_plane_cell_vertices(mesh, cell, x) - 1;
    eg_affine m = {.origin = {x[0][0], x[0][1]}};
    for (int i = 0; i < 2; i++) {
        m.jacobian[i][0] = x[1][i] - x[0][i];
        m.jacobian[i][1] = x[last][i] - x[0][i];
    }
    m.determinant = m.jacobian[0][0] * m.jacobian[1][1] - m.jacobian[0][1] * m.jacobian[1][0];
    m.inverse[0][0] = m.jacobian[1][1] / m.determinant;
    m.inverse[0][1] = -m.jacobian[0][1] / m.determinant;
    m.inverse[1][0] = -m.jacobian[1][0] / m.determinant;
    m.inverse[1][1] = m.jacobian[0][0] / m.determinant;
    return m;
}

void eg_affine_place(const eg_affine *map, const double point[2], double x[2])
{
    for (int i = 0; i < 2; i++)
        x[i] = map->origin[i] + (map->jacobian[i][0] * point[0] + map->jacobian[i][1] * point[1]);
}

void eg_affine_reference(const eg_affine *map, const double x[2], double point[2])
{
    for (int i = 0; i < 2; i++)
        point[i] =
            map->inverse[i][0] * (x[0] - map->origin[0]) + map->inverse[i][1] * (x[1] - map->origin[1]);
}
