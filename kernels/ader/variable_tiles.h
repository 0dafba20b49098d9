/* Kernel 1 of variable.h by tensor cores (target/tensor.h), in double precision, of waves (BY_TERMS). A warp has
 * TILE_LANES cells, and each of its threads the entries of products of two of them. Points go TILE_ROWS at a
 * time: the terms there stay in the registers of a thread, which finds the rates; these go through the work
 * array to the sums of modes, which a thread keeps to the end of the stage.
 *
 *   tiles       [material at the points of stages; derivatives in pairs (products.h); of each 16 of these
 *               points: values, tests; of each 16 points of the last stage: material, values, tests; traces] as
 *               eg_tiles_fill() lays matrices out (element/tiles.h). Points and modes that are missing to a
 *               multiple of 16 have zeros
 *
 * The work array of a warp, in rows of TILE_LANES: the modes of the state, which become those of the mean; U_r,
 * then its terms; rates at 16 points. */
#undef TILED
#define TILED 1

#define TILES_OF(rows) (((rows) + TILE_ROWS - 1) / TILE_ROWS)
#define LOWER_MODES MODES_OF(1)
#define NEWEST_AT (MODES * VARS)
#define RATES_AT (NEWEST_AT + LOWER_MODES * VARS)
#define WARP_ROWS (RATES_AT + TILE_ROWS * VARS)
#define SLOPE_VALUES(tile) ((MODES - FIRST_TERM(tile) + 3) / 4 * 64) /* of 8 derivatives in pairs */
#define MEDIUM_VALUES ((MODES_M + 3) / 4 * 64)                       /* of 16 points */
#define TERM_VALUES ((LOWER_MODES + 3) / 4 * 64)
#define TEST_VALUES (TILE_ROWS / 4 * TILES_OF(MODES) * 64)
#define TILE_AT(tile) (s + (tile) * (WARP_ROWS * TILE_LANES))
/* The row of a thread's lane l. */
#define ROW(part, k) eg_tile_row(work + (part)*TILE_LANES, (k), VARS, l % TILE_LANES)
#define PUT_ROW(row, u)                                                                                      \
    {                                                                                                        \
        const tile_row at_row = row;                                                                         \
        const phys_state of_row = u;                                                                         \
        EACH_VAR(PUT_IN_ROW)                                                                                 \
    }
#define PUT_IN_ROW(p) TILE_SET(at_row, p) = of_row.v##p;
/* The material that a thread keeps of its points. */
#define KEPT(tile, lane, p)                                                                                  \
    kept[((((tile)*2 + half_of_tile) * 2 + (lane)) * MATERIALS + (p)) * EG_THREADS + EG_THREAD]

