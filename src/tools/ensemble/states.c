/* What there is of members in the folder, and what is left to do. */
#include "io/checkpoint/checkpoint.h"
#include "tools/ensemble/ensemble.h"

#include <stdlib.h>

enum { NAMES_TOLD = 10 };

eg_status ensemble_path(const eg_ensemble *ensemble, int64_t i, const char *file, char **path)
{
    EG_TEXT(joined, ensemble->context);
    eg_text_add(&joined, "%s/", ensemble->runs);
    ensemble_name(ensemble, i, &joined);
    eg_text_add(&joined, "%s%s", file[0] ? "/" : "", file);
    EG_TRY(joined.status);
    return eg_strdup(ensemble->context, joined.data, path);
}

/* A run without a summary has not begun, such as one whose first state has no stable step. */
void ensemble_note_end(eg_ensemble *ensemble, int64_t i)
{
    EG_SCRATCH char *path = NULL;
    if (ensemble_path(ensemble, i, "summary.json", &path) == EG_OK && eg_is_file(path))
        ensemble->state[i] = EG_MEMBER_ENDED;
}

eg_status ensemble_open_summary(eg_ensemble *ensemble, int64_t i, eg_summary **summary)
{
    EG_SCRATCH char *path = NULL;
    *summary = NULL;
    if (ensemble->state[i] != EG_MEMBER_ENDED)
        return EG_OK;
    EG_TRY(ensemble_path(ensemble, i, "summary.json", &path));
    return eg_summary_open(ensemble->context, path, summary);
}

eg_run_exit ensemble_exit_of(const eg_ensemble *ensemble, const eg_summary *summary)
{
    bool breaks = ensemble->strict && summary->run_exit == EG_EXIT_DONE && summary->verdicts.count > 0;
    return breaks ? EG_EXIT_LIMIT : summary->run_exit;
}

eg_status ensemble_is_done(eg_ensemble *ensemble, int64_t i, bool *done)
{
    EG_ENDS_WITH(eg_summary_close) eg_summary *summary = NULL;
    EG_TRY(ensemble_open_summary(ensemble, i, &summary));
    *done = summary && ensemble_exit_of(ensemble, summary) == EG_EXIT_DONE;
    return EG_OK;
}

/* State of a member whose run is not known to have ended, and the hash of the case that it was computed
 * with. Without a checkpoint the hash stays. */
static eg_status find_state(eg_ensemble *ensemble, int64_t i, uint64_t *hash)
{
    eg_context *context = ensemble->context;
    EG_SCRATCH char *folder = NULL, *checkpoints = NULL;
    EG_ENDS_WITH(eg_checkpoint_close) eg_checkpoint *newest = NULL;
    int64_t of_case;
    EG_TRY(ensemble_path(ensemble, i, "", &folder));
    EG_TRY(ensemble_path(ensemble, i, "checkpoints", &checkpoints));
    ensemble->state[i] = eg_is_folder(folder) ? EG_MEMBER_ANEW : EG_MEMBER_NEW;
    if (!eg_is_folder(checkpoints))
        return EG_OK;
    eg_status status = eg_checkpoint_newest(context, checkpoints, NULL, &newest);
    if (status == EG_CHECKPOINT)
        return EG_OK;
    EG_TRY(status);
    EG_TRY(eg_checkpoint_integer(newest, "run", "case-hash", &of_case));
    ensemble->state[i] = EG_MEMBER_INTERRUPTED;
    *hash = (uint64_t)of_case;
    return EG_OK;
}

/* Whether the largest values of a run that has ended can be opened, where table and maps need them. */
static eg_status check_maxima(const eg_ensemble *ensemble, int64_t i, eg_run_exit run_exit)
{
    EG_SCRATCH char *path = NULL;
    EG_ENDS_WITH(eg_snapshot_close) eg_snapshot *maxima = NULL;
    EG_TRY(ensemble_path(ensemble, i, EG_MAXIMA_FILE, &path));
    if (eg_is_file(path))
        return eg_snapshot_open(ensemble->context, path, &maxima);
    return ensemble->levels > 0 && run_exit == EG_EXIT_DONE
               ? eg_fail(ensemble->context, EG_INPUT, "%s: is missing", path)
               : EG_OK;
}

/* The same of any member. A summary tells of which case it is, and whether the run was stopped, perhaps before it had
 * written all of its files. */
