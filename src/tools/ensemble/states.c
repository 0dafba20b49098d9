/* What there is of members in the folder, and what is left to do. */
#include "io/checkpoint/checkpoint.h"
#include "tools/ensemble/ensemble.h"

#include <stdlib.h>

enum { CHANGED_TOLD = 10 };

eg_status ensemble_path(const eg_ensemble *ensemble, int64_t i, const char *file, char **path)
{
    EG_TEXT(joined, ensemble->context);
    eg_text_add(&joined, "%s/", ensemble->runs);
    ensemble_name(ensemble, i, &joined);
    eg_text_add(&joined, "%s%s", file[0] ? "/" : "", file);
    EG_TRY(joined.status);
    return eg_strdup(ensemble->context, joined.data, path);
}

void ensemble_note_end(eg_ensemble *ensemble, int64_t i)
{
    EG_SCRATCH char *path = NULL;
    if (ensemble_path(ensemble, i, "summary.json", &path) == EG_OK && eg_is_file(path))
        ensemble->state[i] =
            EG_MEMBER_ENDED; /* without one such as a state at the beginning without a stable step */
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

eg_status ensemble_is_done(eg_ensemble *ensemble, int64_t i, bool *done)
{
    EG_ENDS_WITH(eg_summary_close) eg_summary *summary = NULL;
    EG_TRY(ensemble_open_summary(ensemble, i, &summary));
    *done = summary && summary->run_exit == EG_EXIT_DONE;
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
    return EG_OK;
}

/* Of members that were computed with another case. */
static eg_status refuse_changed(const eg_ensemble *ensemble, int64_t changed, const eg_text *names)
{
    EG_TRY(names->status);
    return eg_fail(ensemble->context, EG_USAGE,
                   "%s: %lld of %lld members were computed with another case or other settings: %s%s. "
                   "--force computes them anew; another folder (-o) keeps them",
                   ensemble->folder, (long long)changed, (long long)ensemble->members, names->data,
                   changed > CHANGED_TOLD ? ", ..." : "");
}

eg_status ensemble_find_states(eg_ensemble *ensemble)
{
    int64_t changed = 0;
    EG_TEXT(names, ensemble->context);
    for (int64_t i = 0; i < ensemble->members; i++) {
        uint64_t found = ensemble->hash[i];
        EG_TRY(look_at(ensemble, i, &found));
        if (found == ensemble->hash[i])
            continue;
        if (changed++ < CHANGED_TOLD) {
            eg_text_add(&names, "%s'", changed > 1 ? ", " : "");
            ensemble_name(ensemble, i, &names);
            eg_text_add(&names, "'");
        }
        ensemble->state[i] = EG_MEMBER_ANEW;
    }
    return changed > 0 && !ensemble->force ? refuse_changed(ensemble, changed, &names) : EG_OK;
}
