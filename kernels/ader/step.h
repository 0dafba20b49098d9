/* One step of ADER-DG with coefficients that are constant in each cell: two kernels, for any linear system
 *
 *   u_t + A u_x + B u_y = 0, or where REACTS = E u, of which IMPLICIT has another form (ader/implicit.h),
 *
 * whose point functions a header of kernels/physics has declared before (VARS, MATERIALS, TRACES,
 * FACE_CONSTANTS, phys_apply, phys_trace, phys_ghost, phys_flux, phys_react). Castro 2013, (21), (24), (26);
 * docs/theory/ader-dg.md and linear.md derive every expression.
 *
 * Constants of the program: ORDER, MODES = ORDER (ORDER + 1) / 2, NFACES, LANES, ITEMS = MODES, TRACE_BITS,
 * FAR.
 *
 * Arrays (b block of the type, l lane, slot the cell's place among all cells)
 *   q0, q1      state, taken in turn: [block][VARS][MODES][LANES] coefficients in an orthonormal basis whose
 *               modes are sorted by degree
 *   derivative  [2][MODES][MODES] D of the reference cell: (u_xi)_k = sum_l D_kl u_l
 *   edge        [NFACES][ORDER][MODES] mode m (Legendre) of the trace of mode l on a face; 0 where m is above
 *               the degree of l
 *   lift        [MODES][ORDER][NFACES] the same, in the order in which a mode takes the fluxes
 *   degree      [MODES][3] a mode's degree, the first mode of it, the first of the next degree
 *   cell        [b][4 + MATERIALS + 1][LANES] xi_x, xi_y, eta_x, eta_y (1/m), material, largest
 *               (2 ORDER - 1) speed / height (1/s)
 *   face        [b][NFACES][3 + FACE_CONSTANTS][LANES] normal in the face's own orientation, +- length / |J|
 *               (minus where the cell is the right one), constants of the flux
 *   there       [b][NFACES][LANES] where the trace of the neighbour begins in `trace` (THERE_PLACE); at a
 *               boundary the cell's own
 *   side        [b][NFACES][LANES] kind of the face, plus FACE_RIGHT where the cell is the right one
 *   trace       [pack][NFACES][ORDER][TRACES][lane of the pack], 1 << TRACE_BITS cells in a pack, one or
 *               LANES: mean over the step of what crosses a face, as modes along the face in its own
 *               orientation
 *
 * Both cells of a face evaluate phys_flux in the face's orientation on the same numbers. */
#include "time/clock.h"
#include "ader/products.h"

/* Rows of lanes in a group of threads: each takes every ADER_ROWS-th mode; and the groups that share a
 * multiprocessor. Measured on an H200 at order 6, G unknowns/s. f64, a third: 26.5 with 3 groups, 25.9 with
 * 4, 23.7 with 5; a row a mode and 1 group 21.3. f32, a fourth: 41.8 with 6; a third: 39.6 with 4, 41.5 with
 * 5. Two modes a thread, which halves the reads of shared memory, are no faster with any shape from 3 to 12
 * rows (f32 57 to 61, f64 25 to 27), for want of registers. */
#ifdef EG_F32
#define ADER_ROWS ((MODES + 3) / 4)
#define ADER_RESIDENT 6
#else
#define ADER_ROWS ((MODES + 2) / 3)
#define ADER_RESIDENT 3
#endif

/* Modes of derivative r in time: it has a degree less than the one before. */
#define MODES_OF_STAGE(r) ((ORDER - (r)) * (ORDER - (r) + 1) / 2)
#define LOWER_MODES (ORDER > 1 ? MODES_OF_STAGE(1) : 0)

FUNCTION phys_material material_of(GLOBAL CONST real *cell, int at)
{
    return phys_load_material(cell + at + 4 * LANES, LANES);
}

/* scale (A u_x + B u_y), where a, b stand for the derivatives of u in the reference cell. */
FUNCTION phys_state along_cell(GLOBAL CONST real *cell, int at, real scale, phys_state a, phys_state b)
{
    const real xi_x = scale * cell[at], xi_y = scale * cell[at + LANES];
    const real eta_x = scale * cell[at + 2 * LANES], eta_y = scale * cell[at + 3 * LANES];
    return phys_apply(material_of(cell, at), phys_combined(xi_x, a, eta_x, b),
                      phys_combined(xi_y, a, eta_y, b));
}

