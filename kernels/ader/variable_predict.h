/* Kernel 1 of variable.h, which has the arrays and what the words stand for. */

/* The material at the points, in which blocks h stand at `at`. */
#define KEEP_HERE(p) PRIVATE_AT(kept, h, l, i *MEDIUM + p) = m.here.v##p;
#if CONSERVATIVE
#define KEEP_SLOPE(p)                                                                                        \
    PRIVATE_AT(kept, h, l, i *MEDIUM + MATERIALS + p) = m.along_x.v##p;                                      \
    PRIVATE_AT(kept, h, l, i *MEDIUM + 2 * MATERIALS + p) = m.along_y.v##p;
#else
#define KEEP_SLOPE(p)
#endif
#define KEEP_MATERIAL(at, points)                                                                            \
    FOR_ITEMS (h, (points) / BLOCK) {                                                                        \
        for (int i = 0; i < BLOCK; i++)                                                                      \
            FOR_LANES (l) {                                                                                  \
                const medium_at_point m = medium_of(at, material, own_cell, h, i, own_material + l, l);      \
                EACH_MATERIAL(KEEP_HERE)                                                                     \
                EACH_MATERIAL(KEEP_SLOPE)                                                                    \
            }                                                                                                \
    }

/* Kernel 1: the time derivatives of the state, the mean of g u over the step, its traces on the faces, and
 * what the cell adds to its own state. */
KERNEL_SHAPE(LANES *ADER_ROWS, 2)
KERNEL ader_predict_variable(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST real *RESTRICT values,
                             GLOBAL CONST real *RESTRICT tests, GLOBAL CONST real *RESTRICT derivative,
                             GLOBAL CONST int *RESTRICT degree, GLOBAL CONST real *RESTRICT edge,
                             GLOBAL CONST real *RESTRICT cell, GLOBAL CONST real *RESTRICT material,
                             GLOBAL CONST real *RESTRICT face, GLOBAL CONST int *RESTRICT side,
                             GLOBAL real *RESTRICT trace, GLOBAL CONST double *RESTRICT factor,
                             GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count,
                             int first_block, long first_trace, long blocks)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    SHARED real s[(TERM_BASE + (BY_TERMS ? MODES_OF(1) * VARS : 0)) * LANES];
    PRIVATE(real, kept, BLOCK * MEDIUM);
    PRIVATE(real, mean, BLOCK * VARS);
#if FACTOR
    PRIVATE(real, stage, (ORDER + 1) * BLOCK * VARS);
