/* Inflow: the state beyond some boundary faces is given, as expressions of place and time. Before the fluxes
 * of a step their mean over the step is put where the cells look for a neighbour's traces: as modes along the
 * face, by Gauss' rule with ORDER points in time and INFLOW_POINTS along the face. What the flux makes of it
 * is its own affair: of a given state the upwind flux takes what runs into the domain.
 *
 * With INFLOW = INFLOW_EXPRESSION the program is compiled with FUNCTION double eg_inflow_value(int boundary,
 * int variable, double x, double y, double t) in front; with INFLOW_REST nothing runs in. With FACTOR there
 * is eg_ader_factor(t) in front, too, and the mean is that of the factor times the state; with EXCHANGES it
 * is that of the state without the exchange since the beginning of the step (ader/exchange.c). */
#define INFLOW_REST 1
#define INFLOW_EXPRESSION 2
#define INFLOW_POINTS (ORDER + 1)

#if INFLOW == INFLOW_REST
FUNCTION double eg_inflow_value(int boundary, int variable, double x, double y, double t)
{
    (void)boundary, (void)variable, (void)x, (void)y, (void)t;
    return 0;
}
#endif

/*   place     [faces][4] ends of the face, m: from x, y, to x, y, in its own orientation
 *   normal    [faces][2]
 *   of        [faces] boundary
 *   rule      theta_s, weights [ORDER] on [0, 1]; s_q [INFLOW_POINTS]; then [ORDER][INFLOW_POINTS] Legendre's
 *             polynomials there times the weights
 *   trace     from first_inflow on, packs of faces as packs of cells in step.h:
 * [pack][ORDER][TRACES][lane]
 *   exchange  of ader/exchange.c
 *   inside    [faces] region of the cell at the face; read with MOVING, where eg_wind() of ader/moving/wind.c
 *             stands in front, and what comes in is the part of the wind that leads into the cell times the
 *             state */
KERNEL ader_inflow(GLOBAL CONST double *RESTRICT point, GLOBAL CONST double *RESTRICT normal,
                   GLOBAL CONST int *RESTRICT of, GLOBAL CONST double *RESTRICT rule,
                   GLOBAL CONST double *RESTRICT exchange, GLOBAL CONST int *RESTRICT inside,
                   GLOBAL real *RESTRICT trace, GLOBAL CONST double *RESTRICT clock,
                   GLOBAL CONST long *RESTRICT count, long first_inflow, long faces, long blocks)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    FOR_FLAT (l, LANES) {
        const long i = b * LANES + l;
        (void)exchange, (void)inside;
        if (i < faces) {
            const long at =
                first_inflow + (i >> TRACE_BITS) * (ORDER * TRACES * TRACE_LANES) + (i & (TRACE_LANES - 1));
            const real nx = R(normal[2 * i]), ny = R(normal[2 * i + 1]);
            for (int m = 0; m < ORDER; m++) {
                double mean[VARS];
                for (int p = 0; p < VARS; p++)
                    mean[p] = 0.0;
                for (int s = 0; s < ORDER; s++) {
                    const double t = FMA64(rule[s], clock[CLOCK_DT], clock[CLOCK_T]);
#if FACTOR
                    const double of_time = rule[ORDER + s] * eg_ader_factor(t);
#else
                    const double of_time = rule[ORDER + s];
#endif
                    for (int q = 0; q < INFLOW_POINTS; q++) {
                        const double along = rule[2 * ORDER + q];
                        const double x = FMA64(along, point[4 * i + 2] - point[4 * i], point[4 * i]);
                        const double y = FMA64(along, point[4 * i + 3] - point[4 * i + 1], point[4 * i + 1]);
                        double weight = of_time * rule[2 * ORDER + INFLOW_POINTS * (1 + m) + q];
#if MOVING
                        const double through = FMA64(eg_wind(inside[i], 0, x, y, t), normal[2 * i],
                                                     eg_wind(inside[i], 1, x, y, t) * normal[2 * i + 1]);
                        weight = through < 0.0 ? weight * through : 0.0;
#endif
#if EXCHANGES
                        for (int j = 0; j < VARS; j++) {
                            const double given = weight * eg_inflow_value(of[i], j, x, y, t);
                            for (int p = 0; p < VARS; p++)
                                mean[p] = FMA64(exchange[(s * VARS + p) * VARS + j], given, mean[p]);
                        }
#else
                        for (int p = 0; p < VARS; p++)
                            mean[p] = FMA64(weight, eg_inflow_value(of[i], p, x, y, t), mean[p]);
#endif
                    }
                }
                phys_state u;
#define GIVE(p) u.v##p = R(mean[p]);
                EACH_VAR(GIVE)
#undef GIVE
                const phys_waves w = phys_trace(nx, ny, u);
#define STORE(p) trace[at + (m * TRACES + p) * TRACE_LANES] = w.v##p;
                EACH_TRACE(STORE)
#undef STORE
            }
        }
    }
    END_GROUPS
}
