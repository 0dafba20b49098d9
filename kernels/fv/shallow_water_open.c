// check: LANE_BITS=3 LANES=8 EXPRESSIONS=0
// check: LANE_BITS=5 LANES=32 EXPRESSIONS=0
/* Open boundaries of shallow water: free outflow, level h(t), discharge Q(t). After the cells have
 * stepped, each open face books what it let through and works out the share that its cell receives
 * in the next step; the share stands in the state's last blocks, where the cell finds it like a
 * neighbour.
 *
 * Arrays, a face of the list (sorted by boundary) each:
 *   owner [face] slot of its cell,    of [face] its boundary,
 *   open  [block][5][LANES] outward unit normal, length, chi', 1/n (conveyance weight)
 *   through [2][padded faces] volume that left through the face so far, as a sum of two doubles, m3
 * and a boundary each:
 *   kind, first, last: kind of boundary, its faces [first, last)
 *   extent [boundary] total length, m
 *   rows, row [boundary]: its series t, v in `table` (rows of two), from row on; rows = 0:
 * expression state [2][boundaries] level or discharge at the new time, total conveyance */
#include "math.h"
#ifdef EG_F32
#define CBRT(x) eg_cbrtf(x)
#else
#define CBRT(x) eg_cbrt(x)
#endif
#include "physics/shallow_water.h"
#include "fv/clock.h"

#define LANE_MASK (LANES - 1)
#define STRANDS 64
#define OPEN_OUTFLOW 0
#define OPEN_LEVEL 1
#define OPEN_DISCHARGE 2

FUNCTION int place_of(int slot)
{
    return (slot >> LANE_BITS) * (3 * LANES) + (slot & LANE_MASK);
}

/* Linear interpolation in rows [row, row + rows) of the table; constant outside. */
FUNCTION double open_interpolate(GLOBAL CONST double *table, int row, int rows, double t)
{
    int low = 0, high = rows - 1;
    if (t <= table[2 * row])
        return table[2 * row + 1];
    if (t >= table[2 * (row + high)])
        return table[2 * (row + high) + 1];
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (table[2 * (row + middle)] <= t)
            low = middle;
        else
            high = middle;
    }
    const double t0 = table[2 * (row + low)], v0 = table[2 * (row + low) + 1];
    const double t1 = table[2 * (row + high)], v1 = table[2 * (row + high) + 1];
    return FMA64(v1 - v0, (t - t0) / (t1 - t0), v0);
}

/* Conveyance of one face, h^(5/3) / n a unit width. */
FUNCTION double open_conveyance(double h, double inverse_n)
{
    const double root = eg_cbrt(h);
    return h * root * root * inverse_n;
}

/* The value of each boundary's series at the new time, and its total conveyance in the new state:
 * the sum of 64 strands (faces j, j + 64, ...) by a fixed tree. One group a boundary. */
KERNEL_SHAPE(STRANDS, 1)
KERNEL sw_series(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST int *RESTRICT owner,
                 GLOBAL CONST real *RESTRICT open, GLOBAL CONST int *RESTRICT kind,
                 GLOBAL CONST int *RESTRICT first, GLOBAL CONST int *RESTRICT last,
                 GLOBAL CONST double *RESTRICT table, GLOBAL CONST int *RESTRICT row,
                 GLOBAL CONST int *RESTRICT rows, GLOBAL CONST double *RESTRICT clock,
                 GLOBAL CONST long *RESTRICT count, GLOBAL double *RESTRICT state, real dry,
                 int boundaries)
{
    FOR_GROUPS(b, count[COUNT_HOLD] == HOLD_NONE ? boundaries : 0)
    SHARED double strand[STRANDS];
    GLOBAL CONST real *fresh = count[COUNT_PARITY] ? q0 : q1;
    FOR_FLAT(j, STRANDS)
    {
        double sum = 0.0;
        for (int f = first[b] + j; f < last[b]; f += STRANDS) {
            const real h = fresh[place_of(owner[f])];
            const int entry = (f >> LANE_BITS) * (5 * LANES) + (f & LANE_MASK);
            const double inverse_n = (double)open[entry + 4 * LANES],
                         length = (double)open[entry + 2 * LANES];
            sum += h > dry ? open_conveyance((double)h, inverse_n) * length : 0.0;
        }
        strand[j] = sum;
    }
    BARRIER
    for (int width = STRANDS / 2; width > 0; width /= 2) {
        FOR_FLAT(j, width)
        {
            strand[j] += strand[j + width];
        }
        BARRIER
    }
    FOR_FLAT(j, 1)
    {
        double value = 0.0;
        if (rows[b] > 0)
            value = open_interpolate(table, row[b], rows[b], clock[CLOCK_T_NEXT]);
#if EXPRESSIONS
        else if (kind[b] != OPEN_OUTFLOW)
            value = eg_open_expression((int)b, clock[CLOCK_T_NEXT]);
#endif
        state[b] = value;
        state[boundaries + b] = strand[0];
    }
    END_GROUPS
}

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