/* sum + scale E u, where u is what stands at `mode` in the work array. */
#if REACTS && !IMPLICIT
#define ADD_REACTION(cell, at, scale, mode, apart, sum)                                                      \
    phys_add_scaled(scale, phys_react(material_of(cell, at), phys_take(mode, apart)), sum)
/* What so many terms of E alone, the last ones of TERMS, add to the mean over the step of a mode whose
 * derivative before is u:  h / r  with  h = dt / (r + 1) E (u + dt / (r + 2) E (u + ... dt / TERMS E u)). */
FUNCTION phys_state by_reaction_alone(phys_material m, real dt, int terms, phys_state u)
{
    phys_state h = phys_nothing();
    real r = R(TERMS); /* a number of its own: with one for both the loop over lanes has narrow vectors */
    do {
        h = phys_scaled(dt / r, phys_react(m, phys_add_scaled(R(1.0), u, h)));
        r = r - R(1.0);
    } while (--terms > 0);
    return phys_scaled(R(1.0) / r, h);
}
#else
#define ADD_REACTION(cell, at, scale, mode, apart, sum) (sum)
#endif

/* The work array s has the modes of the state, then those of the next derivative in time: S_AT(k, l) is where
 * mode k of lane l stands, its variables APART from each other. The mean over the step is kept by the thread
 * that has the mode; by tensor cores the derivatives stay in the second half, and the first one becomes the
 * mean. */
#define SIZE_OF_S ((MODES + LOWER_MODES) * VARS * LANES)
#if TENSOR
#define TILE_AT(tile) (s + (tile) * ((MODES + LOWER_MODES) * VARS * TILE_LANES))
#define S_AT(k, l) (TILE_AT((l) / TILE_LANES) + (k)*VARS * TILE_LANES + EG_TILE_COLUMN(k, (l) % TILE_LANES))
#define APART TILE_LANES
#define HERE(r) ((r) ? MODES : 0)
#define NEXT(r) MODES
#define MEAN
#define MEAN_AT(k, l, p) S_AT(k, l)[(p)*APART]
#define STEP_THREADS (32 * LANES / TILE_LANES)
/* Warps that share a multiprocessor: to order 6 they have 128 registers a thread, above 168, as the work
 * array leaves room for no more warps. On an H200 twelve make 39.3 and 42.7 instead of 41.4 and 44.1 G
 * unknowns/s at orders 4 and 6; eight make 40.9 instead of 44.7 at order 8. */
#define PREDICT_WARPS (ORDER < 7 ? 16 : 10)
#define PREDICT_RESIDENT (PREDICT_WARPS * TILE_LANES / LANES)
#define CORRECT_RESIDENT 4
#undef TILED
#define TILED 1
#else
#define S_AT(k, l) (s + (k)*VARS * LANES + (l))
#define APART LANES
#define HERE(r) ((r) % 2 ? MODES : 0)
#define NEXT(r) ((r) % 2 ? 0 : MODES)
#define MEAN PRIVATE(real, mean, VARS)
#define MEAN_AT(k, l, p) PRIVATE_AT(mean, k, l, p)
#define STEP_THREADS (LANES * ADER_ROWS)
#define PREDICT_RESIDENT ADER_RESIDENT
#define CORRECT_RESIDENT ADER_RESIDENT
#endif

#if IMPLICIT
#include "ader/implicit.h"
#else
/* Kernel 1: the time derivatives of the state (24), their mean over the step (26), the volume term of (21),
 * and the traces of the mean on the faces. */
