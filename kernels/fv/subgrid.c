// check: NFACES=4 STATE_BITS=3 LANES=8 STRIPS=20 FRICTION=1
// check: NFACES=3 STATE_BITS=3 LANES=8 STRIPS=7 FRICTION=0 PARTITIONED=1
// check: NFACES=4 STATE_BITS=0 LANES=128 STRIPS=20 FRICTION=1 PARTITIONED=1
// check: NFACES=3 STATE_BITS=0 LANES=128 STRIPS=2 FRICTION=0
// check: NFACES=4 STATE_BITS=3 LANES=8 STRIPS=20 FRICTION=1 MAXIMA=1 MAXIMA_FLOW=1 MAXIMA_TIMES=1 MAXIMA_HAZARD=1 MAXIMA_DURATION=1 MAXIMA_SPEED_TIME=1
// check: NFACES=4 STATE_BITS=0 LANES=128 STRIPS=20 FRICTION=1 MAXIMA=1 MAXIMA_FLOW=1 MAXIMA_TIMES=1 WATER=1
// check: NFACES=3 STATE_BITS=3 LANES=8 STRIPS=20 FRICTION=1 WATER=1 RAIN_FIELDS=1
// check: NFACES=3 STATE_BITS=0 LANES=128 STRIPS=20 FRICTION=1 WATER=1 WATER_PLAIN=1
/* A step of shallow water over sub-grid ground (docs/theory/shallow-water-subgrid.md): as sw_step of
 * fv/shallow_water.c, of f64 and first order, where cells and faces have STRIPS strips of ground.
 *
 * Arrays beside those of fv/shallow_water.c
 *   q0, q1      mean depth, u, v, level (m)
 *   ground      [block][SUBGRID_CELL(STRIPS)][LANES] elevations of the strips, ascending; mean depths at
 *               these levels; what the representative depth bends by at each of them and at two levels above
 *               (a sum of ramps); these two levels
 *   section     [block][NFACES][STRIPS][LANES] elevations of the strips of each face, ascending, m
 *   link        [block][NFACES][SUBGRID_LINK][LANES] area over length and number of faces, m, of the cell and
 *               of the one across; n^2 times the distance of the centres
 *
 * Lanes stand innermost, so that loops over strips are those of vectors. Bytes a square and step with 20
 * strips: 1.6 kB; some 1600 operations. */
#include "math.h"
#include "fv/kinds.h"
#include "physics/shallow_water.h"
#include "physics/subgrid.h"
#include "time/clock.h"
#include "field/partition_boundary.h"
#include "fv/place.h"

#define WAVE_CONSTANTS (FRICTION ? SW_WAVE_CONSTANTS_FRICTION : SW_WAVE_CONSTANTS)
#define CELL_CONSTANTS (SW_CELL_CONSTANTS + (WATER && !WATER_PLAIN ? SW_WATER_CONSTANTS : 0))
#define IS_AWAKE(b) (resting[0] != (int)count[COUNT_STEPS] || awake[first_block + (b)])
#define PER_STRIP R(1.0 / STRIPS)

/* What the lanes of a block have in common (fv/maxima.h, fv/water.h). */
typedef struct sw_block {
    GLOBAL CONST real *from, *cell, *fields;
    GLOBAL real *to, *highest, *owed;
    GLOBAL CONST double *zones;
    GLOBAL double *clipped, *when, *amounts;
    long slots;
    int number, open_slot, is_counted;
    real dt, dry, flooded, rain_rate, g;
    double t;
} sw_block;
#include "fv/maxima.h"
#include "fv/water.h"

/* Values of the lanes of a block between the loops over its strips: the two sides of a face, what came through
 * all faces, the cell after the step. */
typedef struct subgrid_lanes {
    real level_a[LANES], level_b[LANES], area_a[LANES], area_b[LANES], wet_a[LANES], wet_b[LANES];
    real rise[LANES], mass[LANES], x[LANES], y[LANES];
    real h[LANES], u[LANES], v[LANES], level[LANES], wet[LANES], depth[LANES];
    real rate[LANES], reached[LANES];
    sw_word moves[LANES];
} subgrid_lanes;

#if WIDE_LOOPS
#define FOR_STRIPS(count, s, l)                                                                              \
    for (int s = 0; s < (count); s++)                                                                        \
        FOR_LANES (l)
#else
#define FOR_STRIPS(count, s, l)                                                                              \
    FOR_LANES (l)                                                                                            \
        for (int s = 0; s < (count); s++)
#endif

/* The cell in a slot, seen along a face's normal. */
FUNCTION subgrid_side side_of(eg_four q, real area, real wet, real nx, real ny, real room)
{
    subgrid_side side;
    side.area = area;
    side.wet = wet;
    side.level = q.d;
    side.un = FMA(q.b, nx, q.c * ny);
    side.ut = FMA(q.c, nx, -(q.b * ny));
    side.room = q.a * room;
    return side;
}

