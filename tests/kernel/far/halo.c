/* The messages of ranks, of an item whose values stand behind 2^31 numbers. */
#define LANES 1
#include "kernel/far/far.h"

#include "field/halo.c"

enum { VALUES = 24, BITS = 2, PACK = VALUES << BITS, ITEMS = 2 };

/* The near pack and the far one hold the same; item 0 is of the one, item 1 at the same place of the
 * other. */
int far_halo(void)
{
    const long pack = (1L << 31) / PACK + 1;
    const int item[ITEMS] = {1, (int)(pack << BITS) + 1};
    real *from = far_reserve((pack + 1) * PACK, sizeof(real)), message[ITEMS * VALUES];
    real *to = far_reserve((pack + 1) * PACK, sizeof(real));
    long count[COUNT_SLOTS] = {0};
    if (!from || !to)
        return -1;
    far_fill(from, PACK, pack, 1);
    halo_pack(from, from, item, message, count, VALUES, BITS, ITEMS, 1);
    for (int v = 0; v < VALUES; v++)
        if (memcmp(&message[v], &from[(v << BITS) + 1], sizeof *message) != 0 ||
            memcmp(&message[VALUES + v], &message[v], sizeof *message) != 0)
            return FAR_RESULT(0);
    halo_unpack(to, to, item, message, count, VALUES, BITS, ITEMS, 1);
    return FAR_RESULT(far_equal(to, PACK, pack));
}
