/* vertices: what kernels/sem/vertices.c finds of elements for the matrix of their vertices (trilinear.h), batch
 * after batch: matrices of elements, their sums, and the matrices of parents on coarser meshes. All is queued
 * on the device. */
#ifndef EG_SCHEME_SEM_VERTICES_H
#define EG_SCHEME_SEM_VERTICES_H

#include "mesh/hexes/coarsen.h"
#include "scheme/linear/sparse.h"
#include "scheme/sem/internal.h"

enum { EG_VERTEX_PAIRS = EG_HEX_VERTICES * EG_HEX_VERTICES };

typedef struct eg_vertices {
    const eg_sem *sem;
    eg_owner owned;
    eg_program *program;
    eg_kernel *matrices, *add, *project;
    eg_buffer *function, *weight, *set, *factor;
    int sets;
} eg_vertices;

/* Matrices of elements `from` to before `to`: [room][8][8]. */
typedef struct eg_vertex_batch {
    eg_buffer *matrix;
    int64_t from, to, room;
} eg_vertex_batch;

/* A matrix to which elements add, and those that they have. Lends what the caller has of it. */
typedef struct eg_vertex_sums {
    eg_owner owned;
    eg_sparse_elements of_row;
    eg_buffer *corner, *first, *element, *begin, *column, *value;
} eg_vertex_sums;

/* Parents, whose matrices are sums: value[parents][8][8], which the caller may take. */
typedef struct eg_vertex_parents {
    eg_owner owned;
    int32_t *children;
    eg_buffer *corner, *parent, *child, *lattice, *value;
} eg_vertex_parents;

/* EG_MEMORY, EG_DEVICE. End each whatever happens, the vertices last; what is queued is done then. */
eg_status eg_vertices_open(const eg_sem *sem, eg_vertices *vertices);
void eg_vertices_close(eg_vertices *vertices);

/* The batch grows by the matrices of the elements of these terms, which fit; one without room gets room for a
 * number of such sets of terms. reacts: c is above 0 somewhere. The matrices are the caller's. */
eg_status eg_vertices_find(const eg_vertices *vertices, const eg_sem_terms *terms, bool reacts,
                           eg_vertex_batch *batch);

/* corner[elements][8]: their rows, -1: none. Makes the matrix, which gets its values at the end. */
eg_status eg_vertex_sums_begin(const eg_vertices *vertices, int32_t rows, int64_t elements,
                               const int32_t *corner, eg_sparse *matrix, eg_vertex_sums *sums);
/* Batches ascend. */
eg_status eg_vertex_sums_add(const eg_vertices *vertices, const eg_vertex_sums *sums,
                             const eg_vertex_batch *batch);
eg_status eg_vertex_sums_end(eg_vertex_sums *sums, eg_sparse *matrix);
void eg_vertex_sums_free(eg_vertex_sums *sums);

/* The same for parents; corner[elements][8] are the rows of the children. */
eg_status eg_vertex_parents_begin(const eg_vertices *vertices, int64_t elements, const int32_t *corner,
                                  const eg_hex_coarsening *from, eg_vertex_parents *parents);
eg_status eg_vertex_parents_add(const eg_vertices *vertices, const eg_vertex_parents *parents,
                                const eg_vertex_batch *batch);
void eg_vertex_parents_free(eg_vertex_parents *parents);

#endif
