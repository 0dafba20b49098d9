/* One stage of a step of nodal DG for the equations of a header of kernels/physics that was included before
 * (VARS, EACH_VAR, euler_state, ...): one kernel over the cells of a mesh of triangles, in three forms:
 * nodes.h for processors, cells.h for GPUs, tiles.h for those with tensor cores.
 *
 *   u = u0 + b ((v - u0) + dt L(v)),  b = 1, 1/4, 2/3 of the three stages: SSP-RK3
 *
 * with the state u0 that the step begins from and v of the stage before. L is the weak form, the fluxes at
 * quadrature points; docs/theory/atmosphere.md derives every expression.
 *
 *   L_i = sum_q lift_iq . F(v(x_q)) - sum_f sum_j lift_ifj F*_fj + s_i
 *
 * Constants of the program: DEGREE; POINTS of quadrature inside; ALONG of a face, both ends among them;
 * TRACER; HLLC; SPONGE; PACK_BITS.
 *
 * Arrays (b block, l lane)
 *   q0, q1, second   states: the one of the step's beginning and the one of its end, taken in turn; that of
 *                    stage 2. [pack][VARS][NODES][lane of the pack], 1 << PACK_BITS cells in a pack
 *   air         [b][EULER_AIR][NODES][LANES] the air at rest at nodes; of padding 1
 *   edge_air    [b][3][ALONG][EULER_AIR][LANES] the same at the points of faces, the same numbers for both
 *               cells of a face (deg/edges.h)
 *   sponge      [b][NODES][LANES] with SPONGE: the rate at which the state goes to the wind and the air at
 *               rest, 1/s
 *   cell, face, side   deg/faces.h: [b][...][LANES], [b][3][...][LANES], [b][3][LANES]
 *   there       [b][3][LANES] slot of the neighbour; at a boundary the cell's own
 *   value       [POINTS][NODES] values at quadrature points
 *   along       [ALONG][2][HALF] values at points of a face from sums and differences of nodes j and DEGREE -
 *               j
 *   lift        [NODES][2 * POINTS + 3 * ALONG] fluxes to nodes: of points inside M^-1 w_q grad phi_i(x_q),
 *               of those of faces M^-1 w_j phi_i(x_fj)
 *   star, fan   with EVOLUTION: states at vertices, and [b][STAR_POINTS][LANES] which of them those of cells
 *               are (deg/stars.h); with ARCS at all points of faces
 *   part        [group] largest rate of each block, 1/s; above 1e30 where a state is no gas
 *
 * Both cells of a face find the same traces and flux to the bit: each takes sums and differences of opposite
 * nodes in its own direction along the face. Seen from the other cell differences and their factors change
 * sign alone.
 *
 * Bytes of a cell and stage: v, u0 and u, the air at nodes and faces, constants; neighbours' traces come from
 * cache. */
#include "time/clock.h"
#include "deg/faces.h"
#include "deg/places.h"
#include "deg/star_places.h"

#define HUGE_RATE R(1e31)

/* With ARCS (deg/arcs.h) a step has two stages of this kernel: each cell goes alone to the middle of the
 * step, by its own fluxes; then the step takes volume terms and what flow carries from there, and the
 * stars. */
#define STAR_POINTS (ARCS ? 3 * (ALONG - 1) : 3)
#define LAST_STAGE (ARCS ? 2 : DEG_STAGES)

#define ROWS (2 * POINTS + 3 * ALONG)

#define HAS_STARS (EVOLUTION && !ARCS)
#define LINE (128 / (int)sizeof(real)) /* of a cache */

/* A sum of products by the matrices of the element, -0 as +0: tensor cores have zeros among the terms, which
 * may change the sign of a zero (target/tensor.h). */
#ifdef EG_F32
#define POSITIVE_ZERO(sum) (sum)
#else
#define POSITIVE_ZERO(sum) ((sum) + R(0.0))
#endif

/* Where `last` is true: the largest rate of the state that the step ends with, part[b]. RATE is an expression
 * of `rate`, that by the speed at a node. Stands directly under FOR_GROUPS, after a BARRIER. */
