/* A stage node by node (deg/stage.h): for processors, whose lanes are the cells of a block, and for groups
 * that have a thread for each node. */

/* Parts of the work array s[], in rows of LANES. Fluxes stand in rows of VARS: two of each point inside, one
 * of each point of a face. What is interpolated to a point inside stands there before. */
#define MIXED (VARS + EULER_AIR)
#define OWN_AT 0                                     /* [MIXED][NODES] state and air */
#define SUMS_AT (MIXED * NODES)                      /* [3][HALF][2 sides][VARS] */
#define DIFFERENCES_AT (SUMS_AT + 6 * HALF * VARS)   /* the same */
#define TRACES_AT (DIFFERENCES_AT + 6 * HALF * VARS) /* [3 ALONG][2 sides][VARS] */
#define FLUXES_AT (TRACES_AT + 6 * ALONG * VARS)     /* [ROWS][VARS] */
#define CHANGES_AT SUMS_AT /* [VARS][NODES] at the end: fewer than the sums and differences */
#define WORK_ROWS (FLUXES_AT + ROWS * VARS)
#define S(row) s[(row)*LANES + (l)]
#define TAKE(row) phys_take(&S(row), LANES)
#define PUT(row, state) phys_put(&S(row), LANES, (state))

KERNEL_SHAPE(LANES *NODES, 1)
KERNEL deg_stage(GLOBAL real *q0, GLOBAL real *q1, GLOBAL real *second, GLOBAL CONST real *RESTRICT air,
                 GLOBAL CONST real *RESTRICT edge_air, GLOBAL CONST real *RESTRICT cell,
                 GLOBAL CONST real *RESTRICT face, GLOBAL CONST int *RESTRICT there,
                 GLOBAL CONST int *RESTRICT side, GLOBAL CONST real *RESTRICT value,
                 GLOBAL CONST real *RESTRICT along, GLOBAL CONST real *RESTRICT lift,
                 GLOBAL CONST real *RESTRICT star, GLOBAL CONST int *RESTRICT fan,
                 GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count,
                 GLOBAL real *RESTRICT part, GLOBAL CONST int *RESTRICT order,
                 GLOBAL CONST real *RESTRICT sponge, real gravity, real gamma, real wind, real weight,
                 int number, int from_group, long blocks)
{
    FOR_PARTITION_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    SHARED real s[WORK_ROWS * LANES];
    STAGE_OF_STEP

    FOR_ITEMS (i, VALUES) {
        FOR_LANES (l) {
            S(OWN_AT + i) = from[PLACE_IN_BLOCK(b, l) + (long)i * PACK_LANES];
        }
    }
    FOR_ITEMS (i, EULER_AIR * NODES) {
        FOR_LANES (l) {
            S(OWN_AT + VALUES + i) = own_air[i * LANES + l];
        }
    }
    BARRIER;

    /* sums and differences of opposite nodes of faces, of the cell and of its neighbour, in the cell's
     * direction */
    FOR_ITEMS (i, 3 * HALF) {
        const int f = i / HALF, j = i % HALF;
        const int near = node_of_face(f, j), far = node_of_face(f, DEGREE - j);
        FOR_LANES (l) {
            const int turned = own_side[f * LANES + l] >> DEG_FACE_SHIFT;
            const long other = place_of(own_there[f * LANES + l]);
            const long first = other + (long)node_of_face(turned, DEGREE - j) * PACK_LANES;
            const long last = other + (long)node_of_face(turned, j) * PACK_LANES;
            real a, c;
#define PAIR(p)                                                                                              \
    a = S(OWN_AT + (p)*NODES + near);                                                                        \
    c = S(OWN_AT + (p)*NODES + far);                                                                         \
    S(SUMS_AT + (2 * i) * VARS + (p)) = a + c;                                                               \
    S(DIFFERENCES_AT + (2 * i) * VARS + (p)) = a - c;                                                        \
    a = from[first + (p)*NODES * PACK_LANES];                                                                \
    c = from[last + (p)*NODES * PACK_LANES];                                                                 \
    S(SUMS_AT + (2 * i + 1) * VARS + (p)) = a + c;                                                           \
    S(DIFFERENCES_AT + (2 * i + 1) * VARS + (p)) = a - c;
            EACH_VAR(PAIR)
#undef PAIR
        }
    }

    /* fluxes inside: what is interpolated, then the fluxes; a loop over lanes with one inside has little
     * else */
    FOR_ITEMS (i, POINTS) {
        GLOBAL CONST real *row = value + i * NODES;
        FOR_LANES (l) {
            euler_state q = phys_nothing();
            real density = R(0.0), heat = R(0.0), pressure = R(0.0);
            int k = 0;
            do {
                const real x = row[k];
                q = phys_add_scaled(x, phys_take(&S(OWN_AT + k), NODES * LANES), q);
                density = FMA(x, S(OWN_AT + VALUES + k), density);
                heat = FMA(x, S(OWN_AT + VALUES + NODES + k), heat);
                pressure = FMA(x, S(OWN_AT + VALUES + 2 * NODES + k), pressure);
            } while (++k < NODES);
            PUT(FLUXES_AT + 2 * i * VARS, q);
            S(FLUXES_AT + 2 * i * VARS + VARS) = density;
            S(FLUXES_AT + 2 * i * VARS + VARS + 1) = heat;
            S(FLUXES_AT + 2 * i * VARS + VARS + 2) = pressure;
        }
    }
    FOR_ITEMS (i, POINTS) {
        FOR_LANES (l) {
            const euler_state q = TAKE(FLUXES_AT + 2 * i * VARS);
            euler_air at;
            at.density = S(FLUXES_AT + 2 * i * VARS + VARS);
            at.heat = S(FLUXES_AT + 2 * i * VARS + VARS + 1);
            at.pressure = S(FLUXES_AT + 2 * i * VARS + VARS + 2);
            const real pressure = euler_pressure(at, q.v3, gamma);
            const euler_state fx = flux_along(at, q, own_cell[l], own_cell[LANES + l], dt, pressure);
            const euler_state fz =
                flux_along(at, q, own_cell[2 * LANES + l], own_cell[3 * LANES + l], dt, pressure);
            PUT(FLUXES_AT + 2 * i * VARS, fx);
            PUT(FLUXES_AT + (2 * i + 1) * VARS, fz);
        }
    }
    BARRIER;

    /* traces, then fluxes through faces */
    FOR_ITEMS (i, 3 * ALONG) {
        const int f = i / ALONG;
        const int first = SUMS_AT + f * (2 * HALF * VARS);
        GLOBAL CONST real *row = along + (i % ALONG) * (2 * HALF);
        FOR_LANES (l) {
            euler_state own = phys_nothing(), beyond = phys_nothing();
            UNROLL
            for (int k = 0; k < HALF; k++) {
                const real even = row[k], odd = row[HALF + k];
                const int sum = first + k * (2 * VARS), difference = sum + 6 * HALF * VARS;
                own = phys_add_scaled(odd, TAKE(difference), phys_add_scaled(even, TAKE(sum), own));
                beyond = phys_add_scaled(odd, TAKE(difference + VARS),
                                         phys_add_scaled(even, TAKE(sum + VARS), beyond));
            }
            PUT(TRACES_AT + 2 * i * VARS, own);
            PUT(TRACES_AT + (2 * i + 1) * VARS, beyond);
        }
    }
    /* the states on both sides of point i of the faces, in the frame of its face f */
#define SIDES_OF(f)                                                                                          \
    const euler_state own = TAKE(TRACES_AT + 2 * i * VARS), beyond = TAKE(TRACES_AT + (2 * i + 1) * VARS);   \
    const euler_air at = euler_load_air(own_edge + i * EULER_AIR * LANES + l, LANES);                        \
    const real nx = own_face[((f)*DEG_FACE_VALUES) * LANES + l];                                             \
    const real nz = own_face[((f)*DEG_FACE_VALUES + 1) * LANES + l];                                         \
    const real right = own_face[((f)*DEG_FACE_VALUES + 3) * LANES + l];                                      \
    const real kind = own_face[((f)*DEG_FACE_VALUES + 4) * LANES + l];                                       \
    const face_sides sides = sides_of(own, beyond, at, nx, nz, right, kind, wind);
#define FLUX_AT(p) S(FLUXES_AT + (2 * POINTS + i) * VARS + (p))

#if EVOLUTION
    /* pressure and normal velocity of points, in the place of their fluxes */
    FOR_ITEMS (i, 3 * ALONG) {
        const int f = i / ALONG, j = i % ALONG, end = j == 0 || j == ALONG - 1;
        const int point = end ? (j == 0 ? f : f + 1) % 3 : 3 + f * (ALONG - 2) + j - 1;
        if (end || ARCS) {
            FOR_LANES (l) {
                const evolution_state met = star_at(star, fan[((long)b * STAR_POINTS + point) * LANES + l]);
                SIDES_OF(f)
                const evolution_normal meeting = met_at(velocities_of(sides, at), met, nx, nz, kind);
                FLUX_AT(0) = meeting.p;
                FLUX_AT(1) = meeting.u;
            }
        } else {
            FOR_LANES (l) {
                SIDES_OF(f)
                const evolution_normal meeting = euler_meeting(at, sides.left, sides.right, gamma);
                FLUX_AT(0) = meeting.p;
                FLUX_AT(1) = meeting.u;
            }
        }
    }
#endif
    FOR_ITEMS (i, 3 * ALONG) {
        const int f = i / ALONG;
        FOR_LANES (l) {
            SIDES_OF(f)
            const real length = own_face[(f * DEG_FACE_VALUES + 2) * LANES + l];
#if EVOLUTION
            evolution_normal meeting;
            meeting.p = FLUX_AT(0);
            meeting.u = FLUX_AT(1);
            const euler_state turned = flux_of_meeting(at, sides, meeting, gamma, number);
#else
            const euler_state turned = FLUX(at, sides.left, sides.right);
#endif
            const real scale = (right > R(0.0) ? dt : -dt) * length;
            PUT(FLUXES_AT + (2 * POINTS + i) * VARS, phys_scaled(scale, euler_turn_back(turned, nx, nz)));
        }
    }
    BARRIER;

    /* all of it to nodes; gravity. A step without length, the first pass, leaves each cell what it is. */
    FOR_ITEMS (i, NODES) {
        GLOBAL CONST real *row = lift + i * ROWS;
        FOR_LANES (l) {
            euler_state r = phys_nothing();
            int k = 0;
            do {
                r = phys_add_scaled(row[k], TAKE(FLUXES_AT + k * VARS), r);
            } while (++k < ROWS);
            r = change_of_node(r, phys_take(&S(OWN_AT + i), NODES * LANES), dt * gravity,
                               S(OWN_AT + VALUES + i), wind, dt * SPONGE_AT(i));
            phys_put(&S(CHANGES_AT + i), NODES * LANES, r);
        }
    }
    FOR_ITEMS (i, NODES) {
        FOR_LANES (l) {
#define STORE(p)                                                                                             \
    {                                                                                                        \
        const long at = PLACE_IN_BLOCK(b, l) + (long)((p)*NODES + i) * PACK_LANES;                           \
        const real before = start[at];                                                                       \
        const real way = ARCS ? R(0.0) : S(OWN_AT + (p)*NODES + i) - before;                                 \
        const real after = FMA(weight, way + S(CHANGES_AT + (p)*NODES + i), before);                         \
        to[at] = dt > R(0.0) ? after : before;                                                               \
    }
            EACH_VAR(STORE)
#undef STORE
        }
    }
    BARRIER;

#if SPONGE
    FIND_RATES(number == LAST_STAGE, WITH_DAMPING(rate, SPONGE_AT(i)))
#else
    FIND_RATES(number == LAST_STAGE, rate)
#endif
    END_GROUPS
}

#undef S
