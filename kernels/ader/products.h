/* Sums over modes: entries of products of a matrix of the reference cell with the modes of a block, for
 * ader/step.h. They are chains from 0 in the order of the modes, on every device: of loops, an item and lane
 * at a time; or, with TENSOR, of tensor cores (target/tensor.h), a tile of 16 items and 8 lanes at a time.
 *
 *   FOR_TILES (tile, n) {              items [0, n), shared out
 *       TILE_SUMS(base, first, end)    with TENSOR the sums of the tile, over modes [first, end) of the half
 *                                      of the work array at mode `base`; the matrices come from TILES_FROM
 *                                      in the order in which they are wanted
 *       EACH_OF_TILE (k, tile, n) {
 *           FOR_LANES (l) {
 *               SUM_OF(k, l, ...)      the sum of item k and lane l
 *
 * FOR_PAIR_TILES, TILE_PAIRS, EACH_OF_PAIR_TILE and PAIR_OF are the same with two matrices, of which a tile has
 * eight items each; TILE_ADDED and SUM_ADDED add the sum to LOAD, an expression of k and l.
 *
 * Modes are sorted by degree, and a derivative has lower ones than what it is of: a tile leaves out terms that
 * are 0 for all its items. */
#ifndef EG_KERNELS_ADER_PRODUCTS_H
#define EG_KERNELS_ADER_PRODUCTS_H

typedef struct phys_pair {
    phys_state a, b;
} phys_pair;

/* -0 as +0, where tensor cores may take the product: their zeros in front of a chain or behind it may change
 * the sign of a zero, and loops leave them out. */
FUNCTION phys_state phys_positive_zero(phys_state u)
{
#ifndef EG_F32
#define POSITIVE(p) u.v##p = u.v##p + R(0.0);
    EACH_VAR(POSITIVE)
#undef POSITIVE
#endif
    return u;
}

#if TENSOR
#define TILES_FROM(array) const real *fragment = array;
#define TILE_SUMS(base, first, end)                                                                          \
    real sum_of_tile[1][VARS][4] = {};                                                                       \
    TILE_PRODUCT(base, first, end)
#define TILE_PRODUCT(base, first, end)                                                                       \
    eg_tile_product(sum_of_tile, fragment, TILE_AT(EG_THREAD / 32), (base) + (first), (base) + (end));       \
    BARRIER;
#define TILE_PAIRS(base, first, end) TILE_SUMS(base, first, end)
#define TILE_ADDED(k, l, n, LOAD, first, end)                                                                \
    real sum_of_tile[1][VARS][4] = {};                                                                       \
    EACH_OF_TILE(k, tile, n)                                                                                 \
    {                                                                                                        \
        FOR_LANES (l) {                                                                                      \
            give_to_tile(sum_of_tile[0], half_of_tile, 2 - l##_left, LOAD);                                  \
        }                                                                                                    \
    }                                                                                                        \
    TILE_PRODUCT(0, first, end)
FUNCTION void give_to_tile(real (&sum)[VARS][4], int half, int lane, phys_state u)
{
#define GIVE(p) sum[p][half * 2 + lane] = u.v##p;
    EACH_VAR(GIVE)
#undef GIVE
}
#define SUM_OF(k, l, row, modes, first, end) phys_of_tile(sum_of_tile[0], half_of_tile, 2 - l##_left)
#define SUM_ADDED(k, l, LOAD, row, modes, step, first, end) SUM_OF(k, l, row, modes, first, end)
FUNCTION phys_pair pair_of_tile(const real (&sum)[VARS][4], int lane)
{
    return {phys_of_tile(sum, 0, lane), phys_of_tile(sum, 1, lane)};
}
#define PAIR_OF(k, l, row, apart, modes, first, end) pair_of_tile(sum_of_tile[0], 2 - l##_left)
/* Of mode k. */
FUNCTION int degree_of(int k)
{
    return k < 1    ? 0
           : k < 3  ? 1
           : k < 6  ? 2
           : k < 10 ? 3
           : k < 15 ? 4
           : k < 21 ? 5
           : k < 28 ? 6
           : k < 36 ? 7
           : k < 45 ? 8
           : k < 55 ? 9
           : k < 66 ? 10
                    : 11;
}
#define MODES_OF_DEGREES(d) ((d) * ((d) + 1) / 2) /* below d */
/* Where the terms of a tile of derivatives begin, and where those of a tile of volume terms end: of the pairs of
 * n items from `tile` on. */
#define FIRST_TERM(tile) MODES_OF_DEGREES(degree_of(tile) + 1)
#define END_OF_TERMS(tile, n) MODES_OF_DEGREES(degree_of((tile) + 8 < (n) ? (tile) + 7 : (n)-1))
#define UNROLL_TILES _Pragma("unroll")
#else
#define TILES_FROM(array)
#define FOR_TILES(tile, n) FOR_ITEMS (tile, n)
#define FOR_PAIR_TILES(tile, n) FOR_ITEMS (tile, n)
#define EACH_OF_TILE(k, tile, n) const int k = tile;
#define EACH_OF_PAIR_TILE(k, tile, n) const int k = tile;
#define TILE_PAIRS(base, first, end)
#define TILE_SUMS(base, first, end)
#define TILE_ADDED(k, l, n, LOAD, first, end)
#define UNROLL_TILES
/* At least one term: a loop that may be empty is not vectorised over lanes. `row` is where the row of the
 * matrix begins, `modes` where mode 0 of the lane stands; the next is `step` away. */
FUNCTION phys_state added(phys_state sum, GLOBAL CONST real *row, LOCAL CONST real *modes, int step,
                          int first, int end)
{
    int j = first;
    do {
        sum = phys_add_scaled(row[j], phys_take(modes + j * step, LANES), sum);
    } while (++j < end);
    return sum;
}
#define SUM_OF(k, l, row, modes, first, end) added(phys_nothing(), row, modes, VARS *LANES, first, end)
#define SUM_ADDED(k, l, LOAD, row, modes, step, first, end) added(LOAD, row, modes, step, first, end)
/* The second matrix stands MODES rows behind the first; `apart` is between terms of a row. */
FUNCTION phys_pair pair_of(GLOBAL CONST real *row, int apart, LOCAL CONST real *modes, int first, int end)
{
    phys_pair sum;
    sum.a = sum.b = phys_nothing();
    int j = first;
    do {
        const phys_state w = phys_take(modes + j * VARS * LANES, LANES);
        sum.a = phys_add_scaled(row[j * apart], w, sum.a);
        sum.b = phys_add_scaled(row[MODES * MODES + j * apart], w, sum.b);
    } while (++j < end);
    return sum;
}
#define PAIR_OF(k, l, row, apart, modes, first, end) pair_of(row, apart, modes, first, end)
#endif

#endif
