/* geometric: the matrix of the trilinear functions (trilinear.h) on meshes that the mesh is a refinement of,
 * each coarsened from the one before (mesh/hexes/coarsen.h), by Galerkin's projection: levels for eg_nested.
 *
 * A matrix is the sum of its elements' matrices; a parent's is that of its children on the parent's
 * functions, K = sum P^T K_child P, children ascending. docs/theory/geometric-multigrid.md. */
#ifndef EG_SCHEME_SEM_GEOMETRIC_H
#define EG_SCHEME_SEM_GEOMETRIC_H

#include "mesh/hexes/coarsen.h"
#include "scheme/linear/nested.h"
#include "scheme/sem/coarse/vertices.h"

/* A level below the finest. */
typedef struct eg_geometric_level {
    eg_hex_coarsening from;          /* the level before */
    double (*coupling)[3];           /* [parents] until all levels are found */
    int32_t rows;                    /* free vertices, in their order */
    int32_t *row;                    /* [parents][EG_HEX_VERTICES] of the corners, -1: the value is given */
    eg_vertex_parents parents;       /* their matrices, until those of the next level are there */
    eg_sparse matrix, interpolation; /* interpolation: to the level before */
} eg_geometric_level;

/* The whole mesh, also on each of several ranks. */
typedef struct eg_geometric {
    eg_context *context;
    eg_hex_topology mesh;
    const double (
        *coupling)[3];  /* [elements] how strongly nodes are coupled along each direction, while levels are
                           found; NULL: equally */
    const int32_t *row; /* [elements][EG_HEX_VERTICES] of the finest matrix */
    int32_t rows;
    int levels; /* below the finest; 0: the mesh is a refinement of none, or has few rows */
    eg_geometric_level level[EG_NESTED_LEVELS - 1];
} eg_geometric;

/* Coarsens what begins with these members, as long as there are more than `enough` rows. EG_MEMORY. Free it
 * whatever happens. */
eg_status eg_geometric_find(eg_geometric *geometric, int32_t enough);
void eg_geometric_free(eg_geometric *geometric);

/* Adds the matrices of a batch of elements of the finest mesh, on the device, to those of their parents. Begin
 * before, where there are levels; batches ascend. Then makes the matrices of all levels. EG_MEMORY,
 * EG_DEVICE. */
eg_status eg_geometric_begin(eg_geometric *geometric, const eg_vertices *vertices);
eg_status eg_geometric_add(const eg_geometric *geometric, const eg_vertices *vertices,
                           const eg_vertex_batch *batch);
eg_status eg_geometric_make(eg_geometric *geometric, const eg_vertices *vertices);

#endif
