/* Second order: what a cell has at its faces, half a step ahead (docs/theory/shallow-water-second-order.md).
 *
 *   reach    [block][NFACES][SW_REACH][LANES] of quadrangles, of each face: the weight of its difference in
 *            the gradient (x, y), 1/m, and from the centre to the middle of the face, m
 *   rows     [2 block + 1] of triangles: from which row on the ring is the block's; then from which on its
 *            walls' and open boundaries'
 *   ring     [row][LANES] slots of the cells that share a vertex; the cell's own slot where it has fewer; in
 *            the first row of the walls' 1 where an open boundary ends at the cell
 *   ring_weight  [row][2][LANES] in single precision, weight of the difference to it in the gradient (x, y),
 *                1/m; behind them in blocks with a wall NFACES rows, of the mirror images behind walls, else
 *                0
 *   records  [pack][RECORDS][SW_STATE][lane of the pack] level, u, v, root of the depth at each face; of an
 *            open face the contribution that stands in its slot (mass, x, y)
 *   turn     [slot] Coriolis parameter, 1/s, looked at with CORIOLIS alone
 *   drag     [slot] coefficient of linear friction, 1/s, looked at with DRAG alone (fv/drag.h)
 *   inner    [block][SW_INNER][LANES] momentum flux of the states at the faces less that of the centre, with
 *            the thrust of the bed between, times the faces' lengths
 *
 * Bytes a triangle and step, f64: state 32, bed 8, neighbours 12, faces 72, ring about 13 of 12, records 96,
 * inner 16. */
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
#define RECORD_IN_BLOCK(block, l, k)                                                                         \
    (STATE_LANES == LANES ? ((block)*RECORDS + (k)) * (SW_STATE * LANES) + (l)                               \
                          : record_of((block)*LANES + (l), k))

/* A cell keeps to first order where the bed that its slopes of level and depth imply leaves the beds around
 * it by more than this part, and this part of its level for rounding: there is a step. */
#ifdef EG_F32
#define SW_STEP_SLACK 1e-3f
#define SW_STEP_ROUNDING 1e-5f
#else
#define SW_STEP_SLACK 1e-6
#define SW_STEP_ROUNDING 1e-12
#endif

/* The limiter leaves differences of velocity up to this part of the celerity alone on triangles. It is not
 * smooth: where it went on and off, as with a velocity across a channel that is nearly zero, cells swung for
 * ever, by 1e-5 of their depth. */
#define SW_UNLIMITED (NFACES == 3 ? 1e-4 : 0.0)

/* Cells whose flow closes up by this part of the celerity over chi' are in a bore: their velocity has no
 * slope, or a straight bore along the cells would break up, and a standing one not come to rest. */
#define SW_BORE 0.03

/* What of a cell's neighbours a value is reconstructed from: its gradient, the least and the largest
 * difference. */
typedef struct sw_slope {
    real x, y, low, high;
} sw_slope;

