/* An ensemble: made from its options, told how its members end, and finished. */
#include "tools/ensemble/ensemble.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "tools/internal.h"

/* ---- members */

int64_t ensemble_keep(eg_ensemble *ensemble, const char *text, int64_t length)
{
    int64_t place = ensemble->pool.length;
    eg_text_add_bytes(&ensemble->pool, text, length);
    eg_text_add_bytes(&ensemble->pool, "", 1);
    return place;
}

const char *ensemble_value(const eg_ensemble *ensemble, int64_t i, int key)
{
    int64_t place = ensemble->value[i * ensemble->keys + key];
    return place < 0 ? NULL : ensemble->pool.data + place;
}

void ensemble_name(const eg_ensemble *ensemble, int64_t i, eg_text *name)
{
    int digits = 1;
    for (int64_t n = ensemble->members; n > 9; n /= 10)
        digits++;
    if (ensemble->name)
        eg_text_add(name, "%s", ensemble->pool.data + ensemble->name[i]);
    else
        eg_text_add(name, "%0*lld", digits, (long long)i + 1);
}

eg_status ensemble_set_members(eg_ensemble *ensemble, int64_t members)
{
    int64_t values = members * ensemble->keys;
    ensemble->members = members;
    EG_TRY(EG_ALLOC(ensemble->context, EG_BLOCK(members, ensemble->name), EG_BLOCK(members, ensemble->line),
                    EG_BLOCK(values, ensemble->value), EG_BLOCK(values, ensemble->column),
                    EG_BLOCK(members, ensemble->weight), EG_BLOCK(members, ensemble->state),
                    EG_BLOCK(members, ensemble->hash), EG_BLOCK(members, ensemble->exit_code)));
    for (int64_t i = 0; i < values; i++)
        ensemble->value[i] = -1;
    for (int64_t i = 0; i < members; i++) {
        ensemble->weight[i] = 1;
        ensemble->exit_code[i] = ENSEMBLE_NOT_RUN;
    }
    return EG_OK;
}

/* Arrays of values with a place for one key more. */
static eg_status widen(eg_ensemble *ensemble)
{
    eg_context *context = ensemble->context;
    int keys = ensemble->keys;
    int64_t *value = NULL;
    int32_t *column = NULL;
    if (ensemble->members == 0)
        return EG_OK;
    EG_TRY(eg_alloc(context, ensemble->members * (keys + 1), sizeof *value, &value));
    eg_status status = eg_alloc(context, ensemble->members * (keys + 1), sizeof *column, &column);
    for (int64_t i = 0; i < ensemble->members && status == EG_OK; i++) {
        value[i * (keys + 1) + keys] = -1;
        for (int k = 0; k < keys; k++) {
            value[i * (keys + 1) + k] = ensemble->value[i * keys + k];
            column[i * (keys + 1) + k] = ensemble->column[i * keys + k];
        }
    }
    if (status != EG_OK) {
        EG_FREE(&value, &column);
        return status;
    }
    EG_FREE(&ensemble->value, &ensemble->column);
    ensemble->value = value;
    ensemble->column = column;
    return EG_OK;
}

eg_status ensemble_add_key(eg_ensemble *ensemble, const char *name, const char *origin, int column)
{
    eg_context *context = ensemble->context;
    for (int k = 0; k < ensemble->keys; k++)
        if (strcmp(ensemble->key[k].name, name) == 0)
            return eg_fail(context, EG_USAGE, "%s: the members have the key '%s' already", origin, name);
    EG_TRY(widen(ensemble));
    EG_TRY(
        eg_reserve(context, ensemble->keys + 1, &ensemble->key_room, sizeof *ensemble->key, &ensemble->key));
    ensemble_key *key = &ensemble->key[ensemble->keys++];
    *key = (ensemble_key){.column = column};
    EG_TRY(eg_strdup(context, name, &key->name));
    return eg_strdup(context, origin, &key->origin);
}

/* ---- making one */

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

