/* A run from its newest whole checkpoint. */
#include "run/internal.h"

#include <string.h>

static eg_status text_section(eg_run *run, const char *name, char **text, int64_t *length)
{
    int64_t bytes;
    EG_TRY(eg_checkpoint_bytes(run->safety.from, name, &bytes));
    EG_TRY(eg_alloc(run->context, bytes + 1, 1, text));
    eg_status status = eg_checkpoint_read_all(run->safety.from, name, *text, bytes);
    if (status != EG_OK)
        eg_free(run->context, text);
    if (length)
        *length = bytes;
    return status;
}

static eg_status number(eg_run *run, const char *name, int64_t *value)
{
    return eg_checkpoint_integer(run->safety.from, "run", name, value);
}

static const char *path_of(const eg_run *run)
{
    eg_checkpoint_description description;
    eg_checkpoint_describe(run->safety.from, &description);
    return description.path;
}

/* ---- opening
 * ------------------------------------------------------------------------------------------ */

/* Opens the newest whole checkpoint of the folder; what was passed over, and why, is told. */
static eg_status open_newest(eg_run *run, const char *folder, eg_text *passed)
{
    char *path;
    EG_TRY(eg_path_join(run->context, folder, "checkpoints", &path));
    eg_status status = eg_checkpoint_newest(run->context, path, passed, &run->safety.from);
    eg_free(run->context, &path);
    if (status == EG_OK && passed->length > 0)
        eg_log(run->context, EG_LOG_WARN, "passed over:\n%s", eg_text_string(passed));
    return status;
}

/* The case as the checkpoint holds it; its file names are absolute. */
static eg_status load_case(eg_run *run)
{
    char *name = NULL;
    int64_t length, hash;
    eg_status status;
    EG_TRY(text_section(run, "case", &run->safety.case_text, &length));
    EG_TRY_GOTO(eg_path_join(run->context, run->options.output, "case.yaml", &name));
    EG_TRY_GOTO(eg_case_parse(run->context, name, run->options.output, run->safety.case_text,
                              length, NULL, 0, &run->loaded));
    EG_TRY_GOTO(number(run, "case-hash", &hash));
    if ((uint64_t)hash != eg_case_hash(run->loaded))
        status = eg_fail(run->context, EG_CHECKPOINT,
                         "%s: its case is not the one that it was written for: case hash %016llx, "
                         "not %016llx",
                         path_of(run), (unsigned long long)eg_case_hash(run->loaded),
                         (unsigned long long)hash);
done:
    eg_free(run->context, &name);
    return status;
}

static eg_status take_up(eg_run *run, const eg_run_options *options, eg_text *passed)
{
    EG_TRY(eg_comm_create(run->context, &run->comm));
    EG_TRY(eg_run_agree(run, open_newest(run, options->output, passed)));
    EG_TRY(eg_run_agree(run, load_case(run)));
    run->class = eg_run_class_of(run->loaded);
    EG_TRY(run->class->setup(run));
    if (passed->length > 0)
        eg_run_log(run, "passed over and removed:\n%s", eg_text_string(passed));
    eg_run_log(run, "goes on from %s: step %lld, t = %.9g s", path_of(run),
               (long long)run->moment.steps, run->moment.time);
    eg_checkpoint_close(&run->safety.from);
    return EG_OK;
}

eg_status eg_run_resume(eg_context *context, const eg_run_options *options, eg_run **run)
{
    *run = NULL;
    if (!options->output || options->case_file || options->setting_count > 0 || options->force)
        return eg_fail(context, EG_USAGE,
                       "a run is taken up with its folder alone: its case is in the checkpoint");
    eg_run *made;
    eg_text passed = {.context = context};
    EG_TRY(eg_run_begin(context, options, &made));
    eg_status status = take_up(made, options, &passed);
    eg_text_free(&passed);
    return eg_run_made(made, status, run);
}

/* ---- what the parts of a run get back
 * ------------------------------------------------------------------ */

