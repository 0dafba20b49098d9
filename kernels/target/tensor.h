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

/* Adds to a tile of 16 rows those of MATRICES matrices times the same N sets of lanes: set p of row k stands
 * at rows[(k * N + p) * TILE_LANES + EG_TILE_COLUMN(k, lane)]. The terms are the last of rows [first, end); as
 * many as are missing to a multiple of four lie in front of them, and have zeros in the matrix. `fragment` is
 * where the matrices stand as eg_tiles_fill() (element/tiles.h) lays them out, and goes on behind them. */
template <int MATRICES, int N>
FUNCTION void eg_tile_product(real (&sum)[MATRICES][N][4], const real *__restrict__ &fragment,
                              const real *rows, int first, int end)
{
    const int steps = (end - first + 3) / 4;
    int row = end - 4 * steps + EG_OF_WARP % 4;
    const real *column = rows + EG_TILE_COLUMN(row, EG_LANE_OF_COLUMN(EG_OF_WARP / 4));
    _Pragma("unroll") for (int step = 0; step < steps; step++, row += 4)
    {
        double2 a[MATRICES];
        _Pragma("unroll") for (int i = 0; i < MATRICES; i++, fragment += 64) a[i] =
            ((const double2 *)fragment)[EG_OF_WARP];
        _Pragma("unroll") for (int p = 0; p < N; p++)
        {
            const real b = column[((row > 0 ? row : 0) * N + p) * TILE_LANES];
            _Pragma("unroll") for (int i = 0; i < MATRICES; i++) eg_tile_add(sum[i][p], a[i], b);
        }
    }
}

#endif
