/* A folder of checkpoints: names, the newest whole one, and what may go. */
#include "io/checkpoint/read.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void eg_checkpoint_name(int64_t steps, char name[EG_CHECKPOINT_FILE_NAME])
{
    assert(steps >= 0);
    snprintf(name, EG_CHECKPOINT_FILE_NAME, "step-%012lld.eagre", (long long)steps);
}

/* Only a name that eg_checkpoint_name() gives is one. */
int64_t eg_checkpoint_steps(const char *name)
{
    const char *slash = strrchr(name, '/');
    name = slash ? slash + 1 : name;
    char same[EG_CHECKPOINT_FILE_NAME];
    int64_t steps;
    if (strncmp(name, "step-", 5) != 0)
        return -1;
    const char *end = name + 5 + strspn(name + 5, "0123456789");
    if (!eg_parse_integer(name + 5, end, &steps))
        return -1;
    eg_checkpoint_name(steps, same);
    return strcmp(name, same) == 0 ? steps : -1;
}

/* What a folder has, newest first. */
typedef struct listing {
    eg_context *context;
    const char *folder;
    int64_t *steps;
    int64_t count, capacity;
    bool missing; /* there is no folder */
} listing;

static void free_listing(listing *list)
{
    EG_FREE(&list->steps);
}

static int by_steps_descending(const void *a, const void *b)
{
    int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;
    return (first < second) - (first > second);
}

/* Calls visit for each name of the folder. */
static eg_status each_checkpoint_name(listing *list, eg_status (*visit)(listing *list, const char *name))
{
    DIR *folder = opendir(list->folder);
    list->missing = !folder && errno == ENOENT;
    if (list->missing)
        return EG_OK;
    if (!folder)
        return eg_fail(list->context, EG_IO, "%s: cannot be read: %s", list->folder, strerror(errno));
    eg_status status = EG_OK;
    errno = 0;
    for (struct dirent *entry; status == EG_OK && (entry = readdir(folder)); errno = 0)
        status = visit(list, entry->d_name);
    if (status == EG_OK && errno != 0)
        status = eg_fail(list->context, EG_IO, "%s: cannot be read: %s", list->folder, strerror(errno));
    closedir(folder);
    return status;
}

static eg_status add_listed_steps(listing *list, const char *name)
{
    int64_t steps = eg_checkpoint_steps(name);
    if (steps < 0)
        return EG_OK;
    EG_TRY(eg_reserve(list->context, list->count + 1, &list->capacity, sizeof *list->steps, &list->steps));
    list->steps[list->count++] = steps;
    return EG_OK;
}

static eg_status make_listing(listing *list)
{
    EG_TRY(each_checkpoint_name(list, add_listed_steps));
    if (list->count > 1)
        qsort(list->steps, (size_t)list->count, sizeof *list->steps, by_steps_descending);
    return EG_OK;
}

static eg_status path_of_listed(const listing *list, int64_t i, char **path)
{
    char name[EG_CHECKPOINT_FILE_NAME];
    eg_checkpoint_name(list->steps[i], name);
    return eg_path_join(list->context, list->folder, name, path);
}

eg_status eg_checkpoint_check_name(eg_checkpoint *checkpoint)
{
    int64_t steps, named = eg_checkpoint_steps(checkpoint->path);
    if (named < 0 || !eg_checkpoint_has(checkpoint, "run"))
        return EG_OK;
    EG_TRY(eg_checkpoint_integer(checkpoint, "run", "steps", &steps));
    if (steps == named)
        return EG_OK;
    return eg_fail(checkpoint->context, EG_CHECKPOINT,
                   "%s: is the checkpoint of step %lld: the file was renamed", checkpoint->path,
                   (long long)steps);
}

static eg_status open_listed(const listing *list, int64_t i, bool contents, eg_checkpoint **checkpoint)
{
    EG_SCRATCH char *path = NULL;
    EG_ENDS_WITH(eg_checkpoint_close) eg_checkpoint *made = NULL;
    *checkpoint = NULL;
    EG_TRY(path_of_listed(list, i, &path));
    EG_TRY(checkpoint_open(list->context, path, contents, &made));
    EG_TRY(eg_checkpoint_check_name(made));
    return eg_hand_over(&made, checkpoint);
}

