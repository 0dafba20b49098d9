/* The coarse part of the Schwarz preconditioner: made, and applied on the sem's device or beside it on another. */
#include "scheme/sem/schwarz_internal.h"

eg_status eg_schwarz_build_coarse(eg_schwarz *s, const eg_sparse *matrix,
                                  const eg_schwarz_options *options)
{
    eg_precision precision = s->sem->precision;
    const eg_amg_options how = {.precision = precision,
                                .vectors = precision,
                                .singular = s->singular,
                                .degree = 1,
                                .kcycle_levels =
                                    options->kcycle_levels ? options->kcycle_levels : 1,
                                .twice = options->kcycle_levels >= 0};
    eg_amg_info info;
    EG_TRY(eg_amg_create(s->beside ? s->beside : s->sem->device, matrix, &how, &s->amg));
    eg_amg_describe(s->amg, &info);
    s->preconditioner.varies = info.varies;
    if (!s->beside) {
        s->device_bytes += info.device_bytes;
        return EG_OK;
    }
    int64_t bytes = s->vertices * (int64_t)eg_real_size(precision);
    EG_TRY(eg_buffer_create(s->beside, bytes, "coarse residual", &s->beside_residual));
    return eg_buffer_create(s->beside, bytes, "coarse solution", &s->beside_solution);
}

static int64_t bytes_of_rows(const eg_schwarz *s, int64_t rows)
{
    return rows * (int64_t)eg_real_size(s->sem->precision);
}

eg_status eg_schwarz_restrict(const eg_schwarz *s, const eg_buffer *r)
{
    EG_TRY(EG_LAUNCH(s->restrict_kernel, s->blocks, EG_BUFFER(r), EG_BUFFER(s->own),
                     EG_BUFFER(s->hat), EG_BUFFER(s->part), EG_LONG(s->blocks)));
    return eg_row_sums_apply(s->coarse_sums, s->part,
                             s->own_residual ? s->own_residual : s->residual);
}

eg_status eg_schwarz_solve_coarse(const eg_schwarz *s)
{
    if (s->own_residual) {
        int64_t own = bytes_of_rows(s, s->rows);
        EG_TRY(eg_buffer_read(s->own_residual, 0, (char *)s->staging + s->own_at, own));
        eg_comm_share(s->sem->comm, s->staging, s->bytes_of);
        EG_TRY(eg_buffer_write(s->residual, 0, s->staging, bytes_of_rows(s, s->vertices)));
    }
    return eg_amg_apply(s->amg, s->residual, s->solution);
}

/* ---- beside the fine part */

eg_status eg_schwarz_coarse_begin(const eg_schwarz *s, eg_event **event)
{
    const eg_buffer *from = s->own_residual ? s->own_residual : s->residual;
    int64_t rows = s->own_residual ? s->rows : s->vertices;
    EG_TRY(eg_buffer_read_begin(from, 0, (char *)s->staging + s->own_at, bytes_of_rows(s, rows),
                                event));
    /* the second queue takes the solution up, and what read the last one is before this place */
    eg_status status = eg_side_fork(s->sem->device);
    if (status != EG_OK)
        eg_event_destroy(event);
    return status;
}

eg_status eg_schwarz_coarse_end(const eg_schwarz *s, eg_event **event)
{
    eg_device *device = s->sem->device;
    int64_t bytes = bytes_of_rows(s, s->vertices);
    eg_status status = eg_event_wait(*event);
    eg_event_destroy(event);
    EG_TRY(status);
    if (s->own_residual)
        eg_comm_share(s->sem->comm, s->staging, s->bytes_of);
    EG_TRY(eg_buffer_write(s->beside_residual, 0, s->staging, bytes));
    EG_TRY(eg_amg_apply(s->amg, s->beside_residual, s->beside_solution));
    EG_TRY(eg_buffer_read(s->beside_solution, 0, s->staging, bytes));
    eg_side_enter(device);
    status = eg_buffer_write(s->solution, 0, s->staging, bytes);
    eg_side_leave(device);
    EG_TRY(status);
    EG_TRY(eg_side_join(device));
    return EG_LAUNCH(s->correct_kernel, s->blocks, EG_BUFFER(s->own), EG_BUFFER(s->vertex),
                     EG_BUFFER(s->solution), EG_BUFFER(s->hat), EG_BUFFER(s->part),
                     EG_LONG(s->blocks));
}
