/* Sums over the cells of all ranks: chunk after chunk of the canonical order, so that they have the same bits
 * on any number of ranks and of threads. */
#include "base/parallel.h"
#include "run/core/run.h"

typedef struct chunk_sums {
    int64_t cells, chunk, chunks;
    int count;
    eg_cell_sums *add;
    const void *with;
    double *sums; /* [count][chunks] */
} chunk_sums;

static eg_status sum_chunks(void *with, int part, int64_t from, int64_t to)
{
    const chunk_sums *s = with;
    (void)part;
    for (int64_t k = from; k < to; k++) {
        double here[EG_CELL_SUMS_MOST] = {0};
        int64_t end = eg_min_i64(s->cells, (k + 1) * s->chunk);
        for (int64_t c = k * s->chunk; c < end; c++)
            s->add(s->with, c, here);
        for (int i = 0; i < s->count; i++)
            s->sums[i * s->chunks + k] = here[i];
    }
    return EG_OK;
}

eg_status eg_cell_sums_find(const eg_mesh *mesh, const eg_comm *comm, int count, eg_cell_sums *add,
                            const void *with, double *totals)
{
    enum { LEAST = 4096 };
    int64_t chunk = eg_mesh_chunk(mesh->class, mesh->all), chunks = eg_ceil_div(mesh->own, chunk);
    EG_SCRATCH double *sums = NULL;
    EG_TRY(eg_comm_agree(comm, eg_alloc(mesh->context, count * chunks, sizeof *sums, &sums)));
    assert(count <= EG_CELL_SUMS_MOST);
    chunk_sums s = {.cells = mesh->own,
                    .chunk = chunk,
                    .chunks = chunks,
                    .count = count,
                    .add = add,
                    .with = with,
                    .sums = sums};
    EG_TRY(eg_comm_agree(
        comm, eg_in_parts(mesh->context, eg_parts(mesh->context, mesh->own, LEAST), chunks, sum_chunks, &s)));
    for (int i = 0; i < count; i++)
        totals[i] = eg_comm_sum_chunks(comm, &sums[i * chunks], chunks);
    return EG_OK;
}
