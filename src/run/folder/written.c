/* The files that a run had written when it made a checkpoint: length and checksum of each are in it, and a
 * run goes on with the same ones alone.
 *
 * The section "files" holds them as "inputs" does (inputs.c). Tables have sections of their own, and the
 * index of the snapshots is made from theirs. Of a checkpoint without the section snapshots are held against
 * the case alone. */
#include "run/folder/folder.h"
#include "run/given/inputs.h"

#include <string.h>
#include <sys/stat.h>

static const char section[] = "files";

/* ---- putting */

static eg_status add_entries(eg_run *run, eg_text *text)
{
    EG_ENDS_WITH(eg_file_list_free) eg_file_list list = {.context = run->context};
    EG_TRY(eg_manifest_list(run->manifest, &list));
    for (int64_t i = 0; i < list.count; i++)
        if (!folder_ends_in(list.file[i].name, ".series"))
            eg_entry_add(text, &list.file[i], list.file[i].name);
    return text->status;
}

eg_status eg_written_put(eg_run *run, eg_checkpoint_writer *writer)
{
    EG_TEXT(text, run->context);
    EG_TRY(eg_check_files(run));
    EG_TRY(add_entries(run, &text));
    return eg_checkpoint_writer_section(writer, section, text.data, text.length);
}

/* ---- reading */

eg_status eg_written_read(eg_context *context, eg_checkpoint *from, eg_file_list *list)
{
    int64_t bytes;
    EG_SCRATCH char *text = NULL;
    if (!eg_checkpoint_has(from, section))
        return EG_OK;
    EG_TRY(eg_checkpoint_text(from, section, &text, &bytes));
    for (const char *at = text; at < text + bytes; at += strlen(at) + 1) {
        eg_listed_file file = {0};
        const char *name = eg_entry_read(at, &file);
        if (!name)
            continue;
        EG_TRY(eg_reserve(context, list->count + 1, &list->capacity, sizeof *list->file, &list->file));
        EG_TRY(eg_strdup(context, name, &file.name));
        list->file[list->count++] = file;
    }
    return EG_OK;
}

/* ---- the case */

/* Counted from 1. */
static int first_difference(const char *a, const char *b)
{
    int line = 1;
    for (; *a && *a == *b; a++, b++)
        line += *a == '\n';
    return line;
}

/* The line that a text has at its place number `line`, without what is around it. */
static void show_line(const char *text, int line, char shown[96])
{
    while (--line > 0 && strchr(text, '\n'))
        text = strchr(text, '\n') + 1;
    text += strspn(text, " ");
    snprintf(shown, 96, "%.*s", (int)strcspn(text, "\n"), text);
}

void eg_written_add_changes(eg_text *text, const char *changes)
{
    for (const char *end; (end = strchr(changes, '\n')); changes = end + 1)
        eg_text_add(text, "# changed at %.*s\n", (int)(end - changes), changes);
}

/* case.yaml as it was written for the checkpoint, or right after it where it has changes. */
static eg_status case_text(eg_checkpoint *from, eg_text *text)
{
    EG_SCRATCH char *written = NULL, *changes = NULL;
    EG_TRY(eg_checkpoint_text(from, "case", &written, NULL));
    eg_text_add(text, "%s", written);
    if (eg_checkpoint_has(from, "changes")) {
        EG_TRY(eg_checkpoint_text(from, "changes", &changes, NULL));
        eg_written_add_changes(text, changes);
    }
    return text->status;
}

static eg_status tell_case_difference(eg_context *context, const char *path, const char *is,
                                      const char *ought)
{
    char has[96], had[96];
    int line = first_difference(is, ought);
    show_line(is, line, has);
    show_line(ought, line, had);
    return eg_fail(context, EG_CHECKPOINT,
                   "%s:%d: was changed since the run began: it has '%s' where the run has '%s'; a "
                   "run goes on with the case in its checkpoint: restore that line and use --set "
                   "KEY=VALUE, or start a new run with the changed case",
                   path, line, has, had);
}

/* Where a changed case was put into a checkpoint, and the run was killed before it could write case.yaml,
 * that is still the one that the checkpoint lists. */
eg_status eg_written_check_case(eg_context *context, const char *folder, eg_checkpoint *from,
                                const eg_file_list *list)
{
    enum { MOST = 1 << 26 };
    const eg_listed_file *listed = eg_file_list_find(list, "case.yaml");
    EG_TEXT(ought, context);
    EG_SCRATCH char *path = NULL, *is = NULL;
    int64_t length;
    EG_TRY(case_text(from, &ought));
    EG_TRY(eg_path_join(context, folder, "case.yaml", &path));
    EG_TRY(eg_file_read(context, EG_CHECKPOINT, path, MOST, &is, &length));
    if (length == ought.length && memcmp(is, ought.data, (size_t)length) == 0)
        return EG_OK;
    if (listed && eg_file_list_check(context, folder, listed) == EG_OK)
        return EG_OK;
    return tell_case_difference(context, path, is, ought.data);
}

