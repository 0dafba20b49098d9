/* Decay and exchange of tracers, u_t + ... = E u, at the end of a step: all modes of all tracers are multiplied by
 * exp(E dt), which ader/exchange.c has made. One velocity carries all, so that this is exact
 * (docs/theory/tracers.md). Sums are in f64 and are rounded once, so that what one tracer loses another gains.
 *
 * Bytes a cell: the state is read and written. */
KERNEL_SHAPE(LANES, 8)
KERNEL ader_exchange(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST double *RESTRICT exchange,
                     GLOBAL CONST long *RESTRICT count, int first_block, long blocks)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    GLOBAL real *to = count[COUNT_PARITY] ? q0 : q1;
    GLOBAL CONST double *over_step = exchange + ORDER * VARS * VARS;
    const long own = (b + first_block) * (VARS * MODES * LANES);
    FOR_FLAT (i, MODES * LANES) {
        double u[VARS];
        for (int p = 0; p < VARS; p++)
            u[p] = (double)to[own + p * (MODES * LANES) + i];
        for (int p = 0; p < VARS; p++) {
            double sum = 0.0;
            for (int j = 0; j < VARS; j++)
                sum = FMA64(over_step[p * VARS + j], u[j], sum);
            to[own + p * (MODES * LANES) + i] = R(sum);
        }
    }
    END_GROUPS
}
