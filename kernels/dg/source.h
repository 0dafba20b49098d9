/* Point sources: what a stage gives the cells that have some (docs/theory/octree-dg.md). Arrays as in
 * dg/stage.h.
 *
 * A source adds weights s(t) delta(x - x_s) to the rate of change. Its delta function is that of the
 * quadrature at the nodes: node i has lagrange_i(x_s) / (w_i J_i).
 *   slot     [cells] of the state: the cells with sources
 *   first    [cells + 1] the first source of each
 *   which    [sources] number of the time function
 *   weight   [sources][VARS]
 *   delta    [sources][NODES], 1/m^DIM
 *   pulse    [stages][functions] values of the time functions at the stages of the step (time/pulses.c) */

#if SOURCES
/* Follows dg_stage: b, number as there, on the blocks from `from_group` on that it was for. One group a cell,
 * its sources in their order; in doubles, for strengths are beyond floats. Groups are few, so they are
 * large. */
KERNEL_SHAPE(512, 1)
KERNEL dg_source(GLOBAL real *q0, GLOBAL real *q1, GLOBAL real *RESTRICT second,
                 GLOBAL CONST int *RESTRICT slot, GLOBAL CONST int *RESTRICT first,
                 GLOBAL CONST int *RESTRICT which, GLOBAL CONST double *RESTRICT weight,
                 GLOBAL CONST double *RESTRICT delta, GLOBAL CONST double *RESTRICT pulse,
                 GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count,
                 GLOBAL real *RESTRICT part, GLOBAL int *stop, real b, int number, int from_group,
                 long functions, long blocks, long cells)
{
    FOR_GROUPS(c, count[COUNT_PAUSE] == PAUSE_NONE && (stop[0] == 0 || stop[0] >= number) ? cells : 0)
    GLOBAL real *to = (count[COUNT_PARITY] ^ (number & 1)) ? q1 : q0;
    const int block = slot[c] / LANES;
    const long held = (long)block - from_group, own = held * (VALUES * LANES) + slot[c] % LANES;
    FOR_FLAT (i, held >= 0 && held < blocks ? WAVE_VALUES : 0) {
        double rate = 0.0;
        for (int k = first[c]; k < first[c + 1]; k++) {
            const double size =
                weight[(long)k * VARS + i / NODES] * pulse[(number - 1) * functions + which[k]];
            rate = FMA64(size, delta[(long)k * NODES + i % NODES], rate);
        }
        const double change = clock[CLOCK_DT] * rate;
        const real gain = R(change);
        const long at = own + (long)i * LANES;
        const real next = FMA(b, gain, to[at]);
        to[at] = next;
#if STEPS == DG_LOW_STORAGE
        second[at] = second[at] + gain;
#endif
        if (!(FABS(next) < HUGE_VALUE)) { /* all that write write the same */
            part[block] = HUGE_VALUE;
            stop[0] = number;
        }
    }
    END_GROUPS
}
#endif
