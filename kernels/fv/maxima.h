/* Largest values ever reached, cell by cell. A step takes in the state that it begins from, which has been
 * accepted: a refused step leaves nothing behind. What the last step has reached is taken in where the run
 * pauses (sw_maxima); taking a state in twice changes nothing.
 *
 *   highest  [block][SW_MAXIMA][LANES] h (m), u^2 + v^2 (m2/s2) while h > flooded, h^2 (u^2 + v^2) (m4/s2):
 *            the largest squares are the squares of the largest. With MAXIMA_HAZARD also the rating h (|u| +
 *            0.5) + debris factor while h > flooded (DEFRA and Environment Agency 2005, FD2320/TR2; the
 *            factor is 0.5 up to a depth of 0.25 m and 1 above, as their supplementary note of May 2008 has
 *            it)
 *   when     [block][SW_TIMES][LANES] s. With MAXIMA_TIMES: when h first was above `flooded`, and when it was
 *            largest first. With MAXIMA_DURATION: for how long h has been above `flooded`, and the time up to
 *            which that has been counted, below zero where h was not above it at the last state
 *
 * A value is stored where it grows alone, of a duration while h > flooded. Bytes a cell and step: 24 are
 * read, and what grows is written, in f64. */
#define SW_MAXIMA (3 + MAXIMA_HAZARD)
#define SW_TIMES (2 * MAXIMA_TIMES + 2 * MAXIMA_DURATION)
#if MAXIMA

/* Takes in the state h, u, v that the cell had at time t. */
FUNCTION void take_maxima(GLOBAL real *highest, GLOBAL double *when, int block, int l, real h, real u, real v,
                          real flooded, double t)
{
    const int depth = VALUE_PLACE(block, l, 0, SW_MAXIMA);
    const real deepest = highest[depth];
#if MAXIMA_FLOW || MAXIMA_HAZARD
    const real square = FMA(u, u, v * v);
#else
    (void)u, (void)v;
#endif
#if MAXIMA_FLOW
    const int speed = VALUE_PLACE(block, l, 1, SW_MAXIMA);
    const int discharge = VALUE_PLACE(block, l, 2, SW_MAXIMA);
    const real flow = h * h * square;
    const real fast = h > flooded ? square : R(0.0);
    if (fast > highest[speed])
        highest[speed] = fast;
    if (flow > highest[discharge])
        highest[discharge] = flow;
#endif
#if MAXIMA_HAZARD
    const int rating = VALUE_PLACE(block, l, 3, SW_MAXIMA);
    const real debris = h > R(0.25) ? R(1.0) : R(0.5);
    const real danger = h > flooded ? FMA(h, SQRT(square) + R(0.5), debris) : R(0.0);
    if (danger > highest[rating])
        highest[rating] = danger;
#endif
#if MAXIMA_TIMES
    if (h > flooded && deepest <= flooded)
        when[VALUE_PLACE(block, l, 0, SW_TIMES)] = t;
    if (h > deepest)
        when[VALUE_PLACE(block, l, 1, SW_TIMES)] = t;
#endif
#if MAXIMA_DURATION
    const int lasted = VALUE_PLACE(block, l, 2 * MAXIMA_TIMES, SW_TIMES);
    const int counted = VALUE_PLACE(block, l, 2 * MAXIMA_TIMES + 1, SW_TIMES);
    const double since = when[counted];
    if (since >= 0.0)
        when[lasted] = (when[lasted] < 0.0 ? 0.0 : when[lasted]) + (t - since);
    if (h > flooded || since >= 0.0)
        when[counted] = h > flooded ? t : -1.0;
#endif
#if !MAXIMA_TIMES && !MAXIMA_DURATION
    (void)when, (void)t;
#endif
    if (h > deepest)
        highest[depth] = h;
}

/* The same for all cells of a block, in a loop of its own: in the step's loop over cells, where stores under
 * a mask come between, it costs a processor twice as much. What the first pass is given does not count, but
 * what it leaves does (time/clock.h): nothing grows by an empty cell. No branch round the loop: PoCL 3.1 then
 * runs it with the wrong cells. */
#define TAKE_MAXIMA(block, from, t, counts)                                                                  \
    FOR_LANES (l) {                                                                                          \
        const int own = PLACE_IN_BLOCK(block, l), is_counted = (counts);                                     \
        take_maxima(highest, when, block, l, is_counted ? from[own] : R(0.0),                                \
                    is_counted ? from[own + STATE_LANES] : R(0.0),                                           \
                    is_counted ? from[own + 2 * STATE_LANES] : R(0.0), flooded, t);                          \
    }

/* Takes in the state of a run that pauses: all blocks of one type. */
KERNEL sw_maxima(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL real *RESTRICT highest,
                 GLOBAL double *RESTRICT when, GLOBAL CONST double *RESTRICT clock,
                 GLOBAL CONST long *RESTRICT count, real flooded, int first_block, long blocks)
{
    FOR_GROUPS(b, blocks)
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
    const int block = (int)b + first_block;
    TAKE_MAXIMA(block, from, clock[CLOCK_T], 1)
    END_GROUPS
}
#endif
