/* A stage cell by cell (deg/stage.h), for GPUs. DEG_TEAM threads have a cell. Each finds the fluxes of
 * DEG_POINTS points inside at a time, then of some points of a face; and each has the sums of some nodes in
 * registers, to which it adds what all these points give, in the order of nodes.h. The state that is
 * interpolated is read again for each point: it would need as many registers. A team of one keeps fluxes in
 * registers, too. With DEG_COLUMNS, for teams of one and few nodes, it copies what it reads into shared
 * memory before it is wanted, each lane into a column of its own, so that no lane waits for another; and the
 * element's matrices are constants (DEG_VALUES, DEG_PAIRS, DEG_LIFTS):
 *
 *   row 0           the state                        [VARS][NODES]
 *   NEXT_ROWS       faces 0 and 2: of the neighbour the nodes of the face [EDGE][VARS], and the constants of
 *                   the face
 *   AFTER_ROWS      the air at nodes; then face 1; then the state that the step begins from
 *   STAR_ROWS_AT    with EVOLUTION what was found at the three vertices [3][STAR_VALUES] */

#define TEAM_NODES ((NODES + DEG_TEAM - 1) / DEG_TEAM) /* of a thread: the last may have fewer */
#define TEAM_POINTS (DEG_TEAM * DEG_POINTS)            /* points inside at a time */
#define UPDATED (TEAM_NODES < 6 ? TEAM_NODES : 6)      /* nodes that are updated at a time */
#define FLUX_ROWS (2 * TEAM_POINTS > ALONG ? 2 * TEAM_POINTS : ALONG)
#define OWN_INDEX(i, p) (own + (long)((p)*NODES + (i)) * PACK_LANES)
#define SUM(i, p) PRIVATE_AT(sum, t, l, (i)*VARS + (p))
#if DEG_TEAM == 1
#define FLUXES PRIVATE(real, flux, FLUX_ROWS *VARS);
#define FLUX_ROW(row, p) PRIVATE_AT(flux, t, l, (row)*VARS + (p))
#define TEAM_BARRIER
#else
#define FLUXES SHARED real flux[FLUX_ROWS * VARS * LANES];
#define FLUX_ROW(row, p) flux[((row)*VARS + (p)) * LANES + l]
#define TEAM_BARRIER BARRIER;
#endif
/* Of node n of thread t; of one beyond the last the last. */
#define TEAM_NODE(n)                                                                                         \
    (DEG_TEAM * TEAM_NODES == NODES || t * TEAM_NODES + (n) < NODES ? t * TEAM_NODES + (n) : NODES - 1)
#if DEG_COLUMNS && defined DEG_LIFTS
CONSTANT_TABLE(value_of, POINTS *NODES, DEG_VALUES)
CONSTANT_TABLE(along_of, 2 * HALF * ALONG, DEG_PAIRS)
CONSTANT_TABLE(lift_of, NODES *ROWS, DEG_LIFTS)
#else
#define value_of value
#define along_of along
#define lift_of lift
#endif
#if DEG_COLUMNS
#define NEXT_VALUES (EDGE * VARS + DEG_FACE_VALUES)
#define NEXT_ROWS VALUES
#define AFTER_ROWS (NEXT_ROWS + NEXT_VALUES)
#define STAR_ROWS_AT (AFTER_ROWS + (VALUES > NEXT_VALUES ? VALUES : NEXT_VALUES))
#define COLUMN_ROWS (STAR_ROWS_AT + (HAS_STARS ? 3 * STAR_VALUES : 0))
#define COLUMNS                                                                                              \
    SHARED real column[COLUMN_ROWS * LANES];                                                                 \
    SHARED int neighbour[4 * LANES]; /* there, side of faces 1 and 2 */
