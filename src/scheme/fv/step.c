/* Queueing steps. */
#include "scheme/fv/internal.h"

#include <math.h>

/* 1 / sqrt(g) of the root that the kernels are given, rounded as they would round it. */
static double inverse_root(const eg_fv *fv)
{
    double root = sqrt(fv->gravity);
    return fv->layout.precision == EG_F64 ? 1 / root : (double)(1 / (float)root);
}

/* Blocks [from, to) in the order of the type. */
static eg_status queue_blocks(eg_fv *fv, int type, int64_t from, int64_t to)
{
    const eg_fv_cells *cells = &fv->cells[type];
    if (from == to)
        return EG_OK;
    /* without a partition boundary the order is not looked at, without maxima not their arrays */
    const eg_buffer *order =
        cells->partition_boundary.order ? cells->partition_boundary.order : cells->neighbour;
    const eg_buffer *highest = fv->maxima ? fv->highest.buffer : fv->part;
    const eg_buffer *when = fv->maxima & EG_FV_MAXIMA_TIMES ? fv->when.buffer : fv->clipped;
    return EG_LAUNCH(cells->step, to - from, EG_BUFFER(fv->q[0]), EG_BUFFER(fv->q[1]),
                     EG_BUFFER(fv->bed), EG_BUFFER(cells->neighbour), EG_BUFFER(cells->face),
                     EG_BUFFER(cells->cell), EG_BUFFER(fv->clipped),
                     EG_BUFFER(eg_time_clock(fv->clock)), EG_BUFFER(eg_time_count(fv->clock)),
                     EG_BUFFER(fv->part), EG_BUFFER(order), EG_BUFFER(highest), EG_BUFFER(when),
                     EG_REAL(fv->gravity), EG_REAL(fv->gravity / 2), EG_REAL(sqrt(fv->gravity)),
                     EG_REAL(inverse_root(fv)), EG_REAL(fv->dry), EG_REAL(fv->flooded),
                     EG_INT(fv->layout.extra_slot), EG_INT((int32_t)fv->layout.first_block[type]),
                     EG_INT((int32_t)from), EG_LONG(to - from));
}

/* The cells that other ranks wait for; of one process there are none. */
static eg_status queue_partition_boundary(eg_fv *fv)
{
    for (int type = 0; type < EG_CELL_TYPES; type++)
        EG_TRY(queue_blocks(fv, type, 0, fv->cells[type].partition_boundary.blocks));
    return EG_OK;
}

static eg_status queue_rest(eg_fv *fv)
{
    for (int type = 0; type < EG_CELL_TYPES; type++)
        EG_TRY(queue_blocks(fv, type, fv->cells[type].partition_boundary.blocks,
                            fv->cells[type].blocks));
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
                     EG_BUFFER(open->beyond), EG_BUFFER(open->state), EG_BUFFER(open->through),
                     EG_BUFFER(eg_time_clock(fv->clock)), EG_BUFFER(eg_time_count(fv->clock)),
                     EG_BUFFER(fv->part), EG_REAL(fv->gravity), EG_REAL(sqrt(fv->gravity)),
                     EG_REAL(fv->dry), EG_INT(fv->layout.extra_slot), EG_INT((int32_t)open->faces),
                     EG_INT(open->boundaries),
                     EG_INT((int32_t)fv->layout.first_block[EG_CELL_TYPES]), EG_LONG(open->blocks));
}

/* All cells, and the ghosts: the partition boundary and what other ranks wait for are in a queue beside the
 * rest. The exchange takes place after a failure too: others wait for it. */
static eg_status queue_shared(eg_fv *fv)
{
    const eg_buffer *count = eg_time_count(fv->clock);
    eg_status status = eg_aux_queue_fork(fv->device);
    eg_aux_queue_enter(fv->device);
    if (status == EG_OK)
        status = queue_partition_boundary(fv);
    eg_status begun = eg_halo_begin(fv->halo, count);
    eg_aux_queue_leave(fv->device);
    if (status == EG_OK)
        status = queue_rest(fv);
    eg_aux_queue_enter(fv->device);
    eg_status ended = eg_halo_end(fv->halo, count);
    eg_aux_queue_leave(fv->device);
    eg_status joined = eg_aux_queue_join(fv->device);
    return status != EG_OK ? status : begun != EG_OK ? begun : ended != EG_OK ? ended : joined;
}

static eg_status queue_cells(eg_fv *fv)
{
    return fv->halo ? queue_shared(fv) : queue_rest(fv);
}

eg_status eg_fv_exchange(eg_fv *fv)
{
    EG_TRY(eg_halo_exchange(fv->halo, eg_time_count(fv->clock)));
    return eg_time_reduce_rate(fv->clock);
}

eg_status eg_fv_queue(eg_fv *fv, int steps)
{
    for (int i = 0; i < steps; i++) {
        eg_status status = queue_cells(fv);
        if (status == EG_OK)
            status = queue_open(fv);
        EG_TRY(eg_time_queue(fv->clock, status));
    }
    return EG_OK;
}
