// check: LANES=1 ORDER=4 EXPRESSION=0
/* The factor g(t) of coefficients that depend on time, on the step being taken: its interpolation polynomial of
 * degree ORDER - 1 at Gauss' points. With EXPRESSION the program has a function eg_ader_factor(t), else g is 1.
 *
 *   rule    [2 + ORDER][ORDER]: points on (0, 1); weights; row 2 + s: coefficient s of the
 *           polynomials that are 1 at one point and 0 at the others
 *   factor  [ORDER + 1] g_s with g(t + theta dt) = sum of g_s theta^s, and the mean of g over the step */
#include "time/clock.h"

KERNEL_SHAPE(ORDER, 1)
KERNEL ader_factor(GLOBAL CONST double *RESTRICT rule, GLOBAL CONST double *RESTRICT clock,
                   GLOBAL CONST long *RESTRICT count, GLOBAL double *RESTRICT factor)
{
    FOR_GROUPS(b, count[COUNT_HOLD] == HOLD_NONE ? 1 : 0)
    SHARED double value[ORDER];
    FOR_FLAT (i, ORDER) {
#if EXPRESSION
        value[i] = eg_ader_factor(FMA64(rule[i], clock[CLOCK_DT], clock[CLOCK_T]));
#else
        value[i] = 1.0;
#endif
    }
    BARRIER;
    FOR_FLAT (s, ORDER + 1) {
        const int row = s < ORDER ? 2 + s : 1;
        double sum = 0.0;
        for (int i = 0; i < ORDER; i++)
            sum = FMA64(rule[row * ORDER + i], value[i], sum);
        factor[b + s] = sum;
    }
    END_GROUPS
}
