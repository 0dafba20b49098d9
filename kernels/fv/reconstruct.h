/* Second order: what a cell has at its faces, half a step ahead (docs/theory/shallow-water.md, "second order").
 *
 *   reach    [block][NFACES][SW_REACH(NFACES)][LANES] of each face: the weight of its difference in the gradient (x, y), 1/m, 0
 *            at the boundary; of a quadrangle also from the cell's centre to the middle of the face (x, y), m
 *   records  [pack][RECORDS][SW_STATE][lane of the pack] level, u, v, root of the depth, packed (sw_pack), at each face; of an
 *            open face the contribution that stands in its slot (mass, x, y)
 *   turn     [slot] Coriolis parameter, 1/s, looked at with CORIOLIS alone
 *   drag     [slot] coefficient of linear friction, 1/s, looked at with DRAG alone (fv/drag.h)
 *   inner    [block][SW_INNER][LANES] momentum flux of the states at the faces less that of the centre, with the thrust of the
 *            bed between, times the faces' lengths
 *
 * Bytes a triangle and step, f64: state 32, bed 8, neighbours 12, faces 72, reach 48, records 96, inner 16. */
#include "fv/records.h"
#ifndef CORIOLIS
#define CORIOLIS 0
#endif
#ifndef DRAG
#define DRAG 0
#endif
#if DRAG && ORDER == 2
#include "fv/drag.h"
#endif

#if ORDER == 2
/* The same for lane l of a block, as PLACE_IN_BLOCK. */
#define RECORD_IN_BLOCK(block, l, k)                                                               \
    (STATE_LANES == LANES ? ((block)*RECORDS + (k)) * (SW_STATE * LANES) + (l)                     \
                          : record_of((block)*LANES + (l), k))

/* Differences up to this part of the depth, and of the celerity, are not limited, so that a crest stays one: where depths differ by
 * steps of the bed (sw_nearest_one) by no more than SW_GENTLE of the depth. */
#define SW_RIPPLE 2e-4
#define SW_GENTLE 0.05
/* Cells whose flow closes up by this part of the celerity over chi' are in a bore: their velocity has no slope, or a straight
 * bore along the cells would break up. */
#define SW_BORE 0.03
/* Where water is slower than this part of the celerity, its velocity has its whole slope where depths differ by steps of the bed
 * (sw_nearest_one) by up to SW_EVEN of the depth, none from SW_EVEN + 1 / SW_ROUGH on: with it still water would not be stable. */
#define SW_SLOW 0.1
#define SW_EVEN 0.025
#define SW_ROUGH 8.0
/* Where a neighbour's depth differs by more than this factor, as its bed does, and less than SW_SLOPING of the depth's gradient
 * passes the limits, there is a step in the bed: still water over it would not be stable with slopes. */
#define SW_ABRUPT 1.2
#define SW_SLOPING 0.5
/* A film is thinner by this factor than the level falls round its cell: where less than SW_SLOPING of that slope passes the
 * limits, the ground is rugged, and has no slope. */
#define SW_FILM_FALL 4.0

/* What of a cell's neighbours a value is reconstructed from: its gradient, the least and the largest difference, and the part
 * of the gradient that limits leave. */
typedef struct sw_slope {
    real x, y, low, high, part;
} sw_slope;

FUNCTION sw_slope sw_level_slope(void)
{
    sw_slope s;
    s.x = s.y = s.low = s.high = s.part = R(0.0);
    return s;
}

FUNCTION sw_slope sw_add_difference(sw_slope s, real difference, real wx, real wy)
{
    s.x = FMA(wx, difference, s.x);
    s.y = FMA(wy, difference, s.y);
    s.low = sw_min(s.low, difference);
    s.high = sw_max(s.high, difference);
    return s;
}

/* Of two ratios the one nearer to 1; 1 where it lies between them. Of the depths and of those that water at rest would have: in
 * uniform flow down a slope it is 1 by the first, on an even bed by the second, and a step of the bed in still water is both. */
FUNCTION real sw_nearest_one(real a, real b)
{
    return sw_max(sw_min(a, b), sw_min(sw_max(a, b), R(1.0)));
}

FUNCTION real sw_along(sw_slope s, real x, real y)
{
    return FMA(s.x, x, s.y * y);
}

