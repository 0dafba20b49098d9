// check: LANES=1 ORDER=4 EXPRESSION=0
/* The factor g(t) of coefficients that depend on time, on the step being taken: its interpolation polynomial
 * of degree ORDER - 1 at Gauss' points. With EXPRESSION the program has a function eg_ader_factor(t), else g
 * is 1.
 *
 *   rule    [2 + ORDER + ORDER][ORDER]: points on (0, 1); weights; row 2 + j: weights times Legendre's
 *           polynomial j at the points; row 2 + ORDER + s, column j: coefficient s of Legendre's polynomial j
 *   factor  [ORDER + 1] g_s with g(t + theta dt) = sum of g_s theta^s, and the mean of g over the step
 *
 * Coefficients of powers are large sums that nearly cancel: rounding would grow sixfold with each order.
 * Legendre's coefficients fall fast, and what is rounding alone is left out of the powers. */
#include "time/clock.h"

/* 16 units in the last place of the largest value. */
#define ROUNDING 3.5527136788005009e-15

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
        double sum = 0.0, largest = 0.0;
        for (int i = 0; i < ORDER; i++) {
            const double size = value[i] < 0.0 ? -value[i] : value[i];
            sum = FMA64(rule[(2 + j) * ORDER + i], value[i], sum);
            largest = size > largest ? size : largest;
        }
        const double size = sum < 0.0 ? -sum : sum;
        legendre[j] = size > ROUNDING * largest ? sum : 0.0;
    }
    BARRIER;
    FOR_FLAT (s, ORDER + 1) {
        double sum = 0.0;
        if (s < ORDER)
            for (int j = ORDER - 1; j >= 0; j--)
                sum = FMA64(rule[(2 + ORDER + s) * ORDER + j], legendre[j], sum);
        else
            for (int i = 0; i < ORDER; i++)
                sum = FMA64(rule[ORDER + i], value[i], sum);
        factor[b + s] = sum;
    }
    END_GROUPS
}
