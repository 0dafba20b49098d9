/* The snapshots that a folder, an index or a file name stands for. */
#include "io/snapshot/snapshot.h"

#include <dirent.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { INDEX_BYTES = 1 << 28 }; /* a longer index is not one of ours */

static eg_status list_room(eg_snapshot_list *list, int64_t count)
{
    return EG_ALLOC(list->context, EG_BLOCK(count, list->path), EG_BLOCK(count, list->time));
}

static eg_status list_entry(eg_snapshot_list *list, const char *index, const char *folder,
                            const json_t *entry)
{
    const json_t *name = json_object_get(entry, "name");
    const json_t *time = json_object_get(entry, "time");
    if (!json_is_string(name) || !json_is_number(time))
        return eg_fail(list->context, EG_INPUT, "%s: entry %lld of \"files\" lacks a \"name\" or a \"time\"",
                       index, (long long)list->count);
    EG_TRY(eg_path_join(list->context, folder, json_string_value(name), &list->path[list->count]));
    int64_t entries = list->count++;
    list->time[entries] = json_number_value(time);
    if (entries > 0 && !(list->time[entries] >= list->time[entries - 1]))
        return eg_fail(list->context, EG_INPUT, "%s: entry %lld goes back in time", index,
                       (long long)entries);
    return EG_OK;
}

static eg_status list_index_entries(eg_snapshot_list *list, const char *index, const json_t *root)
{
    const json_t *files = json_object_get(root, "files");
    if (!json_is_array(files))
        return eg_fail(list->context, EG_INPUT, "%s: has no list \"files\": not an index", index);
    EG_TRY(list_room(list, (int64_t)json_array_size(files)));
    EG_SCRATCH char *folder = NULL;
    EG_TRY(eg_path_folder(list->context, index, &folder));
    for (size_t i = 0; i < json_array_size(files); i++)
        EG_TRY(list_entry(list, index, folder, json_array_get(files, i)));
    return EG_OK;
}

static eg_status list_index(eg_snapshot_list *list, const char *index)
{
    EG_SCRATCH char *text = NULL;
    int64_t length = 0;
    EG_TRY(eg_strdup(list->context, index, &list->index));
    EG_TRY(eg_file_read(list->context, EG_INPUT, index, INDEX_BYTES, &text, &length));
    json_error_t error;
    json_auto_t *root = json_loadb(text, (size_t)length, JSON_REJECT_DUPLICATES, &error);
    if (!root)
        return eg_fail(list->context, EG_INPUT, "%s:%d:%d: is not JSON: %s", index, error.line, error.column,
                       error.text);
    return list_index_entries(list, index, root);
}

static int is_index(const struct dirent *entry)
{
    return eg_has_ending(entry->d_name, ".vtkhdf.series");
}

/* The one index of a folder. */
static eg_status list_folder(eg_snapshot_list *list, const char *folder)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_index, alphasort);
    EG_SCRATCH char *index = NULL;
    eg_status status;
    if (count == 1) {
        status = eg_path_join(list->context, folder, entries[0]->d_name, &index);
        status = status == EG_OK ? list_index(list, index) : status;
    } else if (count > 1) {
        status = eg_fail(list->context, EG_INPUT, "%s: holds %d indices; name one, such as %s/%s", folder,
                         count, folder, entries[0]->d_name);
    } else {
        status = eg_fail(list->context, EG_INPUT,
                         "%s: holds no snapshots (no file *.vtkhdf.series); name a run's folder, "
                         "its fields folder or a file *.vtkhdf",
                         folder);
    }
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    return status;
}

static eg_status list_file(eg_snapshot_list *list, const char *path)
{
    EG_ENDS_WITH(eg_snapshot_close) eg_snapshot *snapshot = NULL;
    EG_TRY(eg_snapshot_open(list->context, path, &snapshot));
    EG_TRY(list_room(list, 1));
    EG_TRY(eg_strdup(list->context, path, &list->path[0]));
    list->time[0] = snapshot->stamp.time;
    list->count = 1;
    return EG_OK;
}

eg_status eg_snapshot_list_create(eg_context *context, const char *path, eg_snapshot_list **list)
{
    assert(context && path && list);
    *list = NULL;
    EG_ENDS_WITH(eg_snapshot_list_destroy) eg_snapshot_list *made = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    EG_SCRATCH char *fields = NULL;
    EG_TRY(eg_path_join(context, path, "fields", &fields));
    if (eg_is_folder(path))
        EG_TRY(list_folder(made, eg_is_folder(fields) ? fields : path));
    else
        EG_TRY(eg_has_ending(path, ".series") ? list_index(made, path) : list_file(made, path));
    return eg_hand_over(&made, list);
}

void eg_snapshot_list_destroy(eg_snapshot_list **list)
{
    if (!list || !*list)
        return;
    for (int64_t i = 0; i < (*list)->count; i++)
        EG_FREE(&(*list)->path[i]);
    EG_FREE(&(*list)->path, &(*list)->time, &(*list)->index, list);
}
