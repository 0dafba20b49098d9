/* Checkpoints: when one is due, and writing it.
 *
 * A checkpoint is taken between two steps, while nothing is queued. It holds the case as resolved, what the
 * model continues from, and how far each file of the run's folder had come, so that a run that goes on can
 * cut them back. */
#include "run/folder/folder.h"
#include "run/given/inputs.h"
#include "run/judge/judge.h"
#include "run/life/life.h"
#include "run/observe/observe.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

static eg_status create_checkpoints(eg_run *run)
{
    const eg_node *keep = eg_case_find(run->loaded, "checkpoint.keep");
    eg_checkpointing *checkpointing = &run->checkpointing;
    checkpointing->every = eg_case_real(run->loaded, "checkpoint.every", INFINITY);
    checkpointing->keep = keep ? (int)eg_node_integer(keep) : 2;
    checkpointing->written_at = eg_clock();
    checkpointing->written_steps = checkpointing->first_steps = -1;
    return EG_OK;
}

/* ---- writing */

/* What a model's arrays are written with; only rank 0 has a writer. */
typedef struct keeper {
    eg_persist persist;
    eg_run *run;
    eg_checkpoint_writer *writer;
} keeper;

static eg_status put_array(const eg_persist *self, const char *name, void *data, int64_t bytes)
{
    eg_checkpoint_writer *writer = ((const keeper *)self)->writer;
    return writer ? eg_checkpoint_writer_section(writer, name, data, bytes) : EG_OK;
}

/* Rank 0 writes its own part and then those of the others as they come; `room` takes the longest. */
static void put_in_turns(const keeper *k, const char *name, const void *data, const int64_t *bytes_of,
                         char *room)
{
    int ranks = eg_comm_size(k->run->comm);
    int64_t total = 0;
    for (int r = 0; r < ranks; r++)
        total += bytes_of[r];
    eg_checkpoint_writer_begin(k->writer, name, total);
    eg_checkpoint_writer_write(k->writer, data, bytes_of[0]);
    for (int r = 1; r < ranks; r++) {
        eg_comm_receive(k->run->comm, r, room, bytes_of[r]);
        eg_checkpoint_writer_write(k->writer, room, bytes_of[r]);
    }
    eg_checkpoint_writer_end(k->writer);
}

/* The parts of all ranks. A failing writer fails on, so that it need not be looked at here. */
static eg_status put_ranks_part(const eg_persist *self, const char *name, void *data, int64_t bytes)
{
    const keeper *k = (const keeper *)self;
    const eg_comm *comm = k->run->comm;
    int ranks = eg_comm_size(comm);
    EG_SCRATCH int64_t *bytes_of = NULL;
    int64_t most = 0;
    EG_SCRATCH char *room = NULL;
    EG_TRY(eg_comm_agree(comm, eg_alloc(k->run->context, ranks, sizeof *bytes_of, &bytes_of)));
    eg_comm_gather_counts(comm, bytes, bytes_of);
    for (int r = 1; k->writer && r < ranks; r++)
        most = eg_max_i64(most, bytes_of[r]);
    EG_TRY(eg_comm_agree(comm, eg_alloc(k->run->context, most, 1, &room)));
    if (k->writer)
        put_in_turns(k, name, data, bytes_of, room);
    else if (eg_comm_rank(comm) > 0)
        eg_comm_send(comm, 0, data, bytes);
    return EG_OK;
}

/* A run that goes on hands its text on, so that its checkpoints are those of a run that was never stopped. */
static eg_status put_case(eg_run *run, eg_checkpoint_writer *writer)
{
    const char *had = run->checkpointing.case_text;
    if (had)
        return eg_checkpoint_writer_section(writer, "case", had, (int64_t)strlen(had));
    EG_TEXT(text, run->context);
    eg_case_resolved(run->loaded, &text);
    EG_TRY(text.status);
    return eg_checkpoint_writer_section(writer, "case", text.data, text.length);
}

