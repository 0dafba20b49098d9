// check: LANES=1 STATE_BITS=3 FRICTION=1 EXPRESSIONS=0
// check: LANES=1 STATE_BITS=0 FRICTION=0 EXPRESSIONS=0
/* Flows that do not pass through faces: what comes in, or is taken out, at points, and what structures let
 * through. After the cells have stepped, and ghosts have come, each flow finds its volume from the new state
 * (sw_flows); then each cell that has flows takes them in their order (sw_take). A ghost takes them as its
 * owner does, so that nothing has to be sent again.
 *
 * A flow goes from its end 0 to its end 1; below 0 it goes back. An end is a cell, or outside.
 *   kind   [flow]
 *   end    [2][flows] slot of the cell, -1: outside
 *   room   [2][flows] area of the cell over the number of flows there, m2: no flow takes more than that of
 *          its water
 *   table, row, rows   [3][flows] series over time (fv/zones.c): first row, and number of rows; rows = 0: an
 *                      expression, row is its number; the second one is of breaches and rating tables alone,
 *                      the third one of breaches
 *   constant [flow][FLOW_CONSTANTS] of a structure (fv/kinds.h)
 *   volume [flow] of this step, m3
 *   now    [2][flows] discharge of this step, m3/s, and 1 where a pump is on
 *   passed [2][flows] since the start, m3: a sum of two doubles
 *
 * A cell with flows each, a `taker`:
 *   slot, first   its slot; its entries are [first, first of the next one)
 *   entry [entry] 2 flow + end
 *   owed  [entry] what the depth has not taken of them for its rounding, m3
 *   taker [TAKER_CONSTANTS][takers] area m2, 1 / chi' 1/m, 0 for a ghost, and the rate below which no step
 *       is, 1/s */
#include "math.h"
#include "fv/kinds.h"
#include "physics/shallow_water.h"
#include "time/clock.h"
#include "fv/place.h"
#include "fv/rates.h"
#include "fv/step_mean.h"
#include "fv/structures.h"

#if EXPRESSIONS
STEP_MEAN(flow_mean_of_expression, eg_flow_expression)
#endif

/* What a series brings in a step. One that is no number makes the depth none, which ends the run. */
FUNCTION double flow_series(GLOBAL CONST double *table, GLOBAL CONST int *row, GLOBAL CONST int *rows, int f,
                            double t, double t_next)
{
    double volume = 0.0;
    if (rows[f] > 0)
        volume = rate_of_step(table + (long)RATE_ROW * row[f], rows[f], t, t_next);
#if EXPRESSIONS
    else
        volume = flow_mean_of_expression(row[f], t, t_next) * (t_next - t);
#endif
    return volume;
}

/* The value of a series: of an opening at a time, of a pump's curve at a head. */
FUNCTION double flow_value(GLOBAL CONST double *table, GLOBAL CONST int *row, GLOBAL CONST int *rows, int f,
                           double at)
{
    double value = 0.0;
    if (rows[f] > 0)
        value = rate_value(table + (long)RATE_ROW * row[f], rows[f], at);
#if EXPRESSIONS
    else
        value = eg_flow_expression(row[f], at);
#endif
    return value;
}

/* The volume, or as much of it as is there: of end 0, or where it is below 0 of end 1. */
FUNCTION double flow_bounded(double volume, double there0, double there1)
{
    const double least = volume < -there1 ? -there1 : volume;
    return least > there0 ? there0 : least;
}

/* Water of an end that this flow may take, m3. */
FUNCTION double flow_there(GLOBAL CONST real *state, int slot, double room)
{
    return slot < 0 ? 1e300 : room * (double)state[place_of(slot)];
}

/* A weir at this moment: its crest, that of its breach, how much of its width the breach has, and how much
 * its sloping sides have, which are seen from the ends of the breach's crest: to the left and to the
 * right. */
typedef struct weir_shape {
    double crest, breach, part, sides, left_from, left_to, right_from, right_to;
} weir_shape;