KERNEL_SHAPE(32 * LANES / TILE_LANES, 64 / LANES)
KERNEL ader_predict_tiles(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST real *RESTRICT tiles,
                          GLOBAL CONST real *RESTRICT cell, GLOBAL CONST real *RESTRICT material,
                          GLOBAL CONST real *RESTRICT face, GLOBAL CONST int *RESTRICT side,
                          GLOBAL real *RESTRICT trace, GLOBAL CONST double *RESTRICT clock,
                          GLOBAL CONST long *RESTRICT count, int first_block, long first_trace, long blocks)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    SHARED real s[WARP_ROWS * LANES];
    SHARED real kept[TILES_OF(STAGE_POINTS) * TILE_ROWS * MATERIALS * LANES];
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
    GLOBAL real *to = count[COUNT_PARITY] ? q0 : q1;
    const double dt64 = clock[CLOCK_DT];
    const real dt = R(dt64);
    const long own = (b + first_block) * (VARS * MODES * LANES);
    GLOBAL CONST real *own_material = material + (long)b * (MATERIALS * MODES_M * LANES);
    GLOBAL CONST real *own_cell = cell + (long)b * (CELL_CONSTANTS * LANES);
    GLOBAL CONST real *own_face = face + (long)b * (NFACES * EDGES * LANES);
    GLOBAL CONST int *own_side = side + (long)b * (NFACES * LANES);
    LOCAL real *work = TILE_AT(EG_THREAD / 32);
    TILES_FROM(tiles)

    /* the material at the points of stages; the last one finds its own */
    const auto material_at = [own_material](int j) {
        GLOBAL CONST real *row = own_material + j * LANES + EG_THREAD / 32 * TILE_LANES + EG_LANE_OF_TERM;
        return [row](int p) { return row[p * MODES_M * LANES]; };
    };
    ROLLED
    for (int tile = 0; tile < TILES_OF(STAGE_POINTS); tile++) {
        real medium[1][MATERIALS][4] = {};
        eg_tile_product_of(medium, fragment, 0, MODES_M, material_at);
        EACH_OF_TILE(i, 0, TILE_ROWS)
        {
            FOR_LANES (l) {
#define KEEP(p) KEPT(tile, 2 - l_left, p) = medium[0][p][half_of_tile * 2 + 2 - l_left];
                EACH_MATERIAL(KEEP)
#undef KEEP
            }
        }
    }

    cell_metric metric[2];
    FOR_LANES (l) {
        metric[2 - l_left] = metric_of(own_cell, l);
    }
    FOR_ITEMS (k, MODES) {
        FOR_LANES (l) {
            PUT_ROW(ROW(0, k), phys_load(from + (own + k * LANES + l), MODES * LANES))
        }
    }
    BARRIER;

    /* the stages of variable_predict.h; zeros stand for modes that are missing to a multiple of four */
    GLOBAL CONST real *of_modes = fragment, *of_stage = of_modes;
    FOR_PAIR_TILES(tile, LOWER_MODES)
    {
        of_stage += SLOPE_VALUES(tile);
    }
    GLOBAL CONST real *of_end = of_stage + TILES_OF(STAGE_POINTS) * (TERM_VALUES + TEST_VALUES);
    UNROLL
    for (int r = 0; r < ORDER; r++) {
        const int ends = r == ORDER - 1, modes = ends ? MODES : MODES_OF(r),
                  rows = ends ? MODES : MODES_OF(r + 1);
        const int lower = ends ? LOWER_MODES : rows, end = MODES - (MODES - modes) / 4 * 4,
                  lower_end = LOWER_MODES - (LOWER_MODES - lower) / 4 * 4;
        const real scale = ends ? -dt : -dt / R(r + 1), weight = R(1.0) / R(r + 2);
        LOCAL real *of = work + (r == 0 || ends ? 0 : NEWEST_AT) * TILE_LANES;
        HIDDEN(again, 0) /* matrices are read anew at each stage: registers would not hold them */
        /* terms of a tile stand in place of modes of degrees that no later one takes */
        GLOBAL CONST real *of_tile = of_modes + again;
        FOR_PAIR_TILES(tile, lower)
        {
            real slope[1][VARS][4] = {};
            fragment = of_tile;
            eg_tile_product_of(slope, fragment, FIRST_TERM(tile), end, [of, modes](int k) {
                const tile_row row = eg_tile_row(of, k, VARS, EG_LANE_OF_TERM);
                return [row, k, modes](int p) { return k < modes ? TILE_SET(row, p) : R(0.0); };
            });
            of_tile += SLOPE_VALUES(tile);
            BARRIER;
            EACH_OF_PAIR_TILE(k, tile, lower)
            {
                FOR_LANES (l) {
                    const int lane = 2 - l_left;
                    PUT_ROW(ROW(NEWEST_AT, k), terms_of(metric[lane], pair_of_tile(slope[0], lane)))
                }
            }
        }
        BARRIER;
        real sum[TILES_OF(MODES)][VARS][4] = {};
        ROLLED
        for (int tile = 0; tile < TILES_OF(ends ? POINTS : STAGE_POINTS); tile++) {
            real there[1][VARS][4] = {}, medium[1][MATERIALS][4] = {};
            fragment = ends ? of_end + tile * (MEDIUM_VALUES + TERM_VALUES + TEST_VALUES)
                            : of_stage + again + tile * (TERM_VALUES + TEST_VALUES);
            GLOBAL CONST real *of_tests = fragment + (ends ? MEDIUM_VALUES : 0) + TERM_VALUES;
            if (ends) {
                eg_tile_product_of(medium, fragment, 0, MODES_M, material_at);
            }
            eg_tile_product_of(there, fragment, 0, lower_end, [work, lower](int k) {
                const tile_row row = eg_tile_row(work + NEWEST_AT * TILE_LANES, k, VARS, EG_LANE_OF_TERM);
                return [row, k, lower](int p) { return k < lower ? TILE_SET(row, p) : R(0.0); };
            });
            EACH_OF_TILE(i, 0, TILE_ROWS)
            {
                FOR_LANES (l) {
                    const int lane = 2 - l_left;
                    phys_material m;
#define LOAD(p) m.v##p = ends ? medium[0][p][half_of_tile * 2 + lane] : KEPT(tile, lane, p);
                    EACH_MATERIAL(LOAD)
#undef LOAD
                    const phys_state e = phys_of_tile(there[0], half_of_tile, lane);
                    PUT_ROW(ROW(RATES_AT, i), phys_in_medium(m, phys_positive_zero(e)))
                }
            }
            BARRIER;
            eg_tile_product(sum, of_tests, work + RATES_AT * TILE_LANES, 0, TILE_ROWS, TILES_OF(rows));
            BARRIER;
        }
        UNROLL
        for (int tile = 0; tile < TILES_OF(rows); tile++)
            EACH_OF_TILE(k, tile * TILE_ROWS, rows)
            {
                FOR_LANES (l) {
                    const int lane = 2 - l_left;
                    const phys_state u =
                        phys_scaled(scale, phys_positive_zero(phys_of_tile(sum[tile], half_of_tile, lane)));
                    const long at = own + k * LANES + l;
                    if (ends) {
                        phys_store(to + at, MODES * LANES,
                                   phys_add_scaled(R(1.0), u, phys_load(from + at, MODES * LANES)));
                    } else {
                        const tile_row mean = ROW(0, k);
                        PUT_ROW(ROW(NEWEST_AT, k), u)
#define ADD(p) TILE_SET(mean, p) = FMA(weight, u.v##p, TILE_SET(mean, p));
                        EACH_VAR(ADD)
#undef ADD
                    }
                }
            }
        BARRIER;
    }

    fragment = of_end + TILES_OF(POINTS) * (MEDIUM_VALUES + TERM_VALUES + TEST_VALUES);
    STORE_TRACES
    END_GROUPS
}
#undef TILED
#define TILED 0
#undef TILE_AT
#undef ROW
