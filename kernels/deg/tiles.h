/* A stage by tensor cores (deg/stage.h, target/tensor.h), in double precision. A warp has TILE_LANES cells;
 * each of its threads has the entries of products of two of them. Points inside go TILE_ROWS at a time: what
 * is interpolated to them stays in the registers of a thread, which finds their fluxes; these go through the
 * work array to the sums of nodes, which a thread keeps to the end. Then the faces, one after the other.
 *
 *   tiles       [of each 16 points: values at them, their lifts to nodes; values at points of a face; of each
 *               face its lifts] as eg_tiles_fill() lays matrices out (element/tiles.h). Nodes, and points
 *               inside, that are missing to a multiple of 16 have zeros
 *
 * The work array of a warp, in rows of TILE_LANES. What is read is copied to it while the points inside are at
 * work. */
#undef TILED
#define TILED 1

#define MIXED (VARS + EULER_AIR)
#define NODE_TILES ((NODES + TILE_ROWS - 1) / TILE_ROWS)
#define FACE_STEPS ((ALONG + 3) / 4)        /* of a product */
#define STATE_AT 0                          /* [NODES][VARS] */
#define NEXT_ROW NODES                      /* then [3][EDGE][VARS] of neighbours, in the cell's direction */
#define AIR_AT ((NODES + 3 * EDGE) * VARS)  /* [NODES][EULER_AIR] */
#define MET_AT (AIR_AT + NODES * EULER_AIR) /* [3][STAR_VALUES] of the three vertices */
#define FLUXES_AT (MET_AT + (HAS_STARS ? 3 * STAR_VALUES : 0)) /* [TILE_ROWS][2][VARS], or [ALONG][VARS] */
#define WARP_ROWS (FLUXES_AT + 2 * TILE_ROWS * VARS)
/* Row k of a part that has `values` of them, and the row of a thread's lane l. */
#define ROWS_OF(part) (work + (part)*TILE_LANES)
#define ROW_OF(part, k, values, lane) eg_tile_row(ROWS_OF(part), (k), (values), (lane))
#define ROW(part, k, values) ROW_OF(part, k, values, l % TILE_LANES)
/* Nodes of neighbours along faces that a thread copies. */
#define NEXT_ITEMS ((3 * EDGE + 7) / 8)
#define EACH_NEXT(i, n)                                                                                      \
    UNROLL                                                                                                   \
    for (int n = 0, i = EG_ITEM; n < NEXT_ITEMS; n++, i += 8)                                                \
        if (i < 3 * EDGE)
#define FRAME_AT(i) frame[lane][i]

