/* The run's folder: case.yaml, log.txt, fields/, and the tables that grow. */
#include "run/folder/folder.h"
#include "run/observe/observe.h"
#include "run/restart/restart.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the folder */

/* A folder with anything in it is refused, unless it is to be written over. */
static eg_status check_folder(eg_run *run)
{
    DIR *folder = opendir(run->folder);
    if (!folder && errno == ENOENT)
        return EG_OK;
    if (!folder)
        return eg_fail(run->context, EG_IO, "%s: cannot be opened as a folder: %s", run->folder,
                       strerror(errno));
    bool empty = true;
    for (struct dirent *entry; (entry = readdir(folder));)
        empty = empty && (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0);
    closedir(folder);
    if (empty || run->options.force)
        return EG_OK;
    return eg_fail(run->context, EG_USAGE,
                   "%s: the output folder is not empty; choose another with -o, or give --force to write "
                   "over the run in it",
                   run->folder);
}

/* A link would lead out of the folder, and a pipe without a reader never opens. */
static eg_status open_log_file(eg_run *run, const char *path, int makes)
{
    struct stat info;
    int file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | makes, 0666);
    if (file < 0 && errno == ENOENT && !makes)
        return EG_OK;
    if (file >= 0 && fstat(file, &info) == 0 && S_ISREG(info.st_mode))
        run->log = fdopen(file, "a");
    else if (file >= 0 || errno == ELOOP || errno == ENXIO)
        errno = EEXIST;
    if (run->log)
        return EG_OK;
    const char *reason =
        errno == EEXIST ? "there is something of this name that is no plain file" : strerror(errno);
    if (file >= 0)
        close(file);
    return eg_fail(run->context, EG_IO, "%s: cannot be opened: %s", path, reason);
}

/* Opens the log, where there is one already or it is to be made, and locks it: two runs that write into one
 * folder would spoil each other's files. Where the file system has no locks there is none. */
static eg_status open_log(eg_run *run, int makes)
{
    EG_SCRATCH char *path = NULL;
    EG_TRY(eg_run_path(run, "log.txt", &path));
    EG_TRY(open_log_file(run, path, makes));
    if (run->log && flock(fileno(run->log), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return eg_fail(run->context, EG_IO, "%s: another run is writing into this folder", path);
    return EG_OK;
}

/* Of a new run: nothing is changed before all that is in its way has been found to be a run's. */
static eg_status clear_folder(eg_run *run)
{
    EG_TRY(check_folder(run));
    EG_TRY(eg_folder_create(run->context, run->folder));
    EG_TRY(open_log(run, 0));
    if (run->options.force)
        EG_TRY(eg_overwrite_inspect(run));
    if (!run->log)
        EG_TRY(open_log(run, O_CREAT));
    if (ftruncate(fileno(run->log), 0) != 0)
        return eg_fail(run->context, EG_IO, "%s/log.txt: cannot be emptied: %s", run->folder,
                       strerror(errno));
    if (run->options.force)
        EG_TRY(eg_overwrite_clear(run));
    return eg_manifest_create(run->context, run->folder, &run->manifest);
}

/* Of a run that goes on: what came after the checkpoint goes, once all that is needed has been found
 * whole. */
static eg_status cut_folder(eg_run *run)
{
    EG_ENDS_WITH(eg_file_list_free) eg_file_list kept = {.context = run->context};
    EG_TRY(open_log(run, O_CREAT));
    EG_TRY(eg_resume_check_tables(run));
    EG_TRY(eg_written_check(run));
    EG_TRY(eg_manifest_create(run->context, run->folder, &run->manifest));
    EG_TRY(eg_written_take(run));
    EG_TRY(eg_written_read(run->context, run->checkpointing.from, &kept));
    return eg_clear_later(run, &kept);
}

eg_status eg_output_case(eg_run *run)
{
    EG_SCRATCH char *path = NULL;
    EG_TEXT(text, run->context);
    if (run->checkpointing.case_text)
        eg_text_add(&text, "%s", run->checkpointing.case_text);
    else
        eg_case_resolved(run->loaded, &text);
    eg_written_add_changes(&text, eg_text_string(&run->checkpointing.changes));
    EG_TRY(text.status);
    EG_TRY(eg_run_path(run, "case.yaml", &path));
    return eg_file_write(run->context, path, text.data, text.length);
}

/* ---- snapshots */

static int list_fields(const eg_run *run, eg_snapshot_field *fields)
{
    const eg_diagnostics *diagnostics = run->diagnostics;
    for (int i = 0; i < diagnostics->fields; i++) {
        const eg_output *output = eg_diagnostics_field(diagnostics, i);
        snprintf(fields[i].name, sizeof fields[i].name, "%s", output->name);
        snprintf(fields[i].unit, sizeof fields[i].unit, "%s", output->unit);
        fields[i].components = output->components;
    }
    return diagnostics->fields;
}

/* The set of all ranks. Collective; all agree on the status. */
static eg_status open_set(eg_run *run, const eg_snapshot_field *fields, int count)
{
    char hash[32];
    EG_SCRATCH char *entries = NULL;
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)eg_case_hash(run->loaded));
    eg_snapshot_set_options set = {.comm = run->comm,
                                   .folder = run->snapshot_folder,
                                   .case_hash = hash,
                                   .start = *eg_case_start(run->loaded),
                                   .precision = run->precision,
                                   .degree = eg_model_degree(run->model),
                                   .common = eg_diagnostics_common(run),
                                   .changes = run->changes,
                                   .beside = true};
    eg_status status = run->checkpointing.from ? eg_resume_snapshots(run, &entries, &set.count) : EG_OK;
    set.entries = entries;
    EG_TRY(eg_run_agree(run, status));
    return eg_snapshot_set_create(run->context, run->mesh, fields, count, &set, &run->set);
}

