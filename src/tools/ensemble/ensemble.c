/* An ensemble: made from its options, told how its members end, and finished. */
#include "tools/ensemble/ensemble.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/room.h"
#include "io/report/file_list.h"
#include "io/report/manifest.h"
#include "tools/internal.h"

/* ---- making an ensemble */

/* A run's own files would stand among those of the members. */
static eg_status refuse_run(const eg_ensemble *ensemble)
{
    static const char *const files[] = {"summary.json", EG_FILE_LIST_NAME, EG_JOURNAL_NAME};
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        EG_SCRATCH char *path = NULL;
        EG_TRY(eg_path_join(ensemble->context, ensemble->folder, files[k], &path));
        if (eg_is_file(path))
            return eg_fail(ensemble->context, EG_USAGE,
                           "%s: is the folder of a run; -o has to name another one", ensemble->folder);
    }
    return EG_OK;
}

/* One process works in a folder at a time. Processes that it starts have the lock, too. */
static eg_status lock_folder(eg_ensemble *ensemble)
{
    EG_SCRATCH char *path = NULL;
    EG_TRY(eg_folder_create(ensemble->context, ensemble->runs));
    EG_TRY(eg_folder_create(ensemble->context, ensemble->messages));
    EG_TRY(eg_path_join(ensemble->context, ensemble->runs, ".lock", &path));
    ensemble->lock = open(path, O_RDWR | O_CREAT, 0666);
    if (ensemble->lock < 0)
        return eg_fail(ensemble->context, EG_IO, "%s: cannot be opened: %s", path, strerror(errno));
    if (flock(ensemble->lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return EG_OK;
    return eg_fail(ensemble->context, EG_USAGE,
                   "%s: another eagre works here, or members of one that has ended still write their "
                   "checkpoints; wait for it",
                   ensemble->folder);
}

static eg_status check_options(eg_context *context, const eg_ensemble_options *o)
{
    if (!o->case_file || !o->output)
        return eg_fail(context, EG_USAGE, "an ensemble needs a case and a folder");
    if (o->jobs < 0 || o->jobs > INT32_MAX)
        return eg_fail(context, EG_USAGE, "--jobs is %lld; it has to be at least 1", (long long)o->jobs);
    if (o->series_count > 0 && (o->table || o->draw_count > 0 || o->member_count != 0))
        return eg_fail(context, EG_USAGE, "a series of values has no table and no draws beside it");
    if (o->series_count > 0)
        return EG_OK;
    if (!o->table && o->draw_count == 0)
        return eg_fail(context, EG_USAGE, "an ensemble needs --settings TABLE, or --draw with --members");
    if (o->table && o->member_count != 0)
        return eg_fail(context, EG_USAGE, "%s has a line for each member; --members is for --draw alone",
                       o->table);
    if (!o->table && (o->member_count < 1 || o->member_count > INT32_MAX))
        return eg_fail(context, EG_USAGE, "--draw needs --members, a number from 1 to %d", INT32_MAX);
    return EG_OK;
}

static eg_status take_settings(eg_ensemble *ensemble, const eg_ensemble_options *o)
{
    EG_TRY(eg_alloc(ensemble->context, o->setting_count, sizeof *ensemble->common, &ensemble->common));
    for (; ensemble->commons < o->setting_count; ensemble->commons++)
        EG_TRY(eg_strdup(ensemble->context, o->settings[ensemble->commons],
                         (char **)&ensemble->common[ensemble->commons]));
    return EG_OK;
}

/* Before memory is taken, and the case of each is looked at. */
static eg_status check_member_count(eg_context *context, const eg_ensemble_options *o)
{
    enum { BYTES = 300, BYTES_OF_VALUE = 60 }; /* of a member's numbers and its line of the table */
    eg_room room;
    eg_memory_room("", &room);
    const eg_demand demand = {.what = "so many members",
                              .of = "of memory",
                              .bytes = (double)o->member_count * (BYTES + BYTES_OF_VALUE * o->draw_count),
                              .value = (double)o->member_count,
                              .power = 1,
                              .value_name = "--members",
                              .unit = ""};
    return eg_demand_check(context, &demand, &room, EG_MEMORY);
}

static eg_status take_members(eg_ensemble *ensemble, const eg_ensemble_options *o)
{
    if (o->series_count > 0) {
        EG_TRY(ensemble_read_series(ensemble, o->series, o->series_count));
    } else if (o->table) {
        EG_TRY(ensemble_read_table(ensemble, o->table));
    } else {
        EG_TRY(check_member_count(ensemble->context, o));
        EG_TRY(ensemble_set_members(ensemble, o->member_count));
    }
    if (!o->table)
        EG_FREE(&ensemble->name, &ensemble->line);
    for (int k = 0; k < o->draw_count; k++)
        EG_TRY(ensemble_draw(ensemble, o->draws[k], o->seed));
    for (int k = 0; k < o->exceed_count; k++)
        EG_TRY(ensemble_read_levels(ensemble, o->exceed[k]));
    return eg_alloc(ensemble->context, ensemble->commons + ensemble->keys, sizeof *ensemble->setting,
                    &ensemble->setting);
}

static eg_status make(eg_ensemble *ensemble, const eg_ensemble_options *o)
{
    eg_context *context = ensemble->context;
    EG_TRY(check_options(context, o));
    EG_TRY(eg_strdup(context, o->case_file, &ensemble->case_file));
    EG_TRY(eg_strdup(context, o->case_text, &ensemble->case_text));
    EG_TRY(eg_strdup(context, o->case_folder, &ensemble->case_folder));
    EG_TRY(eg_strdup(context, o->output, &ensemble->folder));
    EG_TRY(eg_path_join(context, o->output, "runs", &ensemble->runs));
    EG_TRY(eg_path_join(context, o->output, "messages", &ensemble->messages));
    EG_TRY(take_settings(ensemble, o));
    EG_TRY(take_members(ensemble, o));
    EG_TRY(ensemble_find_devices(ensemble, o->device, o->jobs));
    EG_TRY(ensemble_check_cases(ensemble));
    EG_TRY(refuse_run(ensemble));
    EG_TRY(lock_folder(ensemble));
    EG_TRY(ensemble_find_states(ensemble));
    return ensemble_remove_maps(ensemble);
}

eg_status eg_ensemble_create(eg_context *context, const eg_ensemble_options *options, eg_ensemble **ensemble)
{
    EG_ENDS_WITH(eg_ensemble_destroy) eg_ensemble *made = NULL;
    eg_ensemble_options o;
    *ensemble = NULL;
    EG_TRY(eg_options_take(context, options, sizeof o, &o));
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = made->pool.context = context;
    made->described.context = made->folder_of.context = made->said.context = context;
    made->lock = -1;
    made->force = o.force;
    made->strict = o.strict;
    EG_TRY(make(made, &o));
    return eg_hand_over(&made, ensemble);
}

void eg_ensemble_destroy(eg_ensemble **address)
{
    eg_ensemble *e = *address;
    if (!e)
        return;
    for (int k = 0; k < e->keys; k++)
        EG_FREE(&e->key[k].name, &e->key[k].origin);
    for (int k = 0; k < e->levels; k++)
        eg_free(e->context, &e->level[k].variable);
    for (int k = 0; k < e->commons; k++)
        eg_free(e->context, &e->common[k]);
    if (e->lock >= 0)
        close(e->lock);
    eg_text_free(&e->pool);
    eg_text_free(&e->described);
    eg_text_free(&e->folder_of);
    eg_text_free(&e->said);
    EG_FREE(&e->case_file, &e->case_text, &e->case_folder, &e->folder, &e->runs, &e->messages, &e->table,
            &e->common, &e->key, &e->name, &e->line, &e->value, &e->column, &e->weight, &e->state, &e->hash,
            &e->exit_code, &e->setting, &e->level, &e->device, address);
}

/* ---- using it */

int eg_ensemble_jobs(const eg_ensemble *ensemble)
{
    return ensemble->jobs;
}

const char *eg_ensemble_device(const eg_ensemble *ensemble, int job)
{
    return ensemble->device[job % ensemble->devices].spec;
}

void eg_ensemble_tell(eg_ensemble *ensemble, int64_t i, int exit_code)
{
    ensemble->exit_code[i] = exit_code;
    if (exit_code == 0 || exit_code == eg_status_exit_code(EG_DIVERGED) ||
        exit_code == eg_status_exit_code(EG_LIMIT))
        ensemble_note_end(ensemble, i);
}

/* Of a member: that of its result, without one that of its process. */
static eg_status exit_code_of(eg_ensemble *ensemble, int64_t i, int *code)
{
    static const eg_status of_exit[EG_EXIT_COUNT] = {
        [EG_EXIT_DIVERGED] = EG_DIVERGED, [EG_EXIT_LIMIT] = EG_LIMIT};
    EG_ENDS_WITH(eg_summary_close) eg_summary *summary = NULL;
    EG_TRY(ensemble_open_summary(ensemble, i, &summary));
    *code = ensemble->exit_code[i];
    if (summary)
        *code = eg_status_exit_code(of_exit[ensemble_exit_of(ensemble, summary)]);
    else if (*code == ENSEMBLE_NOT_RUN || *code == eg_status_exit_code(EG_UNFINISHED))
        *code = eg_status_exit_code(EG_STOPPED);
    else if (*code <= 0)
        *code = eg_status_exit_code(EG_INTERNAL);
    return EG_OK;
}

/* That some are missing comes first, then what the first member says that is not done. */
static eg_status find_exit_code(eg_ensemble *ensemble, int *exit_code)
{
    *exit_code = 0;
    for (int64_t i = 0; i < ensemble->members && *exit_code != eg_status_exit_code(EG_STOPPED); i++) {
        int code;
        EG_TRY(exit_code_of(ensemble, i, &code));
        if (*exit_code == 0 || code == eg_status_exit_code(EG_STOPPED))
            *exit_code = code;
    }
    return EG_OK;
}

eg_status eg_ensemble_finish(eg_ensemble *ensemble, int *exit_code, char **text)
{
    eg_text report = {.context = ensemble->context};
    *text = NULL;
    eg_status status = find_exit_code(ensemble, exit_code);
    if (status == EG_OK)
        status = ensemble_write_members(ensemble, &report);
    if (status == EG_OK && ensemble->levels > 0)
        status = ensemble_write_maps(ensemble, &report);
    if (status == EG_OK && ensemble->is_series)
        status = ensemble_write_series(ensemble, &report);
    return eg_tools_give(&report, status, text);
}
