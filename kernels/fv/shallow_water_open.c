// check: STATE_BITS=3 LANES=8
// check: STATE_BITS=0 LANES=32
/* Open boundaries of shallow water: free outflow, level h(t), discharge Q(t). After the cells have
 * stepped, each open face books what it let through and works out the share that its cell receives
 * in the next step; the share stands in the state's last blocks, where the cell finds it like a
 * neighbour.
 *
 * Arrays, a face of the list (sorted by boundary) each:
 *   owner [face] slot of its cell,    of [face] its boundary,
 *   open  [block][5][LANES] outward unit normal, length, 1/chi', 1/n (conveyance weight)
 *   through [2][padded faces] volume that left through the face so far, as a sum of two doubles, m3
 * and a boundary each:
 *   kind, extent   kind of boundary, its total length, m
 *   state [2][boundaries]   level or discharge at the new time, total conveyance */
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

#define OPEN_OUTFLOW 0
#define OPEN_LEVEL 1
#define OPEN_DISCHARGE 2

/* Share and speed of a boundary state (h, un outward, ut along the tangent) beside the cell's
 * state. */
typedef struct open_result {
    sw_share share;
    real speed;
} open_result;

/* Flux of the boundary state (h, un, ut) less that of the cell, (uni, uti) its velocity: the cell's
 * share. */
FUNCTION open_result open_from_state(real h, real un, real ut, real hi, real uni, real uti, real nx,
                                     real ny, real g)
{
    open_result r;
    const real half_g = R(0.5) * g, mass = h * un;
    const real along_n = FMA(mass, un, half_g * h * h) - FMA(hi * uni, uni, half_g * hi * hi);
    const real along_t = mass * ut - hi * uni * uti;
    r.share.mass = mass;
    r.share.x = FMA(along_n, nx, -(along_t * ny));
    r.share.y = FMA(along_n, ny, along_t * nx);
    r.speed = FABS(un) + SQRT(g * h);
    return r;
}

/* Free outflow: the state beyond is the cell's own. Where the flow turns inward it meets a wall, so that no
 * water comes from nowhere (the piston form of sw_face(), zero at the turn). */
FUNCTION open_result open_outflow(real hi, real uni, real uti, real nx, real ny, real root_g)
{
    open_result r;
    const real entering = hi * sw_min(uni, R(0.0));
    const real piling = entering * sw_max(FMA(root_g, SQRT(hi), uni), R(0.0));
    const real along_n = FMA(-entering, uni, piling), along_t = -(entering * uti);
    r.share.mass = hi * sw_max(uni, R(0.0));
    r.share.x = FMA(along_n, nx, -(along_t * ny));
    r.share.y = FMA(along_n, ny, along_t * nx);
    r.speed = R(0.0);
    return r;
}

/* Level: the depth is given, the outgoing Riemann invariant un + 2 c comes from the cell; inflow is
 * at most critical and has no tangential velocity. Outflow is at most critical at the boundary: where the level
 * lies below the critical depth of the invariant, c = (un + 2 c) / 3, the water falls over a rim of that depth. A
 * supercritical outflow does not feel the level. */
FUNCTION open_result open_level(real level, real z, real hi, real uni, real uti, real nx, real ny,
                                real g, real root_g, real dry)
{
    const real ci = root_g * SQRT(hi);
    const real rim = sw_max(uni + R(2.0) * ci, R(0.0)) * (R(1.0) / R(3.0));
    const real h = sw_max(level - z, rim * rim / g);
    const real c = root_g * SQRT(h);
    real un = sw_max(uni + R(2.0) * (ci - c), -c);
    un = h > dry ? un : R(0.0);
    const open_result given =
        open_from_state(h, un, un < R(0.0) ? R(0.0) : uti, hi, uni, uti, nx, ny, g);
    const open_result free = open_outflow(hi, uni, uti, nx, ny, root_g);
    const int supercritical = (uni >= ci) & (hi > dry);
    open_result r;
    r.share.mass = supercritical ? free.share.mass : given.share.mass;
    r.share.x = supercritical ? free.share.x : given.share.x;
    r.share.y = supercritical ? free.share.y : given.share.y;
    r.speed = supercritical ? free.speed : given.speed;
    return r;
}

/* Discharge q a unit width, inward: the mass flux is exactly -q; the depth is the cell's, at least
 * critical. */
