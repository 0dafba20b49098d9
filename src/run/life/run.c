/* A run: creation, destruction, and what can be asked of it. */
#include "eagre/state.h"
#include "run/given/names.h"
#include "run/judge/judge.h"
#include "run/life/life.h"
#include "run/models/models.h"
#include "run/observe/observe.h"
#include "run/state/state.h"

#include <math.h>
#include <string.h>

/* A run, and what rooms keep of it. */
typedef struct run_block {
    eg_run run; /* first */
    eg_diagnostics diagnostics;
    eg_time_series series;
    eg_extremes extremes;
    eg_run_verdicts verdicts;
    eg_adaptation adaptation;
    eg_run_profile profile;
} run_block;

eg_status eg_run_begin(eg_context *context, const eg_run_options *options, eg_run **made)
{
    run_block *block;
    eg_run_options taken;
    EG_TRY(eg_options_take(context, options, sizeof taken, &taken));
    EG_TRY(eg_alloc(context, 1, sizeof *block, &block));
    *made = &block->run;
    block->run.diagnostics = &block->diagnostics;
    block->run.series = &block->series;
    block->run.extremes = &block->extremes;
    block->run.verdicts = &block->verdicts;
    block->run.adaptation = &block->adaptation;
    block->run.profile = &block->profile;
    (*made)->context = context;
    (*made)->options = taken;
    (*made)->writes = taken.output != NULL;
    (*made)->created_at = eg_clock();
    (*made)->snapshot_steps = -1;
    (*made)->description.context = context;
    (*made)->facts_json.context = context;
    eg_run_facts_clear(*made);
    (*made)->inputs.context = (*made)->inputs_beside.context = context;
    (*made)->checkpointing.changes.context = (*made)->notes.context = context;
    (*made)->overwrites.context = context;
    return EG_OK;
}

eg_status eg_run_made(eg_run *made, eg_status status, eg_run **run)
{
    eg_comm_leave(made->comm, status);
    /* the caller's strings are not kept */
    made->options.case_file = made->options.output = made->options.device = NULL;
    made->options.settings = NULL;
    made->setup_seconds = eg_clock() - made->created_at;
    made->time_before = made->now.time;
    made->shot_at = eg_clock();
    const eg_shots *shots = status == EG_OK ? eg_run_shots(made) : NULL;
    if (shots)
        made->shots_before = (double)shots->current + made->now.time / made->schedule.t_end;
    if (status != EG_OK)
        eg_run_destroy(&made);
    *run = made;
    return status;
}

/* A case: of a file, or of a text. */
typedef struct case_source {
    const char *text, *name, *folder; /* of options.case_file: text is NULL */
} case_source;

static eg_status load_case_of(eg_run *run, const case_source *source)
{
    const eg_run_options *options = &run->options;
    if (!source->text)
        return eg_case_load(run->context, eg_models, options->case_file, options->settings,
                            options->setting_count, &run->loaded);
    return eg_case_parse(run->context, eg_models, source->name ? source->name : "case",
                         source->folder ? source->folder : ".", source->text, (int64_t)strlen(source->text),
                         options->settings, options->setting_count, &run->loaded);
}

/* Files of shapes have become entries on each rank by itself. Collective; all agree. */
static eg_status compare_cases(eg_run *run)
{
    uint64_t hash = eg_comm_size(run->comm) > 1 ? eg_case_hash(run->loaded) : 0;
    double half[2] = {(double)(uint32_t)(hash >> 32), (double)(uint32_t)hash};
    double most[4] = {half[0], half[1], -half[0], -half[1]};
    eg_comm_max(run->comm, most, 4);
    return most[0] == -most[2] && most[1] == -most[3]
               ? EG_OK
               : eg_run_agree(run,
                              eg_fail(run->context, EG_INPUT,
                                      "ranks read different cases: the case, or a file of shapes that it "
                                      "names, is another one on another machine, or is not there"));
}

static eg_status create_run(eg_run *run, const case_source *source)
{
    EG_TRY(eg_comm_create(run->context, &run->comm));
    EG_TRY(eg_run_agree(run, load_case_of(run, source)));
    EG_TRY(compare_cases(run));
    EG_TRY(eg_run_agree(run, eg_run_is_first(run) ? eg_names_check_files(run->loaded) : EG_OK));
    return eg_run_setup(run);
}

eg_status eg_run_create(eg_context *context, const eg_run_options *options, eg_run **run)
{
    *run = NULL;
    if (!options->case_file)
        return eg_fail(context, EG_USAGE, "no case file is given");
    eg_run *made;
    EG_TRY(eg_run_begin(context, options, &made));
    return eg_run_made(made, create_run(made, &(case_source){0}), run);
}

eg_status eg_run_create_text(eg_context *context, const char *text, const char *name, const char *folder,
                             const eg_run_options *options, eg_run **run)
{
    *run = NULL;
    if (options->case_file)
        return eg_fail(context, EG_USAGE, "a case is given by a file or by a text, not by both");
    eg_run *made;
    EG_TRY(eg_run_begin(context, options, &made));
    return eg_run_made(made, create_run(made, &(case_source){text, name, folder}), run);
}

eg_status eg_run_create_on(eg_plane **mesh, const char *text, const eg_run_options *options, eg_run **run)
{
    eg_run *made;
    eg_context *context = (*mesh)->base.context;
    EG_TRY(eg_run_begin(context, options, &made));
    made->mesh = &(*mesh)->base;
    *mesh = NULL;
    return eg_run_made(made, create_run(made, &(case_source){.text = text}), run);
}

