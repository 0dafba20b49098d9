// check: LANES=1
/* The time functions of sources at the stages of a Runge-Kutta step, value[stage][f] = s_f(t +
 * fraction[stage] dt): 0 outside the support of a function.
 *
 * Arrays (f function)
 *   real_of [f][PULSE_DOUBLES], whole_of [f][PULSE_INTEGERS], table [row][2]   what f is (time/pulse.h)
 *   fraction [stages]             of the step */
#include "time/clock.h"
#include "time/pulse_value.h"

/* One group a function. */
KERNEL_SHAPE(16, 1)
KERNEL time_pulses(GLOBAL CONST double *RESTRICT real_of, GLOBAL CONST int *RESTRICT whole_of,
                   GLOBAL CONST double *RESTRICT table, GLOBAL CONST double *RESTRICT fraction,
                   GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count,
                   GLOBAL double *RESTRICT value, long functions, int stages)
{
    FOR_GROUPS(f, count[COUNT_PAUSE] == PAUSE_NONE ? functions : 0)
    const double begin = real_of[f * PULSE_DOUBLES + PULSE_BEGIN];
    const double end = real_of[f * PULSE_DOUBLES + PULSE_END];
    FOR_FLAT (i, stages) {
        const double t = FMA64(fraction[i], clock[CLOCK_DT], clock[CLOCK_T]);
        value[i * functions + f] =
            t >= begin && t <= end
                ? pulse_value(real_of + f * PULSE_DOUBLES, whole_of + f * PULSE_INTEGERS, table, t)
                : 0.0;
    }
    END_GROUPS
}
