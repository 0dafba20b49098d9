/* Queueing steps and looking at the clock. */
#include "scheme/fv/internal.h"

#include <math.h>
#include <string.h>

static eg_status queue_cells(eg_fv *fv)
{
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        const eg_fv_cells *cells = &fv->cells[type];
        if (cells->blocks == 0)
            continue;
        EG_TRY(EG_LAUNCH(cells->step, cells->blocks, EG_BUFFER(fv->q[0]), EG_BUFFER(fv->q[1]),
                         EG_BUFFER(fv->bed), EG_BUFFER(cells->neighbour), EG_BUFFER(cells->face),
                         EG_BUFFER(cells->cell), EG_BUFFER(fv->clipped), EG_BUFFER(fv->clock),
                         EG_BUFFER(fv->count), EG_BUFFER(fv->part), EG_REAL(fv->gravity),
                         EG_REAL(sqrt(fv->gravity)), EG_REAL(fv->dry),
                         EG_INT(fv->layout.extra_slot),
                         EG_INT((int32_t)fv->layout.first_block[type]), EG_LONG(cells->blocks)));
    }
    return EG_OK;
}

static eg_status queue_open(eg_fv *fv)
{
    const eg_fv_open *open = &fv->open;
    if (open->faces == 0)
        return EG_OK;
    EG_TRY(EG_LAUNCH(open->series, open->boundaries, EG_BUFFER(fv->q[0]), EG_BUFFER(fv->q[1]),
                     EG_BUFFER(open->owner), EG_BUFFER(open->geometry), EG_BUFFER(open->kind),
                     EG_BUFFER(open->first_face), EG_BUFFER(open->last_face),
                     EG_BUFFER(open->table), EG_BUFFER(open->row), EG_BUFFER(open->rows),
                     EG_BUFFER(fv->clock), EG_BUFFER(fv->count), EG_BUFFER(open->state),
                     EG_REAL(fv->dry), EG_INT(open->boundaries)));
    return EG_LAUNCH(open->open, open->blocks, EG_BUFFER(fv->q[0]), EG_BUFFER(fv->q[1]),
                     EG_BUFFER(fv->bed), EG_BUFFER(open->owner), EG_BUFFER(open->of),
                     EG_BUFFER(open->geometry), EG_BUFFER(open->kind), EG_BUFFER(open->extent),
                     EG_BUFFER(open->state), EG_BUFFER(open->through), EG_BUFFER(fv->clock),
                     EG_BUFFER(fv->count), EG_BUFFER(fv->part), EG_REAL(fv->gravity),
                     EG_REAL(sqrt(fv->gravity)), EG_REAL(fv->dry), EG_INT(fv->layout.extra_slot),
                     EG_INT((int32_t)open->faces), EG_INT(open->boundaries),
                     EG_INT((int32_t)fv->layout.first_block[EG_CELL_TYPES]), EG_LONG(open->blocks));
}

eg_status eg_fv_queue(eg_fv *fv, int steps)
{
    for (int i = 0; i < steps; i++) {
        EG_TRY(queue_cells(fv));
        EG_TRY(queue_open(fv));
        EG_TRY(EG_LAUNCH(fv->control, 1, EG_BUFFER(fv->part), EG_LONG(fv->parts),
                         EG_BUFFER(fv->clock), EG_BUFFER(fv->count)));
    }
    return EG_OK;
}

eg_status eg_fv_release(eg_fv *fv, double t_stop, int64_t step_stop)
{
    return EG_LAUNCH(fv->release, 1, EG_BUFFER(fv->clock), EG_BUFFER(fv->count), EG_DOUBLE(t_stop),
                     EG_LONG(step_stop));
}

enum { CLOCK_BYTES = CLOCK_SLOTS * 8, COUNT_BYTES = COUNT_SLOTS * 8 };

eg_status eg_fv_look_begin(eg_fv *fv)
{
    eg_fv_look *look = &fv->look[fv->look_next];
    assert(!look->event && "two looks are under way already");
    EG_TRY(eg_buffer_copy(look->buffer, 0, fv->clock, 0, CLOCK_BYTES));
    EG_TRY(eg_buffer_copy(look->buffer, CLOCK_BYTES, fv->count, 0, COUNT_BYTES));
    EG_TRY(eg_buffer_read_begin(look->buffer, 0, look->memory, CLOCK_BYTES + COUNT_BYTES,
                                &look->event));
    fv->look_next = !fv->look_next;
    return EG_OK;
}

eg_status eg_fv_look_end(eg_fv *fv, eg_fv_moment *moment)
{
    eg_fv_look *look = &fv->look[fv->look_first];
    assert(look->event && "no look is under way");
    eg_status status = eg_event_wait(look->event);
    eg_event_destroy(&look->event);
    fv->look_first = !fv->look_first;
    double clock[CLOCK_SLOTS];
    int64_t count[COUNT_SLOTS];
    memcpy(clock, look->memory, sizeof clock);
    memcpy(count, (const char *)look->memory + sizeof clock, sizeof count);
    *moment = (eg_fv_moment){.time = clock[CLOCK_T],
                             .dt = clock[CLOCK_DT] > 0 ? clock[CLOCK_DT] : clock[CLOCK_DT_FREE],
                             .steps = count[COUNT_STEPS],
                             .hold = (eg_fv_hold)count[COUNT_HOLD]};
    return status;
}

eg_status eg_fv_current(eg_fv *fv, int *parity)
{
    int64_t count[COUNT_SLOTS];
    EG_TRY(eg_buffer_read(fv->count, 0, count, sizeof count));
    *parity = (int)count[COUNT_PARITY];
    return EG_OK;
}