#endif
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
    GLOBAL real *to = count[COUNT_PARITY] ? q0 : q1;
    const double dt64 = clock[CLOCK_DT];
    const real dt = R(dt64);
    const long own = (b + first_block) * (VARS * MODES * LANES);
    const long own_material = b * (MATERIALS * MODES_M * LANES);
    GLOBAL CONST real *own_cell = cell + (long)b * (CELL_CONSTANTS * LANES);
    GLOBAL CONST real *own_face = face + (long)b * (NFACES * EDGES * LANES);
    GLOBAL CONST int *own_side = side + (long)b * (NFACES * LANES);

    KEEP_MATERIAL(values + (BY_TERMS ? 3 * POINTS * MODES : 0), BY_TERMS ? STAGE_POINTS : POINTS)

    /* s holds W_0 = g_0 U_0 */
    FOR_ITEMS (h, TESTS / BLOCK) {
        MODES_OF_BLOCK(k, h, MODES)
        FOR_LANES (l) {
#if FACTOR
            const real g = R(factor[0]);
#define LOAD(p)                                                                                              \
    PRIVATE_AT(stage, h, l, MODE(k, p)) = from[own + ((p)*MODES + k) * LANES + l];                           \
    S(k, p, l) = g * PRIVATE_AT(stage, h, l, MODE(k, p));                                                    \
    PRIVATE_AT(mean, h, l, MODE(k, p)) = S(k, p, l);
#else
#define LOAD(p)                                                                                              \
    S(k, p, l) = from[own + ((p)*MODES + k) * LANES + l];                                                    \
    PRIVATE_AT(mean, h, l, MODE(k, p)) = S(k, p, l);
#endif
            EACH_VAR(LOAD)
#undef LOAD
        }
    }
    BARRIER;

    /* (r + 1) U_{r+1} = -dt L W_r with U_r = dt^r / r! d^r u / dt^r and W_r = sum of g_{r-i} U_i over i = 0
     * .. r; the mean of g u is the sum of W_r / (r + 1). The last stage of the quasi-conservative form takes
     * the mean in place of W_r, and gives what the cell adds to its state. */
    for (int r = 0; r < STAGES; r++) {
        const int ends = r == ORDER - 1, modes = ends ? MODES : MODES_OF(r),
                  rows = ends ? MODES : MODES_OF(r + 1);
        const real scale = ends ? -dt : -dt / R(r + 1), weight = R(1.0) / R(r + 2);
#if BY_TERMS
        const int lower = ends ? MODES_OF(1) : rows, points = ends ? POINTS : STAGE_POINTS;
        GLOBAL CONST real *at_points = values + (ends ? 0 : 3 * POINTS * MODES);
        GLOBAL CONST real *at_tests = tests + (ends ? 0 : 3 * POINTS * TESTS);
        if (ends) {
            KEEP_MATERIAL(values, POINTS)
        }
        FOR_ITEMS (k, lower) {
            FOR_LANES (l) {
                const phys_pair slope =
                    pair_of(derivative + k * MODES, 1, S_AT(0, l), degree[3 * k + 2], modes);
                phys_put(TERM_AT(k, l), LANES, terms_of(metric_of(own_cell, l), slope));
            }
        }
        BARRIER;
        FOR_ITEMS (h, points / BLOCK) {
            FOR_LANES (l) {
#define BEGIN(i) phys_state e##i = phys_nothing();
#define POINT(i) e##i = phys_add_scaled(at_points[h * (MODES * BLOCK) + j * BLOCK + i], w, e##i);
                EACH_OF_BLOCK(BEGIN)
                int j = 0;
                do {
                    const phys_state w = phys_take(TERM_AT(j, l), LANES);
                    EACH_OF_BLOCK(POINT)
                } while (++j < lower);
#undef BEGIN
#undef POINT
#define LOAD(p) m.v##p = PRIVATE_AT(kept, h, l, (q % BLOCK) * MEDIUM + p);
#define POINT(i)                                                                                             \
    {                                                                                                        \
        const int q = h * BLOCK + i;                                                                         \
        phys_material m;                                                                                     \
        EACH_MATERIAL(LOAD)                                                                                  \
        phys_put(P_AT(q, 0, l), LANES, phys_in_medium(m, phys_positive_zero(e##i)));                         \
    }
                EACH_OF_BLOCK(POINT)
#undef LOAD
#undef POINT
            }
        }
#else
        const int points = POINTS;
        GLOBAL CONST real *at_tests = tests;
        FOR_ITEMS (h, POINTS / BLOCK) {
            FOR_LANES (l) {
                const cell_metric metric = metric_of(own_cell, l);
#define BEGIN(i) phys_state u##i = phys_nothing(), a##i = phys_nothing(), d##i = phys_nothing();
#if CONSERVATIVE
#define POINT(i)                                                                                             \
    u##i = phys_add_scaled(VALUE(0, h, j, i), w, u##i);                                                      \
    a##i = phys_add_scaled(VALUE(1, h, j, i), w, a##i);                                                      \
    d##i = phys_add_scaled(VALUE(2, h, j, i), w, d##i);
#else
#define POINT(i)                                                                                             \
    a##i = phys_add_scaled(VALUE(1, h, j, i), w, a##i);                                                      \
    d##i = phys_add_scaled(VALUE(2, h, j, i), w, d##i);
#endif
                EACH_OF_BLOCK(BEGIN)
                int j = FIRST_MODE;
                do {
                    const phys_state w = phys_take(S_AT(j, l), LANES);
                    EACH_OF_BLOCK(POINT)
                } while (++j < modes);
#undef BEGIN
#undef POINT
#define LOAD(p) m.here.v##p = PRIVATE_AT(kept, h, l, (q % BLOCK) * MEDIUM + p);
#define LOAD_SLOPE(p)                                                                                        \
    m.along_x.v##p = PRIVATE_AT(kept, h, l, (q % BLOCK) * MEDIUM + MATERIALS + p);                           \
    m.along_y.v##p = PRIVATE_AT(kept, h, l, (q % BLOCK) * MEDIUM + 2 * MATERIALS + p);
#if CONSERVATIVE
#define LOAD_MEDIUM EACH_MATERIAL(LOAD) EACH_MATERIAL(LOAD_SLOPE)
#else
#define LOAD_MEDIUM EACH_MATERIAL(LOAD)
#endif
#define POINT(i)                                                                                             \
    {                                                                                                        \
        const int q = h * BLOCK + i;                                                                         \
        medium_at_point m;                                                                                   \
        LOAD_MEDIUM                                                                                          \
        phys_put(P_AT(q, 0, l), LANES,                                                                       \
                 rate_at(m, metric, phys_positive_zero(u##i), phys_positive_zero(a##i),                      \
                         phys_positive_zero(d##i)));                                                         \
    }
                EACH_OF_BLOCK(POINT)
#undef LOAD
#undef LOAD_SLOPE
#undef LOAD_MEDIUM
#undef POINT
            }
        }
#endif
        BARRIER;
        FOR_ITEMS (h, (rows + BLOCK - 1) / BLOCK) {
            FOR_LANES (l) {
#define BEGIN(i) phys_state u##i = phys_nothing();
#define TERM(i) u##i = phys_add_scaled(at_tests[h * (points * BLOCK) + q * BLOCK + i], rate, u##i);
                EACH_OF_BLOCK(BEGIN)
                int q = 0;
                do {
                    const phys_state rate = phys_take(P_AT(q, 0, l), LANES);
                    EACH_OF_BLOCK(TERM)
                } while (++q < points);
#undef BEGIN
#undef TERM
#define STORE(i) phys_put(S_AT(h *BLOCK + i, l), LANES, phys_scaled(scale, phys_positive_zero(u##i)));
                EACH_OF_BLOCK(STORE)
#undef STORE
            }
        }
        /* by the same threads: a block of modes is one item */
        FOR_ITEMS (h, ends ? 0 : (rows + BLOCK - 1) / BLOCK) {
            MODES_OF_BLOCK(k, h, rows)
            {
                FOR_LANES (l) {
                    phys_state u = phys_take(S_AT(k, l), LANES);
#if FACTOR
#define STORE(p) PRIVATE_AT(stage, h, l, MODE(k, (r + 1) * BLOCK * VARS + p)) = u.v##p;
                    EACH_VAR(STORE)
#undef STORE
                    u = phys_nothing();
                    int i = 0;
                    do {
                        const real g = R(factor[r + 1 - i]);
#define TERM(p) u.v##p = FMA(g, PRIVATE_AT(stage, h, l, MODE(k, i * BLOCK * VARS + p)), u.v##p);
                        EACH_VAR(TERM)
#undef TERM
                    } while (i++ <= r);
#endif
                    phys_put(S_AT(k, l), LANES, u);
#define STORE(p) PRIVATE_AT(mean, h, l, MODE(k, p)) = FMA(weight, u.v##p, PRIVATE_AT(mean, h, l, MODE(k, p)));
                    EACH_VAR(STORE)
#undef STORE
                }
            }
        }
        FOR_ITEMS (h, r >= ORDER - 2 ? TESTS / BLOCK : 0) {
            MODES_OF_BLOCK(k, h, MODES)
            FOR_LANES (l) {
#define STORE(p) to[own + ((p)*MODES + k) * LANES + l] = from[own + ((p)*MODES + k) * LANES + l] + S(k, p, l);
#define KEEP(p) S(k, p, l) = PRIVATE_AT(mean, h, l, MODE(k, p));
                if (ends) {
                    EACH_VAR(STORE)
                }
                EACH_VAR(KEEP)
#undef KEEP
#undef STORE
            }
        }
        BARRIER;
    }

#if CONSERVATIVE
    /* volume: integral of grad phi_k . (A, B) u */
    FOR_ITEMS (h, POINTS / BLOCK) {
        FOR_LANES (l) {
            const cell_metric metric = metric_of(own_cell, l);
#define BEGIN(i) phys_state u##i = phys_nothing();
#define TERM(i) u##i = phys_add_scaled(VALUE(0, h, j, i), w, u##i);
            EACH_OF_BLOCK(BEGIN)
            int j = 0;
            do {
                const phys_state w = phys_take(S_AT(j, l), LANES);
                EACH_OF_BLOCK(TERM)
            } while (++j < MODES);
#undef BEGIN
#undef TERM
#define LOAD(p) m.v##p = PRIVATE_AT(kept, h, l, (q % BLOCK) * MEDIUM + p);
#define POINT(i)                                                                                             \
    {                                                                                                        \
        const int q = h * BLOCK + i;                                                                         \
        phys_material m;                                                                                     \
        EACH_MATERIAL(LOAD)                                                                                  \
        phys_put(P_AT(q, 0, l), LANES, flux_at(m, metric.xi_x, metric.xi_y, u##i));                          \
        phys_put(P_AT(q, VARS, l), LANES, flux_at(m, metric.eta_x, metric.eta_y, u##i));                     \
    }
            EACH_OF_BLOCK(POINT)
#undef LOAD
#undef POINT
        }
    }
    BARRIER;
    FOR_ITEMS (h, TESTS / BLOCK) {
        FOR_LANES (l) {
#define BEGIN(i) phys_state u##i = phys_nothing();
#define TERM(i) u##i = phys_add_scaled(TEST(1, h, q, i), x, phys_add_scaled(TEST(2, h, q, i), y, u##i));
            EACH_OF_BLOCK(BEGIN)
            int q = 0;
            do {
                const phys_state x = phys_take(P_AT(q, 0, l), LANES), y = phys_take(P_AT(q, VARS, l), LANES);
                EACH_OF_BLOCK(TERM)
            } while (++q < POINTS);
#undef BEGIN
#undef TERM
#define KEEP(p) PRIVATE_AT(mean, h, l, MODE(k, p)) = u.v##p;
#define STORE(i)                                                                                             \
    {                                                                                                        \
        const int k = h * BLOCK + i;                                                                         \
        const phys_state u = u##i;                                                                           \
        EACH_VAR(KEEP)                                                                                       \
    }
            EACH_OF_BLOCK(STORE)
#undef KEEP
#undef STORE
        }
        MODES_OF_BLOCK(k, h, MODES)
        FOR_LANES (l) {
#define STORE(p)                                                                                             \
    to[own + ((p)*MODES + k) * LANES + l] =                                                                  \
        FMA(dt, PRIVATE_AT(mean, h, l, MODE(k, p)), from[own + ((p)*MODES + k) * LANES + l]);
            EACH_VAR(STORE)
#undef STORE
        }
    }
#endif

    STORE_TRACES
    END_GROUPS
}
