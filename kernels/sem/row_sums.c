// check: LANES=1
/* Sums up at each row of a vector what elements have left for it, and the lists by which it is summed: the
 * end of a preconditioner, and of what it restricts.
 *
 * Elements leave part[block][values][lanes], the value number v of element e at number v of block e / lanes;
 * lanes = 2^lane_bits. row[] of the same shape has the row that each is for, counted from `from`; -1: none.
 *
 *   first   [rows + 2] where the list of each row begins in index[], and behind them how long all are
 *   index   places in part[], of a row elements ascending, and of an element values ascending
 *   before  [groups of rows] how many places groups have; then how many those before them have
 *
 * While lists are made first[i + 2] counts the places of row i, then first[i + 1] is where its next one goes:
 * when all are entered that is where row i + 1 begins. index[] has e << value_bits | v in the place of a
 * place, so that numbers ascend as the list shall. Threads enter them in any order; then each list is
 * sorted. */
#include "field/scan.h"
#include "sem/groups.h"

/* The row of a value among those that are summed here; -1: it is not. */
FUNCTION long row_here(int row, long from, long rows)
{
    const long here = row - from;
    return row >= 0 && here >= 0 && here < rows ? here : -1;
}

/* 4 B a value, and as much for each that is counted. */
KERNEL_SHAPE(64, 8)
KERNEL rows_count(GLOBAL CONST int *RESTRICT row, GLOBAL int *RESTRICT first, long from, long rows,
                  long values, long groups)
{
    FOR_GROUPS(b, groups)
    FOR_FLAT (k, ROWS_OF_GROUP) {
        const long at = b * ROWS_OF_GROUP + k;
        if (at < values) {
            const long i = row_here(row[at], from, rows);
            if (i >= 0)
                COUNT_UP(&first[i + 2]);
        }
    }
    END_GROUPS
}

/* first[i + 2] = the places of the group's rows up to row i. 8 B a row. */
KERNEL_SHAPE(ROWS_OF_GROUP, 4)
KERNEL rows_add(GLOBAL int *RESTRICT first, GLOBAL int *RESTRICT before, long rows, long groups)
{
    FOR_GROUPS(b, groups)
    SHARED int sum[2 * ROWS_OF_GROUP];
    FOR_FLAT (k, ROWS_OF_GROUP) {
        const long i = b * ROWS_OF_GROUP + k;
        sum[k] = 0;
        if (i < rows)
            sum[k] = first[i + 2];
    }
    BARRIER;
    SCAN_SUMS(sum, found, ROWS_OF_GROUP)
    FOR_FLAT (k, ROWS_OF_GROUP) {
        const long i = b * ROWS_OF_GROUP + k;
        if (i < rows)
            first[i + 2] = sum[found + k];
        if (k == ROWS_OF_GROUP - 1)
            before[b] = sum[found + k];
    }
    END_GROUPS
}

/* From the group's places to all. 8 B a row. */
KERNEL_SHAPE(64, 8)
KERNEL rows_place(GLOBAL CONST int *RESTRICT before, GLOBAL int *RESTRICT first, long rows, long groups)
{
    FOR_GROUPS(b, groups)
    FOR_FLAT (k, ROWS_OF_GROUP) {
        const long i = b * ROWS_OF_GROUP + k;
        if (i < rows)
            first[i + 2] += before[b];
    }
    END_GROUPS
}

/* 4 B a value, and 12 B for each that is entered. */
KERNEL_SHAPE(64, 8)
KERNEL rows_enter(GLOBAL CONST int *RESTRICT row, GLOBAL int *RESTRICT first, GLOBAL int *RESTRICT index,
                  long from, long rows, int values, int value_bits, int lanes, long blocks)
{
    FOR_GROUPS(b, blocks)
    for (int l = 0; l < lanes; l++) {
        FOR_FLAT (v, values) {
            const long i = row_here(row[(b * values + v) * lanes + l], from, rows);
            if (i >= 0) {
                const int at = COUNT_UP(&first[i + 1]);
                index[at] = (int)((uint)(b * lanes + l) << value_bits | (uint)v);
            }
        }
    }
    END_GROUPS
}

/* 8 B a place. */
KERNEL_SHAPE(64, 8)
KERNEL rows_sort(GLOBAL CONST int *RESTRICT first, GLOBAL int *RESTRICT index, int values, int value_bits,
                 int lane_bits, long rows, long groups)
{
    FOR_GROUPS(b, groups)
    const uint value = (1u << value_bits) - 1u, lane = (1u << lane_bits) - 1u;
    FOR_FLAT (k, ROWS_OF_GROUP) {
        const long i = b * ROWS_OF_GROUP + k;
        if (i < rows) {
            const int begin = first[i], end = first[i + 1];
            for (int n = begin + 1; n < end; n++) {
                const uint moved = (uint)index[n];
                int to = n;
                for (; to > begin && (uint)index[to - 1] > moved; to--)
                    index[to] = index[to - 1];
                index[to] = (int)moved;
            }
            for (int n = begin; n < end; n++) {
                const uint e = (uint)index[n] >> value_bits, v = (uint)index[n] & value;
                index[n] = (int)(((e >> lane_bits) * (uint)values + v) << lane_bits | (e & lane));
            }
        }
    }
    END_GROUPS
}

/* weight = 1 / sqrt(the places of a row), rounded once; 0 where it has none. 12 B a row. */
KERNEL_SHAPE(64, 8)
KERNEL rows_weigh(GLOBAL CONST int *RESTRICT first, GLOBAL real *RESTRICT weight, long rows, long groups)
{
    FOR_GROUPS(b, groups)
    FOR_FLAT (k, ROWS_OF_GROUP) {
        const long i = b * ROWS_OF_GROUP + k;
        if (i < rows) {
            const int many = first[i + 1] - first[i];
            weight[i] = many > 0 ? R(1.0 / SQRT64(many)) : R(0.0);
        }
    }
    END_GROUPS
}

/* y_i = ((0 + part[index[first_i]]) + part[index[first_i + 1]]) + ... up to first_(i+1): i < rows. Per row 4
 * B and 8 B written, 12 B a contribution. */
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
