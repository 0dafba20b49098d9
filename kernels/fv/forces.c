// check: LANES=8 STATE_BITS=3 CORIOLIS=1 DRAG=0
// check: LANES=128 STATE_BITS=0 CORIOLIS=1 DRAG=1
// check: LANES=8 STATE_BITS=3 CORIOLIS=0 DRAG=1
/* The Coriolis force and linear friction on shallow water (docs/theory/shallow-water-sources.md, "Coriolis
 * force", "Linear friction"), after the cells have stepped and ghosts have come: with u* of the step and u of
 * the state before it
 *
 *     u' - a v' = left u + part (u* - u) + a v,   v' + a u' = left v + part (v* - v) - a u,
 *         a = part f dt / 2
 *
 *   turn   [slot] f, 1/s
 *   drag   [slot] coefficient k of linear friction, 1/s: left and part as sw_drag_of() has them; without it
 *          both are 1
 *   awake, resting   which of the first `own_blocks` blocks the step works on (fv/rest.c): others are still,
 *                    and stay so
 *
 * Bytes a cell and step, f64: read 48, with both 56; written 16. */
#include "math.h"
#include "time/clock.h"
#include "fv/place.h"
#if DRAG
#include "fv/drag.h"
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
                 real dry, int own_blocks, long blocks)
{
    FOR_CHOSEN_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0, IS_AWAKE((int)b))
    GLOBAL real *to = count[COUNT_PARITY] ? q0 : q1;
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
#if CORIOLIS
    const real half_dt = R(0.5 * clock[CLOCK_DT]);
#endif
    FOR_LANES (l) {
        const int at = PLACE_IN_BLOCK((int)b, l), wet = to[at] > dry;
        const real u0 = from[at + STATE_LANES], v0 = from[at + 2 * STATE_LANES];
        real u = to[at + STATE_LANES], v = to[at + 2 * STATE_LANES];
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
