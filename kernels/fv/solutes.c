// check: NFACES=3 STATE_BITS=3 LANES=8 SOLUTES=2
// check: NFACES=4 STATE_BITS=0 LANES=128 SOLUTES=1 ORDER=2 RECORDS=4 WATER=1 PEAKS=1
// check: NFACES=3 STATE_BITS=3 LANES=8 SOLUTES=8 ORDER=2 RECORDS=4
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
 *   leaving  at second order [pack][SOLUTES][RECORDS][lane of the pack] concentration that leaves through each
 *            face
 *   rows, ring, ring_weight, reach   as in fv/reconstruct.h
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
#include "fv/amounts.h"

#ifndef ORDER
#define ORDER 1
#endif
#define SLOT_OF(there) (ORDER == 2 ? (there) >> 2 : (there))

/* What the lanes of a block have in common; constants begin at the block. */
typedef struct sw_dissolved {
    GLOBAL CONST real *from, *amounts, *passed, *gained, *leaving;
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

/* The concentration of solute s in the cell in a slot. */
FUNCTION double concentration_in(sw_dissolved at, int slot, int s)
{
    return concentration_of((double)at.amounts[AMOUNT_PLACE(slot, s)], (double)at.from[place_of(slot)]);
}

/* What comes in across a face: from a cell, or from the boundary of an open face. */
FUNCTION double concentration_across(sw_dissolved at, int there, int s)
{
    const int slot = SLOT_OF(there);
    if (slot >= at.open_slot)
        return at.value[at.of[slot - at.open_slot] * SOLUTES + s];
#if ORDER == 2
    return (double)at.leaving[LEAVING_PLACE(slot, s, there & 3)];
#else
    return concentration_in(at, slot, s);
#endif
}

/* What goes out through face k. */
FUNCTION double concentration_out(sw_dissolved at, int l, int s, int k, double own)
{
#if ORDER == 2
    (void)own;
    return (double)at.leaving[LEAVING_PLACE(at.number * LANES + l, s, k)];
#else
    (void)at, (void)l, (void)s, (void)k;
    return own;
#endif
}

/* Both cells of a face find the same product, but for its sign. */
FUNCTION sw_exchange exchange_of(sw_dissolved at, int l, int s, double own)
{
    sw_exchange e;
    e.sum = e.in = e.out = 0.0;
    for (int k = 0; k < NFACES; k++) {
        const int there = at.neighbour[k * LANES + l];
        const double flux = (double)at.passed[k * LANES + l];
        const double takes = flux > 0.0   ? concentration_out(at, l, s, k, own)
                             : flux < 0.0 ? concentration_across(at, there, s)
                                          : 0.0;
        const double carried = flux * takes, open = SLOT_OF(there) >= at.open_slot ? carried : 0.0;
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
#if ORDER == 2
                  GLOBAL CONST real *RESTRICT leaving,
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
#if ORDER == 2
    at.leaving = leaving;
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

#if ORDER == 2
/* A linear profile of a concentration about the centre of a cell: its gradient, 1/m, and the least and the
 * largest difference to the cells that it is made from. */
typedef struct sw_profile {
    double x, y, low, high;
} sw_profile;

/* What leaves a cell is found from. */
typedef struct sw_leaving {
    sw_dissolved at;
    GLOBAL CONST real *geometry; /* of triangles `face`, of quadrangles `reach` */
    double dry;
} sw_leaving;

/* Adds a cell; one without water has no concentration. (wx, wy) is the weight of its difference. */
FUNCTION sw_profile add_to_profile(sw_profile p, sw_leaving by, int slot, int s, double own, double wx,
                                   double wy)
{
    const int wet = (double)by.at.from[place_of(slot)] > by.dry;
    const double difference = wet ? concentration_in(by.at, slot, s) - own : 0.0;
    p.x = FMA64(wx, difference, p.x);
    p.y = FMA64(wy, difference, p.y);
    p.low = difference < p.low ? difference : p.low;
    p.high = difference > p.high ? difference : p.high;
    return p;
}

#if NFACES == 3
/* The middle of face k, as PUT_MIDDLE of fv/reconstruct.h has it. */
FUNCTION double middle_of(sw_leaving by, int l, int k, int is_y)
{
    const int next = 3 * ((k + 1) % 3), last = 3 * ((k + 2) % 3), along = is_y ? 0 : 1;
    GLOBAL CONST real *face = by.geometry + l;
    const double a = (double)face[(next + 2) * LANES] * (double)face[(next + along) * LANES];
    const double b = (double)face[(last + 2) * LANES] * (double)face[(last + along) * LANES];
    return (is_y ? b - a : a - b) * (1.0 / 6.0);
}
#else
FUNCTION double middle_of(sw_leaving by, int l, int k, int is_y)
{
    return (double)by.geometry[(4 * k + 2 + is_y) * LANES + l];
}
#endif

/* What a profile adds at the middle of face k. */
FUNCTION double rise_of(sw_profile p, sw_leaving by, int l, int k)
{
    return FMA64(p.x, middle_of(by, l, k, 0), p.y * middle_of(by, l, k, 1));
}

FUNCTION double within(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

/* The part of a profile that keeps all faces within the cells around (Barth and Jespersen 1989). */
FUNCTION double limit_of(sw_profile p, sw_leaving by, int l)
{
    double part = 1.0;
    for (int k = 0; k < NFACES; k++) {
        const double rise = rise_of(p, by, l, k), most = rise > 0.0 ? p.high : p.low;
        const double allowed = rise > p.high || rise < p.low ? most / rise : 1.0;
        part = allowed < part ? allowed : part;
    }
    return part;
}

/* The concentrations that leave through the faces, half a step ahead, and so near to that of the cell that what
 * stays behind is within the cells around, too: less by the sum of f d over 1 - F, f the part of the water that
 * leaves through a face, d what is beyond the cell's concentration there, F the sum of f. */
FUNCTION void put_leaving(sw_leaving by, GLOBAL real *leaving, int l, int s, sw_profile p, double own,
                          double inverse_area)
{
    const int index = PLACE_IN_BLOCK(by.at.number, l);
    const double h = (double)by.at.from[index], part = limit_of(p, by, l);
    const double u = (double)by.at.from[index + STATE_LANES], v = (double)by.at.from[index + 2 * STATE_LANES];
    const double later = -0.5 * by.at.dt * part * FMA64(p.x, u, p.y * v);
    const double scale = h > by.dry ? by.at.dt * inverse_area / h : 0.0;
    double gone = 0.0, beyond = 0.0;
    for (int k = 0; k < NFACES; k++) {
        const double flux = (double)by.at.passed[k * LANES + l], f = flux > 0.0 ? scale * flux : 0.0;
        gone += f;
        beyond = FMA64(f, within(FMA64(part, rise_of(p, by, l, k), later), p.low, p.high), beyond);
    }
    const double room = (beyond > 0.0 ? -p.low : p.high) * (1.0 - gone);
    const double size = beyond > 0.0 ? beyond : -beyond;
    const double kept = h > by.dry && room > 0.0 ? (size > room ? room / size : 1.0) : 0.0;
    for (int k = 0; k < NFACES; k++) {
        const double d = within(FMA64(part, rise_of(p, by, l, k), later), p.low, p.high);
        leaving[LEAVING_PLACE(by.at.number * LANES + l, s, k)] = R(FMA64(kept, d, own));
    }
}

/* What leaves the cells of one type, before their amounts step. */
KERNEL_SHAPE(LANES, 1)
KERNEL sw_solute_faces(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *m0,
                       GLOBAL CONST real *m1, GLOBAL CONST int *RESTRICT neighbour,
                       GLOBAL CONST real *RESTRICT cell, GLOBAL CONST real *RESTRICT passed,
#if NFACES == 3
                       GLOBAL CONST real *RESTRICT face, GLOBAL CONST int *RESTRICT rows,
                       GLOBAL CONST int *RESTRICT ring, GLOBAL CONST float *RESTRICT ring_weight,
#endif
#if NFACES == 4
                       GLOBAL CONST real *RESTRICT reach,
#endif
                       GLOBAL real *RESTRICT leaving, GLOBAL CONST double *RESTRICT clock,
                       GLOBAL CONST long *RESTRICT count, real dry, int open_slot, int cell_constants,
                       int first_block, long blocks)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    sw_leaving by;
    by.at.from = count[COUNT_PARITY] ? q1 : q0;
    by.at.amounts = count[COUNT_PARITY] ? m1 : m0;
    by.at.neighbour = neighbour + b * (NFACES * LANES);
    by.at.passed = passed + b * (NFACES * LANES);
    by.at.number = (int)b + first_block;
    by.at.open_slot = open_slot;
    by.at.dt = clock[CLOCK_DT];
    by.dry = (double)dry;
#if NFACES == 3
    by.geometry = face + b * (3 * NFACES * LANES);
#else
    by.geometry = reach + b * (4 * NFACES * LANES);
#endif
    FOR_LANES (l) {
        const int slot = by.at.number * LANES + l;
        const double inverse_area = (double)cell[b * (cell_constants * LANES) + l];
        for (int s = 0; s < SOLUTES; s++) {
            const double own = concentration_in(by.at, slot, s);
            sw_profile p;
            p.x = p.y = p.low = p.high = 0.0;
#if NFACES == 3
            for (long row = rows[2 * b]; row < rows[2 * b + 1]; row++)
                p = add_to_profile(p, by, ring[row * LANES + l], s, own,
                                   (double)ring_weight[2 * row * LANES + l],
                                   (double)ring_weight[(2 * row + 1) * LANES + l]);
#else
            for (int k = 0; k < NFACES; k++) {
                const int there = SLOT_OF(by.at.neighbour[k * LANES + l]);
                p = add_to_profile(p, by, there >= open_slot ? slot : there, s, own,
                                   (double)by.geometry[4 * k * LANES + l],
                                   (double)by.geometry[(4 * k + 1) * LANES + l]);
            }
#endif
            put_leaving(by, leaving, l, s, p, own, inverse_area);
        }
    }
    END_GROUPS
}
#endif