static eg_status take_members(eg_ensemble *ensemble, const eg_ensemble_options *o)
{
    if (o->series_count > 0)
        EG_TRY(ensemble_read_series(ensemble, o->series, o->series_count));
    else if (o->table)
        EG_TRY(ensemble_read_table(ensemble, o->table));
    else
        EG_TRY(ensemble_set_members(ensemble, o->member_count));
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
    EG_TRY(eg_strdup(context, o->output, &ensemble->folder));
    EG_TRY(eg_path_join(context, o->output, "runs", &ensemble->runs));
    EG_TRY(eg_path_join(context, o->output, "messages", &ensemble->messages));
    EG_TRY(take_settings(ensemble, o));
    EG_TRY(take_members(ensemble, o));
    EG_TRY(ensemble_find_devices(ensemble, o->device, o->jobs));
    EG_TRY(ensemble_check_cases(ensemble));
    EG_TRY(lock_folder(ensemble));
    return ensemble_find_states(ensemble);
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
    made->lock = made->ended = -1;
    made->force = o.force;
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
    if (e->ended >= 0)
        close(e->ended);
    eg_text_free(&e->pool);
    eg_text_free(&e->described);
    eg_text_free(&e->folder_of);
    eg_text_free(&e->said);
    EG_FREE(&e->case_file, &e->folder, &e->runs, &e->messages, &e->table, &e->common, &e->key, &e->name,
            &e->line, &e->value, &e->column, &e->weight, &e->state, &e->hash, &e->exit_code, &e->setting,
            &e->level, &e->device, address);
}

/* ---- using it */

int64_t eg_ensemble_count(const eg_ensemble *ensemble)
{
    return ensemble->members;
}

int eg_ensemble_jobs(const eg_ensemble *ensemble)
{
    return ensemble->jobs;
}

const char *eg_ensemble_device(const eg_ensemble *ensemble, int job)
{
    return ensemble->device[job % ensemble->devices].spec;
}

/* Empties a text; its memory stays. */
static void empty(eg_text *text)
{
    text->length = 0;
}

eg_status eg_ensemble_describe(eg_ensemble *ensemble, int64_t i, eg_ensemble_member *member)
{
    eg_text *all = &ensemble->described;
    int count = ensemble->commons;
    assert(i >= 0 && i < ensemble->members);
    empty(all);
    empty(&ensemble->folder_of);
    empty(&ensemble->said);
    ensemble_name(ensemble, i, all);
    eg_text_add(&ensemble->folder_of, "%s/%s", ensemble->runs, all->data ? all->data : "");
    eg_text_add(&ensemble->said, "%s/%s.txt", ensemble->messages, all->data ? all->data : "");
    eg_text_add_bytes(all, "", 1);
    for (int k = 0; k < ensemble->keys; k++) {
        const char *value = ensemble_value(ensemble, i, k);
        if (value)
            eg_text_add(all, "%s=%s", ensemble->key[k].name, value);
        if (value)
            eg_text_add_bytes(all, "", 1);
    }
    EG_TRY(all->status);
    EG_TRY(ensemble->folder_of.status);
    EG_TRY(ensemble->said.status);
    memcpy(ensemble->setting, ensemble->common, (size_t)count * sizeof *ensemble->setting);
    for (const char *p = all->data + strlen(all->data) + 1; p < all->data + all->length; p += strlen(p) + 1)
        ensemble->setting[count++] = p;
    *member = (eg_ensemble_member){.name = all->data,
                                   .folder = ensemble->folder_of.data,
                                   .said = ensemble->said.data,
                                   .settings = ensemble->setting,
                                   .setting_count = count,
                                   .state = ensemble->state[i]};
    return EG_OK;
}

void eg_ensemble_tell(eg_ensemble *ensemble, int64_t i, int exit_code)
{
    ensemble->exit_code[i] = exit_code;
    if (exit_code == 0 || exit_code == eg_status_exit_code(EG_DIVERGED) ||
        exit_code == eg_status_exit_code(EG_LIMIT))
        ensemble_note_end(ensemble, i);
}

/* Of the first member that is not done. */
static eg_status find_exit_code(eg_ensemble *ensemble, int *exit_code)
{
    static const eg_status of_exit[EG_EXIT_COUNT] = {
        [EG_EXIT_DIVERGED] = EG_DIVERGED, [EG_EXIT_LIMIT] = EG_LIMIT, [EG_EXIT_STOPPED] = EG_STOPPED};
    *exit_code = 0;
    for (int64_t i = 0; i < ensemble->members; i++) {
        EG_ENDS_WITH(eg_summary_close) eg_summary *summary = NULL;
        EG_TRY(ensemble_open_summary(ensemble, i, &summary));
        int told = ensemble->exit_code[i],
            code = summary ? eg_status_exit_code(of_exit[summary->run_exit]) : 0;
        if (!summary)
            code = told == ENSEMBLE_NOT_RUN || told == eg_status_exit_code(EG_UNFINISHED)
                       ? eg_status_exit_code(EG_STOPPED)
                   : told < 0 ? eg_status_exit_code(EG_INTERNAL)
                              : told;
        if (code == eg_status_exit_code(EG_STOPPED))
            *exit_code = code;
        if (code == eg_status_exit_code(EG_STOPPED))
            return EG_OK;
        if (*exit_code == 0)
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
