/* A step of shallow water by walls: tests/bench/kernels/walls.c. */
#ifndef EG_TESTS_BENCH_WALL_LOOP_H
#define EG_TESTS_BENCH_WALL_LOOP_H

#include "scheme/fv/internal.h"

typedef struct wall_loop {
    eg_fv *fv;
    eg_buffer *side, *wall, *passes, *walls_of;
    eg_program *program;
    eg_kernel *walls, *gather;
    int64_t blocks; /* of walls */
} wall_loop;

/* From now on the solver, of a mesh of triangles between walls, takes its steps by `loop`, which outlives
 * them. One at a time. What is there in a failure goes by wall_loop_destroy(). */
eg_status wall_loop_create(eg_fv *fv, wall_loop *loop);
void wall_loop_destroy(wall_loop *loop);
/* Bytes that a step moves, as eg_fv_bytes_of_type() counts them. */
double wall_loop_bytes(const eg_fv *fv);

#endif
