/* What the classes of meshes share: sorting, curves, random numbers, the check of a box. */
#ifndef EG_MESH_INTERNAL_H
#define EG_MESH_INTERNAL_H

#include "base/base.h"
#include "base/scope.h"
#include "mesh/boxes.h"
#include "mesh/mesh.h"
#include "mesh/names.h"

/* ---- mesh.c ---- */

/* A mesh of zeros becomes one of a class, of degree 1, so that it can be destroyed. */
void eg_mesh_begin(eg_context *context, const eg_mesh_class *class, eg_mesh *mesh);
/* All cells of a whole mesh, which are counted in its groups already. */
void eg_mesh_set_cells(eg_mesh *mesh, int64_t cells);
/* Origin, names, degree and box of the whole mesh for a part. EG_MEMORY. */
eg_status eg_mesh_copy_head(const eg_mesh *whole, eg_mesh *part);

/* "(x, y)" or "(x, y, z)", for messages. */
typedef struct eg_point_text {
    char text[104];
} eg_point_text;
eg_point_text eg_text_of_point(int dimension, const double *x);

/* What every cutter begins with. */
struct eg_cutter {
    eg_context *context;
    eg_ranks ranks;
};

/* ---- order.c ---- */

/* Sorts key[count] ascending and applies the same permutation to value[]; stable. EG_MEMORY. */
eg_status eg_radix_sort(eg_context *context, int64_t count, uint64_t *key, int32_t *value);
/* The first place in sorted keys that is not below `wanted`; count where all are. */
int64_t eg_sorted_first_at(const uint64_t *key, int64_t count, uint64_t wanted);

/* Cells whose keys are the same: where they go is settled by their centroids, then by their numbers in the
 * file. */
typedef struct eg_tied {
    const int64_t *source; /* [cells] */
    void (*centroid)(const void *with, int64_t cell, double centroid[3]);
    const void *with;
} eg_tied;

/* Sorts the cells order[count] by their keys. EG_MEMORY. */
eg_status eg_sort_along_curve(eg_context *context, int64_t count, uint64_t *key, int32_t *order,
                              const eg_tied *tied);

/* Places of points along the Hilbert curve of the unit square: 32 bits a coordinate. Points outside count as
 * on the edge. */
void eg_hilbert_plane_keys(int64_t count, const double (*x)[2], uint64_t *key);

/* The same along the curve of the unit cube: 21 bits a coordinate. */
void eg_hilbert_space_keys(int64_t count, const double (*x)[3], uint64_t *key);

/* ---- random.c ---- */

/* The next 64 bits (splitmix64). */
uint64_t eg_random_bits(uint64_t *state);
/* A random order of 0 .. count - 1, or that order itself. */
void eg_random_order(int32_t *order, int64_t count, bool shuffle, uint64_t *state);

/* ---- check_box.c ---- */

/* EG_MESH where a box's size, origin or cells along one of the axes cannot be; at most `most` cells along
 * each. */
eg_status eg_box_check(eg_context *context, int axes, const double *origin, const double *size,
                       const int64_t *cells, int64_t most);

#endif
