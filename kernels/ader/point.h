/* What sources and receivers share: one group works on one cell, in plain loops, since they are few.
 *
 * Of ader/step.h or, with VARIABLE, of ader/variable.h this file takes what the system does to a state inside
 * a cell, and does it with the same functions of the same numbers: modes of A w_x + B w_y (conservative form:
 * (A w)_x + (B w)_y), and of the volume term. With VARIABLE values at the points of quadrature come between:
 * the kernel finds them in one loop (rate_of_point, fluxes_of_point), and modes of them in the next.
 *
 * w stands for an array of the group, [MODES][VARS]. */
#include "ader/pulse.h"

/* A multiple of the lanes, of which processors have more at low orders. */
#define POINT_THREADS (LANES > 32 ? LANES : 32)
#define CELL_VALUES (MODES * VARS)

/* The time derivative U_r has MODES_AT(r) modes; what is kept of it begins at KEPT_AT(r). With a factor of
 * time all of the step are needed, else the newest two. */
#if VARIABLE
#define MODES_AT(r) MODES_OF(r)
#else
#define MODES_AT(r) ((ORDER - (r)) * (ORDER - (r) + 1) / 2)
#endif
/* With E the modes that have no derivative along space any more go on by E alone, and there are TERMS
 * derivatives in time (docs/theory/linear.md). */
#if REACTS
#define POINT_TERMS TERMS
#define KEPT_MODES(r) MODES
#define MOVED_MODES(r) ((r) < ORDER ? MODES_AT(r) : 0)
#else
#define POINT_TERMS ORDER
#define KEPT_MODES(r) MODES_AT(r)
#define MOVED_MODES(r) MODES_AT(r)
#endif
#if FACTOR
#define KEPT_DERIVATIVES (ORDER + 1)
#else
#define KEPT_DERIVATIVES 2
#endif
#define KEPT_AT(r) ((r) % KEPT_DERIVATIVES * CELL_VALUES)

#if FACTOR
/* Value i of g u: sum of g_{r-j} U_j over j = 0 to r, of which g has ORDER coefficients. */
FUNCTION real factored(LOCAL CONST real *w, GLOBAL CONST double *factor, int r, int i)
{
    real sum = R(0.0);
    for (int j = r < ORDER ? 0 : 1; j <= r; j++)
        sum = FMA(R(factor[r - j]), w[KEPT_AT(j) + i], sum);
    return sum;
}
#endif

/* State k of an array of states. */
#define STATE_IN(w, k) phys_take((w) + (k)*VARS, 1)
#define PUT_STATE(w, k, u) phys_put((w) + (k)*VARS, 1, u)

#if VARIABLE

/* Where the material's coefficients of lane l in block b begin. */
#define OWN_MATERIAL(b, l) ((long)(b) * (MATERIALS * MODES_M * LANES) + (l))

/* Values at the points of a cell: one rate of change, or the two components of the volume term's flux. */
#define POINT_VALUES (POINTS * KINDS * VARS)

/* The rate of change of w, which has `modes` modes, at point q. Of the cell: its constants begin at `at`, its
 * material at `own`. */
FUNCTION phys_state rate_of_point(LOCAL CONST real *w, int modes, int q, GLOBAL CONST real *values,
                                  GLOBAL CONST real *material, GLOBAL CONST real *cell, long own, int at)
{
    const int h = q / BLOCK, i = q % BLOCK;
    phys_state u = phys_nothing(), a = phys_nothing(), d = phys_nothing();
    for (int j = FIRST_MODE; j < modes; j++) {
        const phys_state v = STATE_IN(w, j);
#if CONSERVATIVE
        u = phys_add_scaled(VALUE(0, h, j, i), v, u);
#endif
        a = phys_add_scaled(VALUE(1, h, j, i), v, a);
        d = phys_add_scaled(VALUE(2, h, j, i), v, d);
    }
    return rate_at(medium_of(values, material, cell, h, i, own, at), metric_of(cell, at), u, a, d);
}

#if CONSERVATIVE
/* The fluxes of w at point q along the reference coordinates, into point[q][2][VARS]. */
FUNCTION void fluxes_of_point(LOCAL CONST real *w, int q, GLOBAL CONST real *values,
                              GLOBAL CONST real *material, GLOBAL CONST real *cell, long own, int at,
                              LOCAL real *point)
{
    const int h = q / BLOCK, i = q % BLOCK;
    const cell_metric metric = metric_of(cell, at);
    const phys_material m = medium_of(values, material, cell, h, i, own, at).here;
    phys_state u = phys_nothing();
    for (int j = 0; j < MODES; j++)
        u = phys_add_scaled(VALUE(0, h, j, i), STATE_IN(w, j), u);
    PUT_STATE(point, 2 * q, flux_at(m, metric.xi_x, metric.xi_y, u));
    PUT_STATE(point, 2 * q + 1, flux_at(m, metric.eta_x, metric.eta_y, u));
}
#endif

