// check: LANE_BITS=3 LANES=1 BLOCK_LANES=8 STATE_BITS=0 EXPRESSIONS=0 RATING=0
// check: LANE_BITS=3 LANES=1 BLOCK_LANES=8 STATE_BITS=0 EXPRESSIONS=0 RATING=1
/* What the open boundaries of shallow water have in common over their faces: the value of a series, and the total conveyance of the
 * state (see fv/shallow_water_open.c for the arrays of faces, and for what is found before and what after a step).
 *
 * A boundary each:
 *   kind, first, last       kind of boundary, its faces [first, last)
 *   varies                  whether its values vary with time
 *   row, rows               [4][boundaries] its series, rows of time and value in `table`; rows = 0: expression, that of
 *                           the second series `boundaries` later, or 0. The rows of a rating curve are level and discharge. The
 *                           second half are tables which the series are never above, for boundaries that vary; 0: none
 *   nearest [3][boundaries] the least 1 / chi' of its cells, the lowest bed, and its length, on all ranks (fv/ahead.h)
 *   state [4][boundaries]   first value, total conveyance, second value, lowest bed. A discharge into a boundary that is
 *                           dry has the negative sum of l (eta - z)^(3/2) for its conveyance, and for its second value the level
 *                           eta over the lowest bed, at which the critical flow is that discharge (theory page, "discharge") */
#include "math.h"
#include "time/clock.h"
#include "fv/conveyance.h"
#include "fv/place.h"
#include "fv/ahead.h"

#define LANE_MASK (BLOCK_LANES - 1)
#define ACCUMULATORS 64

#if RATING
/* Water along a boundary: its width, and that times its level. */
typedef struct open_surface {
    double width[ACCUMULATORS], level[ACCUMULATORS];
} open_surface;

/* What a rating curve lets out at the mean level of the water along its boundary, which is -q. */
FUNCTION double open_rating(GLOBAL CONST double *table, int row, int rows, double width,
                            double level)
{
    return width > 0.0 ? -open_interpolate(table, row, rows, level / width) : 0.0;
}
#endif

/* What a discharge into a dry boundary enters by: the discharge over root g, its level, the highest and the lowest bed; and sums of
 * l (eta - z)^(3/2) and of its derivative. */
typedef struct open_entry {
    double wanted, level;
    double high[ACCUMULATORS], low[ACCUMULATORS];
    double flow[ACCUMULATORS], slope[ACCUMULATORS];
} open_entry;

#define ENTRY_STEPS 48

FUNCTION double open_length(GLOBAL CONST real *open, int f)
{
    return (double)open[(long)(f >> LANE_BITS) * (OPEN_CONSTANTS * BLOCK_LANES) + 2 * BLOCK_LANES +
                        (f & LANE_MASK)];
}

/* A level above the one looked for: one face alone lets all in, though it were the highest, `rise` above the lowest. From above
 * Newton's method converges without a step too far, as the flow is convex. */
FUNCTION double open_first_level(double wanted, double length, double rise)
{
    const double root = eg_cbrt(wanted / length);
    return FMA64(root, root, rise);
}

/* The tree over the accumulators: `take(j, i)` adds number i to number j. Stands directly under FOR_GROUPS, after a BARRIER, and
 * ends with one. */
#define OPEN_FOLD(take)                                                                            \
    for (int eg_half = ACCUMULATORS / 2; eg_half > 0; eg_half /= 2) {                              \
        FOR_FLAT (eg_j, eg_half) {                                                                 \
            take(eg_j, eg_j + eg_half)                                                             \
        }                                                                                          \
        BARRIER;                                                                                   \
    }

#if RATING
#define TAKE_SURFACE(j, i)                                                                         \
    surface.width[j] += surface.width[i];                                                          \
    surface.level[j] += surface.level[i];
#else
#define TAKE_SURFACE(j, i)
#endif
#define TAKE_CONVEYANCE(j, i)                                                                      \
    accumulator[j] += accumulator[i];                                                              \
    into.high[j] = into.high[i] > into.high[j] ? into.high[i] : into.high[j];                      \
    into.low[j] = into.low[i] < into.low[j] ? into.low[i] : into.low[j];                           \
    TAKE_SURFACE(j, i)
#define TAKE_ENTRY(j, i)                                                                           \
    into.flow[j] += into.flow[i];                                                                  \
    into.slope[j] += into.slope[i];

/* The value of a boundary's series, `s` the first or the second one: before a step (`is_start`) its mean over the step, where it
 * varies; after it the largest that a next step may meet, or, where it does not vary, itself. */
FUNCTION double open_given(GLOBAL CONST double *table, GLOBAL CONST int *row,
                           GLOBAL CONST int *rows, GLOBAL CONST double *nearest,
                           GLOBAL CONST double *clock, int kind, int varies, int is_start,
                           int second, int b, int boundaries, double g)
{
    const int s = second * boundaries + b, is_free = kind == OPEN_OUTFLOW;
    const double now = clock[CLOCK_T_NEXT];
    open_reach reach;
    double value = 0.0;
    if (varies && is_start)
        return open_mean(table, row, rows, s, clock[CLOCK_T], now);
    value = open_value(table, row, rows, s, is_free, now);
    if (varies && rows[2 * boundaries + s] > 0) {
        reach.g = g;
        reach.inverse_chi = nearest[b];
        reach.lowest = nearest[boundaries + b];
        reach.length = nearest[2 * boundaries + b];
        reach.kind = kind;
        reach.second = second;
        reach.longest = OPEN_GROWTH * clock[CLOCK_DT_FREE];
        value =
            open_most(table, row[2 * boundaries + s], rows[2 * boundaries + s], now, value, reach);
    }
    return value;
}

