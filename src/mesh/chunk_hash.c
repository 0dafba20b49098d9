/* Hashes of chunks, which ranks have parts of. */
#include "mesh/chunk_hash.h"

#include <string.h>

enum { MESSAGE_BYTES = 1 << 18 };

struct eg_chunk_hash {
    eg_context *context;
    const eg_comm *comm;
    int64_t all, cut, bytes;      /* items; of a chunk that ranks are cut by; bytes of one */
    int64_t first, last;          /* own items */
    int64_t whole_from, whole_to; /* those of chunks that this rank has all of */
    uint64_t *chunk;              /* of chunks whose first item is an own one; on rank 0 of all */
    char *message;                /* [at_once][bytes] */
    int64_t at_once;
    eg_hash_stream *stream;
};

/* Chunks that begin before an item. */
static int64_t chunks_before(int64_t item)
{
    return eg_ceil_div(item, EG_CHUNK);
}

static void range_of_rank(const eg_chunk_hash *h, int rank, int64_t *first, int64_t *last)
{
    eg_partition_range(h->all, h->cut, eg_comm_ranks(h->comm), rank, first, last);
}

static void find_whole(eg_chunk_hash *h)
{
    range_of_rank(h, eg_comm_rank(h->comm), &h->first, &h->last);
    h->whole_from = eg_min_i64(h->last, eg_ceil_div(h->first, EG_CHUNK) * EG_CHUNK);
    h->whole_to = h->last == h->all ? h->last : h->last / EG_CHUNK * EG_CHUNK;
    h->whole_to = eg_max_i64(h->whole_from, h->whole_to);
}

static eg_status reserve_chunks(eg_chunk_hash *h)
{
    bool is_first = eg_comm_rank(h->comm) == 0;
    int64_t chunks = is_first ? chunks_before(h->all) : chunks_before(h->last) - chunks_before(h->first);
    EG_TRY(eg_alloc(h->context, chunks, sizeof *h->chunk, &h->chunk));
    if (eg_comm_size(h->comm) == 1)
        return EG_OK;
    h->at_once = eg_max_i64(1, MESSAGE_BYTES / h->bytes);
    EG_TRY(eg_alloc(h->context, h->at_once, (size_t)h->bytes, &h->message));
    return eg_hash_create(h->context, &h->stream);
}

eg_status eg_chunk_hash_create(eg_context *context, const eg_comm *comm, int64_t all, int64_t chunk,
                               int64_t bytes, eg_chunk_hash **hash)
{
    EG_TRY(eg_alloc(context, 1, sizeof **hash, hash));
    **hash = (eg_chunk_hash){.context = context, .comm = comm, .all = all, .cut = chunk, .bytes = bytes};
    find_whole(*hash);
    eg_status status = reserve_chunks(*hash);
    if (status != EG_OK)
        eg_chunk_hash_destroy(hash);
    return status;
}

void eg_chunk_hash_destroy(eg_chunk_hash **hash)
{
    if (!hash || !*hash)
        return;
    eg_hash_destroy(&(*hash)->stream);
    EG_FREE(&(*hash)->message, &(*hash)->chunk, hash);
}

eg_status eg_chunk_hash_begin(eg_chunk_hash *h, const eg_chunk_items *items)
{
    assert(items->bytes == h->bytes);
    return h->whole_from < h->whole_to
               ? items->hash(items, h->whole_from - h->first, h->whole_to - h->first, h->chunk)
               : EG_OK;
}

/* ---- chunks that ranks share */

/* Own items [from, to) of a chunk: into the stream, or to the rank that hashes the chunk. */
static void pass_own(eg_chunk_hash *h, const eg_chunk_items *items, int64_t from, int64_t to, int owner)
{
    bool is_here = owner == eg_comm_rank(h->comm);
    for (int64_t end; from < to; from = end) {
        end = eg_min_i64(to, from + h->at_once);
        items->read(items, from - h->first, end - h->first, h->message);
        if (is_here)
            eg_hash_add(h->stream, h->message, (end - from) * h->bytes);
        else
            eg_comm_send(h->comm, owner, h->message, (end - from) * h->bytes);
    }
}

static void take_chunk(eg_chunk_hash *h, int rank, int64_t items)
{
    for (int64_t from = 0; from < items; from += h->at_once) {
        int64_t bytes = eg_min_i64(items - from, h->at_once) * h->bytes;
        eg_comm_receive(h->comm, rank, h->message, bytes);
        eg_hash_add(h->stream, h->message, bytes);
    }
}

/* The chunk of the item `from`, of which the ranks behind this one have the rest. */
static uint64_t hash_shared(eg_chunk_hash *h, const eg_chunk_items *items, int64_t from)
{
    int64_t end = eg_min_i64(h->all, from + EG_CHUNK), first, last = h->last;
    int rank = eg_comm_rank(h->comm);
    eg_hash_begin(h->stream);
    pass_own(h, items, from, h->last, rank);
    for (int r = rank + 1; last < end; r++) {
        range_of_rank(h, r, &first, &last);
        take_chunk(h, r, eg_min_i64(last, end) - first);
    }
    return eg_hash_value64(h->stream);
}

static void share_chunks(eg_chunk_hash *h, const eg_chunk_items *items)
{
    int64_t begun = chunks_before(h->first) * EG_CHUNK;
    if (h->first < eg_min_i64(begun, h->last))
        pass_own(h, items, h->first, eg_min_i64(begun, h->last),
                 eg_partition_owner(h->all, h->cut, eg_comm_ranks(h->comm), begun - EG_CHUNK));
    if (h->whole_to < h->last)
        h->chunk[(h->whole_to - h->whole_from) / EG_CHUNK] = hash_shared(h, items, h->whole_to);
}

/* ---- all of them */

static void gather_chunks(eg_chunk_hash *h)
{
    uint64_t *at = h->chunk;
    for (int r = 0; r < eg_comm_size(h->comm); r++) {
        int64_t first, last;
        range_of_rank(h, r, &first, &last);
        int64_t count = chunks_before(last) - chunks_before(first);
        int64_t bytes = count * (int64_t)sizeof *at;
        if (eg_comm_rank(h->comm) == 0 && r > 0)
            eg_comm_receive(h->comm, r, at, bytes);
        else if (r > 0 && eg_comm_rank(h->comm) == r)
            eg_comm_send(h->comm, 0, h->chunk, bytes);
        at += count;
    }
}

uint64_t eg_chunk_hash_end(eg_chunk_hash *h, const eg_chunk_items *items, uint64_t seed)
{
    uint64_t hash = 0;
    int64_t chunks = chunks_before(h->all);
    if (eg_comm_size(h->comm) > 1) {
        share_chunks(h, items);
        gather_chunks(h);
    }
    if (eg_comm_rank(h->comm) == 0)
        hash = eg_hash64(h->chunk, chunks * (int64_t)sizeof *h->chunk, seed);
    eg_comm_broadcast(h->comm, 0, &hash, sizeof hash);
    return hash;
}
