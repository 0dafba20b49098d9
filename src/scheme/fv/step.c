/* Queueing steps. */
#include "scheme/fv/internal.h"

#include <math.h>

static eg_status queue_cells(eg_fv *fv)
{
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        const eg_fv_cells *cells = &fv->cells[type];
        if (cells->blocks == 0)
            continue;
        EG_TRY(EG_LAUNCH(cells->step, cells->blocks, EG_BUFFER(fv->q[0]), EG_BUFFER(fv->q[1]),
                         EG_BUFFER(fv->bed), EG_BUFFER(cells->neighbour), EG_BUFFER(cells->face),
                         EG_BUFFER(cells->cell), EG_BUFFER(fv->clipped),
                         EG_BUFFER(eg_time_clock(fv->clock)), EG_BUFFER(eg_time_count(fv->clock)),
                         EG_BUFFER(fv->part), EG_REAL(fv->gravity), EG_REAL(sqrt(fv->gravity)),
                         EG_REAL(fv->dry), EG_INT(fv->layout.extra_slot),
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
                     EG_BUFFER(eg_time_clock(fv->clock)), EG_BUFFER(eg_time_count(fv->clock)),
                     EG_BUFFER(open->state), EG_REAL(fv->dry), EG_INT(open->boundaries)));
    return EG_LAUNCH(open->open, open->blocks, EG_BUFFER(fv->q[0]), EG_BUFFER(fv->q[1]),
                     EG_BUFFER(fv->bed), EG_BUFFER(open->owner), EG_BUFFER(open->of),
                     EG_BUFFER(open->geometry), EG_BUFFER(open->kind), EG_BUFFER(open->extent),
                     EG_BUFFER(open->state), EG_BUFFER(open->through),
                     EG_BUFFER(eg_time_clock(fv->clock)), EG_BUFFER(eg_time_count(fv->clock)),
                     EG_BUFFER(fv->part), EG_REAL(fv->gravity), EG_REAL(sqrt(fv->gravity)),
                     EG_REAL(fv->dry), EG_INT(fv->layout.extra_slot), EG_INT((int32_t)open->faces),
                     EG_INT(open->boundaries),
                     EG_INT((int32_t)fv->layout.first_block[EG_CELL_TYPES]), EG_LONG(open->blocks));
}

/* Brings the ghosts to where the own cells are, also after a failure: other ranks wait for it. */
static eg_status exchange(eg_fv *fv, eg_status status)
{
    const eg_buffer *count = eg_time_count(fv->clock);
    eg_status begun = eg_halo_begin(fv->halo, count);
    eg_status ended = eg_halo_end(fv->halo, count);
    return status != EG_OK ? status : begun != EG_OK ? begun : ended;
}

eg_status eg_fv_queue(eg_fv *fv, int steps)
{
    for (int i = 0; i < steps; i++) {
        eg_status status = queue_cells(fv);
        if (fv->halo)
            status = exchange(fv, status);
        if (status == EG_OK)
            status = queue_open(fv);
        EG_TRY(eg_time_queue(fv->clock, status));
    }
    return EG_OK;
}
