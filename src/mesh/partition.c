/* Which rank owns which cells, or nodes. */
#include "base/search.h"
#include "mesh/mesh.h"

int64_t eg_mesh_chunk(const eg_mesh_class *class, int64_t cells)
{
    int64_t chunk = class->least_chunk;
    assert(chunk > 0);
    while (chunk < EG_CHUNK && 2 * chunk * EG_CHUNK <= cells)
        chunk *= 2;
    return chunk;
}

/* The first of `chunks` that a rank owns. */
static int64_t first_chunk(int64_t chunks, eg_ranks ranks, int rank)
{
    if (!ranks.before || rank == ranks.count)
        return chunks * rank / ranks.count;
    return (int64_t)((double)chunks * ranks.before[rank] + 0.5);
}

void eg_partition_range(int64_t count, int64_t chunk, eg_ranks ranks, int rank, int64_t *first, int64_t *last)
{
    int64_t chunks = eg_ceil_div(count, chunk);
    *first = eg_min_i64(count, first_chunk(chunks, ranks, rank) * chunk);
    *last = eg_min_i64(count, first_chunk(chunks, ranks, rank + 1) * chunk);
}

int eg_partition_owner(int64_t count, int64_t chunk, eg_ranks ranks, int64_t number)
{
    int64_t at = number / chunk, chunks = eg_ceil_div(count, chunk);
    return (int)EG_SEARCH(r, 1, ranks.count, first_chunk(chunks, ranks, (int)r) <= at) - 1;
}
