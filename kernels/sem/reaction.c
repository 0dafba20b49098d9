// check: LANES=1
/* The c of c u - div(kappa grad u), multiplied by a number that changes: A = factor C + K. */
#include "field/chunks.h"

/* Where the c of an element stands: `rows` rows of LANES numbers, behind `at` others, in blocks of `values`
 * of them.
 *
 *   all   [blocks][values] with c among them      kept  [blocks][rows]
 *
 * A row is one lane here: the caller counts rows by LANES of the operator's program. One group a block. */
KERNEL_SHAPE(64, 8)
KERNEL sem_keep_c(GLOBAL CONST real *RESTRICT all, GLOBAL real *RESTRICT kept, long values, long at,
                  long rows, long blocks)
{
    FOR_GROUPS(b, blocks)
    FOR_FLAT (i, rows) {
        kept[b * rows + i] = all[b * values + at + i];
    }
    END_GROUPS
}

/* all = factor kept, there. 2 values a number. */
KERNEL_SHAPE(64, 8)
KERNEL sem_scale_c(GLOBAL CONST real *RESTRICT kept, GLOBAL real *RESTRICT all, double factor, long values,
                   long at, long rows, long blocks)
{
    FOR_GROUPS(b, blocks)
    const real by = R(factor);
    FOR_FLAT (i, rows) {
        all[b * values + at + i] = by * kept[b * rows + i];
    }
    END_GROUPS
}

/* inverse_i = 1 / (factor c_i + k_i), the diagonal of A in two parts; 0 where both are 0: a given value. A
 * chunk of nodes a group, 3 values a node. */
KERNEL_SHAPE(ACCUMULATORS, 8)
KERNEL sem_scale_diagonal(GLOBAL CONST real *RESTRICT c, GLOBAL CONST real *RESTRICT k,
                          GLOBAL real *RESTRICT inverse, double factor, long nodes, long chunks)
{
    FOR_GROUPS(b, chunks)
    const real by = R(factor);
    FOR_FLAT (j, CHUNK) {
        const long i = b * CHUNK + j;
        if (i < nodes) {
            const real sum = FMA(by, c[i], k[i]);
            inverse[i] = sum > R(0.0) ? R(1.0) / sum : R(0.0);
        }
    }
    END_GROUPS
}
