/* Kernel 2 of variable.h, which has the arrays and what the words stand for. */

/* Traces kept for a face: of both sides, or for the quasi-conservative form, whose flux is that of the jump,
 * one. */
#define SIDES (1 + CONSERVATIVE)
#define EDGE_VALUES (SIDES * TRACES > VARS ? SIDES * TRACES : VARS)
#define FLUX_BASE (NFACES * ORDER * EDGE_VALUES)
#if TENSOR
/* a warp has its own part; fluxes of modes stand as products take them, since EDGE_VALUES is VARS */
#undef TILED
#define TILED 1
#define TILE_AT(tile) (s + (tile) * (SIZE_BASE * TILE_LANES))
#define ROW_AT(base, i, values, l)                                                                           \
    (TILE_AT((l) / TILE_LANES) + ((base) + (i) * (values)) * TILE_LANES + EG_TILE_COLUMN(i, (l) % TILE_LANES))
#define APART TILE_LANES
#define CORRECT_THREADS (32 * LANES / TILE_LANES)
/* Sixteen warps; from order 6 on twelve, with 168 registers a thread: on an H200 21.8 instead of 19.9 G unknowns/s at
 * order 6, but 23.5 instead of 24.8 at order 4. */
#define CORRECT_RESIDENT ((ORDER < 6 ? 128 : 96) / LANES)
#else
#define ROW_AT(base, i, values, l) (s + ((base) + (i) * (values)) * LANES + (l))
#define APART LANES
#define CORRECT_THREADS (LANES * ADER_ROWS)
#define CORRECT_RESIDENT 2
#endif
#define E_AT(i, l) ROW_AT(0, i, EDGE_VALUES, l)
#define E(i, p, l) E_AT(i, l)[(p)*APART]
#define F_AT(i, l) ROW_AT(FLUX_BASE, i, VARS, l)
#define SIZE_BASE (FLUX_BASE + NFACES * EDGE_POINTS * VARS)
#define AT_FACE (MATERIALS + FACE_CONSTANTS)

/* The flux at a point of a face for the jump from the cell's own trace: it is linear in both traces, and that of
 * (u, u) is taken off. */
FUNCTION phys_state flux_of_jump(phys_material material, phys_face constants, real nx, real ny,
                                 phys_waves jump, int right)
{
    phys_waves left, beyond;
#define SIDE(p)                                                                                              \
    left.v##p = right ? jump.v##p : R(0.0);                                                                  \
    beyond.v##p = right ? R(0.0) : jump.v##p;
    EACH_TRACE(SIDE)
#undef SIDE
    return phys_flux(material, constants, nx, ny, left, beyond);
}
/* Of face f, whose point is number i of the cell's. */
#define RIGHT_SIDE(f, l) ((own_side[(f)*LANES + (l)] ^ turned) & FACE_RIGHT)
#define FLUX_CONSTANTS(f, i, l)                                                                              \
    phys_load_material(own_medium + (i) * (AT_FACE * LANES) + (l), LANES),                                   \
        phys_load_face(own_medium + (i) * (AT_FACE * LANES) + (l) + MATERIALS * LANES, LANES),               \
        own_face[(f) * (EDGES * LANES) + (l)], own_face[(f) * (EDGES * LANES) + (l) + LANES]
#define FLUX_SCALE(f, m, l) (TURNED(f, m, l, -dt) * own_face[(f) * (EDGES * LANES) + (l) + 2 * LANES])
/* The lane of a warp whose term of a product a thread has. */
#define LANE_OF_TERM (EG_THREAD / 32 * TILE_LANES + EG_LANE_OF_TERM)

/* Kernel 2: gathers the traces, and adds the fluxes to the state; leaves the rate of each block, which is
 * huge where a value is not finite. */