FUNCTION weir_shape weir_without_breach(double crest)
{
    weir_shape s;
    s.crest = s.breach = crest;
    s.part = s.sides = s.left_from = s.left_to = s.right_from = s.right_to = 0.0;
    return s;
}

FUNCTION double least_of(double a, double b)
{
    return a < b ? a : b;
}

/* The sides of a breach whose crest reaches so far to both sides. */
FUNCTION weir_shape weir_sides_of(weir_shape s, GLOBAL CONST double *given, double reach)
{
    const double most = given[6] * (s.crest - s.breach);
    const double right = given[4] - reach, left = -given[5] - reach;
    s.right_from = right > 0.0 ? right : 0.0;
    s.right_to = least_of(given[5] - reach, most);
    s.left_from = left > 0.0 ? left : 0.0;
    s.left_to = least_of(-given[4] - reach, most);
    s.sides = (s.right_to > s.right_from ? s.right_to - s.right_from : 0.0) +
              (s.left_to > s.left_from ? s.left_to - s.left_from : 0.0);
    return s;
}

FUNCTION weir_shape weir_shape_of(GLOBAL CONST double *given, GLOBAL CONST double *table,
                                  GLOBAL CONST int *row, GLOBAL CONST int *rows, int f, int flows, double t)
{
    weir_shape s = weir_without_breach(flow_value(table, row, rows, f, t));
    if (given[3] > 0.0) {
        const double reach = 0.5 * flow_value(table, row, rows, 2 * flows + f, t);
        const double low = given[4] > -reach ? given[4] : -reach, high = given[5] < reach ? given[5] : reach;
        const double level = flow_value(table, row, rows, flows + f, t);
        s.breach = level < s.crest ? level : s.crest;
        s.part = high > low ? high - low : 0.0;
        s.part = s.part < given[1] ? s.part : given[1];
        if (given[6] > 0.0)
            s = weir_sides_of(s, given, reach);
    }
    return s;
}

/* What goes over it between these levels. */
FUNCTION double shaped_weir_flow(GLOBAL CONST double *given, weir_shape s, double up, double down)
{
    const double rest = given[1] - s.part - s.sides, above = up - s.breach, below = down - s.breach;
    double over = weir_flow(given[2], rest > 0.0 ? rest : 0.0, up - s.crest, down - s.crest);
    if (s.sides > 0.0)
        over += sloping_weir_flow(given[2], given[6], s.left_from, s.left_to, above, below) +
                sloping_weir_flow(given[2], given[6], s.right_from, s.right_to, above, below);
    return s.part > 0.0 ? over + weir_flow(given[2], s.part, above, below) : over;
}

/* A rating table: the discharge from end 0 to end 1 at their levels, bilinear; its ends hold. */
FUNCTION double table_flow(GLOBAL CONST double *given, GLOBAL CONST double *table, GLOBAL CONST int *row,
                           GLOBAL CONST int *rows, int f, int flows, double level0, double level1)
{
    const int across = (int)given[1], levels = rows[flows + f];
    const double at = flow_value(table, row, rows, flows + f, level0);
    const int last = levels > 1 ? levels - 2 : 0, low = (int)at < last ? (int)at : last;
    GLOBAL CONST double *first = table + (long)RATE_ROW * (row[f] + across * low);
    const double below = rate_value(first, across, level1);
    const double above = levels > 1 ? rate_value(first + RATE_ROW * across, across, level1) : below;
    return FMA64(at - (double)low, above - below, below);
}

/* Discharge of a structure from the side with the level `up` to that with `down`; `back`: it goes from end 1
 * to end 0. */
