// check: LANES=1
#include "field/chunks.h"

/* sums[column * chunks + chunk] = the sum of a chunk of column `column` of values[columns][cells]. One group a
 * chunk and column. */
KERNEL_SHAPE(ACCUMULATORS, 1)
KERNEL field_sum(GLOBAL CONST double *RESTRICT values, GLOBAL double *RESTRICT sums, long cells,
                 long chunks, long columns)
{
    FOR_GROUPS(b, chunks * columns)
    SHARED double s[ACCUMULATORS];
    const long column = b / chunks, chunk = b % chunks;
    FOR_FLAT (j, ACCUMULATORS) {
        double v = 0.0;
        for (int i = 0; i < CHUNK / ACCUMULATORS; i++) {
            const long c = chunk * CHUNK + i * ACCUMULATORS + j;
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
