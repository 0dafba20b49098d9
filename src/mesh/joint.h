/* joint: two boundaries of a mesh that are translates of each other, and which face of one lies on which of
 * the other.
 *
 * The faces of the second boundary are sorted by the cube of a grid that their middle is in; a face of the
 * first looks into the cubes round its own middle, moved. Cubes are as wide as the shortest edge, so that
 * they hold few faces, and a bend or fold of the boundary costs nothing. In the plane z is not looked at. */
#ifndef EG_MESH_JOINT_H
#define EG_MESH_JOINT_H

#include "base/scope.h"
#include "mesh/mesh.h"

typedef struct eg_joint {
    const eg_mesh *mesh;
    int boundary[2];
    int64_t faces;                /* of the mesh */
    const int32_t *face_boundary; /* [faces] */
    int corners;                  /* of a face: 2, or 4, of which 0 and 3 are opposite */
    const double *(*corner)(const eg_mesh *mesh, int64_t face, int corner);
    eg_scope *scope; /* of the arrays */

    /* eg_joint_measure() */
    int64_t count[2]; /* faces of each */
    double low[2][3], high[2][3];
    double shift[3];  /* from the first to the second */
    double tolerance; /* m: how far a corner, moved, and its counterpart may lie from each other */
    double width;     /* of a cube, m */

    /* eg_joint_sort() */
    uint64_t *key; /* [count[1]] cube of each face of the second, ascending */
    int32_t *face; /* [count[1]] */
} eg_joint;

const char *eg_joint_name(const eg_joint *joint, int side);
/* EG_MESH where the two boundaries are one. */
eg_status eg_joint_check_two(const eg_joint *joint);
/* Whether the boxes of the two boundaries have the same size. */
bool eg_joint_measure(eg_joint *joint);
/* EG_MEMORY. */
eg_status eg_joint_sort(eg_joint *joint);
/* From one place to another one, where the first is moved by the shift, m. */
double eg_joint_distance(const eg_joint *joint, const double a[3], const double b[3]);

/* Whether a face of the first boundary falls on face[at] of the second. */
typedef bool eg_joint_falls_on(const eg_joint *joint, int64_t face, int64_t at, void *user);
/* The place in face[] of what the face falls on; -1: none. */
int64_t eg_joint_search(const eg_joint *joint, int64_t face, eg_joint_falls_on *falls_on, void *user);

#endif
