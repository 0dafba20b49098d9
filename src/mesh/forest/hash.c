/* One number for the whole forest: of the trees, and of leaves chunk by chunk, so that ranks leave no trace. */
#include "mesh/forest/internal.h"

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

/* chunk[] of the whole forest: the own ones. */
static void hash_own(const eg_forest *forest, uint64_t *chunk)
{
    int64_t own = forest->base.own;
    chunk += forest->base.before / EG_CHUNK;
    for (int64_t from = 0; from < own; from += EG_CHUNK)
        *chunk++ = eg_hash64(&forest->leaf[from],
                             eg_min_i64(own - from, EG_CHUNK) * (int64_t)sizeof *forest->leaf, 0);
}

eg_status eg_forest_hash(eg_forest *forest, const eg_comm *comm)
{
    eg_context *context = forest->base.context;
    int64_t all = forest->base.all, chunks = eg_ceil_div(all, EG_CHUNK), *bytes_of = NULL;
    int ranks = eg_comm_size(comm);
    uint64_t *chunk = NULL;
    eg_status status = eg_alloc(context, chunks, sizeof *chunk, &chunk);
    if (status == EG_OK)
        status = eg_alloc(context, ranks, sizeof *bytes_of, &bytes_of);
    status = eg_comm_agree(comm, status);
    for (int r = 0; r < ranks && status == EG_OK; r++) {
        int64_t first, last;
        eg_partition_range(all, eg_comm_ranks(comm), r, &first, &last);
        bytes_of[r] = eg_ceil_div(last - first, EG_CHUNK) * (int64_t)sizeof *chunk;
    }
    if (status == EG_OK) {
        hash_own(forest, chunk);
        eg_comm_allgather(comm, chunk, bytes_of);
        forest->hash = eg_hash64(chunk, chunks * (int64_t)sizeof *chunk, hash_of_trees(forest));
    }
    eg_free(context, &chunk);
    eg_free(context, &bytes_of);
    return status;
}