#define FIND_RATES(last, RATE)                                                                               \
    const int rated = (last) ? NODES : 0;                                                                    \
    FOR_ITEMS (i, rated) {                                                                                   \
        FOR_LANES (l) {                                                                                      \
            const long place = PLACE_IN_BLOCK(b, l) + (long)i * PACK_LANES;                                  \
            const euler_state q = phys_load(to + place, NODES * PACK_LANES);                                 \
            const euler_air at = euler_load_air(own_air + i * LANES + l, NODES * LANES);                     \
            const real rate = rate_of(at, q, gamma, own_cell[4 * LANES + l]);                                \
            S(i) = (RATE);                                                                                   \
        }                                                                                                    \
    }                                                                                                        \
    BARRIER;                                                                                                 \
    FOR_FLAT (l, rated ? LANES : 0) {                                                                        \
        real largest = R(0.0);                                                                               \
        for (int k = 0; k < NODES; k++)                                                                      \
            largest = S(k) > largest ? S(k) : largest;                                                       \
        S(NODES) = largest;                                                                                  \
    }                                                                                                        \
    BARRIER;                                                                                                 \
    FOR_FLAT (i, rated ? 1 : 0) {                                                                            \
        real largest = R(0.0);                                                                               \
        for (int l = 0; l < LANES; l++)                                                                      \
            largest = S(NODES) > largest ? S(NODES) : largest;                                               \
        part[b] = largest;                                                                                   \
    }

#if HLLC
#define FLUX(air, left, right) euler_hllc(air, left, right, gamma)
#else
#define FLUX(air, left, right) euler_rusanov(air, left, right, gamma)
#endif

/* From the traces along the axes; `right`: the cell is the right one. */
FUNCTION face_sides sides_of(euler_state own, euler_state beyond, euler_air at, real nx, real nz, real right,
                             real kind, real wind)
{
    face_sides s;
    s.own = euler_turn(own, nx, nz);
    beyond = euler_turn(beyond, nx, nz);
#if !WIDE_LOOPS
    if (kind != R(DEG_INSIDE))
#endif
    {
        const euler_state far = euler_turn(euler_wind(at, wind), nx, nz), mirror = euler_mirror(s.own);
#define OUTSIDE(p)                                                                                           \
    beyond.v##p = kind == R(DEG_OPEN) ? far.v##p : (kind == R(DEG_WALL) ? mirror.v##p : beyond.v##p);
        EACH_VAR(OUTSIDE)
#undef OUTSIDE
    }
#define SIDES(p)                                                                                             \
    s.left.v##p = right > R(0.0) ? beyond.v##p : s.own.v##p;                                                 \
    s.right.v##p = right > R(0.0) ? s.own.v##p : beyond.v##p;
    EACH_VAR(SIDES)
#undef SIDES
    return s;
}

/* The flux of what an operator found; with ARCS the first stage takes that of the cell alone. */
FUNCTION euler_state flux_of_meeting(euler_air at, face_sides sides, evolution_normal meeting, real gamma,
                                     int number)
{
    euler_state turned = euler_carried(at, sides.left, sides.right, meeting);
#if ARCS
    const euler_state alone = euler_flux(at, sides.own, RATIO(sides.own.v1, at.density + sides.own.v0),
                                         euler_pressure(at, sides.own.v3, gamma));
#define CHOOSE(p) turned.v##p = number == 1 ? alone.v##p : turned.v##p;
    EACH_VAR(CHOOSE)
#undef CHOOSE
#endif
    return turned;
}

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

/* The sum of the normal velocities of both sides. */
FUNCTION real velocities_of(face_sides sides, euler_air at)
{
    return RATIO(sides.left.v1, at.density + sides.left.v0) +
           RATIO(sides.right.v1, at.density + sides.right.v0);
}

/* Pressure and normal velocity at an end of a face: the pressure of the vertex, and the mean velocity of both
 * sides, whose sum is `velocities`, with what the pressures there add. With ARCS the whole state of the
 * vertex. */