FUNCTION open_result open_discharge(real q, real hi, real uni, real uti, real nx, real ny, real g)
{
    const real critical = CBRT(q * q / g);
    const real h = sw_max(sw_max(hi, critical), R(SW_TINY));
    open_result r = open_from_state(h, -q / h, R(0.0), hi, uni, uti, nx, ny, g);
    r.share.mass = -q;
    return r;
}

/* Books what the step just taken let through, then works out the next shares. */
KERNEL_SHAPE(LANES, 1)
KERNEL sw_open(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST real *RESTRICT bed,
               GLOBAL CONST int *RESTRICT owner, GLOBAL CONST int *RESTRICT of,
               GLOBAL CONST real *RESTRICT open, GLOBAL CONST int *RESTRICT kind,
               GLOBAL CONST double *RESTRICT extent, GLOBAL CONST double *RESTRICT state,
               GLOBAL double *RESTRICT through, GLOBAL CONST double *RESTRICT clock,
               GLOBAL CONST long *RESTRICT count, GLOBAL real *RESTRICT part, real g, real root_g,
               real dry, int open_slot, int faces, int boundaries, int first_part, long blocks)
{
    FOR_GROUPS(b, count[COUNT_HOLD] == HOLD_NONE ? blocks : 0)
    SHARED real fastest[LANES];
    GLOBAL CONST real *stale = count[COUNT_PARITY] ? q1 : q0;
    GLOBAL real *fresh = count[COUNT_PARITY] ? q0 : q1;
    const int padded = (int)blocks * LANES;
    FOR_LANES (l) {
        const int f = (int)b * LANES + l;
        const int entry = (int)b * (5 * LANES) + l;
        const real nx = open[entry], ny = open[entry + LANES], length = open[entry + 2 * LANES];
        const real inverse_chi = open[entry + 3 * LANES], inverse_n = open[entry + 4 * LANES];
        const int ghost = place_of(open_slot + f), boundary = of[f];

        const double volume = clock[CLOCK_DT] * ((double)length * (double)stale[ghost]);
        const double high = through[f], sum = high + volume;
        const double back = sum - high;
        through[f] = sum;
        through[padded + f] += (high - (sum - back)) + (volume - back);

        const int inside = place_of(owner[f]);
        const real h = fresh[inside], u = fresh[inside + STATE_LANES],
                   v = fresh[inside + 2 * STATE_LANES];
        const real un = FMA(u, nx, v * ny), ut = FMA(v, nx, -(u * ny));
        const double total = state[boundaries + boundary];
        const double weight =
            h > dry ? open_conveyance((double)h, (double)inverse_n) / (total > 0.0 ? total : 1.0)
                    : 0.0;
        const double q = state[boundary] * (total > 0.0 ? weight : 1.0 / extent[boundary]);
        const open_result free = open_outflow(h, un, ut, nx, ny, root_g);
        const open_result level =
            open_level(R(state[boundary]), bed[owner[f]], h, un, ut, nx, ny, g, root_g, dry);
        const open_result given = open_discharge(R(q), h, un, ut, nx, ny, g);
        const int is_level = kind[boundary] == OPEN_LEVEL,
                  is_given = kind[boundary] == OPEN_DISCHARGE;
        const int real_face = f < faces;
        const real mass = is_level   ? level.share.mass
                          : is_given ? given.share.mass
                                     : free.share.mass;
        const real x = is_level ? level.share.x : is_given ? given.share.x : free.share.x;
        const real y = is_level ? level.share.y : is_given ? given.share.y : free.share.y;
        const real speed = is_level ? level.speed : is_given ? given.speed : free.speed;
        fresh[ghost] = real_face ? mass : R(0.0);
        fresh[ghost + STATE_LANES] = real_face ? x : R(0.0);
        fresh[ghost + 2 * STATE_LANES] = real_face ? y : R(0.0);
        /* what is given may be lost in a comparison, so it is looked at itself */
        const int finite = (FABS(mass) + FABS(x) + FABS(y) + speed < R(SW_HUGE)) &
                           (state[boundary] > -SW_HUGE) & (state[boundary] < SW_HUGE);
        const real rate = finite ? speed * inverse_chi : R(SW_HUGE);
        fastest[l] = real_face ? rate : R(0.0);
    }
    BARRIER;
    FOLD_MAX(fastest, LANES)
    FOR_FLAT (i, 1) {
        part[first_part + b] = fastest[0];
    }
    END_GROUPS
}
