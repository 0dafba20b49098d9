/* Rows of a sparse matrix in blocks of LANES (SELL with C = LANES, rows in their own order). ITEMS blocks to
 * a group.
 *
 *   first  [blocks + 1]      the first slice of a block; a slice holds the k-th entry of each of its rows
 *   column [slices][LANES]   ascending along a row; -1: the row has ended
 *   value  [slices][LANES]
 *
 * A row's sum is one chain of multiply-adds in ascending columns; what pads a row is left aside by a
 * select. */

/* Groups of ITEMS blocks. */
#define SELL_GROUPS(blocks) (((blocks) + ITEMS - 1) / ITEMS)

/* For each block `b` of group `g`, of the rows that item `i` has. */
#define FOR_BLOCKS(i, b, g, blocks)                                                                          \
    FOR_ITEMS (i, ITEMS)                                                                                     \
        for (long b = (g)*ITEMS + i; b < (blocks) && b < (g)*ITEMS + i + 1; b++)

/* sum, PRIVATE(real, sum, 1), goes on along the rows of block b: sum + (SIGN value) x. */
#define SELL_SUM(sum, i, b, SIGN, x)                                                                         \
    for (long k = first[b]; k < first[(b) + 1]; k++) {                                                       \
        FOR_LANES (l) {                                                                                      \
            const int c = column[k * LANES + l];                                                             \
            const real so_far = PRIVATE_AT(sum, i, l, 0);                                                    \
            const real next = FMA(SIGN value[k * LANES + l], x[c < 0 ? 0 : c], so_far);                      \
            PRIVATE_AT(sum, i, l, 0) = c < 0 ? so_far : next;                                                \
        }                                                                                                    \
    }
