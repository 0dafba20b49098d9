/* What is asked of a run's current state: its end, values, hash, tables. */
#include "run/internal.h"

#include <string.h>

eg_shots *eg_run_shots(const eg_run *run)
{
    return run->class->shots ? run->class->shots(run->model) : NULL;
}

bool eg_run_has_next_shot(const eg_run *run)
{
    const eg_shots *shots = eg_run_shots(run);
    return shots && shots->current + 1 < shots->count;
}

bool eg_run_at_end(const eg_run *run)
{
    if (run->class->is_done)
        return run->class->is_done(run->model);
    return eg_schedule_is_over(&run->schedule, &run->now) && !eg_run_has_next_shot(run);
}

/* Values at the centres of cells: each rank's own, and then of all ranks on rank 0. */
eg_status eg_run_read_centres(eg_run *run, int output, double *values)
{
    void *memory = NULL;
    double *own = NULL;
    int64_t count = run->mesh->own * run->diagnostics.table[output].components;
    EG_TRY(eg_run_need_mesh(run));
    eg_status status = eg_run_read_state(run, &memory);
    if (status == EG_OK)
        status = eg_alloc(run->context, count, sizeof *own, &own);
    if (status == EG_OK)
        status = eg_diagnostics_output(run->model, run->mesh, memory, output, 0, true, own);
    status = eg_run_gather(run, own, count * (int64_t)sizeof *own, values, status);
    eg_run_free_state(run, &memory);
    eg_free(run->context, &own);
    return status;
}

eg_status eg_run_find_hash(eg_run *run, uint64_t *number)
{
    eg_state_hash *hash = NULL;
    void *memory = NULL;
    eg_status status = eg_run_read_state(run, &memory);
    if (status == EG_OK)
        status = eg_state_hash_create(eg_model_space(run->model), run->comm, &hash);
    if (status == EG_OK)
        status = eg_state_hash_begin(hash, memory);
    status = eg_run_agree(run, status);
    if (status == EG_OK)
        *number = eg_state_hash_end(hash);
    eg_state_hash_destroy(&hash);
    eg_run_free_state(run, &memory);
    return status;
}

eg_csv *eg_run_table(const eg_run *run, const char *file)
{
    const eg_time_series *series = &run->series;
    if (series->points_csv && strcmp(file, series->points_file) == 0)
        return series->points_csv;
    if (strcmp(file, "balance.csv") == 0)
        return series->balance_csv;
    if (strcmp(file, "errors.csv") == 0)
        return run->diagnostics.errors;
    return run->class->table && strcmp(file, run->class->table) == 0 ? series->own_csv : NULL;
}
