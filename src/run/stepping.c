/* Runs whose model takes steps: their table of functions, and what is short of it. */
#include "run/internal.h"

static bool is_done(const eg_run *run)
{
    return eg_schedule_is_over(&run->schedule, &run->moment);
}

static int64_t cells(const eg_run *run)
{
    return run->own->all_cells;
}

static const double (*centroids(const eg_run *run))[2]
{
    return run->mesh ? (const double(*)[2])run->mesh->centroid : NULL;
}

static const eg_output *outputs(const eg_run *run, int *count)
{
    return run->model->class->outputs(run->model, count);
}

static eg_status read_output(eg_run *run, int output, double *values)
{
    void *memory;
    EG_TRY(eg_run_read_state(run, &memory));
    if (eg_run_is_first(run))
        eg_observe_output(run->model, run->mesh, memory, output, 0, values);
    eg_staging_destroy(run->device, &memory);
    return EG_OK;
}

static eg_status state_hash(eg_run *run, uint64_t *hash)
{
    void *memory;
    EG_TRY(eg_run_read_state(run, &memory));
    eg_status status =
        eg_run_is_first(run) ? run->model->class->hash(run->model, memory, hash) : EG_OK;
    eg_staging_destroy(run->device, &memory);
    EG_TRY(eg_run_agree(run, status));
    eg_comm_broadcast(run->comm, 0, hash, sizeof *hash);
    return EG_OK;
}

static void destroy(eg_run *run)
{
    if (run->writer)
        eg_output_close(run);
    eg_record_destroy(run);
    if (run->model)
        run->model->class->destroy(&run->model);
    if (run->own != run->mesh)
        eg_mesh_destroy(&run->own);
    eg_mesh_destroy(&run->mesh);
}

const eg_run_class eg_stepping = {.setup = eg_stepping_setup,
                                  .advance = eg_stepping_advance,
                                  .finish = eg_stepping_finish,
                                  .is_done = is_done,
                                  .describe = eg_stepping_describe,
                                  .state_hash = state_hash,
                                  .limited_value = eg_stepping_limited_value,
                                  .cells = cells,
                                  .centroids = centroids,
                                  .outputs = outputs,
                                  .read = read_output,
                                  .destroy = destroy};
