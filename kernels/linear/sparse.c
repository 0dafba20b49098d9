// check: LANES=8 ITEMS=4
// check: LANES=32 ITEMS=4
/* Products with a sparse matrix, steps of smoothing, and how it becomes slices (linear/sell.h). */
#include "linear/sell.h"

/* y = A x. Bytes of a row of n entries: n (value + 4) of the matrix, x gathered, y written. */
KERNEL_SHAPE(LANES *ITEMS, 8)
KERNEL sparse_multiply(GLOBAL CONST int *RESTRICT first, GLOBAL CONST int *RESTRICT column,
                       GLOBAL CONST real *RESTRICT value, GLOBAL CONST real *RESTRICT x,
                       GLOBAL real *RESTRICT y, int rows, long blocks)
{
    FOR_GROUPS(g, SELL_GROUPS(blocks))
    PRIVATE(real, sum, 1);
    FOR_BLOCKS (i, b, g, blocks) {
        FOR_LANES (l) {
            PRIVATE_AT(sum, i, l, 0) = R(0.0);
        }
        SELL_SUM(sum, i, b, +, x)
        FOR_LANES (l) {
            if (b * LANES + l < rows)
                y[b * LANES + l] = PRIVATE_AT(sum, i, l, 0);
        }
    }
    END_GROUPS
}

/* t = r - A x: the chain of a row begins with r. */
KERNEL_SHAPE(LANES *ITEMS, 8)
KERNEL sparse_residual(GLOBAL CONST int *RESTRICT first, GLOBAL CONST int *RESTRICT column,
                       GLOBAL CONST real *RESTRICT value, GLOBAL CONST real *RESTRICT x,
                       GLOBAL CONST real *RESTRICT r, GLOBAL real *RESTRICT t, int rows, long blocks)
{
    FOR_GROUPS(g, SELL_GROUPS(blocks))
    PRIVATE(real, sum, 1);
    FOR_BLOCKS (i, b, g, blocks) {
        FOR_LANES (l) {
            const long row = b * LANES + l;
            PRIVATE_AT(sum, i, l, 0) = r[row < rows ? row : 0];
        }
        SELL_SUM(sum, i, b, -, x)
        FOR_LANES (l) {
            if (b * LANES + l < rows)
                t[b * LANES + l] = PRIVATE_AT(sum, i, l, 0);
        }
    }
    END_GROUPS
}

/* out = x + w D^-1 (r - A x): damped Jacobi, or a step of Chebyshev's. A row's chain begins with r.
 *   inverse [rows] 1 / diagonal; omega: the weight w */
KERNEL_SHAPE(LANES *ITEMS, 8)
KERNEL sparse_relax(GLOBAL CONST int *RESTRICT first, GLOBAL CONST int *RESTRICT column,
                    GLOBAL CONST real *RESTRICT value, GLOBAL CONST real *RESTRICT inverse,
                    GLOBAL CONST real *RESTRICT r, GLOBAL CONST real *RESTRICT x, GLOBAL real *RESTRICT out,
                    real omega, int rows, long blocks)
{
    FOR_GROUPS(g, SELL_GROUPS(blocks))
    PRIVATE(real, sum, 1);
    FOR_BLOCKS (i, b, g, blocks) {
        FOR_LANES (l) {
            const long row = b * LANES + l;
            PRIVATE_AT(sum, i, l, 0) = r[row < rows ? row : 0];
        }
        SELL_SUM(sum, i, b, -, x)
        FOR_LANES (l) {
            const long row = b * LANES + l;
            if (row < rows)
                out[row] = FMA(omega * inverse[row], PRIVATE_AT(sum, i, l, 0), x[row]);
        }
    }
    END_GROUPS
}

/* out = w D^-1 r: the same step from x = 0. */
KERNEL_SHAPE(LANES *ITEMS, 8)
KERNEL sparse_begin(GLOBAL CONST real *RESTRICT inverse, GLOBAL CONST real *RESTRICT r,
                    GLOBAL real *RESTRICT out, real omega, int rows, long blocks)
{
    FOR_GROUPS(g, SELL_GROUPS(blocks))
    FOR_BLOCKS (i, b, g, blocks) {
        FOR_LANES (l) {
            const long row = b * LANES + l;
            if (row < rows)
                out[row] = (omega * inverse[row]) * r[row];
        }
    }
    END_GROUPS
}

/* y = y + A x: the chain of a row begins with y. */
KERNEL_SHAPE(LANES *ITEMS, 8)
KERNEL sparse_add(GLOBAL CONST int *RESTRICT first, GLOBAL CONST int *RESTRICT column,
                  GLOBAL CONST real *RESTRICT value, GLOBAL CONST real *RESTRICT x, GLOBAL real *RESTRICT y,
                  int rows, long blocks)
{
    FOR_GROUPS(g, SELL_GROUPS(blocks))
    PRIVATE(real, sum, 1);
    FOR_BLOCKS (i, b, g, blocks) {
        FOR_LANES (l) {
            const long row = b * LANES + l;
            PRIVATE_AT(sum, i, l, 0) = y[row < rows ? row : 0];
        }
        SELL_SUM(sum, i, b, +, x)
        FOR_LANES (l) {
            if (b * LANES + l < rows)
                y[b * LANES + l] = PRIVATE_AT(sum, i, l, 0);
        }
    }
    END_GROUPS
}

/* Entries row after row become slices, each value rounded once: those of `blocks` blocks from first_block on.
 *   begin [rows + 1] the first entry of each row in them; from_column, from_value: entries from begin[0]
 *   on */
KERNEL_SHAPE(LANES *ITEMS, 8)
KERNEL sparse_slice(GLOBAL CONST long *RESTRICT begin, GLOBAL CONST int *RESTRICT from_column,
                    GLOBAL CONST double *RESTRICT from_value, GLOBAL CONST int *RESTRICT first,
                    GLOBAL int *RESTRICT column, GLOBAL real *RESTRICT value, int rows, long first_block,
                    long blocks)
{
    FOR_GROUPS(g, SELL_GROUPS(blocks))
    FOR_BLOCKS (i, b, g, blocks) {
        for (long k = first[first_block + b]; k < first[first_block + b + 1]; k++) {
            FOR_LANES (l) {
                const long row = b * LANES + l, kept = row < rows ? row : 0;
                const long entry = begin[kept] - begin[0] + (k - first[first_block + b]);
                const int is_entry = row < rows && entry < begin[kept + 1] - begin[0];
                column[k * LANES + l] = is_entry ? from_column[entry] : -1;
                value[k * LANES + l] = is_entry ? (real)from_value[entry] : R(0.0);
            }
        }
    }
    END_GROUPS
}
