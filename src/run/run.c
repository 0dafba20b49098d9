/* A run: creation, destruction, and what can be asked of it. */
#include "run/internal.h"

#include <math.h>
#include <string.h>

eg_status eg_run_begin(eg_context *context, const eg_run_options *options, eg_run **made)
{
    EG_TRY(eg_alloc(context, 1, sizeof **made, made));
    (*made)->context = context;
    (*made)->options = *options;
    (*made)->writes = options->output != NULL;
    (*made)->created_at = eg_clock();
    (*made)->snapshot_steps = -1;
    (*made)->description.context = context;
    return EG_OK;
}

eg_status eg_run_made(eg_run *made, eg_status status, eg_run **run)
{
    eg_comm_leave(made->comm, status);
    /* the caller's strings are not kept */
    made->options.case_file = made->options.output = made->options.device = NULL;
    made->options.settings = NULL;
    made->setup_seconds = eg_clock() - made->created_at;
    if (status != EG_OK)
        eg_run_destroy(&made);
    *run = made;
    return status;
}

static eg_status create(eg_run *run)
{
    const eg_run_options *options = &run->options;
    EG_TRY(eg_comm_create(run->context, &run->comm));
    EG_TRY(eg_run_agree(run, eg_case_load(run->context, options->case_file, options->settings,
                                          options->setting_count, &run->loaded)));
    return eg_run_setup(run);
}

eg_status eg_run_create(eg_context *context, const eg_run_options *options, eg_run **run)
{
    *run = NULL;
    if (!options->case_file)
        return eg_fail(context, EG_USAGE, "no case file is given");
    eg_run *made;
    EG_TRY(eg_run_begin(context, options, &made));
    return eg_run_made(made, create(made), run);
}

void eg_run_destroy(eg_run **address)
{
    if (!address || !*address)
        return;
    eg_run *run = *address;
    eg_context *context = run->context;
    if (run->writer)
        eg_output_close(run);
    eg_checkpoint_close(&run->safety.from);
    eg_free(context, &run->safety.case_text);
    eg_record_destroy(run);
    eg_csv_close(&run->observer.errors);
    eg_snapshot_set_destroy(&run->set);
    if (run->log)
        fclose(run->log);
    if (run->model)
        run->model->class->destroy(&run->model);
    if (run->own != run->mesh)
        eg_mesh_destroy(&run->own);
    eg_mesh_destroy(&run->mesh);
    eg_link_destroy(&run->link);
    eg_device_close(&run->device);
    eg_comm_destroy(&run->comm);
    eg_case_destroy(&run->loaded);
    eg_free(context, &run->folder);
    eg_free(context, &run->snapshot_folder);
    eg_text_free(&run->description);
    eg_free(context, address);
}

double eg_run_time(const eg_run *run)
{
    return run->moment.time;
}

int64_t eg_run_steps(const eg_run *run)
{
    return run->moment.steps;
}

int64_t eg_run_cells(const eg_run *run)
{
    return run->own->all_cells;
}

const double (*eg_run_centroids(const eg_run *run))[2]
{
    return run->mesh ? (const double(*)[2])run->mesh->centroid : NULL;
}

/* Index of the variable in the model's outputs, or -1. */
static int find_output(const eg_run *run, const char *variable)
{
    int count;
    const eg_output *table = run->model->class->outputs(run->model, &count);
    return eg_output_find(table, count, variable);
}

int eg_run_components(const eg_run *run, const char *variable)
{
    int id = find_output(run, variable);
    return id < 0 ? 0 : run->observer.table[id].components;
}

static eg_status no_such_variable(eg_run *run, const char *variable)
{
    eg_text names = {.context = run->context};
    int count;
    const eg_output *table = run->model->class->outputs(run->model, &count);
    for (int i = 0; i < count; i++)
        eg_text_add(&names, "%s%s", i ? ", " : "", table[i].name);
    eg_status status = eg_fail(run->context, EG_USAGE, "there is no variable '%s'; there are %s",
                               variable, eg_text_string(&names));
    eg_text_free(&names);
    return status;
}

eg_status eg_run_read(eg_run *run, const char *variable, double *values, int64_t room)
{
    int id = find_output(run, variable);
    if (id < 0)
        return no_such_variable(run, variable);
    int64_t need = run->own->all_cells * run->observer.table[id].components;
    if (room < need)
        return eg_fail(run->context, EG_USAGE,
                       "%s needs room for %lld values, there is room for %lld", variable,
                       (long long)need, (long long)room);
    void *memory;
    EG_TRY(eg_run_read_state(run, &memory));
    if (eg_run_is_first(run))
        eg_observe_output(run->model, run->mesh, memory, id, 0, values);
    eg_staging_destroy(run->device, &memory);
    return EG_OK;
}

eg_status eg_run_state_hash(eg_run *run, uint64_t *hash)
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
