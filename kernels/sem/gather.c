// check: LANES=1 DIAGONAL=0
// check: LANES=1 DIAGONAL=1
/* The end of y = A p: sums up what the elements have left for their common nodes, and p.y. */
#include "linear/solve.h"
#include "field/pieces.h"

/* A piece of nodes a group.
 *
 *   first   [nodes + 1] where the node's contributions begin in place[]; a node without any has its value in y
 *   place   where they are in part, in ascending order of elements; behind the last value of part stands 0, which is all
 *           that a node with a given value gets
 *   diagonal  [nodes] with DIAGONAL: what boundary conditions add to the diagonal of A, else anything
 *   sums    [pieces] of p_i y_i in double precision
 *
 * y_i = ((part of the first element + second) + ...), then FMA(diagonal_i, p_i, y_i). Per node: 4 B of `first`, 8 B of p,
 * 8 B of y read or written; 12 B a contribution. */
KERNEL_SHAPE(256, 4)
KERNEL sem_gather(GLOBAL CONST real *RESTRICT part, GLOBAL CONST int *RESTRICT first,
                  GLOBAL CONST int *RESTRICT place, GLOBAL CONST real *RESTRICT diagonal,
                  GLOBAL CONST real *RESTRICT p, GLOBAL real *RESTRICT y,
                  GLOBAL double *RESTRICT sums, GLOBAL CONST long *RESTRICT count, long nodes,
                  long pieces)
{
    FOR_GROUPS(b, count[SOLVE_HOLD] == HOLD_NONE ? pieces : 0)
    SHARED double term[PIECE];
    SHARED double s[STRANDS];
    const long left = nodes - b * PIECE;
    FOR_FLAT (t, PIECE) {
        const long i = b * PIECE + t;
        double product = 0.0;
        if (t < left) {
            const int from = first[i], to = first[i + 1];
            real value;
            if (from < to) {
                value = part[place[from]];
                for (int k = from + 1; k < to; k++)
                    value = value + part[place[k]];
#if DIAGONAL
                value = FMA(diagonal[i], p[i], value);
#endif
                y[i] = value;
            } else {
                value = y[i];
            }
            product = (double)p[i] * (double)value;
        }
        term[t] = product;
    }
    BARRIER;
    SUM_PIECE(s, term)
    FOR_FLAT (t, 1) {
        sums[b] = s[0];
    }
    (void)diagonal;
    END_GROUPS
}
