// check: NFACES=3 STATE_BITS=3 LANES=8 SOLUTES=2
// check: NFACES=4 STATE_BITS=0 LANES=128 SOLUTES=1 ORDER=2 WATER=1 PEAKS=1
/* Solutes in shallow water (docs/theory/shallow-water-solutes.md), after the cells have stepped and ghosts have
 * come: the water's mass flux through a face takes the concentration of the cell that it leaves, or of the
 * boundary, with it. Then rain, what infiltrates, and decay.
 *
 *   m0, m1   amounts of a unit area, two buffers taken in turn with the states: [pack][SOLUTES][lane of the
 *            pack], depth times concentration, in m times the unit of the concentration
 *   passed   [block][NFACES][LANES] what the step has let out through each face, times its length, m3/s
 *   gained   [block][2][LANES] with WATER: rain of the step, m, and the part of the water that did not
 *            infiltrate
 *   of       [face] boundary of an open face
 *   value    values of the step: concentrations at boundaries [boundary][SOLUTES], others
 *            (fv/solute_series.c); of rain at `rain`, what decay leaves of an amount at `left`
 *   cell     [block][cell_constants][LANES] 1 / area, 1/m2; others
 *   booked   [block][SOLUTES][SOLUTE_TERMS][LANES] (fv/kinds.h) since the start, m times the unit
 *   peaks    [block][SOLUTES][2][LANES] with PEAKS: the largest concentration while the depth was above
 *            `flooded`, and its time, s
 *
 * Amounts are computed in f64 in any precision, and stored in that of the state. Bytes a cell, solute and step,
 * f64: amounts 16, booked 80, neighbours from cache. */
#include "math.h"
#include "time/clock.h"
#include "fv/place.h"

#ifndef ORDER
#define ORDER 1
#endif
#define SLOT_OF(there) (ORDER == 2 ? (there) >> 2 : (there))

/* Where solute s of a slot stands. */
#define AMOUNT_PLACE(slot, s)                                                                                \
    (((slot) >> STATE_BITS) * (SOLUTES * STATE_LANES) + (s)*STATE_LANES + ((slot) & (STATE_LANES - 1)))

/* What the lanes of a block have in common. */
typedef struct sw_dissolved {
    GLOBAL CONST real *from, *to, *amounts, *passed, *gained;
    GLOBAL CONST int *neighbour, *of;
    GLOBAL CONST double *value;
    GLOBAL real *next;
    GLOBAL double *booked, *peaks;
    int number, open_slot, rain, left;
    double dt, t, flooded;
} sw_dissolved;

/* What leaves a cell through its faces, and of it what comes in and leaves at boundaries, per second. */
typedef struct sw_exchange {
    double sum, in, out;
} sw_exchange;

FUNCTION double concentration_of(double amount, double h)
{
    return h > 0.0 ? amount / h : 0.0;
}

/* The concentration of solute s in the cell in a slot. */
FUNCTION double concentration_in(sw_dissolved at, int slot, int s)
{
    return concentration_of((double)at.amounts[AMOUNT_PLACE(slot, s)], (double)at.from[place_of(slot)]);
}

/* What stands across a face through which water comes in: a cell, or the boundary of an open face. */
FUNCTION double concentration_across(sw_dissolved at, int slot, int s)
{
    if (slot >= at.open_slot)
        return at.value[at.of[slot - at.open_slot] * SOLUTES + s];
    return concentration_in(at, slot, s);
}

/* Both cells of a face find the same product, but for its sign. */
FUNCTION sw_exchange exchange_of(sw_dissolved at, int l, int s, double own)
{
    sw_exchange e;
    e.sum = e.in = e.out = 0.0;
    for (int k = 0; k < NFACES; k++) {
        const int slot = SLOT_OF(at.neighbour[k * LANES + l]);
        const double flux = (double)at.passed[k * LANES + l];
        const double takes = flux > 0.0 ? own : flux < 0.0 ? concentration_across(at, slot, s) : 0.0;
        const double carried = flux * takes, open = slot >= at.open_slot ? carried : 0.0;
        e.sum += carried;
        e.out += open > 0.0 ? open : 0.0;
        e.in -= open < 0.0 ? open : 0.0;
    }
    return e;
}

