/* What there is of members in the folder, and what is left to do. */
#include "io/checkpoint/checkpoint.h"
#include "tools/ensemble/ensemble.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* ---- members whose runs have ended: a line of the file .ended for each, of its case and its name. A run that is
 * stopped while it writes its last files has a summary, but not all of them, so the summary does not tell. A
 * line that is missing does no harm: the member is resumed at its end. */

enum { ENDED_BYTES = 1 << 30 };

static void add_line(const eg_ensemble *ensemble, int64_t i, eg_text *line)
{
    eg_text_add(line, "%016llx ", (unsigned long long)ensemble->hash[i]);
    ensemble_name(ensemble, i, line);
}

void ensemble_note_end(eg_ensemble *ensemble, int64_t i)
{
    EG_TEXT(line, ensemble->context);
    EG_SCRATCH char *path = NULL;
    if (ensemble_path(ensemble, i, "summary.json", &path) != EG_OK || !eg_is_file(path))
        return; /* such as a state at the beginning without a stable step */
    add_line(ensemble, i, &line);
    eg_text_add(&line, "\n");
    ensemble->state[i] = EG_MEMBER_ENDED;
    if (line.status == EG_OK && write(ensemble->ended, line.data, (size_t)line.length) != line.length)
        eg_log(ensemble->context, EG_LOG_WARN, "%s: the end of a member could not be noted", ensemble->runs);
}

/* Hashes of the lines, ascending; the caller frees them. */
static eg_status read_ended(const eg_ensemble *ensemble, const char *path, uint64_t **hashes, int64_t *count)
{
    eg_context *context = ensemble->context;
    EG_SCRATCH char *data = NULL;
    int64_t length, room = 0;
    if (!eg_is_file(path))
        return EG_OK;
    EG_TRY(eg_file_read(context, EG_INPUT, path, ENDED_BYTES, &data, &length));
    for (const char *line = data, *end; (end = strchr(line, '\n')); line = end + 1) {
        EG_TRY(eg_reserve(context, *count + 1, &room, sizeof **hashes, hashes));
        (*hashes)[(*count)++] = eg_hash64(line, end - line, 0);
    }
    if (*count > 0)
        qsort(*hashes, (size_t)*count, sizeof **hashes, eg_ascending_u64);
    return EG_OK;
}

/* Those that are computed anew have not ended any more. */
static eg_status rewrite_ended(const eg_ensemble *ensemble, const char *path)
{
    EG_TEXT(lines, ensemble->context);
    for (int64_t i = 0; i < ensemble->members; i++)
        if (ensemble->state[i] == EG_MEMBER_ENDED) {
            add_line(ensemble, i, &lines);
            eg_text_add(&lines, "\n");
        }
    EG_TRY(lines.status);
    return eg_file_write(ensemble->context, path, eg_text_string(&lines), lines.length);
}

static eg_status open_ended(eg_ensemble *ensemble, const char *path)
{
    ensemble->ended = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (ensemble->ended < 0)
        return eg_fail(ensemble->context, EG_IO, "%s: cannot be opened: %s", path, strerror(errno));
    return EG_OK;
}

static bool is_noted(const eg_ensemble *ensemble, int64_t i, const uint64_t *ended, int64_t count)
{
    EG_TEXT(line, ensemble->context);
    add_line(ensemble, i, &line);
    uint64_t hash = eg_hash64(eg_text_string(&line), line.length, 0);
    return count > 0 && bsearch(&hash, ended, (size_t)count, sizeof *ended, eg_ascending_u64);
}

/* ---- states */

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

/* The same of any member. A summary tells of which case it is; that its run has ended a line has to say. */
static eg_status look_at(eg_ensemble *ensemble, int64_t i, bool is_ended, uint64_t *hash)
{
    EG_SCRATCH char *path = NULL;
    EG_ENDS_WITH(eg_summary_close) eg_summary *summary = NULL;
    EG_TRY(ensemble_path(ensemble, i, "summary.json", &path));
    if (!eg_is_file(path))
        return find_state(ensemble, i, hash);
    EG_TRY(eg_summary_open(ensemble->context, path, &summary));
    *hash = strtoull(summary->case_hash, NULL, 16);
    if (!is_ended || summary->run_exit == EG_EXIT_STOPPED)
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
    int64_t changed = 0, count = 0;
    EG_SCRATCH uint64_t *ended = NULL;
    EG_SCRATCH char *path = NULL;
    EG_TEXT(names, ensemble->context);
    EG_TRY(eg_path_join(ensemble->context, ensemble->runs, ".ended", &path));
    EG_TRY(read_ended(ensemble, path, &ended, &count));
    for (int64_t i = 0; i < ensemble->members; i++) {
        uint64_t found = ensemble->hash[i];
        EG_TRY(look_at(ensemble, i, is_noted(ensemble, i, ended, count), &found));
        if (found == ensemble->hash[i])
            continue;
        if (changed++ < CHANGED_TOLD) {
            eg_text_add(&names, "%s'", changed > 1 ? ", " : "");
            ensemble_name(ensemble, i, &names);
            eg_text_add(&names, "'");
        }
        ensemble->state[i] = EG_MEMBER_ANEW;
    }
    if (changed > 0 && !ensemble->force)
        return refuse_changed(ensemble, changed, &names);
    if (changed > 0)
        EG_TRY(rewrite_ended(ensemble, path));
    return open_ended(ensemble, path);
}
