// check: STATE_BITS=3 LANES=8
// check: STATE_BITS=0 LANES=32
// check: STATE_BITS=3 LANES=8 ROUGHNESS=1
// check: STATE_BITS=3 LANES=8 STRIPS=20
// check: STATE_BITS=0 LANES=32 STRIPS=20
/* Open boundaries of shallow water: free outflow, level, discharge or rating curve, incoming wave, inflow of
 * a state. After the cells have stepped, each open face books what it let through and works out the
 * contribution that its cell receives in the next step; the contribution stands in the state's last blocks,
 * where the cell finds it like a neighbour; in its fourth value an outflow keeps the invariant that comes in.
 *
 * Where a boundary's value varies with time, its faces do so with the largest value that the next step may
 * meet: what it makes of the face bounds that step. Before the step, when its length is known, they work out
 * the contribution anew, from the value's mean.
 *
 * Arrays, a face of the list (sorted by boundary) each:
 *   owner [face] slot of its cell,    of [face] its boundary,
 *   open  [block][OPEN_CONSTANTS][LANES] (fv/kinds.h)
 *   beyond [face] water that may come in again beyond what has left, m3: what stood beyond an outflow at the
 *       start
 *   face_law [face] law of friction of its cell, with ROUGHNESS alone (fv/roughness.h)
 *   section [block][STRIPS][LANES] with STRIPS the strips of the face (fv/subgrid.c)
 *   through [2][padded faces] volume that left through the face so far, as a sum of two doubles, m3
 * and a boundary each:
 *   kind, varies   of the boundary; whether its values vary with time
 *   state [4][boundaries]   as fv/shallow_water_series.c has found them: discharge (that of a rating curve
 *                           too) or depth; total conveyance; still level, or speed inward; lowest bed. Of a
 *                           dry boundary as in fv/shallow_water_series.c */
#include "math.h"
#ifdef EG_F32
#define CBRT(x) eg_cbrtf(x)
#else
#define CBRT(x) eg_cbrt(x)
#endif
#include "physics/shallow_water.h"
#include "time/clock.h"
#include "fv/conveyance.h"
#include "fv/place.h"
#include "fv/roughness.h"
#ifndef STRIPS
#define STRIPS 0
#endif
#if STRIPS
#include "fv/open_section.h"
#endif

/* Contribution and speed of a boundary state (h, un outward, ut along the tangent) beside the cell's
 * state. */
typedef struct open_result {
    sw_contribution contribution;
    real speed;
} open_result;

/* Flux of the boundary state (h, un, ut) less that of the cell, (uni, uti) its velocity: the cell's
 * contribution. */
FUNCTION open_result open_from_state(real h, real un, real ut, real hi, real uni, real uti, real nx, real ny,
                                     real g)
{
    open_result r;
    const real half_g = R(0.5) * g, mass = h * un;
    const real along_n = FMA(mass, un, half_g * h * h) - FMA(hi * uni, uni, half_g * hi * hi);
    const real along_t = mass * ut - hi * uni * uti;
    r.contribution.mass = mass;
    r.contribution.x = FMA(along_n, nx, -(along_t * ny));
    r.contribution.y = FMA(along_n, ny, along_t * nx);
    r.speed = FABS(un) + SQRT(g * h);
    return r;
}

/* The state beyond is the cell's own. Where the flow turns inward it meets a wall, so that no water comes
 * from nowhere (the piston form of sw_face(), zero at the turn). */
FUNCTION open_result open_free(real hi, real uni, real uti, real nx, real ny, real root_g)
{
    open_result r;
    const real entering = hi * sw_min(uni, R(0.0));
    const real piling = entering * sw_max(FMA(root_g, SQRT(hi), uni), R(0.0));
    const real along_n = FMA(-entering, uni, piling), along_t = -(entering * uti);
    r.contribution.mass = hi * sw_max(uni, R(0.0));
    r.contribution.x = FMA(along_n, nx, -(along_t * ny));
    r.contribution.y = FMA(along_n, ny, along_t * nx);
    r.speed = R(0.0);
    return r;
}

/* A supercritical outflow of the cell goes on as it is; otherwise what is given holds. */
FUNCTION open_result open_unless_fast(open_result given, real hi, real uni, real uti, real nx, real ny,
                                      real root_g, real dry)
{
    const open_result free = open_free(hi, uni, uti, nx, ny, root_g);
    const int supercritical = (uni >= root_g * SQRT(hi)) & (hi > dry);
    open_result r;
    r.contribution.mass = supercritical ? free.contribution.mass : given.contribution.mass;
    r.contribution.x = supercritical ? free.contribution.x : given.contribution.x;
    r.contribution.y = supercritical ? free.contribution.y : given.contribution.y;
    r.speed = supercritical ? free.speed : given.speed;
    return r;
}

