// check: LANES=8 STATE_BITS=3
// check: LANES=128 STATE_BITS=0
/* The Coriolis force on shallow water (docs/theory/shallow-water.md, "Coriolis force"), after the cells have stepped and ghosts
 * have come: with u* of the step and u of the state before it
 *
 *     u' - a v' = u* + a v,   v' + a u' = v* - a u,   a = f dt / 2
 *
 *   turn [slot] f, 1/s */
#include "math.h"
#include "time/clock.h"
#include "fv/place.h"

KERNEL_SHAPE(LANES, 1)
KERNEL sw_coriolis(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST real *RESTRICT turn,
                   GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count, real dry,
                   long blocks)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    GLOBAL real *to = count[COUNT_PARITY] ? q0 : q1;
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
    const real half_dt = R(0.5 * clock[CLOCK_DT]);
    FOR_LANES (l) {
        const int at = PLACE_IN_BLOCK((int)b, l);
        const real a = half_dt * turn[(long)b * LANES + l],
                   share = DIVIDE(R(1.0), FMA(a, a, R(1.0)));
        const real u0 = from[at + STATE_LANES], v0 = from[at + 2 * STATE_LANES];
        const real x = FMA(a, v0, to[at + STATE_LANES]), y = FMA(-a, u0, to[at + 2 * STATE_LANES]);
        const int wet = to[at] > dry;
        to[at + STATE_LANES] = wet ? FMA(a, y, x) * share : R(0.0);
        to[at + 2 * STATE_LANES] = wet ? FMA(-a, x, y) * share : R(0.0);
    }
    END_GROUPS
}
