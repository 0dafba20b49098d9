/* Time functions of sources at a time: the values of src/physics/source_time.c, bit by bit. Where the case
 * has expressions (EXPRESSIONS), `double eg_source_expression(int number, double t)` stands before this
 * header.
 *
 *   table   [row][2]   time and value of all tables */
#ifndef EG_KERNELS_TIME_PULSE_VALUE_H
#define EG_KERNELS_TIME_PULSE_VALUE_H

#include "math.h"
#include "time/pulse.h"

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

/* x^4 (35 - 84 x + 70 x^2 - 20 x^3) from 0 to 1, in its lower half, and turned over above it. */
FUNCTION double pulse_heaviside(double x)
{
    const double y = x > 0.5 ? 1.0 - x : x, y2 = y * y;
    if (!(x > 0.0) || x >= 1.0)
        return x >= 1.0 ? 1.0 : 0.0;
    const double low = y2 * y2 * FMA64(y, FMA64(y, FMA64(y, -20.0, 70.0), -84.0), 35.0);
    return x > 0.5 ? 1.0 - low : low;
}

FUNCTION double pulse_heaviside_rate(double x)
{
    const double y = x * (1.0 - x);
    return x > 0.0 && x < 1.0 ? 140.0 * y * y * y : 0.0;
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

/* s(t) of one function: real_of[PULSE_DOUBLES], whole_of[PULSE_INTEGERS]. */
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
    if (kind == PULSE_HEAVISIDE)
        return pulse_heaviside(since / scale);
    if (kind == PULSE_HEAVISIDE_RATE)
        return pulse_heaviside_rate(since / scale) / scale;
    return pulse_table(table, whole_of[PULSE_ROW], whole_of[PULSE_ROWS], t);
}

#endif
