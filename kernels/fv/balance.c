// check: STATE_BITS=3 LANE_BITS=3 LANES=1
/* Sums over the mesh that are the same for any device, lanes and ranks: field/chunks.h, of chunks of `size`
 * cells. */
#include "field/chunks.h"
#include "fv/place.h"

/* Slot of a canonical cell: triangles, then quadrangles from their own first slot. */
FUNCTION int slot_of(long c, long triangles, int quadrangle_slot)
{
    return c < triangles ? (int)c : (int)(c - triangles) + quadrangle_slot;
}

/* sums[chunk] = sum of area * h, sums[chunks + chunk] = sum of clipped. One group a chunk. */
KERNEL_SHAPE(ACCUMULATORS, 1)
KERNEL sw_volume(GLOBAL CONST real *RESTRICT q, GLOBAL CONST double *RESTRICT area,
                 GLOBAL CONST double *RESTRICT clipped, GLOBAL double *RESTRICT sums, long cells,
                 long triangles, int quadrangle_slot, long size, long chunks)
{
    FOR_GROUPS(b, chunks)
    SHARED double volume[ACCUMULATORS];
    SHARED double added[ACCUMULATORS];
    FOR_FLAT (j, ACCUMULATORS) {
        double v = 0.0, a = 0.0;
        for (long i = j; i < size; i += ACCUMULATORS) {
            const long c = b * size + i;
            if (c < cells) {
                const int slot = slot_of(c, triangles, quadrangle_slot);
                v += area[c] * (double)q[place_of(slot)];
                a += clipped[slot];
            }
        }
        volume[j] = v;
        added[j] = a;
    }
    BARRIER;
    for (int width = ACCUMULATORS / 2; width > 0; width /= 2) {
        FOR_FLAT (j, width) {
            volume[j] += volume[j + width];
            added[j] += added[j + width];
        }
        BARRIER;
    }
    FOR_FLAT (j, 1) {
        sums[b] = volume[0];
        sums[chunks + b] = added[0];
    }
    END_GROUPS
}

/* sums[chunk] = sum of area * value `value` of `values` of each cell beside the state (VALUE_PLACE of 1 <<
 * LANE_BITS lanes), m3. One group a chunk. */
KERNEL_SHAPE(ACCUMULATORS, 1)
KERNEL sw_amount(GLOBAL CONST double *RESTRICT amounts, GLOBAL CONST double *RESTRICT area,
                 GLOBAL double *RESTRICT sums, int value, int values, long cells, long triangles,
                 int quadrangle_slot, long size, long chunks)
{
    FOR_GROUPS(b, chunks)
    SHARED double sum[ACCUMULATORS];
    FOR_FLAT (j, ACCUMULATORS) {
        double v = 0.0;
        for (long i = j; i < size; i += ACCUMULATORS) {
            const long c = b * size + i;
            if (c < cells) {
                const int slot = slot_of(c, triangles, quadrangle_slot);
                v += area[c] * amounts[(((slot >> LANE_BITS) * values + value) << LANE_BITS) +
                                       (slot & ((1 << LANE_BITS) - 1))];
            }
        }
        sum[j] = v;
    }
    BARRIER;
    for (int width = ACCUMULATORS / 2; width > 0; width /= 2) {
        FOR_FLAT (j, width) {
            sum[j] += sum[j + width];
        }
        BARRIER;
    }
    FOR_FLAT (j, 1) {
        sums[b] = sum[0];
    }
    END_GROUPS
}
