/* A run from its newest whole checkpoint. */
#include "run/judge/judge.h"
#include "run/life/life.h"
#include "run/models/models.h"
#include "run/observe/observe.h"
#include "run/restart/restart.h"

#include <math.h>
#include <string.h>

/* ---- opening */

/* Opens the newest whole checkpoint of the folder; what was passed over, and why, is told. */
static eg_status open_newest_checkpoint(eg_run *run, const char *folder, eg_text *passed)
{
    EG_SCRATCH char *path = NULL;
    EG_TRY(eg_path_join(run->context, folder, "checkpoints", &path));
    EG_TRY(eg_checkpoint_newest(run->context, path, passed, &run->checkpointing.from));
    if (passed->length > 0)
        eg_log(run->context, EG_LOG_WARN, "passed over:\n%s", eg_text_string(passed));
    return EG_OK;
}

/* The case as the checkpoint holds it; its file names are absolute. */
static eg_status parse_kept_case(eg_run *run, int settings, eg_case **loaded)
{
    const char *text = run->checkpointing.case_text;
    EG_SCRATCH char *name = NULL;
    EG_TRY(eg_path_join(run->context, run->options.output, "case.yaml", &name));
    return eg_case_parse(run->context, eg_models, name, run->options.output, text, (int64_t)strlen(text),
                         run->options.settings, settings, loaded);
}

static eg_status load_kept_case(eg_run *run)
{
    int64_t hash;
    EG_TRY(eg_checkpoint_text(run->checkpointing.from, "case", &run->checkpointing.case_text, NULL));
    EG_TRY(parse_kept_case(run, 0, &run->loaded));
    EG_TRY(eg_resume_integer(run, "case-hash", &hash));
    if ((uint64_t)hash == eg_case_hash(run->loaded))
        return EG_OK;
    return eg_fail(run->context, EG_CHECKPOINT,
                   "%s: its case is not the one that it was written for: case hash %016llx, not %016llx",
                   eg_resume_path(run), (unsigned long long)eg_case_hash(run->loaded),
                   (unsigned long long)hash);
}

/* ---- changing the case */

/* The end must not lie before what was reached. */
static eg_status check_changed_end(eg_run *run, eg_case *changed)
{
    int64_t steps;
    double time;
    const eg_node *end = eg_case_find(changed, "time.end"), *last = eg_case_find(changed, "time.steps");
    EG_TRY(eg_resume_integer(run, "steps", &steps));
    EG_TRY(eg_checkpoint_real(run->checkpointing.from, "run", "time", &time));
    if (end && eg_case_find(changed, "shots") &&
        eg_node_real(end) != eg_case_real(run->loaded, "time.end", 0))
        return eg_case_fail(changed, end, EG_CASE,
                            "time.end cannot change: it holds for all shots, and some are done");
    if (end && !eg_time_has_come(time, eg_node_real(end)))
        return eg_case_fail(changed, end, EG_CASE, "time.end is %.9g s, and the run has reached %.9g s",
                            eg_node_real(end), time);
    if (last && eg_node_integer(last) < steps)
        return eg_case_fail(changed, last, EG_CASE, "time.steps is %lld, and the run has taken %lld steps",
                            (long long)eg_node_integer(last), (long long)steps);
    return EG_OK;
}

/* Puts step and time of the checkpoint before each line, behind what was changed earlier. */
static eg_status note_changes(eg_run *run, const eg_text *lines)
{
    eg_text *changes = &run->checkpointing.changes;
    int64_t steps;
    double time;
    EG_TRY(eg_resume_integer(run, "steps", &steps));
    EG_TRY(eg_checkpoint_real(run->checkpointing.from, "run", "time", &time));
    const char *at = eg_text_string(lines);
    for (const char *end; (end = strchr(at, '\n')); at = end + 1)
        eg_text_add(changes, "step %lld, t = %.9g s: %.*s\n", (long long)steps, time, (int)(end - at), at);
    return changes->status;
}

