// check: LANES=8 STATE_BITS=3 CORIOLIS=1 DRAG=0
// check: LANES=128 STATE_BITS=0 CORIOLIS=1 DRAG=1
// check: LANES=8 STATE_BITS=3 CORIOLIS=0 DRAG=1
// check: LANES=8 STATE_BITS=3 CORIOLIS=0 DRAG=0 WIND=1
// check: LANES=128 STATE_BITS=0 CORIOLIS=1 DRAG=1 WIND=1
/* The Coriolis force, linear friction and wind on shallow water (docs/theory/shallow-water-sources.md, "Coriolis
 * force", "Linear friction", "Wind"), after the cells have stepped and ghosts have come: with u* of the step and u of
 * the state before it
 *
 *     u' - a v' = left u + part (u* - u + dt s_x) + a v,   v' + a u' = left v + part (v* - v + dt s_y) - a u,
 *         a = part f dt / 2,   s = tau / (rho max(h, thin))
 *
 *   turn   [slot] f, 1/s
 *   drag   [slot] coefficient k of linear friction, 1/s: left and part as sw_drag_of() has them; without it
 *          both are 1
 *   wind   [4][slots] tau / rho, m2/s2, along x and y at the begin of a span of time, and at its end; linear between
 *   gust   its begin, s, and 1 / its length, 1/s; 0: the first ones hold
 *   awake, resting   which of the first `own_blocks` blocks the step works on (fv/rest.c): others are still,
 *                    and stay so
 *
 * Bytes a cell and step, f64: read 48, with both 56, with wind 32 more; written 16. */
#include "math.h"
#include "time/clock.h"
#include "fv/place.h"
#if DRAG
#include "fv/drag.h"
#endif

#ifndef WIND
#define WIND 0
#endif

#if WIND
/* The part of the span that is over in the middle of a step. */
FUNCTION double part_of_span(GLOBAL CONST double *gust, GLOBAL CONST double *clock)
{
    const double t = FMA64(0.5, clock[CLOCK_T_NEXT] - clock[CLOCK_T], clock[CLOCK_T]);
    const double part = (t - gust[0]) * gust[1];
    return part > 1.0 ? 1.0 : part > 0.0 ? part : 0.0;
}
#endif

#define IS_AWAKE(b) ((b) >= own_blocks || resting[0] != (int)count[COUNT_STEPS] || awake[b])

KERNEL_SHAPE(LANES, 1)
KERNEL sw_forces(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST double *RESTRICT clock,
                 GLOBAL CONST long *RESTRICT count, GLOBAL CONST int *RESTRICT awake,
                 GLOBAL CONST int *RESTRICT resting,
#if CORIOLIS
                 GLOBAL CONST real *RESTRICT turn,
#endif
#if DRAG
                 GLOBAL CONST real *RESTRICT drag,
#endif
#if WIND
                 GLOBAL CONST real *RESTRICT wind, GLOBAL CONST double *RESTRICT gust, real thin, long slots,
#endif
                 real dry, int own_blocks, long blocks)
{
    FOR_CHOSEN_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0, IS_AWAKE((int)b))
    GLOBAL real *to = count[COUNT_PARITY] ? q0 : q1;
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
#if CORIOLIS
    const real half_dt = R(0.5 * clock[CLOCK_DT]);
#endif
#if WIND
    const real part = R(part_of_span(gust, clock)), dt = R(clock[CLOCK_DT]);
#endif
    FOR_LANES (l) {
        const int at = PLACE_IN_BLOCK((int)b, l), wet = to[at] > dry;
        const real u0 = from[at + STATE_LANES], v0 = from[at + 2 * STATE_LANES];
        real u = to[at + STATE_LANES], v = to[at + 2 * STATE_LANES];
#if WIND
        const long slot = (long)b * LANES + l;
        const real x0 = wind[slot], y0 = wind[slots + slot];
        const real x1 = wind[2 * slots + slot], y1 = wind[3 * slots + slot];
        const real push = dt / (to[at] > thin ? to[at] : thin);
        u = FMA(push, FMA(part, x1 - x0, x0), u);
        v = FMA(push, FMA(part, y1 - y0, y0), v);
#endif
#if DRAG
        const sw_drag d = sw_drag_of(clock[CLOCK_DT] * (double)drag[(long)b * LANES + l]);
        u = FMA(d.part, u - u0, d.left * u0);
        v = FMA(d.part, v - v0, d.left * v0);
#endif
#if CORIOLIS
        real a = half_dt * turn[(long)b * LANES + l];
#if DRAG
        a = a * d.part;
#endif
        const real share = DIVIDE(R(1.0), FMA(a, a, R(1.0)));
        const real x = FMA(a, v0, u), y = FMA(-a, u0, v);
        u = FMA(a, y, x) * share;
        v = FMA(-a, x, y) * share;
#endif
        to[at + STATE_LANES] = wet ? u : R(0.0);
        to[at + 2 * STATE_LANES] = wet ? v : R(0.0);
    }
    END_GROUPS
}
