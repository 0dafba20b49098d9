/* Point sources: adds sum of weights s(t) delta(x - x_s) to the right-hand side of the system of ader/step.h,
 * where delta is a smooth kernel over some cells, or a point.
 *
 * The step is linear: what the sources of a cell do inside it is found apart, from the initial state 0, and
 * added to what ader_predict has left. With the polynomial s(t + tau dt) = sum S_r tau^r of ader/pulse.c, the
 * response W(tau) = sum W_r tau^r in the cell is
 *   W_0 = 0,   W_{r+1} = dt / (r + 1) (-(A W_x + B W_y)_r + S_r w delta_k),   r = 0 to ORDER - 1,
 * with (E W)_r where REACTS, of which r goes to TERMS - 1 without a source;
 * its mean, sum W_r / (r + 1), goes into the volume term and the traces, and dt times the mean of s into the
 * state. A response has all its modes at each r: delta is no polynomial of a lower degree.
 * docs/theory/ader-sources.md.
 *
 * With IMPLICIT it goes by the stages of ader/implicit.h: the source is a part of the state, which its
 * derivatives in time change as E changes u, and stage r has the strength of it that strength_of_row() finds;
 * W_{r+1} is what X^{r+1} makes of it.
 *
 * With VARIABLE A and B vary in the cell, the conservative form has (A W)_x + (B W)_y, and with a factor g of
 * time the sum of g_{r-i} W_i stands for W_r there and in the mean; the source has no factor. What weights
 * need of the material is that at the source. With EXCHANGES the step is that of tracers without their
 * exchange since its beginning (ader/exchange.c), and so are the weights; `rates` is E.
 *
 * Work of one group is one cell (ader/point.h). Arrays (c cell with sources, sorted; i part of a source that
 * falls to a cell, sorted by cell)
 *   place    [c] the cell's slot in its type;   first [c + 1] its parts
 *   of       [i] the time function
 *   part     [i][MODES + VARS] modes of the part of delta, as a point phi_k(x_s) / |J| times a share; weights
 *   pulse    [function][PULSE_VALUES] of ader/pulse.c
 *   response [c][POINT_TERMS][MODES][VARS] W_1 to the last one, for receivers in the cell; with RECEIVERS
 *   body     [g][ORDER + 1][MODES][VARS] of ader/body/body.c, of cells of the type, with BODY, where all
 *            cells are cells with sources
 *   awake    [c] 0: all sources sleep, and the response is that of an earlier step
 * The others are those of ader/step.h and ader/variable.h; values, tests, material and factor are read with
 * VARIABLE, derivative and degree without. */

#ifndef BODY
#define BODY 0
#endif
#if SOURCES
#if EXCHANGES
/* Row r of the pulse times the weights w without the exchange since the beginning of the step: with the
 * polynomial S of the pulse row r of exp(-E tau dt) w S, of which row ORDER is the mean. */
FUNCTION phys_state weights_back(GLOBAL CONST double *pulse, GLOBAL CONST real *weights,
                                 GLOBAL CONST double *rates, double dt, int r)
{
    const int first = r < ORDER ? r : 0, last = r < ORDER ? r : ORDER - 1;
    double term[VARS], next[VARS], sum[VARS];
    for (int p = 0; p < VARS; p++) {
        term[p] = (double)weights[p];
        sum[p] = 0.0;
    }
    for (int j = 0; j <= last; j++) {
        double of_term = 0.0; /* what the rows have of term j */
        for (int q = j > first ? j : first; q <= last; q++)
            of_term = of_term + pulse[q - j] / (r < ORDER ? 1.0 : (double)(q + 1));
        for (int p = 0; p < VARS; p++) {
            sum[p] = FMA64(of_term, term[p], sum[p]);
            next[p] = 0.0;
            for (int i = 0; i < VARS; i++)
                next[p] = FMA64(rates[p * VARS + i], term[i], next[p]);
        }
        for (int p = 0; p < VARS; p++)
            term[p] = -dt / (double)(j + 1) * next[p];
    }
    phys_state s;
#define TAKE(p) s.v##p = R(sum[p]);
    EACH_VAR(TAKE)
#undef TAKE
    return s;
}
#endif

#if IMPLICIT
/* Of an implicit step the strength of stage r: N^r (1 - g N)^-(r+1) of the polynomial S_0, S_1, ... of a
 * pulse, at the beginning of the step, where N takes the derivative in time. Row ORDER is the mean. Here what
 * S_q has in it. */
FUNCTION double strength_of_power(double g, int r, int q)
{
    double factor = 1.0;
    for (int i = 2; i <= r; i++)
        factor = factor * (double)i;
    for (int i = r; i < q; i++)
        factor = factor * (g * (double)(i + 1) * (double)(i + 1) / (double)(i + 1 - r));
    return factor;
}
FUNCTION double strength_of_row(GLOBAL CONST double *pulse, double g, int r)
{
    double sum = 0.0;
    for (int q = r; q < ORDER; q++)
        sum = FMA64(strength_of_power(g, r, q), pulse[q], sum);
    return r < ORDER ? sum : pulse[ORDER];
}
#define STRENGTH(pulse, r) strength_of_row(pulse, rates[0], r)
#define RATES rational
#else
#define STRENGTH(pulse, r) (pulse)[r]
#define RATES rates
#endif

