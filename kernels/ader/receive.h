/* Receivers: values of the state at points, sampled at k * interval from the time polynomial of the step
 * being taken.
 *
 * At a point x the state in the step is u(t + tau dt) = sum over r of c_r tau^r, c_r = sum over k of phi_k(x)
 * (U_r + W_r)_k, with the U_r of ader_predict and, where the cell has sources that are awake, the response
 * W_r that ader_source has left. The samples in (t, t + dt] are written to a ring; the number of a sample
 * follows from the clock alone, so that a refused step leaves none behind. A step without a sample costs the
 * launch. With EXCHANGES that polynomial is of tracers without their exchange since the beginning of the step
 * (ader/exchange.c), which each sample then takes, exactly.
 *
 * Work of one group is one receiver (ader/point.h); many steps have no sample. Arrays (c receiver, sorted by
 * type of cell)
 *   receiver [c][3] slot of its cell in its type, column in the ring, number of its cell in ader_source
 *            or -1
 *   basis    [c][MODES] phi_k(x)
 *   ring     [sample mod `samples`][column][VARS]: what is fetched at once lies together
 * The others are those of ader/step.h and ader/variable.h; values, tests, material and factor are read with
 * VARIABLE, derivative and degree without. With MOVING the U_r are those that ader/moving/predict.h has left
 * in `history`. */

#if RECEIVERS
#include "ader/samples.h"

#if EXCHANGES
/* u, double[VARS], becomes exp(E time) u: over parts of the time, of which exchange_size makes 1 at most, by
 * the Taylor polynomial of degree 18, whose remainder is below 1 / 19! = 8e-18. */
