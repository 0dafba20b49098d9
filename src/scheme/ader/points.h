/* points: where in the mesh sources and receivers stand. */
#ifndef EG_SCHEME_ADER_POINTS_H
#define EG_SCHEME_ADER_POINTS_H

#include "mesh/plane/side.h"

/* A point within this distance of a face or vertex, in coordinates of the reference cell, lies on it: a
 * case's 0.3 and a grid line at 3 * 0.1 are one. */
#define EG_ADER_ON_FACE 1e-10

/* A cell that touches the point, and the point in its reference coordinates. */
typedef struct eg_ader_touch {
    int64_t cell;
    int vertex; /* of the cell, where the point is that vertex; else -1 */
    double point[2];
    bool taken; /* delta.c: its part of a source is there */
} eg_ader_touch;

/* All cells that touch x: the one that eg_plane_locate() names, and on a face or a vertex those across,
 * through periodic pairs too. *list is the caller's (eg_free); *count = 0 outside the mesh. */
eg_status eg_ader_touching(const eg_plane *mesh, const double x[2], eg_ader_touch **list, int64_t *count);

/* The cell across local face k of a cell, through periodic pairs too, and its number of that face; -1:
 * none. */
int64_t eg_ader_beyond(const eg_plane *mesh, int64_t cell, int k, int *there);

#endif
