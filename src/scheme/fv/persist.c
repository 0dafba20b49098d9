/* What the solver continues from: state, clock, what the open faces have ready for the next step and what went through
 * them, and the water that clipping added. */
#include "scheme/fv/internal.h"

/* The shares that open faces hand to their cells in the next step: [faces][values of a state]. */
static eg_status persist_shares(eg_fv *fv, const eg_persist *persist, eg_buffer *state)
{
    const eg_layout *layout = &fv->layout;
    int64_t bytes = eg_layout_bytes(layout, EG_FV_STATE), count = fv->open.faces * EG_FV_STATE;
    double *shares = NULL;
    void *memory = NULL;
    eg_status status;
    EG_TRY_GOTO(eg_alloc(fv->context, count, sizeof *shares, &shares));
    EG_TRY_GOTO(eg_alloc(fv->context, bytes, 1, &memory));
    EG_TRY_GOTO(eg_buffer_read(state, 0, memory, bytes));
    for (int64_t i = 0; i < count; i++)
        shares[i] = eg_layout_load(layout, memory,
                                   eg_layout_place(layout, EG_FV_STATE,
                                                   layout->extra_slot + i / EG_FV_STATE,
                                                   (int)(i % EG_FV_STATE)));
    EG_TRY_GOTO(persist->array(persist->user, "open-shares", shares, count * 8));
    if (persist->restoring) {
        for (int64_t i = 0; i < count; i++)
            eg_layout_store(layout, memory,
                            eg_layout_place(layout, EG_FV_STATE,
                                            layout->extra_slot + i / EG_FV_STATE,
                                            (int)(i % EG_FV_STATE)),
                            shares[i]);
        status = eg_buffer_write(state, 0, memory, bytes);
    }
done:
    eg_free(fv->context, &shares);
    eg_free(fv->context, &memory);
    return status;
}

/* Volume that left through each open face, [faces][2], m3. */
static eg_status persist_through(eg_fv *fv, const eg_persist *persist)
{
    const eg_fv_open *open = &fv->open;
    int64_t padded = open->blocks * fv->layout.lanes;
    double *sums = NULL, (*kept)[2] = NULL;
    eg_status status;
    EG_TRY_GOTO(eg_alloc(fv->context, 2 * padded, sizeof *sums, &sums));
    EG_TRY_GOTO(eg_alloc(fv->context, open->faces, sizeof *kept, &kept));
    EG_TRY_GOTO(eg_buffer_read(open->through, 0, sums, 2 * padded * 8));
    for (int64_t f = 0; f < open->faces; f++) {
        kept[f][0] = sums[f];
        kept[f][1] = sums[padded + f];
    }
    EG_TRY_GOTO(
        persist->array(persist->user, "open-through", kept, open->faces * (int64_t)sizeof *kept));
    if (persist->restoring) {
        for (int64_t f = 0; f < open->faces; f++) {
            sums[f] = kept[f][0];
            sums[padded + f] = kept[f][1];
        }
        status = eg_buffer_write(open->through, 0, sums, 2 * padded * 8);
    }
done:
    eg_free(fv->context, &sums);
    eg_free(fv->context, &kept);
    return status;
}

/* Volume added to each cell where a depth came out negative, [cells], m3. */
static eg_status persist_clipped(eg_fv *fv, const eg_persist *persist)
{
    const eg_layout *layout = &fv->layout;
    int64_t slots = eg_layout_slots(layout);
    double *all = NULL, *kept = NULL;
    eg_status status;
    EG_TRY_GOTO(eg_alloc(fv->context, slots, sizeof *all, &all));
    EG_TRY_GOTO(eg_alloc(fv->context, layout->cells, sizeof *kept, &kept));
    EG_TRY_GOTO(eg_buffer_read(fv->clipped, 0, all, slots * 8));
    for (int64_t c = 0; c < layout->cells; c++)
        kept[c] = all[eg_layout_slot(layout, c)];
    EG_TRY_GOTO(persist->array(persist->user, "clipped", kept, layout->cells * 8));
    if (persist->restoring) {
        for (int64_t c = 0; c < layout->cells; c++)
            all[eg_layout_slot(layout, c)] = kept[c];
        status = eg_buffer_write(fv->clipped, 0, all, slots * 8);
    }
done:
    eg_free(fv->context, &all);
    eg_free(fv->context, &kept);
    return status;
}

eg_status eg_fv_persist(eg_fv *fv, const eg_persist *persist)
{
    int parity;
    EG_TRY(eg_time_parity(fv->clock, &parity));
    EG_TRY(
        eg_persist_cells(persist, fv->context, "state", &fv->layout, EG_FV_STATE, fv->q[parity]));
    if (fv->open.faces > 0) {
        EG_TRY(persist_shares(fv, persist, fv->q[parity]));
        EG_TRY(persist_through(fv, persist));
    }
    EG_TRY(persist_clipped(fv, persist));
    return eg_time_persist(fv->clock, persist);
}