/* Damage, and a disk that cannot be read there: an older one may do. */
static bool passes_over(eg_status status)
{
    return status == EG_CHECKPOINT || status == EG_IO;
}

static eg_status open_newest_whole(listing *list, eg_text *passed, eg_checkpoint **checkpoint)
{
    EG_TRY(make_listing(list));
    for (int64_t i = 0; i < list->count; i++) {
        eg_status status = open_listed(list, i, true, checkpoint);
        if (!passes_over(status))
            return status;
        eg_text_add(passed, "%s\n", eg_context_error(list->context));
    }
    EG_TRY(passed->status);
    const char *why = eg_text_string(passed);
    int length = (int)strlen(why);
    return eg_fail(list->context, EG_CHECKPOINT, "%s: %s%s%.*s", list->folder,
                   list->missing ? "is not there, so it holds no checkpoint" : "holds no whole checkpoint",
                   length ? ":\n" : "", length ? length - 1 : 0, why);
}

eg_status eg_checkpoint_newest(eg_context *context, const char *folder, eg_text *passed,
                               eg_checkpoint **checkpoint)
{
    assert(context && folder && checkpoint);
    *checkpoint = NULL;
    EG_TEXT(own, context);
    EG_ENDS_WITH(free_listing) listing list = {.context = context, .folder = folder};
    return open_newest_whole(&list, passed ? passed : &own, checkpoint);
}

static eg_status remove_dead(listing *list, const char *name)
{
    EG_SCRATCH char *path = NULL;
    char of[EG_CHECKPOINT_FILE_NAME];
    if (!eg_file_of_temporary(name, of, sizeof of) || eg_checkpoint_steps(of) < 0)
        return EG_OK;
    EG_TRY(eg_path_join(list->context, list->folder, name, &path));
    list->count += eg_file_remove_dead(path);
    return EG_OK;
}

/* *first becomes the first of the list that may go: the one behind `keep` whole ones. */
static eg_status count_kept(const listing *list, int keep, int64_t trusted, int64_t *first)
{
    int whole = 0;
    for (*first = 0; *first < list->count && whole < keep; ++*first) {
        eg_checkpoint *checkpoint;
        eg_status status = open_listed(list, *first, list->steps[*first] < trusted, &checkpoint);
        eg_checkpoint_close(&checkpoint);
        if (status == EG_OK)
            whole++;
        else if (passes_over(status))
            eg_log(list->context, EG_LOG_WARN, "%s", eg_context_error(list->context));
        else
            return status;
    }
    return EG_OK;
}

static eg_status remove_old(const listing *list, int64_t first, int *removed)
{
    eg_status status = EG_OK;
    for (int64_t i = first; i < list->count; i++) {
        EG_SCRATCH char *path = NULL;
        EG_TRY(path_of_listed(list, i, &path));
        eg_status this_one = eg_file_remove(list->context, path);
        *removed += this_one == EG_OK;
        status = status == EG_OK ? this_one : status;
    }
    return status;
}

static eg_status prune_list(listing *list, int keep, int64_t trusted, int *removed)
{
    int64_t first;
    EG_TRY(make_listing(list));
    if (list->count <= keep)
        return EG_OK;
    EG_TRY(count_kept(list, keep, trusted, &first));
    return remove_old(list, first, removed);
}

eg_status eg_checkpoint_prune(eg_context *context, const char *folder, int keep, int64_t trusted,
                              int *removed)
{
    assert(context && folder && keep >= 1);
    int gone = 0;
    listing dead = {.context = context, .folder = folder};
    EG_ENDS_WITH(free_listing) listing list = {.context = context, .folder = folder};
    eg_status status = each_checkpoint_name(&dead, remove_dead);
    if (status == EG_OK)
        status = prune_list(&list, keep, trusted, &gone);
    if (removed)
        *removed = gone + (int)dead.count;
    return status;
}
