// check: LANES=1 ORDER=3 MODES=6 POINTS=6 VARS=3 EXPRESSION=0
// check: LANES=1 ORDER=1 MODES=1 POINTS=1 VARS=1 EXPRESSION=0
/* Sources s(x, t) of the whole domain on the step being taken (docs/theory/linear.md): of each cell the modes
 * of the polynomial in time through their projections at Gauss' times, and of their mean. With EXPRESSION the
 * program has in front FUNCTION double eg_body(int variable, double x, double y, double t), in units of the
 * variable over s; else nothing is added.
 *
 *   rule    of ader/moving/in_time.h
 *   point   [POINTS][2] in the reference cell;   tests  [MODES][POINTS] weights times modes
 *   place   [c][6] origin and Jacobian (x_xi, x_eta, y_xi, y_eta) of the cell, m
 *   body    [c][ORDER + 1][MODES][VARS] coefficients of theta^r, then the mean
 *
 * One group a cell: ORDER POINTS VARS values, and as many times 2 MODES multiply-adds. */
#include "time/clock.h"
#include "ader/moving/in_time.h"

#if !EXPRESSION
FUNCTION double eg_body(int variable, double x, double y, double t)
{
    (void)variable, (void)x, (void)y, (void)t;
    return 0.0;
}
#endif

KERNEL_SHAPE(64, 1)
KERNEL ader_body(GLOBAL CONST double *RESTRICT rule, GLOBAL CONST double *RESTRICT point,
                 GLOBAL CONST double *RESTRICT tests, GLOBAL CONST double *RESTRICT place,
                 GLOBAL real *RESTRICT body, GLOBAL CONST double *RESTRICT clock,
                 GLOBAL CONST long *RESTRICT count, long cells)
{
    FOR_GROUPS(c, count[COUNT_PAUSE] == PAUSE_NONE ? cells : 0)
    SHARED double given[ORDER * POINTS];
    SHARED double mode[ORDER * MODES];
    GLOBAL CONST double *map = place + 6 * c;
    GLOBAL real *own = body + c * ((ORDER + 1) * MODES * VARS);
    for (int p = 0; p < VARS; p++) {
        FOR_FLAT (i, ORDER * POINTS) {
            const int q = i % POINTS;
            const double xi = point[2 * q], eta = point[2 * q + 1];
            const double x = FMA64(map[2], xi, FMA64(map[3], eta, map[0]));
            const double y = FMA64(map[4], xi, FMA64(map[5], eta, map[1]));
            given[i] = eg_body(p, x, y, FMA64(rule[i / POINTS], clock[CLOCK_DT], clock[CLOCK_T]));
        }
        BARRIER;
        FOR_FLAT (i, ORDER * MODES) {
            double sum = 0.0;
            for (int q = 0; q < POINTS; q++)
                sum = FMA64(tests[i % MODES * POINTS + q], given[i / MODES * POINTS + q], sum);
            mode[i] = sum;
        }
        BARRIER;
        FOR_FLAT (k, MODES) {
            double value[ORDER], legendre[ORDER], mean = 0.0;
            for (int s = 0; s < ORDER; s++) {
                value[s] = mode[s * MODES + k];
                mean = FMA64(rule[ORDER + s], value[s], mean);
            }
            for (int s = 0; s < ORDER; s++)
                LEGENDRE_IN_TIME(legendre[s], rule, value, s)
            for (int s = 0; s < ORDER; s++) {
                double power;
                POWER_IN_TIME(power, rule, legendre, s)
                own[(s * MODES + k) * VARS + p] = R(power);
            }
            own[(ORDER * MODES + k) * VARS + p] = R(mean);
        }
        BARRIER;
    }
    END_GROUPS
}
