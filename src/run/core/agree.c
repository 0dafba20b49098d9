/* What all ranks agree on, and what goes to rank 0. */
#include "run/core/run.h"

#include <string.h>

bool eg_run_is_first(const eg_run *run)
{
    return eg_comm_rank(run->comm) == 0;
}

eg_status eg_run_agree(const eg_run *run, eg_status status)
{
    return eg_comm_agree(run->comm, status);
}

eg_status eg_run_gather(const eg_run *run, const void *own, int64_t bytes, void *all, eg_status status)
{
    EG_SCRATCH int64_t *bytes_of = NULL;
    if (status == EG_OK)
        status = eg_alloc(run->context, eg_comm_size(run->comm), sizeof *bytes_of, &bytes_of);
    EG_TRY(eg_run_agree(run, status));
    eg_comm_gather_counts(run->comm, bytes, bytes_of);
    eg_comm_gather(run->comm, own, bytes, all, bytes_of);
    return EG_OK;
}

/* Of `count` items in the order of all, each with `columns` values, rank 0 gets those that other ranks
 * own. */
eg_status eg_run_gather_rows(eg_run *run, const int *owner, int count, int columns, double *values,
                             eg_status status)
{
    int ranks = eg_comm_size(run->comm), rank = eg_comm_rank(run->comm);
    int64_t own = 0, at = 0, row = columns * (int64_t)sizeof *values;
    EG_SCRATCH double *packed = NULL;
    if (ranks == 1)
        return status;
    if (status == EG_OK)
        status = eg_alloc(run->context, (int64_t)count * columns, sizeof *packed, &packed);
    for (int i = 0; status == EG_OK && i < count; i++)
        if (owner[i] == rank)
            memcpy(&packed[own++ * columns], &values[(int64_t)i * columns], (size_t)row);
    EG_TRY(eg_run_gather(run, packed, own * row, packed, status));
    for (int r = 0; rank == 0 && r < ranks; r++)
        for (int i = 0; i < count; i++)
            if (owner[i] == r)
                memcpy(&values[(int64_t)i * columns], &packed[at++ * columns], (size_t)row);
    return EG_OK;
}
