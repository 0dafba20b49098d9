/* One stage of a step of nodal DG for the equations of a header of kernels/physics that was included before (VARS,
 * EACH_VAR, euler_state, ...): one kernel over the cells of a mesh of triangles.
 *
 *   u = u0 + b ((v - u0) + dt L(v)),  b = 1, 1/4, 2/3 of the three stages: SSP-RK3
 *
 * with the state u0 that the step begins from and v of the stage before. L is the weak form, the fluxes at quadrature
 * points; docs/theory/atmosphere.md derives every expression.
 *
 *   L_i = sum_q lift_iq . F(v(x_q)) - sum_f sum_j lift_ifj F*_fj + s_i
 *
 * Constants of the program: DEGREE; POINTS of quadrature inside; ALONG of a face, both ends among them; TRACER; HLLC; SPONGE;
 * PACK_BITS.
 *
 * Arrays (b block, l lane)
 *   q0, q1, second   states: the one of the step's beginning and the one of its end, taken in turn; that of stage 2.
 *               [pack][VARS][NODES][lane of the pack], 1 << PACK_BITS cells in a pack
 *   air         [b][EULER_AIR][NODES][LANES] the air at rest at nodes; of padding 1
 *   edge_air    [b][3][ALONG][EULER_AIR][LANES] the same at the points of faces, the same numbers for both cells of a
 *               face (deg/edges.h)
 *   sponge      [b][NODES][LANES] with SPONGE: the rate at which the state goes to the wind and the air at rest, 1/s
 *   cell, face, side   deg/faces.h: [b][...][LANES], [b][3][...][LANES], [b][3][LANES]
 *   there       [b][3][LANES] slot of the neighbour; at a boundary the cell's own
 *   value       [POINTS][NODES] values at quadrature points
 *   along       [ALONG][2][HALF] values at points of a face from sums and differences of nodes j and DEGREE - j
 *   lift        [NODES][2 * POINTS + 3 * ALONG] fluxes to nodes: of points inside M^-1 w_q grad phi_i(x_q), of those of
 *               faces M^-1 w_j phi_i(x_fj)
 *   star, fan   with EVOLUTION: states at vertices, and [b][STAR_POINTS][LANES] which of them those of cells are
 *               (deg/stars.h); with ARCS at all points of faces
 *   part        [group] largest rate of each block, 1/s; above 1e30 where a state is no gas
 *
 * Both cells of a face find the same traces and flux to the bit: each takes sums and differences of opposite nodes in
 * its own direction along the face. Seen from the other cell differences and their factors change sign alone.
 *
 * Bytes of a cell and stage: v, u0 and u, the air at nodes and faces, constants; neighbours' traces come from cache. */
#include "time/clock.h"
#include "deg/faces.h"
#include "deg/places.h"
#include "deg/star_places.h"

#define HUGE_RATE R(1e31)

/* With ARCS (deg/arcs.h) a step has two stages of this kernel: each cell goes alone to the middle of the step, by its own
 * fluxes; then the step takes volume terms and what flow carries from there, and the stars. */
#define STAR_POINTS (ARCS ? 3 * (ALONG - 1) : 3)
#define LAST_STAGE (ARCS ? 2 : DEG_STAGES)

/* Parts of the work array s[], in rows of LANES. Fluxes stand in rows of VARS: two of each point inside, one of each
 * point of a face. What is interpolated to a point inside stands there before. */
#define MIXED (VARS + EULER_AIR)
#define ROWS (2 * POINTS + 3 * ALONG)
#define OWN_AT 0                                     /* [MIXED][NODES] state and air */
#define SUMS_AT (MIXED * NODES)                      /* [3][HALF][2 sides][VARS] */
#define DIFFERENCES_AT (SUMS_AT + 6 * HALF * VARS)   /* the same */
#define TRACES_AT (DIFFERENCES_AT + 6 * HALF * VARS) /* [3 ALONG][2 sides][VARS] */
#define FLUXES_AT (TRACES_AT + 6 * ALONG * VARS)     /* [ROWS][VARS] */
#define CHANGES_AT SUMS_AT /* [VARS][NODES] at the end: fewer than the sums and differences */
#define WORK_ROWS (FLUXES_AT + ROWS * VARS)
#define S(row) s[(row)*LANES + (l)]

/* Where `last` is true: the largest rate of the state that the step ends with, part[b]. RATE is an expression of `rate`, that
 * by the speed at a node. Stands directly under FOR_GROUPS, after a BARRIER. */