/* Level: the depth is given, the outgoing Riemann invariant un + 2 c comes from the cell; inflow is at most
 * critical and has no tangential velocity. Outflow is at most critical at the boundary: where the level lies
 * below the critical depth of the invariant, c = (un + 2 c) / 3, the water falls over a rim of that depth. A
 * supercritical outflow does not feel the level. */
FUNCTION open_result open_level(real level, real z, real hi, real uni, real uti, real nx, real ny, real g,
                                real root_g, real dry)
{
    const real ci = root_g * SQRT(hi);
    const real rim = sw_max(uni + R(2.0) * ci, R(0.0)) * (R(1.0) / R(3.0));
    const real h = sw_max(level - z, rim * rim / g);
    const real c = root_g * SQRT(h);
    real un = sw_max(uni + R(2.0) * (ci - c), -c);
    un = h > dry ? un : R(0.0);
    const open_result given = open_from_state(h, un, un < R(0.0) ? R(0.0) : uti, hi, uni, uti, nx, ny, g);
    return open_unless_fast(given, hi, uni, uti, nx, ny, root_g, dry);
}

/* Beyond the face stands the state with the cell's outgoing invariant un + 2 c and the incoming one un - 2 c
 * = `incoming`, at most 0: where there is no water beyond. Written in what `incoming` has more than the
 * cell's own, so that a cell that agrees is left as it is, to the last bit. Flow is at most critical, either
 * way; what comes in has no tangential velocity. A supercritical outflow does not feel what is beyond. */
FUNCTION open_result open_riemann(real incoming, real hi, real uni, real uti, real nx, real ny, real g,
                                  real root_g, real dry)
{
    const real ci = root_g * SQRT(hi);
    const real excess = incoming - (uni - R(2.0) * ci), quarter = R(0.25) * excess;
    const real c = ci - quarter, u = FMA(R(0.5), excess, uni);
    const int over = u > c, inward = u < -c;
    const real rim = sw_max(uni + R(2.0) * ci, R(0.0)) * (R(1.0) / R(3.0));
    const real lip = -incoming * (R(1.0) / R(3.0));
    const real critical = over ? rim : lip;
    const real between = sw_max(hi - quarter * (R(2.0) * ci - quarter) / g, R(0.0));
    const real h = (over | inward) ? critical * critical / g : between;
    real un = over ? rim : u;
    un = inward ? -lip : un;
    un = h > dry ? un : R(0.0);
    const open_result given = open_from_state(h, un, un < R(0.0) ? R(0.0) : uti, hi, uni, uti, nx, ny, g);
    return open_unless_fast(given, hi, uni, uti, nx, ny, root_g, dry);
}

/* A wave of the level `level` comes in over still water of the level `still`; what comes from inside passes
 * out. */
FUNCTION real open_wave(real level, real still, real z, real root_g)
{
    const real wave = root_g * SQRT(sw_max(level - z, R(0.0)));
    const real rest = root_g * SQRT(sw_max(still - z, R(0.0)));
    return sw_min(R(2.0) * rest - R(4.0) * wave, R(0.0));
}

/* The state (depth, speed) comes in along the normal: as it is where it is supercritical, else its
 * invariant. */
FUNCTION open_result open_inflow(real depth, real speed, real hi, real uni, real uti, real nx, real ny,
                                 real g, real root_g, real dry)
{
    const int wet = depth > dry;
    const real h = wet ? depth : R(0.0), c = root_g * SQRT(h);
    const int fast = wet & (speed >= c);
    const real incoming = wet ? sw_min(-speed - R(2.0) * c, R(0.0)) : R(0.0);
    const open_result given = open_from_state(h, -speed, R(0.0), hi, uni, uti, nx, ny, g);
    const open_result slow = open_riemann(incoming, hi, uni, uti, nx, ny, g, root_g, dry);
    open_result r;
    r.contribution.mass = fast ? given.contribution.mass : slow.contribution.mass;
    r.contribution.x = fast ? given.contribution.x : slow.contribution.x;
    r.contribution.y = fast ? given.contribution.y : slow.contribution.y;
    r.speed = fast ? given.speed : slow.speed;
    return r;
}

