/* `eagre verify`: whether the folder of a run is whole. */
#include "eagre/tools.h"
#include "io/checkpoint/checkpoint.h"
#include "io/table/csv_out.h"
#include "io/report/file_list.h"
#include "io/snapshot/snapshot.h"
#include "run/folder/folder.h"
#include "tools/internal.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct verifier {
    eg_context *context;
    const char *folder;
    eg_file_list list; /* empty where the run has not ended */
    bool ended;
    int64_t files, checkpoints, snapshots, bad; /* looked at; of all of them not whole */
    int64_t files_bad;                          /* of them, before checkpoints were looked at */
    int64_t promised;                           /* snapshots that the newest checkpoint knows */
    char case_hash[32];                         /* that the newest checkpoint knows; "" where there is none */
    eg_file_list known;                         /* files that it knows */
    int64_t damaged;                            /* checkpoints, since the last one that is whole */
    eg_text damage, older;  /* what is wrong with these; with those before a whole one, which nothing reads */
    eg_text faults, others; /* a line each */
    eg_status verdict;
} verifier;

/* Notes a fault of one file, whose text the context has. What is no fault of a file ends the look. */
static eg_status judge_status(verifier *v, eg_status status, eg_status fault)
{
    if (status == EG_OK || status == EG_MEMORY)
        return status;
    v->bad++;
    if (v->verdict != EG_CHECKPOINT)
        v->verdict = fault;
    eg_text_add(&v->faults, "  not whole   %s\n", eg_context_error(v->context));
    return v->faults.status;
}

static bool has_run_file(const verifier *v, const char *name)
{
    EG_SCRATCH char *path = NULL;
    return eg_path_join(v->context, v->folder, name, &path) == EG_OK && eg_is_file(path);
}

/* ---- checkpoints */

static eg_status table_is_own(verifier *v, eg_checkpoint *checkpoint, const char *name)
{
    eg_checkpoint_description description;
    eg_csv_mark mark;
    EG_SCRATCH char *path = NULL;
    EG_TRY(eg_checkpoint_read_all(checkpoint, name, &mark, sizeof mark));
    EG_TRY(eg_path_join(v->context, v->folder, name, &path));
    eg_status status = eg_csv_check(v->context, path, &mark);
    if (status == EG_OK || status == EG_MEMORY)
        return status;
    eg_checkpoint_describe(checkpoint, &description);
    return eg_fail(v->context, EG_CHECKPOINT,
                   "%s: is a checkpoint of another run: it records other rows of %s", description.path, name);
}

/* Under its own name, and of the run whose tables lie there: where these are damaged themselves that cannot
 * be told. */
static eg_status is_of_case(verifier *v, eg_checkpoint *checkpoint)
{
    EG_TRY(eg_checkpoint_check_name(checkpoint));
    for (const char *const *name = eg_run_tables; v->files_bad == 0 && *name; name++)
        if (eg_checkpoint_has(checkpoint, *name))
            EG_TRY(table_is_own(v, checkpoint, *name));
    return EG_OK;
}

/* They come in the order of their steps. A run is resumed from the newest that is whole: what is wrong with
 * one before it is told, and no fault of the run. */
static eg_status judge_checkpoint(verifier *v, eg_status status)
{
    if (status == EG_MEMORY)
        return status;
    if (status != EG_OK) {
        v->damaged++;
        eg_text_add(&v->damage, "%s\n", eg_context_error(v->context));
        return v->damage.status;
    }
    char *rest = NULL;
    for (char *line = v->damaged ? strtok_r(v->damage.data, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest))
        eg_text_add(&v->older, "  not needed  %s; a newer checkpoint is whole\n", line);
    v->damage.length = v->damaged = 0;
    return v->older.status;
}