KERNEL_SHAPE(STEP_THREADS, PREDICT_RESIDENT)
KERNEL ader_predict(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST real *RESTRICT derivative,
                    GLOBAL CONST real *RESTRICT edge, GLOBAL CONST int *RESTRICT degree,
#if TENSOR
                    GLOBAL CONST real *RESTRICT tiles,
#endif
                    GLOBAL CONST real *RESTRICT cell, GLOBAL CONST real *RESTRICT face,
                    GLOBAL CONST int *RESTRICT side, GLOBAL real *RESTRICT trace,
                    GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count, int first_block,
                    long first_trace, long blocks)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    SHARED real s[SIZE_OF_S];
    MEAN;
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
    GLOBAL real *to = count[COUNT_PARITY] ? q0 : q1;
    const double dt64 = clock[CLOCK_DT];
    const real dt = R(dt64);
    const long own = (b + first_block) * (VARS * MODES * LANES);
    GLOBAL CONST real *own_cell = cell + (long)b * (CELL_CONSTANTS * LANES);
    GLOBAL CONST real *own_face = face + (long)b * (NFACES * EDGES * LANES);
    GLOBAL CONST int *own_side = side + (long)b * (NFACES * LANES);
    TILES_FROM(tiles)

    FOR_ITEMS (k, MODES) {
        FOR_LANES (l) {
            const phys_state u = phys_load(from + (own + k * LANES + l), MODES * LANES);
            phys_put(S_AT(k, l), APART, u);
#define KEEP(p) MEAN_AT(k, l, p) = u.v##p;
            EACH_VAR(KEEP)
#undef KEEP
        }
    }
    BARRIER;

    /* U_r = dt^r / r! d^r u / dt^r loses a degree each time; the mean is the sum of U_r / (r + 1) */
    UNROLL_TILES
    for (int r = 0; r < ORDER - 1; r++) {
        const int modes = MODES_OF_STAGE(r), rows = MODES_OF_STAGE(r + 1);
        const real scale = -dt / R(r + 1), weight = R(1.0) / R(r + 2);
        FOR_PAIR_TILES(tile, rows)
        {
            TILE_PAIRS(HERE(r), FIRST_TERM(tile), modes)
            EACH_OF_PAIR_TILE(k, tile, rows)
            {
                FOR_LANES (l) {
                    const phys_pair slope =
                        PAIR_OF(k, l, derivative + k * MODES, 1, S_AT(HERE(r), l), degree[3 * k + 2], modes);
                    const phys_state u = ADD_REACTION(own_cell, l, -scale, S_AT(HERE(r) + k, l), APART,
                                                      along_cell(own_cell, l, scale, slope.a, slope.b));
                    phys_put(S_AT(NEXT(r) + k, l), APART, u);
#define ADD(p) MEAN_AT(k, l, p) = FMA(weight, u.v##p, MEAN_AT(k, l, p));
                    EACH_VAR(ADD)
#undef ADD
                }
            }
        }
        BARRIER;
    }
#if REACTS
    /* A mode of degree d has derivatives to r = ORDER - 1 - d, the last of which stands where it was put. */
    FOR_ITEMS (k, MODES) {
        const int last = ORDER - 1 - degree[3 * k], terms = TERMS - 1 - last;
        if (terms > 0) {
            FOR_LANES (l) {
                const phys_state u = by_reaction_alone(material_of(own_cell, l), dt, terms,
                                                       phys_take(S_AT(HERE(last) + k, l), APART));
#define ADD(p) MEAN_AT(k, l, p) = MEAN_AT(k, l, p) + u.v##p;
                EACH_VAR(ADD)
#undef ADD
            }
        }
    }
#if TENSOR
    BARRIER;
#endif
#endif
#if !TENSOR
    FOR_ITEMS (k, MODES) {
        FOR_LANES (l) {
#define KEEP(p) S_AT(k, l)[(p)*APART] = MEAN_AT(k, l, p);
            EACH_VAR(KEEP)
#undef KEEP
        }
    }
    BARRIER;
#endif

    /* volume: integral of grad phi_k . (A, B) u; a gradient's modes have lower degrees. Of the mean of the
     * cell one term, which is 0. */
    FOR_PAIR_TILES(tile, MODES)
    {
        TILE_PAIRS(0, 0, END_OF_TERMS(tile, MODES))
        EACH_OF_PAIR_TILE(k, tile, MODES)
        {
            const int below = degree[3 * k + 1];
            FOR_LANES (l) {
                const phys_pair sum =
                    PAIR_OF(k, l, derivative + k, MODES, S_AT(0, l), 0, below > 0 ? below : 1);
                const phys_state u = ADD_REACTION(
                    own_cell, l, dt, S_AT(k, l), APART,
                    along_cell(own_cell, l, dt, phys_positive_zero(sum.a), phys_positive_zero(sum.b)));
                const long at = own + k * LANES + l;
                phys_store(to + at, MODES * LANES,
                           phys_add_scaled(R(1.0), u, phys_load(from + at, MODES * LANES)));
            }
        }
    }

    STORE_TRACES
    END_GROUPS
}
#endif
/* The state, which is wanted once fluxes are known, comes to the cache at the beginning: on an H200 order 6
 * makes 46.9 instead of 44.1 G unknowns/s in f64, orders 4, 5 and 8 one to three per cent less. */