/* Momentum along n and along the face, as x and y. */
typedef struct subgrid_push {
    real mass, x, y;
} subgrid_push;

/* What an open face has ready for its cell (fv/shallow_water_open.c): that is less what the cell's own flow
 * carries, which is not in it here. */
FUNCTION subgrid_push push_of_open(eg_four ready, subgrid_side me, real nx, real ny)
{
    const real own_n = me.area * me.un * me.un, own_t = me.area * me.un * me.ut;
    subgrid_push push;
    push.mass = ready.a;
    push.x = ready.b + FMA(own_n, nx, -(own_t * ny));
    push.y = ready.c + FMA(own_n, ny, own_t * nx);
    return push;
}

FUNCTION subgrid_push push_of_face(subgrid_side me, subgrid_side other, real rise, real resistance, real nx,
                                   real ny, real dt, real g)
{
    const real balanced = FRICTION ? subgrid_balanced(me, other, resistance) : R(0.0);
    const subgrid_flux f = subgrid_face(me, other, rise, balanced, dt, g);
    subgrid_push push;
    push.mass = f.mass;
    push.x = FMA(f.n, nx, -(f.t * ny));
    push.y = FMA(f.n, ny, f.t * nx);
    return push;
}

/* What comes through a face of the cell in lane l from slot `there`, a unit length. */
FUNCTION subgrid_push push_through(sw_block block, LOCAL subgrid_lanes *at, int there,
                                   GLOBAL CONST real *face, GLOBAL CONST real *link, int l)
{
    const eg_four own = STATE_AT(block.from, PLACE_IN_BLOCK(block.number, l));
    const eg_four far = STATE_AT(block.from, place_of(there));
    const int open = there >= block.open_slot, solid = there == block.number * LANES + l;
    const real nx = face[0], ny = face[LANES];
    const subgrid_side me = side_of(own, at->area_a[l], at->wet_a[l], nx, ny, link[0]);
    subgrid_side other = side_of(far, at->area_b[l], at->wet_b[l], nx, ny, link[LANES]);
    other.un = solid ? -me.un : other.un;
    const subgrid_push outside = push_of_open(far, me, nx, ny);
    const subgrid_push inside =
        push_of_face(me, other, block.g * at->rise[l], link[2 * LANES], nx, ny, block.dt, block.g);
    subgrid_push push;
    push.mass = open ? outside.mass : inside.mass;
    push.x = open ? outside.x : inside.x;
    push.y = open ? outside.y : inside.y;
    return push;
}

/* Velocity over discharge after friction, from mean depth and representative depth (m). */
FUNCTION real subgrid_slowed(real h, real depth, real qx, real qy, real gn2, real dt)
{
    const real inverse = R(1.0) / h;
#if FRICTION
    const real kept = subgrid_max(depth, R(SUBGRID_TINY)), speed = SQRT(FMA(qx, qx, qy * qy)) * inverse;
    const real k = dt * gn2 / (kept * eg_cbrt(kept));
    return inverse * (R(2.0) / (R(1.0) + SQRT(FMA(R(4.0) * k, speed, R(1.0)))));
#else
    (void)depth, (void)qx, (void)qy, (void)gn2, (void)dt;
    return inverse;
#endif
}

/* What bounds the step by the waves through a face, times its length, m2/s: at most the water of the cell, or of
 * its surface, may pass. */
FUNCTION real rate_through(LOCAL subgrid_lanes *at, GLOBAL CONST real *face, int l, real h, real g)
{
    const real area = at->area_a[l], wet = at->wet_a[l];
    const real un = FMA(at->u[l], face[0], at->v[l] * face[LANES]);
    const real wider = wet / subgrid_max(at->wet[l], PER_STRIP), deeper = area / h;
    return face[2 * LANES] * (subgrid_max(wider, deeper) * (FABS(un) + subgrid_celerity(area, wet, g)));
}

/* The depth of the cell in lane l after what came through its faces, and water from above; 0 where it stays
 * as it was whatever the step. Its momentum stands in u and v. */
FUNCTION sw_word take_push(sw_block block, LOCAL subgrid_lanes *at, int l)
{
    const eg_four own = STATE_AT(block.from, PLACE_IN_BLOCK(block.number, l));
    const real scale = -block.dt * block.cell[l], h1 = FMA(scale, at->mass[l], own.a);
    const sw_word comes = SW_BITS(at->mass[l]) | SW_BITS(at->x[l]) | SW_BITS(at->y[l]);
    const sw_water water = add_water(block, l, own.a, sw_max(R(0.0), h1)); /* NaN stays */
    at->rise[l] = h1;
    at->h[l] = water.h;
    at->u[l] = FMA(scale, at->x[l], own.a * own.b);
    at->v[l] = FMA(scale, at->y[l], own.a * own.c);
    return comes | SW_BITS(own.b) | SW_BITS(own.c) | water.moves;
}

