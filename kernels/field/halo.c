// check: LANES=1
/* What ranks send each other in a step: values out of an array of the state into a message, and back into the places of
 * ghosts. A message is [item][values]; value v of an item stands at place[item] + v * stride.
 *
 * Of two states the one is meant that the step writes; where there is one array it is given twice. */
#include "time/clock.h"
#include "field/messages.h"

KERNEL_SHAPE(HALO_GROUP, 1)
KERNEL halo_pack(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST int *RESTRICT place,
                 GLOBAL real *RESTRICT letter, GLOBAL CONST long *RESTRICT count, int values,
                 int stride, long items, long blocks)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q0 : q1;
    FOR_FLAT (i, HALO_GROUP) {
        const long n = b * HALO_GROUP + i;
        if (n < items * values)
            letter[n] = from[place[n / values] + (int)(n % values) * stride];
    }
    END_GROUPS
}

KERNEL_SHAPE(HALO_GROUP, 1)
KERNEL halo_unpack(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST int *RESTRICT place,
                   GLOBAL CONST real *RESTRICT letter, GLOBAL CONST long *RESTRICT count,
                   int values, int stride, long items, long blocks)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    GLOBAL real *to = count[COUNT_PARITY] ? q0 : q1;
    FOR_FLAT (i, HALO_GROUP) {
        const long n = b * HALO_GROUP + i;
        if (n < items * values)
            to[place[n / values] + (int)(n % values) * stride] = letter[n];
    }
    END_GROUPS
}
