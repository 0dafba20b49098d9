/* The hash of a state along its space. */
#include "field/state_hash.h"

#include "mesh/chunk_hash.h"

struct eg_state_hash {
    eg_chunk_items items; /* first */
    eg_context *context;
    const eg_space *space;
    const void *copy;
    eg_chunk_hash *chunks;
};

static void read_items(const eg_chunk_items *self, int64_t from, int64_t to, void *values)
{
    const eg_state_hash *hash = (const eg_state_hash *)self;
    eg_space_read(hash->space, hash->copy, from, to, values);
}

static eg_status hash_items(const eg_chunk_items *self, int64_t from, int64_t to, uint64_t *chunks)
{
    const eg_state_hash *hash = (const eg_state_hash *)self;
    return eg_space_hash_chunks(hash->space, hash->copy, from, to, chunks);
}

eg_status eg_state_hash_create(const eg_space *space, const eg_comm *comm, eg_state_hash **hash)
{
    EG_TRY(eg_alloc(space->context, 1, sizeof **hash, hash));
    **hash = (eg_state_hash){
        .items = {.bytes = eg_space_item_bytes(space), .read = read_items, .hash = hash_items},
        .context = space->context,
        .space = space};
    eg_status status = eg_chunk_hash_create(space->context, comm, eg_space_all(space), eg_space_chunk(space),
                                            (*hash)->items.bytes, &(*hash)->chunks);
    if (status != EG_OK)
        eg_state_hash_destroy(hash);
    return status;
}

void eg_state_hash_destroy(eg_state_hash **hash)
{
    if (!hash || !*hash)
        return;
    eg_chunk_hash_destroy(&(*hash)->chunks);
    EG_FREE(hash);
}

eg_status eg_state_hash_begin(eg_state_hash *hash, const void *copy)
{
    hash->copy = copy;
    return eg_chunk_hash_begin(hash->chunks, &hash->items);
}

uint64_t eg_state_hash_end(eg_state_hash *hash)
{
    return eg_chunk_hash_end(hash->chunks, &hash->items, (uint64_t)eg_space_all(hash->space));
}