/* The rate of the cell in lane l, 1/s, and its new state. Water that reaches no face is at rest. */
FUNCTION real put_cell(sw_block block, LOCAL subgrid_lanes *at, int l, real inverse_chi)
{
    GLOBAL real *to = block.to + PLACE_IN_BLOCK(block.number, l);
    const real h = at->h[l], u = at->u[l], v = at->v[l];
    const int moves = at->reached[l] > R(0.0);
    const real speed = SQRT(FMA(u, u, v * v)),
               c = subgrid_celerity(h, subgrid_max(at->wet[l], PER_STRIP), block.g);
    const real waves = R(0.5) * block.cell[l] * at->rate[l];
    const real flow = (speed + subgrid_max(speed, c)) * inverse_chi;
    real rate = h > block.dry ? subgrid_max(waves, flow) : R(0.0);
    to[0] = h;
    to[STATE_LANES] = moves ? u : R(0.0);
    to[2 * STATE_LANES] = moves ? v : R(0.0);
    to[3 * STATE_LANES] = at->level[l];
    rate = WATER && rate < block.rain_rate ? block.rain_rate : rate;
    return h + rate + at->level[l] * R(0.0) + waves * R(0.0) < R(SW_HUGE) ? rate
                                                                          : R(SW_HUGE); /* so for NaN */
}

/* One step of the cells of one type, as sw_step of fv/shallow_water.c. */
KERNEL_SHAPE(LANES, 4)
KERNEL sw_step(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST int *RESTRICT neighbour,
               GLOBAL CONST real *RESTRICT face, GLOBAL CONST real *RESTRICT cell,
               GLOBAL CONST real *RESTRICT flow, GLOBAL CONST real *RESTRICT ground,
               GLOBAL CONST real *RESTRICT section, GLOBAL CONST real *RESTRICT link,
               GLOBAL double *RESTRICT clipped, GLOBAL CONST double *RESTRICT clock,
               GLOBAL CONST long *RESTRICT count, GLOBAL real *RESTRICT part,
               GLOBAL CONST int *RESTRICT awake, GLOBAL CONST int *RESTRICT resting,
               GLOBAL int *RESTRICT moved,
#if PARTITIONED
               GLOBAL CONST int *RESTRICT order, int from_group,
#endif
#if MAXIMA
               GLOBAL real *RESTRICT highest, real flooded,
#endif
#if MAXIMA_TIMES || MAXIMA_DURATION || MAXIMA_SPEED_TIME
               GLOBAL double *RESTRICT when,
#endif
#if WATER
               GLOBAL CONST double *RESTRICT zones, real rain_rate,
#endif
#if RAIN_FIELDS
               GLOBAL CONST real *RESTRICT fields, long slots,
#endif
               real g, real dry, int open_slot, int first_block, long blocks)
{
    FOR_CHOSEN_PARTITION_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0, IS_AWAKE)
    SHARED real fastest[LANES];
    SHARED subgrid_lanes lanes;
    LOCAL subgrid_lanes *at = &lanes;
    GLOBAL CONST real *strips = ground + (long)b * (SUBGRID_CELL(STRIPS) * LANES);
    GLOBAL CONST real *bend = strips + 2 * STRIPS * LANES;
    GLOBAL CONST real *above = bend + (STRIPS + 2) * LANES;
    sw_block block;
    block.from = count[COUNT_PARITY] ? q1 : q0;
    block.to = count[COUNT_PARITY] ? q0 : q1;
    block.cell = cell + (long)b * (CELL_CONSTANTS * LANES);
    block.clipped = clipped;
#if MAXIMA
    block.highest = highest;
    block.flooded = flooded;
#endif
#if SW_TIMES > 0
    block.when = when;
#endif
#if WATER
    block.zones = zones;
    block.rain_rate = rain_rate;
#endif
#if RAIN_FIELDS
    block.fields = fields;
    block.slots = slots;
