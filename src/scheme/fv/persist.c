/* What the solver continues from: state, clock, what the open faces have ready for the next step and what
 * went through them, the water that clipping added, the largest values, and rain and losses so far. */
#include "scheme/fv/internal.h"

#include <stdio.h>

/* What an open face has: the contribution that it hands to its cell in the next step, and the volume that
 * left through it so far, as a sum of two doubles, m3. */
typedef struct open_row {
    double contribution[EG_FV_STATE], through[2];
} open_row;

/* The open faces on the host, as the device has them. */
typedef struct open_copy {
    void *state;
    double *through; /* [2][padded faces] */
    open_row *row;   /* of one boundary */
} open_copy;

static int64_t padded_open_faces(const eg_fv *fv)
{
    return fv->open.blocks * fv->layout.lanes;
}

static int64_t contribution_index(const eg_fv *fv, int64_t face, int v)
{
    return eg_layout_state_index(&fv->layout, EG_FV_STATE, fv->layout.extra_slot + face, v);
}

static void read_open_row(const eg_fv *fv, const open_copy *copy, int64_t face, open_row *row)
{
    for (int v = 0; v < EG_FV_STATE; v++)
        row->contribution[v] = eg_layout_load(&fv->layout, copy->state, contribution_index(fv, face, v));
    row->through[0] = copy->through[face];
    row->through[1] = copy->through[padded_open_faces(fv) + face];
}

static void write_open_row(const eg_fv *fv, const open_copy *copy, int64_t face, const open_row *row)
{
    for (int v = 0; v < EG_FV_STATE; v++)
        eg_layout_store(&fv->layout, copy->state, contribution_index(fv, face, v), row->contribution[v]);
    copy->through[face] = row->through[0];
    copy->through[padded_open_faces(fv) + face] = row->through[1];
}

/* The faces of one boundary, in the order of their cells. A rank has its own, or all of the boundary with
 * those of ghosts; what ghosts have is not kept. */
static eg_status persist_boundary(eg_fv *fv, const eg_persist *persist, const open_copy *copy, int boundary)
{
    const eg_fv_open *open = &fv->open;
    int32_t from = open->first[boundary], to = open->first[boundary + 1];
    int64_t rows = 0, whole = 0;
    char name[32];
    snprintf(name, sizeof name, "open-%d", boundary);
    for (int32_t f = from; f < to; f++)
        if (open->is_own[f])
            read_open_row(fv, copy, f, &copy->row[rows++]);
    if (!persist->restoring)
        return persist->part(persist, name, copy->row, rows * (int64_t)sizeof *copy->row);
    EG_TRY(persist->bytes(persist, name, &whole));
    EG_TRY(persist->part(persist, name, copy->row, rows * (int64_t)sizeof *copy->row));
    bool all = rows < to - from && whole == (to - from) * (int64_t)sizeof *copy->row;
    if (all)
        EG_TRY(persist->array(persist, name, copy->row, whole));
    rows = 0;
    for (int32_t f = from; f < to; f++)
        if (all || open->is_own[f])
            write_open_row(fv, copy, f, &copy->row[rows++]);
    return EG_OK;
}

static eg_status persist_open(eg_fv *fv, const eg_persist *persist, eg_buffer *state)
{
    const eg_fv_open *open = &fv->open;
    int64_t bytes = eg_layout_bytes(&fv->layout, EG_FV_STATE), sums = 2 * padded_open_faces(fv);
    open_copy copy = {0};
    EG_SCOPE(scope, fv->context);
    EG_TRY(EG_SCOPE_ALLOC(&scope, {bytes, 1, &copy.state}, EG_BLOCK(sums, copy.through),
                          EG_BLOCK(open->faces, copy.row)));
    EG_TRY(eg_buffer_read(state, 0, copy.state, bytes));
    if (open->faces > 0)
        EG_TRY(eg_buffer_read(open->through, 0, copy.through, sums * 8));
    for (int b = 0; b < open->boundaries; b++)
        EG_TRY(persist_boundary(fv, persist, &copy, b));
    if (persist->restoring && open->faces > 0) {
        EG_TRY(eg_buffer_write(state, 0, copy.state, bytes));
        return eg_buffer_write(open->through, 0, copy.through, sums * 8);
    }
    return EG_OK;
}

/* Volume added to each cell where a depth came out negative, [cells], m3. */
static eg_status persist_clipped(eg_fv *fv, const eg_persist *persist)
{
    const eg_layout *layout = &fv->layout;
    int64_t slots = eg_layout_slots(layout);
    EG_SCRATCH double *all = NULL, *kept = NULL;
    EG_TRY(EG_ALLOC(fv->context, EG_BLOCK(slots, all), EG_BLOCK(layout->cells, kept)));
    EG_TRY(eg_buffer_read(fv->clipped, 0, all, slots * 8));
    for (int64_t c = 0; c < layout->cells; c++)
        kept[c] = all[eg_layout_slot(layout, c)];
    EG_TRY(persist->part(persist, "clipped", kept, layout->cells * 8));
    if (persist->restoring) {
        for (int64_t c = 0; c < layout->cells; c++)
            all[eg_layout_slot(layout, c)] = kept[c];
        return eg_buffer_write(fv->clipped, 0, all, slots * 8);
    }
    return EG_OK;
}

eg_status eg_fv_persist(eg_stepper *stepper, const eg_persist *persist)
{
    int parity;
    eg_fv *fv = eg_fv_of(stepper);
    EG_TRY(eg_stepper_persist_state(stepper, persist));
    EG_TRY(eg_time_parity(fv->time, &parity));
    EG_TRY(persist_open(fv, persist, fv->q[parity]));
    EG_TRY(persist_clipped(fv, persist));
    if (persist->restoring)
        EG_TRY(eg_halo_fill_cells(fv->comm, &fv->mesh->base, &fv->layout, EG_FV_STATE, fv->q[parity]));
    EG_TRY(eg_fv_persist_maxima(fv, persist));
    EG_TRY(eg_fv_persist_water(fv, persist));
    EG_TRY(eg_fv_persist_flows(fv, persist));
    EG_TRY(eg_fv_persist_solutes(fv, persist));
    EG_TRY(eg_fv_persist_sections(fv, persist));
    EG_TRY(eg_time_persist(fv->time, persist));
    return persist->restoring ? eg_fv_wake(fv) : EG_OK;
}