/* Where the way from a cell's centre to the middle of face k stands, x (i = 0) and y, m: of triangles the group has it beside. */
#if NFACES == 3
#define MIDDLES LOCAL
#define MIDDLE(k, i) ((2 * (k) + (i)) * LANES)
#else
#define MIDDLES GLOBAL
#define MIDDLE(k, i) ((SW_REACH(NFACES) * (k) + 2 + (i)) * LANES)
#endif

#if NFACES == 3
/* Edge k of a triangle, counter-clockwise, is e_k = l (-n_y, n_x); the middle of face k lies at (e_(k+2) - e_(k+1)) / 6 from the
 * centroid. Pointers are the lane's. */
FUNCTION void put_middles(LOCAL real *middle, GLOBAL CONST real *face)
{
#define PUT_MIDDLE(k, next, last)                                                                  \
    {                                                                                              \
        const real next_sixth = R(1.0 / 6.0) * face[(3 * (next) + 2) * LANES];                     \
        const real last_sixth = R(1.0 / 6.0) * face[(3 * (last) + 2) * LANES];                     \
        const real next_x = face[3 * (next)*LANES], next_y = face[(3 * (next) + 1) * LANES];       \
        const real last_x = face[3 * (last)*LANES], last_y = face[(3 * (last) + 1) * LANES];       \
        middle[MIDDLE(k, 0)] = FMA(next_sixth, next_y, -(last_sixth * last_y));                    \
        middle[MIDDLE(k, 1)] = FMA(last_sixth, last_x, -(next_sixth * next_x));                    \
    }
    PUT_MIDDLE(0, 1, 2)
    PUT_MIDDLE(1, 2, 0)
    PUT_MIDDLE(2, 0, 1)
}
#endif

/* Limited so that no face's middle lies by more than `ripple` beyond the neighbours (Barth and Jespersen 1989), times `kept`, 0
 * to 1. `middle` is the lane's. low and high become what the faces then have. */
FUNCTION sw_slope sw_limited(sw_slope s, MIDDLES CONST real *middle, real ripple, real kept)
{
    const real zero = R(0.0);
    real least = zero, most = zero;
#define EXTREMES(k)                                                                                \
    {                                                                                              \
        const real rise = sw_along(s, middle[MIDDLE(k, 0)], middle[MIDDLE(k, 1)]);                 \
        least = sw_min(least, rise);                                                               \
        most = sw_max(most, rise);                                                                 \
    }
    REPEAT(NFACES, EXTREMES)
    /* the lesser of high / most and low / least, without a division for each */
    const int above = s.high * least >= s.low * most;
    const real allowed = ripple + (above ? s.high : -s.low), wanted = above ? most : -least;
    real part = DIVIDE(allowed, sw_max(wanted, R(SW_TINY)));
    part = sw_min(part, R(1.0));
    part = part * kept;
    s.x = s.x * part;
    s.y = s.y * part;
    s.low = least * part;
    s.high = most * part;
    s.part = part;
    return s;
}

/* What the lanes of a block reconstruct from; constants begin at the block. */
typedef struct sw_reconstruction {
    GLOBAL CONST real *from, *bed, *face, *cell, *reach;
#if CORIOLIS
    GLOBAL CONST real *turn;
#endif
#if DRAG
    GLOBAL CONST real *drag;
#endif
    GLOBAL CONST int *neighbour;
    GLOBAL real *records, *inner;
#if STATE_TOGETHER
    LOCAL real *staged; /* the records, [value][RECORDS_STAGED] */
#endif
    MIDDLES CONST real *middle;
    int number, open_slot;
    real half_dt, dry, g, half_g;
} sw_reconstruction;

/* As STAGED. */
#define RECORDS_STAGED (LANES + 1)

/* A state of a cell: depth, velocity, level. */
typedef struct sw_point {
    real h, u, v, level;
} sw_point;

/* The slopes of a cell; `kept` is 0 where it keeps to first order, else 1. */
typedef struct sw_slopes {
    sw_slope h, u, v, level;
    real kept;
} sw_slopes;

/* Behind a wall stands the mirror image. A dry neighbour has no velocity to compare, and its bed no level above the water;
 * the velocity of a thinner one counts by the ratio of the depths. Dry cells and those at an open boundary have no slopes. */
