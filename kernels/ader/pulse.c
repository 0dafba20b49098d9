// check: ORDER=3 LANES=1
// check: ORDER=1 LANES=1
/* The time functions of sources over one step, as polynomials.
 *
 * s at the ORDER Gauss points of the step gives the polynomial through these points,
 *   s(t + tau dt) = sum over r of S_r tau^r,  S_r = sum over q of M_rq s(t + tau_q dt),
 * and its mean, sum over q of w_q s(t + tau_q dt), which is Gauss' rule for s. The values are those of
 * src/physics/source_time.c, bit by bit; a function outside its support is asleep: all is 0.
 *
 * Arrays (f function)
 *   real_of [f][PULSE_DOUBLES], whole_of [f][PULSE_INTEGERS]   what f is (time/pulse.h)
 *   table   [row][2]              time and value of all tables
 *   rule    [ORDER][ORDER] M, [ORDER] w, [ORDER] tau
 *   pulse   [f][PULSE_VALUES]     what is left */
#include "time/clock.h"
#include "time/pulse_value.h"
#include "ader/pulse.h"

/* One group a function. */
KERNEL_SHAPE(16, 1)
KERNEL ader_pulse(GLOBAL CONST double *RESTRICT real_of, GLOBAL CONST int *RESTRICT whole_of,
                  GLOBAL CONST double *RESTRICT table, GLOBAL CONST double *RESTRICT rule,
                  GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count,
                  GLOBAL double *RESTRICT pulse, long functions)
{
    FOR_GROUPS(f, count[COUNT_PAUSE] == PAUSE_NONE ? functions : 0)
    SHARED double value[ORDER];
    const double t = clock[CLOCK_T], dt = clock[CLOCK_DT];
    const double begin = real_of[f * PULSE_DOUBLES + PULSE_BEGIN];
    const double end = real_of[f * PULSE_DOUBLES + PULSE_END];
    const int awake = begin < t + dt && end > t;
    FOR_FLAT (q, ORDER) {
        value[q] = awake ? pulse_value(real_of + f * PULSE_DOUBLES, whole_of + f * PULSE_INTEGERS, table,
                                       FMA64(rule[(ORDER + 1) * ORDER + q], dt, t))
                         : 0.0;
    }
    BARRIER;
    FOR_FLAT (r, ORDER + 1) {
        double sum = 0.0;
        for (int q = 0; q < ORDER; q++)
            sum = FMA64(rule[r * ORDER + q], value[q], sum);
        pulse[f * PULSE_VALUES + r] = sum;
    }
    FOR_FLAT (i, 1) {
        pulse[f * PULSE_VALUES + ORDER + 1] = awake ? 1.0 : 0.0;
    }
    END_GROUPS
}
