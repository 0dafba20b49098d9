/* What the kernels of mixing have in common (fv/mixing.c). Needs fv/place.h, VISCOSITY and SOLUTES. */

#define MIXING_VALUES (2 * VISCOSITY + SOLUTES) /* u and v, then amounts */

/* Value v of `values` of a slot, of [pack][values][lane of the pack]. */
#define MIXING_PLACE(slot, v, values)                                                                        \
    (((slot) >> STATE_BITS) * ((values)*STATE_LANES) + (v)*STATE_LANES + ((slot) & (STATE_LANES - 1)))

/* Whether the step works on block b: ghosts, which are behind the first `own_blocks`, are always looked at. */
#define IS_AWAKE(b) ((b) >= own_blocks || resting[0] != (int)count[COUNT_STEPS] || awake[b])