#define COLUMN(row) column[(row)*LANES + (l)]
#define FACE_ROW(f) ((f) == 1 ? AFTER_ROWS : NEXT_ROWS)
#define STATE_AT(from_row, i, p) column[(from_row) + ((p)*NODES + (i)) * LANES + (l)]
#define AIR_AT(from_row, i, v) column[(from_row) + (AFTER_ROWS + (v)*NODES + (i)) * LANES + (l)]
#define BEFORE_AT(i, p) (number > 1 ? COLUMN(AFTER_ROWS + (p)*NODES + (i)) : STATE_AT(0, i, p))
#define NEXT_AT(j, p) COLUMN(next_row + (j)*VARS + (p))
#define FRAME_AT(i) COLUMN(next_row + EDGE * VARS + (i))
#define COPY_STATE(to_row, q)                                                                                \
    UNROLL                                                                                                   \
    for (int i = 0; i < VALUES; i++)                                                                         \
        COPY_AHEAD(&COLUMN((to_row) + i), &q[PLACE_IN_BLOCK(b, l) + (long)i * PACK_LANES]);
#define COPY_OF_NEXT(p) COPY_AHEAD(&COLUMN(to_row + j * VARS + (p)), &from[at + (p)*NODES * PACK_LANES]);
#define COPY_NEXT(f, slot, side_of_face)                                                                     \
    {                                                                                                        \
        const int to_row = FACE_ROW(f), turned = (side_of_face) >> DEG_FACE_SHIFT;                           \
        const long other = place_of(slot);                                                                   \
        UNROLL                                                                                               \
        for (int j = 0; j < EDGE; j++) {                                                                     \
            const long at = other + (long)node_of_face(turned, DEGREE - j) * PACK_LANES;                     \
            EACH_VAR(COPY_OF_NEXT)                                                                           \
        }                                                                                                    \
        UNROLL                                                                                               \
        for (int i = 0; i < DEG_FACE_VALUES; i++)                                                            \
            COPY_AHEAD(&COLUMN(to_row + EDGE * VARS + i), &own_face[((f)*DEG_FACE_VALUES + i) * LANES + l]); \
    }
#if HAS_STARS
#define COPY_STARS                                                                                           \
    UNROLL                                                                                                   \
    for (int i = 0; i < 3; i++) {                                                                            \
        const int of = fan[((long)b * STAR_POINTS + i) * LANES + l];                                         \
        const long at = (long)(of / STAR_FANS) * (STAR_VALUES * STAR_FANS) + of % STAR_FANS;                 \
        UNROLL                                                                                               \
        for (int v = 0; v < STAR_VALUES; v++)                                                                \
            COPY_AHEAD(&COLUMN(STAR_ROWS_AT + i * STAR_VALUES + v), &star[at + v * STAR_FANS]);              \
    }
#else
#define COPY_STARS
#endif
#define COPY_FIRST                                                                                           \
    FOR_LANES (l) {                                                                                          \
        COPY_STATE(0, from)                                                                                  \
        UNROLL                                                                                               \
        for (int i = 0; i < EULER_AIR * NODES; i++)                                                          \
            COPY_AHEAD(&COLUMN(AFTER_ROWS + i), &own_air[i * LANES + l]);                                    \
        UNROLL                                                                                               \
        for (int i = 0; i < 2; i++) {                                                                        \
            COPY_AHEAD(&neighbour[2 * i * LANES + l], &own_there[(i + 1) * LANES + l]);                      \
            COPY_AHEAD(&neighbour[(2 * i + 1) * LANES + l], &own_side[(i + 1) * LANES + l]);                 \
        }                                                                                                    \
        COPIES_END;                                                                                          \
        COPY_NEXT(0, own_there[l], own_side[l])                                                              \
        COPY_STARS                                                                                           \
        COPIES_END;                                                                                          \
    }
