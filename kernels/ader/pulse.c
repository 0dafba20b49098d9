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
 *   real_of [f][PULSE_DOUBLES], whole_of [f][PULSE_INTEGERS]   what f is (ader/pulse.h)
 *   table   [row][2]              time and value of all tables
 *   rule    [ORDER][ORDER] M, [ORDER] w, [ORDER] tau
 *   pulse   [f][PULSE_VALUES]     what is left */
#include "math.h"
#include "time/clock.h"
#include "ader/pulse.h"

/* Beyond this argument exp(-x) and its products with x are 0 in doubles. */
#define FAR_AWAY 800.0

FUNCTION double pulse_ricker(double cycles)
{
    const double u = 3.14159265358979323846 * cycles, a = u * u;
    return a >= FAR_AWAY ? 0.0 : FMA64(-2.0, a, 1.0) * eg_exp(-a);
}

FUNCTION double pulse_gaussian(double x)
{
    const double a = 0.5 * x * x;
    return a >= FAR_AWAY ? 0.0 : eg_exp(-a);
}

FUNCTION double pulse_brune_rate(double x)
{
    return x > 0.0 && x < FAR_AWAY ? x * eg_exp(-x) : 0.0;
}

/* Below 1, where the closed form cancels, by the series sum_{k >= 2} (-1)^k (k - 1) / k! x^k. */
FUNCTION double pulse_brune_moment(double x)
{
    double sum = 0.0, factorial = 2432902008176640000.0; /* 20!, exact as all that follow */
    if (!(x > 0.0))
        return 0.0;
    if (x >= 1.0)
        return x < FAR_AWAY ? FMA64(-(1.0 + x), eg_exp(-x), 1.0) : 1.0;
    for (int k = 20; k >= 2; k--) {
        sum = FMA64(-x, sum, (double)(k - 1) / factorial);
        factorial /= (double)k;
    }
    return x * x * sum;
}

/* Linear between the rows [row, row + rows), 0 outside. */
FUNCTION double pulse_table(GLOBAL CONST double *table, int row, int rows, double t)
{
    int low = row, high = row + rows - 1;
    if (!(t >= table[2 * low] && t <= table[2 * high]))
        return 0.0;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (table[2 * middle] <= t)
            low = middle;
        else
            high = middle;
    }
    const double t0 = table[2 * low], v0 = table[2 * low + 1];
    const double t1 = table[2 * low + 2], v1 = table[2 * low + 3];
    return t == t1 ? v1 : FMA64((t - t0) / (t1 - t0), v1 - v0, v0);
}

FUNCTION double pulse_value(GLOBAL CONST double *real_of, GLOBAL CONST int *whole_of,
                            GLOBAL CONST double *table, double t)
{
    const double since = t - real_of[PULSE_TIME], scale = real_of[PULSE_SCALE];
    const int kind = whole_of[PULSE_KIND];
#if EXPRESSIONS
    if (kind == PULSE_EXPRESSION)
        return eg_source_expression(whole_of[PULSE_ROW], t);
#endif
    if (kind == PULSE_RICKER)
        return pulse_ricker(scale * since);
    if (kind == PULSE_GAUSSIAN)
        return pulse_gaussian(since / scale);
    if (kind == PULSE_BRUNE_RATE)
        return pulse_brune_rate(since / scale) / scale;
    if (kind == PULSE_BRUNE_MOMENT)
        return pulse_brune_moment(since / scale);
    return pulse_table(table, whole_of[PULSE_ROW], whole_of[PULSE_ROWS], t);
}

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
        value[q] = awake ? pulse_value(real_of + f * PULSE_DOUBLES, whole_of + f * PULSE_INTEGERS,
                                       table, FMA64(rule[(ORDER + 1) * ORDER + q], dt, t))
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
