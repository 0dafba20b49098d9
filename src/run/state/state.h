/* state: the state of a run as values, for observers and callers. */
#ifndef EG_RUN_STATE_H
#define EG_RUN_STATE_H

#include "run/core/run.h"

/* Reads the state that the model holds now, of this rank, into memory of the caller, who frees it; NULL is
 * fine there. */
eg_status eg_run_read_state(eg_run *run, void **memory);
void eg_run_free_state(eg_run *run, void **memory);
/* How many points the own cells of the plane before this one have, where each has count[its type]. */
static inline int64_t eg_state_before(const eg_mesh *mesh, int64_t cell, const int count[EG_CELL_TYPES])
{
    int64_t triangles = eg_min_i64(cell, mesh->group[EG_TRIANGLE].count);
    return triangles * count[EG_TRIANGLE] + (cell - triangles) * count[EG_QUADRANGLE];
}
/* An output from a copy of the state: at the centre of every cell (degree 0), values[cells][components], or
 * at the nodes of snapshots of that degree, values[eg_snapshot_value_count()][components]; on all threads, or
 * on the caller's. */
eg_status eg_state_output(const eg_model *model, const eg_mesh *mesh, const void *memory, int output,
                          int degree, bool all_threads, double *values);
/* Values of an output at the centres of cells, on rank 0: values[cells][components]. */
eg_status eg_run_read_centres(eg_run *run, int output, double *values);
eg_status eg_run_find_hash(eg_run *run, uint64_t *hash);

#endif
