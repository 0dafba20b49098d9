/* move: states of nodal polynomials on triangles that change (kernels/bisect/move.c). */
#ifndef EG_SCHEME_BISECT_MOVE_H
#define EG_SCHEME_BISECT_MOVE_H

#include "device/device.h"
#include "element/triangle.h"
#include "mesh/bisected/bisected.h"

typedef struct eg_bisect_mover {
    eg_context *context;
    eg_device *device;
    int nodes, variables;
    eg_buffer *split, *join;
    eg_program *program;
    eg_kernel *move;
} eg_bisect_mover;

/* Compiles the kernel and uploads the matrices. EG_MEMORY, EG_DEVICE. */
eg_status eg_bisect_mover_create(eg_context *context, eg_device *device, const eg_triangle *element,
                                 int variables, eg_precision precision, eg_bisect_mover **mover);
void eg_bisect_mover_destroy(eg_bisect_mover **mover);

/* A state on the device, 1 << bits cells in a pack (field/layout.h). */
typedef struct eg_bisect_state {
    eg_buffer *values;
    int bits;
} eg_bisect_state;

/* Queues: next = old on other cells, for from[cells] and origin[cells] (32-bit eg_bisected_origin) on the
 * device. */
eg_status eg_bisect_move(eg_bisect_mover *mover, eg_bisect_state old, const eg_buffer *from,
                         const eg_buffer *origin, int64_t cells, eg_bisect_state next);

#endif
