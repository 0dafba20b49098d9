/* The files of a run's folder by their names: what is removed where a run goes on from its checkpoint, and
 * the list that is written at the end. What --force removes is in overwrite.c. */
#include "run/folder/folder.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

/* ---- names */

const char *const folder_parts[] = {"", "fields", "seismograms", "lines", "maxima", "checkpoints", NULL};

static const char *const at_the_end[] = {"summary.json", "picture.png", "residuals.csv", "residuals.png",
                                         "profile.csv",  "profile.png", EG_MAXIMA_FILE,  NULL};
static const char *const others[] = {"case.yaml",     "gauges.csv", "balance.csv", "errors.csv",
                                     "probes.csv",    "solves.csv", "STOP",        EG_FILE_LIST_NAME,
                                     EG_JOURNAL_NAME, NULL};

bool folder_is_one_of(const char *const *names, const char *name)
{
    for (; *names; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

bool folder_ends_in(const char *name, const char *end)
{
    size_t length = strlen(name), of_end = strlen(end);
    return length > of_end && strcmp(name + length - of_end, end) == 0;
}

/* "fields-000012.vtkhdf", where meshes change "fields-000012.mesh.h5", and the two files beside. */
static bool is_of_fields(const char *name)
{
    static const char *const beside[] = {"fields.mesh.h5", "fields.vtkhdf.series", NULL};
    if (folder_is_one_of(beside, name))
        return true;
    size_t digits = strncmp(name, "fields-", 7) == 0 ? strspn(name + 7, "0123456789") : 0;
    return digits >= 6 &&
           (strcmp(name + 7 + digits, ".vtkhdf") == 0 || strcmp(name + 7 + digits, ".mesh.h5") == 0);
}

/* With shots, files have their names. */
static bool is_of_seismograms(const eg_run *run, const char *name, bool any)
{
    if (folder_ends_in(name, ".sac"))
        return true;
    if (any || eg_case_find(run->loaded, "shots"))
        return folder_ends_in(name, ".csv") || folder_ends_in(name, ".sgy") ||
               folder_ends_in(name, ".mseed") || folder_ends_in(name, ".h5");
    return strcmp(name, "receivers.csv") == 0 || strcmp(name, "receivers.sgy") == 0 ||
           strcmp(name, "receivers.mseed") == 0 || strcmp(name, "receivers.h5") == 0;
}

static bool is_of_lines(const eg_run *run, const char *name, bool any)
{
    const eg_node *lines = eg_case_find(run->loaded, "output.lines");
    if (!folder_ends_in(name, ".csv"))
        return false;
    for (int64_t i = 0; i < eg_node_count(lines); i++) {
        const char *key = eg_node_key(lines, i);
        if (strncmp(key, name, strlen(key)) == 0 && strcmp(name + strlen(key), ".csv") == 0)
            return true;
    }
    return any;
}

/* Rasters of the largest values, and the projections of ASCII grids. */
static bool is_of_maxima(const eg_run *run, const char *name)
{
    static const char *const endings[] = {".tif", ".asc", ".prj", NULL};
    for (const char *const *ending = endings; *ending; ending++)
        for (int i = 0; i < run->kind->keys.maximum_count; i++) {
            const char *of = run->kind->keys.maxima[i].name;
            size_t length = strlen(of);
            if (strncmp(name, of, length) == 0 && strcmp(name + length, *ending) == 0)
                return true;
        }
    return false;
}

bool folder_is_name(const eg_run *run, const char *part, const char *name, bool any)
{
    if (strcmp(part, "fields") == 0)
        return is_of_fields(name);
    if (strcmp(part, "seismograms") == 0)
        return is_of_seismograms(run, name, any);
    if (strcmp(part, "lines") == 0)
        return is_of_lines(run, name, any);
    if (strcmp(part, "maxima") == 0)
        return is_of_maxima(run, name);
    if (strcmp(part, "checkpoints") == 0)
        return eg_checkpoint_steps(name) >= 0;
    return folder_is_one_of(at_the_end, name) || folder_is_one_of(others, name);
}

bool folder_is_temporary(const eg_run *run, const char *part, const char *name)
{
    char of[256];
    return eg_file_of_temporary(name, of, sizeof of) && folder_is_name(run, part, of, true);
}

eg_status folder_join(const eg_run *run, const char *part, const char *name, char **joined)
{
    return eg_path_join(run->context, part, name, joined);
}

/* ---- what came after a checkpoint */

/* What the run has written since its checkpoint, as far as a list or a journal names it. */
typedef struct sweep {
    const eg_run *run;
    eg_file_list list;
    eg_journal journal;
    const eg_file_list *kept; /* what the checkpoint counts on: seismograms of shots that are done */
} sweep;

static bool was_written(const sweep *s, const char *part, const char *name)
{
    EG_SCRATCH char *joined = NULL;
    if (folder_join(s->run, part, name, &joined) != EG_OK)
        return false;
    return !eg_file_list_find(s->kept, joined) &&
           (eg_file_list_find(&s->list, joined) || eg_journal_has(&s->journal, s->run->folder, joined));
}

static bool is_gone(const sweep *s, const char *part, const char *name)
{
    if (part[0] == 0)
        return folder_is_one_of(at_the_end, name);
    if (strcmp(part, "checkpoints") == 0)
        return eg_checkpoint_steps(name) > s->run->now.steps;
    return strcmp(part, "fields") != 0 && folder_is_name(s->run, part, name, true) &&
           was_written(s, part, name);
}

static eg_status remove_one(const sweep *s, const char *part, const char *folder, const char *name)
{
    EG_SCRATCH char *path = NULL;
    bool gone = is_gone(s, part, name);
    if (!gone && !folder_is_temporary(s->run, part, name))
        return EG_OK;
    EG_TRY(eg_path_join(s->run->context, folder, name, &path));
    if (gone)
        return eg_file_remove(s->run->context, path);
    eg_file_remove_dead(path);
    return EG_OK;
}

/* It may be missing. */
static eg_status sweep_part(const sweep *s, const char *part)
{
    EG_SCRATCH char *path = NULL;
    EG_TRY(eg_path_join(s->run->context, s->run->folder, part, &path));
    DIR *folder = opendir(path);
    eg_status status = EG_OK;
    if (folder) {
        for (struct dirent *entry; status == EG_OK && (entry = readdir(folder));)
            status = remove_one(s, part, path, entry->d_name);
        closedir(folder);
    }
    return status;
}

/* The list goes before what it names: as long as it is there, that is. Later snapshots go with the set of
 * them. */
eg_status eg_clear_later(eg_run *run, const eg_file_list *kept)
{
    sweep s = {.run = run, .list.context = run->context, .journal.context = run->context, .kept = kept};
    EG_SCRATCH char *path = NULL;
    EG_TRY(eg_run_path(run, EG_FILE_LIST_NAME, &path));
    /* a list that is damaged names nothing: a run that goes on writes another */
    eg_status status = eg_file_list_read(&s.list, path) == EG_MEMORY ? EG_MEMORY : EG_OK;
    if (status == EG_OK)
        status = eg_journal_read(run->context, run->folder, &s.journal);
    if (status == EG_OK)
        status = eg_file_remove(run->context, path);
    for (const char *const *part = folder_parts; *part && status == EG_OK; part++)
        status = sweep_part(&s, *part);
    eg_free(run->context, &path);
    eg_file_list_free(&s.list);
    eg_journal_free(&s.journal);
    return status;
}

/* ---- listing */

static eg_status check_log(eg_run *run)
{
    struct stat named, open;
    EG_SCRATCH char *path = NULL;
    EG_TRY(eg_run_path(run, "log.txt", &path));
    if (fstat(fileno(run->log), &open) == 0 &&
        (lstat(path, &named) != 0 || named.st_dev != open.st_dev || named.st_ino != open.st_ino))
        return eg_fail(run->context, EG_IO,
                       "%s: is missing or another file: it was removed or replaced while the run "
                       "was writing it",
                       path);
    return EG_OK;
}

eg_status eg_check_files(eg_run *run)
{
    EG_TRY(check_log(run));
    return eg_manifest_check(run->manifest);
}

static eg_status write_list(eg_run *run)
{
    EG_ENDS_WITH(eg_file_list_free) eg_file_list list = {.context = run->context};
    EG_SCRATCH char *path = NULL;
    EG_TRY(eg_manifest_list_all(run->manifest, &list));
    EG_TRY(eg_run_path(run, EG_FILE_LIST_NAME, &path));
    EG_TRY(eg_file_list_write(&list, path));
    return eg_manifest_end(run->manifest);
}

eg_status eg_list_files(eg_run *run)
{
    EG_TRY(write_list(run));
    return eg_check_files(run);
}