#define COPY_BEHIND(f)                                                                                       \
    if (f < 2) {                                                                                             \
        COPY_NEXT(f + 1, neighbour[2 * f * LANES + l], neighbour[(2 * f + 1) * LANES + l])                   \
    } else if (number > 1) {                                                                                 \
        COPY_STATE(AFTER_ROWS, start)                                                                        \
    }                                                                                                        \
    COPIES_END;
#else
#define COLUMNS
#define STATE_AT(from_row, i, p) from[(from_row) + OWN_INDEX(i, p)]
#define AIR_AT(from_row, i, v) own_air[(from_row) + ((v)*NODES + (i)) * LANES + (l)]
#define BEFORE_AT(i, p) start[OWN_INDEX(i, p)]
#define NEXT_AT(j, p) from[other + ((long)node_of_face(turned, DEGREE - (j)) + (p)*NODES) * PACK_LANES]
#define FRAME_AT(i) own_face[(f * DEG_FACE_VALUES + (i)) * LANES + (l)]
#define COPY_FIRST
#endif
#if HAS_STARS
#define FAN_AHEAD(f)                                                                                         \
    PRIVATE_AT(ahead, t, l, 2) = fan[((long)b * STAR_POINTS + (f)) * LANES + l];                             \
    PRIVATE_AT(ahead, t, l, 3) = fan[((long)b * STAR_POINTS + ((f) == 2 ? 0 : (f) + 1)) * LANES + l];
#else
#define FAN_AHEAD(f)
#endif
#define LOOK_AHEAD(f)                                                                                        \
    PRIVATE_AT(ahead, t, l, 0) = own_there[(f)*LANES + l];                                                   \
    PRIVATE_AT(ahead, t, l, 1) = own_side[(f)*LANES + l];                                                    \
    FAN_AHEAD(f)
#define AIR_OF_EDGE(at, j)                                                                                   \
    at.density = own_edge[((f * ALONG + (j)) * EULER_AIR) * LANES + l];                                      \
    at.heat = own_edge[((f * ALONG + (j)) * EULER_AIR + 1) * LANES + l];                                     \
    at.pressure = own_edge[((f * ALONG + (j)) * EULER_AIR + 2) * LANES + l];
#define EACH_MEMBER FOR_ITEMS (t, DEG_TEAM)

KERNEL_SHAPE(LANES *DEG_TEAM, DEG_RESIDENT)
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
    SHARED real rates[DEG_TEAM * LANES];
    FLUXES
    PRIVATE(real, sum, TEAM_NODES * VARS);
#if !DEG_COLUMNS
    PRIVATE(int, ahead, 4); /* of the next face: there, side, and at its ends fan */
