/* side: what lies across a face of a cell, the frame of a face, and the affine map of a cell. The schemes
 * that go face by face share these: so both cells of a face get the same numbers, to the last bit. */
#ifndef EG_MESH_PLANE_SIDE_H
#define EG_MESH_PLANE_SIDE_H

#include "mesh/plane/plane.h"

/* A cell's face as the cell across sees it, through periodic pairs, too. */
typedef struct eg_side {
    int64_t cell;  /* across; the cell that asks where the domain ends */
    int64_t face;  /* as that cell has it: of a periodic pair the other one */
    int64_t owner; /* the face whose vertices give the orientation: of a periodic pair the lower number */
    int at;        /* place of `face` among the faces of `cell` */
    bool right;    /* the cell that asks is on the right of `owner` */
    bool ends;     /* the domain ends here: nothing is across */
} eg_side;

/* `face` is one of the faces of `cell`, and in a part not one that lacks a neighbour there. */
eg_side eg_plane_side(const eg_plane *mesh, int64_t cell, int64_t face);

/* Face k of a cell. */
static inline int64_t eg_plane_face(const eg_plane *mesh, int64_t cell, int k)
{
    return mesh->cell_face[mesh->first[cell] + k];
}

/* Unit normal of a face, outward for its left cell, and its length, m. */
void eg_plane_frame(const eg_plane *mesh, int64_t face, double normal[2], double *length);

/* Adds to a place what leads from the cell across the face to where it stands seen from here: nothing but
 * through a periodic pair. */
void eg_plane_shift(const eg_plane *mesh, int64_t face, double place[2]);

/* The map of a triangle or parallelogram from its reference cell, x = origin + J (xi, eta). The rows of the
 * inverse are (xi_x, xi_y) and (eta_x, eta_y); the determinant of J is > 0. */
typedef struct eg_affine {
    double origin[2], jacobian[2][2], inverse[2][2], determinant;
} eg_affine;

eg_affine eg_plane_map(const eg_plane *mesh, int64_t cell);
/* The place x of a reference point, and back. */
void eg_affine_place(const eg_affine *map, const double point[2], double x[2]);
void eg_affine_reference(const eg_affine *map, const double x[2], double point[2]);

#endif