FUNCTION void book_amount(sw_dissolved at, int l, int s, int term, double amount)
{
    at.booked[VALUE_PLACE(at.number, l, s * SOLUTE_TERMS + term, SOLUTES * SOLUTE_TERMS)] += amount;
}

/* Takes in the concentration that the step began with. */
FUNCTION void take_peak(sw_dissolved at, int l, int s, double concentration)
{
#if PEAKS
    const int peak = VALUE_PLACE(at.number, l, 2 * s, 2 * SOLUTES);
    const int when = VALUE_PLACE(at.number, l, 2 * s + 1, 2 * SOLUTES);
    const double h = (double)at.from[PLACE_IN_BLOCK(at.number, l)];
    if (h > at.flooded && concentration > at.peaks[peak]) {
        at.peaks[when] = at.t;
        at.peaks[peak] = concentration;
    }
#else
    (void)at, (void)l, (void)s, (void)concentration;
#endif
}

/* The new amount of solute s in lane l. */
FUNCTION void step_solute(sw_dissolved at, int l, int s, double inverse_area)
{
    const int slot = at.number * LANES + l, place = AMOUNT_PLACE(slot, s);
    const double amount = (double)at.amounts[place], scale = at.dt * inverse_area;
    const double own = concentration_in(at, slot, s);
    const sw_exchange e = exchange_of(at, l, s, own);
    const double moved = FMA64(-scale, e.sum, amount), kept = moved < 0.0 ? 0.0 : moved; /* NaN stays */
#if WATER
    const double rained = (double)at.gained[l] * at.value[at.rain + s];
    const double wet = kept + rained, soaked = wet - wet * (double)at.gained[LANES + l];
#else
    const double rained = 0.0, wet = kept, soaked = 0.0;
#endif
    const double stays = wet - soaked, lasts = stays * at.value[at.left + s];
    at.next[place] = R(lasts);
    take_peak(at, l, s, own);
    book_amount(at, l, s, SOLUTE_IN, FMA64(scale, e.in, rained));
    book_amount(at, l, s, SOLUTE_OUT, scale * e.out);
    book_amount(at, l, s, SOLUTE_SOAKED, soaked);
    book_amount(at, l, s, SOLUTE_DECAYED, stays - lasts);
    book_amount(at, l, s, SOLUTE_CLIPPED, kept - moved);
}

/* The amounts of the cells of one type, whose blocks begin at first_block. */
KERNEL_SHAPE(LANES, 1)
KERNEL sw_solutes(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL real *m0, GLOBAL real *m1,
                  GLOBAL CONST int *RESTRICT neighbour, GLOBAL CONST real *RESTRICT cell,
                  GLOBAL CONST real *RESTRICT passed,
#if WATER
                  GLOBAL CONST real *RESTRICT gained,
#endif
#if PEAKS
                  GLOBAL double *RESTRICT peaks,
#endif
                  GLOBAL CONST int *RESTRICT of, GLOBAL CONST double *RESTRICT value,
                  GLOBAL double *RESTRICT booked, GLOBAL CONST double *RESTRICT clock,
                  GLOBAL CONST long *RESTRICT count, double flooded, int rain, int left, int open_slot,
                  int cell_constants, int first_block, long blocks)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    sw_dissolved at;
    at.from = count[COUNT_PARITY] ? q1 : q0;
    at.amounts = count[COUNT_PARITY] ? m1 : m0;
    at.next = count[COUNT_PARITY] ? m0 : m1;
    at.neighbour = neighbour + b * (NFACES * LANES);
    at.passed = passed + b * (NFACES * LANES);
#if WATER
    at.gained = gained + (b + first_block) * (2 * LANES);
#endif
#if PEAKS
    at.peaks = peaks;
#endif
    at.of = of;
    at.value = value;
    at.booked = booked;
    at.number = (int)b + first_block;
    at.open_slot = open_slot;
    at.rain = rain;
    at.left = left;
    at.dt = clock[CLOCK_DT];
    at.t = clock[CLOCK_T];
    at.flooded = flooded;
    FOR_LANES (l) {
        const double inverse_area = (double)cell[b * (cell_constants * LANES) + l];
        for (int s = 0; s < SOLUTES; s++)
            step_solute(at, l, s, inverse_area);
    }
    END_GROUPS
}