static eg_status put_numbers(eg_run *run, eg_checkpoint_writer *writer)
{
    const eg_checkpoint_number numbers[] = {
        {.name = "case-hash", .integer = (int64_t)eg_case_hash(run->loaded)},
        {.name = "mesh-hash", .integer = (int64_t)run->whole.hash},
        {.name = "steps", .integer = run->now.steps},
        {.name = "time", .is_real = true, .real = run->now.time},
        {.name = "snapshots", .integer = eg_snapshot_set_count(run->set)},
        {.name = "snapshot-steps", .integer = run->snapshot_steps},
        {.name = "state-hash", .integer = (int64_t)run->diagnostics->state_hash}};
    const char *entries = eg_snapshot_set_entries(run->set);
    EG_TRY(eg_checkpoint_writer_numbers(writer, "run", numbers, sizeof numbers / sizeof *numbers));
    return eg_checkpoint_writer_section(writer, "snapshots", entries, (int64_t)strlen(entries));
}

/* What the run itself goes on with: of rank 0. */
static eg_status put_run(eg_run *run, eg_checkpoint_writer *writer)
{
    double norms[EG_NORMS * EG_EXACTS];
    EG_TRY(eg_checkpoint_writer_section(writer, "version", EAGRE_VERSION, (int64_t)strlen(EAGRE_VERSION)));
    EG_TRY(put_case(run, writer));
    EG_TRY(eg_inputs_put(run, writer));
    if (run->checkpointing.changes.length > 0)
        EG_TRY(eg_checkpoint_writer_section(writer, "changes", run->checkpointing.changes.data,
                                            run->checkpointing.changes.length));
    EG_TRY(eg_written_put(run, writer));
    EG_TRY(put_numbers(run, writer));
    int count =
        eg_errors_persist(run->diagnostics, norms, false); /* of the last snapshot: the summary tells them */
    EG_TRY(eg_checkpoint_writer_section(writer, "errors", norms, count * (int64_t)sizeof *norms));
    EG_TRY(eg_verdicts_keep(run, writer));
    for (const char *const *file = eg_run_tables; *file; file++) {
        eg_csv *csv = eg_run_table(run, *file);
        eg_csv_mark mark;
        if (!csv)
            continue;
        EG_TRY(eg_csv_mark_here(csv, &mark));
        EG_TRY(eg_checkpoint_writer_section(writer, *file, &mark, sizeof mark));
    }
    return EG_OK;
}

/* Makes the file, and in it what the run goes on with: of rank 0. */
static eg_status begin_checkpoint(eg_run *run, eg_checkpoint_writer **writer)
{
    EG_SCRATCH char *path = NULL;
    char name[EG_CHECKPOINT_FILE_NAME], file[sizeof "checkpoints/" + sizeof name];
    eg_checkpoint_name(run->now.steps, name);
    snprintf(file, sizeof file, "checkpoints/%s", name);
    EG_TRY(eg_run_path(run, file, &path));
    EG_TRY(eg_checkpoint_writer_create(run->context, path, writer));
    return put_run(run, *writer);
}

/* Collective: all agree on the status. */
static eg_status write_checkpoint(eg_run *run, int64_t *bytes)
{
    keeper k = {.persist = {.array = put_array, .part = put_ranks_part}, .run = run};
    EG_PARTS(settle, run);
    EG_TRY(eg_run_agree(run, eg_output_is_good(run)));
    eg_status status = eg_run_agree(run, run->folder ? begin_checkpoint(run, &k.writer) : EG_OK);
    if (status == EG_OK)
        status = eg_run_agree(run, run->class->persist(run->model, &run->now, &k.persist));
    for (const eg_part_class *const *part = eg_run_parts; *part && status == EG_OK; part++)
        if ((*part)->persist)
            status = eg_run_agree(run, (*part)->persist(run, &k.persist));
    if (status == EG_OK && k.writer)
        status = eg_checkpoint_writer_finish(&k.writer, bytes);
    else
        eg_checkpoint_writer_abandon(&k.writer);
    return eg_run_agree(run, status);
}

/* Removes the oldest. They stay where that fails. */
static void prune_checkpoints(eg_run *run)
{
    EG_SCRATCH char *folder = NULL;
    eg_status status = eg_run_path(run, "checkpoints", &folder);
    if (status == EG_OK)
        status = eg_checkpoint_prune(run->context, folder, run->checkpointing.keep,
                                     run->checkpointing.first_steps, NULL);
    if (status != EG_OK)
        eg_log(run->context, EG_LOG_WARN, "older checkpoints stay: %s", eg_context_error(run->context));
}