FUNCTION double structure_flow(GLOBAL CONST double *given, int kind, double opening, weir_shape weir,
                               double up, double down, int back)
{
    const double sill = given[back && kind == FLOW_CULVERT], coefficient = given[2];
    double q = 0.0;
    if (kind == FLOW_WEIR)
        q = shaped_weir_flow(given, weir, up, down);
    else if (kind == FLOW_GATE)
        q = opening_flow(coefficient, given[3], given[1], opening, up - sill, down - sill);
    else if (kind == FLOW_BRIDGE)
        q = opening_flow(coefficient, given[3], given[1], given[4] - sill, up - sill, down - sill) +
            weir_flow(coefficient, given[6], up - given[5], down - given[5]);
    else if (kind == FLOW_CULVERT) {
        const double other = given[!back];
        q = culvert_flow(given, back ? -given[10] : given[10], sill - other, up - sill, down - other);
    }
    return q;
}

/* Level of the water at an end; outside it is that of the other end. */
FUNCTION double flow_level(GLOBAL CONST real *state, GLOBAL CONST real *bed, int slot, int other)
{
    const int at = slot < 0 ? other : slot;
    return (double)bed[at] + (double)state[place_of(at)];
}

/* Volume of a structure in a step of dt: no more than makes both levels equal. `tabled` is the discharge of a
 * rating table. */
FUNCTION double structure_volume(GLOBAL CONST double *given, int kind, double opening, weir_shape weir,
                                 double tabled, double level0, double level1, double room0, double room1,
                                 double dt)
{
    const int back = level1 > level0;
    const double up = back ? level1 : level0, down = back ? level0 : level1;
    const double most = (up - down) * (room0 * room1) / (room0 + room1);
    const double towards = back ? -tabled : tabled;
    const double flow =
        dt * (kind == FLOW_TABLE ? (towards > 0.0 ? towards : 0.0)
                                 : structure_flow(given, kind, opening, weir, up, down, back));
    const double volume = flow < most ? flow : most;
    return back ? (given[FLOW_ONE_WAY] > 0.0 ? 0.0 : -volume) : volume;
}

/* Whether a pump runs: it starts at a level, and stops below another one. */
FUNCTION int pump_runs(GLOBAL CONST double *given, double was, double level)
{
    return level >= given[0] || (was > 0.0 && level > given[1]);
}

/* One group a flow. */
KERNEL_SHAPE(1, 1)
KERNEL sw_flows(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *RESTRICT bed,
                GLOBAL CONST int *RESTRICT kind, GLOBAL CONST int *RESTRICT end,
                GLOBAL CONST double *RESTRICT room, GLOBAL CONST double *RESTRICT constants,
                GLOBAL CONST double *RESTRICT table, GLOBAL CONST int *RESTRICT row,
                GLOBAL CONST int *RESTRICT rows, GLOBAL CONST double *RESTRICT clock,
                GLOBAL CONST long *RESTRICT count, GLOBAL double *RESTRICT volume,
                GLOBAL double *RESTRICT now, GLOBAL double *RESTRICT passed, int flows)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? flows : 0)
    GLOBAL CONST real *state = count[COUNT_PARITY] ? q0 : q1;
    FOR_FLAT (i, 1) {
        const int f = (int)b, end0 = end[f], end1 = end[flows + f];
        const double t = clock[CLOCK_T], t_next = clock[CLOCK_T_NEXT], dt = clock[CLOCK_DT];
        GLOBAL CONST double *given = constants + FLOW_CONSTANTS * f;
        const double level0 = flow_level(state, bed, end0, end1), level1 = flow_level(state, bed, end1, end0);
        double wanted = 0.0;
        if (kind[f] == FLOW_INFLOW) {
            wanted = flow_series(table, row, rows, f, t, t_next);
        } else if (kind[f] == FLOW_PUMP) {
            const int runs = pump_runs(given, now[flows + f], level0);
            wanted = given[FLOW_ONE_WAY] > 0.0 ? dt * flow_value(table, row, rows, f, level1 - level0)
                                               : flow_series(table, row, rows, f, t, t_next);
            wanted = runs ? wanted : 0.0;
            now[flows + f] = runs ? 1.0 : 0.0;
        } else {
            const double opening = kind[f] == FLOW_GATE ? flow_value(table, row, rows, f, t_next) : 0.0;
            weir_shape weir = weir_without_breach(0.0);
            if (kind[f] == FLOW_WEIR)
                weir = weir_shape_of(given, table, row, rows, f, flows, t_next);
            const double tabled =
                kind[f] == FLOW_TABLE ? table_flow(given, table, row, rows, f, flows, level0, level1) : 0.0;
            wanted = structure_volume(given, kind[f], opening, weir, tabled, level0, level1, room[f],
                                      room[flows + f], dt);
        }
        volume[f] =
            flow_bounded(wanted, flow_there(state, end0, room[f]), flow_there(state, end1, room[flows + f]));
        now[f] = dt > 0.0 ? volume[f] / dt : now[f];
        add_to_sum(passed + f, flows, volume[f]);
    }
    END_GROUPS
}