/* The text of the case as it is from here on. */
static eg_status take_changed(eg_run *run, eg_case **changed)
{
    EG_TEXT(text, run->context);
    eg_case_resolved(*changed, &text);
    EG_TRY(text.status);
    EG_FREE(&run->checkpointing.case_text);
    EG_TRY(eg_strdup(run->context, eg_text_string(&text), &run->checkpointing.case_text));
    run->checkpointing.end_before = eg_case_real(run->loaded, "time.end", INFINITY);
    eg_case_destroy(&run->loaded);
    run->checkpointing.changed = true;
    return eg_hand_over(changed, &run->loaded);
}

static eg_status change_case(eg_run *run)
{
    EG_TEXT(lines, run->context);
    EG_ENDS_WITH(eg_case_destroy) eg_case *changed = NULL;
    EG_SCRATCH char *before = NULL;
    if (eg_checkpoint_has(run->checkpointing.from, "changes")) {
        EG_TRY(eg_checkpoint_text(run->checkpointing.from, "changes", &before, NULL));
        eg_text_add(&run->checkpointing.changes, "%s", before);
        eg_free(run->context, &before);
    }
    if (run->options.setting_count == 0)
        return run->checkpointing.changes.status;
    EG_TRY(parse_kept_case(run, run->options.setting_count, &changed));
    EG_TRY(eg_case_changes(run->loaded, changed, &lines));
    EG_TRY(check_changed_end(run, changed));
    EG_TRY(note_changes(run, &lines));
    return lines.length > 0 ? take_changed(run, &changed) : EG_OK;
}

/* A checkpoint with the changed case, before anything else changes in the folder; then case.yaml. */
static eg_status tell_changes(eg_run *run)
{
    const eg_text *changes = &run->checkpointing.changes;
    if (run->checkpointing.changed)
        EG_TRY(eg_checkpointing_publish(run));
    else
        run->checkpointing.written_steps = run->now.steps;
    if (changes->length == 0)
        return EG_OK;
    const char *at = eg_text_string(changes);
    for (const char *end; (end = strchr(at, '\n')); at = end + 1)
        eg_run_log(run, "the case was changed at %.*s", (int)(end - at), at);
    return eg_run_agree(run, run->folder ? eg_output_case(run) : EG_OK);
}

/* The eagre that goes on, and that of the checkpoint where it is another one: its last bits may be others. */
static eg_status tell_version(eg_run *run)
{
    eg_checkpointing *checkpointing = &run->checkpointing;
    EG_SCRATCH char *version = NULL;
    EG_TRY(eg_checkpoint_text(run->checkpointing.from, "version", &version, NULL));
    if (strcmp(version, EAGRE_VERSION) != 0)
        snprintf(checkpointing->version_before, sizeof checkpointing->version_before, "%s", version);
    eg_run_log(run, "by eagre %s%s%s", EAGRE_VERSION,
               checkpointing->version_before[0] ? "; the checkpoint is of eagre " : "",
               checkpointing->version_before);
    return EG_OK;
}

static eg_status take_up(eg_run *run, const eg_run_options *options, eg_text *passed)
{
    EG_TRY(eg_comm_create(run->context, &run->comm));
    EG_TRY(eg_run_agree(run, open_newest_checkpoint(run, options->output, passed)));
    EG_TRY(eg_run_agree(run, load_kept_case(run)));
    EG_TRY(eg_run_agree(run, change_case(run)));
    EG_TRY(eg_run_setup(run));
    if (passed->length > 0)
        eg_run_log(run, "passed over and removed:\n%s", eg_text_string(passed));
    eg_run_log(run, "goes on from %s: step %lld, t = %.9g s", eg_resume_path(run), (long long)run->now.steps,
               run->now.time);
    EG_TRY(eg_run_agree(run, tell_version(run)));
    eg_checkpoint_close(&run->checkpointing.from);
    return tell_changes(run);
}

eg_status eg_run_resume(eg_context *context, const eg_run_options *options, eg_run **run)
{
    *run = NULL;
    if (!options->output || options->case_file || options->force)
        return eg_fail(context, EG_USAGE,
                       "resume takes the folder of a run and settings alone: the case is in the checkpoint");
    eg_run *made;
    EG_TEXT(passed, context);
    EG_TRY(eg_run_begin(context, options, &made));
    eg_status status = take_up(made, options, &passed);
    return eg_run_made(made, status, run);
}