eg_status eg_checkpointing_publish(eg_run *run)
{
    eg_checkpointing *checkpointing = &run->checkpointing;
    double from = eg_clock();
    int64_t bytes = 0;
    EG_TRY(write_checkpoint(run, &bytes));
    checkpointing->written_at = eg_clock();
    if (checkpointing->first_steps < 0)
        checkpointing->first_steps = run->now.steps;
    checkpointing->written_steps = run->now.steps;
    checkpointing->cost = fmax(checkpointing->cost, checkpointing->written_at - from);
    eg_run_log(run, "checkpoint at step %lld, t = %.9g s: %.4g MB in %.3g s", (long long)run->now.steps,
               run->now.time, (double)bytes / 1e6, checkpointing->written_at - from);
    if (run->folder)
        prune_checkpoints(run);
    return EG_OK;
}

/* One failure of the disk or for lack of memory is told, and the run goes on; a second one after it ends the
 * run. */
static eg_status write_or_go_on(eg_run *run)
{
    eg_checkpointing *checkpointing = &run->checkpointing;
    eg_status status = eg_checkpointing_publish(run);
    if (status == EG_OK) {
        checkpointing->failures = 0;
        return EG_OK;
    }
    checkpointing->written_at = eg_clock(); /* not again at once */
    if (++checkpointing->failures >= 2 || checkpointing->stop || (status != EG_IO && status != EG_MEMORY))
        return status;
    eg_run_log(run, "the checkpoint at step %lld failed: %s", (long long)run->now.steps,
               eg_context_error(run->context));
    eg_log(run->context, EG_LOG_WARN,
           "the checkpoint at step %lld could not be written: %s; the run goes on, and stops if the "
           "next one fails too",
           (long long)run->now.steps, eg_context_error(run->context));
    return EG_OK;
}

static eg_status stop_run(eg_run *run)
{
    run->outcome = EG_STOPPED;
    run->checkpointing.stop = 0; /* what asks from here on asks anew */
    snprintf(run->message, sizeof run->message, "stopped after step %lld at t = %.9g s%s%s",
             (long long)run->now.steps, run->now.time, run->folder ? "; to go on: eagre resume " : "",
             run->folder ? run->folder : "");
    return eg_fail(run->context, EG_STOPPED, "%s", run->message);
}

eg_status eg_checkpointing_serve(eg_run *run)
{
    eg_checkpointing *checkpointing = &run->checkpointing;
    double asked[2] = {checkpointing->stop, checkpointing->write};
    int64_t steps = run->now.steps, every = run->schedule.checkpoint_steps;
    bool is_due = every < INT64_MAX && steps > run->steps_before && steps % every == 0;
    checkpointing->write = 0; /* what is wished for from here on is another one */
    eg_comm_max(run->comm, asked, 2);
    bool stops = asked[0] > 0, wanted = stops || asked[1] > 0 || is_due;
    checkpointing->stop = stops;
    if (wanted && run->writes && run->now.steps != checkpointing->written_steps)
        EG_TRY(write_or_go_on(run));
    return stops ? eg_run_agree(run, stop_run(run)) : EG_OK;
}

static eg_status end_checkpoints(eg_run *run)
{
    const eg_node *wanted = eg_case_find(run->loaded, "checkpoint.end");
    if (eg_run_shots(run)) /* the last one alone could go on */
        return EG_OK;
    if (!run->writes || !run->class->persist || run->outcome != EG_OK || !eg_run_is_done(run) ||
        run->now.steps == run->checkpointing.written_steps || (wanted && !eg_node_boolean(wanted)))
        return EG_OK;
    eg_status status = eg_checkpointing_publish(run);
    if (status == EG_DIVERGED) /* which is how the run ends */
        return EG_OK;
    if (status != EG_IO && status != EG_MEMORY)
        return status;
    eg_run_log(run, "the checkpoint of the end failed: %s", eg_context_error(run->context));
    eg_log(run->context, EG_LOG_WARN,
           "the checkpoint of the end could not be written: %s; the result is complete, but the "
           "run cannot continue beyond its end",
           eg_context_error(run->context));
    return EG_OK;
}

const eg_part_class eg_checkpoints_class = {.create = create_checkpoints, .end = end_checkpoints};
