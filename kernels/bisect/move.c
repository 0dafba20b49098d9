// check: LANES=1 NODES=6 VARS=4
/* Nodal polynomials on other leaves (docs/theory/bisection.md). Constants of the program: NODES and VARS of a
 * cell.
 *
 *   next_i = sum_j split[kind][i][j] old_j
 *       a leaf that was halved: its values, exactly
 *   next_i = sum_j join[0][i][j] start_j + sum_j join[1][i][j] end_j
 *       two that are joined: the projection in L2
 *
 * Sums go by ascending j from 0 on, of two leaves the start child first.
 *
 *   old, next  states, [pack][VARS * NODES][lane of the pack], 1 << old_bits and 1 << next_bits cells in a
 *              pack
 *   from       [cells] the old cell, or the first of two
 *   origin     [cells] what a new cell was
 *   split      [BISECT_CHILDREN][NODES][NODES], join [2][NODES][NODES]
 * One group a new cell, variable after variable. Reads and writes a state once. */
#include "bisect/children.h"

#define VALUES (VARS * NODES)
#define PLACE(cell, bits) (((cell) >> (bits)) * ((long)VALUES << (bits)) + ((cell) & ((1L << (bits)) - 1)))

KERNEL_SHAPE(64, 1)
KERNEL bisect_move(GLOBAL CONST real *RESTRICT old, GLOBAL real *RESTRICT next,
                   GLOBAL CONST int *RESTRICT from, GLOBAL CONST int *RESTRICT origin,
                   GLOBAL CONST real *RESTRICT split, GLOBAL CONST real *RESTRICT join, int old_bits,
                   int next_bits, long cells)
{
    FOR_GROUPS(c, cells)
    SHARED real s[2 * NODES];
    const int kind = origin[c], joins = kind >= BISECT_JOINED;
    const long start = (long)from[c] + (kind == BISECT_JOINED_BACKWARDS);
    const long end = (long)from[c] + (kind == BISECT_JOINED);
    const long at = PLACE(start, old_bits), beside = PLACE(end, old_bits), to = PLACE(c, next_bits);
    GLOBAL CONST real *matrix =
        joins ? join : split + (kind > BISECT_SAME ? kind - BISECT_START : 0) * (NODES * NODES);
    for (int p = 0; p < VARS; p++) {
        FOR_FLAT (i, joins ? 2 * NODES : NODES) {
            s[i] = i < NODES ? old[at + ((long)(p * NODES + i) << old_bits)]
                             : old[beside + ((long)(p * NODES + i - NODES) << old_bits)];
        }
        BARRIER;
        FOR_FLAT (i, NODES) {
            real sum = R(0.0);
            for (int j = 0; j < NODES; j++)
                sum = FMA(matrix[i * NODES + j], s[j], sum);
            for (int j = 0; j < (joins ? NODES : 0); j++)
                sum = FMA(matrix[(NODES + i) * NODES + j], s[NODES + j], sum);
            next[to + ((long)(p * NODES + i) << next_bits)] = kind == BISECT_SAME ? s[i] : sum;
        }
        BARRIER;
    }
    END_GROUPS
}
