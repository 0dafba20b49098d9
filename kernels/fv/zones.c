// check: LANES=1 EXPRESSIONS=0
// check: LANES=1 EXPRESSIONS=0 RAIN_FIELDS=1
// check: LANES=1 EXPRESSIONS=0 RAIN_FIELDS=1 EVAPORATION_FIELDS=1
// check: LANES=1 EXPRESSIONS=0 EVAPORATION_FIELDS=1
/* Rain and evaporation of every zone in the step that is being taken.
 *
 *   table   [row][RATE_ROW] f64: time s, rate m/s, its integral since the first row m, its slope m/s2 up to
 *           the next row. The rate is that of the first row before it, and goes on with the slope of the last
 *           row beyond it
 *   row, rows   [2][zones] of rain, then of evaporation: first row, and number of rows; rows = 0: an
 *               expression of the generated source, eg_rate_expression; below 0: none
 *   decay   [zones] k of the soil, 1/s (fv/water.h)
 *   zones   [zones + 1][SW_ZONE] what the step gives (fv/water.h); the last zone is 0 and stays it
 *   fallen  [zones][2] rain since the start, m: a sum of two doubles
 *   span    [zones][RATE_SPAN] of rain with RAIN_FIELDS, then of evaporation with EVAPORATION_FIELDS:
 *           beginning of the time between two fields of a zone, s, 1 / its length, 1/s, 0: the first field
 *           holds; 1 where there is a rate in one of them, 0 in none, below 0: the zone has no fields. With
 *           RAIN_FIELDS `fallen` are [2][zones][2] seconds of the first and of the second since the span
 *           began
 *
 * The rain of a step is the difference of the integrals, so that the rain of a run does not hang on its
 * steps; that of an expression is its mean over the step (fv/step_mean.h). Between two fields a rate is
 * linear in time: a step gives each the seconds that are its integral; no step goes beyond the span's end. */
#include "math.h"
#include "time/clock.h"
#include "fv/kinds.h"
#include "fv/rates.h"
#include "fv/step_mean.h"
#ifndef RAIN_FIELDS
#define RAIN_FIELDS 0
#endif
#ifndef EVAPORATION_FIELDS
#define EVAPORATION_FIELDS 0
#endif

#if EXPRESSIONS
/* No number where it is below zero. */
FUNCTION double rate_at(int s, double t)
{
    const double rate = eg_rate_expression(s, t);
    return rate >= 0.0 ? rate : SQRT64(-1.0);
}

STEP_MEAN(rate_mean_of_expression, rate_at)
#endif

/* What series s brings in a step, m. A rate below zero or none at all makes the depth no number, which ends
 * the run. */
FUNCTION double series_depth(GLOBAL CONST double *table, GLOBAL CONST int *row, GLOBAL CONST int *rows, int s,
                             double t, double t_next)
{
    double depth = 0.0;
    if (rows[s] > 0) {
        GLOBAL CONST double *from = table + (long)RATE_ROW * row[s];
        depth = rate_of_step(from, rows[s], t, t_next);
        depth = depth > 0.0 ? depth : 0.0;
    }
#if EXPRESSIONS
    else if (rows[s] == 0) {
        depth = rate_mean_of_expression(s, t, t_next) * (t_next - t);
        depth = depth < 0.0 ? 0.0 : depth; /* of a sum that is rounded; NaN stays */
    }
#endif
    return depth;
}

/* The seconds of a step in which the second field holds, of a span. */
FUNCTION double second_seconds(GLOBAL CONST double *span, double t, double t_next)
{
    const double part = (FMA64(0.5, t_next - t, t) - span[0]) * span[1];
    const double within = part > 0.0 ? part : 0.0;
    return span[2] * (within < 1.0 ? within : 1.0) * (t_next - t);
}

/* What a zone has of its rate in a step: the depth of its series, m, and 0; or the seconds of its two
 * fields. */
typedef struct zone_rate {
    double first, second;
} zone_rate;

FUNCTION zone_rate rate_of_zone(GLOBAL CONST double *span, double depth, double t, double t_next)
{
    zone_rate rate;
    rate.first = depth;
    rate.second = 0.0;
    if (span[2] >= 0.0) {
        rate.second = second_seconds(span, t, t_next);
        rate.first = FMA64(span[2], t_next - t, -rate.second);
    }
    return rate;
}

/* One group a zone; before the cells of a step. */
KERNEL_SHAPE(1, 1)
KERNEL sw_zones(GLOBAL CONST double *RESTRICT table, GLOBAL CONST int *RESTRICT row,
                GLOBAL CONST int *RESTRICT rows, GLOBAL CONST double *RESTRICT decay,
                GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count,
                GLOBAL CONST double *RESTRICT span, GLOBAL double *RESTRICT zones,
                GLOBAL double *RESTRICT fallen, int zone_count)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? zone_count : 0)
    FOR_FLAT (i, 1) {
        const int z = (int)b;
        const double t = clock[CLOCK_T], t_next = clock[CLOCK_T_NEXT], dt = clock[CLOCK_DT], k = decay[z];
        double rain = series_depth(table, row, rows, z, t, t_next);
        double evaporation = series_depth(table, row, rows, zone_count + z, t, t_next);
#if RAIN_FIELDS
        const zone_rate rains = rate_of_zone(span + RATE_SPAN * z, rain, t, t_next);
        rain = rains.first;
        zones[SW_ZONE * z + 4] = rains.second;
        add_to_sum(fallen + 2 * (zone_count + z), 1, rains.second);
#endif
#if EVAPORATION_FIELDS
        const zone_rate evaporates =
            rate_of_zone(span + RATE_SPAN * ((RAIN_FIELDS ? zone_count : 0) + z), evaporation, t, t_next);
        evaporation = evaporates.first;
        zones[SW_ZONE * z + 5] = evaporates.second;
#endif
        (void)span;
        zones[SW_ZONE * z] = rain;
        zones[SW_ZONE * z + 1] = evaporation;
        zones[SW_ZONE * z + 2] = k > 0.0 ? (1.0 - eg_exp(-k * dt)) / k : dt;
        zones[SW_ZONE * z + 3] = k;
        add_to_sum(fallen + 2 * z, 1, rain);
    }
    END_GROUPS
}
