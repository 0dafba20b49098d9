// check: LANES=8 STATE_BITS=3 SOLUTES=2
// check: LANES=32 STATE_BITS=0 SOLUTES=1 ORDER=2 RECORDS=4
/* What sections let through of solutes (fv/sections.c): the flux of the step times the concentration that leaves
 * the cell from which it comes (fv/solutes.c). After the amounts have stepped, while those before are there.
 *
 *   slot, through   as in fv/sections.c
 *   carried  [SOLUTES][3][padded faces] amount that left the left cell so far, as a sum of two doubles, m3 times
 *            the unit, and the flux of the last step */
#include "math.h"
#include "time/clock.h"
#include "fv/place.h"
#include "fv/rates.h"
#include "fv/amounts.h"

#ifndef ORDER
#define ORDER 1
#endif

KERNEL_SHAPE(LANES, 1)
KERNEL sw_solute_sections(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *m0,
                          GLOBAL CONST real *m1,
#if ORDER == 2
                          GLOBAL CONST real *RESTRICT leaving,
#endif
                          GLOBAL CONST int *RESTRICT slot, GLOBAL CONST double *RESTRICT through,
                          GLOBAL double *RESTRICT carried, GLOBAL CONST double *RESTRICT clock,
                          GLOBAL CONST long *RESTRICT count, long blocks)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
#if ORDER == 1
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
    GLOBAL CONST real *amounts = count[COUNT_PARITY] ? m1 : m0;
#endif
    const int padded = (int)blocks * LANES;
    const double dt = clock[CLOCK_DT];
    FOR_LANES (l) {
        const int f = (int)b * LANES + l;
        const double flux = through[2 * padded + f];
        const int name = slot[flux < 0.0 ? padded + f : f];
        for (int s = 0; s < SOLUTES; s++) {
            GLOBAL double *of = carried + 3 * padded * s + f;
#if ORDER == 2
            const double c = (double)leaving[LEAVING_PLACE(name >> 2, s, name & 3)];
#else
            const double c =
                concentration_of((double)amounts[AMOUNT_PLACE(name, s)], (double)from[place_of(name)]);
#endif
            of[2 * padded] = flux * c;
            add_to_sum(of, padded, dt * (flux * c));
        }
    }
    END_GROUPS
}
