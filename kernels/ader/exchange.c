// check: LANES=1 ORDER=4 VARS=3
// check: LANES=1 ORDER=1 VARS=1
/* The exponential of the matrix E of decay and exchange, for the step being taken: for times at which inflow
 * is asked back to its beginning, and over all of it (docs/theory/tracers.md).
 *
 *   rates     [VARS][VARS] E, 1/s;  exchange_size: the largest sum of the sizes of a row
 *   theta     [ORDER] points on (0, 1)
 *   exchange  [ORDER + 1][VARS][VARS]: exp(-E theta_s dt), then exp(E dt)
 *
 * One group a matrix. With the least s for which exchange_size |tau| / 2^s <= 1/2 it is the Taylor polynomial
 * of degree TERMS of E tau / 2^s, whose remainder is below 2^-17 / 17! = 2e-20, squared s times. With s > 0
 * it is squared less 1, (1 + X)^2 - 1 = X X + 2 X: a slow rate beside a fast one is far below 1 then, and is
 * kept. */
#include "time/clock.h"

#define TERMS 16
#define HALVINGS_MOST 1100 /* below it size tau is not finite */

KERNEL_SHAPE(VARS *VARS, 1)
KERNEL ader_exchange_matrix(GLOBAL CONST double *RESTRICT rates, GLOBAL CONST double *RESTRICT theta,
                            GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count,
                            GLOBAL double *RESTRICT exchange, double exchange_size)
{
    FOR_GROUPS(g, count[COUNT_PAUSE] == PAUSE_NONE ? ORDER + 1 : 0)
    SHARED double power[VARS * VARS];
    SHARED double next[VARS * VARS];
    const double tau = g < ORDER ? -theta[g] * clock[CLOCK_DT] : clock[CLOCK_DT];
    double scale = tau, largest = exchange_size * (tau < 0.0 ? -tau : tau);
    int halvings = 0;
    while (largest > 0.5 && halvings < HALVINGS_MOST) {
        largest = 0.5 * largest;
        scale = 0.5 * scale;
        halvings++;
    }
    FOR_FLAT (i, VARS * VARS) {
        power[i] = i / VARS == i % VARS ? 1.0 : 0.0;
    }
    BARRIER;
    /* 1 + E tau (1 + E tau / 2 (1 + E tau / 3 (...))), that to be squared less 1 */
    for (int r = TERMS; r > 0; r--) {
        const double one = r == 1 && halvings > 0 ? 0.0 : 1.0;
        FOR_FLAT (i, VARS * VARS) {
            double sum = 0.0;
            for (int k = 0; k < VARS; k++)
                sum = FMA64(rates[i / VARS * VARS + k], power[k * VARS + i % VARS], sum);
            next[i] = FMA64(sum, scale / (double)r, i / VARS == i % VARS ? one : 0.0);
        }
        BARRIER;
        FOR_FLAT (i, VARS * VARS) {
            power[i] = next[i];
        }
        BARRIER;
    }
    for (int r = 0; r < halvings; r++) {
        FOR_FLAT (i, VARS * VARS) {
            double sum = 0.0;
            for (int k = 0; k < VARS; k++)
                sum = FMA64(power[i / VARS * VARS + k], power[k * VARS + i % VARS], sum);
            next[i] = FMA64(2.0, power[i], sum);
        }
        BARRIER;
        FOR_FLAT (i, VARS * VARS) {
            power[i] = next[i];
        }
        BARRIER;
    }
    FOR_FLAT (i, VARS * VARS) {
        exchange[g * (VARS * VARS) + i] = power[i] + (halvings > 0 && i / VARS == i % VARS ? 1.0 : 0.0);
    }
    END_GROUPS
}
