/* The files that a case names: length and checksum of each go into checkpoints, and a run goes on with the
 * same ones alone.
 *
 * The section "inputs" holds an entry for each key whose value is a file: XXH3-128 in 32 digits, bytes,
 * whether the hash is that of a seal (file_list.h), and the key, as text with blanks between and a 0 behind.
 * The numbers of a volume have one, too. What is no plain file, such as a pipe, has none.
 *
 * The section "inputs-beside" holds such entries of the files that are read beside (inputs_beside.c), under
 * the key, a line end and the absolute path. A file that was not there when the run began has none. */
#include "run/given/inputs.h"

#include "io/report/file_list.h"
#include "io/volume/volume.h"

#include <stdlib.h>
#include <string.h>

static const char section[] = "inputs", beside_section[] = "inputs-beside";

/* ---- the keys */

eg_status eg_inputs_each(eg_run *run, const eg_node *node, eg_input_visit *each, void *with)
{
    if (eg_node_kind_of(node) == EG_NODE_PATH)
        return each(run, node, with);
    for (int64_t i = 0; i < eg_node_count(node); i++)
        EG_TRY(eg_inputs_each(run, eg_node_item(node, i), each, with));
    return EG_OK;
}

/* ---- entries */

void eg_entry_add(eg_text *text, const eg_listed_file *file, const char *name)
{
    eg_text_add(text, "%016llx%016llx %lld %d %s", (unsigned long long)file->hash.high,
                (unsigned long long)file->hash.low, (long long)file->bytes, file->sealed, name);
    eg_text_add_bytes(text, "", 1);
}

const char *eg_entry_read(const char *entry, eg_listed_file *file)
{
    unsigned long long high, low;
    long long bytes;
    int sealed, used = 0;
    if (sscanf(entry, "%16llx%16llx %lld %d %n", &high, &low, &bytes, &sealed, &used) != 4 || used == 0)
        return NULL;
    file->hash = (eg_hash128){.high = high, .low = low};
    file->bytes = bytes;
    file->sealed = sealed != 0;
    return entry + used;
}

/* ---- volumes: beside the header that the case names are the numbers, which the header names */

/* Calls `each` with the file of a node and its name, and with the numbers of a volume. A header that cannot
 * be read is told by whoever reads it. */
static eg_status each_part(eg_run *run, const eg_node *node,
                           eg_status (*each)(eg_run *run, const char *path, const char *name))
{
    EG_TEXT(name, run->context);
    EG_SCRATCH char *data = NULL;
    EG_TRY(each(run, eg_node_path(node), eg_node_name(node)));
    if (!eg_inputs_name_ends(node, ".volume") || !eg_is_file(eg_node_path(node)) ||
        eg_volume_data_path(run->context, eg_node_path(node), &data) != EG_OK || !data)
        return EG_OK;
    eg_text_add(&name, "%s, its numbers,", eg_node_name(node));
    return name.status == EG_OK ? each(run, data, eg_text_string(&name)) : name.status;
}

/* ---- noting */

static eg_status note_in(eg_context *context, eg_text *text, const char *path, const char *name)
{
    EG_ENDS_WITH(eg_file_list_free) eg_file_list list = {.context = context};
    if (!eg_is_file(path))
        return EG_OK; /* whoever reads it says what is wrong */
    EG_TRY(eg_file_list_add(&list, "", path));
    eg_entry_add(text, &list.file[0], name);
    return text->status;
}

static eg_status note_input(eg_run *run, const char *path, const char *name)
{
    return note_in(run->context, &run->inputs, path, name);
}

/* A key and the file beside its own. */
typedef struct beside {
    eg_run *run;
    const eg_node *node;
} beside;

/* The path without links and dots of its folder: a run that goes on names its files in another way. */
static eg_status plain_path(eg_context *context, const char *path, char **plain)
{
    const char *slash = strrchr(path, '/');
    EG_SCRATCH char *folder = NULL;
    EG_TRY(eg_path_folder(context, path, &folder));
    char *found = realpath(folder, NULL);
    eg_status status = eg_path_join(context, found ? found : folder, slash ? slash + 1 : path, plain);
    free(found);
    return status;
}

static eg_status name_beside(const beside *b, const char *path, eg_text *name)
{
    EG_SCRATCH char *plain = NULL;
    EG_TRY(plain_path(b->run->context, path, &plain));
    eg_text_add(name, "%s\n%s", eg_node_name(b->node), plain);
    return name->status;
}

static eg_status note_beside(void *user, const char *path)
{
    const beside *b = user;
    EG_TEXT(name, b->run->context);
    EG_TRY(name_beside(b, path, &name));
    return note_in(b->run->context, &b->run->inputs_beside, path, eg_text_string(&name));
}

