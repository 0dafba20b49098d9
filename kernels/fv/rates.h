/* Tables of rates over time: rows of RATE_ROW values (fv/zones.c). Needs fv/kinds.h. */

/* The row that holds at time t: the last one before it, or the first. */
FUNCTION GLOBAL CONST double *rate_row(GLOBAL CONST double *table, int rows, double t)
{
    int low = 0, high = rows;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (table[RATE_ROW * middle] <= t)
            low = middle;
        else
            high = middle;
    }
    return table + RATE_ROW * low;
}

/* Integral of the rate from the first row to time t. */
FUNCTION double rate_integral(GLOBAL CONST double *table, int rows, double t)
{
    GLOBAL CONST double *at = rate_row(table, rows, t);
    const double since = t - at[0], slope = since > 0.0 ? at[3] : 0.0;
    return FMA64(since, FMA64(0.5 * since, slope, at[1]), at[2]);
}

/* The rate at time t; its ends hold. */
FUNCTION double rate_value(GLOBAL CONST double *table, int rows, double t)
{
    GLOBAL CONST double *at = rate_row(table, rows, t);
    const double since = t - at[0];
    return since > 0.0 ? FMA64(since, at[3], at[1]) : at[1];
}

/* Integral of the rate over a step. */
FUNCTION double rate_of_step(GLOBAL CONST double *table, int rows, double t, double t_next)
{
    return rate_integral(table, rows, t_next) - rate_integral(table, rows, t);
}

/* Adds to a sum of two doubles, `apart` from each other. */
FUNCTION void add_to_sum(GLOBAL double *high, int apart, double more)
{
    const double sum = high[0] + more, part = sum - high[0];
    high[apart] += (high[0] - (sum - part)) + (more - part);
    high[0] = sum;
}