/* The values of each boundary's series, and its total conveyance in the state, which is the one before a step (`is_start`) or after
 * it: the sum of 64 accumulators (faces j, j + 64, ...) by a fixed tree. One group a boundary. */
KERNEL_SHAPE(ACCUMULATORS, 1)
KERNEL sw_series(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *RESTRICT bed,
                 GLOBAL CONST int *RESTRICT owner, GLOBAL CONST real *RESTRICT open,
                 GLOBAL CONST int *RESTRICT kind, GLOBAL CONST int *RESTRICT first,
                 GLOBAL CONST int *RESTRICT last, GLOBAL CONST double *RESTRICT table,
                 GLOBAL CONST int *RESTRICT row, GLOBAL CONST int *RESTRICT rows,
                 GLOBAL CONST int *RESTRICT varies, GLOBAL CONST double *RESTRICT nearest,
                 GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count,
                 GLOBAL double *RESTRICT state, double g, real dry, int boundaries, int is_start)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? boundaries : 0)
    SHARED double accumulator[ACCUMULATORS];
    SHARED open_entry into;
#if RATING
    SHARED open_surface surface;
#endif
    GLOBAL CONST real *look = (count[COUNT_PARITY] != 0) == is_start ? q1 : q0;
    FOR_FLAT (j, ACCUMULATORS) {
        double sum = 0.0, high = -1e300, low = 1e300;
#if RATING
        double width = 0.0, level = 0.0;
#endif
        /* others do not look at it */
        const int is_shared = kind[b] == OPEN_DISCHARGE || kind[b] == OPEN_RATING;
        for (int f = first[b] + j; f < (is_shared ? last[b] : 0); f += ACCUMULATORS) {
            const real h = look[place_of(owner[f])];
            const long entry =
                (long)(f >> LANE_BITS) * (OPEN_CONSTANTS * BLOCK_LANES) + (f & LANE_MASK);
            const double inverse_n = (double)open[entry + 4 * BLOCK_LANES],
                         length = open_length(open, f);
            const double z = (double)bed[owner[f]];
            sum += h > dry ? open_conveyance((double)h, inverse_n) * length : 0.0;
            high = z > high ? z : high;
            low = z < low ? z : low;
#if RATING
            const double wet = h > dry ? length : 0.0;
            width += wet;
            level = FMA64(wet, z + (double)h, level);
#endif
        }
        accumulator[j] = sum;
        into.high[j] = high;
        into.low[j] = low;
#if RATING
        surface.width[j] = width;
        surface.level[j] = level;
#endif
    }
    BARRIER;
    OPEN_FOLD(TAKE_CONVEYANCE)
    FOR_FLAT (j, 1) {
#if RATING
        if (kind[b] == OPEN_RATING)
            state[b] = open_rating(table, row[b], rows[b], surface.width[0], surface.level[0]);
        else
#endif
            state[b] = open_given(table, row, rows, nearest, clock, kind[b], varies[b], is_start, 0,
                                  (int)b, boundaries, g);
        state[OPEN_TOTAL * boundaries + b] = accumulator[0];
        state[OPEN_SECOND * boundaries + b] =
            open_given(table, row, rows, nearest, clock, kind[b], varies[b], is_start, 1, (int)b,
                       boundaries, g);
        state[OPEN_LOWEST * boundaries + b] = into.low[0];
        const int enters = kind[b] == OPEN_DISCHARGE && !(accumulator[0] > 0.0) &&
                           first[b] < last[b] && state[b] > 0.0;
        into.wanted = enters ? state[b] / SQRT64(g) : 0.0;
        into.level = enters ? open_first_level(into.wanted, open_length(open, first[b]),
                                               into.high[0] - into.low[0])
                            : 0.0;
    }
    BARRIER;
    const int steps = into.wanted > 0.0 ? ENTRY_STEPS : 0;
    for (int i = 0; i < steps; i++) {
        FOR_FLAT (j, ACCUMULATORS) {
            double flow = 0.0, slope = 0.0;
            for (int f = first[b] + j; f < last[b]; f += ACCUMULATORS) {
                const double length = open_length(open, f);
                const double above = into.level - ((double)bed[owner[f]] - into.low[0]);
                flow += length * open_critical(above);
                slope += 1.5 * length * SQRT64(above > 0.0 ? above : 0.0);
            }
            into.flow[j] = flow;
            into.slope[j] = slope;
        }
        BARRIER;
        OPEN_FOLD(TAKE_ENTRY)
        FOR_FLAT (j, 1) {
            state[OPEN_TOTAL * boundaries + b] = -into.flow[0];
            state[OPEN_SECOND * boundaries + b] = into.level;
            into.level -= (into.flow[0] - into.wanted) / into.slope[0];
        }
        BARRIER;
    }
    END_GROUPS
}
