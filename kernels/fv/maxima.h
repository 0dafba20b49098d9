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
 *            which that has been counted, below zero where h was not above it at the last state. With
 *            MAXIMA_SPEED_TIME, beside MAXIMA_FLOW: when the speed was largest first
 *
 * A value is stored where it grows alone, of a duration while h > flooded. Bytes a cell and step: 24 are
 * read, and what grows is written, in f64. Needs sw_block of fv/shallow_water.c. */
#define SW_MAXIMA (3 + MAXIMA_HAZARD)
#define SW_TIMES (2 * MAXIMA_TIMES + 2 * MAXIMA_DURATION + MAXIMA_SPEED_TIME)

/* Takes in the state that the cell in lane l had at the block's time t. In a loop of its own: in the step's
 * loop over cells, where stores under a mask come between, it costs a processor twice as much. What the first
 * pass is given does not count, but what it leaves does (time/clock.h): nothing grows by an empty cell. No
 * branch round the loop: PoCL 3.1 then runs it with the wrong cells. */
FUNCTION void take_maxima(sw_block block, int l)
{
#if MAXIMA
    GLOBAL CONST real *own = block.from + PLACE_IN_BLOCK(block.number, l);
    GLOBAL real *highest = block.highest;
    GLOBAL double *when = block.when;
    const real h = block.is_counted ? own[0] : R(0.0), u = block.is_counted ? own[STATE_LANES] : R(0.0),
               v = block.is_counted ? own[2 * STATE_LANES] : R(0.0);
    const real flooded = block.flooded, square = FMA(u, u, v * v);
    const double t = block.t;
    const int depth = VALUE_PLACE(block.number, l, 0, SW_MAXIMA);
    /* all that is read, before anything is stored: a GPU waits once */
    const real deepest = highest[depth];
#if MAXIMA_FLOW
    const int speed = VALUE_PLACE(block.number, l, 1, SW_MAXIMA);
    const int discharge = VALUE_PLACE(block.number, l, 2, SW_MAXIMA);
    const real fastest = highest[speed], strongest = highest[discharge];
#endif
#if MAXIMA_HAZARD
    const int rating = VALUE_PLACE(block.number, l, 3, SW_MAXIMA);
    const real worst = highest[rating];
#endif
#if MAXIMA_DURATION
    const int lasted = VALUE_PLACE(block.number, l, 2 * MAXIMA_TIMES, SW_TIMES);
    const int counted = VALUE_PLACE(block.number, l, 2 * MAXIMA_TIMES + 1, SW_TIMES);
    const double since = when[counted];
#endif
#if MAXIMA_FLOW
    const real flow = h * h * square;
    const real fast = h > flooded ? square : R(0.0);
#if MAXIMA_SPEED_TIME
    if (fast > fastest)
        when[VALUE_PLACE(block.number, l, SW_TIMES - 1, SW_TIMES)] = t;
#endif
    if (fast > fastest)
        highest[speed] = fast;
    if (flow > strongest)
        highest[discharge] = flow;
#endif
#if MAXIMA_HAZARD
    const real debris = h > R(0.25) ? R(1.0) : R(0.5);
    const real danger = h > flooded ? FMA(h, SQRT(square) + R(0.5), debris) : R(0.0);
    if (danger > worst)
        highest[rating] = danger;
#endif
#if MAXIMA_TIMES
    if (h > flooded && deepest <= flooded)
        when[VALUE_PLACE(block.number, l, 0, SW_TIMES)] = t;
    if (h > deepest)
        when[VALUE_PLACE(block.number, l, 1, SW_TIMES)] = t;
#endif
#if MAXIMA_DURATION
    if (since >= 0.0)
        when[lasted] = (when[lasted] < 0.0 ? 0.0 : when[lasted]) + (t - since);
    if (h > flooded || since >= 0.0)
        when[counted] = h > flooded ? t : -1.0;
#endif
    if (h > deepest)
        highest[depth] = h;
#endif
}

#if MAXIMA
/* Takes in the state of a run that pauses: all blocks of one type. */
KERNEL sw_maxima(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL real *RESTRICT highest,
#if MAXIMA_TIMES || MAXIMA_DURATION || MAXIMA_SPEED_TIME
                 GLOBAL double *RESTRICT when,
#endif
                 GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count, real flooded,
                 int first_block, long blocks)
{
    FOR_GROUPS(b, blocks)
    sw_block at;
    at.from = count[COUNT_PARITY] ? q1 : q0;
    at.number = (int)b + first_block;
    at.highest = highest;
#if SW_TIMES > 0
    at.when = when;
#endif
    at.flooded = flooded;
    at.is_counted = 1;
    at.t = clock[CLOCK_T];
    FOR_LANES (l) {
        take_maxima(at, l);
    }
    END_GROUPS
}
#endif