/* A case.yaml that is gone is written again: the checkpoint has all of it. */
static bool has_case(eg_run *run)
{
    struct stat info;
    EG_SCRATCH char *path = NULL;
    return eg_run_path(run, "case.yaml", &path) == EG_OK && lstat(path, &info) == 0;
}

static eg_status write_case_again(eg_run *run)
{
    EG_TEXT(text, run->context);
    EG_SCRATCH char *path = NULL;
    EG_TRY(case_text(run->checkpointing.from, &text));
    EG_TRY(eg_run_path(run, "case.yaml", &path));
    eg_run_log(run, "%s was gone, and is written again from the checkpoint", path);
    return eg_file_write(run->context, path, text.data, text.length);
}

/* ---- a run that goes on */

static eg_status not_the_same(eg_run *run)
{
    EG_TEXT(reason, run->context);
    eg_text_add(&reason, "%s", eg_context_error(run->context));
    return eg_fail(run->context, EG_CHECKPOINT,
                   "%s; the run cannot continue from its checkpoint without this file: "
                   "restore it, or start a new run",
                   eg_text_string(&reason));
}

/* Of an older eagre: a whole snapshot of the same case. */
static eg_status check_snapshot(eg_run *run, const char *path)
{
    char hash[32];
    EG_ENDS_WITH(eg_snapshot_close) eg_snapshot *snapshot = NULL;
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)eg_case_hash(run->loaded));
    EG_TRY(eg_snapshot_open(run->context, path, &snapshot));
    if (strcmp(snapshot->case_hash, hash) == 0)
        return EG_OK;
    return eg_fail(run->context, EG_INPUT, "%s: is a snapshot of another case: %s, not %s", path,
                   snapshot->case_hash, hash);
}

/* Calls `each` for what the checkpoint counts on: snapshots, with their entries where it has them, and
 * seismograms of shots that are done. */
static eg_status each_counted_file(eg_run *run, const eg_file_list *list,
                                   eg_status (*each)(eg_run *, const char *, const eg_listed_file *))
{
    int64_t count;
    EG_TRY(eg_checkpoint_integer(run->checkpointing.from, "run", "snapshots", &count));
    for (int64_t i = 0; i < count; i++) {
        char name[64];
        snprintf(name, sizeof name, "fields/fields-%06lld.vtkhdf", (long long)i);
        EG_TRY(each(run, name, eg_file_list_find(list, name)));
        snprintf(name, sizeof name, "fields/fields-%06lld.mesh.h5", (long long)i);
        const eg_listed_file *mesh = eg_file_list_find(list, name);
        if (mesh) /* of meshes that change */
            EG_TRY(each(run, name, mesh));
    }
    for (int64_t i = 0; i < list->count; i++)
        if (strncmp(list->file[i].name, "seismograms/", 12) == 0)
            EG_TRY(each(run, list->file[i].name, &list->file[i]));
    return EG_OK;
}

static eg_status check_one(eg_run *run, const char *name, const eg_listed_file *file)
{
    EG_SCRATCH char *path = NULL;
    EG_TRY(eg_run_path(run, name, &path));
    eg_status status = file ? eg_file_list_check(run->context, run->folder, file) : check_snapshot(run, path);
    return status == EG_IO || status == EG_INPUT ? not_the_same(run) : status;
}

static eg_status take_one(eg_run *run, const char *name, const eg_listed_file *file)
{
    return eg_manifest_take(run->manifest, name, file);
}

eg_status eg_written_check(eg_run *run)
{
    EG_ENDS_WITH(eg_file_list_free) eg_file_list list = {.context = run->context};
    EG_TRY(eg_written_read(run->context, run->checkpointing.from, &list));
    if (has_case(run))
        EG_TRY(eg_written_check_case(run->context, run->folder, run->checkpointing.from, &list));
    return each_counted_file(run, &list, check_one);
}

eg_status eg_written_take(eg_run *run)
{
    EG_ENDS_WITH(eg_file_list_free) eg_file_list list = {.context = run->context};
    EG_TRY(has_case(run) ? eg_manifest_take(run->manifest, "case.yaml", NULL) : write_case_again(run));
    EG_TRY(eg_written_read(run->context, run->checkpointing.from, &list));
    return each_counted_file(run, &list, take_one);
}
