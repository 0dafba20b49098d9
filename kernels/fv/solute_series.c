// check: LANES=1 STATE_BITS=3 LANE_BITS=3 SOLUTES=2 EXPRESSIONS=0
// check: LANES=1 STATE_BITS=0 LANE_BITS=5 SOLUTES=1 EXPRESSIONS=0
/* Solutes (fv/solutes.c): values over time, and what flows carry that do not pass through faces (fv/flows.c).
 *
 *   table, row, rows   [series] as in fv/flows.c; rows below 0: none, whose value is 0; rows = 0: the
 *                      expression eg_solute_expression
 *   rates    [SOLUTES] of decay, 1/s
 *   value    [series] mean over the step; behind them [SOLUTES] what decay leaves of an amount in the step
 *   number   [flow] in the list of all ranks: its concentrations begin at value[first_flow + SOLUTES number],
 *            its loads `loads` further, in m3 times the unit a second
 *   passed   [3][flow][SOLUTES] that since the start, as a sum of two doubles, and of the last step a second
 *   mass     [flow][SOLUTES] what the flow brings from its end 0 to its end 1 in the step, m3 times the unit
 *   booked   [block of the state][SOLUTES][SOLUTE_TERMS][lane]; its blocks have 1 << LANE_BITS lanes */
#include "math.h"
#include "time/clock.h"
#include "fv/place.h"
#include "fv/rates.h"
#include "fv/step_mean.h"
#include "fv/amounts.h"

#define BOOKED_PLACE(slot, s, term)                                                                          \
    (((((slot) >> LANE_BITS) * SOLUTES + (s)) * SOLUTE_TERMS + (term)) * (1 << LANE_BITS) +                  \
     ((slot) & ((1 << LANE_BITS) - 1)))

#if EXPRESSIONS
STEP_MEAN(mean_of_expression, eg_solute_expression)
#endif

/* The mean of a series over the step. */
FUNCTION double mean_of_series(GLOBAL CONST double *table, int row, int rows, double t, double t_next)
{
    if (rows > 0)
        return t_next > t ? rate_of_step(table + (long)RATE_ROW * row, rows, t, t_next) / (t_next - t)
                          : rate_value(table + (long)RATE_ROW * row, rows, t);
#if EXPRESSIONS
    if (rows == 0)
        return mean_of_expression(row, t, t_next);
#endif
    return 0.0;
}

/* One group a series; behind them one a solute. */
KERNEL_SHAPE(1, 1)
KERNEL sw_solute_values(GLOBAL CONST double *RESTRICT table, GLOBAL CONST int *RESTRICT row,
                        GLOBAL CONST int *RESTRICT rows, GLOBAL CONST double *RESTRICT rates,
                        GLOBAL double *RESTRICT value, GLOBAL CONST double *RESTRICT clock,
                        GLOBAL CONST long *RESTRICT count, int series)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? series + SOLUTES : 0)
    FOR_FLAT (i, 1) {
        const int s = (int)b;
        const double dt = clock[CLOCK_DT];
        value[s] = s < series ? mean_of_series(table, row[s], rows[s], clock[CLOCK_T], clock[CLOCK_T_NEXT])
                              : eg_exp(-rates[s - series] * dt);
    }
    END_GROUPS
}

/* The concentration that a flow takes from an end: of its cell, or from outside. */
FUNCTION double concentration_at_end(GLOBAL CONST real *state, GLOBAL CONST real *amounts, int slot, int s,
                                     double outside)
{
    const double h = slot < 0 ? 0.0 : (double)state[place_of(slot)];
    const double inside = slot < 0 ? 0.0 : concentration_of((double)amounts[AMOUNT_PLACE(slot, s)], h);
    return slot < 0 ? outside : inside;
}

/* One group a flow, when its volume is known and no cell has taken it. */
KERNEL_SHAPE(1, 1)
KERNEL sw_solute_flows(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *m0,
                       GLOBAL CONST real *m1, GLOBAL CONST int *RESTRICT end,
                       GLOBAL CONST int *RESTRICT number, GLOBAL CONST double *RESTRICT volume,
                       GLOBAL CONST double *RESTRICT value, GLOBAL double *RESTRICT mass,
                       GLOBAL double *RESTRICT passed, GLOBAL CONST double *RESTRICT clock,
                       GLOBAL CONST long *RESTRICT count, int first_flow, int loads, int flows)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? flows : 0)
    GLOBAL CONST real *state = count[COUNT_PARITY] ? q0 : q1;
    GLOBAL CONST real *amounts = count[COUNT_PARITY] ? m0 : m1;
    FOR_FLAT (i, 1) {
        const int f = (int)b, from = volume[f] < 0.0 ? end[flows + f] : end[f];
        for (int s = 0; s < SOLUTES; s++) {
            const int at = first_flow + SOLUTES * number[f] + s;
            const double c = concentration_at_end(state, amounts, from, s, value[at]);
            const double dt = clock[CLOCK_DT], brings = FMA64(dt, value[loads + at], volume[f] * c);
            GLOBAL double *of = passed + SOLUTES * f + s;
            mass[SOLUTES * f + s] = brings;
            of[2 * SOLUTES * flows] = dt > 0.0 ? brings / dt : of[2 * SOLUTES * flows];
            add_to_sum(of, SOLUTES * flows, brings);
        }
    }
    END_GROUPS
}

/* One group a cell with flows. */
KERNEL_SHAPE(1, 1)
KERNEL sw_solute_take(GLOBAL real *m0, GLOBAL real *m1, GLOBAL CONST int *RESTRICT end,
                      GLOBAL CONST int *RESTRICT slot, GLOBAL CONST int *RESTRICT first,
                      GLOBAL CONST int *RESTRICT entry, GLOBAL CONST double *RESTRICT taker,
                      GLOBAL CONST double *RESTRICT mass, GLOBAL double *RESTRICT booked,
                      GLOBAL CONST long *RESTRICT count, int flows, int takers)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? takers * SOLUTES : 0)
    GLOBAL real *amounts = count[COUNT_PARITY] ? m0 : m1;
    FOR_FLAT (i, 1) {
        const int k = (int)b / SOLUTES, s = (int)b % SOLUTES, place = AMOUNT_PLACE(slot[k], s);
        double amount = (double)amounts[place], in = 0.0, out = 0.0;
        for (int e = first[k]; e < first[k + 1]; e++) {
            const int f = entry[e] >> 1, mine = entry[e] & 1;
            const double brought = mass[SOLUTES * f + s], comes = (mine ? brought : -brought) / taker[k];
            const double beyond = end[(mine ? 0 : flows) + f] < 0 ? comes : 0.0;
            amount += comes;
            in += beyond > 0.0 ? beyond : 0.0;
            out -= beyond < 0.0 ? beyond : 0.0;
        }
        const double kept = amount < 0.0 ? 0.0 : amount;
        amounts[place] = R(kept);
        booked[BOOKED_PLACE(slot[k], s, SOLUTE_IN)] += in;
        booked[BOOKED_PLACE(slot[k], s, SOLUTE_OUT)] += out;
        booked[BOOKED_PLACE(slot[k], s, SOLUTE_CLIPPED)] += kept - amount;
    }
    END_GROUPS
}
