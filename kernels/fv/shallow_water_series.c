// check: LANE_BITS=3 LANES=1 BLOCK_LANES=8 STATE_BITS=0 EXPRESSIONS=0 RATING=0
// check: LANE_BITS=3 LANES=1 BLOCK_LANES=8 STATE_BITS=0 EXPRESSIONS=0 RATING=1
// check: LANE_BITS=3 LANES=1 BLOCK_LANES=8 STATE_BITS=0 EXPRESSIONS=0 RATING=0 ROUGHNESS=1
// check: LANE_BITS=3 LANES=1 BLOCK_LANES=8 STATE_BITS=0 EXPRESSIONS=0 RATING=0 STRIPS=20
/* What the open boundaries of shallow water have in common over their faces: the value of a series, and the
 * total conveyance of the state (see fv/shallow_water_open.c for the arrays of faces, and for what is found
 * before and what after a step).
 *
 * A boundary each:
 *   kind, first, last       kind of boundary, its faces [first, last)
 *   varies                  whether its values vary with time
 *   row, rows               [4][boundaries] its series, rows of time and value in `table`; rows = 0:
 *                           expression, that of the second series `boundaries` later, or 0. The rows of a
 *                           rating curve are level and discharge. The second half are tables which the series
 *                           are never above, for boundaries that vary; 0: none
 *   nearest [3][boundaries] the least 1 / chi' of its cells, the lowest bed, and its length, on all ranks
 *       (fv/ahead.h)
 *   state [4][boundaries]   first value, total conveyance, second value, lowest bed. A discharge into a
 *                           boundary that is dry has the negative sum of l (eta - z)^(3/2) for its
 *                           conveyance, and for its second value the level eta over the lowest bed, at which
 *                           the critical flow is that discharge (theory page, "discharge") */
#include "math.h"
#include "time/clock.h"
#include "fv/conveyance.h"
#include "fv/place.h"
#include "fv/ahead.h"
#include "fv/roughness.h"
#ifndef STRIPS
#define STRIPS 0
#endif
#if STRIPS
#include "fv/open_section.h"
#endif

#define LANE_MASK (BLOCK_LANES - 1)
#define ACCUMULATORS 64

#if RATING
/* What a rating curve lets out at the mean level of the water along its boundary, which is -q. */
FUNCTION double open_rating(GLOBAL CONST double *table, int row, int rows, double width, double level)
{
    return width > 0.0 ? -open_interpolate(table, row, rows, level / width) : 0.0;
}
#endif

/* What a discharge into a dry boundary enters by: the discharge over root g, its level over the lowest bed,
 * and that bed; and sums of l (eta - z)^(3/2) and of its derivative. */
typedef struct open_entry {
    double wanted, level, low;
    double flow[ACCUMULATORS], slope[ACCUMULATORS];
} open_entry;

#define ENTRY_STEPS 48

FUNCTION double open_length(GLOBAL CONST real *open, int f)
{
    return (double)
        open[(long)(f >> LANE_BITS) * (OPEN_CONSTANTS * BLOCK_LANES) + 2 * BLOCK_LANES + (f & LANE_MASK)];
}

/* A level above the one looked for: one face alone lets all in, though it were the highest, `rise` above the
 * lowest. From above Newton's method converges without a step too far, as the flow is convex. */
FUNCTION double open_first_level(double wanted, double length, double rise)
{
    const double root = eg_cbrt(wanted / length);
    return FMA64(root, root, rise);
}

/* The tree over the accumulators: `take(j, i)` adds number i to number j. Stands directly under FOR_GROUPS,
 * after a BARRIER, and ends with one. */
#define OPEN_FOLD(take)                                                                                      \
    for (int eg_half = ACCUMULATORS / 2; eg_half > 0; eg_half /= 2) {                                        \
        FOR_FLAT (eg_j, eg_half) {                                                                           \
            take(eg_j, eg_j + eg_half)                                                                       \
        }                                                                                                    \
        BARRIER;                                                                                             \
    }

/* The sums of all accumulators, as open_sums. */
typedef struct open_accumulators {
    double conveyance[ACCUMULATORS], high[ACCUMULATORS], low[ACCUMULATORS];
#if RATING
    double width[ACCUMULATORS], level[ACCUMULATORS];
#endif
} open_accumulators;

#if RATING
#define TAKE_SURFACE(j, i)                                                                                   \
    sums.width[j] += sums.width[i];                                                                          \
    sums.level[j] += sums.level[i];
#define PUT_SURFACE(j, s)                                                                                    \
    sums.width[j] = (s).width;                                                                               \
    sums.level[j] = (s).level;
#define READ_SURFACE(j, s)                                                                                   \
    (s).width = sums.width[j];                                                                               \
    (s).level = sums.level[j];
