// check: LANES=1 ORDER=4 EXPRESSION=0
/* The factor g(t) of coefficients that depend on time, on the step being taken: its interpolation polynomial
 * of degree ORDER - 1 at Gauss' points. With EXPRESSION the program has a function eg_ader_factor(t), else g
 * is 1.
 *
 *   rule    of ader/moving/in_time.h
 *   factor  [ORDER + 1] g_s with g(t + theta dt) = sum of g_s theta^s, and the mean of g over the step
 */
#include "time/clock.h"
#include "ader/moving/in_time.h"

KERNEL_SHAPE(ORDER, 1)
KERNEL ader_factor(GLOBAL CONST double *RESTRICT rule, GLOBAL CONST double *RESTRICT clock,
                   GLOBAL CONST long *RESTRICT count, GLOBAL double *RESTRICT factor)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? 1 : 0)
    SHARED double value[ORDER];
    SHARED double legendre[ORDER];
    FOR_FLAT (i, ORDER) {
#if EXPRESSION
        value[i] = eg_ader_factor(FMA64(rule[i], clock[CLOCK_DT], clock[CLOCK_T]));
#else
        value[i] = 1.0;
#endif
    }
    BARRIER;
    FOR_FLAT (j, ORDER) {
        LEGENDRE_IN_TIME(legendre[j], rule, value, j)
    }
    BARRIER;
    FOR_FLAT (s, ORDER + 1) {
        double sum = 0.0;
        if (s < ORDER) {
            POWER_IN_TIME(sum, rule, legendre, s)
        } else {
            for (int i = 0; i < ORDER; i++)
                sum = FMA64(rule[ORDER + i], value[i], sum);
        }
        factor[b + s] = sum;
    }
    END_GROUPS
}
