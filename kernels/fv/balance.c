// check: STATE_BITS=3 LANES=1
/* Sums over the mesh that are the same for any device, lanes and ranks, and samples of single
 * cells.
 *
 * The leaves are cells in canonical order, in pieces of 4096 (ranks are cut there); a piece is
 * summed as 64 strands of 64 cells, cell 64 i + j in strand j, then by a binary tree over the
 * strands:
 *
 *     strand j: ((v[j] + v[64+j]) + v[128+j]) + ...      piece: ((s0+s32) + (s16+s48)) + ...
 */
#include "field/pieces.h"
#include "fv/place.h"

/* Slot of a canonical cell: triangles, then quadrangles from their own first slot. */
FUNCTION int slot_of(long c, long triangles, int quadrangle_slot)
{
    return c < triangles ? (int)c : (int)(c - triangles) + quadrangle_slot;
}

/* sums[piece] = sum of area * h, sums[pieces + piece] = sum of clipped. One group a piece. */
KERNEL_SHAPE(STRANDS, 1)
KERNEL sw_volume(GLOBAL CONST real *RESTRICT q, GLOBAL CONST double *RESTRICT area,
                 GLOBAL CONST double *RESTRICT clipped, GLOBAL double *RESTRICT sums, long cells,
                 long triangles, int quadrangle_slot, long pieces)
{
    FOR_GROUPS(b, pieces)
    SHARED double volume[STRANDS];
    SHARED double added[STRANDS];
    FOR_FLAT (j, STRANDS) {
        double v = 0.0, a = 0.0;
        for (int i = 0; i < PIECE / STRANDS; i++) {
            const long c = b * PIECE + i * STRANDS + j;
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
    for (int width = STRANDS / 2; width > 0; width /= 2) {
        FOR_FLAT (j, width) {
            volume[j] += volume[j + width];
            added[j] += added[j + width];
        }
        BARRIER;
    }
    FOR_FLAT (j, 1) {
        sums[b] = volume[0];
        sums[pieces + b] = added[0];
    }
    END_GROUPS
}

/* out[4 i ...] = h, u, v, bed of slot where[i]. */
KERNEL_SHAPE(STRANDS, 1)
KERNEL sw_sample(GLOBAL CONST real *RESTRICT q, GLOBAL CONST real *RESTRICT bed,
                 GLOBAL CONST int *RESTRICT where, GLOBAL double *RESTRICT out, int samples)
{
    FOR_GROUPS(b, 1)
    FOR_FLAT (i, samples) {
        const int place = place_of(where[i]);
        out[4 * i] = (double)q[place];
        out[4 * i + 1] = (double)q[place + STATE_LANES];
        out[4 * i + 2] = (double)q[place + 2 * STATE_LANES];
        out[4 * i + 3] = (double)bed[where[i]];
    }
    END_GROUPS
}