#else
#define TAKE_SURFACE(j, i)
#define PUT_SURFACE(j, s)
#define READ_SURFACE(j, s)
#endif
#define TAKE_CONVEYANCE(j, i)                                                                                \
    sums.conveyance[j] += sums.conveyance[i];                                                                \
    sums.high[j] = sums.high[i] > sums.high[j] ? sums.high[i] : sums.high[j];                                \
    sums.low[j] = sums.low[i] < sums.low[j] ? sums.low[i] : sums.low[j];                                     \
    TAKE_SURFACE(j, i)
#define PUT_SUMS(j, s)                                                                                       \
    sums.conveyance[j] = (s).conveyance;                                                                     \
    sums.high[j] = (s).high;                                                                                 \
    sums.low[j] = (s).low;                                                                                   \
    PUT_SURFACE(j, s)
#define READ_SUMS(j, s)                                                                                      \
    (s).conveyance = sums.conveyance[j];                                                                     \
    (s).high = sums.high[j];                                                                                 \
    (s).low = sums.low[j];                                                                                   \
    READ_SURFACE(j, s)
#define TAKE_ENTRY(j, i)                                                                                     \
    into.flow[j] += into.flow[i];                                                                            \
    into.slope[j] += into.slope[i];

/* The value of a boundary's series, `s` the first or the second one: before a step (`is_start`) its mean over
 * the step, where it varies; after it the largest that a next step may meet, or, where it does not vary,
 * itself. */
FUNCTION double open_given(GLOBAL CONST double *table, GLOBAL CONST int *row, GLOBAL CONST int *rows,
                           GLOBAL CONST double *nearest, GLOBAL CONST double *clock, int kind, int varies,
                           int is_start, int second, int b, int boundaries, double g)
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
        value = open_most(table, row[2 * boundaries + s], rows[2 * boundaries + s], now, value, reach);
    }
    return value;
}

/* What is known of all boundaries, and which of their two states is looked at. */
typedef struct open_list {
    GLOBAL CONST real *look, *bed, *open;
#if STRIPS
    GLOBAL CONST real *section;
#endif
    GLOBAL CONST int *owner, *kind, *first, *last, *row, *rows, *varies;
    GLOBAL CONST double *table, *nearest, *clock;
    GLOBAL double *state;
#if ROUGHNESS
    GLOBAL CONST int *face_law;
    GLOBAL CONST double *rough;
#endif
    double g;
    real dry;
    int boundaries, is_start;
} open_list;

#if STRIPS
FUNCTION open_section section_of_open(open_list at, int f)
{
    const long strips = (long)(f >> LANE_BITS) * (STRIPS * BLOCK_LANES) + (f & LANE_MASK);
    const real level = at.look[place_of(at.owner[f]) + 3 * STATE_LANES];
    return open_section_of(at.section + strips, BLOCK_LANES, level, R(-1e30));
}
#endif

/* What an accumulator has of its faces: the conveyance, the highest and the lowest bed; with RATING the wet
 * width, and that times the level. */
typedef struct open_sums {
    double conveyance, high, low;
#if RATING
    double width, level;
#endif
} open_sums;

/* Accumulator j of boundary b. Only a discharge and a rating curve look at it. */
FUNCTION open_sums open_sum_faces(open_list at, long b, int j)
{
    const int is_shared = at.kind[b] == OPEN_DISCHARGE || at.kind[b] == OPEN_RATING;
    open_sums sums;
    sums.conveyance = 0.0;
    sums.high = -1e300;
    sums.low = 1e300;
#if RATING
    sums.width = sums.level = 0.0;
#endif
    for (int f = at.first[b] + j; f < (is_shared ? at.last[b] : 0); f += ACCUMULATORS) {
        const long entry = (long)(f >> LANE_BITS) * (OPEN_CONSTANTS * BLOCK_LANES) + (f & LANE_MASK);
        double inverse_n = (double)at.open[entry + 4 * BLOCK_LANES];
#if STRIPS
        const open_section side = section_of_open(at, f);
        const real h = side.h;
        const double length = open_length(at.open, f) * (double)side.part, z = (double)side.z;
#else
        const real h = at.look[place_of(at.owner[f])];
        const double length = open_length(at.open, f);
#if ROUGHNESS
        const double n = SQRT64(roughness_of(at.face_law[f], at.rough, (double)(h > at.dry ? h : at.dry)));
        inverse_n = (double)(real)(inverse_n / n);
#endif
        const double z = (double)at.bed[at.owner[f]];
#endif
        sums.conveyance += h > at.dry ? open_conveyance((double)h, inverse_n) * length : 0.0;
        sums.high = z > sums.high ? z : sums.high;
        sums.low = z < sums.low ? z : sums.low;
#if RATING
        const double wet = h > at.dry ? length : 0.0;
        sums.width += wet;
        sums.level = FMA64(wet, z + (double)h, sums.level);
#endif
    }
    return sums;
}