/* scale times mode k of the rate of change of w, from its values at the points, [POINTS][VARS]. */
FUNCTION phys_state mode_of_rate(LOCAL CONST real *w, LOCAL CONST real *point, int k, int modes,
                                 GLOBAL CONST real *derivative, GLOBAL CONST int *degree,
                                 GLOBAL CONST real *tests, GLOBAL CONST real *cell, int at, real scale)
{
    phys_state u = phys_nothing();
    for (int q = 0; q < POINTS; q++)
        u = phys_add_scaled(TEST(0, k / BLOCK, q, k % BLOCK), STATE_IN(point, q), u);
    (void)w, (void)modes, (void)derivative, (void)degree, (void)cell, (void)at;
    return phys_scaled(scale, u);
}

/* dt times what mode k of the cell gains from w, its mean over the step: the volume term from fluxes at the
 * points; of the quasi-conservative form, which has none, the rate from those of rate_of_point. */
FUNCTION phys_state mode_of_gain(LOCAL CONST real *w, LOCAL CONST real *point, int k,
                                 GLOBAL CONST real *derivative, GLOBAL CONST int *degree,
                                 GLOBAL CONST real *tests, GLOBAL CONST real *cell, int at, real dt)
{
#if CONSERVATIVE
    const int h = k / BLOCK, i = k % BLOCK;
    phys_state u = phys_nothing();
    for (int q = 0; q < POINTS; q++)
        u = phys_add_scaled(TEST(1, h, q, i), STATE_IN(point, 2 * q),
                            phys_add_scaled(TEST(2, h, q, i), STATE_IN(point, 2 * q + 1), u));
    (void)w, (void)derivative, (void)degree, (void)cell, (void)at;
    return phys_scaled(dt, u);
#else
    return mode_of_rate(w, point, k, MODES, derivative, degree, tests, cell, at, -dt);
#endif
}

#else

#define POINT_VALUES 1

/* scale times mode k of A w_x + B w_y - E w, of whose first `modes` modes derivatives are taken. */
FUNCTION phys_state mode_of_rate(LOCAL CONST real *w, LOCAL CONST real *point, int k, int modes,
                                 GLOBAL CONST real *derivative, GLOBAL CONST int *degree,
                                 GLOBAL CONST real *tests, GLOBAL CONST real *cell, int at, real scale)
{
    phys_state a = phys_nothing(), d = phys_nothing();
    for (int j = degree[3 * k + 2]; j < modes; j++) {
        const real dx = derivative[k * MODES + j], dy = derivative[(MODES + k) * MODES + j];
        const phys_state v = STATE_IN(w, j);
        a = phys_add_scaled(dx, v, a);
        d = phys_add_scaled(dy, v, d);
    }
    (void)point, (void)tests;
    return ADD_REACTION(cell, at, -scale, w + k * VARS, 1, along_cell(cell, at, scale, a, d));
}

/* dt times mode k of the volume term of w, without E. */
FUNCTION phys_state mode_of_volume(LOCAL CONST real *w, int k, GLOBAL CONST real *derivative,
                                   GLOBAL CONST int *degree, GLOBAL CONST real *cell, int at, real dt)
{
    phys_state a = phys_nothing(), d = phys_nothing();
    for (int j = 0; j < degree[3 * k + 1]; j++) {
        const real dx = derivative[j * MODES + k], dy = derivative[(MODES + j) * MODES + k];
        const phys_state v = STATE_IN(w, j);
        a = phys_add_scaled(dx, v, a);
        d = phys_add_scaled(dy, v, d);
    }
    return along_cell(cell, at, dt, a, d);
}

/* dt times mode k of the volume term of w, and of E w. */
FUNCTION phys_state mode_of_gain(LOCAL CONST real *w, LOCAL CONST real *point, int k,
                                 GLOBAL CONST real *derivative, GLOBAL CONST int *degree,
                                 GLOBAL CONST real *tests, GLOBAL CONST real *cell, int at, real dt)
{
    (void)point, (void)tests;
    return ADD_REACTION(cell, at, dt, w + k * VARS, 1,
                        mode_of_volume(w, k, derivative, degree, cell, at, dt));
}

#if IMPLICIT
/* A stage of the modes of one degree (ader/implicit.h): mode k of v, from y and the modes of v above. */
FUNCTION phys_state mode_of_stage(LOCAL CONST real *y, LOCAL CONST real *v, int k,
                                  GLOBAL CONST real *derivative, GLOBAL CONST int *degree,
                                  GLOBAL CONST real *cell, GLOBAL CONST real *entries, int at, real scale,
                                  phys_state source)
{
    const phys_state rate = mode_of_rate(v, v, k, MODES, derivative, degree, derivative, cell, at, scale);
    return phys_resolve(entries,
                        phys_add_scaled(R(1.0), STATE_IN(y, k), phys_add_scaled(-scale, source, rate)));
}

/* (v - y) / g */
FUNCTION phys_state next_power(phys_state v, phys_state y, real divided)
{
    return phys_scaled(divided, phys_add_scaled(R(-1.0), y, v));
}
#endif

#endif
