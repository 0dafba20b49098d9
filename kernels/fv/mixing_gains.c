// check: STATE_BITS=3 LANES=8 VISCOSITY=1 SOLUTES=0
// check: STATE_BITS=0 LANES=128 VISCOSITY=0 SOLUTES=2
/* Adds what cells gain by mixing (fv/mixing.c) to their velocities and amounts, ghosts included: to states of which all
 * gains are known. A dry cell gains nothing. */
#include "math.h"
#include "time/clock.h"
#include "fv/place.h"
#include "fv/amounts.h"
#include "fv/mixing.h"

KERNEL_SHAPE(LANES, 1)
KERNEL sw_mixing_gains(
#if VISCOSITY
    GLOBAL real *q0, GLOBAL real *q1,
#endif
#if SOLUTES
    GLOBAL real *m0, GLOBAL real *m1,
#endif
    GLOBAL CONST real *RESTRICT gain, GLOBAL CONST long *RESTRICT count, GLOBAL CONST int *RESTRICT awake,
    GLOBAL CONST int *RESTRICT resting, int own_blocks, long blocks)
{
    FOR_CHOSEN_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0, IS_AWAKE((int)b))
#if VISCOSITY
    GLOBAL real *to = count[COUNT_PARITY] ? q0 : q1;
#endif
#if SOLUTES
    GLOBAL real *amounts = count[COUNT_PARITY] ? m0 : m1;
#endif
    FOR_LANES (l) {
        const int slot = (int)b * LANES + l;
#if VISCOSITY
        const int at = place_of(slot);
        to[at + STATE_LANES] += gain[MIXING_PLACE(slot, 0, MIXING_VALUES)];
        to[at + 2 * STATE_LANES] += gain[MIXING_PLACE(slot, 1, MIXING_VALUES)];
#endif
#if SOLUTES
        for (int s = 0; s < SOLUTES; s++)
            amounts[AMOUNT_PLACE(slot, s)] += gain[MIXING_PLACE(slot, 2 * VISCOSITY + s, MIXING_VALUES)];
#endif
    }
    END_GROUPS
}
