/* The predictor of ader/step.h where E may be stiff (IMPLICIT), and what of it sources and receivers share.
 *
 * Inside a cell u_t = Z u / dt with Z = dt (E - A d/dx - B d/dy). With p = (1 - g Z)^-1 and X = Z p
 *
 *   (exp(tau Z) - 1) u = sum of c_{r q} tau^q X^{r+1} u,
 *   mean over the step = sum of a_r p X^r u,   r < TERMS,
 *
 * docs/theory/linear.md, "Where E is stiff". With y = X^r u stage r has v = p y and X y = (v - y) / g. A
 * derivative along space lowers the degree, so that p goes from the highest degree down, with one small
 * matrix of the cell,
 *
 *   v_k = (1 - g dt E)^-1 (y_k - g dt (A v_x + B v_y)_k) .
 *
 * Arrays
 *   rational   [1 + TERMS + TERMS^2] g, a_r, c_{r q} at [r][q - 1]
 *   resolvent  [b][RESOLVED][LANES] entries of (1 - g dt E)^-1
 *   resolved   [b] the step it is of */
#ifndef EG_KERNELS_ADER_IMPLICIT_H
#define EG_KERNELS_ADER_IMPLICIT_H

#define RESOLVENT_OF(b, l) (resolvent + ((long)(b) * (RESOLVED * LANES) + (l)))
#define TERM_OF_MEAN(r) R(rational[1 + (r)])
#define TERM_OF_POWER(r, q) R(rational[TERMS + (r)*TERMS + (q)])

/* The inverse of m[VARS][VARS] in its place, by Gauss and Jordan's elimination with the largest pivot of a
 * column. */
FUNCTION void invert_matrix(double *m)
{
    int from[VARS];
    for (int k = 0; k < VARS; k++) {
        int largest = k;
        for (int i = k + 1; i < VARS; i++)
            largest = m[i * VARS + k] * m[i * VARS + k] > m[largest * VARS + k] * m[largest * VARS + k]
                          ? i
                          : largest;
        from[k] = largest;
        for (int j = 0; j < VARS; j++) {
            const double upper = m[k * VARS + j];
            m[k * VARS + j] = m[largest * VARS + j];
            m[largest * VARS + j] = upper;
        }
        const double pivot = 1.0 / m[k * VARS + k];
        m[k * VARS + k] = 1.0;
        for (int j = 0; j < VARS; j++)
            m[k * VARS + j] = m[k * VARS + j] * pivot;
        for (int i = 0; i < VARS; i++) {
            const double part = i == k ? 0.0 : -m[i * VARS + k];
            m[i * VARS + k] = i == k ? m[i * VARS + k] : 0.0;
            for (int j = 0; j < (i == k ? 0 : VARS); j++)
                m[i * VARS + j] = FMA64(part, m[k * VARS + j], m[i * VARS + j]);
        }
    }
    for (int k = VARS - 1; k >= 0; k--)
        for (int i = 0; i < VARS; i++) {
            const double left = m[i * VARS + k];
            m[i * VARS + k] = m[i * VARS + from[k]];
            m[i * VARS + from[k]] = left;
        }
}

/* (1 - g dt E)^-1 of each cell, where the step is another than the last one; in f64, rounded once. */
KERNEL_SHAPE(LANES, 1)
KERNEL ader_resolve(GLOBAL CONST real *RESTRICT cell, GLOBAL CONST double *RESTRICT rational,
                    GLOBAL real *RESTRICT resolvent, GLOBAL double *RESTRICT resolved,
                    GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count, long blocks)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    GLOBAL CONST real *own_cell = cell + (long)b * (CELL_CONSTANTS * LANES);
    const double dt64 = clock[CLOCK_DT], scale = -rational[0] * (double)R(dt64);
    const int other = resolved[b] != dt64;
    FOR_FLAT (l, other ? LANES : 0) {
        double m[VARS * VARS];
        for (int j = 0; j < VARS; j++) {
            phys_state u;
#define UNIT(p) u.v##p = (p) == j ? R(1.0) : R(0.0);
            EACH_VAR(UNIT)
#undef UNIT
            u = phys_react(material_of(own_cell, l), u);
#define COLUMN(p) m[(p)*VARS + j] = FMA64(scale, (double)u.v##p, (p) == j ? 1.0 : 0.0);
            EACH_VAR(COLUMN)
#undef COLUMN
        }
        invert_matrix(m);
#define STORE(n, row, column) RESOLVENT_OF(b, l)[(n)*LANES] = R(m[(row)*VARS + (column)]);
        EACH_RESOLVED(STORE)
#undef STORE
    }
    BARRIER;
    FOR_FLAT (i, 1) {
        resolved[b] = dt64;
    }
    END_GROUPS
}

/* Of a mode: dt E mean - slope + (1 - g dt E)^-1 (volume + slope), where slope is dt (A mean_x + B mean_y)
 * and volume dt times the volume term. */