/* Outflow, with `incoming` from open_beyond(). Where all that stood beyond has come in there is no more. */
FUNCTION open_result open_outflow(real incoming, int is_water_beyond, real hi, real uni, real uti, real nx,
                                  real ny, real g, real root_g, real dry)
{
    const open_result wave = open_riemann(incoming, hi, uni, uti, nx, ny, g, root_g, dry);
    const open_result free = open_free(hi, uni, uti, nx, ny, root_g);
    const int closed = (wave.contribution.mass < R(0.0)) & !is_water_beyond;
    open_result r;
    r.contribution.mass = closed ? free.contribution.mass : wave.contribution.mass;
    r.contribution.x = closed ? free.contribution.x : wave.contribution.x;
    r.contribution.y = closed ? free.contribution.y : wave.contribution.y;
    r.speed = closed ? free.speed : wave.speed;
    return r;
}

/* The invariant that comes in from beyond an outflow. Where a slope with friction goes on beyond it is that
 * of uniform flow, at the depth of the cell: `uniform` h^(2/3) is its velocity. Else it stays what it was at
 * the start, as if the state of the cell stood beyond, at rest or leaving. */
FUNCTION real open_beyond(real at_start, int is_start, real uniform, real hi, real uni, real root_g)
{
    const real c = root_g * SQRT(hi), third = CBRT(hi);
    const real resting = is_start ? sw_max(uni, R(0.0)) - R(2.0) * c : at_start;
    const real flowing = uniform * (third * third) - R(2.0) * c;
    return sw_min(uniform > R(0.0) ? flowing : resting, R(0.0));
}

/* Depth at which `q` a unit width leaves with the cell's outgoing invariant: the larger root of c^2 (outgoing
 * - 2 c) = g q, by Newton's method from above, where it comes down to the root without passing it. q is at
 * most critical. */
FUNCTION real open_leaving_depth(real q, real outgoing, real g)
{
    real c = R(0.5) * outgoing;
    for (int i = 0; i < 6; i++) {
        const real slope = R(2.0) * c * (R(3.0) * c - outgoing);
        const real excess = FMA(c * c, R(2.0) * c - outgoing, g * q);
        c = c - sw_max(excess, R(0.0)) / sw_max(slope, R(SW_TINY));
    }
    return c * c / g;
}

/* Discharge q a unit width, inward: the mass flux is exactly -q, the depth the cell's, at least critical.
 * What is to be taken out is at most what the cell can send: the critical flow of its outgoing invariant, or
 * all of a supercritical one. */
FUNCTION open_result open_discharge(real wanted, real hi, real uni, real uti, real nx, real ny, real g,
                                    real root_g)
{
    const real ci = root_g * SQRT(hi), outgoing = sw_max(uni + R(2.0) * ci, R(0.0));
    const real rim = outgoing * (R(1.0) / R(3.0));
    const real most = uni > ci ? hi * uni : rim * rim * rim / g;
    const real q = sw_max(wanted, -most), taken = sw_max(-q, R(0.0));
    const real critical = CBRT(q * q / g);
    const real leaving = uni > ci ? hi : open_leaving_depth(taken, outgoing, g);
    const int leaves = taken > R(0.0);
    const real h = sw_max(leaves ? leaving : sw_max(hi, critical), R(SW_TINY));
    open_result r = open_from_state(h, -q / h, leaves ? uti : R(0.0), hi, uni, uti, nx, ny, g);
    r.contribution.mass = -q;
    return r;
}

/* A processor takes faces side by side, and works out all kinds; elsewhere a face does its own. */
#if WIDE_LOOPS
#define OPEN_IF(mine) 1
#else
#define OPEN_IF(mine) (mine)
#endif

FUNCTION open_result open_none(void)
{
    open_result r;
    r.contribution.mass = r.contribution.x = r.contribution.y = r.contribution.fall = R(0.0);
    r.speed = R(0.0);
    return r;
}

/* Of the results for all kinds that of this one. */
#define OPEN_CHOICE(what)                                                                                    \
    (of_kind == OPEN_LEVEL       ? level.what                                                                \
     : of_kind == OPEN_DISCHARGE ? given.what                                                                \
     : of_kind == OPEN_RADIATE   ? wave.what                                                                 \
     : of_kind == OPEN_INFLOW    ? inflow.what                                                               \
     : of_kind == OPEN_RATING    ? given.what                                                                \
                                 : free.what)

/* The discharge a unit width, inward, of a boundary that has one, for a face on the bed z beside the depth h:
 * its part of the conveyance, or of what enters a dry boundary. */