/* What stands on mesh and device. */
static void destroy_objects(eg_run *run)
{
    for (const eg_part_class *const *part = eg_run_parts; *part; part++)
        if ((*part)->destroy)
            (*part)->destroy(run);
    eg_model_destroy(&run->model);
    eg_mesh_destroy(&run->mesh);
}

void eg_run_destroy(eg_run **address)
{
    if (!address || !*address)
        return;
    eg_run *run = *address;
    destroy_objects(run);
    eg_checkpoint_close(&run->checkpointing.from);
    EG_FREE(&run->checkpointing.case_text);
    eg_text_free(&run->checkpointing.changes);
    eg_manifest_destroy(&run->manifest);
    if (run->log)
        fclose(run->log);
    eg_link_destroy(&run->link);
    eg_device_close(&run->device);
    eg_device_close(&run->coprocessor);
    eg_comm_destroy(&run->comm);
    eg_case_destroy(&run->loaded);
    eg_summary_free(&run->summary);
    EG_FREE(&run->projection, &run->survey, &run->centroids, &run->folder, &run->shared_folder,
            &run->snapshot_folder);
    eg_text_free(&run->description);
    eg_text_free(&run->facts_json);
    eg_text_free(&run->inputs);
    eg_text_free(&run->inputs_beside);
    eg_text_free(&run->notes);
    eg_text_free(&run->overwrites);
    EG_FREE(address);
}

double eg_run_time(const eg_run *run)
{
    return run->now.time;
}

int64_t eg_run_steps(const eg_run *run)
{
    return run->now.steps;
}

double eg_run_time_end(const eg_run *run)
{
    return run->schedule.t_end;
}

int64_t eg_run_steps_end(const eg_run *run)
{
    return run->schedule.steps_end;
}

double eg_run_dt(const eg_run *run)
{
    return run->now.dt;
}

int64_t eg_run_generation(const eg_run *run)
{
    return run->adaptation->kept.times;
}

const char *eg_run_model(const eg_run *run)
{
    return run->kind->keys.name;
}

int eg_run_dimension(const eg_run *run)
{
    return run->mesh->dimension;
}

bool eg_run_variable(const eg_run *run, int i, eg_variable *variable)
{
    int count;
    const eg_output *table = eg_model_outputs(run->model, &count);
    if (i < 0 || i >= count)
        return false;
    *variable = (eg_variable){table[i].name, table[i].unit, table[i].sentence, table[i].components};
    return true;
}

int64_t eg_run_cells(const eg_run *run)
{
    return run->mesh->all;
}

/* A whole mesh has them; those of parts are gathered once. */
const eg_point *eg_run_centroids(eg_run *run)
{
    const eg_mesh *mesh = run->mesh;
    if (eg_run_need_mesh(run) != EG_OK)
        return NULL;
    if (eg_comm_size(run->comm) == 1)
        return (const eg_point *)mesh->centroid;
    eg_status status = EG_OK;
    if (eg_run_is_first(run) && !run->centroids)
        status = eg_alloc(run->context, mesh->all, sizeof *run->centroids, &run->centroids);
    status = eg_run_gather(run, mesh->centroid + mesh->own_first, mesh->own * (int64_t)sizeof *mesh->centroid,
                           run->centroids, status);
    if (status != EG_OK)
        eg_free(run->context, &run->centroids);
    return (const eg_point *)run->centroids;
}

eg_status eg_run_read(eg_run *run, const char *variable, double *values, int64_t room)
{
    int id;
    EG_TRY(eg_run_find_output(run, variable, &id));
    int64_t need = eg_run_cells(run) * eg_run_components(run, variable);
    if (room < need)
        return eg_fail(run->context, EG_USAGE, "%s needs room for %lld values, there is room for %lld",
                       variable, (long long)need, (long long)room);
    return eg_run_read_centres(run, id, values);
}

static eg_status begin_and_go_on(eg_run *run, double time, int64_t steps)
{
    EG_PARTS(begin, run);
    return eg_run_go_on(run, time, steps);
}

static eg_status advance_run(eg_run *run, double time, int64_t steps)
{
    if (run->outcome == EG_STOPPED && !run->finished) /* the state is as it was between two steps */
        run->outcome = EG_OK;
    eg_status status = begin_and_go_on(run, time, steps);
    eg_comm_leave(run->comm, status);
    return status;
}

eg_status eg_run_advance(eg_run *run, double time)
{
    if (isnan(time))
        return eg_fail(run->context, EG_USAGE, "the time to advance to is NaN; give seconds");
    return advance_run(run, time, INT64_MAX);
}

eg_status eg_run_advance_steps(eg_run *run, int64_t steps)
{
    if (steps < 0)
        return eg_fail(run->context, EG_USAGE, "%lld steps cannot be taken; give 0 or more",
                       (long long)steps);
    return advance_run(run, INFINITY, run->now.steps + eg_min_i64(steps, INT64_MAX - run->now.steps));
}

eg_status eg_run_finish(eg_run *run)
{
    assert(!run->finished);
    run->finished = true;
    eg_status status = eg_run_complete(run);
    eg_comm_leave(run->comm, status);
    return status;
}

/* Of several ranks rank 0 has the text. */
eg_status eg_run_describe(eg_run *run, const char **description)
{
    eg_text *text = &run->description;
    text->length = 0;
    const char *title = eg_node_text(eg_case_find(run->loaded, "title"));
    eg_text_add(text, "case       %s%s%s\n", eg_case_name(run->loaded), title[0] ? ": " : "", title);
    EG_TRY(eg_run_describe_case(run, text));
    *description = eg_text_string(text);
    return text->status;
}
