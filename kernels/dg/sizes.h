/* Numbers that the kernels of nodal DG and scheme/dg share. */
#ifndef EG_KERNELS_DG_SIZES_H
#define EG_KERNELS_DG_SIZES_H

/* The map of a cell (GEOMETRY): edges along the axes; affine; any other, known at the nodes. */
#define DG_BRICK 0
#define DG_AFFINE 1
#define DG_CURVED 2

/* How a stage makes the next state (STEPS), from the state u, the rate r of change, and the second array k,
 * with the stage's numbers a, b, and c:
 *   low storage   k = a k + dt r,  u = u + b k
 *   SSP           k = u in the first stage;  u = a k + b (u + dt r) */
#define DG_LOW_STORAGE 0
#define DG_SSP 1

/* Slots of `stop`: the number, from 1 on, of the first stage that left a value which is not finite; 0:
 * none. */
#define DG_STOP_SLOTS 1

/* Powers of the time in a step, from 0 on, of the dense output (dg/receive.h). */
#define DENSE_POWERS 5

#endif
