/* Sums over the cells of all ranks: chunk after chunk of the canonical order, so that they have the same bits
 * on any number of ranks. */
#include "run/core/run.h"

eg_status eg_cell_sums_find(const eg_mesh *mesh, const eg_comm *comm, int count, eg_cell_sums *add,
                            const void *with, double *totals)
{
    int64_t chunk = eg_mesh_chunk(mesh->class, mesh->all), chunks = eg_ceil_div(mesh->own, chunk);
    EG_SCRATCH double *sums = NULL;
    EG_TRY(eg_comm_agree(comm, eg_alloc(mesh->context, count * chunks, sizeof *sums, &sums)));
    assert(count <= EG_CELL_SUMS_MOST);
    for (int64_t k = 0; k < chunks; k++) {
        double here[EG_CELL_SUMS_MOST] = {0};
        int64_t end = eg_min_i64(mesh->own, (k + 1) * chunk);
        for (int64_t c = k * chunk; c < end; c++)
            add(with, c, here);
        for (int i = 0; i < count; i++)
            sums[i * chunks + k] = here[i];
    }
    for (int i = 0; i < count; i++)
        totals[i] = eg_comm_sum_chunks(comm, &sums[i * chunks], chunks);
    return EG_OK;
}