/* The rate of a cell into which `gained`, m3/s, flows: a film of q t / A is crossed by its waves in the time
 * t where sqrt(g q t / A) t = chi'. */
FUNCTION double taker_rate(double gained, double g, double area, double inverse_chi)
{
    return eg_cbrt(g * gained / area * (inverse_chi * inverse_chi));
}

/* One group a cell with flows: its depth takes them; what comes brings no momentum, what goes takes its
 * own. */
KERNEL_SHAPE(1, 1)
KERNEL sw_take(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST int *RESTRICT slot,
               GLOBAL CONST int *RESTRICT first, GLOBAL CONST int *RESTRICT entry,
               GLOBAL CONST double *RESTRICT taker, GLOBAL CONST double *RESTRICT volume,
               GLOBAL double *RESTRICT owed, GLOBAL CONST double *RESTRICT clock,
               GLOBAL CONST long *RESTRICT count, GLOBAL real *RESTRICT part, double g, real root_g, real dry,
               int first_part, int takers)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? takers : 0)
    GLOBAL real *state = count[COUNT_PARITY] ? q0 : q1;
    FOR_FLAT (i, 1) {
        const int k = (int)b, at = place_of(slot[k]);
        const double area = taker[k], inverse_chi = taker[takers + k], dt = clock[CLOCK_DT];
        const real before = state[at];
        real h = before;
        double gained = 0.0;
        for (int e = first[k]; e < first[k + 1]; e++) {
            const double comes = entry[e] & 1 ? volume[entry[e] >> 1] : -volume[entry[e] >> 1];
            const double wanted = comes + owed[e];
            const real next = R((double)h + wanted / area);
            const real kept = next < R(0.0) ? R(0.0) : next; /* NaN stays */
            owed[e] = wanted - ((double)kept - (double)h) * area;
            gained += comes > 0.0 ? comes : 0.0;
            h = kept;
        }
        const sw_side was = sw_side_of(before, state[at + STATE_LANES], state[at + 2 * STATE_LANES],
                                       state[at + 3 * STATE_LANES], R(0.0));
        const real slower = h > before ? DIVIDE(before, h) : R(1.0);
        const real u = h > dry ? was.u * slower : R(0.0), v = h > dry ? was.v * slower : R(0.0);
        const real root = SQRT(h);
        if (h != before) {
            state[at] = h;
            state[at + STATE_LANES] = u;
            state[at + 2 * STATE_LANES] = v;
            state[at + 3 * STATE_LANES] = sw_pack(root, h > dry ? sw_kinematic(was.part) : R(0.0));
        }
        const double speed = (double)(SQRT(FMA(u, u, v * v)) + root_g * root) * inverse_chi;
        const double film = dt > 0.0 && gained > 0.0 ? taker_rate(gained / dt, g, area, inverse_chi) : 0.0;
        const double least = taker[2 * takers + k] > film ? taker[2 * takers + k] : film;
        const double rate = speed > least ? speed : least;
        part[first_part + k] = R((double)h + rate < (double)R(SW_HUGE) ? rate : (double)R(SW_HUGE));
    }
    END_GROUPS
}