FUNCTION sw_slopes slopes_of(sw_reconstruction at, int l, sw_point me)
{
    sw_slopes s;
    s.h = s.u = s.v = s.level = sw_level_slope();
    s.kept = me.h <= at.dry ? R(0.0) : R(1.0);
    real least = R(1.0), most = R(1.0);
    const real inverse_h = RECIPROCAL(sw_max(me.h, at.dry));
#define ACROSS(k)                                                                                  \
    {                                                                                              \
        const int there = at.neighbour[(k)*LANES + l] >> 2, open = there >= at.open_slot;          \
        const int index = place_of(there), solid = there == at.number * LANES + l;                 \
        const real wx = at.reach[(SW_REACH(NFACES) * (k)) * LANES + l];                            \
        const real wy = at.reach[(SW_REACH(NFACES) * (k) + 1) * LANES + l];                        \
        const real nx = at.face[(3 * (k)) * LANES + l], ny = at.face[(3 * (k) + 1) * LANES + l];   \
        const real back = R(-2.0) * FMA(me.u, nx, me.v * ny);                                      \
        const eg_four q = STATE_AT(at.from, index);                                                \
        const real h = q.a, u = q.b, v = q.c, level = h + at.bed[there];                           \
        const int wet = h > at.dry;                                                                \
        s.kept = open ? R(0.0) : s.kept;                                                           \
        s.h = sw_add_difference(s.h, h - me.h, wx, wy);                                            \
        const real du = solid ? back * nx : u - me.u, dv = solid ? back * ny : v - me.v;           \
        const real ratio = h * inverse_h, part = wet ? sw_min(ratio, R(1.0)) : R(0.0);             \
        const real still = (me.level - at.bed[there]) * inverse_h;                                 \
        const real step = sw_nearest_one(ratio, still);                                            \
        least = sw_min(least, open | !wet ? R(1.0) : step);                                        \
        most = sw_max(most, open ? R(1.0) : step);                                                 \
        s.u = sw_add_difference(s.u, part * du, wx, wy);                                           \
        s.v = sw_add_difference(s.v, part * dv, wx, wy);                                           \
        const real rise = level - me.level;                                                        \
        s.level = sw_add_difference(s.level, wet ? rise : sw_min(rise, R(0.0)), wx, wy);           \
    }
    REPEAT(NFACES, ACROSS)
    const real c = SQRT(at.g * me.h), small = most - least > R(SW_GENTLE) ? R(0.0) : R(SW_RIPPLE);
    const real ripple = small * me.h, gust = small * c;
    const int bore = -(s.u.x + s.v.y) > R(SW_BORE) * c * at.cell[l + LANES];
    s.h = sw_limited(s.h, at.middle + l, ripple, s.kept);
    const real thinner = least < R(1.0 / SW_ABRUPT) ? s.h.part : R(1.0);
    const real sloping = most > R(SW_ABRUPT) ? s.h.part : thinner;
    s.kept = sloping < R(SW_SLOPING) ? R(0.0) : s.kept;
    const real even = FMA(R(-SW_ROUGH), most - least, R(1.0 + SW_ROUGH * SW_EVEN));
    const int slow = FMA(me.u, me.u, me.v * me.v) < R(SW_SLOW * SW_SLOW) * c * c;
    const real steady = slow ? sw_max(sw_min(even, R(1.0)), R(0.0)) : R(1.0);
    const real calm = bore ? R(0.0) : s.kept * steady;
    s.u = sw_limited(s.u, at.middle + l, gust, calm);
    s.v = sw_limited(s.v, at.middle + l, gust, calm);
    const int film = s.level.high - s.level.low > R(SW_FILM_FALL) * me.h;
    s.level = sw_limited(s.level, at.middle + l, ripple, s.kept);
    s.kept = film & (s.level.part < R(SW_SLOPING)) ? R(0.0) : s.kept;
    return s;
}

