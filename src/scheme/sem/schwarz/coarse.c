/* The coarse part of the Schwarz preconditioner: made, and applied on the sem's device or on a
 * coprocessor. */
#include "scheme/sem/schwarz/internal.h"

eg_status eg_schwarz_build_coarse(eg_schwarz *s, const eg_sparse *matrix, const eg_schwarz_options *options)
{
    eg_precision precision = s->sem->precision;
    const eg_amg_options how = {.precision = precision,
                                .vectors = precision,
                                .singular = s->singular,
                                .degree = 1,
                                .kcycle_levels = options->kcycle_levels ? options->kcycle_levels : 1,
                                .twice = options->kcycle_levels >= 0};
    eg_amg_info info;
    EG_TRY(eg_amg_create(s->coprocessor ? s->coprocessor : s->sem->device, matrix, &how, &s->amg));
    eg_amg_describe(s->amg, &info);
    s->preconditioner.varies = info.varies;
    if (!s->coprocessor)
        return EG_OK;
    int64_t bytes = s->vertices * (int64_t)eg_real_size(precision);
    EG_TRY(eg_owner_upload(&s->beside, s->coprocessor, "coarse residual", bytes, NULL,
                           &s->coprocessor_residual));
    return eg_owner_upload(&s->beside, s->coprocessor, "coarse solution", bytes, NULL,
                           &s->coprocessor_solution);
}

/* Where the device puts the rank's own rows of the residual. */
static eg_buffer *own_coarse_residual(const eg_schwarz *s)
{
    return s->sem->comm ? eg_replicated_rows_own(s->shared) : s->residual;
}

eg_status eg_schwarz_restrict(const eg_schwarz *s, const eg_buffer *r)
{
    EG_TRY(EG_LAUNCH(s->restrict_kernel, s->blocks, EG_BUFFER("r", r), EG_BUFFER("own", s->own),
                     EG_BUFFER("hat", s->hat), EG_BUFFER("part", s->part), EG_LONG("blocks", s->blocks)));
    return eg_row_sums_apply(s->coarse_sums, s->part, own_coarse_residual(s));
}

eg_status eg_schwarz_solve_coarse(const eg_schwarz *s)
{
    if (s->sem->comm)
        EG_TRY(eg_replicated_rows_allgather(s->shared, s->residual));
    return eg_amg_apply(s->amg, s->residual, s->solution);
}

/* ---- beside the fine part */

static eg_status correct_coarse(const eg_schwarz *s)
{
    return EG_LAUNCH(s->correct_kernel, s->blocks, EG_BUFFER("own", s->own), EG_BUFFER("vertex", s->vertex),
                     EG_BUFFER("coarse", s->solution), EG_BUFFER("hat", s->hat), EG_BUFFER("part", s->part),
                     EG_LONG("blocks", s->blocks));
}

eg_status eg_schwarz_solve_coarse_beside(const eg_schwarz *s)
{
    eg_aux_queue_enter(s->sem->device);
    eg_status status = eg_schwarz_solve_coarse(s);
    eg_aux_queue_leave(s->sem->device);
    EG_TRY(status);
    EG_TRY(eg_aux_queue_join(s->sem->device));
    return correct_coarse(s);
}

/* ---- on a coprocessor */

eg_status eg_schwarz_coarse_begin(const eg_schwarz *s, eg_event **event)
{
    EG_TRY(eg_replicated_rows_read_begin(s->shared, own_coarse_residual(s), event));
    /* the second queue takes the solution up, and what read the last one is before this place */
    eg_status status = eg_aux_queue_fork(s->sem->device);
    if (status != EG_OK)
        eg_event_destroy(event);
    return status;
}

eg_status eg_schwarz_coarse_end(const eg_schwarz *s, eg_event **event)
{
    eg_device *device = s->sem->device;
    int64_t bytes = eg_buffer_bytes(s->coprocessor_residual);
    void *staging = eg_replicated_rows_staging(s->shared);
    eg_status status = eg_event_wait(*event);
    eg_event_destroy(event);
    EG_TRY(status);
    eg_replicated_rows_allgather_staging(s->shared);
    EG_TRY(eg_buffer_write(s->coprocessor_residual, 0, staging, bytes));
    EG_TRY(eg_amg_apply(s->amg, s->coprocessor_residual, s->coprocessor_solution));
    EG_TRY(eg_buffer_read(s->coprocessor_solution, 0, staging, bytes));
    eg_aux_queue_enter(device);
    status = eg_buffer_write(s->solution, 0, staging, bytes);
    eg_aux_queue_leave(device);
    EG_TRY(status);
    EG_TRY(eg_aux_queue_join(device));
    return correct_coarse(s);
}
