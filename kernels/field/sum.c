// check: LANES=1
#include "field/pieces.h"

/* sums[column * pieces + piece] = the sum of a piece of column `column` of values[columns][cells]. One group a
 * piece and column. */
KERNEL_SHAPE(STRANDS, 1)
KERNEL field_sum(GLOBAL CONST double *RESTRICT values, GLOBAL double *RESTRICT sums, long cells,
                 long pieces, long columns)
{
    FOR_GROUPS(b, pieces * columns)
    SHARED double s[STRANDS];
    const long column = b / pieces, piece = b % pieces;
    FOR_FLAT (j, STRANDS) {
        double v = 0.0;
        for (int i = 0; i < PIECE / STRANDS; i++) {
            const long c = piece * PIECE + i * STRANDS + j;
            if (c < cells)
                v += values[column * cells + c];
        }
        s[j] = v;
    }
    BARRIER;
    FOLD_SUM(s, STRANDS)
    FOR_FLAT (j, 1) {
        sums[b] = s[0];
    }
    END_GROUPS
}