/* Puts what boundary b has in the state, from the sums over its faces. */
FUNCTION void open_put_state(open_list at, long b, open_sums sums)
{
    GLOBAL double *state = at.state + b;
#if RATING
    if (at.kind[b] == OPEN_RATING)
        state[0] = open_rating(at.table, at.row[b], at.rows[b], sums.width, sums.level);
    else
#endif
        state[0] = open_given(at.table, at.row, at.rows, at.nearest, at.clock, at.kind[b], at.varies[b],
                              at.is_start, 0, (int)b, at.boundaries, at.g);
    state[OPEN_TOTAL * at.boundaries] = sums.conveyance;
    state[OPEN_SECOND * at.boundaries] =
        open_given(at.table, at.row, at.rows, at.nearest, at.clock, at.kind[b], at.varies[b], at.is_start, 1,
                   (int)b, at.boundaries, at.g);
    state[OPEN_LOWEST * at.boundaries] = sums.low;
}

/* What comes into dry boundary b at a level over its lowest bed, and the derivative, of accumulator j. */
typedef struct open_inflows {
    double flow, slope;
} open_inflows;

FUNCTION open_inflows open_sum_inflows(open_list at, long b, int j, double level, double low)
{
    open_inflows sums;
    sums.flow = sums.slope = 0.0;
    for (int f = at.first[b] + j; f < at.last[b]; f += ACCUMULATORS) {
#if STRIPS
        const open_section side = section_of_open(at, f);
        const double length = open_length(at.open, f) * (double)side.part;
        const double above = level - ((double)side.z - low);
#else
        const double length = open_length(at.open, f);
        const double above = level - ((double)at.bed[at.owner[f]] - low);
#endif
        sums.flow += length * open_critical(above);
        sums.slope += 1.5 * length * SQRT64(above > 0.0 ? above : 0.0);
    }
    return sums;
}

/* The values of each boundary's series, and its total conveyance in the state, which is the one before a step
 * (`is_start`) or after it: the sum of 64 accumulators (faces j, j + 64, ...) by a fixed tree. One group a
 * boundary. */
KERNEL_SHAPE(ACCUMULATORS, 1)
KERNEL sw_series(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *RESTRICT bed,
                 GLOBAL CONST int *RESTRICT owner, GLOBAL CONST real *RESTRICT open,
                 GLOBAL CONST int *RESTRICT kind, GLOBAL CONST int *RESTRICT first,
                 GLOBAL CONST int *RESTRICT last, GLOBAL CONST double *RESTRICT table,
                 GLOBAL CONST int *RESTRICT row, GLOBAL CONST int *RESTRICT rows,
                 GLOBAL CONST int *RESTRICT varies, GLOBAL CONST double *RESTRICT nearest,
#if STRIPS
                 GLOBAL CONST real *RESTRICT section,
#endif
                 GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count,
                 GLOBAL double *RESTRICT state,
#if ROUGHNESS
                 GLOBAL CONST int *RESTRICT face_law, GLOBAL CONST double *RESTRICT rough,
#endif
                 double g, real dry, int boundaries, int is_start)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? boundaries : 0)
    SHARED open_accumulators sums;
    SHARED open_entry into;
    open_list at;
    at.look = (count[COUNT_PARITY] != 0) == is_start ? q1 : q0;
    at.bed = bed, at.owner = owner, at.open = open, at.kind = kind, at.first = first;
    at.last = last, at.table = table, at.row = row, at.rows = rows, at.varies = varies;
    at.nearest = nearest, at.clock = clock, at.state = state, at.g = g, at.dry = dry;
    at.boundaries = boundaries, at.is_start = is_start;
#if ROUGHNESS
    at.face_law = face_law, at.rough = rough;
#endif
#if STRIPS
    at.section = section;
#endif
    FOR_FLAT (j, ACCUMULATORS) {
        const open_sums own = open_sum_faces(at, b, (int)j);
        PUT_SUMS(j, own)
    }
    BARRIER;
    OPEN_FOLD(TAKE_CONVEYANCE)
    FOR_FLAT (j, 1) {
        open_sums all;
        READ_SUMS(j, all)
        open_put_state(at, b, all);
        const int enters =
            kind[b] == OPEN_DISCHARGE && !(all.conveyance > 0.0) && first[b] < last[b] && state[b] > 0.0;
        into.low = all.low;
        into.wanted = enters ? state[b] / SQRT64(g) : 0.0;
        into.level =
            enters ? open_first_level(into.wanted, open_length(open, first[b]), all.high - all.low) : 0.0;
    }
    BARRIER;
    const int steps = into.wanted > 0.0 ? ENTRY_STEPS : 0;
    for (int i = 0; i < steps; i++) {
        FOR_FLAT (j, ACCUMULATORS) {
            const open_inflows own = open_sum_inflows(at, b, (int)j, into.level, into.low);
            into.flow[j] = own.flow;
            into.slope[j] = own.slope;
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
