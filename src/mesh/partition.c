/* Which rank owns which cells, or nodes. */
#include "mesh/mesh.h"

/* The first of `chunks` that a rank owns. */
static int64_t first_chunk(int64_t chunks, eg_ranks ranks, int rank)
{
    if (!ranks.before || rank == ranks.count)
        return chunks * rank / ranks.count;
    return (int64_t)((double)chunks * ranks.before[rank] + 0.5);
}

void eg_partition_range(int64_t cells, eg_ranks ranks, int rank, int64_t *first, int64_t *last)
{
    int64_t chunks = eg_ceil_div(cells, EG_CHUNK);
    *first = eg_min_i64(cells, first_chunk(chunks, ranks, rank) * EG_CHUNK);
    *last = eg_min_i64(cells, first_chunk(chunks, ranks, rank + 1) * EG_CHUNK);
}

int eg_partition_owner(int64_t cells, eg_ranks ranks, int64_t cell)
{
    int64_t chunk = cell / EG_CHUNK, chunks = eg_ceil_div(cells, EG_CHUNK);
    int low = 0, high = ranks.count; /* the chunk is of a rank of [low, high) */
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (chunk < first_chunk(chunks, ranks, middle))
            high = middle;
        else
            low = middle;
    }
    return low;
}