#endif
    block.number = b + first_block;
    block.open_slot = open_slot;
    block.dt = R(clock[CLOCK_DT]);
    block.dry = dry;
    block.g = g;
    block.is_counted = !count[COUNT_FIRST_PASS];
    block.t = clock[CLOCK_T];
    FOR_LANES (l) {
        take_maxima(block, l);
    }
    FOR_LANES (l) {
        at->level_a[l] = block.from[PLACE_IN_BLOCK(block.number, l) + 3 * STATE_LANES];
        at->mass[l] = at->x[l] = at->y[l] = R(0.0);
    }
    for (int k = 0; k < NFACES; k++) {
        const long entry = (long)b * NFACES + k;
        FOR_LANES (l) {
            const int there = neighbour[entry * LANES + l];
            at->level_b[l] = block.from[place_of(there) + 3 * STATE_LANES];
            at->area_a[l] = at->area_b[l] = at->wet_a[l] = at->wet_b[l] = at->rise[l] = R(0.0);
        }
        FOR_STRIPS(STRIPS, s, l)
        {
            const real z = section[(entry * STRIPS + s) * LANES + l];
            const real da = subgrid_max(at->level_a[l] - z, R(0.0)),
                       db = subgrid_max(at->level_b[l] - z, R(0.0));
            at->area_a[l] = FMA(PER_STRIP, da, at->area_a[l]);
            at->area_b[l] = FMA(PER_STRIP, db, at->area_b[l]);
            at->wet_a[l] += da > R(0.0) ? PER_STRIP : R(0.0);
            at->wet_b[l] += db > R(0.0) ? PER_STRIP : R(0.0);
            at->rise[l] = FMA(R(0.5) * PER_STRIP * (db - da), db + da, at->rise[l]);
        }
        FOR_LANES (l) {
            GLOBAL CONST real *frame = face + (entry * 3 * LANES + l);
            const subgrid_push push = push_through(block, at, neighbour[entry * LANES + l], frame,
                                                   link + (entry * SUBGRID_LINK * LANES + l), l);
            at->mass[l] = FMA(frame[2 * LANES], push.mass, at->mass[l]);
            at->x[l] = FMA(frame[2 * LANES], push.x, at->x[l]);
            at->y[l] = FMA(frame[2 * LANES], push.y, at->y[l]);
        }
    }
    FOR_LANES (l) {
        at->moves[l] = take_push(block, at, l);
        at->level[l] = R(EG_INFINITY);
        at->wet[l] = at->depth[l] = at->rate[l] = at->reached[l] = R(0.0);
    }
    FOR_LANES (l) {
        if (at->moves[l])
            moved[block.number] = (int)count[COUNT_STEPS];
        if (at->rise[l] < R(0.0))
            clipped[block.number * LANES + l] -= at->rise[l] / block.cell[l];
    }
    FOR_STRIPS(STRIPS, s, l)
    {
        const real steep = R(STRIPS) / (R(1.0) + R(s)), more = at->h[l] - strips[(STRIPS + s) * LANES + l];
        at->level[l] = sw_min(FMA(steep, more, strips[s * LANES + l]), at->level[l]);
    }
    FOR_STRIPS(STRIPS, s, l)
    {
        const real d = subgrid_max(at->level[l] - strips[s * LANES + l], R(0.0));
        at->wet[l] += d > R(0.0) ? PER_STRIP : R(0.0);
        at->depth[l] = FMA(bend[s * LANES + l], d, at->depth[l]);
    }
    FOR_LANES (l) {
        const real first = subgrid_max(at->level[l] - above[l], R(0.0));
        const real second = subgrid_max(at->level[l] - above[LANES + l], R(0.0));
        const real h = sw_max(at->h[l], dry), qx = at->u[l], qy = at->v[l];
        const real depth =
            FMA(bend[(STRIPS + 1) * LANES + l], second, FMA(bend[STRIPS * LANES + l], first, at->depth[l]));
        const real slowed =
            subgrid_slowed(h, depth, qx, qy, flow[((long)b * WAVE_CONSTANTS + 1) * LANES + l], block.dt);
        const int flows = at->h[l] > dry;
        at->u[l] = flows ? qx * slowed : R(0.0);
        at->v[l] = flows ? qy * slowed : R(0.0);
    }
    for (int k = 0; k < NFACES; k++) {
        const long entry = (long)b * NFACES + k;
        FOR_LANES (l) {
            at->area_a[l] = at->wet_a[l] = R(0.0);
        }
        FOR_STRIPS(STRIPS, s, l)
        {
            const real d = subgrid_max(at->level[l] - section[(entry * STRIPS + s) * LANES + l], R(0.0));
            at->area_a[l] = FMA(PER_STRIP, d, at->area_a[l]);
            at->wet_a[l] += d > R(0.0) ? PER_STRIP : R(0.0);
        }
        FOR_LANES (l) {
            at->reached[l] += at->area_a[l];
            at->rate[l] += rate_through(at, face + (entry * 3 * LANES + l), l, sw_max(at->h[l], dry), g);
        }
    }
    FOR_LANES (l) {
        fastest[l] = put_cell(block, at, l, flow[(long)b * (WAVE_CONSTANTS * LANES) + l]);
    }
    BARRIER;
    FOLD_MAX(fastest, LANES)
    FOR_FLAT (i, 1) {
        part[block.number] = fastest[0];
    }
    END_GROUPS
}
