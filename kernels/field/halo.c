// check: LANES=1
/* What ranks send each other in a step: values out of an array of the state into a message, and back into the
 * places of ghosts. A message is [item][values]. The array is [pack][values][1 << bits]: item n stands in
 * pack n >> bits; `item` lists those that go, or come. Their numbers fit into an int, their places may not.
 *
 * Of two states the one is meant that the step writes; where there is one array it is given twice. */
#include "time/clock.h"
#include "field/messages.h"

/* Where value n of the listed items stands. */
FUNCTION long halo_index(GLOBAL CONST int *item, int values, int bits, long n)
{
    const int i = item[n / values];
    return (((long)(i >> bits) * values + n % values) << bits) + (i & ((1 << bits) - 1));
}

KERNEL_SHAPE(HALO_GROUP, 1)
KERNEL halo_pack(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST int *RESTRICT item,
                 GLOBAL real *RESTRICT letter, GLOBAL CONST long *RESTRICT count, int values, int bits,
                 long items, long blocks)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q0 : q1;
    FOR_FLAT (i, HALO_GROUP) {
        const long n = b * HALO_GROUP + i;
        if (n < items * values)
            letter[n] = from[halo_index(item, values, bits, n)];
    }
    END_GROUPS
}

KERNEL_SHAPE(HALO_GROUP, 1)
KERNEL halo_unpack(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST int *RESTRICT item,
                   GLOBAL CONST real *RESTRICT letter, GLOBAL CONST long *RESTRICT count, int values,
                   int bits, long items, long blocks)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    GLOBAL real *to = count[COUNT_PARITY] ? q0 : q1;
    FOR_FLAT (i, HALO_GROUP) {
        const long n = b * HALO_GROUP + i;
        if (n < items * values)
            to[halo_index(item, values, bits, n)] = letter[n];
    }
    END_GROUPS
}
