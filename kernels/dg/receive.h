/* Receivers: values of the state at points, sampled at k * interval from the dense output of the step being
 * taken (docs/theory/octree-dg.md).
 *
 * With P_0 the state at a point x when the step begins, and P_i what stage i leaves there, of `second` with
 * low storage and of the state else, the state in the step is
 *
 *   u(t + theta dt) = sum over i of C_i(theta) P_i,  C_i(theta) = sum over j of dense_ij theta^j
 *
 * Samples in (t, t + dt] are written to a ring; the number of a sample follows from the clock alone, so that
 * a refused step leaves none behind.
 *
 * Work of one group is one receiver. Arrays (c receiver)
 *   slot     [c] of its cell in the state
 *   basis    [c][NODES] Lagrange's polynomials at x
 *   dense    [STAGES + 1][DENSE_POWERS]
 *   seen     [c][STAGES + 1][VARS] P_i
 *   ring     [sample mod `samples`][c][VARS]: what is fetched at once lies together */

#if RECEIVERS
#include "ader/samples.h"

#ifndef ONE_STATE
#define ONE_STATE 0
#endif
#if STEPS == DG_LOW_STORAGE
#define STAGES 5
#else
#define STAGES 3
#endif
#define LINES (NODES / N)

/* Behind stage `number`, from 1 on, on the blocks from `from_group` on that it was for; 0: the first sample,
 * which is the state. With ONE_STATE also before the first stage: -1. */
KERNEL_SHAPE(64, 1)
KERNEL dg_sample(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *second,
                 GLOBAL CONST int *RESTRICT slot, GLOBAL CONST real *RESTRICT basis,
                 GLOBAL CONST double *RESTRICT dense, GLOBAL real *seen, GLOBAL real *RESTRICT ring,
                 GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count, double interval,
                 long samples, int number, int from_group, long blocks, long receivers)
{
    FOR_GROUPS(c, number == 0 || count[COUNT_PAUSE] == PAUSE_NONE ? receivers : 0)
    SHARED real begun[VARS * LINES];
    SHARED real line[VARS * LINES];
    /* the state of the step's begin, and that behind the stage */
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
#if STEPS == DG_LOW_STORAGE
    GLOBAL CONST real *left = second;
#else
    GLOBAL CONST real *left = (count[COUNT_PARITY] ^ (number & 1)) ? q1 : q0;
#endif
    const double t = clock[CLOCK_T], dt = clock[CLOCK_DT];
    const long held = (long)(slot[c] / LANES) - from_group;
    const long own = held * (VALUES * LANES) + slot[c] % LANES;
    const long before = number == 0 ? -1 : eg_sample_last(t, interval);
    const long last = number == 0 ? 0 : eg_sample_last(clock[CLOCK_T_NEXT], interval);
    const int any = last > before && held >= 0 && held < blocks;
    const int first = ONE_STATE ? number <= 0 : number < 2;
    FOR_FLAT (i, any ? VARS * LINES : 0) {
        real sum = R(0.0), start = R(0.0);
        for (int j = 0; j < N; j++) {
            const real weight = basis[c * NODES + i % LINES * N + j];
            const long at = own + ((long)i * N + j) * LANES;
            if (number > 0)
                sum = FMA(weight, left[at], sum);
            if (first)
                start = FMA(weight, from[at], start);
        }
        line[i] = sum;
        begun[i] = start;
    }
    BARRIER;
    FOR_FLAT (p, any ? VARS : 0) {
        GLOBAL real *own_seen = seen + c * ((STAGES + 1) * VARS) + p;
        real sum = R(0.0), start = R(0.0);
        for (int i = 0; i < LINES; i++) {
            sum = sum + line[p * LINES + i];
            start = start + begun[p * LINES + i];
        }
        if (first)
            own_seen[0] = start;
        if (number > 0)
            own_seen[number * VARS] = sum;
        if (number == 0)
            ring[c * VARS + p] = start;
        for (long k = before + 1; k <= (number == STAGES ? last : before); k++) {
            const double theta = ((double)k * interval - t) / dt;
            double value = 0.0;
            for (int i = 0; i <= STAGES; i++) {
                double factor = dense[i * DENSE_POWERS + DENSE_POWERS - 1];
                for (int j = DENSE_POWERS - 2; j >= 0; j--)
                    factor = FMA64(factor, theta, dense[i * DENSE_POWERS + j]);
                value = FMA64(factor, (double)own_seen[i * VARS], value);
            }
            ring[((k % samples) * receivers + c) * VARS + p] = R(value);
        }
    }
    END_GROUPS
}
#endif
