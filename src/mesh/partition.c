/* Which rank owns which cells, or nodes. */
#include "mesh/mesh.h"

void eg_partition_range(int64_t cells, int ranks, int rank, int64_t *first, int64_t *last)
{
    int64_t chunks = eg_ceil_div(cells, EG_CHUNK);
    *first = eg_min_i64(cells, chunks * rank / ranks * EG_CHUNK);
    *last = eg_min_i64(cells, chunks * (rank + 1) / ranks * EG_CHUNK);
}

int eg_partition_owner(int64_t cells, int ranks, int64_t cell)
{
    int64_t chunks = eg_ceil_div(cells, EG_CHUNK), chunk = cell / EG_CHUNK, first, last;
    int rank = (int)(chunk * ranks / chunks);
    for (eg_partition_range(cells, ranks, rank, &first, &last); cell < first || cell >= last;
         eg_partition_range(cells, ranks, rank, &first, &last))
        rank += cell < first ? -1 : 1;
    return rank;
}
