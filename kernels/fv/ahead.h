/* Values of open boundaries over time: what a step brings, and what a next one may meet. Needs math.h and
 * fv/kinds.h. */
#include "fv/step_mean.h"

/* Linear interpolation in rows [row, row + rows) of the table; constant outside. */
FUNCTION double open_interpolate(GLOBAL CONST double *table, int row, int rows, double t)
{
    int low = 0, high = rows - 1;
    if (t <= table[2 * row])
        return table[2 * row + 1];
    if (t >= table[2 * (row + high)])
        return table[2 * (row + high) + 1];
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (table[2 * (row + middle)] <= t)
            low = middle;
        else
            high = middle;
    }
    const double t0 = table[2 * (row + low)], v0 = table[2 * (row + low) + 1];
    const double t1 = table[2 * (row + high)], v1 = table[2 * (row + high) + 1];
    return FMA64(v1 - v0, (t - t0) / (t1 - t0), v0);
}

/* The first row behind time t; `rows` where there is none. */
FUNCTION int open_next_row(GLOBAL CONST double *table, int row, int rows, double t)
{
    int low = 0, high = rows;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (table[2 * (row + middle)] <= t)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Series s at time t. */
FUNCTION double open_value(GLOBAL CONST double *table, GLOBAL CONST int *row, GLOBAL CONST int *rows, int s,
                           int is_free, double t)
{
    double value = 0.0;
    if (rows[s] > 0)
        value = open_interpolate(table, row[s], rows[s], t);
#if EXPRESSIONS
    else if (!is_free)
        value = eg_open_expression(s, t);
#endif
    return value;
}

/* ---- the mean over a step, exact for what does not change: differences from the first value are summed */

FUNCTION double open_mean_of_table(GLOBAL CONST double *table, int row, int rows, double t, double t_next)
{
    const double first = open_interpolate(table, row, rows, t);
    double at = t, before = 0.0, sum = 0.0;
    for (int i = open_next_row(table, row, rows, t); i < rows && table[2 * (row + i)] < t_next; i++) {
        const double value = table[2 * (row + i) + 1] - first;
        sum = FMA64(0.5 * (table[2 * (row + i)] - at), before + value, sum);
        at = table[2 * (row + i)];
        before = value;
    }
    const double last = open_interpolate(table, row, rows, t_next) - first;
    sum = FMA64(0.5 * (t_next - at), before + last, sum);
    return t_next > t ? first + sum / (t_next - t) : first;
}

#if EXPRESSIONS
/* eg_sw_check_given() looks at the same points. */
STEP_MEAN(open_mean_of_expression, eg_open_expression)
#endif

/* The mean of series s over a step. */
FUNCTION double open_mean(GLOBAL CONST double *table, GLOBAL CONST int *row, GLOBAL CONST int *rows, int s,
                          double t, double t_next)
{
    double value = 0.0;
    if (rows[s] > 0)
        value = open_mean_of_table(table, row[s], rows[s], t, t_next);
#if EXPRESSIONS
    else
        value = open_mean_of_expression(s, t, t_next);
#endif
    return value;
}

/* ---- what a next step may meet
 *
 * A value v makes waves at a boundary at least as fast as open_rate() says, 1/s, in widths of its widest
 * cells: the next step is at most as long as the time H in which the largest value within H lets a wave cross
 * such a cell. That value bounds the step. */

typedef struct open_reach {
    double g, inverse_chi, lowest, length, longest; /* no step is longer; 0: not known */
    int kind, second;
} open_reach;

FUNCTION double open_rate(open_reach reach, double value)
{
    const double above = value - reach.lowest;
    double speed = 0.0;
    if (reach.kind == OPEN_DISCHARGE)
        speed = value > 0.0 ? 1.8 * eg_cbrt(reach.g * value / reach.length) : 0.0;
    else if (reach.kind == OPEN_INFLOW)
        speed = !(value > 0.0) ? 0.0 : reach.second ? 0.25 * value : 0.5 * SQRT64(reach.g * value);
    else if (above > 0.0)
        speed = (reach.kind == OPEN_LEVEL ? 1.0 : 0.5) * SQRT64(reach.g * above);
    return speed * reach.inverse_chi;
}

/* The largest value of the table from t on until a wave of it has crossed a cell; `now` is the value at t.
 * What is to be taken out is not looked for: the water that there is bounds its speed. */
FUNCTION double open_most(GLOBAL CONST double *table, int row, int rows, double t, double now,
                          open_reach reach)
{
    const double longest = reach.longest > 0.0 ? reach.longest : 1e300;
    double from = 0.0, first = open_interpolate(table, row, rows, t);
    double most = first;
    int i = open_next_row(table, row, rows, t), is_open = 1;
    for (; is_open && i < rows; i++) {
        const double to = table[2 * (row + i)] - t, last = table[2 * (row + i) + 1];
        const double next = last > most ? last : most;
        if (to >= longest || to * open_rate(reach, next) > 1.0) {
            double low = from, high = to;
            for (int k = 0; next > most && k < 14; k++) {
                const double middle = 0.5 * (low + high);
                const double there = FMA64((middle - from) / (to - from), last - first, first);
                const double value = there > most ? there : most;
                if (middle >= longest || middle * open_rate(reach, value) > 1.0)
                    high = middle;
                else
                    low = middle;
            }
            const double there = FMA64((high - from) / (to - from), last - first, first);
            most = there > most ? there : most;
            is_open = 0;
        }
        most = is_open ? next : most;
        from = to;
        first = last;
    }
    return reach.kind == OPEN_DISCHARGE && !(most > 0.0) ? now : most;
}