/* Free outflow: the state beyond is the cell's own. */
FUNCTION open_result open_outflow(real hi, real uni)
{
    open_result r;
    r.share.mass = hi * uni;
    r.share.x = R(0.0);
    r.share.y = R(0.0);
    r.speed = R(0.0);
    return r;
}

/* Level: the depth is given, the outgoing Riemann invariant un + 2 c comes from the cell; inflow is
 * at most critical and has no tangential velocity. A supercritical outflow does not feel the level.
 */
FUNCTION open_result open_level(real level, real z, real hi, real uni, real uti, real nx, real ny,
                                real g, real root_g, real dry)
{
    const real h = sw_max(level - z, R(0.0));
    const real ci = root_g * SQRT(hi), c = root_g * SQRT(h);
    real un = sw_max(uni + R(2.0) * (ci - c), -c);
    un = h > dry ? un : R(0.0);
    const open_result given =
        open_from_state(h, un, un < R(0.0) ? R(0.0) : uti, hi, uni, uti, nx, ny, g);
    const open_result free = open_outflow(hi, uni);
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
    SHARED real least[LANES];
    GLOBAL CONST real *stale = count[COUNT_PARITY] ? q1 : q0;
    GLOBAL real *fresh = count[COUNT_PARITY] ? q0 : q1;
    const int padded = (int)blocks * LANES;
    FOR_LANES(l)
    {
        const int f = (int)b * LANES + l;
        const int entry = (int)b * (5 * LANES) + l;
        const real nx = open[entry], ny = open[entry + LANES], length = open[entry + 2 * LANES];
        const real chi = open[entry + 3 * LANES], inverse_n = open[entry + 4 * LANES];
        const int ghost = place_of(open_slot + f), boundary = of[f];

        const double volume = clock[CLOCK_DT] * ((double)length * (double)stale[ghost]);
        const double high = through[f], sum = high + volume;
        const double back = sum - high;
        through[f] = sum;
        through[padded + f] += (high - (sum - back)) + (volume - back);

        const int inside = place_of(owner[f]);
        const real h = fresh[inside], qx = fresh[inside + LANES], qy = fresh[inside + 2 * LANES];
        const sw_side s = sw_side_of(h, qx, qy, bed[owner[f]], dry);
        const real un = FMA(s.u, nx, s.v * ny), ut = FMA(s.v, nx, -(s.u * ny));
        const double total = state[boundaries + boundary];
        const double weight =
            h > dry ? open_conveyance((double)h, (double)inverse_n) / (total > 0.0 ? total : 1.0)
                    : 0.0;
        const double q = state[boundary] * (total > 0.0 ? weight : 1.0 / extent[boundary]);
        const open_result free = open_outflow(h, un);
        const open_result level =
            open_level(R(state[boundary]), s.z, h, un, ut, nx, ny, g, root_g, dry);
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
        fresh[ghost + LANES] = real_face ? x : R(0.0);
        fresh[ghost + 2 * LANES] = real_face ? y : R(0.0);
        const int finite = FABS(mass) + FABS(x) + FABS(y) + speed < R(SW_HUGE);
        const real bound = finite ? chi / sw_max(speed, R(SW_TINY)) : R(0.0);
        least[l] = real_face ? bound : R(1e30);
    }
    BARRIER
    FOLD_MIN(least, LANES)
    FOR_FLAT(i, 1)
    {
        part[first_part + b] = least[0];
    }
    END_GROUPS
}