static eg_status note(eg_run *run, const eg_node *node, void *with)
{
    (void)with;
    EG_TRY(each_part(run, node, note_input));
    return eg_inputs_each_beside(run->context, node, (eg_beside){note_beside, &(beside){run, node}});
}

/* ---- checking: run->inputs and run->inputs_beside are the checkpoint's meanwhile */

/* The name of the entry of that name, within the text; NULL: there is none. */
static const char *find_entry(const eg_text *text, const char *name, eg_listed_file *file)
{
    const char *at = text->data, *end = at + text->length;
    for (; at < end; at += strlen(at) + 1) {
        const char *key = eg_entry_read(at, file);
        if (key && strcmp(key, name) == 0)
            return key;
    }
    return NULL;
}

static eg_status compare_with(eg_run *run, eg_listed_file *file, const char *path, const char *name)
{
    file->name = (char *)path;
    eg_status status = eg_file_list_check(run->context, "", file);
    if (status != EG_IO)
        return status;
    EG_TEXT(reason, run->context);
    eg_text_add(&reason, "%s", eg_context_error(run->context));
    return eg_fail(run->context, EG_CHECKPOINT,
                   "%s is not the file that the run began with: %s; restore it, or start a new run", name,
                   eg_text_string(&reason));
}

static eg_status compare_file(eg_run *run, const char *path, const char *name)
{
    eg_listed_file file;
    return find_entry(&run->inputs, name, &file) ? compare_with(run, &file, path, name) : EG_OK;
}

/* Files that are new; those that were there compare_entry() looks at. */
static eg_status compare_beside(void *user, const char *path)
{
    const beside *b = user;
    eg_listed_file file;
    EG_TEXT(name, b->run->context);
    EG_TRY(name_beside(b, path, &name));
    if (!eg_is_file(path) || find_entry(&b->run->inputs_beside, eg_text_string(&name), &file))
        return EG_OK;
    return eg_fail(b->run->context, EG_CHECKPOINT,
                   "%s: %s is read with this file, and was not there when the run began; remove "
                   "it, or start a new run",
                   eg_node_name(b->node), path);
}

static eg_status compare_input(eg_run *run, const eg_node *node, void *with)
{
    (void)with;
    return each_part(run, node, compare_file);
}

static eg_status compare_new(eg_run *run, const eg_node *node, void *with)
{
    (void)with;
    return eg_inputs_each_beside(run->context, node, (eg_beside){compare_beside, &(beside){run, node}});
}

static eg_status compare_entry(eg_run *run, const char *entry)
{
    eg_listed_file file;
    const char *name = eg_entry_read(entry, &file), *path = name ? strchr(name, '\n') : NULL;
    EG_TEXT(told, run->context);
    if (!path)
        return EG_OK;
    eg_text_add(&told, "%.*s: what is read with it", (int)(path - name), name);
    EG_TRY(told.status);
    return compare_with(run, &file, path + 1, eg_text_string(&told));
}

static eg_status take_section(eg_run *run, const char *name, eg_text *entries)
{
    int64_t bytes;
    EG_SCRATCH char *text = NULL;
    EG_TRY(eg_checkpoint_text(run->checkpointing.from, name, &text, &bytes));
    eg_text_add_bytes(entries, text, bytes);
    return entries->status;
}

/* An older eagre wrote neither section, or the first alone. */
static eg_status check_inputs(eg_run *run)
{
    const eg_checkpoint *from = run->checkpointing.from;
    eg_status status = EG_OK;
    if (eg_checkpoint_has(from, section)) {
        EG_TRY(take_section(run, section, &run->inputs));
        if (run->inputs.length > 0)
            status = eg_inputs_each(run, eg_case_root(run->loaded), compare_input, NULL);
    }
    if (status == EG_OK && eg_checkpoint_has(from, beside_section)) {
        EG_TRY(take_section(run, beside_section, &run->inputs_beside));
        const char *at = run->inputs_beside.data, *end = at + run->inputs_beside.length;
        for (; at < end; at += strlen(at) + 1)
            EG_TRY(compare_entry(run, at));
        status = eg_inputs_each(run, eg_case_root(run->loaded), compare_new, NULL);
    }
    run->inputs.length = run->inputs_beside.length = 0;
    return status;
}

eg_status eg_inputs_take(eg_run *run)
{
    if (!eg_run_is_first(run))
        return EG_OK;
    if (run->checkpointing.from)
        EG_TRY(check_inputs(run));
    return run->writes ? eg_inputs_each(run, eg_case_root(run->loaded), note, NULL) : EG_OK;
}

eg_status eg_inputs_put(const eg_run *run, eg_checkpoint_writer *writer)
{
    EG_TRY(eg_checkpoint_writer_section(writer, section, run->inputs.data, run->inputs.length));
    return eg_checkpoint_writer_section(writer, beside_section, run->inputs_beside.data,
                                        run->inputs_beside.length);
}
