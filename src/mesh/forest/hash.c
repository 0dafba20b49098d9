/* One number for the whole forest: of the trees, and of leaves chunk by chunk, so that ranks leave no
 * trace. */
#include "mesh/chunk_hash.h"
#include "mesh/forest/internal.h"

#include <string.h>

static uint64_t hash_of_trees(const eg_forest *forest)
{
    const eg_macro *m = &forest->macro;
    const forest_joints *joints = &forest->topology->joints;
    int64_t trees = m->trees, nodes = trees * eg_forest_tree_nodes(m);
    uint64_t hash = eg_hash64(m->x, nodes * (int64_t)sizeof *m->x, 0);
    hash = eg_hash64(m->region, trees * (int64_t)sizeof *m->region, hash);
    hash = eg_hash64(m->boundary, trees * (int64_t)sizeof *m->boundary, hash);
    return eg_hash64(joints->link, trees * (int64_t)sizeof *joints->link, hash);
}

typedef struct own_leaves {
    eg_chunk_items items; /* first */
    const eg_leaf *leaf;
} own_leaves;

static void read_leaves(const eg_chunk_items *self, int64_t from, int64_t to, void *values)
{
    const own_leaves *own = (const own_leaves *)self;
    memcpy(values, &own->leaf[from], (size_t)(to - from) * sizeof *own->leaf);
}

static eg_status hash_leaves(const eg_chunk_items *self, int64_t from, int64_t to, uint64_t *chunks)
{
    const own_leaves *own = (const own_leaves *)self;
    for (int64_t at = from; at < to; at += EG_CHUNK)
        *chunks++ = eg_hash64(&own->leaf[at], eg_min_i64(to - at, EG_CHUNK) * (int64_t)sizeof *own->leaf, 0);
    return EG_OK;
}

eg_status eg_forest_hash(eg_forest *forest, const eg_comm *comm)
{
    const eg_mesh *mesh = &forest->base;
    const own_leaves own = {
        .items = {.bytes = (int64_t)sizeof *forest->leaf, .read = read_leaves, .hash = hash_leaves},
        .leaf = forest->leaf};
    EG_ENDS_WITH(eg_chunk_hash_destroy) eg_chunk_hash *hash = NULL;
    eg_status status = eg_chunk_hash_create(mesh->context, comm, mesh->all,
                                            eg_mesh_chunk(mesh->class, mesh->all), own.items.bytes, &hash);
    if (status == EG_OK)
        status = eg_chunk_hash_begin(hash, &own.items);
    status = eg_comm_agree(comm, status);
    if (status == EG_OK)
        forest->hash = eg_chunk_hash_end(hash, &own.items, hash_of_trees(forest));
    return status;
}