FUNCTION evolution_normal met_at(real velocities, evolution_state met, real nx, real nz, real kind)
{
    evolution_normal found;
    real along = FMA(nx, met.u, nz * met.w);
#if !ARCS
    along = FMA(R(0.5), velocities, along);
#endif
    found.p = met.p;
    found.u = kind == R(DEG_WALL) ? R(0.0) : along;
    return found;
}

/* scale (a F_x + b F_z) of the state at a point: `through` is of the density, u that over it. */
FUNCTION euler_state flux_of(euler_air air, euler_state q, real a, real b, real scale, real through, real u,
                             real pressure)
{
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

FUNCTION euler_state flux_along(euler_air air, euler_state q, real a, real b, real scale, real pressure)
{
    const real through = scale * FMA(a, q.v1, b * q.v2);
    return flux_of(air, q, a, b, scale, through, RATIO(through, air.density + q.v0), pressure);
}

#if DEG_CELLS
/* Fluxes of DEG_POINTS points inside cells along their two axes, times dt: the same bits as flux_along().
 * Nearly always the pressure and both quotients have a short way (math_increment.h), without branches between
 * the points. Point j lies in the cell of lane l + j apart; own_cell is that of lane 0. */
FUNCTION void fluxes_inside(const euler_state *q, const euler_air *at, GLOBAL CONST real *RESTRICT own_cell,
                            int l, int apart, real dt, real gamma, euler_state *fx, euler_state *fz)
{
    near_increment near[DEG_POINTS];
    real through_x[DEG_POINTS], through_z[DEG_POINTS], speed_x[DEG_POINTS], speed_z[DEG_POINTS];
    int is_rare = 0;
    UNROLL
    for (int j = 0; j < DEG_POINTS; j++) {
        const real density = at[j].density + q[j].v0;
        GLOBAL CONST real *map = own_cell + (l + j * apart);
        near[j] = eg_near_increment(at[j].heat, q[j].v3, gamma);
        through_x[j] = dt * FMA(map[0], q[j].v1, map[LANES] * q[j].v2);
        through_z[j] = dt * FMA(map[2 * LANES], q[j].v1, map[3 * LANES] * q[j].v2);
        speed_x[j] = DIVIDE(through_x[j], density);
        speed_z[j] = DIVIDE(through_z[j], density);
        is_rare = is_rare || !near[j].is_near || IS_TINY(through_x[j]) || IS_TINY(through_z[j]);
    }
    if (is_rare) {
        UNROLL
        for (int j = 0; j < DEG_POINTS; j++) {
            const real density = at[j].density + q[j].v0;
            near[j].value = POWER_INCREMENT(at[j].heat, q[j].v3, gamma);
            speed_x[j] = through_x[j] / density;
            speed_z[j] = through_z[j] / density;
        }
    }
    UNROLL
    for (int j = 0; j < DEG_POINTS; j++) {
        const real pressure = at[j].pressure * near[j].value;
        GLOBAL CONST real *map = own_cell + (l + j * apart);
        fx[j] = flux_of(at[j], q[j], map[0], map[LANES], dt, through_x[j], speed_x[j], pressure);
        fz[j] = flux_of(at[j], q[j], map[2 * LANES], map[3 * LANES], dt, through_z[j], speed_z[j], pressure);
    }
}
#endif

/* What a sponge takes off at a node, 1/s. */
#if SPONGE
#define SPONGE_AT(i) sponge[((long)b * NODES + (i)) * LANES + l]
#else
#define SPONGE_AT(i) R(0.0)
#endif
#if SPONGE
/* Both take from what a cell has, which a limiter adds up. */
#if LIMITER
#define WITH_DAMPING(rate, damping) ((rate) + (damping))
#else
#define WITH_DAMPING(rate, damping) ((rate) > (damping) ? (rate) : (damping))
#endif

/* The change r of a step, with what a sponge takes off: `damping` is its rate times the step, q the state at
 * the node. */
FUNCTION euler_state damped(euler_state r, euler_state q, real density, real wind, real damping)
{
    euler_air rest;
    rest.density = density;
    rest.heat = rest.pressure = R(0.0);
    const euler_state far = euler_wind(rest, wind);
#define DAMP(p) r.v##p = FMA(-damping, q.v##p - far.v##p, r.v##p);
    EACH_VAR(DAMP)
#undef DAMP
    return r;
}
#endif

/* The change of a node, dt L(v), from the sums r of fluxes: with gravity, `fall` is dt g; and what a sponge
 * takes off. */
FUNCTION euler_state change_of_node(euler_state r, euler_state q, real fall, real density, real wind,
                                    real damping)
{
#define POSITIVE(p) r.v##p = POSITIVE_ZERO(r.v##p);
    EACH_VAR(POSITIVE)
#undef POSITIVE
    r.v2 = FMA(-fall, q.v0, r.v2);
#if SPONGE
    r = damped(r, q, density, wind, damping);
#endif
    return r;
}

/* A node at the end of a stage. A step without length, the first pass, leaves each cell what it is. */
FUNCTION euler_state after_stage(euler_state before, euler_state q, euler_state change, real weight, real dt)
{
    euler_state u;
#define AFTER(p)                                                                                             \
    u.v##p = FMA(weight, (ARCS ? R(0.0) : q.v##p - before.v##p) + change.v##p, before.v##p);                 \
    u.v##p = dt > R(0.0) ? u.v##p : before.v##p;
    EACH_VAR(AFTER)
#undef AFTER
    return u;
}

/* The rate of a state, 1/s: the fastest wave times the cell's factor, 1/m. With a limiter no more leaves a
 * cell through a face than what it has along it by a rule for its mean (docs/theory/limiters.md); Rusanov's
 * flux has half of the waves' speed, too. */
#if LIMITER
#define CARRIED_SHARE (R(0.001) * R(BOUND_SHARE))
#endif
FUNCTION real rate_of(euler_air air, euler_state q, real gamma, real factor)
{
    const real speed = euler_speed(air, q, gamma);
#if LIMITER
    const real density = air.density + q.v0;
    const real u = RATIO(q.v1, density), w = RATIO(q.v2, density);
    const real flow = SQRT(FMA(u, u, w * w));
#if EVOLUTION || HLLC
    const real carried = CARRIED_SHARE * flow;
#else
    const real carried = CARRIED_SHARE * (R(0.5) * (speed + flow));
#endif
    return speed < R(1e30) ? GREATER(speed, carried) * factor : HUGE_RATE;
#else
    return speed < R(1e30) ? speed * factor : HUGE_RATE;
#endif
}

/* What a group of a stage works on. Stands directly under FOR_GROUPS. */
#define STAGE_OF_STEP                                                                                        \
    GLOBAL CONST real *start = count[COUNT_PARITY] ? q1 : q0;                                                \
    GLOBAL real *next = count[COUNT_PARITY] ? q0 : q1;                                                       \
    GLOBAL CONST real *from = number == 1 ? start : (number == 2 ? (ARCS ? second : next) : second);         \
    GLOBAL real *to = number == (ARCS ? 1 : 2) ? second : next;                                              \
    const double dt64 = clock[CLOCK_DT];                                                                     \
    const real dt = R(dt64);                                                                                 \
    GLOBAL CONST real *own_air = air + (long)b * (EULER_AIR * NODES * LANES);                                \
    GLOBAL CONST real *own_edge = edge_air + (long)b * (3 * ALONG * EULER_AIR * LANES);                      \
    GLOBAL CONST real *own_cell = cell + (long)b * (DEG_CELL_VALUES * LANES);                                \
    GLOBAL CONST real *own_face = face + (long)b * (3 * DEG_FACE_VALUES * LANES);                            \
    GLOBAL CONST int *own_there = there + (long)b * (3 * LANES);                                             \
    GLOBAL CONST int *own_side = side + (long)b * (3 * LANES);
