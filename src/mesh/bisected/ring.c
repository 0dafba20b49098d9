/* The leaves of other ranks that a rank has beside its own, and what goes between ranks for them. */
#include "base/search.h"
#include "mesh/bisected/ring.h"

#include <stdlib.h>
#include <string.h>

/* ---- numbers */

int64_t eg_bisected_sort_numbers(int32_t *number, int64_t count)
{
    int64_t kept = 0;
    if (count > 0)
        qsort(number, (size_t)count, sizeof *number, eg_ascending_i32);
    for (int64_t i = 0; i < count; i++)
        if (kept == 0 || number[kept - 1] != number[i])
            number[kept++] = number[i];
    return kept;
}

int64_t eg_bisected_find_number(const int32_t *number, int64_t count, int64_t wanted)
{
    int64_t at = EG_SEARCH(i, 0, count, number[i] < wanted);
    return at < count && number[at] == wanted ? at : -1;
}

int64_t eg_bisected_held(const eg_bisected_ring *ring, int64_t number)
{
    if (number >= ring->before && number < ring->before + ring->own)
        return number - ring->before;
    int64_t at = eg_bisected_find_number(ring->number, ring->count, number);
    return at < 0 ? -1 : ring->own + at;
}

/* ---- creation */

static eg_status reserve_ring(eg_bisected_ring *ring, const int32_t *number)
{
    int ranks = eg_comm_size(ring->comm);
    EG_TRY(EG_ALLOC(ring->context, EG_BLOCK(ring->count, ring->number), EG_BLOCK(ranks + 1, ring->first),
                    EG_BLOCK(ranks + 1, ring->send_first)));
    if (ring->count > 0)
        memcpy(ring->number, number, (size_t)ring->count * sizeof *number);
    return EG_OK;
}

/* Which of them each rank has: they ascend, as ranks do. */
static void find_owners(const eg_bisected_ring *ring, eg_bisected_range range)
{
    int64_t at = 0, first, last;
    for (int r = 0; r < eg_comm_size(ring->comm); r++) {
        eg_bisected_find_range(range, r, &first, &last);
        ring->first[r] = at;
        while (at < ring->count && ring->number[at] < last)
            at++;
        ring->first[r + 1] = at;
    }
}

eg_status eg_bisected_swap_firsts(eg_context *context, const eg_comm *comm, const int64_t *out_first,
                                  int64_t *in_first)
{
    int ranks = eg_comm_size(comm);
    EG_SCRATCH int64_t *out = NULL, *in = NULL;
    eg_status status = EG_ALLOC(context, EG_BLOCK(ranks, out), EG_BLOCK(ranks, in));
    EG_TRY(eg_comm_agree(comm, status));
    for (int r = 0; r < ranks; r++)
        out[r] = out_first[r + 1] - out_first[r];
    eg_comm_swap_counts(comm, out, in);
    for (int r = 0; r < ranks; r++)
        in_first[r + 1] = in_first[r] + in[r];
    return EG_OK;
}

/* Own ones of the same rank are copied. Returns how many messages there are. */
static int list_messages(const eg_comm *comm, int64_t bytes, const char *out, const int64_t *out_first,
                         char *in, const int64_t *in_first, eg_message *message)
{
    int count = 0;
    for (int r = 0; r < eg_comm_size(comm); r++) {
        int64_t sent = out_first[r + 1] - out_first[r], received = in_first[r + 1] - in_first[r];
        if (r == eg_comm_rank(comm) && sent > 0)
            memcpy(in + in_first[r] * bytes, out + out_first[r] * bytes, (size_t)(sent * bytes));
        if (r == eg_comm_rank(comm) || sent + received == 0)
            continue;
        message[count++] = (eg_message){.rank = r,
                                        .send = sent ? (char *)(uintptr_t)out + out_first[r] * bytes : NULL,
                                        .receive = received ? in + in_first[r] * bytes : NULL,
                                        .send_bytes = sent * bytes,
                                        .receive_bytes = received * bytes};
    }
    return count;
}

eg_status eg_bisected_swap(eg_context *context, const eg_comm *comm, int64_t bytes, const void *out,
                           const int64_t *out_first, void *in, const int64_t *in_first, eg_status status)
{
    int count = 0;
    EG_SCRATCH eg_message *message = NULL;
    if (status == EG_OK)
        status = eg_alloc(context, eg_comm_size(comm), sizeof *message, &message);
    if (status == EG_OK)
        count = list_messages(comm, bytes, out, out_first, in, in_first, message);
    return eg_comm_exchange(comm, message, count, status);
}

static eg_status ask_ring(eg_bisected_ring *ring)
{
    EG_TRY(eg_bisected_swap_firsts(ring->context, ring->comm, ring->first, ring->send_first));
    int64_t sends = ring->send_first[eg_comm_size(ring->comm)];
    eg_status status = eg_alloc(ring->context, sends, sizeof *ring->send, &ring->send);
    EG_TRY(eg_bisected_swap(ring->context, ring->comm, sizeof *ring->send, ring->number, ring->first,
                            ring->send, ring->send_first, status));
    for (int64_t i = 0; i < sends; i++)
        ring->send[i] -= (int32_t)ring->before;
    return EG_OK;
}

eg_status eg_bisected_ring_create(eg_context *context, eg_bisected_range range, int64_t count,
                                  const int32_t *number, eg_status status, eg_bisected_ring **ring)
{
    int64_t last;
    *ring = NULL;
    if (status == EG_OK)
        status = eg_alloc(context, 1, sizeof **ring, ring);
    if (status == EG_OK) {
        eg_bisected_ring *r = *ring;
        r->context = context;
        r->comm = range.comm;
        r->count = count;
        eg_bisected_find_range(range, eg_comm_rank(range.comm), &r->before, &last);
        r->own = last - r->before;
        status = reserve_ring(r, number);
    }
    status = eg_comm_agree(range.comm, status);
    if (status == EG_OK) {
        find_owners(*ring, range);
        status = ask_ring(*ring);
    }
    if (status != EG_OK)
        eg_bisected_ring_destroy(ring);
    return status;
}

void eg_bisected_ring_destroy(eg_bisected_ring **ring)
{
    if (!ring || !*ring)
        return;
    EG_FREE(&(*ring)->number, &(*ring)->first, &(*ring)->send_first, &(*ring)->send, ring);
}

/* ---- exchange */

eg_status eg_bisected_ring_exchange(const eg_bisected_ring *ring, int64_t bytes, void *value,
                                    eg_status status)
{
    EG_SCRATCH char *sent = NULL;
    if (!ring)
        return status;
    int64_t sends = ring->send_first[eg_comm_size(ring->comm)];
    if (status == EG_OK)
        status = eg_alloc(ring->context, sends, (size_t)bytes, &sent);
    for (int64_t i = 0; status == EG_OK && i < sends; i++)
        memcpy(sent + i * bytes, (char *)value + ring->send[i] * bytes, (size_t)bytes);
    char *others = status == EG_OK ? (char *)value + ring->own * bytes : NULL;
    return eg_bisected_swap(ring->context, ring->comm, bytes, sent, ring->send_first, others, ring->first,
                            status);
}