/* Collective; all agree on the status. */
static eg_status open_writer(eg_run *run)
{
    eg_snapshot_field fields[EG_SNAPSHOT_FIELDS] = {0};
    int count = list_fields(run, fields), degree = eg_model_degree(run->model);
    if (run->writes && !run->set)
        EG_TRY(open_set(run, fields, count));
    eg_status status = eg_writer_create(
        run->context,
        &(eg_writer_options){.device = eg_model_space(run->model)->on_host ? NULL : run->device,
                             .buffers = run->model->kind->is_steady ? 1 : 0,
                             .bytes = eg_space_bytes(eg_model_space(run->model)),
                             .two_phase = eg_comm_size(run->comm) > 1,
                             .cells = run->mesh->own,
                             .values = eg_snapshot_value_count(run->mesh, degree),
                             .fields = fields,
                             .field_count = count,
                             .set = run->set,
                             .source = &run->diagnostics->source},
        &run->writer);
    return eg_run_agree(run, status);
}

/* ---- tables */

/* Cuts a text into its lines, in place: fills line[] where there is room, and gives their number. */
static int cut_names(char *text, const char **line, int room)
{
    int count = 0;
    for (char *at = text, *end; (end = strchr(at, '\n')); at = end + 1, count++)
        if (count < room) {
            line[count] = at;
            *end = 0;
        }
    return count;
}

eg_status eg_output_table(eg_run *run, const char *file, eg_text *names, eg_csv **csv)
{
    EG_SCRATCH const char **name = NULL;
    EG_SCRATCH char *path = NULL;
    int columns = names->data ? cut_names(names->data, NULL, 0) : 0;
    const eg_date *start = eg_case_start(run->loaded);
    eg_csv_mark mark;
    EG_TRY(names->status);
    EG_TRY(eg_alloc(run->context, columns, sizeof *name, &name));
    cut_names(names->data, name, columns);
    EG_TRY(eg_run_path(run, file, &path));
    if (!run->checkpointing.from)
        return eg_csv_create(run->context, path, name, columns, start, csv);
    EG_TRY(eg_resume_mark(run, file, &mark));
    return eg_csv_resume(run->context, path, name, columns, start, &mark, csv);
}

static eg_status open_errors(eg_run *run)
{
    eg_diagnostics *diagnostics = run->diagnostics;
    EG_TEXT(names, run->context);
    if (diagnostics->exacts == 0)
        return EG_OK;
    eg_text_add(&names, "time_s\n");
    for (int i = 0; i < diagnostics->exacts; i++) {
        const char *name = diagnostics->table[diagnostics->exact[i].output].name;
        eg_text_add(&names, "%s_l1\n%s_l2\n%s_linf\n", name, name, name);
        if (diagnostics->exact[i].gradient)
            eg_text_add(&names, "%s_h1\n", name);
    }
    return eg_output_table(run, "errors.csv", &names, &diagnostics->errors);
}