static eg_status look_at(eg_ensemble *ensemble, int64_t i, uint64_t *hash)
{
    EG_SCRATCH char *path = NULL;
    EG_ENDS_WITH(eg_summary_close) eg_summary *summary = NULL;
    EG_TRY(ensemble_path(ensemble, i, "summary.json", &path));
    if (!eg_is_file(path))
        return find_state(ensemble, i, hash);
    EG_TRY(eg_summary_open(ensemble->context, path, &summary));
    *hash = strtoull(summary->case_hash, NULL, 16);
    if (summary->run_exit == EG_EXIT_STOPPED)
        return find_state(ensemble, i, hash);
    ensemble->state[i] = EG_MEMBER_ENDED;
    return *hash == ensemble->hash[i] ? check_maxima(ensemble, i, summary->run_exit) : EG_OK;
}

/* Members that are named in an error. */
typedef struct name_list {
    int64_t count;
    eg_text names;
} name_list;

static void add_name(name_list *list, const eg_ensemble *ensemble, int64_t i)
{
    if (list->count++ < NAMES_TOLD) {
        eg_text_add(&list->names, "%s'", list->count > 1 ? ", " : "");
        ensemble_name(ensemble, i, &list->names);
        eg_text_add(&list->names, "'");
    }
}

/* Of members that were computed with another case. */
static eg_status refuse_changed(const eg_ensemble *ensemble, const name_list *changed)
{
    EG_TRY(changed->names.status);
    return eg_fail(ensemble->context, EG_USAGE,
                   "%s: %lld of %lld members were computed with another case or other settings: %s%s. "
                   "--force computes them anew; another folder (-o) keeps them",
                   ensemble->folder, (long long)changed->count, (long long)ensemble->members,
                   changed->names.data, changed->count > NAMES_TOLD ? ", ..." : "");
}

/* Of members whose files cannot be read; `why` is what is wrong with the first. */
static eg_status refuse_damaged(const eg_ensemble *ensemble, const name_list *damaged, const eg_text *why)
{
    EG_TRY(damaged->names.status);
    EG_TRY(why->status);
    return eg_fail(ensemble->context, EG_INPUT,
                   "%s. So files of %lld of %lld members are damaged: %s%s. --force computes these anew",
                   why->data, (long long)damaged->count, (long long)ensemble->members, damaged->names.data,
                   damaged->count > NAMES_TOLD ? ", ..." : "");
}

/* The run that computes it anew would take what is damaged for files of somebody else. */
static eg_status remove_damaged(const eg_ensemble *ensemble, int64_t i)
{
    static const char *const files[] = {"summary.json", EG_MAXIMA_FILE};
    for (int k = 0; k < 2; k++) {
        EG_SCRATCH char *path = NULL;
        EG_TRY(ensemble_path(ensemble, i, files[k], &path));
        EG_TRY(eg_file_remove(ensemble->context, path));
    }
    return EG_OK;
}

static eg_status find_states(eg_ensemble *ensemble, name_list *changed, name_list *damaged, eg_text *why)
{
    for (int64_t i = 0; i < ensemble->members; i++) {
        uint64_t found = ensemble->hash[i];
        eg_status status = look_at(ensemble, i, &found);
        if (status == EG_MEMORY)
            return status;
        if (status != EG_OK && damaged->count == 0)
            eg_text_add(why, "%s", eg_context_error(ensemble->context));
        if (status != EG_OK && ensemble->force)
            EG_TRY(remove_damaged(ensemble, i));
        if (status != EG_OK)
            add_name(damaged, ensemble, i);
        else if (found != ensemble->hash[i])
            add_name(changed, ensemble, i);
        else
            continue;
        ensemble->state[i] = EG_MEMBER_ANEW;
    }
    return EG_OK;
}

eg_status ensemble_find_states(eg_ensemble *ensemble)
{
    name_list changed = {.names = {.context = ensemble->context}};
    name_list damaged = {.names = {.context = ensemble->context}};
    EG_TEXT(why, ensemble->context);
    eg_status status = find_states(ensemble, &changed, &damaged, &why);
    if (status == EG_OK && changed.count > 0 && !ensemble->force)
        status = refuse_changed(ensemble, &changed);
    else if (status == EG_OK && damaged.count > 0 && !ensemble->force)
        status = refuse_damaged(ensemble, &damaged, &why);
    eg_text_free(&changed.names);
    eg_text_free(&damaged.names);
    return status;
}