/* Hancock's predictor: the cell half a step later, by its slopes alone. */
FUNCTION sw_point half_step_later(sw_reconstruction at, int l, sw_point me, sw_slopes s, real z)
{
    sw_point p;
    const real t = -at.half_dt, spread = s.u.x + s.v.y;
    p.h = FMA(t, FMA(me.u, s.h.x, FMA(me.v, s.h.y, me.h * spread)), me.h);
    p.u = FMA(t, FMA(me.u, s.u.x, FMA(me.v, s.u.y, at.g * s.level.x)), me.u);
    p.v = FMA(t, FMA(me.u, s.v.x, FMA(me.v, s.v.y, at.g * s.level.y)), me.v);
#if CORIOLIS
    const real turned = s.kept * at.half_dt * at.turn[at.number * LANES + l];
    p.u = FMA(turned, me.v, p.u);
    p.v = FMA(-turned, me.u, p.v);
#endif
#if DRAG
    const sw_drag drag = sw_drag_of((double)at.half_dt * (double)at.drag[at.number * LANES + l]);
    p.u = s.kept > R(0.0) ? FMA(drag.part, p.u - me.u, drag.left * me.u) : me.u;
    p.v = s.kept > R(0.0) ? FMA(drag.part, p.v - me.v, drag.left * me.v) : me.v;
#endif
#if FRICTION
    const real depth = sw_max(me.h, at.dry), qx = depth * p.u, qy = depth * p.v;
    const sw_friction friction =
        sw_friction_of(depth, qx, qy, SQRT(FMA(qx, qx, qy * qy)), at.cell[l + 2 * LANES], R(0.0),
                       R(0.0), R(0.0), at.half_dt);
    p.u = s.kept > R(0.0) ? qx * friction.factor : me.u;
    p.v = s.kept > R(0.0) ? qy * friction.factor : me.v;
#else
    (void)l;
#endif
    p.level = p.h + z;
    return p;
}

/* The flux of momentum of a state through a face. */
FUNCTION real sw_normal_discharge(sw_point p, real nx, real ny)
{
    return p.h * FMA(p.u, nx, p.v * ny);
}

/* The slope of the level in a cell of first order: that of the bed as far as friction balances it. */
FUNCTION sw_slope balanced_slope(sw_reconstruction at, int l, real packed)
{
    sw_slope s = sw_level_slope();
#if FRICTION
    const real part = sw_kinematic(SW_BITS(packed) & SW_PART_MASK) / at.g;
    s.x = part * at.cell[l + 3 * LANES];
    s.y = part * at.cell[l + 4 * LANES];
#else
    (void)at, (void)l, (void)packed;
#endif
    return s;
}

/* What the cell in lane l has at its face k: stored by the group, as states are (put_state). */
FUNCTION void put_record(sw_reconstruction at, int l, int k, real level, real u, real v, real root)
{
#if STATE_TOGETHER
    LOCAL real *staged = at.staged + k * (SW_STATE * RECORDS_STAGED) + l;
    staged[0] = level;
    staged[RECORDS_STAGED] = u;
    staged[2 * RECORDS_STAGED] = v;
    staged[3 * RECORDS_STAGED] = root;
#else
    GLOBAL real *record = at.records + RECORD_IN_BLOCK(at.number, l, k);
    record[0] = level;
    record[STATE_LANES] = u;
    record[2 * STATE_LANES] = v;
    record[3 * STATE_LANES] = root;
#endif
}

#if STATE_TOGETHER
FUNCTION void store_records(sw_reconstruction at, int l)
{
    GLOBAL real *records = at.records + at.number * (RECORD_WIDTH * LANES);
    UNROLL
    for (int k = 0; k < RECORD_WIDTH; k++) {
        const int i = k * LANES + l;
        records[i] = at.staged[i % RECORD_WIDTH * RECORDS_STAGED + i / RECORD_WIDTH];
    }
}
#endif

