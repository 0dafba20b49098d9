/* The step of shallow water on the block whose faces begin behind 2^31 numbers. */
#define LANES 4
#define STATE_BITS 2
#define NFACES 3
#define FRICTION 1
#include "kernel/far/far.h"

#include "fv/shallow_water.c"

enum { SLOT_OF_NONE = INT32_MAX };

int far_shallow_water(void)
{
    const long block = (1L << 31) / (NFACES * 3 * LANES) + 1, blocks = block + 1;
    const long slots = blocks * LANES;
    real *q[2] = {far_reserve(slots * SW_STATE, sizeof(real)), far_reserve(slots * SW_STATE, sizeof(real))};
    real *bed = far_reserve(slots, sizeof(real)), *cell = far_reserve(slots * CELL_CONSTANTS, sizeof(real));
    real *flow = far_reserve(slots * WAVE_CONSTANTS, sizeof(real));
    real *face = far_reserve(slots * NFACES * 3, sizeof(real));
    real *part = far_reserve(blocks, sizeof(real));
    int *neighbour = far_reserve(slots * NFACES, sizeof(int)), *moved = far_reserve(blocks, sizeof(int));
    double *clipped = far_reserve(slots, sizeof(double)), clock[CLOCK_SLOTS] = {0};
    long count[COUNT_SLOTS] = {0};
    const int never = -1; /* nothing rests */
    if (!q[0] || !q[1] || !bed || !cell || !flow || !face || !part || !neighbour || !clipped || !moved)
        return -1;
    far_fill(q[0], LANES * SW_STATE, block, 1);
    far_fill(bed, LANES, block, 2);
    far_fill(cell, LANES * CELL_CONSTANTS, block, 3);
    far_fill(flow, LANES * WAVE_CONSTANTS, block, 5);
    far_fill(face, LANES * NFACES * 3, block, 4);
    for (int i = 2 * LANES; i < 4 * LANES; i++) /* down the slope, so that friction balances a part of it */
        for (int at = 0; at < 2; at++)
            flow[at * block * LANES * WAVE_CONSTANTS + i] *= -1;
    for (int k = 0; k < NFACES; k++)
        for (int l = 0; l < LANES; l++)
            for (int at = 0; at < 2; at++)
                neighbour[at * block * (NFACES * LANES) + k * LANES + l] =
                    (int)(at * block * LANES + (l + k) % LANES);
    clock[CLOCK_DT] = 1e-3;
    for (int at = 0; at < 2; at++) {
        far_block = at * block;
        sw_step(q[0], q[1], bed, neighbour, face, cell, flow, clipped, clock, count, part, NULL, &never,
                moved, 9.81, 4.905, 3.132, 0.319, 1e-6, SLOT_OF_NONE, 0, blocks);
    }
    int equal = far_equal(q[1], LANES * SW_STATE, block) && far_equal(part, 1, block);
    return FAR_RESULT(equal);
}