KERNEL_SHAPE(32 * LANES / TILE_LANES, DEG_RESIDENT)
KERNEL deg_stage_tiles(GLOBAL real *q0, GLOBAL real *q1, GLOBAL real *second, GLOBAL CONST real *RESTRICT air,
                       GLOBAL CONST real *RESTRICT edge_air, GLOBAL CONST real *RESTRICT cell,
                       GLOBAL CONST real *RESTRICT face, GLOBAL CONST int *RESTRICT there,
                       GLOBAL CONST int *RESTRICT side, GLOBAL CONST real *RESTRICT tiles,
                       GLOBAL CONST real *RESTRICT star, GLOBAL CONST int *RESTRICT fan,
                       GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count,
                       GLOBAL real *RESTRICT part, GLOBAL CONST int *RESTRICT order,
                       GLOBAL CONST real *RESTRICT sponge, real gravity, real gamma, real wind, real weight,
                       int number, int from_group, long blocks)
{
    FOR_PARTITION_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    SHARED real s[WARP_ROWS * LANES];
    SHARED real rates[EG_THREADS];
    STAGE_OF_STEP
    LOCAL real *work = s + EG_THREAD / 32 * (WARP_ROWS * TILE_LANES);
    GLOBAL CONST real *fragment = tiles;
    real sum[NODE_TILES][VARS][4] = {};

    int next_side[NEXT_ITEMS][2], next_slot[NEXT_ITEMS][2];
    EACH_NEXT(i, n)
    {
        FOR_LANES (l) {
            next_side[n][2 - l_left] = own_side[i / EDGE * LANES + l];
            next_slot[n][2 - l_left] = own_there[i / EDGE * LANES + l];
        }
    }
#if HAS_STARS
    int own_fan[2];
    FOR_LANES (l) {
        own_fan[2 - l_left] = EG_ITEM < 3 ? fan[((long)b * STAR_POINTS + EG_ITEM) * LANES + l] : 0;
    }
#endif
    FOR_ITEMS (k, NODES) {
        FOR_LANES (l) {
            GLOBAL CONST real *own = from + (PLACE_IN_BLOCK(b, l) + (long)k * PACK_LANES);
            const tile_row state = ROW(STATE_AT, k, VARS), rest = ROW(AIR_AT, k, EULER_AIR);
#define COPY(p) COPY_AHEAD(&TILE_SET(state, p), &own[(p)*NODES * PACK_LANES]);
            EACH_VAR(COPY)
#undef COPY
            UNROLL
            for (int v = 0; v < EULER_AIR; v++)
                COPY_AHEAD(&TILE_SET(rest, v), &own_air[(v * NODES + k) * LANES + l]);
        }
    }
    COPIES_END;
    EACH_NEXT(i, n)
    {
        FOR_LANES (l) {
            const int turned = next_side[n][2 - l_left] >> DEG_FACE_SHIFT;
            GLOBAL CONST real *next = from + (place_of(next_slot[n][2 - l_left]) +
                                              (long)node_of_face(turned, DEGREE - i % EDGE) * PACK_LANES);
            const tile_row state = ROW(STATE_AT, NEXT_ROW + i, VARS);
#define COPY(p) COPY_AHEAD(&TILE_SET(state, p), &next[(p)*NODES * PACK_LANES]);
            EACH_VAR(COPY)
#undef COPY
        }
    }
#if HAS_STARS
    if (EG_ITEM < 3) {
        FOR_LANES (l) {
            const int of = own_fan[2 - l_left];
            const long at = (long)(of / STAR_FANS) * (STAR_VALUES * STAR_FANS) + of % STAR_FANS;
            const tile_row met = ROW(MET_AT, EG_ITEM, STAR_VALUES);
            UNROLL
            for (int v = 0; v < STAR_VALUES; v++)
                COPY_AHEAD(&TILE_SET(met, v), &star[at + v * STAR_FANS]);
        }
    }
#endif
    COPIES_END;
    if (number > 1 && PACK_LANES == LANES) {
        FOR_FLAT (i, VALUES * LANES / LINE) {
            PREFETCH(&start[(long)b * (VALUES * LANES) + i * LINE]);
        }
    }
    FOR_FLAT (i, 3 * ALONG * EULER_AIR * LANES / LINE) {
        PREFETCH(&own_edge[i * LINE]);
    }
    COPIES_WAIT(1);
    BARRIER;

    /* a point beyond the last one has no flux */
    ROLLED
    for (int first = 0; first < POINTS; first += TILE_ROWS) {
        real there_is[1][MIXED][4] = {};
        eg_tile_product_of(there_is, fragment, 0, NODES, [work](int k) {
            const tile_row state = ROW_OF(STATE_AT, k, VARS, EG_LANE_OF_TERM);
            const tile_row rest = ROW_OF(AIR_AT, k, EULER_AIR, EG_LANE_OF_TERM);
            return [state, rest](int p) { return p < VARS ? TILE_SET(state, p) : TILE_SET(rest, p - VARS); };
        });
        EACH_OF_TILE(i, first, first + TILE_ROWS)
        {
            euler_state q[2], fx[2], fz[2];
            euler_air at[2];
            if (i < POINTS) {
                UNROLL
                for (int lane = 0; lane < 2; lane++) {
                    const int entry = half_of_tile * 2 + lane;
                    q[lane] = phys_of_tile(there_is[0], half_of_tile, lane);
                    at[lane].density = there_is[0][VARS][entry];
                    at[lane].heat = there_is[0][VARS + 1][entry];
                    at[lane].pressure = there_is[0][VARS + 2][entry];
                }
                fluxes_inside(q, at, own_cell, EG_LANE, 4, dt, gamma, fx, fz);
            } else {
                fx[0] = fx[1] = fz[0] = fz[1] = phys_nothing();
            }
            FOR_LANES (l) {
                const int lane = 2 - l_left;
                const tile_row xi = ROW(FLUXES_AT, 2 * (i - first), VARS);
                const tile_row eta = ROW(FLUXES_AT, 2 * (i - first) + 1, VARS);
#define STORE(p)                                                                                             \
    TILE_SET(xi, p) = fx[lane].v##p;                                                                         \
    TILE_SET(eta, p) = fz[lane].v##p;
                EACH_VAR(STORE)
#undef STORE
            }
        }
        BARRIER;
        eg_tile_product(sum, fragment, ROWS_OF(FLUXES_AT), 0, 2 * TILE_ROWS);
        BARRIER;
    }

    GLOBAL CONST real *pairs = fragment;
    COPIES_WAIT(0);
    BARRIER;
    ROLLED
    for (int f = 0; f < 3; f++) {
        /* what is read comes before the product */
        euler_air at_face[2][2];
        real frame[2][DEG_FACE_VALUES];
        EACH_OF_TILE(j, 0, ALONG)
        {
            FOR_LANES (l) {
                at_face[half_of_tile][2 - l_left] =
                    euler_load_air(own_edge + (f * ALONG + j) * (EULER_AIR * LANES) + l, LANES);
            }
        }
        FOR_LANES (l) {
            UNROLL
            for (int i = 0; i < DEG_FACE_VALUES; i++)
                frame[2 - l_left][i] = own_face[(f * DEG_FACE_VALUES + i) * LANES + l];
        }
        /* sums and differences of opposite nodes, in turn; of the cell, then of its neighbour */
        real trace[1][2 * VARS][4] = {};
        fragment = pairs;
        eg_tile_product_of(trace, fragment, 0, 2 * HALF, [work, f](int row) {
            const int k = row / 2, next = NEXT_ROW + f * EDGE;
            const real sign = row % 2 ? R(-1.0) : R(1.0);
            const tile_row near = ROW_OF(STATE_AT, node_of_face(f, k), VARS, EG_LANE_OF_TERM);
            const tile_row far = ROW_OF(STATE_AT, node_of_face(f, DEGREE - k), VARS, EG_LANE_OF_TERM);
            const tile_row next_near = ROW_OF(STATE_AT, next + k, VARS, EG_LANE_OF_TERM);
            const tile_row next_far = ROW_OF(STATE_AT, next + DEGREE - k, VARS, EG_LANE_OF_TERM);
            return [=](int p) {
                return p < VARS ? FMA(sign, TILE_SET(far, p), TILE_SET(near, p))
                                : FMA(sign, TILE_SET(next_far, p - VARS), TILE_SET(next_near, p - VARS));
            };
        });
        EACH_OF_TILE(j, 0, ALONG)
        {
            face_sides sides[2];
            euler_air at[2];
            FOR_LANES (l) {
                const int lane = 2 - l_left;
                at[lane] = at_face[half_of_tile][lane];
                sides[lane] = sides_of(phys_of_tile(trace[0], half_of_tile, lane),
                                       phys_of_tile(trace[0] + VARS, half_of_tile, lane), at[lane],
                                       FRAME_AT(0), FRAME_AT(1), FRAME_AT(3), FRAME_AT(4), wind);
            }
#if EVOLUTION
            const int is_end = j == 0 || j == ALONG - 1, vertex = j == 0 ? f : (f == 2 ? 0 : f + 1);
            euler_both both[2];
            euler_sides_of(2, at, sides, gamma, both);
#endif
            FOR_LANES (l) {
                const int lane = 2 - l_left;
                const real nx = FRAME_AT(0), nz = FRAME_AT(1);
#if EVOLUTION
                evolution_normal meeting =
                    euler_meeting_of(both[lane], at[lane], sides[lane].left, sides[lane].right, gamma);
                evolution_state met;
#if ARCS
                const int point = is_end ? vertex : 3 + f * (ALONG - 2) + j - 1;
                met = star_at(star, fan[((long)b * STAR_POINTS + point) * LANES + l]);
#else
                const tile_row of_vertex = ROW(MET_AT, vertex, STAR_VALUES);
                met.p = TILE_SET(of_vertex, 0);
                met.u = TILE_SET(of_vertex, 1);
                met.w = TILE_SET(of_vertex, 2);
#endif
                const evolution_normal end = met_at(both[lane].ul + both[lane].ur, met, nx, nz, FRAME_AT(4));
                meeting.p = is_end || ARCS ? end.p : meeting.p;
                meeting.u = is_end || ARCS ? end.u : meeting.u;
                const euler_state turned = flux_of_meeting(at[lane], sides[lane], meeting, gamma, number);
#else
                const euler_state turned = FLUX(at[lane], sides[lane].left, sides[lane].right);
#endif
                const euler_state found = euler_turn_back(turned, nx, nz);
                const real scale = (FRAME_AT(3) > R(0.0) ? dt : -dt) * FRAME_AT(2);
                const tile_row flux = ROW(FLUXES_AT, j, VARS);
#define STORE(p) TILE_SET(flux, p) = scale * found.v##p;
                EACH_VAR(STORE)
#undef STORE
            }
        }
        BARRIER;
        fragment += f * (FACE_STEPS * NODE_TILES * 64);
        eg_tile_product(sum, fragment, ROWS_OF(FLUXES_AT), 0, ALONG);
        BARRIER;
    }

    real largest = R(0.0);
    UNROLL
    for (int tile = 0; tile < NODE_TILES; tile++) {
        euler_state before[2][2];
        EACH_OF_TILE(i, tile * TILE_ROWS, NODES)
        {
            FOR_LANES (l) {
                GLOBAL CONST real *at = start + (PLACE_IN_BLOCK(b, l) + (long)i * PACK_LANES);
                before[half_of_tile][2 - l_left] = phys_load(at, NODES * PACK_LANES);
            }
        }
        EACH_OF_TILE(i, tile * TILE_ROWS, NODES)
        {
            FOR_LANES (l) {
                const int lane = 2 - l_left;
                euler_state q;
                const tile_row state = ROW(STATE_AT, i, VARS), rest = ROW(AIR_AT, i, EULER_AIR);
#define LOAD(p) q.v##p = TILE_SET(state, p);
                EACH_VAR(LOAD)
#undef LOAD
                euler_air at;
                at.density = TILE_SET(rest, 0);
                at.heat = TILE_SET(rest, 1);
                at.pressure = TILE_SET(rest, 2);
                euler_state u = change_of_node(phys_of_tile(sum[tile], half_of_tile, lane), q, dt * gravity,
                                               at.density, wind, dt * SPONGE_AT(i));
                u = after_stage(before[half_of_tile][lane], q, u, weight, dt);
                phys_store(to + (PLACE_IN_BLOCK(b, l) + (long)i * PACK_LANES), NODES * PACK_LANES, u);
                if (number == LAST_STAGE) {
                    real rate = rate_of(at, u, gamma, own_cell[4 * LANES + l]);
#if SPONGE
                    rate = WITH_DAMPING(rate, SPONGE_AT(i));
#endif
                    largest = rate > largest ? rate : largest;
                }
            }
        }
    }
    if (number == LAST_STAGE) {
        rates[EG_THREAD] = largest;
        GROUP_BARRIER;
        FOLD_MAX(rates, EG_THREADS)
        FOR_FLAT (i, 1) {
            part[b] = rates[0];
        }
    }
    END_GROUPS
}

#undef TILED
#define TILED 0