FUNCTION sw_slope sw_level_slope(void)
{
    sw_slope s;
    s.x = s.y = s.low = s.high = R(0.0);
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

FUNCTION real sw_along(sw_slope s, real x, real y)
{
    return FMA(s.x, x, s.y * y);
}

/* Where the way from a cell's centre to the middle of face k stands, x (i = 0) and y, m: of triangles the
 * group has it beside. */
#if NFACES == 3
#define MIDDLES LOCAL
#define MIDDLE(k, i) ((2 * (k) + (i)) * LANES)
#else
#define MIDDLES GLOBAL
#define MIDDLE(k, i) ((SW_REACH * (k) + 2 + (i)) * LANES)
#endif

#if NFACES == 3
/* Edge k of a triangle, counter-clockwise, is e_k = l (-n_y, n_x); the middle of face k lies at (e_(k+2) -
 * e_(k+1)) / 6 from the centroid. Pointers are the lane's. */
FUNCTION void put_middles(LOCAL real *middle, GLOBAL CONST wave *face)
{
#define PUT_MIDDLE(k, next, last)                                                                            \
    {                                                                                                        \
        const real next_sixth = R(1.0 / 6.0) * face[(3 * (next) + 2) * LANES];                               \
        const real last_sixth = R(1.0 / 6.0) * face[(3 * (last) + 2) * LANES];                               \
        const real next_x = face[3 * (next)*LANES], next_y = face[(3 * (next) + 1) * LANES];                 \
        const real last_x = face[3 * (last)*LANES], last_y = face[(3 * (last) + 1) * LANES];                 \
        middle[MIDDLE(k, 0)] = FMA(next_sixth, next_y, -(last_sixth * last_y));                              \
        middle[MIDDLE(k, 1)] = FMA(last_sixth, last_x, -(next_sixth * next_x));                              \
    }
    PUT_MIDDLE(0, 1, 2)
    PUT_MIDDLE(1, 2, 0)
    PUT_MIDDLE(2, 0, 1)
}
#endif

/* What the lanes of a block reconstruct from; constants begin at the block. */
typedef struct sw_reconstruction {
    GLOBAL CONST real *from, *bed;
    GLOBAL CONST wave *face, *flow;
#if NFACES == 4
    GLOBAL CONST real *reach;
#endif
#if CORIOLIS
    GLOBAL CONST real *turn;
#endif
#if DRAG
    GLOBAL CONST real *drag;
#endif
#if ROUGHNESS
    GLOBAL CONST int *law;
    GLOBAL CONST double *rough;
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

/* Whether face k of lane l is an open one: nothing is reconstructed there. */
FUNCTION int is_open(sw_reconstruction at, int k, int l)
{
    return (at.neighbour[k * LANES + l] >> 2) >= at.open_slot;
}

/* The least and the largest rise to the middle of a face that is not open, at most and at least 0. */
FUNCTION sw_slope sw_extremes(sw_slope s, sw_reconstruction at, int l)
{
    s.low = s.high = R(0.0);
#define EXTREMES(k)                                                                                          \
    {                                                                                                        \
        const real way = sw_along(s, at.middle[MIDDLE(k, 0) + l], at.middle[MIDDLE(k, 1) + l]);              \
        const real rise = is_open(at, k, l) ? R(0.0) : way;                                                  \
        s.low = sw_min(s.low, rise);                                                                         \
        s.high = sw_max(s.high, rise);                                                                       \
    }
    REPEAT(NFACES, EXTREMES)
    return s;
}

/* Limited so that no face's middle lies beyond the neighbours (Barth and Jespersen 1989), times `kept`, 0 to
 * 1. low and high become what the faces then have. */
FUNCTION sw_slope sw_limited(sw_slope s, sw_reconstruction at, int l, real kept)
{
    const sw_slope free = sw_extremes(s, at, l);
    /* the lesser of high / free.high and low / free.low, without a division for each */
    const int above = (s.high * free.low >= s.low * free.high) & (free.high > R(0.0));
    const real allowed = above ? s.high : -s.low, wanted = above ? free.high : -free.low;
    const real part = kept * sw_min(DIVIDE(allowed, sw_max(wanted, R(SW_TINY))), R(1.0));
    s.x = s.x * part;
    s.y = s.y * part;
    s.low = free.low * part;
    s.high = free.high * part;
    return s;
}

/* Lanes of a value that the group stores, with a gap: values of neighbouring cells then stand in banks of
 * their own. */
#define RECORDS_STAGED (LANES + 1)

/* A state of a cell: depth, velocity, level. */
typedef struct sw_point {
    real h, u, v, level;
} sw_point;

FUNCTION sw_point point_of(sw_reconstruction at, int l)
{
    const eg_four q = STATE_AT(at.from, PLACE_IN_BLOCK(at.number, l));
    sw_point p;
    p.h = q.a;
    p.u = q.b;
    p.v = q.c;
    p.level = p.h + at.bed[at.number * LANES + l];
    return p;
}

/* The slopes of a cell, the bed's differences, and what of them pushes `beyond` its centre, towards an open
 * face; `kept`: 0 where it keeps to first order, else 1; `inside`: 0 where an open boundary ends at it. */
typedef struct sw_slopes {
    sw_slope h, u, v, level, bed, beyond;
    real kept, inside;
} sw_slopes;

FUNCTION sw_slopes sw_no_slopes(void)
{
    sw_slopes s;
    s.h = s.u = s.v = s.level = s.bed = s.beyond = sw_level_slope();
    s.kept = s.inside = R(1.0);
    return s;
}

/* Whether a cell is dry and stands above the water of `me`. */
FUNCTION int is_shore(sw_reconstruction at, int slot, sw_point me)
{
    return (at.from[place_of(slot)] <= at.dry) & (at.bed[slot] >= me.level);
}

/* Adds the cell in slot `there`. The velocity of thinner water counts by the ratio of the depths; a dry cell
 * has none, and its bed draws the level down where it lies lower. */
FUNCTION sw_slopes sw_add_cell(sw_slopes s, sw_reconstruction at, sw_point me, real z, int there, real wx,
                               real wy)
{
    const eg_four q = STATE_AT(at.from, place_of(there));
    const real h = q.a, bed = at.bed[there], rise = (h + bed) - me.level;
    const int wet = h > at.dry;
    const real ratio = DIVIDE(h, sw_max(me.h, at.dry)), part = wet ? sw_min(ratio, R(1.0)) : R(0.0);
    s.h = sw_add_difference(s.h, h - me.h, wx, wy);
    s.u = sw_add_difference(s.u, part * (q.b - me.u), wx, wy);
    s.v = sw_add_difference(s.v, part * (q.c - me.v), wx, wy);
    s.level = sw_add_difference(s.level, wet ? rise : sw_min(rise, R(0.0)), wx, wy);
    s.bed = sw_add_difference(s.bed, bed - z, wx, wy);
    return s;
}

/* Adds the mirror image behind face k where it is a wall; (wx, wy) is its weight. */
FUNCTION sw_slopes sw_add_mirror(sw_slopes s, sw_reconstruction at, int k, int l, sw_point me, real wx,
                                 real wy)
{
    const int solid = (at.neighbour[k * LANES + l] >> 2) == at.number * LANES + l;
    const real nx = at.face[3 * k * LANES + l], ny = at.face[(3 * k + 1) * LANES + l];
    const real back = solid ? R(-2.0) * FMA(me.u, nx, me.v * ny) : R(0.0);
    s.u = sw_add_difference(s.u, back * nx, wx, wy);
    s.v = sw_add_difference(s.v, back * ny, wx, wy);
    return s;
}

#if NFACES == 3
/* Adds the mirror images of a triangle, whose weights begin at `weight`. Whether an open boundary ends at one
 * of its vertices is told too: the cells round it are on one side then, as round a cell with an open face. */
FUNCTION sw_slopes sw_add_mirrors(sw_slopes s, sw_reconstruction at, int l, GLOBAL CONST float *weight,
                                  int is_at_end)
{
    s.inside = is_at_end ? R(0.0) : R(1.0);
    const sw_point me = point_of(at, l);
#define MIRROR(k)                                                                                            \
    s = sw_add_mirror(s, at, k, l, me, R(weight[2 * (k)*LANES + l]), R(weight[(2 * (k) + 1) * LANES + l]));
    REPEAT(NFACES, MIRROR)
    return s;
}

/* Triangles at a shore keep to first order: with slopes there, ponds on rough beds do not rest. */
FUNCTION sw_slopes sw_add_faces(sw_slopes s, sw_reconstruction at, int l, sw_point me, real z)
{
    const int own = at.number * LANES + l;
#define ACROSS(k)                                                                                            \
    {                                                                                                        \
        const int there = at.neighbour[(k)*LANES + l] >> 2, open = there >= at.open_slot;                    \
        s.kept = is_shore(at, open ? own : there, me) ? R(0.0) : s.kept;                                     \
    }
    REPEAT(NFACES, ACROSS)
    (void)z;
    return s;
}
#else
/* Adds what is across the faces of a quadrangle. At an open face nothing is added. */
FUNCTION sw_slopes sw_add_faces(sw_slopes s, sw_reconstruction at, int l, sw_point me, real z)
{
    const int own = at.number * LANES + l;
#define ACROSS(k)                                                                                            \
    {                                                                                                        \
        const int there = at.neighbour[(k)*LANES + l] >> 2, open = there >= at.open_slot;                    \
        const real wx = at.reach[SW_REACH * (k)*LANES + l];                                                  \
        const real wy = at.reach[(SW_REACH * (k) + 1) * LANES + l];                                          \
        s = sw_add_cell(s, at, me, z, open ? own : there, wx, wy);                                           \
        s = sw_add_mirror(s, at, k, l, me, wx, wy);                                                          \
    }
    REPEAT(NFACES, ACROSS)
    return s;
}
#endif

/* The level of a cell at an open boundary: the bed's slope as far as the level follows it, `part`. It is 0 in
 * still water and all of it in uniform flow; a slope of its own would make the face inside a mean of two
 * cells, which a wave from cell to cell does not feel. */
FUNCTION real sw_followed(sw_slope level, sw_slope bed, real squared)
{
    const real along = FMA(level.x, bed.x, level.y * bed.y);
    return sw_min(sw_max(DIVIDE(along, squared), R(0.0)), R(1.0));
}

/* The part of the bed's slope that pushes the water between the centre and an open face. The discharge is the
 * same at both. Where the level follows by `part` the depth changes by the rest of the slope, and the
 * momentum q^2 / h with it, by F^2 of the rest: near the critical flow all of the slope pushes, whatever the
 * level does. */
FUNCTION real sw_pushing(sw_reconstruction at, sw_point me, sw_slope bed, real squared, real part)
{
    const real along = FMA(me.u, bed.x, me.v * bed.y);
    const real froude = DIVIDE(along * along, squared * (at.g * sw_max(me.h, at.dry)));
    return sw_min(FMA(froude, R(1.0) - part, part), R(1.0));
}

FUNCTION sw_slope sw_widened(sw_slope s, real by)
{
    s.low = s.low - by;
    s.high = s.high + by;
    return s;
}

FUNCTION sw_slope sw_scaled(sw_slope s, real part)
{
    s.x = s.x * part;
    s.y = s.y * part;
    return s;
}

/* Limits the slopes. Where level and depth together imply a bed beyond those around, at a step, a cell keeps
 * to first order: a film at the top of a drop would else see the drop as a slope of its own. */
FUNCTION sw_slopes sw_limit_slopes(sw_slopes s, sw_reconstruction at, int l, sw_point me)
{
    s.kept = me.h <= at.dry ? R(0.0) : s.kept;
#if NFACES == 4
#define NEXT_TO_OPEN(k) s.inside = is_open(at, k, l) ? R(0.0) : s.inside;
    REPEAT(NFACES, NEXT_TO_OPEN)
#endif
    const real inside = s.inside;
    const real squared = sw_max(FMA(s.bed.x, s.bed.x, s.bed.y * s.bed.y), R(SW_TINY));
    const real part = sw_followed(s.level, s.bed, squared);
    s.beyond = sw_scaled(s.bed, sw_pushing(at, me, s.bed, squared, part));
    const sw_slope followed = sw_scaled(s.bed, part);
    s.level.x = inside > R(0.0) ? s.level.x : followed.x;
    s.level.y = inside > R(0.0) ? s.level.y : followed.y;
    s.h = sw_limited(s.h, at, l, inside * s.kept);
    s.level = sw_limited(s.level, at, l, s.kept);
    sw_slope bed = sw_level_slope();
    bed.x = s.level.x - s.h.x;
    bed.y = s.level.y - s.h.y;
    bed = sw_extremes(bed, at, l);
    const real rounding = R(SW_STEP_ROUNDING) * (FABS(me.level) + me.h);
    const int above = bed.high > FMA(R(1.0 + SW_STEP_SLACK), s.bed.high, rounding);
    const int below = bed.low < FMA(R(1.0 + SW_STEP_SLACK), s.bed.low, -rounding);
    s.kept = above | below ? R(0.0) : s.kept;
    const real celerity = SQRT(at.g * me.h), free = R(SW_UNLIMITED) * celerity;
    const int bore = -(s.u.x + s.v.y) > R(SW_BORE) * celerity * at.flow[l];
    const real calm = bore ? R(0.0) : inside * s.kept;
    s.u = sw_limited(sw_widened(s.u, free), at, l, calm);
    s.v = sw_limited(sw_widened(s.v, free), at, l, calm);
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
    real gn2 = at.flow[l + LANES];
#if ROUGHNESS
    gn2 *= R(roughness_of(at.law[at.number * LANES + l], at.rough, (double)depth));
#endif
    const sw_friction friction =
        sw_friction_of(depth, qx, qy, SQRT(FMA(qx, qx, qy * qy)), gn2, R(0.0), R(0.0), R(0.0), at.half_dt);
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

/* What the cell in lane l has at its face k: stored by the group, in the order of memory. */
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

#if NFACES == 3
#define TILT(depth, bed, at_face) sw_tilt(depth, bed, (at_face).h, (at_face).level - (at_face).h, head)
#else
#define TILT(depth, bed, at_face) ((void)head, R(-0.0))
#endif

/* Writes the records of the cell in lane l and what lies between them and its centre, from what was added up
 * of its neighbours. What comes through an open face was made for the state of the centre before the step;
 * the level's slope adds the rest. */
FUNCTION void reconstruct_cell(sw_reconstruction at, int l, sw_slopes added)
{
    const real z = at.bed[at.number * LANES + l];
    const sw_point me = point_of(at, l);
    const sw_slopes s = sw_limit_slopes(sw_add_faces(added, at, l, me, z), at, l, me);
    sw_point later = half_step_later(at, l, me, s, z);
    /* a film at rest takes long steps, in which it would fall past the next cell */
    const real way = R(2.0) * at.half_dt * at.flow[l];
    const int within = way * way * FMA(later.u, later.u, later.v * later.v) <= R(1.0);
    const int plain = !(sw_min(later.h + s.h.low, s.kept - R(0.5)) >= R(0.0)) | !within;
    later.h = plain ? me.h : later.h;
    later.u = plain ? me.u : later.u;
    later.v = plain ? me.v : later.v;
    later.level = plain ? me.level : later.level;
    const real kept = plain ? R(0.0) : R(1.0);
    const real head = FMA(me.u, me.u, me.v * me.v) * (R(1.0) / at.g);
    real inner_x = R(0.0), inner_y = R(0.0);
#define RECORD(k)                                                                                            \
    {                                                                                                        \
        const int there = at.neighbour[(k)*LANES + l] >> 2, open = there >= at.open_slot;                    \
        const int index = place_of(there);                                                                   \
        const real nx = at.face[(3 * (k)) * LANES + l], ny = at.face[(3 * (k) + 1) * LANES + l],             \
                   length = at.face[(3 * (k) + 2) * LANES + l];                                              \
        const real mx = at.middle[MIDDLE(k, 0) + l], my = at.middle[MIDDLE(k, 1) + l];                       \
        const real rx = kept * mx, ry = kept * my;                                                           \
        sw_point p;                                                                                          \
        p.h = open ? me.h : sw_max(later.h + sw_along(s.h, rx, ry), R(0.0));                                 \
        p.u = open ? me.u : later.u + sw_along(s.u, rx, ry);                                                 \
        p.v = open ? me.v : later.v + sw_along(s.v, rx, ry);                                                 \
        p.level = open ? me.level + sw_along(s.beyond, rx, ry) : later.level + sw_along(s.level, rx, ry);    \
        const real root = SQRT(p.h);                                                                         \
        put_record(at, l, k, open ? at.from[index] : p.level, open ? at.from[index + STATE_LANES] : p.u,     \
                   open ? at.from[index + 2 * STATE_LANES] : p.v, open ? R(0.0) : root);                     \
        const real out = sw_normal_discharge(p, nx, ny);                                                     \
        const real centre = sw_normal_discharge(later, nx, ny);                                              \
        const real depths = p.h + later.h + (open ? R(0.0) : TILT(later.h, z, p));                           \
        const real thrust = at.half_g * depths * (p.level - later.level);                                    \
        inner_x = FMA(length, FMA(thrust, nx, out * p.u - centre * later.u), inner_x);                       \
        inner_y = FMA(length, FMA(thrust, ny, out * p.v - centre * later.v), inner_y);                       \
    }
    REPEAT(NFACES, RECORD)
    at.inner[l] = inner_x;
    at.inner[l + LANES] = inner_y;
}

#if NFACES == 3
/* What a lane has added up of its ring, sums[SW_SUMS]: lanes of the host are a vector, to which one row after
 * the other is added. */
#define SW_SUMS 22
#define SUM_AT(k) PRIVATE_AT(sums, 0, l, k)
#define PUT_SLOPE(s, k)                                                                                      \
    SUM_AT(k) = (s).x, SUM_AT((k) + 1) = (s).y, SUM_AT((k) + 2) = (s).low, SUM_AT((k) + 3) = (s).high;
#define TAKE_SLOPE(s, k)                                                                                     \
    (s).x = SUM_AT(k), (s).y = SUM_AT((k) + 1), (s).low = SUM_AT((k) + 2), (s).high = SUM_AT((k) + 3);
#define PUT_SUMS(s)                                                                                          \
    PUT_SLOPE((s).h, 0)                                                                                      \
    PUT_SLOPE((s).u, 4)                                                                                      \
    PUT_SLOPE((s).v, 8)                                                                                      \
    PUT_SLOPE((s).level, 12)                                                                                 \
    PUT_SLOPE((s).bed, 16)                                                                                   \
    SUM_AT(20) = (s).kept, SUM_AT(21) = (s).inside;
#define TAKE_SUMS(s)                                                                                         \
    TAKE_SLOPE((s).h, 0)                                                                                     \
    TAKE_SLOPE((s).u, 4)                                                                                     \
    TAKE_SLOPE((s).v, 8)                                                                                     \
    TAKE_SLOPE((s).level, 12)                                                                                \
    TAKE_SLOPE((s).bed, 16)                                                                                  \
    (s).kept = SUM_AT(20), (s).inside = SUM_AT(21);
#endif

/* The records of the cells of one type, before their step; of several ranks of a part of them. With 6 groups
 * in place 4.4 G cells a second take a step on an H200, 3.9 with 1 or 4, 3.5 with 8. */
KERNEL_SHAPE(LANES, 6)
KERNEL sw_reconstruct(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *RESTRICT bed,
                      GLOBAL CONST int *RESTRICT neighbour, GLOBAL CONST wave *RESTRICT face,
                      GLOBAL CONST wave *RESTRICT flow, GLOBAL real *RESTRICT records,
                      GLOBAL real *RESTRICT inner, GLOBAL CONST double *RESTRICT clock,
                      GLOBAL CONST long *RESTRICT count, GLOBAL CONST int *RESTRICT awake,
                      GLOBAL CONST int *RESTRICT resting,
#if PARTITIONED
                      GLOBAL CONST int *RESTRICT order, int from_group,
#endif
#if CORIOLIS
                      GLOBAL CONST real *RESTRICT turn,
#endif
#if DRAG
                      GLOBAL CONST real *RESTRICT drag,
#endif
#if ROUGHNESS
                      GLOBAL CONST int *RESTRICT law, GLOBAL CONST double *RESTRICT rough,
#endif
#if NFACES == 3
                      GLOBAL CONST int *RESTRICT rows, GLOBAL CONST int *RESTRICT ring,
                      GLOBAL CONST float *RESTRICT ring_weight,
#endif
#if NFACES == 4
                      GLOBAL CONST real *RESTRICT reach,
#endif
                      real g, real half_g, real dry, int open_slot, int first_block, long blocks)
{
    FOR_CHOSEN_PARTITION_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0, IS_AWAKE)
    sw_reconstruction at;
    at.from = count[COUNT_PARITY] ? q1 : q0;
    at.bed = bed;
    at.neighbour = neighbour + (long)b * (NFACES * LANES);
    at.face = face + (long)b * (NFACES * 3 * LANES);
    at.flow = flow + (long)b * (WAVE_CONSTANTS * LANES);
#if CORIOLIS
    at.turn = turn;
#endif
#if DRAG
    at.drag = drag;
#endif
#if ROUGHNESS
    at.law = law;
    at.rough = rough;
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
    PRIVATE(real, sums, SW_SUMS);
    FOR_LANES (l) {
        const sw_slopes none = sw_no_slopes();
        PUT_SUMS(none)
    }
    const long walls = rows[2 * (long)b + 1];
    for (long row = rows[2 * (long)b]; row < walls; row++) {
        FOR_LANES (l) {
            sw_slopes all;
            TAKE_SUMS(all)
            all = sw_add_cell(all, at, point_of(at, l), bed[at.number * LANES + l], ring[row * LANES + l],
                              R(ring_weight[2 * row * LANES + l]), R(ring_weight[(2 * row + 1) * LANES + l]));
            PUT_SUMS(all)
        }
    }
    if (walls < rows[2 * (long)b + 2]) {
        FOR_LANES (l) {
            sw_slopes all;
            TAKE_SUMS(all)
            all = sw_add_mirrors(all, at, l, ring_weight + 2 * walls * LANES, ring[walls * LANES + l] != 0);
            PUT_SUMS(all)
        }
    }
    FOR_LANES (l) {
        sw_slopes all;
        TAKE_SUMS(all)
        reconstruct_cell(at, l, all);
    }
#else
    at.reach = reach + (long)b * (NFACES * SW_REACH * LANES);
    at.middle = at.reach;
    FOR_LANES (l) {
        reconstruct_cell(at, l, sw_no_slopes());
    }
#endif
#if STATE_TOGETHER
    BARRIER;
    FOR_LANES (l) {
        store_records(at, l);
    }
#endif
    END_GROUPS
}
#endif
