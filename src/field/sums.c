/* Sums of chunks from all ranks to all. */
#include "field/sums.h"

#include <string.h>

#include "field/chunks.h" /* kernels/field/chunks.h */

_Static_assert(CHUNK == (int)EG_CHUNK, "kernels and ranks cut sums into the same chunks");

struct eg_sums {
    eg_context *context;
    const eg_comm *comm;
    int columns;
    int64_t own, all;             /* chunks */
    int64_t *count_of, *bytes_of; /* [ranks] chunks; bytes of a message */
    double *message; /* [columns][all]: what a rank has of all columns, one rank after the other */
    double *sorted;  /* [columns][all] */
    eg_buffer *buffer;
};

static eg_status build_sums(eg_sums *s, eg_device *device)
{
    int ranks = eg_comm_size(s->comm);
    for (int r = 0; r < ranks; r++)
        s->all += s->count_of[r];
    EG_TRY(EG_ALLOC(s->context, EG_BLOCK(s->columns * s->all, s->message),
                    EG_BLOCK(s->columns * s->all, s->sorted)));
    return eg_buffer_upload(device, s->columns * s->all * (int64_t)sizeof *s->sorted, "sums of all chunks",
                            NULL, &s->buffer);
}

static eg_status make_sums(eg_context *context, const eg_comm *comm, int columns, int64_t chunks,
                           eg_sums **sums)
{
    EG_TRY(eg_alloc(context, 1, sizeof **sums, sums));
    **sums = (eg_sums){.context = context, .comm = comm, .columns = columns, .own = chunks};
    int ranks = eg_comm_size(comm);
    return EG_ALLOC(context, EG_BLOCK(ranks, (*sums)->count_of), EG_BLOCK(ranks, (*sums)->bytes_of));
}

eg_status eg_sums_create(eg_context *context, eg_device *device, const eg_comm *comm, int columns,
                         int64_t chunks, eg_status status, eg_sums **sums)
{
    eg_sums *made = NULL;
    if (status == EG_OK)
        status = make_sums(context, comm, columns, chunks, &made);
    status = eg_comm_agree(comm, status);
    if (status == EG_OK) {
        eg_comm_allgather_counts(comm, chunks, made->count_of);
        status = eg_comm_agree(comm, build_sums(made, device));
    }
    if (status != EG_OK)
        eg_sums_destroy(&made);
    *sums = made;
    return status;
}

void eg_sums_destroy(eg_sums **sums)
{
    if (!sums || !*sums)
        return;
    eg_sums *s = *sums;
    eg_buffer_destroy(&s->buffer);
    EG_FREE(&s->count_of, &s->bytes_of, &s->message, &s->sorted, sums);
}

/* From ranks' columns to columns of all ranks' chunks. */
static void sort_chunk_columns(eg_sums *s, int columns)
{
    const double *from = s->message;
    int64_t before = 0;
    for (int r = 0; r < eg_comm_size(s->comm); before += s->count_of[r++])
        for (int c = 0; c < columns; c++, from += s->count_of[r])
            if (s->count_of[r] > 0)
                memcpy(&s->sorted[c * s->all + before], from, (size_t)s->count_of[r] * sizeof *from);
}

eg_status eg_sums_allgather(eg_sums *s, const eg_buffer *own, int first, int columns, const eg_buffer **all,
                            int64_t *chunks)
{
    int64_t number = (int64_t)sizeof *s->message, before = 0;
    assert(first >= 0 && first + columns <= s->columns);
    for (int r = 0; r < eg_comm_size(s->comm); r++) {
        s->bytes_of[r] = s->count_of[r] * columns * number;
        before += r < eg_comm_rank(s->comm) ? s->count_of[r] * columns : 0;
    }
    EG_TRY(eg_buffer_read(own, first * s->own * number, &s->message[before], s->own * columns * number));
    eg_comm_allgather(s->comm, s->message, s->bytes_of);
    sort_chunk_columns(s, columns);
    *all = s->buffer;
    *chunks = s->all;
    return eg_buffer_write(s->buffer, first * s->all * number, s->sorted, columns * s->all * number);
}

int64_t eg_sums_device_bytes(const eg_sums *s)
{
    return s ? s->columns * s->all * (int64_t)sizeof *s->sorted : 0;
}