FUNCTION phys_state implicit_gain(GLOBAL CONST real *cell, GLOBAL CONST real *entries, int at, real dt,
                                  phys_state mean, phys_state slope, phys_state volume)
{
    const phys_state jump = phys_resolve(entries, phys_add_scaled(R(1.0), slope, volume));
    return phys_add_scaled(
        R(1.0), jump,
        phys_add_scaled(R(-1.0), slope, phys_scaled(dt, phys_react(material_of(cell, at), mean))));
}

/* Kernel 1 of ader/step.h, of which it has the arrays: the mean over the step and its traces. To the state
 * it adds
 *
 *   dt (E - A d/dx - B d/dy) mean + (1 - g dt E)^-1 dt (volume term + A mean_x + B mean_y) . */
KERNEL_SHAPE(STEP_THREADS, PREDICT_RESIDENT)
KERNEL ader_predict_implicit(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST real *RESTRICT derivative,
                             GLOBAL CONST real *RESTRICT edge, GLOBAL CONST int *RESTRICT degree,
                             GLOBAL CONST real *RESTRICT cell, GLOBAL CONST real *RESTRICT face,
                             GLOBAL CONST int *RESTRICT side, GLOBAL CONST double *RESTRICT rational,
                             GLOBAL CONST real *RESTRICT resolvent, GLOBAL real *RESTRICT trace,
                             GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count,
                             int first_block, long first_trace, long blocks)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    SHARED real s[SIZE_OF_S];
    PRIVATE(real, power, VARS);
    MEAN;
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
    GLOBAL real *to = count[COUNT_PARITY] ? q0 : q1;
    const double dt64 = clock[CLOCK_DT];
    const real dt = R(dt64), scale = R(-rational[0]) * dt, divided = R(1.0 / rational[0]);
    const long own = (b + first_block) * (VARS * MODES * LANES);
    GLOBAL CONST real *own_cell = cell + (long)b * (CELL_CONSTANTS * LANES);
    GLOBAL CONST real *own_face = face + (long)b * (NFACES * EDGES * LANES);
    GLOBAL CONST int *own_side = side + (long)b * (NFACES * LANES);

    FOR_ITEMS (k, MODES) {
        FOR_LANES (l) {
            const phys_state u = phys_load(from + (own + k * LANES + l), MODES * LANES);
#define BEGIN(p) PRIVATE_AT(power, k, l, p) = u.v##p, MEAN_AT(k, l, p) = R(0.0);
            EACH_VAR(BEGIN)
#undef BEGIN
            phys_put(S_AT(k, l), APART, u); /* modes of the highest degree read one, times 0 */
        }
    }
    BARRIER;
    for (int stage = 0; stage < TERMS * ORDER; stage++) {
        const int of_degree = ORDER - 1 - stage % ORDER;
        const real weight = TERM_OF_MEAN(stage / ORDER);
        FOR_ITEMS (k, MODES) {
            const int first = degree[3 * k + 2] < MODES ? degree[3 * k + 2] : MODES - 1; /* where D is 0 */
            if (degree[3 * k] == of_degree) {
                FOR_LANES (l) {
                    const phys_pair slope = pair_of(derivative + k * MODES, 1, S_AT(0, l), first, MODES);
                    phys_state y;
#define TAKE(p) y.v##p = PRIVATE_AT(power, k, l, p);
                    EACH_VAR(TAKE)
#undef TAKE
                    const phys_state v = phys_resolve(
                        RESOLVENT_OF(b, l),
                        phys_add_scaled(R(1.0), y, along_cell(own_cell, l, scale, slope.a, slope.b)));
                    phys_put(S_AT(k, l), APART, v);
#define ADD(p)                                                                                               \
    PRIVATE_AT(power, k, l, p) = (v.v##p - y.v##p) * divided;                                                \
    MEAN_AT(k, l, p) = FMA(weight, v.v##p, MEAN_AT(k, l, p));
                    EACH_VAR(ADD)
#undef ADD
                }
            }
        }
        BARRIER;
    }
    FOR_ITEMS (k, MODES) {
        FOR_LANES (l) {
#define KEEP(p) S_AT(k, l)[(p)*APART] = MEAN_AT(k, l, p);
            EACH_VAR(KEEP)
#undef KEEP
        }
    }
    BARRIER;
    FOR_ITEMS (k, MODES) {
        const int above = degree[3 * k + 2] < MODES ? degree[3 * k + 2] : MODES - 1,
                  below = degree[3 * k + 1];
        FOR_LANES (l) {
            const phys_pair up = pair_of(derivative + k * MODES, 1, S_AT(0, l), above, MODES);
            const phys_pair down = pair_of(derivative + k, MODES, S_AT(0, l), 0, below > 0 ? below : 1);
            const phys_state slope = along_cell(own_cell, l, dt, up.a, up.b);
            const phys_state volume = along_cell(own_cell, l, dt, down.a, down.b);
            const long at = own + k * LANES + l;
            phys_store(to + at, MODES * LANES,
                       phys_add_scaled(R(1.0),
                                       implicit_gain(own_cell, RESOLVENT_OF(b, l), l, dt,
                                                     phys_take(S_AT(k, l), APART), slope, volume),
                                       phys_load(from + at, MODES * LANES)));
        }
    }
    STORE_TRACES
    END_GROUPS
}

#endif