static eg_status get_array(void *user, const char *name, void *data, int64_t bytes)
{
    return eg_checkpoint_read_all(((eg_run *)user)->safety.from, name, data, bytes);
}

static eg_status get_bytes(void *user, const char *name, int64_t *bytes)
{
    return eg_checkpoint_bytes(((eg_run *)user)->safety.from, name, bytes);
}

/* This rank's part: it begins where those of the ranks before end. */
static eg_status get_part(void *user, const char *name, void *data, int64_t bytes)
{
    eg_run *run = user;
    int64_t there = 0;
    eg_sum sum;
    EG_TRY(eg_run_agree(run, get_bytes(run, name, &there)));
    eg_comm_take_over(run->comm, &sum, 1);
    int64_t before = (int64_t)eg_sum_value(&sum);
    eg_sum_add(&sum, (double)bytes);
    eg_comm_hand_on(run->comm, &sum, 1);
    int64_t all = (int64_t)eg_sum_value(&sum);
    if (all != there)
        return eg_fail(run->context, EG_CHECKPOINT, "%s: section '%s' has %lld bytes, not %lld",
                       path_of(run), name, (long long)there, (long long)all);
    return eg_checkpoint_read(run->safety.from, name, before, data, bytes);
}

eg_status eg_resume_model(eg_run *run, const char *origin)
{
    const eg_persist persist = {
        .restoring = true, .array = get_array, .part = get_part, .bytes = get_bytes, .user = run};
    int64_t hash;
    EG_TRY(number(run, "mesh-hash", &hash));
    if ((uint64_t)hash != run->whole.hash)
        return eg_fail(run->context, EG_CHECKPOINT,
                       "%s: the mesh %s is not the one that the run began with: it was changed",
                       path_of(run), origin);
    return eg_run_agree(run, run->class->persist(run, &persist));
}

eg_status eg_resume_moment(eg_run *run)
{
    EG_TRY(number(run, "steps", &run->moment.steps));
    return eg_checkpoint_real(run->safety.from, "run", "time", &run->moment.time);
}

eg_status eg_resume_observer(eg_run *run)
{
    eg_observer *observer = &run->observer;
    double norms[EG_EXACTS][3];
    int64_t hash, bytes = observer->exacts * (int64_t)sizeof *norms;
    EG_TRY(eg_checkpoint_read_all(run->safety.from, "errors", norms, bytes));
    for (int i = 0; i < observer->exacts; i++) {
        observer->exact[i].l1 = norms[i][0];
        observer->exact[i].l2 = norms[i][1];
        observer->exact[i].linf = norms[i][2];
    }
    EG_TRY(number(run, "state-hash", &hash));
    observer->state_hash = (uint64_t)hash;
    EG_TRY(number(run, "snapshots", &run->snapshots_before));
    EG_TRY(number(run, "snapshot-steps", &run->snapshot_steps));
    run->steps_before = run->moment.steps;
    eg_schedule_pass(&run->schedule, &run->moment);
    return EG_OK;
}

eg_status eg_resume_mark(eg_run *run, const char *file, eg_csv_mark *mark)
{
    return eg_checkpoint_read_all(run->safety.from, file, mark, sizeof *mark);
}

eg_status eg_resume_check_tables(eg_run *run)
{
    for (const char *const *file = eg_run_tables; *file; file++) {
        eg_csv_mark mark;
        char *path;
        if (!eg_checkpoint_has(run->safety.from, *file))
            continue;
        EG_TRY(eg_resume_mark(run, *file, &mark));
        EG_TRY(eg_run_path(run, *file, &path));
        eg_status status = eg_csv_check(run->context, path, &mark);
        eg_free(run->context, &path);
        EG_TRY(status);
    }
    return EG_OK;
}

eg_status eg_resume_snapshots(eg_run *run, char **entries, int64_t *count)
{
    EG_TRY(number(run, "snapshots", count));
    return text_section(run, "snapshots", entries, NULL);
}