#define RATE_LOAD(p) q.v##p = to[PLACE_IN_BLOCK(b, l) + (long)((p)*NODES + i) * PACK_LANES];
#define FIND_RATES(last, RATE)                                                                     \
    const int rated = (last) ? NODES : 0;                                                          \
    FOR_ITEMS (i, rated) {                                                                         \
        FOR_LANES (l) {                                                                            \
            euler_state q;                                                                         \
            euler_air at;                                                                          \
            at.density = own_air[i * LANES + l];                                                   \
            at.heat = own_air[(NODES + i) * LANES + l];                                            \
            at.pressure = own_air[(2 * NODES + i) * LANES + l];                                    \
            EACH_VAR(RATE_LOAD)                                                                    \
            const real rate = rate_of(at, q, gamma, own_cell[4 * LANES + l]);                      \
            S(i) = (RATE);                                                                         \
        }                                                                                          \
    }                                                                                              \
    BARRIER;                                                                                       \
    FOR_FLAT (l, rated ? LANES : 0) {                                                              \
        real largest = R(0.0);                                                                     \
        for (int k = 0; k < NODES; k++)                                                            \
            largest = S(k) > largest ? S(k) : largest;                                             \
        S(NODES) = largest;                                                                        \
    }                                                                                              \
    BARRIER;                                                                                       \
    FOR_FLAT (i, rated ? 1 : 0) {                                                                  \
        real largest = R(0.0);                                                                     \
        for (int l = 0; l < LANES; l++)                                                            \
            largest = S(NODES) > largest ? S(NODES) : largest;                                     \
        part[b] = largest;                                                                         \
    }

#if HLLC
#define FLUX(air, left, right) euler_hllc(air, left, right, gamma)
#else
#define FLUX(air, left, right) euler_rusanov(air, left, right, gamma)
#endif

/* What the evolution operator found at a vertex. */
FUNCTION evolution_state star_at(GLOBAL CONST real *RESTRICT star, int fan)
{
    const long first = (long)(fan / STAR_FANS) * (STAR_VALUES * STAR_FANS) + fan % STAR_FANS;
    evolution_state met;
    met.p = star[first];
    met.u = star[first + STAR_FANS];
    met.w = star[first + 2 * STAR_FANS];
    return met;
}

/* scale (a F_x + b F_z) of the state at a point. */
FUNCTION euler_state flux_along(euler_air air, euler_state q, real a, real b, real scale,
                                real pressure)
{
    const real density = air.density + q.v0;
    const real through = scale * FMA(a, q.v1, b * q.v2), u = through / density;
    euler_state f;
    f.v0 = through;
    f.v1 = FMA(u, q.v1, scale * a * pressure);
    f.v2 = FMA(u, q.v2, scale * b * pressure);
    f.v3 = u * (air.heat + q.v3);
#if TRACER
    f.v4 = u * q.v4;
#endif
    return f;
}

/* The rate of a state, 1/s: the fastest wave times the cell's factor, 1/m. */
FUNCTION real rate_of(euler_air air, euler_state q, real gamma, real factor)
{
    const real speed = euler_speed(air, q, gamma);
    return speed < R(1e30) ? speed * factor : HUGE_RATE;
}

