// check: LANES=1
#include "field/chunks.h"
#include "time/clock.h"

/* sums[column * chunks + chunk] = the sum of a chunk of `size` cells of column `column` of
 * values[columns][cells]. One group a chunk and column. */
KERNEL_SHAPE(ACCUMULATORS, 1)
KERNEL field_sum(GLOBAL CONST double *RESTRICT values, GLOBAL double *RESTRICT sums, long cells, long size,
                 long chunks, long columns)
{
    FOR_GROUPS(b, chunks * columns)
    SHARED double s[ACCUMULATORS];
    const long column = b / chunks, chunk = b % chunks;
    FOR_FLAT (j, ACCUMULATORS) {
        double v = 0.0;
        for (long i = j; i < size; i += ACCUMULATORS) {
            const long c = chunk * size + i;
            if (c < cells)
                v += values[column * cells + c];
        }
        s[j] = v;
    }
    BARRIER;
    FOLD_SUM(s, ACCUMULATORS)
    FOR_FLAT (j, 1) {
        sums[b] = s[0];
    }
    END_GROUPS
}

/* out[i] = the values of the cell in slot where[i] of the current state, [places][values]; a pack of the
 * state has 2^pack_bits cells. One group a cell. */
KERNEL_SHAPE(ACCUMULATORS, 1)
KERNEL field_gather(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST int *RESTRICT where,
                    GLOBAL real *RESTRICT out, GLOBAL CONST long *RESTRICT count, int values, int pack_bits,
                    long places)
{
    FOR_GROUPS(b, places)
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
    const int slot = where[b], lanes = 1 << pack_bits;
    const long own = (long)(slot >> pack_bits) * values * lanes + (slot & (lanes - 1));
    FOR_FLAT (i, values) {
        out[b * values + i] = from[own + (long)i * lanes];
    }
    END_GROUPS
}