KERNEL_SHAPE(CORRECT_THREADS, CORRECT_RESIDENT)
KERNEL ader_correct_variable(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST real *RESTRICT lift,
                             GLOBAL CONST real *RESTRICT line, GLOBAL CONST int *RESTRICT degree,
#if TENSOR
                             GLOBAL CONST real *RESTRICT tiles,
#endif
                             GLOBAL CONST real *RESTRICT cell, GLOBAL CONST real *RESTRICT face,
                             GLOBAL CONST real *RESTRICT medium, GLOBAL CONST int *RESTRICT there,
                             GLOBAL CONST int *RESTRICT side, GLOBAL CONST real *RESTRICT trace,
                             GLOBAL CONST double *RESTRICT factor, GLOBAL CONST double *RESTRICT clock,
                             GLOBAL CONST long *RESTRICT count, GLOBAL real *RESTRICT part,
                             GLOBAL CONST int *RESTRICT order, int first_block, long first_trace,
                             int from_group, long blocks)
{
    FOR_PARTITION_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    SHARED real s[(SIZE_BASE + MODES) * LANES];
    GLOBAL real *to = count[COUNT_PARITY] ? q0 : q1;
    const double dt64 = clock[CLOCK_DT];
    const real dt = R(dt64);
    const long own = ((long)b + first_block) * (VARS * MODES * LANES);
    GLOBAL CONST real *own_cell = cell + (long)b * (CELL_CONSTANTS * LANES);
    GLOBAL CONST real *own_face = face + (long)b * (NFACES * EDGES * LANES);
    GLOBAL CONST int *own_side = side + (long)b * (NFACES * LANES);
    GLOBAL CONST int *own_there = there + (long)b * (NFACES * LANES);
    GLOBAL CONST real *own_medium = medium + (long)b * (NFACES * EDGE_POINTS * AT_FACE * LANES);
    TILES_FROM(tiles)
    /* where g is negative in the mean, upwind is the other side */
#if FACTOR
    const int turned = factor[ORDER] < 0.0 ? FACE_RIGHT : 0;
#else
    const int turned = 0;
#endif

    FOR_ITEMS (i, NFACES * ORDER) {
        const int f = i / ORDER, m = i % ORDER;
        FOR_LANES (l) {
            const int at = f * (EDGES * LANES) + l;
            const trace_offset offset = (trace_offset)first_trace + TRACE_PLACE((trace_offset)b, i, l);
            const trace_offset other = THERE_OFFSET(own_there[f * LANES + l]) + m * TRACE_STEP;
            const int kind = own_side[f * LANES + l];
            const int right = (kind ^ turned) & FACE_RIGHT, boundary = kind & ~FACE_RIGHT;
            const phys_waves w = load_waves(trace, offset);
            phys_waves v = load_waves(trace, other);
            const phys_waves ghost = phys_ghost(own_face[at], own_face[at + LANES], boundary, w);
#if CONSERVATIVE
#define STORE(p)                                                                                             \
    v.v##p = boundary ? ghost.v##p : v.v##p;                                                                 \
    E(i, p, l) = right ? v.v##p : w.v##p;                                                                    \
    E(i, TRACES + p, l) = right ? w.v##p : v.v##p;
#else
#define STORE(p)                                                                                             \
    v.v##p = boundary ? ghost.v##p : v.v##p;                                                                 \
    E(i, p, l) = v.v##p - w.v##p;
#endif
            EACH_TRACE(STORE)
#undef STORE
        }
    }
    BARRIER;
#if TENSOR
    ROLLED
    for (int f = 0; f < NFACES; f++) {
        GLOBAL CONST real *by = line;
        FOR_TILES(tile, EDGE_POINTS)
        {
            real jumps[1][TRACES][4] = {};
            eg_tile_product_of(jumps, by, 0, ORDER, [f](int m) {
                LOCAL CONST real *at = E_AT(f * ORDER + m, LANE_OF_TERM);
                return [at](int p) { return at[p * APART]; };
            });
            EACH_OF_TILE(q, tile, EDGE_POINTS)
            {
                const int i = f * EDGE_POINTS + q;
                FOR_LANES (l) {
                    phys_waves jump;
#define TAKE(p) jump.v##p = jumps[0][p][half_of_tile * 2 + 2 - l_left];
                    EACH_TRACE(TAKE)
#undef TAKE
                    phys_put(F_AT(i, l), APART,
                             flux_of_jump(FLUX_CONSTANTS(f, i, l), jump, RIGHT_SIDE(f, l)));
                }
            }
        }
    }
    BARRIER;
    ROLLED
    for (int f = 0; f < NFACES; f++) {
        GLOBAL CONST real *by = line + TILES_OF(EDGE_POINTS) * ((ORDER + 3) / 4 * 64);
        real fluxes[1][VARS][4] = {};
        eg_tile_product_of(fluxes, by, 0, EDGE_POINTS, [f](int q) {
            LOCAL CONST real *at = F_AT(f * EDGE_POINTS + q, LANE_OF_TERM);
            return [at](int p) { return at[p * APART]; };
        });
        EACH_OF_TILE(m, 0, ORDER)
        {
            FOR_LANES (l) {
                phys_put(E_AT(m * NFACES + f, l), APART,
                         phys_scaled(FLUX_SCALE(f, m, l), phys_of_tile(fluxes[0], half_of_tile, 2 - l_left)));
            }
        }
    }
#else
    FOR_ITEMS (i, NFACES * EDGE_POINTS) {
        const int f = i / EDGE_POINTS, q = i % EDGE_POINTS;
        FOR_LANES (l) {
#if CONSERVATIVE
            phys_waves left, beyond;
#define BEGIN(p) left.v##p = beyond.v##p = R(0.0);
#define TERM(p)                                                                                              \
    left.v##p = FMA(x, E(f * ORDER + m, p, l), left.v##p);                                                   \
    beyond.v##p = FMA(x, E(f * ORDER + m, TRACES + p, l), beyond.v##p);
#else
            phys_waves jump;
#define BEGIN(p) jump.v##p = R(0.0);
#define TERM(p) jump.v##p = FMA(x, E(f * ORDER + m, p, l), jump.v##p);
#endif
            EACH_TRACE(BEGIN)
            int m = 0;
            do {
                const real x = line[q * ORDER + m];
                EACH_TRACE(TERM)
            } while (++m < ORDER);
#undef BEGIN
#undef TERM
#if CONSERVATIVE
            phys_put(F_AT(i, l), APART, phys_flux(FLUX_CONSTANTS(f, i, l), left, beyond));
#else
            phys_put(F_AT(i, l), APART, flux_of_jump(FLUX_CONSTANTS(f, i, l), jump, RIGHT_SIDE(f, l)));
#endif
        }
    }
    BARRIER;
    TRACE_TURNS
    FOR_ITEMS (i, NFACES * ORDER) {
        const int f = i / ORDER, m = i % ORDER;
        FOR_LANES (l) {
            phys_state flux = phys_nothing();
            int q = 0;
            do {
                const real x = line[EDGE_POINTS * ORDER + m * EDGE_POINTS + q];
                flux = phys_add_scaled(x, phys_take(F_AT(f * EDGE_POINTS + q, l), APART), flux);
            } while (++q < EDGE_POINTS);
            phys_put(E_AT(m * NFACES + f, l), APART, phys_scaled(FLUX_SCALE(f, m, l), flux));
        }
    }
#endif
    BARRIER;
#define FLUX_AT(i, l) E_AT(i, l)
#define FLUX_STEP (EDGE_VALUES * LANES)
#define SIZES SIZE_BASE
    LIFT_FLUXES
    END_GROUPS
}
#if TENSOR
#undef TILED
#define TILED 0
#endif
