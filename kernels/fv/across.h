/* A cell and what is across its faces, as fv/shallow_water.c takes them: from memory; on a processor what
 * look_ahead() has from there; with COPIES_FACES from SHARED memory, to which copy_states() copies it all first.
 * Needs sw_block of fv/shallow_water.c. */

/* Whether the cell's own state is taken from there at each face anew: of f64 it takes twelve registers. */
#define REREADS (COPIES_FACES && !MIXED)

/* The state of the cell in lane l; the cell as one side of a face. */
FUNCTION eg_four own_state(sw_block block, int l)
{
#if COPIES_FACES
    HIDDEN(own, NFACES)
    return TAKE_FOUR(block.across + own * (SW_STATE * LANES), LANES, l);
#else
    return STATE_AT(block.from, PLACE_IN_BLOCK(block.number, l));
#endif
}

FUNCTION sw_side own_side(sw_block block, int l)
{
    const eg_four q = own_state(block, l);
#if COPIES_FACES
    return sw_side_of(q.a, q.b, q.c, q.d, block.bed_across[NFACES * LANES + l]);
#else
    return sw_side_of(q.a, q.b, q.c, q.d, block.bed[block.number * LANES + l]);
#endif
}

#if ORDER == 2
/* Where the record across face k of lane l stands; an open face has its contribution in the cell's own. */
FUNCTION int record_across(sw_block block, int k, int l, int there)
{
    const int own = block.number * LANES + l, open = there >= 4 * block.open_slot;
    return record_of(open ? own : there >> 2, open ? k : there & 3);
}

/* The cell in lane l at its face k. */
FUNCTION sw_side side_here(sw_block block, int k, int l, sw_side me)
{
    const eg_four r = STATE_AT(block.records, RECORD_IN_BLOCK(block.number, l, k));
    (void)me;
    return sw_side_at(r.a, r.b, r.c, r.d);
}

/* What is across face k of lane l; what look_ahead() has is not fetched again. By index: gcc gathers at one
 * pointer for all lanes alone. */
FUNCTION sw_side side_across(sw_block block, int k, int l, int there)
{
    const eg_four r = STATE_AT(block.records, record_across(block, k, l, there));
#if WIDE_LOOPS
    return sw_side_at(block.ahead->z[k][l], r.b, r.c, block.ahead->h[k][l]);
#else
    return sw_side_at(r.a, r.b, r.c, r.d);
#endif
}

#define SLOT_OF(there) ((there) >> 2)
FUNCTION real mass_across(sw_block block, int k, int l, int there)
{
    return side_across(block, k, l, there).level;
}
#else
#define SLOT_OF(there) (there)
FUNCTION sw_side side_here(sw_block block, int k, int l, sw_side me)
{
    (void)k;
#if REREADS
    (void)me;
    return own_side(block, l);
#else
    (void)block, (void)l;
    return me;
#endif
}

/* The cell in slot `there`, across face k of lane l; what look_ahead() has is not fetched again. */
FUNCTION sw_side side_across(sw_block block, int k, int l, int there)
{
#if COPIES_FACES
    const eg_four q = TAKE_FOUR(block.across + k * (SW_STATE * LANES), LANES, l);
    (void)there;
    return sw_side_of(q.a, q.b, q.c, q.d, block.bed_across[k * LANES + l]);
#else
    const eg_four q = STATE_AT(block.from, place_of(there));
#if WIDE_LOOPS
    return sw_side_of(block.ahead->h[k][l], q.b, q.c, q.d, block.ahead->z[k][l]);
#else
    (void)k, (void)l;
    return sw_side_of(q.a, q.b, q.c, q.d, block.bed[there]);
#endif
#endif
}

/* What comes through an open face. */
FUNCTION real mass_across(sw_block block, int k, int l, int there)
{
#if COPIES_FACES
    (void)there;
    return TAKE_FOUR(block.across + k * (SW_STATE * LANES), LANES, l).a;
#elif WIDE_LOOPS
    (void)there;
    return block.ahead->h[k][l];
#else
    (void)k, (void)l;
    return STATE_AT(block.from, place_of(there)).a;
#endif
}
#endif

#if COPIES_FACES
/* Begins the copy of values [0, count) of lane l, [value][LANES]. */
#define COPY_VALUES(to, from, count)                                                                         \
    UNROLL                                                                                                   \
    for (int i = 0; i < (count); i++)                                                                        \
        COPY_AHEAD((to) + i * LANES + l, (from) + i * LANES + l);

/* Begins the copies of what is across the faces of lane l, and of its own state; returns its `kinds`. */
FUNCTION int copy_states(sw_block block, LOCAL real *across, LOCAL real *bed_across, int l)
{
    int kinds = 0;
    COPY_FOUR_AHEAD(across + NFACES * (SW_STATE * LANES), LANES, l,
                    block.from + PLACE_IN_BLOCK(block.number, l));
    COPY_AHEAD(bed_across + NFACES * LANES + l, block.bed + block.number * LANES + l);
    UNROLL
    for (int k = 0; k < NFACES; k++) {
        const int there = block.neighbour[k * LANES + l];
        COPY_FOUR_AHEAD(across + k * (SW_STATE * LANES), LANES, l, block.from + place_of(there));
        COPY_AHEAD(bed_across + k * LANES + l, block.bed + there);
        kinds |= (there >= block.open_slot) << 2 * k | (there == block.number * LANES + l) << (2 * k + 1);
    }
    return kinds;
}
#endif
