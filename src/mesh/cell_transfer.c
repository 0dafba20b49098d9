/* Where the values of new cells come from, and moving them between ranks. */
#include "mesh/cell_transfer.h"

#include <string.h>

eg_status eg_cell_transfer_create(eg_context *context, int ranks, int64_t own, eg_cell_transfer **transfer)
{
    EG_ENDS_WITH(eg_cell_transfer_destroy) eg_cell_transfer *t = NULL;
    *transfer = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *t, &t));
    t->context = context;
    t->ranks = ranks;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(ranks, t->send), EG_BLOCK(ranks, t->receive), EG_BLOCK(own, t->from),
                    EG_BLOCK(own, t->origin), EG_BLOCK(own, t->child)));
    return eg_hand_over(&t, transfer);
}

void eg_cell_transfer_destroy(eg_cell_transfer **transfer)
{
    if (!transfer || !*transfer)
        return;
    EG_FREE(&(*transfer)->send, &(*transfer)->receive, &(*transfer)->from, &(*transfer)->origin,
            &(*transfer)->child, transfer);
}

static eg_move overlap_of(int rank, int64_t from, int64_t to, int64_t first, int64_t last)
{
    int64_t low = eg_max_i64(from, first), high = eg_min_i64(to, last);
    return (eg_move){.rank = rank, .first = low, .count = eg_max_i64(0, high - low)};
}

void eg_cell_transfer_plan(eg_cell_transfer *t, const eg_mesh *old, const eg_comm *comm, const double *need)
{
    int64_t first, last;
    int self = eg_comm_rank(comm);
    t->first = need[2 * self] < 0 ? 0 : (int64_t)need[2 * self];
    t->count = need[2 * self] < 0 ? 0 : (int64_t)need[2 * self + 1] + 1 - t->first;
    for (int r = 0; r < t->ranks; r++) {
        int64_t begin = need[2 * r] < 0 ? 0 : (int64_t)need[2 * r];
        int64_t end = need[2 * r] < 0 ? 0 : (int64_t)need[2 * r + 1] + 1;
        eg_partition_range(old->all, eg_mesh_chunk(old->class, old->all), eg_comm_ranks(comm), r, &first,
                           &last);
        t->send[r] = overlap_of(r, begin, end, old->before, old->before + old->own);
        t->receive[r] = overlap_of(r, t->first, t->first + t->count, first, last);
    }
}

/* ---- moving */

static int messages_of(const eg_cell_transfer *t, int self, int64_t before, int64_t bytes, const char *from,
                       char *to, eg_message *message)
{
    int count = 0;
    for (int r = 0; r < t->ranks; r++) {
        const eg_move *send = &t->send[r], *receive = &t->receive[r];
        if (r == self || send->count + receive->count == 0)
            continue;
        message[count++] = (eg_message){
            .rank = r,
            .send = send->count ? (char *)(uintptr_t)from + (send->first - before) * bytes : NULL,
            .receive = receive->count ? to + (receive->first - t->first) * bytes : NULL,
            .send_bytes = send->count * bytes,
            .receive_bytes = receive->count * bytes};
    }
    return count;
}

eg_status eg_cell_transfer_move(const eg_cell_transfer *t, const eg_comm *comm, int64_t before, int64_t bytes,
                                const void *from, void *to, eg_status status)
{
    EG_SCRATCH eg_message *message = NULL;
    int self = eg_comm_rank(comm), count = 0;
    const eg_move *kept = &t->receive[self];
    if (status == EG_OK)
        status = eg_alloc(t->context, t->ranks, sizeof *message, &message);
    if (status == EG_OK)
        count = messages_of(t, self, before, bytes, from, to, message);
    if (status == EG_OK && kept->count > 0)
        memcpy((char *)to + (kept->first - t->first) * bytes,
               (const char *)from + (kept->first - before) * bytes, (size_t)(kept->count * bytes));
    return eg_comm_exchange(comm, message, count, status);
}
