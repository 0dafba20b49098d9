/* Kernel 1 of ader/moving/moving.h, which has the arrays and what the words stand for. */

/* U_r at point i, of the cell or of its faces. */
FUNCTION phys_state at_point(GLOBAL CONST real *values, LOCAL CONST real *derivative, int i, int modes)
{
    phys_state u = phys_nothing();
    int k = 0;
    do {
        u = phys_add_scaled(values[i * MODES + k], phys_take(derivative + k * VARS * LANES, LANES), u);
    } while (++k < modes);
    return u;
}

/* The derivatives of the state in time; what the cell adds to its state; and what it sends through its
 * faces. */
KERNEL_SHAPE(LANES *ADER_ROWS, 1)
KERNEL ader_predict_moving(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST real *RESTRICT values,
                           GLOBAL CONST real *RESTRICT tests, GLOBAL CONST real *RESTRICT line,
                           GLOBAL CONST real *RESTRICT moments, GLOBAL CONST real *RESTRICT wind,
                           GLOBAL CONST real *RESTRICT flow, GLOBAL CONST int *RESTRICT side,
                           GLOBAL real *RESTRICT trace, GLOBAL real *RESTRICT history,
                           GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count,
                           int first_block, long first_trace, long blocks)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    SHARED real s[(DERIVATIVES + POINT_ROWS) * VARS * LANES];
    PRIVATE(real, there, ORDER * VARS);
    PRIVATE(real, mean, 2 * VARS);
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
    GLOBAL real *to = count[COUNT_PARITY] ? q0 : q1;
    const double dt64 = clock[CLOCK_DT];
    const real dt = R(dt64);
    const long own = ((long)b + first_block) * (VARS * MODES * LANES);
    GLOBAL CONST real *own_wind = wind + (long)b * (POINTS * ORDER * 2 * LANES);
    GLOBAL CONST real *own_flow = flow + (long)b * (PASSING * ORDER * LANES);
    GLOBAL CONST int *own_side = side + (long)b * (NFACES * LANES);

    FOR_ITEMS (k, MODES) {
        FOR_LANES (l) {
            phys_put(S_AT(k, l), LANES, phys_load(from + own + k * LANES + l, MODES * LANES));
        }
    }
    BARRIER;
    /* (r + 1) U_{r+1} = -dt div F_r with F_r = sum of A_i U_{r-i}, i = 0 .. r; its mean is the sum of F_r /
     * (r + 1), of which the cell has the volume term */
    for (int r = 0; r < ORDER; r++) {
        const real weight = R(1.0) / R(r + 1), scale = -dt * weight;
        const int ends = r == ORDER - 1;
        FOR_ITEMS (q, POINTS) {
            FOR_LANES (l) {
                const phys_state u = at_point(values, S_AT(DERIVATIVE_AT(r), l), q, MODES_OF(r));
#define KEEP(p) PRIVATE_AT(there, q, l, r *VARS + p) = u.v##p;
                EACH_VAR(KEEP)
#undef KEEP
                phys_state f = phys_nothing(), g = phys_nothing();
                int i = 0;
                do {
#define ADD(p)                                                                                               \
    f.v##p = FMA(WIND(q, i, 0), PRIVATE_AT(there, q, l, (r - i) * VARS + p), f.v##p);                        \
    g.v##p = FMA(WIND(q, i, 1), PRIVATE_AT(there, q, l, (r - i) * VARS + p), g.v##p);
                    EACH_VAR(ADD)
#undef ADD
                } while (++i <= r);
#define ADD(p)                                                                                               \
    PRIVATE_AT(mean, q, l, p) = FMA(weight, f.v##p, r > 0 ? PRIVATE_AT(mean, q, l, p) : R(0.0));             \
    PRIVATE_AT(mean, q, l, VARS + p) = FMA(weight, g.v##p, r > 0 ? PRIVATE_AT(mean, q, l, VARS + p) : R(0.0));
                EACH_VAR(ADD)
#undef ADD
#define END(p)                                                                                               \
    f.v##p = ends ? PRIVATE_AT(mean, q, l, p) : f.v##p;                                                      \
    g.v##p = ends ? PRIVATE_AT(mean, q, l, VARS + p) : g.v##p;
                EACH_VAR(END)
#undef END
                phys_put(AT_POINT(2 * q, l), LANES, f);
                phys_put(AT_POINT(2 * q + 1, l), LANES, g);
            }
        }
        BARRIER;
        FOR_ITEMS (k, ends ? 0 : MODES_OF(r + 1)) {
            FOR_LANES (l) {
                const phys_state u = tested(&TEST(0, k, 0), &TEST(1, k, 0), AT_POINT(0, l));
                phys_put(S_AT(DERIVATIVE_AT(r + 1) + k, l), LANES, phys_scaled(scale, u));
            }
        }
        BARRIER;
    }
    FOR_ITEMS (k, MODES) {
        FOR_LANES (l) {
            const phys_state u = tested(&TEST(2, k, 0), &TEST(3, k, 0), AT_POINT(0, l));
            phys_store(to + own + k * LANES + l, MODES * LANES,
                       phys_add_scaled(dt, u, phys_take(S_AT(k, l), LANES)));
        }
    }
#if RECEIVERS
    FOR_FLAT (i, DERIVATIVES * VARS * LANES) {
        history[(long)b * (DERIVATIVES * VARS * LANES) + i] = s[i];
    }
#endif
    BARRIER;
    FOR_ITEMS (i, PASSING) {
        for (int r = 0; r < ORDER; r++) {
            FOR_LANES (l) {
                const phys_state u = at_point(values, S_AT(DERIVATIVE_AT(r), l), POINTS + i, MODES_OF(r));
#define KEEP(p) PRIVATE_AT(there, i, l, r *VARS + p) = u.v##p;
                EACH_VAR(KEEP)
#undef KEEP
            }
        }
        FOR_LANES (l) {
            const int right = own_side[i / EDGE_POINTS * LANES + l] & FACE_RIGHT;
            phys_state sent = phys_nothing();
            int n = 0;
            do {
                const real through = FLOW(i, n), turned = right ? -through : through;
                const real out = turned > R(0.0) ? through : R(0.0);
                phys_state u;
#define BEGIN(p) u.v##p = PRIVATE_AT(there, i, l, (ORDER - 1) * VARS + p);
                EACH_VAR(BEGIN)
#undef BEGIN
                for (int r = ORDER - 2; r >= 0; r--) {
#define TERM(p) u.v##p = FMA(u.v##p, moments[n], PRIVATE_AT(there, i, l, r * VARS + p));
                    EACH_VAR(TERM)
#undef TERM
                }
                sent = phys_add_scaled(out, u, sent);
            } while (++n < ORDER);
            phys_put(AT_POINT(i, l), LANES, sent);
        }
    }
    BARRIER;
    TRACE_TURNS
    FOR_ITEMS (i, NFACES * ORDER) {
        const int f = i / ORDER, m = i % ORDER;
        FOR_LANES (l) {
            phys_state u = phys_nothing();
            int q = 0;
            do {
                u = phys_add_scaled(line[EDGE_POINTS * ORDER + m * EDGE_POINTS + q],
                                    phys_take(AT_POINT(f * EDGE_POINTS + q, l), LANES), u);
            } while (++q < EDGE_POINTS);
            const phys_state turned = phys_scaled(TURNED(f, m, l, R(1.0)), u);
            phys_waves w;
#define SEND(p) w.v##p = turned.v##p;
            EACH_VAR(SEND)
#undef SEND
            store_waves(trace, (trace_offset)first_trace + TRACE_PLACE((trace_offset)b, i, l), w);
        }
    }
    END_GROUPS
}
