/* Products of small matrices by the tensor cores of Hopper (sm_90) in double precision, for target/cuda.h.
 * Each entry is the chain
 *
 *   c = 0, then c = fma(a_k, b_k, c) with k ascending
 *
 * as a loop has it, rounded at each step. A term whose a_k is 0 changes nothing at the front of the chain,
 * where c is +0 and b_k is finite; later it may make a +0 of a -0. So a tile whose terms are not a multiple
 * of four has its zeros in front, and where rows of a matrix end with zeros all targets take -0 as +0. */
#ifndef EG_TARGET_TENSOR_H
#define EG_TARGET_TENSOR_H

/* sum[16][8] += a[16][4] b[4][8]. Thread t of the warp has rows t / 4 and t / 4 + 8 of column t % 4 of a, row
 * t % 4 of column t / 4 of b, and of the sum rows t / 4 (0, 1) and t / 4 + 8 (2, 3) of columns 2 (t % 4) and
 * the next. */
FUNCTION void eg_tile_add(real (&sum)[4], double2 a, real b)
{
    asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
        : "+d"(sum[0]), "+d"(sum[1]), "+d"(sum[2]), "+d"(sum[3])
        : "d"(a.x), "d"(a.y), "d"(b));
}

/* The lane that is column c of a product: the two of a thread are four apart, so that four threads have lanes
 * side by side in memory. */
#define EG_LANE_OF_COLUMN(c) ((c) / 2 + (c) % 2 * 4)
/* Where a lane of row `row` stands among TILE_LANES: what half a warp reads or writes at once lies in
 * different banks where a row has an odd number of such sets. */
#define EG_TILE_COLUMN(row, lane) ((lane) ^ ((row)&2) * 3)
/* A row of n sets of lanes that begins at `sets`, as a thread that has `lane` reads or writes it: set p at
 * TILE_SET(row, p). Where n is even, odd rows have the sets of a pair the other way round, for the banks. */
typedef struct tile_row {
    real *even, *odd;
} tile_row;
#define TILE_SET(row, p) ((p) % 2 ? (row).odd : (row).even)[(p)*TILE_LANES]
FUNCTION tile_row eg_tile_row(real *sets, int row, int n, int lane)
{
    real *at = sets + (row * n * TILE_LANES + EG_TILE_COLUMN(row, lane));
    const int apart = n % 2 ? 0 : (row & 1) * TILE_LANES;
    return {at + apart, at - apart};
}

/* Adds to a tile of 16 rows those of MATRICES matrices times the same N sets of columns: columns_of(k)(p) is
 * row k of set p in the lane EG_LANE_OF_TERM. The terms are the last of rows [first, end); as many as are
 * missing to a multiple of four lie in front of them, have zeros in the matrix, and take row 0 in their place.
 * `fragment` is where the matrices stand as eg_tiles_fill() (element/tiles.h) lays them out, and goes on
 * behind them. Of the matrices the first `used` are taken. */
#define EG_LANE_OF_TERM EG_LANE_OF_COLUMN(EG_OF_WARP / 4)
template <int MATRICES, int N, typename columns>
FUNCTION void eg_tile_product_of(real (&sum)[MATRICES][N][4], const real *__restrict__ &fragment, int first,
                                 int end, columns columns_of, int used = MATRICES)
{
    const int steps = (end - first + 3) / 4;
    int row = end - 4 * steps + EG_OF_WARP % 4;
    _Pragma("unroll") for (int step = 0; step < steps; step++, row += 4)
    {
        const auto column = columns_of(step > 0 || (end - first) % 4 == 0 || row > 0 ? row : 0);
        double2 a[MATRICES];
        _Pragma("unroll") for (int i = 0; i < MATRICES; i++, fragment += 64) if (i < used) a[i] =
            ((const double2 *)fragment)[EG_OF_WARP];
        _Pragma("unroll") for (int p = 0; p < N; p++)
        {
            const real b = column(p);
            _Pragma("unroll") for (int i = 0; i < MATRICES; i++) if (i < used)
                eg_tile_add(sum[i][p], a[i], b);
        }
    }
}
/* The same of N sets of lanes in memory. */
template <int MATRICES, int N>
FUNCTION void eg_tile_product(real (&sum)[MATRICES][N][4], const real *__restrict__ &fragment, real *sets,
                              int first, int end, int used = MATRICES)
{
    eg_tile_product_of(
        sum, fragment, first, end,
        [sets](int k) {
            const tile_row row = eg_tile_row(sets, k, N, EG_LANE_OF_TERM);
            return [row](int p) { return TILE_SET(row, p); };
        },
        used);
}

/* Tiles of n items; the items k of a tile that are below n and that this thread has, in a `half_of_tile` each:
 * of each it has the two lanes of FOR_LANES. */
#define FOR_TILES(tile, n) _Pragma("unroll") for (int tile = 0; tile < (n); tile += TILE_ROWS)
#define EACH_OF_TILE(k, tile, n)                                                                             \
    _Pragma("unroll") for (int half_of_tile = 0, k = tile + EG_ITEM; half_of_tile < 2;                       \
                           half_of_tile++, k += 8) if (k < (n))

/* The same of pairs of products, whose two matrices share a tile: eight items of each. A thread has the entries
 * 0, 1 of the first and 2, 3 of the second. */
#define FOR_PAIR_TILES(tile, n) _Pragma("unroll") for (int tile = 0; tile < (n); tile += TILE_ROWS / 2)
#define EACH_OF_PAIR_TILE(k, tile, n) if (const int k = tile + EG_ITEM; k < (n))

#endif