#endif
    COLUMNS
    STAGE_OF_STEP
    COPY_FIRST

    FOR_FLAT (i, 3 * ALONG * EULER_AIR * LANES / LINE) {
        PREFETCH(&own_edge[i * LINE]);
    }
    if (!DEG_COLUMNS && number > 1 && PACK_LANES == LANES) {
        FOR_FLAT (i, VALUES * LANES / LINE) {
            PREFETCH(&start[(long)b * (VALUES * LANES) + i * LINE]);
        }
    }
    EACH_MEMBER
    {
        FOR_LANES (l) {
            UNROLL
            for (int i = 0; i < TEAM_NODES * VARS; i++)
                PRIVATE_AT(sum, t, l, i) = R(0.0);
#if !DEG_COLUMNS
            LOOK_AHEAD(0)
#endif
        }
    }
    COPIES_WAIT(1); /* for all but those of face 0 */
    ROLLED
    for (int first = 0; first < POINTS; first += TEAM_POINTS) {
        EACH_MEMBER
        {
            FOR_LANES (l) {
#if !DEG_COLUMNS
                const long own = PLACE_IN_BLOCK(b, l);
#endif
                euler_state q[DEG_POINTS];
                euler_air at[DEG_POINTS];
                HIDDEN(again, 0)
                UNROLL
                for (int j = 0; j < DEG_POINTS; j++) {
#define BEGIN(p) q[j].v##p = R(0.0);
                    EACH_VAR(BEGIN)
#undef BEGIN
                    at[j].density = at[j].heat = at[j].pressure = R(0.0);
                }
                UNROLL
                for (int i = 0; i < NODES; i++) {
                    euler_state u;
                    euler_air rest;
#define LOAD(p) u.v##p = STATE_AT(again, i, p);
                    EACH_VAR(LOAD)
#undef LOAD
                    rest.density = AIR_AT(again, i, 0);
                    rest.heat = AIR_AT(again, i, 1);
                    rest.pressure = AIR_AT(again, i, 2);
                    UNROLL
                    for (int j = 0; j < DEG_POINTS; j++) {
                        const int wanted = first + t * DEG_POINTS + j;
                        const real x = value_of[(wanted < POINTS ? wanted : POINTS - 1) * NODES + i];
#define TERM(p) q[j].v##p = FMA(x, u.v##p, q[j].v##p);
                        EACH_VAR(TERM)
#undef TERM
                        at[j].density = FMA(x, rest.density, at[j].density);
                        at[j].heat = FMA(x, rest.heat, at[j].heat);
                        at[j].pressure = FMA(x, rest.pressure, at[j].pressure);
                    }
                }
                euler_state fx[DEG_POINTS], fz[DEG_POINTS];
                fluxes_inside(q, at, own_cell, l, 0, dt, gamma, fx, fz);
                UNROLL
                for (int j = 0; j < DEG_POINTS; j++) {
                    const int row = DEG_TEAM == 1 ? 2 * j : 2 * (t * DEG_POINTS + j);
#define STORE(p)                                                                                             \
    FLUX_ROW(row, p) = fx[j].v##p;                                                                           \
    FLUX_ROW(row + 1, p) = fz[j].v##p;
                    EACH_VAR(STORE)
#undef STORE
                }
            }
        }
        TEAM_BARRIER
        EACH_MEMBER
        {
            FOR_LANES (l) {
                UNROLL
                for (int j = 0; j < TEAM_POINTS; j++) {
                    if (TEAM_POINTS == 1 || first + j < POINTS) {
                        const int row = 2 * (first + j);
                        euler_state fx, fz;
#define LOAD(p)                                                                                              \
    fx.v##p = FLUX_ROW(2 * j, p);                                                                            \
    fz.v##p = FLUX_ROW(2 * j + 1, p);
                        EACH_VAR(LOAD)
#undef LOAD
                        UNROLL
                        for (int n = 0; n < TEAM_NODES; n++) {
                            const real x = lift_of[row + TEAM_NODE(n) * ROWS];
                            const real z = lift_of[row + TEAM_NODE(n) * ROWS + 1];
#define TERM(p) SUM(n, p) = FMA(z, fz.v##p, FMA(x, fx.v##p, SUM(n, p)));
                            EACH_VAR(TERM)
#undef TERM
                        }
                    }
                }
            }
        }
        TEAM_BARRIER
    }
    BARRIER;

    ROLLED
    for (int f = 0; f < 3; f++) {
        EACH_MEMBER
        {
            FOR_LANES (l) {
#if DEG_COLUMNS
                const int next_row = FACE_ROW(f);
                COPIES_WAIT(0);
                COPY_BEHIND(f)
#else
                const long own = PLACE_IN_BLOCK(b, l);
                const int turned = PRIVATE_AT(ahead, t, l, 1) >> DEG_FACE_SHIFT;
                const long other = place_of(PRIVATE_AT(ahead, t, l, 0));
#if HAS_STARS
                const evolution_state begin = star_at(star, PRIVATE_AT(ahead, t, l, 2));
                const evolution_state end = star_at(star, PRIVATE_AT(ahead, t, l, 3));
#endif
#endif
                euler_air next_air;
                AIR_OF_EDGE(next_air, t < ALONG ? t : ALONG - 1)
                const real nx = FRAME_AT(0), nz = FRAME_AT(1), length = FRAME_AT(2);
                const real right = FRAME_AT(3), kind = FRAME_AT(4);
                const real scale = (right > R(0.0) ? dt : -dt) * length;
                euler_state even[2 * HALF], odd[2 * HALF]; /* of the cell, then of its neighbour */
                UNROLL
                for (int k = 0; k < HALF; k++) {
                    const int near = node_of_face(f, k), far = node_of_face(f, DEGREE - k);
                    real a, c;
#define PAIR(p)                                                                                              \
    a = STATE_AT(0, near, p);                                                                                \
    c = STATE_AT(0, far, p);                                                                                 \
    even[k].v##p = a + c;                                                                                    \
    odd[k].v##p = a - c;                                                                                     \
    a = NEXT_AT(k, p);                                                                                       \
    c = NEXT_AT(DEGREE - k, p);                                                                              \
    even[HALF + k].v##p = a + c;                                                                             \
    odd[HALF + k].v##p = a - c;
                    EACH_VAR(PAIR)
#undef PAIR
                }
#if !DEG_COLUMNS
                if (f < 2) {
                    LOOK_AHEAD(f + 1)
                }
#endif
                ROLLED
                for (int j = t; j < ALONG; j += DEG_TEAM) {
                    const int row = j * (2 * HALF);
                    const euler_air at = next_air;
                    euler_state mine, beyond;
                    AIR_OF_EDGE(next_air, j + DEG_TEAM < ALONG ? j + DEG_TEAM : j)
#define BEGIN(p) mine.v##p = beyond.v##p = R(0.0);
                    EACH_VAR(BEGIN)
#undef BEGIN
                    UNROLL
                    for (int k = 0; k < HALF; k++) {
                        const real x = along_of[row + k], y = along_of[row + HALF + k];
#define TERM(p)                                                                                              \
    mine.v##p = FMA(y, odd[k].v##p, FMA(x, even[k].v##p, mine.v##p));                                        \
    beyond.v##p = FMA(y, odd[HALF + k].v##p, FMA(x, even[HALF + k].v##p, beyond.v##p));
                        EACH_VAR(TERM)
#undef TERM
                    }
                    const face_sides sides = sides_of(mine, beyond, at, nx, nz, right, kind, wind);
#if EVOLUTION
                    const int is_end = j == 0 || j == ALONG - 1;
                    evolution_normal meeting;
                    if (is_end || ARCS) {
#if ARCS
                        const int point = is_end ? (j == 0 ? f : f + 1) % 3 : 3 + f * (ALONG - 2) + j - 1;
                        const evolution_state met =
                            star_at(star, fan[((long)b * STAR_POINTS + point) * LANES + l]);
#elif !DEG_COLUMNS
                        const evolution_state met = j == 0 ? begin : end;
#else
                        const int vertex = j == 0 ? f : (f == 2 ? 0 : f + 1);
                        evolution_state met;
                        met.p = COLUMN(STAR_ROWS_AT + vertex * STAR_VALUES);
                        met.u = COLUMN(STAR_ROWS_AT + vertex * STAR_VALUES + 1);
                        met.w = COLUMN(STAR_ROWS_AT + vertex * STAR_VALUES + 2);
#endif
                        meeting = met_at(velocities_of(sides, at), met, nx, nz, kind);
                    } else {
                        meeting = euler_meeting(at, sides.left, sides.right, gamma);
                    }
                    const euler_state found =
                        euler_turn_back(flux_of_meeting(at, sides, meeting, gamma, number), nx, nz);
#else
                    const euler_state found = euler_turn_back(FLUX(at, sides.left, sides.right), nx, nz);
#endif
#if DEG_TEAM == 1
                    UNROLL
                    for (int n = 0; n < NODES; n++) {
                        const real x = lift_of[n * ROWS + 2 * POINTS + f * ALONG + j];
#define TERM(p) SUM(n, p) = FMA(x, scale * found.v##p, SUM(n, p));
                        EACH_VAR(TERM)
#undef TERM
                    }
#else
#define STORE(p) FLUX_ROW(j, p) = scale * found.v##p;
                    EACH_VAR(STORE)
#undef STORE
#endif
                }
            }
        }
#if DEG_TEAM > 1
        TEAM_BARRIER
        EACH_MEMBER
        {
            FOR_LANES (l) {
                UNROLL
                for (int j = 0; j < ALONG; j++) {
                    const int row = 2 * POINTS + f * ALONG + j;
                    euler_state found;
#define LOAD(p) found.v##p = FLUX_ROW(j, p);
                    EACH_VAR(LOAD)
#undef LOAD
                    UNROLL
                    for (int n = 0; n < TEAM_NODES; n++) {
                        const real x = lift_of[row + TEAM_NODE(n) * ROWS];
#define TERM(p) SUM(n, p) = FMA(x, found.v##p, SUM(n, p));
                        EACH_VAR(TERM)
#undef TERM
                    }
                }
            }
        }
        TEAM_BARRIER
#endif
    }
    BARRIER;

    /* gravity */
    EACH_MEMBER
    {
        FOR_LANES (l) {
            const long own = PLACE_IN_BLOCK(b, l);
            real largest = R(0.0);
            COPIES_WAIT(0);
            /* what is read comes before what is written: a compiler does not know that they are different
             * states */
            euler_state q[UPDATED], before[UPDATED];
            UNROLL
            for (int from_node = 0; from_node < TEAM_NODES; from_node += UPDATED) {
                UNROLL
                for (int k = 0; k < UPDATED; k++) {
                    const int i = TEAM_NODE(from_node + k);
#define LOAD(p)                                                                                              \
    q[k].v##p = STATE_AT(0, i, p);                                                                           \
    before[k].v##p = BEFORE_AT(i, p);
                    EACH_VAR(LOAD)
#undef LOAD
                }
                UNROLL
                for (int k = 0; k < UPDATED; k++) {
                    const int n = from_node + k, i = t * TEAM_NODES + n;
                    if (n < TEAM_NODES && i < NODES) {
                        euler_state r;
#define LOAD(p) r.v##p = SUM(n, p);
                        EACH_VAR(LOAD)
#undef LOAD
                        r = change_of_node(r, q[k], dt * gravity, own_air[i * LANES + l], wind,
                                           dt * SPONGE_AT(i));
                        r = after_stage(before[k], q[k], r, weight, dt);
#define STORE(p) to[OWN_INDEX(i, p)] = r.v##p;
                        EACH_VAR(STORE)
#undef STORE
                    }
                }
            }
            const int rated = number == LAST_STAGE ? TEAM_NODES : 0;
            ROLLED
            for (int n = 0; n < rated; n++) {
                const int i = TEAM_NODE(n);
                euler_state q;
                euler_air at;
                at.density = own_air[i * LANES + l];
                at.heat = own_air[(NODES + i) * LANES + l];
                at.pressure = own_air[(2 * NODES + i) * LANES + l];
#define LOAD(p) q.v##p = to[OWN_INDEX(i, p)];
                EACH_VAR(LOAD)
#undef LOAD
                real rate = rate_of(at, q, gamma, own_cell[4 * LANES + l]);
#if SPONGE
                rate = WITH_DAMPING(rate, SPONGE_AT(i));
#endif
                largest = rate > largest ? rate : largest;
            }
            rates[t * LANES + l] = largest;
        }
    }
    BARRIER;
    if (number == LAST_STAGE) {
        FOLD_MAX(rates, DEG_TEAM * LANES)
        FOR_FLAT (i, 1) {
            part[b] = rates[0];
        }
    }
    END_GROUPS
}