static eg_status look_at_checkpoint(verifier *v, const char *folder, const char *name)
{
    EG_SCRATCH char *in = NULL, *path = NULL;
    EG_ENDS_WITH(eg_checkpoint_close) eg_checkpoint *checkpoint = NULL;
    if (eg_checkpoint_steps(name) < 0)
        return EG_OK;
    EG_TRY(eg_path_join(v->context, v->folder, folder, &in));
    EG_TRY(eg_path_join(v->context, in, name, &path));
    eg_status status = eg_checkpoint_open(v->context, path, &checkpoint);
    bool gone = status != EG_OK && !eg_is_file(path); /* a run that is going on removed it */
    if (status == EG_OK)
        status = is_of_case(v, checkpoint);
    v->checkpoints += !gone;
    return gone ? EG_OK : judge_checkpoint(v, status);
}

/* Calls look for each name of a folder in the run's, in order; a folder that is not there has none. */
static eg_status each_name_of(verifier *v, const char *name,
                              eg_status (*look)(verifier *v, const char *path, const char *name))
{
    EG_SCRATCH char *path = NULL;
    struct dirent **entries;
    EG_TRY(eg_path_join(v->context, v->folder, name, &path));
    int count = scandir(path, &entries, NULL, alphasort);
    eg_status status = EG_OK;
    for (int i = 0; i < count; i++) {
        const char *entry = entries[i]->d_name;
        if (status == EG_OK && strcmp(entry, ".") != 0 && strcmp(entry, "..") != 0)
            status = look(v, name, entry);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return status;
}

/* ---- a run that has ended */

static eg_status look_at_listed(verifier *v)
{
    for (int64_t i = 0; i < v->list.count; i++) {
        v->files++;
        EG_TRY(judge_status(v, eg_file_list_check(v->context, v->folder, &v->list.file[i]), EG_IO));
    }
    return EG_OK;
}

/* ---- a run that has not */

static eg_status look_at_table(verifier *v, eg_checkpoint *checkpoint, const char *name)
{
    eg_csv_mark mark;
    EG_SCRATCH char *path = NULL;
    if (!eg_checkpoint_has(checkpoint, name))
        return EG_OK;
    EG_TRY(judge_status(v, eg_checkpoint_read_all(checkpoint, name, &mark, sizeof mark), EG_CHECKPOINT));
    EG_TRY(eg_path_join(v->context, v->folder, name, &path));
    v->files++;
    return judge_status(v, eg_csv_check(v->context, path, &mark), EG_IO);
}

/* case.yaml, and what was written whole before the checkpoint. */
static eg_status look_at_known(verifier *v, eg_checkpoint *checkpoint)
{
    int64_t hash = 0;
    EG_TRY(
        judge_status(v, eg_checkpoint_integer(checkpoint, "run", "snapshots", &v->promised), EG_CHECKPOINT));
    EG_TRY(judge_status(v, eg_checkpoint_integer(checkpoint, "run", "case-hash", &hash), EG_CHECKPOINT));
    snprintf(v->case_hash, sizeof v->case_hash, "%016llx", (unsigned long long)hash);
    EG_TRY(judge_status(v, eg_written_read(v->context, checkpoint, &v->known), EG_CHECKPOINT));
    EG_TRY(judge_status(v, eg_written_check_case(v->context, v->folder, checkpoint, &v->known), EG_IO));
    for (int64_t i = 0; i < v->known.count; i++) {
        const eg_listed_file *file = &v->known.file[i];
        v->files++;
        if (strcmp(file->name, "case.yaml") != 0)
            EG_TRY(judge_status(v, eg_file_list_check(v->context, v->folder, file), EG_IO));
    }
    return EG_OK;
}

/* Tables as far as the newest whole checkpoint knows them. */
static eg_status look_at_tables(verifier *v)
{
    EG_SCRATCH char *path = NULL;
    EG_ENDS_WITH(eg_checkpoint_close) eg_checkpoint *checkpoint = NULL;
    EG_TRY(eg_path_join(v->context, v->folder, "checkpoints", &path));
    eg_status status = eg_checkpoint_newest(v->context, path, NULL, &checkpoint);
    if (status == EG_CHECKPOINT)
        return EG_OK; /* there is none, or each has been told of */
    if (status != EG_OK)
        return judge_status(v, status, EG_IO);
    EG_TRY(look_at_known(v, checkpoint));
    for (const char *const *name = eg_run_tables; *name; name++)
        EG_TRY(look_at_table(v, checkpoint, *name));
    return EG_OK;
}

/* ---- snapshots */

/* A snapshot by its own account: whole, of the moment that the index tells and, behind the checkpoint, of its
 * case. */
static eg_status look_at_snapshot(verifier *v, const char *path, double time, bool is_later)
{
    EG_ENDS_WITH(eg_snapshot_close) eg_snapshot *snapshot = NULL;
    EG_TRY(eg_snapshot_open(v->context, path, &snapshot));
    if (snapshot->stamp.time != time)
        return eg_fail(v->context, EG_IO, "%s: is of t = %.9g s, and its index says %.9g s", path,
                       snapshot->stamp.time, time);
    if (is_later && v->case_hash[0] && strcmp(snapshot->case_hash, v->case_hash) != 0)
        return eg_fail(v->context, EG_IO, "%s: is a snapshot of another case: %s, not %s", path,
                       snapshot->case_hash, v->case_hash);
    return EG_OK;
}

/* Those of the index are there and open, and all that a checkpoint counts on are in it. A run that was
 * stopped while it was made has none. */
static eg_status look_at_snapshots(verifier *v)
{
    static const char name[] = "fields/fields.vtkhdf.series";
    EG_SCRATCH char *index = NULL;
    EG_ENDS_WITH(eg_snapshot_list_destroy) eg_snapshot_list *snapshots = NULL;
    if (!v->ended && v->promised == 0 && !has_run_file(v, name))
        return EG_OK;
    EG_TRY(eg_path_join(v->context, v->folder, name, &index));
    EG_TRY(judge_status(v, eg_snapshot_list_create(v->context, index, &snapshots), EG_IO));
    for (int64_t i = 0; snapshots && i < snapshots->count; i++) {
        bool is_later = i >= v->promised;
        EG_TRY(judge_status(v, look_at_snapshot(v, snapshots->path[i], snapshots->time[i], is_later), EG_IO));
        v->snapshots++;
    }
    if (snapshots && v->snapshots < v->promised)
        EG_TRY(judge_status(v,
                            eg_fail(v->context, EG_IO,
                                    "%s: lists %lld snapshots; the newest checkpoint records %lld", index,
                                    (long long)v->snapshots, (long long)v->promised),
                            EG_IO));
    return EG_OK;
}

/* ---- what is nobody's */

static bool is_known(const verifier *v, const char *path, const char *name)
{
    static const char *const own[] = {EG_FILE_LIST_NAME, EG_JOURNAL_NAME, "log.txt",     "fields",
                                      "seismograms",     "lines",         "checkpoints", NULL};
    for (const char *const *p = own; *p; p++)
        if (strcmp(path, *p) == 0)
            return true;
    return (strncmp(path, "checkpoints/", 12) == 0 && eg_checkpoint_steps(name) >= 0) ||
           eg_file_list_find(&v->list, path);
}

static eg_status note_unlisted(verifier *v, const char *folder, const char *name)
{
    EG_SCRATCH char *path = NULL;
    EG_TRY(eg_path_join(v->context, folder, name, &path));
    if (!is_known(v, path, name))
        eg_text_add(&v->others, "  not listed  %s\n", path);
    return v->others.status;
}

static eg_status look_for_others(verifier *v)
{
    static const char *const folders[] = {"", "fields", "seismograms", "lines", "checkpoints"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        EG_TRY(each_name_of(v, folders[i], note_unlisted));
    return EG_OK;
}

/* ---- the whole */

static eg_status look_at_folder(verifier *v)
{
    EG_SCRATCH char *path = NULL;
    char *line, *rest = NULL;
    EG_TRY(eg_path_join(v->context, v->folder, EG_FILE_LIST_NAME, &path));
    v->ended = has_run_file(v, EG_FILE_LIST_NAME);
    if (!v->ended && !has_run_file(v, "case.yaml") && !has_run_file(v, "log.txt"))
        return eg_fail(v->context, EG_INPUT, "%s: is not the folder of a run", v->folder);
    if (v->ended)
        EG_TRY(judge_status(v, eg_file_list_read(&v->list, path), EG_IO));
    else if (has_run_file(v, "summary.json"))
        EG_TRY(
            judge_status(v,
                         eg_fail(v->context, EG_IO,
                                 "%s/" EG_FILE_LIST_NAME ": is missing, and summary.json is there: the list "
                                 "was removed, or the run was killed before it wrote it; `eagre resume %s` "
                                 "writes it again",
                                 v->folder, v->folder),
                         EG_IO));
    EG_TRY(v->list.count > 0 ? look_at_listed(v) : look_at_tables(v));
    EG_TRY(look_at_snapshots(v));
    v->files_bad = v->bad;
    EG_TRY(each_name_of(v, "checkpoints", look_at_checkpoint));
    /* Those behind the newest that is whole, or all. */
    for (line = v->damaged ? strtok_r(v->damage.data, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest))
        EG_TRY(judge_status(v, eg_fail(v->context, EG_CHECKPOINT, "%s", line), EG_CHECKPOINT));
    if (v->verdict == EG_OK && !v->ended) /* no fault, and no whole run either */
        v->verdict = v->case_hash[0] ? EG_STOPPED : EG_UNFINISHED;
    return v->list.count > 0 ? look_for_others(v) : EG_OK;
}

static const char *conclusion(const verifier *v)
{
    if (v->bad > 0)
        return "";
    if (v->ended)
        return v->older.length > 0 ? "  all else is whole\n" : "  all is whole\n";
    return v->case_hash[0]
               ? "  what the newest checkpoint records is intact; the rest cannot be checked until "
                 "the run ends\n"
               : "  there is no checkpoint: these files cannot be checked until the run ends\n";
}

static void add_report(const verifier *v, eg_text *text)
{
    eg_text_add(text, "%s: a run that has %sended\n", v->folder, v->ended ? "" : "not ");
    eg_text_add(text,
                v->ended ? "  files       %lld in the list\n"
                         : "  files       %lld, as far as the newest checkpoint records them\n",
                (long long)v->files);
    eg_text_add(text, "  snapshots   %lld\n  checkpoints %lld\n", (long long)v->snapshots,
                (long long)v->checkpoints);
    eg_text_add(text, "%s%s%s%s", eg_text_string(&v->faults), eg_text_string(&v->older),
                eg_text_string(&v->others), conclusion(v));
}

eg_status eg_verify_text(eg_context *context, const char *folder, eg_status *verdict, char **text)
{
    verifier v = {.context = context,
                  .folder = folder,
                  .list.context = context,
                  .known.context = context,
                  .damage.context = context,
                  .older.context = context,
                  .faults.context = context,
                  .others.context = context};
    eg_text made = {.context = context};
    *text = NULL;
    eg_status status = look_at_folder(&v);
    if (status == EG_OK)
        status = v.faults.status != EG_OK ? v.faults.status : v.others.status;
    if (status == EG_OK)
        add_report(&v, &made);
    *verdict = v.verdict;
    eg_file_list_free(&v.list);
    eg_file_list_free(&v.known);
    eg_text_free(&v.damage);
    eg_text_free(&v.older);
    eg_text_free(&v.faults);
    eg_text_free(&v.others);
    return eg_tools_give(&made, status, text);
}
