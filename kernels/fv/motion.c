// check: LANES=8
// check: LANES=128
/* Ground that moves under shallow water (docs/theory/shallow-water-sources.md, "Moving bed"): before the
 * cells of a step, the bed of the middle of the step,
 *
 *     z = z0 + sum of w_i(t) D_i,     w_i = 0 up to `start`, 1 from `end` on, linear between
 *
 * The depth stays: the water is lifted along. Nothing is done in a step in which no weight has changed.
 *
 *   table   [lift][2] start and end, s
 *   weight  [lift] w of the last step; moves: 1 where one of them is another than in the step before
 *   base    [slot] z0, m;  lift [lift][slot] D, m;  bed [slot] what the other kernels look at
 *   slope0  [2][slots] g times the gradient of z0;  slope [lift][2][slots] that of D
 *   flow    [block][SW_WAVE_CONSTANTS_FRICTION][LANES] from the third on what friction knows of the slope
 *           (fv/kinds.h) */
#include "math.h"
#include "physics/wave.h"
#include "time/clock.h"
#include "fv/kinds.h"

/* w of a lift at time t. */
FUNCTION double lift_weight(double start, double end, double t)
{
    return t >= end ? 1.0 : t > start ? (t - start) / (end - start) : 0.0;
}

KERNEL_SHAPE(LANES, 1)
KERNEL sw_weigh(GLOBAL CONST double *RESTRICT table, GLOBAL CONST double *RESTRICT clock,
                GLOBAL CONST long *RESTRICT count, GLOBAL double *RESTRICT weight, GLOBAL int *RESTRICT moves,
                int lifts)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? 1 : 0)
    FOR_FLAT (j, 1) {
        const double t = FMA64(0.5, clock[CLOCK_T_NEXT] - clock[CLOCK_T], clock[CLOCK_T]);
        int any = 0;
        for (int i = 0; i < lifts; i++) {
            const double w = lift_weight(table[2 * i], table[2 * i + 1], t);
            any |= w != weight[i];
            weight[i] = w;
        }
        moves[b + j] = any;
    }
    END_GROUPS
}

/* z0 and the lifts of value `at` of `values`, in f64. */
FUNCTION double lifted(GLOBAL CONST real *first, GLOBAL CONST real *more, GLOBAL CONST double *weight,
                       int lifts, long values, long at)
{
    double sum = 0.0;
    for (int i = 0; i < lifts; i++)
        if (weight[i] > 0.0)
            sum = FMA64(weight[i], (double)more[values * i + at], sum);
    return (double)first[at] + sum;
}

KERNEL_SHAPE(LANES, 1)
KERNEL sw_move(GLOBAL CONST real *RESTRICT base, GLOBAL CONST real *RESTRICT lift,
               GLOBAL CONST double *RESTRICT weight, GLOBAL CONST int *RESTRICT moves,
               GLOBAL CONST long *RESTRICT count, GLOBAL real *RESTRICT bed, int lifts, long blocks)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE && moves[0] ? blocks : 0)
    FOR_LANES (l) {
        const long at = (long)b * LANES + l;
        bed[at] = R(lifted(base, lift, weight, lifts, blocks * LANES, at));
    }
    END_GROUPS
}

/* What friction knows of the slope, of the cells of one type; `level` is g times a slope that counts as
 * none. */
KERNEL_SHAPE(LANES, 1)
KERNEL sw_tilt(GLOBAL CONST real *RESTRICT slope0, GLOBAL CONST real *RESTRICT slope,
               GLOBAL CONST double *RESTRICT weight, GLOBAL CONST int *RESTRICT moves,
               GLOBAL CONST long *RESTRICT count, GLOBAL wave *RESTRICT flow, int lifts, double level,
               double saturation, long slots, int first_block, long blocks)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE && moves[0] ? blocks : 0)
    FOR_LANES (l) {
        const long at = ((long)b + first_block) * LANES + l;
        const double x = lifted(slope0, slope, weight, lifts, 2 * slots, at),
                     y = lifted(slope0, slope, weight, lifts, 2 * slots, slots + at);
        const double steep = SQRT64(FMA64(x, x, y * y));
        const long to = (long)b * (SW_WAVE_CONSTANTS_FRICTION * LANES) + l;
        const int tilted = steep > level;
        const double resistance =
            tilted ? saturation * (double)flow[to + LANES] / (steep * steep * steep) : 0.0;
        flow[to + 2 * LANES] = WAVE(tilted ? x : 0.0);
        flow[to + 3 * LANES] = WAVE(tilted ? y : 0.0);
        flow[to + 4 * LANES] = WAVE(resistance);
    }
    END_GROUPS
}