/* With log and case.yaml, and empty of what was there. Of rank 0. */
static eg_status open_run_folder(eg_run *run)
{
    EG_TRY(eg_strdup(run->context, run->options.output, &run->folder));
    EG_TRY(run->checkpointing.from ? cut_folder(run) : clear_folder(run));
    if (!run->checkpointing.from)
        EG_TRY(eg_output_case(run));
    EG_TRY(open_errors(run));
    return EG_HAS(run->class->files, table) ? run->class->files->open_table(run->model, &run->series->own_csv)
                                            : EG_OK;
}

static eg_status create_output(eg_run *run)
{
    eg_status status = EG_OK;
    if (run->writes)
        status = eg_strdup(run->context, run->options.output, &run->shared_folder);
    if (status == EG_OK && run->writes)
        status = eg_path_join(run->context, run->options.output, "fields", &run->snapshot_folder);
    if (status == EG_OK && run->writes && eg_run_is_first(run))
        status = open_run_folder(run);
    EG_TRY(eg_run_agree(run, status));
    return open_writer(run);
}

/* ---- a snapshot */

/* The ranks synchronize about the snapshot that is under way: each has written its values or failed; rank 0's
 * thread makes it whole. */
static eg_status finish_first_phase(eg_run *run)
{
    eg_snapshot_stamp stamp;
    run->under_way = false;
    eg_status status = eg_run_agree(run, eg_writer_wait_first_phase(run->writer, &stamp));
    if (status == EG_OK)
        status = eg_diagnostics_conclude(&run->diagnostics->source, &stamp);
    if (run->set)
        status = eg_snapshot_set_synchronize(run->set, status);
    if (status == EG_OK)
        eg_writer_begin_second_phase(run->writer, &stamp);
    else
        eg_writer_drop(run->writer);
    return status;
}

eg_status eg_output_poll(eg_run *run)
{
    if (!run->under_way)
        return EG_OK;
    double waits = !eg_writer_first_phase_done(run->writer);
    eg_comm_max(run->comm, &waits, 1);
    return waits > 0 ? EG_OK : finish_first_phase(run);
}

eg_status eg_output_is_good(const eg_run *run)
{
    return run->outcome == EG_DIVERGED ? eg_fail(run->context, EG_DIVERGED, "%s", run->message) : EG_OK;
}

static eg_status settle_snapshots(eg_run *run)
{
    if (run->under_way)
        EG_TRY(finish_first_phase(run));
    eg_status status = run->writer ? eg_writer_finish(run->writer) : EG_OK;
    if (status == EG_OK && run->set) /* a checkpoint tells of all files that are there */
        status = eg_snapshot_set_settle(run->set);
    EG_TRY(eg_run_agree(run, status));
    if (run->diagnostics->diverged && run->outcome == EG_OK) {
        run->outcome = EG_DIVERGED;
        snprintf(run->message, sizeof run->message, "%s", run->diagnostics->diverged);
    }
    return EG_OK;
}

static eg_status release_writer(eg_run *run)
{
    eg_writer_statistics statistics = {0};
    EG_TRY(settle_snapshots(run));
    if (!run->writer)
        return EG_OK;
    eg_writer_describe(run->writer, &statistics);
    run->snapshots_before += run->set ? statistics.written : 0;
    run->waited_before += statistics.waited_seconds;
    return eg_run_agree(run, eg_writer_close(&run->writer));
}

/* A buffer for the state and, of several ranks, the file. Where there are exact solutions a run goes on to
 * the next snapshot at most, on one process too: so it ends at the same step each time. */
static eg_status begin_snapshot(eg_run *run, void **memory)
{
    bool two_phase = eg_comm_size(run->comm) > 1, changes = run->changes;
    if (two_phase || run->diagnostics->exacts > 0 || changes)
        EG_TRY(settle_snapshots(run));
    if (!run->writer)
        EG_TRY(open_writer(run));
    if (changes && run->set)
        EG_TRY(eg_snapshot_set_change_mesh(run->set, run->mesh));
    if (two_phase && run->set)
        EG_TRY(eg_snapshot_set_begin(run->set));
    eg_status status = eg_run_agree(run, eg_writer_acquire(run->writer, memory));
    if (status != EG_OK && run->set && eg_comm_size(run->comm) > 1)
        eg_snapshot_set_drop(run->set);
    return status;
}

