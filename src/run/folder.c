/* The files of a run's folder by their names: what is removed, where the folder is to be written over or a run goes on
 * from its checkpoint, and what is listed at the end. Only names that a run gives are touched. */
#include "run/internal.h"

#include "io/file_list.h"
#include "io/snapshot.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* ---- names
 * -------------------------------------------------------------------------------------------- */

/* Of the folder itself; log.txt is open by then. STOP was meant for the run that is removed. */
static const char *const at_the_end[] = {"summary.json",  "picture.png", "residuals.csv",
                                         "residuals.png", "profile.csv", "profile.png",
                                         EG_MAXIMA_FILE,  NULL};
static const char *const others[] = {"case.yaml",       "gauges.csv", "balance.csv",
                                     "errors.csv",      "probes.csv", "solves.csv",
                                     EG_FILE_LIST_NAME, "STOP",       NULL};

static bool is_one_of(const char *const *names, const char *name)
{
    for (; *names; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

/* Each takes a name, and what the caller handed on. */
typedef bool is_named(const char *name, const eg_run *run);

static bool is_written_at_the_end(const char *name, const eg_run *run)
{
    (void)run;
    return is_one_of(at_the_end, name);
}

static bool is_of_the_folder(const char *name, const eg_run *run)
{
    return is_written_at_the_end(name, run) || is_one_of(others, name);
}

static bool is_of_fields(const char *name, const eg_run *run)
{
    (void)run;
    return strncmp(name, "fields", 6) == 0;
}

static bool is_of_checkpoints(const char *name, const eg_run *run)
{
    (void)run;
    return eg_checkpoint_steps(name) >= 0;
}

static bool is_newer_checkpoint(const char *name, const eg_run *run)
{
    return eg_checkpoint_steps(name) > run->moment.steps;
}

static bool is_of_seismograms(const char *name, const eg_run *run)
{
    (void)run;
    const char *end = strrchr(name, '.');
    return end && (strcmp(end, ".sac") == 0 || strcmp(name, "receivers.csv") == 0 ||
                   strcmp(name, "receivers.sgy") == 0);
}

static bool is_of_lines(const char *name, const eg_run *run)
{
    (void)run;
    const char *end = strrchr(name, '.');
    return end && strcmp(end, ".csv") == 0;
}

/* Whether `name` is a temporary name of a file that is_it knows. */
static bool is_temporary(const char *name, is_named *is_it, const eg_run *run)
{
    char of[256];
    return eg_file_of_temporary(name, of, sizeof of) && is_it(of, run);
}

/* ---- removing
 * ----------------------------------------------------------------------------------------- */

typedef struct sweep {
    const eg_run *run;
    is_named *is_gone;      /* these are removed */
    is_named *is_temporary; /* and temporary files of these, where their process has ended */
} sweep;

static eg_status remove_one(const sweep *s, const char *folder, const char *name)
{
    char *path;
    bool gone = s->is_gone && s->is_gone(name, s->run);
    if (!gone && !is_temporary(name, s->is_temporary, s->run))
        return EG_OK;
    EG_TRY(eg_path_join(s->run->context, folder, name, &path));
    eg_status status = EG_OK;
    if (gone)
        status = eg_file_remove(s->run->context, path);
    else
        eg_file_remove_dead(path);
    eg_free(s->run->context, &path);
    return status;
}

/* The list goes first: as long as it is there, what it names is. */
static eg_status remove_list(const eg_run *run)
{
    char *path;
    EG_TRY(eg_run_path(run, EG_FILE_LIST_NAME, &path));
    eg_status status = eg_file_remove(run->context, path);
    eg_free(run->context, &path);
    return status;
}

/* A folder of the run; "" is the run's own. It may be missing. */
static eg_status sweep_folder(const eg_run *run, const char *name, is_named *is_gone,
                              is_named *is_of)
{
    const sweep s = {.run = run, .is_gone = is_gone, .is_temporary = is_of};
    char *path;
    EG_TRY(eg_path_join(run->context, run->folder, name, &path));
    DIR *folder = opendir(path);
    eg_status status = EG_OK;
    if (folder) {
        for (struct dirent *entry; status == EG_OK && (entry = readdir(folder));)
            status = remove_one(&s, path, entry->d_name);
        closedir(folder);
    }
    eg_free(run->context, &path);
    return status;
}

eg_status eg_clear_all(eg_run *run)
{
    EG_TRY(remove_list(run));
    EG_TRY(sweep_folder(run, "", is_of_the_folder, is_of_the_folder));
    EG_TRY(sweep_folder(run, "fields", is_of_fields, is_of_fields));
    EG_TRY(sweep_folder(run, "seismograms", is_of_seismograms, is_of_seismograms));
    EG_TRY(sweep_folder(run, "lines", is_of_lines, is_of_lines));
    return sweep_folder(run, "checkpoints", is_of_checkpoints, is_of_checkpoints);
}

/* Later snapshots go with the set of them. */
eg_status eg_clear_later(eg_run *run)
{
    EG_TRY(remove_list(run));
    EG_TRY(sweep_folder(run, "", is_written_at_the_end, is_of_the_folder));
    EG_TRY(sweep_folder(run, "fields", NULL, is_of_fields));
    EG_TRY(sweep_folder(run, "seismograms", is_of_seismograms, is_of_seismograms));
    EG_TRY(sweep_folder(run, "lines", is_of_lines, is_of_lines));
    return sweep_folder(run, "checkpoints", is_newer_checkpoint, is_of_checkpoints);
}

/* ---- listing
 * ------------------------------------------------------------------------------------------ */

static eg_status list_one(eg_file_list *list, const eg_run *run, const char *folder,
                          const char *name)
{
    char *path;
    EG_TRY(eg_path_join(run->context, folder, name, &path));
    eg_status status = eg_file_list_add(list, run->folder, path);
    eg_free(run->context, &path);
    return status;
}

/* Neither what is being written nor the list itself, nor what is no result. */
static bool is_result(const char *name)
{
    return !strstr(name, ".tmp") && strcmp(name, EG_FILE_LIST_NAME) != 0 &&
           strcmp(name, "STOP") != 0;
}

static eg_status list_folder(eg_file_list *list, const eg_run *run, const char *name,
                             is_named *is_of)
{
    char *path;
    EG_TRY(eg_path_join(run->context, run->folder, name, &path));
    DIR *folder = opendir(path);
    eg_status status = EG_OK;
    if (folder) {
        for (struct dirent *entry; status == EG_OK && (entry = readdir(folder));)
            if (is_of(entry->d_name, run) && is_result(entry->d_name))
                status = list_one(list, run, name, entry->d_name);
        closedir(folder);
    }
    eg_free(run->context, &path);
    return status;
}

eg_status eg_list_files(eg_run *run)
{
    eg_file_list list = {.context = run->context};
    eg_status status = list_folder(&list, run, "", is_of_the_folder);
    if (status == EG_OK)
        status = list_folder(&list, run, "fields", is_of_fields);
    if (status == EG_OK)
        status = list_folder(&list, run, "seismograms", is_of_seismograms);
    if (status == EG_OK)
        status = list_folder(&list, run, "lines", is_of_lines);
    char *path = NULL;
    if (status == EG_OK)
        status = eg_run_path(run, EG_FILE_LIST_NAME, &path);
    if (status == EG_OK)
        status = eg_file_list_write(&list, path);
    eg_free(run->context, &path);
    eg_file_list_free(&list);
    return status;
}