FUNCTION double open_share(GLOBAL CONST double *state, int boundaries, real h, double inverse_n, double z,
                           real dry)
{
    const double total = state[boundaries];
    const double above = state[OPEN_SECOND * boundaries] - (z - state[OPEN_LOWEST * boundaries]);
    const double weight = h > dry ? open_conveyance((double)h, inverse_n) / (total > 0.0 ? total : 1.0) : 0.0;
    const double entering = open_critical(above) / (total < 0.0 ? -total : 1.0);
    return state[0] * (total > 0.0 ? weight : total < 0.0 ? entering : 0.0);
}

/* A face and the water inside: what is given, the bed, the depth and velocity of the cell, the normal. */
typedef struct open_face {
    real value, second, share, z, h, un, ut, nx, ny;
    int kind;
} open_face;

/* What comes through a face, with `incoming` from open_beyond(), and whether there is water beyond an
 * outflow. */
FUNCTION open_result open_through(open_face at, real incoming, int is_water_beyond, real g, real root_g,
                                  real dry)
{
    const int of_kind = at.kind;
    const real h = at.h, un = at.un, ut = at.ut, nx = at.nx, ny = at.ny;
    open_result free = open_none(), level = free, given = free, wave = free, inflow = free, r;
    if (OPEN_IF(of_kind == OPEN_OUTFLOW))
        free = open_outflow(incoming, is_water_beyond, h, un, ut, nx, ny, g, root_g, dry);
    if (OPEN_IF(of_kind == OPEN_LEVEL))
        level = open_level(at.value, at.z, h, un, ut, nx, ny, g, root_g, dry);
    if (OPEN_IF(of_kind == OPEN_DISCHARGE || of_kind == OPEN_RATING))
        given = open_discharge(at.share, h, un, ut, nx, ny, g, root_g);
    if (OPEN_IF(of_kind == OPEN_RADIATE))
        wave = open_riemann(open_wave(at.value, at.second, at.z, root_g), h, un, ut, nx, ny, g, root_g, dry);
    if (OPEN_IF(of_kind == OPEN_INFLOW))
        inflow = open_inflow(at.value, at.second, h, un, ut, nx, ny, g, root_g, dry);
    r.contribution.mass = OPEN_CHOICE(contribution.mass);
    r.contribution.x = OPEN_CHOICE(contribution.x);
    r.contribution.y = OPEN_CHOICE(contribution.y);
    r.speed = OPEN_CHOICE(speed);
    return r;
}

/* Books a volume of face f in a sum of two doubles; returns the first. */
FUNCTION double open_book(GLOBAL double *through, int padded, int f, double volume)
{
    const double high = through[f], sum = high + volume;
    const double back = sum - high;
    through[f] = sum;
    through[padded + f] += (high - (sum - back)) + (volume - back);
    return sum;
}

/* Whether a face has a finite result; what is given may be lost in a comparison, so it is looked at
 * itself. */
FUNCTION int open_is_finite(open_result r, open_face at)
{
    const real all = FABS(r.contribution.mass) + FABS(r.contribution.x) + FABS(r.contribution.y) + r.speed;
    return (all < R(SW_HUGE)) & (at.value > -R(SW_HUGE)) & (at.value < R(SW_HUGE)) &
           (at.second > -R(SW_HUGE)) & (at.second < R(SW_HUGE)) &
           ((at.kind != OPEN_INFLOW) | (at.value >= R(0.0)));
}

/* Puts a contribution into the slot of its face, unless it `stays`; padding has none. */
FUNCTION void open_put(GLOBAL real *slot, sw_contribution s, int stays, int real_face)
{
    slot[0] = stays ? slot[0] : real_face ? s.mass : R(0.0);
    slot[STATE_LANES] = stays ? slot[STATE_LANES] : real_face ? s.x : R(0.0);
    slot[2 * STATE_LANES] = stays ? slot[2 * STATE_LANES] : real_face ? s.y : R(0.0);
}

/* After a step (!is_start) books what it let through, then works out the next contributions; before it those
 * of what varies, anew. */
