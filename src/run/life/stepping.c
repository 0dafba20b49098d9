/* Runs whose model takes steps: their table of functions, and what is short of it. */
#include "run/internal.h"

#include <string.h>

static bool is_done(const eg_run *run)
{
    return eg_schedule_is_over(&run->schedule, &run->now);
}

static int64_t cells(const eg_run *run)
{
    return run->mesh->base.all;
}

static const double (*centroids(eg_run *run))[2]
{
    const eg_plane *mesh = run->mesh;
    if (!mesh->part)
        return (const double(*)[2])mesh->base.centroid;
    eg_status status = EG_OK;
    if (eg_run_is_first(run) && !run->centroids)
        status = eg_alloc(run->context, mesh->base.all, sizeof *run->centroids, &run->centroids);
    status = eg_run_gather(run, mesh->base.centroid,
                           mesh->base.own * (int64_t)sizeof *mesh->base.centroid, run->centroids,
                           status);
    if (status != EG_OK)
        eg_free(run->context, &run->centroids);
    return (const double(*)[2])run->centroids;
}

static const eg_output *outputs(const eg_run *run, int *count)
{
    return run->model->class->outputs(run->model, count);
}

/* Values at the centres of cells: each rank's own, and then of all ranks on rank 0. */
static eg_status read_output(eg_run *run, int output, double *values)
{
    void *memory = NULL;
    double *own = NULL;
    int64_t count = run->mesh->base.own * run->observer.table[output].components;
    eg_status status = eg_run_read_state(run, &memory);
    if (status == EG_OK)
        status = eg_alloc(run->context, count, sizeof *own, &own);
    if (status == EG_OK)
        eg_observe_output(run->model, run->mesh, memory, output, 0, own);
    status = eg_run_gather(run, own, count * (int64_t)sizeof *own, values, status);
    eg_staging_destroy(run->device, &memory);
    eg_free(run->context, &own);
    return status;
}

static eg_status state_hash(eg_run *run, uint64_t *hash)
{
    void *memory = NULL;
    uint64_t *own = NULL, *all = NULL;
    int64_t cells = eg_run_is_first(run) ? run->mesh->base.all : 0;
    eg_status status = eg_run_read_state(run, &memory);
    if (status == EG_OK)
        status =
            eg_alloc(run->context, eg_ceil_div(run->mesh->base.own, EG_CHUNK), sizeof *own, &own);
    if (status == EG_OK)
        status = eg_alloc(run->context, eg_ceil_div(cells, EG_CHUNK), sizeof *all, &all);
    if (status == EG_OK)
        status = run->model->class->hash(run->model, memory, own);
    status = eg_run_agree(run, status);
    if (status == EG_OK)
        *hash = eg_observe_hash(run->comm, run->mesh, own, all);
    eg_staging_destroy(run->device, &memory);
    eg_free(run->context, &own);
    eg_free(run->context, &all);
    return status;
}

static eg_status persist_model(eg_run *run, const eg_persist *persist)
{
    return run->model->class->persist(run->model, &run->now, persist);
}

static eg_csv *table(const eg_run *run, const char *file)
{
    if (strcmp(file, "gauges.csv") == 0)
        return run->record.gauge_csv;
    if (strcmp(file, "balance.csv") == 0)
        return run->record.balance_csv;
    return strcmp(file, "errors.csv") == 0 ? run->observer.errors : NULL;
}

static void destroy(eg_run *run)
{
    if (run->writer)
        eg_output_close(run);
    eg_record_destroy(run);
    eg_observer_destroy(run);
    if (run->model)
        run->model->class->destroy(&run->model);
    eg_plane_destroy(&run->mesh);
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
                                  .persist = persist_model,
                                  .table = table,
                                  .destroy = destroy};