#define EXCHANGE_OVER(u, time)                                                                               \
    {                                                                                                        \
        const double whole = time;                                                                           \
        const long parts = 1 + (long)(exchange_size * whole);                                                \
        const double part_of_time = whole / (double)parts;                                                   \
        for (long n = 0; n < parts; n++) {                                                                   \
            double term[VARS], product[VARS];                                                                \
            for (int p = 0; p < VARS; p++)                                                                   \
                term[p] = u[p];                                                                              \
            for (int r = 1; r <= 18; r++) {                                                                  \
                for (int p = 0; p < VARS; p++) {                                                             \
                    product[p] = 0.0;                                                                        \
                    for (int j = 0; j < VARS; j++)                                                           \
                        product[p] = FMA64(rates[p * VARS + j], term[j], product[p]);                        \
                }                                                                                            \
                for (int p = 0; p < VARS; p++) {                                                             \
                    term[p] = part_of_time / (double)r * product[p];                                         \
                    u[p] = u[p] + term[p];                                                                   \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
    }
#endif

KERNEL_SHAPE(POINT_THREADS, 1)
KERNEL ader_receive(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *RESTRICT derivative,
                    GLOBAL CONST int *RESTRICT degree, GLOBAL CONST real *RESTRICT values,
                    GLOBAL CONST real *RESTRICT tests, GLOBAL CONST real *RESTRICT material,
                    GLOBAL CONST double *RESTRICT factor, GLOBAL CONST double *RESTRICT rates,
                    double exchange_size,
#if IMPLICIT
                    GLOBAL CONST double *RESTRICT rational, GLOBAL CONST real *RESTRICT resolvent,
#endif
                    GLOBAL CONST real *RESTRICT cell, GLOBAL CONST int *RESTRICT receiver,
                    GLOBAL CONST real *RESTRICT basis, GLOBAL CONST real *RESTRICT history,
                    GLOBAL CONST real *RESTRICT response, GLOBAL CONST int *RESTRICT awake,
                    GLOBAL real *RESTRICT ring, GLOBAL CONST double *RESTRICT clock,
                    GLOBAL CONST long *RESTRICT count, double interval, long samples, int columns,
                    int at_start, int first_block, int first_receiver, long receivers)
{
    FOR_GROUPS(g, at_start || count[COUNT_PAUSE] == PAUSE_NONE ? receivers : 0)
#if !MOVING
    SHARED real w[KEPT_DERIVATIVES * CELL_VALUES];
    SHARED real at_points[POINT_VALUES];
#endif
#if FACTOR
    SHARED real product[CELL_VALUES];
#endif
    SHARED real coefficient[(POINT_TERMS + 1) * VARS];
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
    const double t = clock[CLOCK_T], dt64 = at_start ? 0.0 : clock[CLOCK_DT];
    const real dt = R(dt64);
    const int c = first_receiver + (int)g, slot = receiver[3 * c], column = receiver[3 * c + 1];
    const int source = receiver[3 * c + 2], b = slot / LANES, l = slot % LANES;
    GLOBAL CONST real *own_cell = cell + (long)b * (CELL_CONSTANTS * LANES);
    const int driven = source >= 0 && !at_start ? awake[source] : 0;
    const long own = (long)(b + first_block) * (VARS * MODES * LANES) + l;
    const long before = at_start ? -1 : eg_sample_last(t, interval);
    const long last = at_start ? 0 : eg_sample_last(clock[CLOCK_T_NEXT], interval);
    const int any = last > before;

#if MOVING
    FOR_FLAT (i, any ? (ORDER + 1) * VARS : 0) {
        const int r = i / VARS, p = i % VARS,
                  modes = r == 0                   ? MODES
                          : at_start || r == ORDER ? 0
                                                   : MODES_OF(r);
        GLOBAL CONST real *derivative_of_time =
            history + (((long)b * DERIVATIVES + DERIVATIVE_AT(r)) * VARS + p) * LANES + l;
        real sum = R(0.0);
        for (int k = 0; k < modes; k++)
            sum =
                FMA(basis[(long)c * MODES + k],
                    r == 0 ? from[own + (p * MODES + k) * LANES] : derivative_of_time[k * VARS * LANES], sum);
        coefficient[i] = sum;
    }
    BARRIER;
    (void)derivative, (void)degree, (void)values, (void)tests, (void)material, (void)factor, (void)dt;
    (void)driven, (void)response, (void)own_cell;
#else
    (void)history;
    FOR_FLAT (k, any ? MODES : 0) {
        PUT_STATE(w, k, phys_load(from + own + k * LANES, MODES * LANES));
#if FACTOR
        for (int p = 0; p < (at_start ? 0 : VARS); p++)
            product[k * VARS + p] = factored(w, factor, 0, k * VARS + p);
#endif
    }
    BARRIER;
    /* at the start the step is not known yet, and only the state is wanted */
#if IMPLICIT
    LOCAL real *const v = w + CELL_VALUES;
    FOR_FLAT (i, any ? (TERMS + 1) * VARS : 0) {
        real sum = R(0.0);
        for (int k = 0; k < (i < VARS ? MODES : 0); k++)
            sum = FMA(basis[(long)c * MODES + k], w[k * VARS + i], sum);
        coefficient[i] = sum;
    }
    BARRIER;
    for (int stage = 0; stage < TERMS * ORDER; stage++) {
        const int r = stage / ORDER, of_degree = ORDER - 1 - stage % ORDER;
        FOR_FLAT (k, any && !at_start ? MODES : 0) {
            if (degree[3 * k] == of_degree) {
                const phys_state u = mode_of_stage(w, v, k, derivative, degree, own_cell, RESOLVENT_OF(b, l),
                                                   l, R(-rational[0]) * dt, phys_nothing());
                PUT_STATE(v, k, u);
                PUT_STATE(w, k, next_power(u, STATE_IN(w, k), R(1.0 / rational[0])));
            }
        }
        BARRIER;
        FOR_FLAT (p, any && !at_start && of_degree == 0 ? VARS : 0) {
            real sum = R(0.0);
            for (int k = 0; k < MODES; k++)
                sum = FMA(basis[(long)c * MODES + k], w[k * VARS + p], sum);
            for (int k = 0; k < (driven ? MODES : 0); k++)
                sum = FMA(basis[(long)c * MODES + k],
                          response[(((long)source * TERMS + r) * MODES + k) * VARS + p], sum);
            for (int q = 1; q <= r + 1; q++)
                coefficient[q * VARS + p] = FMA(TERM_OF_POWER(r, q), sum, coefficient[q * VARS + p]);
        }
        BARRIER;
    }
#else
    for (int r = 0; r <= POINT_TERMS; r++) {
        const int here = KEPT_AT(r), next = KEPT_AT(r + 1);
        const int modes = any && (r == 0 || !at_start) ? KEPT_MODES(r) : 0;
        const int more = any && r < POINT_TERMS && !at_start ? KEPT_MODES(r + 1) : 0;
        const real scale = -dt / R(r + 1);
#if FACTOR
        LOCAL CONST real *const now = product;
#else
        LOCAL CONST real *const now = w + here;
#endif
#if VARIABLE
        FOR_FLAT (q, more > 0 ? POINTS : 0) {
            PUT_STATE(at_points, q,
                      rate_of_point(now, modes, q, values, material, own_cell, OWN_MATERIAL(b, l), l));
        }
#endif
        FOR_FLAT (p, any ? VARS : 0) {
            real sum = R(0.0);
            for (int k = 0; k < modes; k++)
                sum = FMA(basis[(long)c * MODES + k], w[here + k * VARS + p], sum);
            for (int k = 0; k < (driven && r > 0 ? MODES : 0); k++)
                sum = FMA(basis[(long)c * MODES + k],
                          response[(((long)source * POINT_TERMS + r - 1) * MODES + k) * VARS + p], sum);
            coefficient[r * VARS + p] = sum;
        }
#if VARIABLE
        BARRIER;
#endif
        FOR_FLAT (k, more) {
            const phys_state u = mode_of_rate(now, at_points, k, MOVED_MODES(r), derivative, degree, tests,
                                              own_cell, l, scale);
            PUT_STATE(w + next, k, u);
#if FACTOR
            for (int p = 0; p < VARS; p++)
                product[k * VARS + p] = factored(w, factor, r + 1, k * VARS + p);
#endif
        }
        BARRIER;
    }
#endif
#endif
#if EXCHANGES
    FOR_FLAT (i, any) {
        for (long k = before + 1; k <= last; k++) {
            const double since = (double)k * interval - t, tau = dt64 > 0.0 ? since / dt64 : 0.0;
            double u[VARS];
            for (int p = 0; p < VARS; p++) {
                real sum = coefficient[ORDER * VARS + p];
                for (int r = ORDER - 1; r >= 0; r--)
                    sum = FMA(sum, R(tau), coefficient[r * VARS + p]);
                u[p] = (double)sum;
            }
            EXCHANGE_OVER(u, dt64 > 0.0 ? since : 0.0)
            for (int p = 0; p < VARS; p++)
                ring[((k % samples) * columns + column) * VARS + p] = R(u[p]);
        }
    }
#else
    (void)rates, (void)exchange_size;
    FOR_FLAT (p, any ? VARS : 0) {
        for (long k = before + 1; k <= last; k++) {
            const double tau = dt64 > 0.0 ? ((double)k * interval - t) / dt64 : 0.0;
            const real s = R(tau);
            real sum = coefficient[POINT_TERMS * VARS + p];
            for (int r = POINT_TERMS - 1; r >= 0; r--)
                sum = FMA(sum, s, coefficient[r * VARS + p]);
            ring[((k % samples) * columns + column) * VARS + p] = sum;
        }
    }
#endif
    END_GROUPS
}
#endif