/* Writes the records of the cell in lane l and what lies between them and its centre. */
FUNCTION void reconstruct_cell(sw_reconstruction at, int l)
{
    const int own = PLACE_IN_BLOCK(at.number, l), slot = at.number * LANES + l;
    const real z = at.bed[slot], packed = at.from[own + 3 * STATE_LANES];
    sw_point me;
    me.h = at.from[own];
    me.u = at.from[own + STATE_LANES];
    me.v = at.from[own + 2 * STATE_LANES];
    me.level = me.h + z;
    const sw_slopes s = slopes_of(at, l, me);
    sw_point later = half_step_later(at, l, me, s, z);
    /* a film at rest takes long steps, in which it would fall past the next cell */
    const real way = R(2.0) * at.half_dt * at.cell[l + LANES];
    const int within = way * way * FMA(later.u, later.u, later.v * later.v) <= R(1.0);
    const int plain = !(sw_min(later.h + s.h.low, s.kept - R(0.5)) >= R(0.0)) | !within;
    const sw_slope level = plain ? balanced_slope(at, l, packed) : s.level;
    later.h = plain ? me.h : later.h;
    later.u = plain ? me.u : later.u;
    later.v = plain ? me.v : later.v;
    later.level = plain ? me.level : later.level;
    const real kept = plain ? R(0.0) : R(1.0);
    real inner_x = R(0.0), inner_y = R(0.0);
#define RECORD(k)                                                                                  \
    {                                                                                              \
        const int there = at.neighbour[(k)*LANES + l] >> 2, open = there >= at.open_slot;          \
        const int index = place_of(there);                                                         \
        const real nx = at.face[(3 * (k)) * LANES + l], ny = at.face[(3 * (k) + 1) * LANES + l],   \
                   length = at.face[(3 * (k) + 2) * LANES + l];                                    \
        const real mx = at.middle[MIDDLE(k, 0) + l], my = at.middle[MIDDLE(k, 1) + l];             \
        const real rx = kept * mx, ry = kept * my;                                                 \
        sw_point p;                                                                                \
        p.h = sw_max(later.h + sw_along(s.h, rx, ry), R(0.0));                                     \
        p.u = later.u + sw_along(s.u, rx, ry);                                                     \
        p.v = later.v + sw_along(s.v, rx, ry);                                                     \
        p.level = later.level + sw_along(level, mx, my);                                           \
        const real root = sw_pack(SQRT(p.h), R(0.0));                                              \
        put_record(at, l, k, open ? at.from[index] : p.level,                                      \
                   open ? at.from[index + STATE_LANES] : p.u,                                      \
                   open ? at.from[index + 2 * STATE_LANES] : p.v, open ? R(0.0) : root);           \
        const real out = sw_normal_discharge(p, nx, ny);                                           \
        const real centre = sw_normal_discharge(later, nx, ny);                                    \
        const real thrust = at.half_g * (p.h + later.h) * (p.level - later.level);                 \
        inner_x = FMA(length, FMA(thrust, nx, out * p.u - centre * later.u), inner_x);             \
        inner_y = FMA(length, FMA(thrust, ny, out * p.v - centre * later.v), inner_y);             \
    }
    REPEAT(NFACES, RECORD)
    at.inner[l] = inner_x;
    at.inner[l + LANES] = inner_y;
}

/* The records of the cells of one type, before their step; of several ranks of a part of them. With 6 groups in place 4.4 G cells
 * a second take a step on an H200, 3.9 with 1 or 4, 3.5 with 8. */
KERNEL_SHAPE(LANES, 6)
KERNEL sw_reconstruct(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *RESTRICT bed,
                      GLOBAL CONST int *RESTRICT neighbour, GLOBAL CONST real *RESTRICT face,
                      GLOBAL CONST real *RESTRICT cell, GLOBAL CONST real *RESTRICT reach,
                      GLOBAL real *RESTRICT records, GLOBAL real *RESTRICT inner,
                      GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count,
                      GLOBAL CONST int *RESTRICT order, GLOBAL CONST int *RESTRICT awake,
                      GLOBAL CONST int *RESTRICT resting, GLOBAL CONST real *RESTRICT turn,
                      GLOBAL CONST real *RESTRICT drag, real g, real half_g, real dry, int watched,
                      int open_slot, int first_block, int from_group, long blocks)
{
    FOR_CHOSEN_PARTITION_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0, IS_AWAKE)
    sw_reconstruction at;
    at.from = count[COUNT_PARITY] ? q1 : q0;
    at.bed = bed;
    at.neighbour = neighbour + (long)b * (NFACES * LANES);
    at.face = face + (long)b * (NFACES * 3 * LANES);
    at.cell = cell + (long)b * (CELL_CONSTANTS * LANES);
    at.reach = reach + (long)b * (NFACES * SW_REACH(NFACES) * LANES);
#if CORIOLIS
    at.turn = turn;
#else
    (void)turn;
#endif
#if DRAG
    at.drag = drag;
#else
    (void)drag;
#endif
    at.records = records;
    at.number = b + first_block;
    at.inner = inner + (long)at.number * (SW_INNER * LANES);
    at.open_slot = open_slot;
    at.half_dt = R(0.5 * clock[CLOCK_DT]);
    at.dry = dry;
    at.g = g;
    at.half_g = half_g;
#if STATE_TOGETHER
    SHARED real staged[RECORD_WIDTH * RECORDS_STAGED];
    at.staged = staged;
#endif
#if NFACES == 3
    SHARED real middles[2 * NFACES * LANES];
    FOR_LANES (l) {
        put_middles(middles + l, at.face + l);
    }
    at.middle = middles;
#else
    at.middle = at.reach;
#endif
    FOR_LANES (l) {
        reconstruct_cell(at, l);
    }
#if STATE_TOGETHER
    BARRIER;
    FOR_LANES (l) {
        store_records(at, l);
    }
#endif
    END_GROUPS
}
#endif