static eg_status take_snapshot(eg_run *run)
{
    void *memory = NULL;
    eg_event *event = NULL;
    if (run->snapshot_steps == run->now.steps)
        return EG_OK;
    double from = eg_clock();
    EG_TRY(eg_run_need_mesh(run));
    EG_TRY(begin_snapshot(run, &memory));
    eg_status status = eg_run_agree(run, eg_space_copy_begin(eg_model_space(run->model), memory, &event));
    if (status != EG_OK) {
        eg_event_destroy(&event);
        eg_writer_release(run->writer, memory);
        return status;
    }
    run->snapshot_steps = run->now.steps;
    eg_run_log(run, "snapshot at step %lld, t = %.9g s", (long long)run->now.steps, run->now.time);
    const eg_snapshot_stamp stamp = {.step = run->now.steps, .time = run->now.time};
    run->under_way = eg_comm_size(run->comm) > 1;
    run->seconds.output += eg_clock() - from;
    return eg_run_agree(run, eg_writer_submit(run->writer, memory, event, &stamp));
}

static eg_status close_writer(eg_run *run)
{
    eg_status status = eg_writer_close(&run->writer);
    eg_status csv = eg_csv_close(&run->diagnostics->errors);
    return status != EG_OK ? status : csv;
}

eg_csv *eg_run_table(const eg_run *run, const char *file)
{
    const eg_time_series *series = run->series;
    if (series->points_csv && strcmp(file, series->points_file) == 0)
        return series->points_csv;
    if (strcmp(file, "balance.csv") == 0)
        return series->balance_csv;
    if (strcmp(file, "errors.csv") == 0)
        return run->diagnostics->errors;
    return EG_HAS(run->class->files, table) && strcmp(file, run->class->files->table) == 0 ? series->own_csv
                                                                                           : NULL;
}

/* ---- the part */

static eg_status serve_snapshots(eg_run *run, const eg_time_state *now, bool always)
{
    return eg_schedule_fields_due(&run->schedule, now) || always ? take_snapshot(run) : EG_OK;
}

static eg_status end_snapshots(eg_run *run)
{
    EG_TRY(eg_run_need_mesh(run));
    return take_snapshot(run);
}

/* Ends what has been written while the run went on. */
static eg_status close_snapshots(eg_run *run)
{
    eg_status wrote = settle_snapshots(run);
    if (run->writer)
        eg_writer_describe(run->writer, &run->diagnostics->written);
    eg_status closed = close_writer(run);
    return wrote != EG_OK ? wrote : closed;
}

static eg_status summarise_snapshots(eg_run *run, eg_summary *summary)
{
    const eg_writer_statistics *written = &run->diagnostics->written;
    summary->snapshots = run->snapshots_before + (run->set ? written->written : 0);
    summary->output_waited_seconds = run->waited_before + written->waited_seconds;
    for (int i = 0; i < run->diagnostics->exacts; i++) {
        const eg_exact *exact = &run->diagnostics->exact[i];
        const eg_norms *norms = &exact->norms;
        EG_TRY(eg_summary_add_error(run->context, summary, run->diagnostics->table[exact->output].name,
                                    norms->l1, norms->l2, norms->linf));
        summary->errors[i].has_h1 = !isnan(norms->h1);
        summary->errors[i].h1 = norms->h1;
    }
    return EG_OK;
}

static void destroy_snapshots(eg_run *run)
{
    if (run->writer)
        close_writer(run);
    eg_diagnostics_destroy(run);
    eg_snapshot_set_destroy(&run->set); /* it may be writing the mesh */
}

const eg_part_class eg_snapshots_class = {.create = eg_diagnostics_create,
                                          .resume = eg_diagnostics_resume,
                                          .open = create_output,
                                          .serve = serve_snapshots,
                                          .settle = settle_snapshots,
                                          .release = release_writer,
                                          .change = eg_diagnostics_change_mesh,
                                          .end = end_snapshots,
                                          .close = close_snapshots,
                                          .summarise = summarise_snapshots,
                                          .destroy = destroy_snapshots};