#if TENSOR && ORDER == 6
#define PREFETCH_STATE                                                                                       \
    FOR_FLAT (i, VARS * MODES * LANES / 16) {                                                                \
        PREFETCH(&to[own + i * 16]);                                                                         \
    }
#else
#define PREFETCH_STATE
#endif

/* Kernel 2: gathers the traces, and adds the fluxes to the state; leaves the rate of each block, which is
 * huge where a value is not finite. */
#if TENSOR
#undef TILE_AT
#define TILE_AT(tile) (s + (tile) * (NFACES * ORDER * VARS * TILE_LANES))
#endif
KERNEL_SHAPE(STEP_THREADS, CORRECT_RESIDENT)
KERNEL ader_correct(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST real *RESTRICT lift,
                    GLOBAL CONST int *RESTRICT degree,
#if TENSOR
                    GLOBAL CONST real *RESTRICT tiles,
#endif
                    GLOBAL CONST real *RESTRICT cell, GLOBAL CONST real *RESTRICT face,
                    GLOBAL CONST int *RESTRICT there, GLOBAL CONST int *RESTRICT side,
                    GLOBAL CONST real *RESTRICT trace, GLOBAL CONST double *RESTRICT clock,
#if IMPLICIT
                    GLOBAL CONST real *RESTRICT resolvent,
#endif
                    GLOBAL CONST long *RESTRICT count, GLOBAL real *RESTRICT part,
                    GLOBAL CONST int *RESTRICT order, int first_block, long first_trace, int from_group,
                    long blocks)
{
    FOR_PARTITION_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    SHARED real s[(NFACES * ORDER * VARS + MODES) * LANES];
    GLOBAL real *to = count[COUNT_PARITY] ? q0 : q1;
    const double dt64 = clock[CLOCK_DT];
    const real dt = R(dt64);
    const long own = ((long)b + first_block) * (VARS * MODES * LANES);
    GLOBAL CONST real *own_cell = cell + (long)b * (CELL_CONSTANTS * LANES);
    GLOBAL CONST real *own_face = face + (long)b * (NFACES * EDGES * LANES);
    GLOBAL CONST int *own_side = side + (long)b * (NFACES * LANES);
    GLOBAL CONST int *own_there = there + (long)b * (NFACES * LANES);
    TILES_FROM(tiles)

    PREFETCH_STATE
    FOR_ITEMS (i, NFACES * ORDER) {
        const int f = i / ORDER, m = i % ORDER;
        FOR_LANES (l) {
            const int at = f * (EDGES * LANES) + l;
            const trace_offset offset = (trace_offset)first_trace + TRACE_PLACE((trace_offset)b, i, l);
            const trace_offset other = THERE_OFFSET(own_there[f * LANES + l]) + m * TRACE_STEP;
            const int kind = own_side[f * LANES + l];
            const int right = kind & FACE_RIGHT, boundary = kind & ~FACE_RIGHT;
            const real nx = own_face[at], ny = own_face[at + LANES];
            const phys_waves w = load_waves(trace, offset);
            phys_waves v = load_waves(trace, other), left, beyond;
            const phys_face constants_of_face = phys_load_face(own_face + at + 3 * LANES, LANES);
            const phys_waves ghost = phys_ghost(nx, ny, boundary, w);
#define SIDES(p)                                                                                             \
    v.v##p = boundary ? ghost.v##p : v.v##p;                                                                 \
    left.v##p = right ? v.v##p : w.v##p;                                                                     \
    beyond.v##p = right ? w.v##p : v.v##p;
            EACH_TRACE(SIDES)
#undef SIDES
            const phys_state flux =
                phys_flux(material_of(own_cell, l), constants_of_face, nx, ny, left, beyond);
            const real scale = (right && m % 2 ? dt : -dt) * own_face[at + 2 * LANES];
            phys_put(S_AT(m * NFACES + f, l), APART, phys_scaled(scale, flux));
        }
    }
    BARRIER;
#define FLUX_AT(i, l) S_AT(i, l)
#define FLUX_STEP (VARS * LANES)
#define SIZES (NFACES * ORDER * VARS)
    LIFT_FLUXES
    END_GROUPS
}
#if TENSOR
#undef TILED
#define TILED 0
#endif
