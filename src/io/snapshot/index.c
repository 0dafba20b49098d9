/* The index of a set of snapshots, and the names of its files. */
#include "io/snapshot/set.h"

#include <stdio.h>
#include <unistd.h>

eg_status eg_snapshot_path(const eg_snapshot_set *set, const char *ending, char **path)
{
    eg_text name = {.context = set->context};
    eg_text_add(&name, "%s/%s%s", set->folder, set->name, ending);
    if (name.status != EG_OK)
        eg_text_free(&name);
    *path = name.data;
    return name.status;
}

void eg_snapshot_name(int64_t number, char ending[64])
{
    snprintf(ending, 64, "-%06lld.vtkhdf", (long long)number);
}

void eg_snapshot_mesh_name(const eg_snapshot_set *set, char ending[64])
{
    if (set->changes)
        snprintf(ending, 64, "-%06lld.mesh.h5", (long long)set->count);
    else
        snprintf(ending, 64, ".mesh.h5");
}

/* Removes a file of the set, where it is there. */
static eg_status remove_file(eg_snapshot_set *set, const char *ending, bool *there)
{
    EG_SCRATCH char *path = NULL;
    EG_TRY(eg_snapshot_path(set, ending, &path));
    *there = access(path, F_OK) == 0;
    return *there ? eg_file_remove(set->context, path) : EG_OK;
}

eg_status eg_snapshot_remove_later(eg_snapshot_set *set, int64_t count)
{
    bool there = true;
    for (int64_t i = count; there; i++) {
        char ending[64];
        bool mesh = false;
        eg_snapshot_name(i, ending);
        EG_TRY(remove_file(set, ending, &there));
        snprintf(ending, sizeof ending, "-%06lld.mesh.h5", (long long)i);
        EG_TRY(remove_file(set, ending, &mesh));
        there = there || mesh;
    }
    return EG_OK;
}

static eg_status look_at_first(const eg_snapshot_set_options *options, eg_context *context, bool *common)
{
    EG_TEXT(path, context);
    eg_snapshot *first = NULL;
    eg_text_add(&path, "%s/%s-000000.vtkhdf", options->folder ? options->folder : ".",
                options->name ? options->name : "fields");
    EG_TRY(path.status);
    if (access(path.data, R_OK) != 0)
        return EG_OK; /* eg_snapshot_go_on() tells it */
    EG_TRY(eg_snapshot_open(context, path.data, &first));
    *common = first->common;
    eg_snapshot_close(&first);
    return EG_OK;
}

eg_status eg_snapshot_find_common(eg_snapshot_set *set, const eg_snapshot_set_options *options, bool *common)
{
    eg_status status = EG_OK;
    *common = true;
    if (eg_snapshot_is_first(set) && options->count > 0)
        status = look_at_first(options, set->context, common);
    EG_TRY(eg_comm_agree(set->comm, status));
    if (set->comm)
        eg_comm_broadcast(set->comm, 0, common, sizeof *common);
    return EG_OK;
}

eg_status eg_snapshot_go_on(eg_snapshot_set *set, const eg_snapshot_set_options *options)
{
    if (!options->entries)
        return EG_OK;
    for (int64_t i = 0; i < options->count; i++) {
        EG_SCRATCH char *path = NULL;
        char ending[64];
        eg_snapshot_name(i, ending);
        EG_TRY(eg_snapshot_path(set, ending, &path));
        if (access(path, R_OK) != 0)
            return eg_fail(set->context, EG_CHECKPOINT,
                           "%s: snapshot %lld of the run that goes on is missing", path, (long long)i);
    }
    eg_text_add(&set->entries, "%s", options->entries);
    EG_TRY(set->entries.status);
    set->count = options->count;
    return EG_OK;
}

eg_status eg_snapshot_index_write(eg_snapshot_set *set)
{
    eg_context *context = set->context;
    EG_SCRATCH char *path = NULL;
    EG_TRY(eg_snapshot_path(set, ".vtkhdf.series", &path));
    EG_TEXT(text, context);
    eg_text_add(&text, "{\n  \"file-series-version\": \"1.0\",\n  \"files\": [%s\n  ]\n}\n",
                eg_text_string(&set->entries));
    EG_TRY(text.status);
    return eg_file_write(context, path, text.data, text.length);
}

void eg_snapshot_index_add(eg_snapshot_set *set, double time)
{
    char ending[64];
    eg_snapshot_name(set->count, ending);
    eg_text_add(&set->entries, "%s\n    {\"name\": \"%s%s\", \"time\": %s}", set->count ? "," : "", set->name,
                ending, eg_real_show(time).text);
}

void eg_snapshot_index_cut(eg_snapshot_set *set, int64_t length)
{
    if (set->entries.data)
        set->entries.data[length] = 0;
    set->entries.length = length;
    set->entries.status = EG_OK;
}
