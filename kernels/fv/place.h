/* Where a slot stands in the state q[pack][4][lane of the pack]: h, u, v, root of h. The cells of a pack,
 * 1 << STATE_BITS of them, stand together; on a GPU a pack is one cell, so that a neighbour is one sector
 * of memory, on the host it is a block. */
#include "fv/kinds.h"
#define STATE_LANES (1 << STATE_BITS)

/* Variable 0 of a slot; the others follow at distances of STATE_LANES. */
FUNCTION int place_of(int slot)
{
    return (slot >> STATE_BITS) * (SW_STATE * STATE_LANES) + (slot & (STATE_LANES - 1));
}

/* The same for lane l of a block, in a form that shows a compiler that lanes stand side by side. */
#define PLACE_IN_BLOCK(block, l)                                                                   \
    (STATE_LANES == LANES ? (block) * (SW_STATE * LANES) + (l) : place_of((block)*LANES + (l)))

/* Where value i of `values` stands of lane l of a block, of arrays beside the state; as PLACE_IN_BLOCK. */
#define VALUE_PLACE(block, l, i, values)                                                           \
    (STATE_LANES == LANES ? ((block) * (values) + (i)) * LANES + (l)                               \
                          : (((block)*LANES + (l)) >> STATE_BITS) * ((values)*STATE_LANES) +       \
                                (i)*STATE_LANES + (((block)*LANES + (l)) & (STATE_LANES - 1)))