#if BODY
/* Mode k of row r of a source of the whole domain. */
FUNCTION phys_state mode_of_body(GLOBAL CONST real *body, GLOBAL CONST double *rates, int r, int k)
{
#if IMPLICIT
    phys_state s = phys_nothing();
    for (int q = r; q < ORDER; q++)
        s = phys_add_scaled(R(strength_of_power(rates[0], r, q)), phys_load(body + (q * MODES + k) * VARS, 1),
                            s);
    if (r < ORDER)
        return s;
#endif
    (void)rates;
    return phys_load(body + (r * MODES + k) * VARS, 1);
}
#endif

/* Mode k of what the parts i0 to i1 - 1 give, with row r of their time functions' pulses; with BODY, of which
 * `body` has the rows, of what a source of the whole domain gives, too. IMPLICIT: rates[0] is g. */
FUNCTION phys_state mode_of_parts(GLOBAL CONST double *pulse, GLOBAL CONST int *of, GLOBAL CONST real *part,
                                  GLOBAL CONST double *rates, GLOBAL CONST real *body, double dt, int i0,
                                  int i1, int r, int k)
{
#if BODY
    phys_state s = mode_of_body(body, rates, r, k);
#else
    phys_state s = phys_nothing();
    (void)body;
#endif
    for (int i = i0; i < i1; i++) {
        GLOBAL CONST real *own = part + i * (MODES + VARS);
#if EXCHANGES
        s = phys_add_scaled(own[k], weights_back(pulse + of[i] * PULSE_VALUES, own + MODES, rates, dt, r), s);
#else
        s = phys_add_scaled(R(STRENGTH(pulse + of[i] * PULSE_VALUES, r)) * own[k], phys_load(own + MODES, 1),
                            s);
#endif
    }
    (void)rates, (void)dt;
    return s;
}

#if RECEIVERS
#define STORE_RESPONSE(terms, w) phys_store(response + (((long)c * (terms) + r) * MODES + k) * VARS, 1, w);
#else
#define STORE_RESPONSE(terms, w) (void)response;
#endif

