/* Damping layers: after a step the state of some blocks' cells decays, u / (1 + d dt), which is implicit
 * Euler's step of u_t = -d u. It stands apart from the step, since only the blocks of the layers take
 * part. */

/*   list     [groups] blocks of the whole state
 *   damping  [groups][LANES] d, 1/s
 *
 * Several rows of lanes: one waits for memory VARS * MODES times in turn. */
KERNEL_SHAPE(LANES * 8, 1)
KERNEL ader_damp(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST int *RESTRICT list,
                 GLOBAL CONST real *RESTRICT damping, GLOBAL CONST double *RESTRICT clock,
                 GLOBAL CONST long *RESTRICT count, long groups)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? groups : 0)
    GLOBAL real *to = count[COUNT_PARITY] ? q0 : q1;
    const double dt64 = clock[CLOCK_DT];
    const real dt = R(dt64);
    const long own = (long)list[b] * (VARS * MODES * LANES);
    FOR_FLAT (i, VARS * MODES * LANES) {
        to[own + i] = to[own + i] / FMA(damping[b * LANES + i % LANES], dt, R(1.0));
    }
    END_GROUPS
}
