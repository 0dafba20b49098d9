/* Own rows of ranks to all. */
#include "scheme/sem/coarse/replicated_rows.h"

struct eg_replicated_rows {
    eg_context *context;
    eg_device *device;
    const eg_comm *comm;              /* NULL: one process */
    int64_t *bytes_of, own_at, bytes; /* of ranks; where the rank's own begin; of all */
    void *staging;                    /* [rows] */
    eg_buffer *own;
};

static eg_status make_own(const eg_trilinear *coarse, int64_t size, eg_replicated_rows *rows)
{
    int ranks = eg_comm_size(rows->comm);
    EG_TRY(eg_alloc(rows->context, ranks, sizeof *rows->bytes_of, &rows->bytes_of));
    for (int r = 0; r < ranks; r++)
        rows->bytes_of[r] = coarse->rows_of[r] * size;
    return eg_buffer_upload(rows->device, coarse->own_rows * size, "own coarse residual", NULL, &rows->own);
}

static eg_status make_replicated(const eg_trilinear *coarse, eg_device *device, eg_precision precision,
                                 eg_replicated_rows **address)
{
    int64_t size = (int64_t)eg_real_size(precision);
    eg_replicated_rows *rows;
    EG_TRY(eg_alloc(coarse->sem->context, 1, sizeof *rows, address));
    rows = *address;
    *rows = (eg_replicated_rows){.context = coarse->sem->context,
                                 .device = device,
                                 .comm = coarse->sem->comm,
                                 .own_at = coarse->first_row * size,
                                 .bytes = coarse->rows * size};
    if (rows->comm)
        EG_TRY(make_own(coarse, size, rows));
    return eg_staging_create(device, rows->bytes, &rows->staging);
}

eg_status eg_replicated_rows_create(const eg_trilinear *coarse, eg_device *device, eg_precision precision,
                                    eg_status status, eg_replicated_rows **rows)
{
    *rows = NULL;
    if (status == EG_OK)
        status = make_replicated(coarse, device, precision, rows);
    status = eg_sem_agree(coarse->sem, status);
    if (status != EG_OK)
        eg_replicated_rows_destroy(rows);
    return status;
}

void eg_replicated_rows_destroy(eg_replicated_rows **address)
{
    if (!address || !*address)
        return;
    eg_replicated_rows *rows = *address;
    if (rows->staging)
        eg_staging_destroy(rows->device, &rows->staging);
    eg_buffer_destroy(&rows->own);
    EG_FREE(&rows->bytes_of, address);
}

eg_buffer *eg_replicated_rows_own(const eg_replicated_rows *rows)
{
    return rows->own;
}

eg_status eg_replicated_rows_allgather(const eg_replicated_rows *rows, eg_buffer *whole)
{
    EG_TRY(eg_buffer_read(rows->own, 0, (char *)rows->staging + rows->own_at, eg_buffer_bytes(rows->own)));
    eg_replicated_rows_allgather_staging(rows);
    return eg_buffer_write(whole, 0, rows->staging, rows->bytes);
}

eg_status eg_replicated_rows_read_begin(const eg_replicated_rows *rows, const eg_buffer *own,
                                        eg_event **event)
{
    int64_t bytes = rows->comm ? eg_buffer_bytes(own) : rows->bytes;
    return eg_buffer_read_begin(own, 0, (char *)rows->staging + rows->own_at, bytes, event);
}

void *eg_replicated_rows_staging(const eg_replicated_rows *rows)
{
    return rows->staging;
}

void eg_replicated_rows_allgather_staging(const eg_replicated_rows *rows)
{
    eg_comm_allgather(rows->comm, rows->staging, rows->bytes_of);
}

int64_t eg_replicated_rows_device_bytes(const eg_replicated_rows *rows)
{
    return rows && rows->own ? eg_buffer_bytes(rows->own) : 0;
}