KERNEL_SHAPE(POINT_THREADS, 1)
KERNEL ader_source(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST real *RESTRICT derivative,
                   GLOBAL CONST int *RESTRICT degree, GLOBAL CONST real *RESTRICT values,
                   GLOBAL CONST real *RESTRICT tests, GLOBAL CONST real *RESTRICT material,
                   GLOBAL CONST double *RESTRICT factor, GLOBAL CONST double *RESTRICT rates,
#if IMPLICIT
                   GLOBAL CONST double *RESTRICT rational, GLOBAL CONST real *RESTRICT resolvent,
#endif
                   GLOBAL CONST real *RESTRICT edge, GLOBAL CONST real *RESTRICT cell,
                   GLOBAL CONST real *RESTRICT face, GLOBAL CONST int *RESTRICT side,
                   GLOBAL real *RESTRICT trace, GLOBAL CONST int *RESTRICT index,
                   GLOBAL CONST int *RESTRICT first, GLOBAL CONST int *RESTRICT of,
                   GLOBAL CONST real *RESTRICT part, GLOBAL CONST double *RESTRICT pulse,
                   GLOBAL CONST real *RESTRICT body, GLOBAL real *RESTRICT response,
                   GLOBAL int *RESTRICT awake, GLOBAL CONST double *RESTRICT clock,
                   GLOBAL CONST long *RESTRICT count, int first_block, long first_trace, int first_cell,
                   long cells)
{
    FOR_GROUPS(g, count[COUNT_PAUSE] == PAUSE_NONE ? cells : 0)
    SHARED real w[KEPT_DERIVATIVES * CELL_VALUES];
    SHARED real mean[CELL_VALUES];
    SHARED real at_points[POINT_VALUES];
#if FACTOR
    SHARED real product[CELL_VALUES];
#endif
    GLOBAL real *to = count[COUNT_PARITY] ? q0 : q1;
    const double dt64 = clock[CLOCK_DT];
    const real dt = R(dt64);
    const int c = first_cell + (int)g, slot = index[c], b = slot / LANES, l = slot % LANES;
    const int i0 = first[c], i1 = first[c + 1];
    GLOBAL CONST real *own_cell = cell + (long)b * (CELL_CONSTANTS * LANES);
    const long own = (long)(b + first_block) * (VARS * MODES * LANES) + l;
    GLOBAL CONST real *own_body = body + g * ((ORDER + 1) * MODES * VARS);
    int any = BODY;
    for (int i = i0; i < i1; i++)
        any = pulse[of[i] * PULSE_VALUES + ORDER + 1] > 0.0 ? 1 : any;
    const int modes = any ? MODES : 0, edges = any ? NFACES * ORDER : 0;

    FOR_FLAT (i, modes * VARS) {
        w[i] = mean[i] = R(0.0);
#if FACTOR
        product[i] = R(0.0);
#endif
    }
    BARRIER;
#if IMPLICIT
    const double gamma = rational[0];
    LOCAL real *const v = w + CELL_VALUES;
    for (int stage = 0; stage < TERMS * ORDER; stage++) {
        const int r = stage / ORDER, of_degree = ORDER - 1 - stage % ORDER;
        const real weight = TERM_OF_MEAN(r);
        FOR_FLAT (k, modes) {
            if (degree[3 * k] == of_degree) {
                const phys_state s =
                    r < ORDER ? mode_of_parts(pulse, of, part, rational, own_body, dt64, i0, i1, r, k)
                              : phys_nothing();
                const phys_state u = mode_of_stage(w, v, k, derivative, degree, own_cell, RESOLVENT_OF(b, l),
                                                   l, R(-gamma) * dt, s);
                const phys_state x = next_power(u, STATE_IN(w, k), R(1.0 / gamma));
                PUT_STATE(v, k, u);
                PUT_STATE(w, k, x);
                STORE_RESPONSE(TERMS, x)
                PUT_STATE(mean, k, phys_add_scaled(weight, u, STATE_IN(mean, k)));
            }
        }
        BARRIER;
    }
#else
    for (int r = 0; r < POINT_TERMS; r++) {
        const int next = KEPT_AT(r + 1);
        const real scale = dt / R(r + 1), weight = R(1.0) / R(r + 2);
#if FACTOR
        LOCAL CONST real *const now = product;
#else
        LOCAL CONST real *const now = w + KEPT_AT(r);
#endif
#if VARIABLE
        FOR_FLAT (q, any ? POINTS : 0) {
            PUT_STATE(at_points, q,
                      rate_of_point(now, MODES, q, values, material, own_cell, OWN_MATERIAL(b, l), l));
        }
        BARRIER;
#endif
        FOR_FLAT (k, modes) {
            phys_state u =
                mode_of_rate(now, at_points, k, MODES, derivative, degree, tests, own_cell, l, -scale);
            if (r < ORDER) {
                const phys_state s = mode_of_parts(pulse, of, part, rates, own_body, dt64, i0, i1, r, k);
                u = phys_add_scaled(scale, s, u);
            }
            PUT_STATE(w + next, k, u);
            STORE_RESPONSE(POINT_TERMS, u)
#if FACTOR
#define FACTORED(p) u.v##p = product[k * VARS + (p)] = factored(w, factor, r + 1, k * VARS + (p));
            EACH_VAR(FACTORED)
#undef FACTORED
#endif
            PUT_STATE(mean, k, phys_add_scaled(weight, u, STATE_IN(mean, k)));
        }
        BARRIER;
    }
#endif

#if VARIABLE
    FOR_FLAT (q, any ? POINTS : 0) {
#if CONSERVATIVE
        fluxes_of_point(mean, q, values, material, own_cell, OWN_MATERIAL(b, l), l, at_points);
#else
        PUT_STATE(at_points, q,
                  rate_of_point(mean, MODES, q, values, material, own_cell, OWN_MATERIAL(b, l), l));
#endif
    }
    BARRIER;
#endif
    FOR_FLAT (k, modes) {
#if IMPLICIT
        const phys_state u =
            implicit_gain(own_cell, RESOLVENT_OF(b, l), l, dt, STATE_IN(mean, k),
                          mode_of_rate(mean, mean, k, MODES, derivative, degree, tests, own_cell, l, dt),
                          mode_of_volume(mean, k, derivative, degree, own_cell, l, dt));
#else
        const phys_state u = mode_of_gain(mean, at_points, k, derivative, degree, tests, own_cell, l, dt);
#endif
        const phys_state s = mode_of_parts(pulse, of, part, RATES, own_body, dt64, i0, i1, ORDER, k);
#define STORE(p)                                                                                             \
    to[own + ((p)*MODES + k) * LANES] = to[own + ((p)*MODES + k) * LANES] + FMA(dt, s.v##p, u.v##p);
        EACH_VAR(STORE)
#undef STORE
    }

    FOR_FLAT (i, edges) {
        const int f = i / ORDER, m = i % ORDER;
        const long at = ((long)b * NFACES + f) * (EDGES * LANES) + l;
        const int right = side[((long)b * NFACES + f) * LANES + l] & FACE_RIGHT;
        const real sign = right && m % 2 ? R(-1.0) : R(1.0);
        const trace_offset entry = (trace_offset)first_trace + TRACE_PLACE((trace_offset)b, i, l);
        phys_state u = phys_nothing();
        for (int j = m * (m + 1) / 2; j < MODES; j++)
            u = phys_add_scaled(edge[i * MODES + j], STATE_IN(mean, j), u);
        const phys_waves v = phys_trace(face[at], face[at + LANES], u);
        phys_waves sum = load_waves(trace, entry);
#define ADD(p) sum.v##p = FMA(sign, v.v##p, sum.v##p);
        EACH_TRACE(ADD)
#undef ADD
        store_waves(trace, entry, sum);
    }
    FOR_FLAT (i, 1) {
        awake[c] = any;
    }
    END_GROUPS
}
#endif
