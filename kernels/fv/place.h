/* Where a slot stands in the state q[pack][4][lane of the pack]: h, u, v, root of h. The cells of a pack,
 * 1 << STATE_BITS of them, stand together; on a GPU a pack is one cell, so that a neighbour is one sector
 * of memory, on the host it is a block. */
#include "fv/kinds.h"
#define STATE_LANES (1 << STATE_BITS)

/* Whether a thread works on a cell whose values stand together: they are loaded and stored at
 * once. */
#define STATE_TOGETHER (STATE_BITS == 0 && !WIDE_LOOPS)

/* Variable 0 of a slot; the others follow at distances of STATE_LANES. */
FUNCTION int place_of(int slot)
{
    return (slot >> STATE_BITS) * (SW_STATE * STATE_LANES) + (slot & (STATE_LANES - 1));
}

/* The same for lane l of a block, in a form that shows a compiler that lanes stand side by side. */
#define PLACE_IN_BLOCK(block, l)                                                                             \
    (STATE_LANES == LANES ? (block) * (SW_STATE * LANES) + (l) : place_of((block)*LANES + (l)))

/* Where value i of `values` stands of lane l of a block, of arrays beside the state that neighbours do not
 * read: [block][value][lane]. */
#define VALUE_PLACE(block, l, i, values) (((block) * (values) + (i)) * LANES + (l))

/* The state at an index of variable 0. */
#if STATE_TOGETHER
#define STATE_AT(q, index) LOAD_FOUR((q) + (index))
#else
FUNCTION eg_four sw_state_at(GLOBAL CONST real *q, int index)
{
    eg_four state;
    state.a = q[index];
    state.b = q[index + STATE_LANES];
    state.c = q[index + 2 * STATE_LANES];
    state.d = q[index + 3 * STATE_LANES];
    return state;
}
#define STATE_AT(q, index) sw_state_at((q), (index))
#endif
