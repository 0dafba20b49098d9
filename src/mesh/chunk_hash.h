/* chunk_hash: one number for values in the canonical order, of cells or of nodes: the hash of the hashes of
 * chunks of EG_CHUNK of them. Ranks leave no trace, wherever they are cut: a chunk is hashed by the rank that
 * has its first item, to which the others send what they have of it. */
#ifndef EG_MESH_CHUNK_HASH_H
#define EG_MESH_CHUNK_HASH_H

#include "mesh/mesh.h"

/* What is hashed: `bytes` of each item. A caller's own begins with this struct and has further members behind
 * it. Items are counted from the first own one. */
typedef struct eg_chunk_items {
    int64_t bytes;
    /* Puts the bytes of items [from, to) one after the other into `values`. */
    void (*read)(const struct eg_chunk_items *self, int64_t from, int64_t to, void *values);
    /* The hash of those bytes, eg_hash64(), of one chunk after the other: chunks begin at `from`, and only
     * the last may be shorter than EG_CHUNK. */
    eg_status (*hash)(const struct eg_chunk_items *self, int64_t from, int64_t to, uint64_t *chunks);
} eg_chunk_items;

typedef struct eg_chunk_hash eg_chunk_hash;

/* For `all` items of all ranks, cut by eg_partition_range() with `chunk`, of `bytes` each. EG_MEMORY. Not
 * collective. The caller owns *hash. */
eg_status eg_chunk_hash_create(eg_context *context, const eg_comm *comm, int64_t all, int64_t chunk,
                               int64_t bytes, eg_chunk_hash **hash);
void eg_chunk_hash_destroy(eg_chunk_hash **hash);

/* Hashes the chunks that this rank has all of. Any thread. EG_MEMORY. */
eg_status eg_chunk_hash_begin(eg_chunk_hash *hash, const eg_chunk_items *items);
/* When all ranks have: hashes the chunks that they share, of the same values, and then the hashes, with a
 * seed. Collective. */
uint64_t eg_chunk_hash_end(eg_chunk_hash *hash, const eg_chunk_items *items, uint64_t seed);

#endif