KERNEL_SHAPE(LANES, 1)
KERNEL sw_open(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST real *RESTRICT bed,
               GLOBAL CONST int *RESTRICT owner, GLOBAL CONST int *RESTRICT of,
               GLOBAL CONST real *RESTRICT open, GLOBAL CONST int *RESTRICT kind,
               GLOBAL CONST int *RESTRICT varies, GLOBAL CONST double *RESTRICT beyond,
               GLOBAL CONST double *RESTRICT state, GLOBAL double *RESTRICT through,
#if STRIPS
               GLOBAL CONST real *RESTRICT section,
#endif
               GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count,
               GLOBAL real *RESTRICT part,
#if ROUGHNESS
               GLOBAL CONST int *RESTRICT face_law, GLOBAL CONST double *RESTRICT rough,
#endif
               real g, real root_g, real dry, int open_slot, int faces, int boundaries, int first_part,
               long blocks, int is_start)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    SHARED real fastest[LANES];
    GLOBAL CONST real *stale = count[COUNT_PARITY] ? q1 : q0;
    GLOBAL real *fresh = (count[COUNT_PARITY] != 0) == is_start ? q1 : q0;
    const double grown = clock[CLOCK_DT_FREE] > 0.0 && !(clock[CLOCK_DT_FIXED] > 0.0)
                             ? clock[CLOCK_CFL] / (OPEN_GROWTH * clock[CLOCK_DT_FREE])
                             : 0.0;
    const int padded = (int)blocks * LANES;
    FOR_LANES (l) {
        const int f = (int)b * LANES + l;
        const long entry = b * (OPEN_CONSTANTS * LANES) + l;
        const real nx = open[entry], ny = open[entry + LANES], length = open[entry + 2 * LANES];
        const real inverse_chi = open[entry + 3 * LANES];
        real inverse_n = open[entry + 4 * LANES], uniform = open[entry + 5 * LANES];
        const int ghost = place_of(open_slot + f), boundary = of[f];
        const double volume = is_start ? 0.0 : clock[CLOCK_DT] * ((double)length * (double)stale[ghost]);
        const double sum = open_book(through, padded, f, volume);
        const int inside = place_of(owner[f]);
        open_face at;
        at.value = R(state[boundary]), at.second = R(state[2 * boundaries + boundary]);
#if STRIPS
        const open_section side =
            open_section_of(section + (b * (STRIPS * LANES) + l), LANES, fresh[inside + 3 * STATE_LANES],
                            kind[boundary] == OPEN_LEVEL ? at.value : -R(SW_HUGE));
        const real u = side.h > dry ? fresh[inside + STATE_LANES] : R(0.0);
        const real v = side.h > dry ? fresh[inside + 2 * STATE_LANES] : R(0.0);
        at.z = side.z, at.h = side.h;
#else
        const real u = fresh[inside + STATE_LANES], v = fresh[inside + 2 * STATE_LANES];
        at.z = bed[owner[f]], at.h = fresh[inside];
#endif
        at.un = FMA(u, nx, v * ny), at.ut = FMA(v, nx, -(u * ny));
        at.nx = nx, at.ny = ny, at.kind = kind[boundary];
#if ROUGHNESS
        const double n = SQRT64(roughness_of(face_law[f], rough, (double)sw_max(at.h, dry)));
        inverse_n = R((double)inverse_n / n);
        uniform = R((double)uniform / n);
#endif
        at.share = R(open_share(state + boundary, boundaries, at.h, (double)inverse_n, (double)at.z, dry));
        const real incoming = open_beyond(stale[ghost + 3 * STATE_LANES], count[COUNT_FIRST_PASS] != 0,
                                          uniform, at.h, at.un, root_g);
        open_result r = open_through(at, incoming, sum + beyond[f] > 0.0, g, root_g, dry);
        const int finite = open_is_finite(r, at), real_face = f < faces;
#if STRIPS
        r.contribution.mass *= side.part;
        r.contribution.x *= side.part;
        r.contribution.y *= side.part;
#endif
        /* before a step what is not finite goes to the cell, whose step is then refused */
        r.contribution.mass = is_start && !finite ? SQRT(R(-1.0)) : r.contribution.mass;
        open_put(fresh + ghost, r.contribution, is_start && !varies[boundary], real_face);
        fresh[ghost + 3 * STATE_LANES] = is_start    ? fresh[ghost + 3 * STATE_LANES]
                                         : real_face ? incoming
                                                     : R(0.0);
        const real least = varies[boundary] ? R(grown) : R(0.0);
        const real fast = r.speed * inverse_chi;
        const real rate = finite ? (fast < least ? least : fast) : R(SW_HUGE);
        fastest[l] = real_face ? rate : R(0.0);
    }
    BARRIER;
    FOLD_MAX(fastest, LANES)
    FOR_FLAT (i, 1) {
        if (!is_start)
            part[first_part + b] = fastest[0];
    }
    END_GROUPS
}