KERNEL_SHAPE(LANES *NODES, 1)
KERNEL deg_stage(GLOBAL real *q0, GLOBAL real *q1, GLOBAL real *second,
                 GLOBAL CONST real *RESTRICT air, GLOBAL CONST real *RESTRICT edge_air,
                 GLOBAL CONST real *RESTRICT cell, GLOBAL CONST real *RESTRICT face,
                 GLOBAL CONST int *RESTRICT there, GLOBAL CONST int *RESTRICT side,
                 GLOBAL CONST real *RESTRICT value, GLOBAL CONST real *RESTRICT along,
                 GLOBAL CONST real *RESTRICT lift, GLOBAL CONST real *RESTRICT star,
                 GLOBAL CONST int *RESTRICT fan, GLOBAL CONST double *RESTRICT clock,
                 GLOBAL CONST long *RESTRICT count, GLOBAL real *RESTRICT part,
                 GLOBAL CONST int *RESTRICT order, GLOBAL CONST real *RESTRICT sponge, real gravity,
                 real gamma, real wind, real weight, int number, int from_group, long blocks)
{
    FOR_PARTITION_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    SHARED real s[WORK_ROWS * LANES];
    GLOBAL CONST real *start = count[COUNT_PARITY] ? q1 : q0;
    GLOBAL real *next = count[COUNT_PARITY] ? q0 : q1;
    GLOBAL CONST real *from = number == 1 ? start : (number == 2 ? (ARCS ? second : next) : second);
    GLOBAL real *to = number == (ARCS ? 1 : 2) ? second : next;
    const double dt64 = clock[CLOCK_DT];
    const real dt = R(dt64);
    GLOBAL CONST real *own_air = air + (long)b * (EULER_AIR * NODES * LANES);
    GLOBAL CONST real *own_edge = edge_air + (long)b * (3 * ALONG * EULER_AIR * LANES);
    GLOBAL CONST real *own_cell = cell + (long)b * (DEG_CELL_VALUES * LANES);
    GLOBAL CONST real *own_face = face + (long)b * (3 * DEG_FACE_VALUES * LANES);
    GLOBAL CONST int *own_there = there + (long)b * (3 * LANES);
    GLOBAL CONST int *own_side = side + (long)b * (3 * LANES);

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

    /* sums and differences of opposite nodes of faces, of the cell and of its neighbour, in the cell's direction */
    FOR_ITEMS (i, 3 * HALF) {
        const int f = i / HALF, j = i % HALF;
        const int near = node_of_face(f, j), far = node_of_face(f, DEGREE - j);
        FOR_LANES (l) {
            const int turned = own_side[f * LANES + l] >> DEG_FACE_SHIFT;
            const long other = place_of(own_there[f * LANES + l]);
            const long first = other + (long)node_of_face(turned, DEGREE - j) * PACK_LANES;
            const long last = other + (long)node_of_face(turned, j) * PACK_LANES;
            real a, c;
#define PAIR(p)                                                                                    \
    a = S(OWN_AT + (p)*NODES + near);                                                              \
    c = S(OWN_AT + (p)*NODES + far);                                                               \
    S(SUMS_AT + (2 * i) * VARS + (p)) = a + c;                                                     \
    S(DIFFERENCES_AT + (2 * i) * VARS + (p)) = a - c;                                              \
    a = from[first + (p)*NODES * PACK_LANES];                                                      \
    c = from[last + (p)*NODES * PACK_LANES];                                                       \
    S(SUMS_AT + (2 * i + 1) * VARS + (p)) = a + c;                                                 \
    S(DIFFERENCES_AT + (2 * i + 1) * VARS + (p)) = a - c;
            EACH_VAR(PAIR)
#undef PAIR
        }
    }

    /* fluxes inside: what is interpolated, then the fluxes; a loop over lanes with one inside has little else */
    FOR_ITEMS (i, POINTS) {
        GLOBAL CONST real *row = value + i * NODES;
        FOR_LANES (l) {
            euler_state q;
            real density = R(0.0), heat = R(0.0), pressure = R(0.0);
#define BEGIN(p) q.v##p = R(0.0);
            EACH_VAR(BEGIN)
#undef BEGIN
            int k = 0;
            do {
                const real x = row[k];
#define TERM(p) q.v##p = FMA(x, S(OWN_AT + (p)*NODES + k), q.v##p);
                EACH_VAR(TERM)
#undef TERM
                density = FMA(x, S(OWN_AT + VALUES + k), density);
                heat = FMA(x, S(OWN_AT + VALUES + NODES + k), heat);
                pressure = FMA(x, S(OWN_AT + VALUES + 2 * NODES + k), pressure);
            } while (++k < NODES);
#define STORE(p) S(FLUXES_AT + 2 * i * VARS + (p)) = q.v##p;
            EACH_VAR(STORE)
#undef STORE
            S(FLUXES_AT + 2 * i * VARS + VARS) = density;
            S(FLUXES_AT + 2 * i * VARS + VARS + 1) = heat;
            S(FLUXES_AT + 2 * i * VARS + VARS + 2) = pressure;
        }
    }
    FOR_ITEMS (i, POINTS) {
        FOR_LANES (l) {
            euler_state q;
            euler_air at;
#define LOAD(p) q.v##p = S(FLUXES_AT + 2 * i * VARS + (p));
            EACH_VAR(LOAD)
#undef LOAD
            at.density = S(FLUXES_AT + 2 * i * VARS + VARS);
            at.heat = S(FLUXES_AT + 2 * i * VARS + VARS + 1);
            at.pressure = S(FLUXES_AT + 2 * i * VARS + VARS + 2);
            const real pressure = euler_pressure(at, q.v3, gamma);
            const euler_state fx =
                flux_along(at, q, own_cell[l], own_cell[LANES + l], dt, pressure);
            const euler_state fz =
                flux_along(at, q, own_cell[2 * LANES + l], own_cell[3 * LANES + l], dt, pressure);
#define STORE(p)                                                                                   \
    S(FLUXES_AT + 2 * i * VARS + (p)) = fx.v##p;                                                   \
    S(FLUXES_AT + (2 * i + 1) * VARS + (p)) = fz.v##p;
            EACH_VAR(STORE)
#undef STORE
        }
    }
    BARRIER;

    /* traces, then fluxes through faces */
    FOR_ITEMS (i, 3 * ALONG) {
        const int f = i / ALONG;
        const int first = SUMS_AT + f * (2 * HALF * VARS);
        GLOBAL CONST real *row = along + (i % ALONG) * (2 * HALF);
        FOR_LANES (l) {
            euler_state own, beyond;
#define BEGIN(p) own.v##p = beyond.v##p = R(0.0);
            EACH_VAR(BEGIN)
#undef BEGIN
            UNROLL
            for (int k = 0; k < HALF; k++) {
                const real even = row[k], odd = row[HALF + k];
#define PAIR_AT(p) (first + k * (2 * VARS) + (p))
#define TERM(p)                                                                                    \
    own.v##p = FMA(odd, S(PAIR_AT(p) + 6 * HALF * VARS), FMA(even, S(PAIR_AT(p)), own.v##p));      \
    beyond.v##p = FMA(odd, S(PAIR_AT(p) + (6 * HALF + 1) * VARS),                                  \
                      FMA(even, S(PAIR_AT(p) + VARS), beyond.v##p));
                EACH_VAR(TERM)
#undef TERM
            }
#undef PAIR_AT
#define STORE(p)                                                                                   \
    S(TRACES_AT + 2 * i * VARS + (p)) = own.v##p;                                                  \
    S(TRACES_AT + (2 * i + 1) * VARS + (p)) = beyond.v##p;
            EACH_VAR(STORE)
#undef STORE
        }
    }
    /* the states on both sides of point i of the faces, in the frame of its face f */
#define SIDES_OF(f)                                                                                \
    euler_state own, beyond, left, other;                                                          \
    euler_air at;                                                                                  \
    EACH_VAR(LOAD)                                                                                 \
    const real nx = own_face[((f)*DEG_FACE_VALUES) * LANES + l];                                   \
    const real nz = own_face[((f)*DEG_FACE_VALUES + 1) * LANES + l];                               \
    const real right = own_face[((f)*DEG_FACE_VALUES + 3) * LANES + l];                            \
    const real kind = own_face[((f)*DEG_FACE_VALUES + 4) * LANES + l];                             \
    at.density = own_edge[(i * EULER_AIR) * LANES + l];                                            \
    at.heat = own_edge[(i * EULER_AIR + 1) * LANES + l];                                           \
    at.pressure = own_edge[(i * EULER_AIR + 2) * LANES + l];                                       \
    const euler_state far = euler_wind(at, wind);                                                  \
    EACH_VAR(OUTSIDE)                                                                              \
    own = euler_turn(own, nx, nz);                                                                 \
    beyond = euler_turn(beyond, nx, nz);                                                           \
    const euler_state mirror = euler_mirror(own);                                                  \
    EACH_VAR(SIDES)
#define LOAD(p)                                                                                    \
    own.v##p = S(TRACES_AT + 2 * i * VARS + (p));                                                  \
    beyond.v##p = S(TRACES_AT + (2 * i + 1) * VARS + (p));
#define OUTSIDE(p) beyond.v##p = kind == R(DEG_OPEN) ? far.v##p : beyond.v##p;
#define SIDES(p)                                                                                   \
    beyond.v##p = kind == R(DEG_WALL) ? mirror.v##p : beyond.v##p;                                 \
    left.v##p = right > R(0.0) ? beyond.v##p : own.v##p;                                           \
    other.v##p = right > R(0.0) ? own.v##p : beyond.v##p;
#define FLUX_AT(p) S(FLUXES_AT + (2 * POINTS + i) * VARS + (p))

#if EVOLUTION
    /* pressure and normal velocity of points, in the place of their fluxes */
    FOR_ITEMS (i, 3 * ALONG) {
        const int f = i / ALONG, j = i % ALONG, end = j == 0 || j == ALONG - 1;
        const int point = end ? (j == 0 ? f : f + 1) % 3 : 3 + f * (ALONG - 2) + j - 1;
        if (end || ARCS) {
            FOR_LANES (l) {
                const evolution_state met =
                    star_at(star, fan[((long)b * STAR_POINTS + point) * LANES + l]);
                const real nx = own_face[(f * DEG_FACE_VALUES) * LANES + l];
                const real nz = own_face[(f * DEG_FACE_VALUES + 1) * LANES + l];
                const real kind = own_face[(f * DEG_FACE_VALUES + 4) * LANES + l];
                FLUX_AT(0) = met.p;
                FLUX_AT(1) = kind == R(DEG_WALL) ? R(0.0) : FMA(nx, met.u, nz * met.w);
            }
        } else {
            FOR_LANES (l) {
                SIDES_OF(f)
                const evolution_normal meeting = euler_meeting(at, left, other, gamma);
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
            euler_state turned = euler_carried(at, left, other, meeting);
#if ARCS
            const euler_state alone = euler_flux(at, own, own.v1 / (at.density + own.v0),
                                                 euler_pressure(at, own.v3, gamma));
#define CHOOSE(p) turned.v##p = number == 1 ? alone.v##p : turned.v##p;
            EACH_VAR(CHOOSE)
#undef CHOOSE
#endif
#else
            const euler_state turned = FLUX(at, left, other);
#endif
            const euler_state flux = euler_turn_back(turned, nx, nz);
            const real scale = (right > R(0.0) ? dt : -dt) * length;
#define STORE(p) FLUX_AT(p) = scale * flux.v##p;
            EACH_VAR(STORE)
#undef STORE
        }
    }
#undef SIDES_OF
#undef LOAD
#undef SIDES
#undef OUTSIDE
#undef FLUX_AT
    BARRIER;

    /* all of it to nodes; gravity. A step without length, the first pass, leaves each cell what it is. */
    FOR_ITEMS (i, NODES) {
        GLOBAL CONST real *row = lift + i * ROWS;
        FOR_LANES (l) {
            euler_state r;
#define BEGIN(p) r.v##p = R(0.0);
            EACH_VAR(BEGIN)
#undef BEGIN
            int k = 0;
            do {
                const real x = row[k];
#define TERM(p) r.v##p = FMA(x, S(FLUXES_AT + k * VARS + (p)), r.v##p);
                EACH_VAR(TERM)
#undef TERM
            } while (++k < ROWS);
            r.v2 = FMA(-(dt * gravity), S(OWN_AT + i), r.v2);
#if SPONGE
            euler_air rest;
            rest.density = S(OWN_AT + VALUES + i);
            rest.heat = rest.pressure = R(0.0);
            const euler_state far = euler_wind(rest, wind);
            const real damping = dt * sponge[((long)b * NODES + i) * LANES + l];
#define DAMP(p) r.v##p = FMA(-damping, S(OWN_AT + (p)*NODES + i) - far.v##p, r.v##p);
            EACH_VAR(DAMP)
#undef DAMP
#endif
#define STORE(p) S(CHANGES_AT + (p)*NODES + i) = r.v##p;
            EACH_VAR(STORE)
#undef STORE
        }
    }
    FOR_ITEMS (i, NODES) {
        FOR_LANES (l) {
#define STORE(p)                                                                                   \
    {                                                                                              \
        const long at = PLACE_IN_BLOCK(b, l) + (long)((p)*NODES + i) * PACK_LANES;                 \
        const real before = start[at];                                                             \
        const real way = ARCS ? R(0.0) : S(OWN_AT + (p)*NODES + i) - before;                       \
        const real after = FMA(weight, way + S(CHANGES_AT + (p)*NODES + i), before);               \
        to[at] = dt > R(0.0) ? after : before;                                                     \
    }
            EACH_VAR(STORE)
#undef STORE
        }
    }
    BARRIER;

#if SPONGE
#define DAMPING sponge[((long)b * NODES + i) * LANES + l]
    FIND_RATES(number == LAST_STAGE, rate > DAMPING ? rate : DAMPING)
#undef DAMPING
#else
    FIND_RATES(number == LAST_STAGE, rate)
#endif
    END_GROUPS
}

#undef S
