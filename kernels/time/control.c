// check: LANES=1
// check: LANES=1 ANEW=1
/* Accepts or refuses a step and chooses the next time step; all on the device (see time/clock.h). */
#include "time/clock.h"

#ifndef ANEW
#define ANEW 0
#endif
#define IS_ANEW(rate) (ANEW && (rate) >= RATE_ANEW && (rate) < 1e30)

/* One group waits for the rates of all blocks: many threads, which have many loads under way. */
#define FOLD_WIDTH GROUP_MOST

/* fastest[0] = the largest of the blocks' rates. A thread has eight loads under way. */
#define FOLD_RATES(fastest, part, parts)                                                                     \
    FOR_FLAT (i, FOLD_WIDTH) {                                                                               \
        real m = R(0.0);                                                                                     \
        long j = i;                                                                                          \
        for (; j + 7 * FOLD_WIDTH < parts; j += 8 * FOLD_WIDTH) {                                            \
            real of[8];                                                                                      \
            UNROLL                                                                                           \
            for (int k = 0; k < 8; k++)                                                                      \
                of[k] = part[j + k * FOLD_WIDTH];                                                            \
            UNROLL                                                                                           \
            for (int k = 0; k < 8; k++)                                                                      \
                m = of[k] > m ? of[k] : m;                                                                   \
        }                                                                                                    \
        for (; j < parts; j += FOLD_WIDTH)                                                                   \
            m = part[j] > m ? part[j] : m;                                                                   \
        fastest[i] = m;                                                                                      \
    }                                                                                                        \
    BARRIER;                                                                                                 \
    FOLD_MAX(fastest, FOLD_WIDTH)

/* How much longer a step may be so that it meets an event: by 1e-9 of itself, and by what the roundings of
 * the times of all steps may add up to; a thousandth at most. Without it a step that divides the time to the
 * event in whole parts would leave a rounding error to another step. */
FUNCTION double clock_slack(GLOBAL double *clock, GLOBAL long *count)
{
    const double dt = clock[CLOCK_DT_FREE], most = 1e-3 * dt;
    const double rounding = 0x1p-53 * (double)count[COUNT_STEPS] * clock[CLOCK_T];
    const double slack = FMA64(1e-9, dt, rounding);
    return slack < most ? slack : most;
}

/* Chooses the step after the one just accepted: what stability allows, clipped so that an event
 * time is hit exactly and the step before it is not a sliver. The step is then the difference of the
 * two times as they are stored, which is exact, so that steps add up to the time: rounded sums of one
 * step all err the same way, by 1e-12 s in some thousand steps. */
FUNCTION void clock_choose(GLOBAL double *clock, GLOBAL long *count)
{
    const double remaining = clock[CLOCK_T_STOP] - clock[CLOCK_T];
    const double slack = clock_slack(clock, count);
    double dt = clock[CLOCK_DT_FREE];
    double t_next = clock[CLOCK_T] + dt;
    if (dt + slack >= remaining) {
        dt = remaining;
        t_next = clock[CLOCK_T_STOP];
    } else if (dt + dt > remaining) {
        dt = 0.5 * remaining;
        t_next = clock[CLOCK_T] + dt;
    }
    clock[CLOCK_DT] = t_next - clock[CLOCK_T];
    clock[CLOCK_T_NEXT] = t_next;
    if (!(remaining > 0.0) || count[COUNT_STEPS] >= count[COUNT_STEP_STOP])
        count[COUNT_PAUSE] = PAUSE_EVENT;
}

/* rate[0] = the largest of the blocks' rates: where several ranks take steps together, the host finds the
 * largest of all of them and gives it to time_control. One group. */
KERNEL_SHAPE(FOLD_WIDTH, 1)
KERNEL time_fold(GLOBAL CONST real *RESTRICT part, long parts, GLOBAL real *RESTRICT rate)
{
    FOR_GROUPS(b, 1)
    SHARED real fastest[FOLD_WIDTH];
    FOLD_RATES(fastest, part, parts)
    FOR_FLAT (i, 1) {
        rate[0] = fastest[0];
    }
    END_GROUPS
}

/* Ends a step: folds the blocks' largest rates, and accepts the step and turns the parity; or pauses,
 * where that rate is not finite or the stable step has collapsed. One group. */
KERNEL_SHAPE(FOLD_WIDTH, 1)
KERNEL time_control(GLOBAL CONST real *RESTRICT part, long parts, GLOBAL double *clock, GLOBAL long *count)
{
    FOR_GROUPS(b, 1)
    SHARED real fastest[FOLD_WIDTH];
    FOLD_RATES(fastest, part, parts)
    FOR_FLAT (i, 1) {
        if (count[COUNT_PAUSE] == PAUSE_NONE) {
            const double rate = (double)fastest[0];
            const double stable = rate > 0.0 ? clock[CLOCK_CFL] / rate : 1e30;
            const double dt = clock[CLOCK_DT_FIXED] > 0.0 ? clock[CLOCK_DT_FIXED] : stable;
            if (IS_ANEW(rate)) {
                clock[CLOCK_DT_FREE] = clock[CLOCK_DT] / (rate / RATE_ANEW);
                if (clock[CLOCK_DT_FREE] >= clock[CLOCK_DT_LEAST])
                    clock_choose(clock, count);
                else
                    count[COUNT_PAUSE] = PAUSE_COLLAPSED;
            } else if (!(rate < 1e30)) {
                count[COUNT_PAUSE] = PAUSE_NOT_FINITE;
            } else if (!(dt >= clock[CLOCK_DT_LEAST])) {
                count[COUNT_PAUSE] = PAUSE_COLLAPSED;
            } else {
                clock[CLOCK_T] = clock[CLOCK_T_NEXT];
                count[COUNT_STEPS] += count[COUNT_FIRST_PASS] ? 0 : 1;
                count[COUNT_FIRST_PASS] = 0;
                count[COUNT_PARITY] = !count[COUNT_PARITY];
                clock[CLOCK_DT_FREE] = dt;
                clock_choose(clock, count);
            }
        }
    }
    END_GROUPS
}

/* Before a first pass at the present time, of the state `parity`; -1: of the one there is. One group. */
KERNEL_SHAPE(1, 1)
KERNEL time_prepare(GLOBAL double *clock, GLOBAL long *count, int parity)
{
    FOR_GROUPS(b, 1)
    FOR_FLAT (i, 1) {
        clock[CLOCK_T_NEXT] = clock[CLOCK_T_STOP] = clock[CLOCK_T];
        clock[CLOCK_DT] = 0.0;
        count[COUNT_PARITY] = parity >= 0 ? parity : count[COUNT_PARITY];
        count[COUNT_FIRST_PASS] = 1;
        count[COUNT_PAUSE] = PAUSE_NONE;
    }
    END_GROUPS
}

/* Lets a run that pauses at an event go on to the next one. One that was stopped between two steps goes to
 * another event than it was on its way to, or with the same step to the same one. One group. */
KERNEL_SHAPE(1, 1)
KERNEL time_resume(GLOBAL double *clock, GLOBAL long *count, double t_stop, long step_stop)
{
    FOR_GROUPS(b, 1)
    FOR_FLAT (i, 1) {
        if (count[COUNT_PAUSE] == PAUSE_EVENT || count[COUNT_PAUSE] == PAUSE_NONE) {
            clock[CLOCK_T_STOP] = t_stop;
            count[COUNT_STEP_STOP] = step_stop;
            count[COUNT_PAUSE] = PAUSE_NONE;
            clock_choose(clock, count);
        }
    }
    END_GROUPS
}
