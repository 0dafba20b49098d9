/* Meshes of the benches of shallow water: two boxes and a channel, or a file, with cells in a given order. */
#ifndef EG_TESTS_BENCH_TWO_BOXES_H
#define EG_TESTS_BENCH_TWO_BOXES_H

#include "mesh/plane/plane.h"

/* The mesh that Gmsh makes of examples/two-boxes/two-boxes.geo, of about so many triangles: squares cut in
 * two, box after box and strip after strip, as numbered in its file (eg_mesh.source). Boundary edges have no
 * names. The caller owns *mesh. EG_MEMORY. */
eg_status bench_two_boxes(eg_context *context, int64_t cells, eg_plane **mesh);

typedef enum bench_order { BENCH_RANDOM, BENCH_AS_READ, BENCH_HILBERT, BENCH_ORDERS } bench_order;

/* The same triangles, each with its vertices as before, in another order: cell i of *mesh is cell number[i]
 * of `hilbert`, a whole mesh in canonical order. The caller owns *mesh and *number [cells]. EG_MEMORY. */
eg_status bench_renumber(const eg_plane *hilbert, bench_order order, eg_plane **mesh, int32_t **number);

#endif
