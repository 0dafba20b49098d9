// check: LANES=1
/* Sums up at each row of a vector what elements have left for it: the end of a preconditioner, and of what it
 * restricts. */
#include "sem/groups.h"

/* y_i = ((0 + part[place[first_i]]) + part[place[first_i + 1]]) + ... up to first_(i+1), elements ascending:
 * i < rows. Per row 4 B and 8 B written, 12 B a contribution. */
KERNEL_SHAPE(64, 8)
KERNEL sem_row_sums(GLOBAL CONST real *RESTRICT part, GLOBAL CONST int *RESTRICT first,
                    GLOBAL CONST int *RESTRICT index, GLOBAL real *RESTRICT y, long rows, long groups)
{
    FOR_GROUPS(b, groups)
    FOR_FLAT (k, ROWS_OF_GROUP) {
        const long i = b * ROWS_OF_GROUP + k;
        if (i < rows) {
            real value = R(0.0);
            for (int c = first[i]; c < first[i + 1]; c++)
                value += part[index[c]];
            y[i] = value;
        }
    }
    END_GROUPS
}
