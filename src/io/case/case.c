/* Loading a case: file to tree, settings, check, defaults; and errors that come later. */
#include "io/case/check.h"
#include "io/case/yaml.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- loading */

static eg_status read_tree(eg_case *loaded)
{
    EG_TRY(eg_yaml_read(&loaded->tree, &loaded->source, &loaded->errors, &loaded->root));
    eg_file_position start = {.source = &loaded->source, .line = 1, .column = 1, .width = 1};
    char found[128];
    if (!loaded->root && loaded->errors.count == 0)
        eg_diagnostics_add(&loaded->errors, &start,
                           "the file holds nothing; `eagre init dam-break` writes a case to begin with");
    if (loaded->root && loaded->root->shape != EG_TREE_MAP) {
        eg_node_describe(loaded->root, found);
        eg_diagnostics_add(&loaded->errors, &loaded->root->position,
                           "a case is a map of keys such as 'model: %s', found %s",
                           loaded->table.models[0]->name, found);
        loaded->root = NULL;
    }
    return EG_OK;
}

static eg_status expand_entries(eg_case *loaded)
{
    for (const eg_case_model *const *model = loaded->table.models; *model; model++)
        if ((*model)->expand)
            return (*model)->expand(loaded);
    return EG_OK;
}

/* The list of models with another one at a place. */
static eg_status put_model(eg_case *loaded, int at, const eg_case_model *adapted)
{
    const eg_case_model *const *models = loaded->table.models, **list;
    int count = 0;
    while (models[count])
        count++;
    EG_TRY(eg_tree_take(&loaded->tree, (count + 1) * (int64_t)sizeof *list, &list));
    memcpy(list, models, (size_t)count * sizeof *list);
    list[at] = adapted;
    loaded->table.models = list;
    return EG_OK;
}

/* The list of models with those of this case in the places of those that they are made from. *good: no model
 * found anything wrong in the case. */
static eg_status adapt_models(eg_case *loaded, bool *good)
{
    int64_t errors = loaded->errors.count + loaded->errors.left_out;
    const eg_node *word = eg_node_find_child(loaded->root, "model");
    if (!word || word->shape != EG_TREE_SCALAR)
        return EG_OK;
    for (int at = 0; loaded->table.models[at]; at++) {
        const eg_case_model *model = loaded->table.models[at], *adapted = NULL;
        if (model->adapt && strcmp(model->name, word->text) == 0)
            EG_TRY(model->adapt(loaded, model, &adapted));
        if (adapted)
            EG_TRY(put_model(loaded, at, adapted));
    }
    *good = loaded->errors.count + loaded->errors.left_out == errors;
    return EG_OK;
}

static eg_status check_tree(eg_case *loaded)
{
    if (!loaded->root)
        return EG_OK;
    EG_TRY(expand_entries(loaded));
    EG_TRY(eg_case_check(loaded));
    if (loaded->errors.count > 0)
        return EG_OK;
    EG_TRY(eg_case_fill_defaults(loaded, loaded->root, NULL));
    if (loaded->models == EG_ANY_MODEL)
        return EG_OK; /* an error about it found no memory */
    const eg_case_model *model = eg_case_model_of(loaded);
    return model->complete ? model->complete(loaded) : EG_OK;
}

static void log_warning(eg_case *loaded, const eg_file_position *position, const char *message)
{
    EG_TEXT(line, loaded->context);
    eg_file_position_write(&line, position);
    eg_log(loaded->context, EG_LOG_WARN, "%swarning: %s", eg_text_string(&line), message);
}

static eg_status copy_text(eg_case *loaded, const char *text, int64_t length)
{
    static const char byte_order_mark[] = "\xEF\xBB\xBF";
    if (length >= 3 && memcmp(text, byte_order_mark, 3) == 0) {
        text += 3;
        length -= 3;
    }
    EG_TRY(eg_alloc(loaded->context, length + 1, 1, &loaded->text));
    if (length > 0)
        memcpy(loaded->text, text, (size_t)length);
    loaded->source.text = loaded->text;
    loaded->source.length = length;
    return eg_source_open(loaded->context, &loaded->source);
}

static eg_status find_working_folder(eg_case *loaded)
{
    char folder[PATH_MAX];
    if (!getcwd(folder, sizeof folder))
        return eg_fail(loaded->context, EG_IO, "the working folder has no name: %s", strerror(errno));
    return eg_strdup(loaded->context, folder, &loaded->working_folder);
}

static eg_status load_text(eg_case *loaded, const char *name, const char *folder, const char *text,
                           int64_t length, const char *const *settings, int count)
{
    eg_context *context = loaded->context;
    bool here = !folder || strcmp(folder, ".") == 0, good = true;
    EG_TRY(eg_tree_text(&loaded->tree, name, (int64_t)strlen(name), &loaded->source.name));
    EG_TRY(eg_strdup(context, here ? "" : folder, &loaded->folder));
    EG_TRY(find_working_folder(loaded));
    if (length > EG_YAML_BYTES)
        return eg_fail(context, EG_CASE, "%s: error: %lld bytes are too many for a case; at most %d are read",
                       name, (long long)length, EG_YAML_BYTES);
    EG_TRY(copy_text(loaded, text, length));
    EG_TRY(read_tree(loaded));
    if (loaded->root) {
        EG_TRY(eg_case_apply_settings(loaded, settings, count));
        EG_TRY(adapt_models(loaded, &good));
    }
    EG_TRY(eg_case_table_make(&loaded->tree, loaded->table.models, &loaded->table));
    if (good)
        EG_TRY(check_tree(loaded));
    EG_TRY(eg_diagnostics_finish(&loaded->errors, EG_CASE));
    for (int64_t i = 0; i < loaded->warnings.count; i++)
        log_warning(loaded, &loaded->warnings.list[i].position, loaded->warnings.list[i].message);
    eg_diagnostics_free(&loaded->warnings);
    EG_TEXT(canonical, context);
    eg_case_canonical(loaded, &canonical);
    EG_TRY(canonical.status);
    loaded->hash = eg_hash64(canonical.data, canonical.length, 0);
    return EG_OK;
}

const eg_case_model *const *eg_case_models(const eg_case *loaded)
{
    return loaded->table.models;
}

eg_status eg_case_parse(eg_context *context, const eg_case_model *const *models, const char *name,
                        const char *folder, const char *text, int64_t length, const char *const *settings,
                        int count, eg_case **loaded)
{
    EG_ENDS_WITH(eg_case_destroy) eg_case *made = NULL;
    *loaded = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = made->tree.context = made->errors.context = made->warnings.context = context;
    made->table.models = models;
    EG_TRY(load_text(made, name, folder, text, length, settings, count));
    return eg_hand_over(&made, loaded);
}

eg_status eg_case_load(eg_context *context, const eg_case_model *const *models, const char *path,
                       const char *const *settings, int count, eg_case **loaded)
{
    EG_SCRATCH char *folder = NULL, *text = NULL;
    int64_t length;
    *loaded = NULL;
    EG_TRY(eg_file_read(context, EG_CASE, path, EG_YAML_BYTES, &text, &length));
    EG_TRY(eg_path_folder(context, path, &folder));
    return eg_case_parse(context, models, path, folder, text, length, settings, count, loaded);
}

void eg_case_destroy(eg_case **loaded)
{
    if (!loaded || !*loaded)
        return;
    eg_case *case_ = *loaded;
    eg_diagnostics_free(&case_->errors);
    eg_diagnostics_free(&case_->warnings);
    eg_tree_free(&case_->tree);
    eg_source_close(&case_->source);
    EG_FREE(&case_->text, &case_->doubts, &case_->shapes, &case_->folder, &case_->working_folder, loaded);
}

const char *eg_case_name(const eg_case *loaded)
{
    return loaded->source.name;
}

const eg_date *eg_case_start(const eg_case *loaded)
{
    return &loaded->start;
}

uint64_t eg_case_hash(const eg_case *loaded)
{
    return loaded->hash;
}

/* ---- later errors */

static eg_file_position value_position(const eg_case *loaded, const eg_node *node)
{
    if (node)
        return node->position;
    return (eg_file_position){.source = &loaded->source, .line = 1, .column = 1, .width = 1};
}

static eg_file_position key_position(const eg_case *loaded, const eg_node *node)
{
    return node && node->key ? node->key_position : value_position(loaded, node);
}

static eg_status fail_at(eg_case *loaded, eg_file_position position, eg_status status, const char *message)
{
    EG_ENDS_WITH(eg_diagnostics_free) eg_diagnostics one = {.context = loaded->context};
    eg_diagnostics_add(&one, &position, "%s", message);
    return eg_diagnostics_finish(&one, status);
}

eg_status eg_case_fail(eg_case *loaded, const eg_node *node, eg_status status, const char *format, ...)
{
    char message[EG_DIAGNOSTIC_ROOM];
    EG_FORMAT(message, format);
    return fail_at(loaded, value_position(loaded, node), status, message);
}

eg_status eg_case_fail_key(eg_case *loaded, const eg_node *node, eg_status status, const char *format, ...)
{
    char message[EG_DIAGNOSTIC_ROOM];
    EG_FORMAT(message, format);
    return fail_at(loaded, key_position(loaded, node), status, message);
}

void eg_case_error_add(eg_case *loaded, const eg_node *node, const char *format, ...)
{
    char message[EG_DIAGNOSTIC_ROOM];
    eg_file_position position = value_position(loaded, node);
    EG_FORMAT(message, format);
    eg_diagnostics_add(&loaded->errors, &position, "%s", message);
}

void eg_case_error_add_key(eg_case *loaded, const eg_node *node, const char *format, ...)
{
    char message[EG_DIAGNOSTIC_ROOM];
    eg_file_position position = key_position(loaded, node);
    EG_FORMAT(message, format);
    eg_diagnostics_add(&loaded->errors, &position, "%s", message);
}

eg_status eg_case_errors_finish(eg_case *loaded, eg_status status)
{
    return eg_diagnostics_finish(&loaded->errors, status);
}

void eg_case_warn(eg_case *loaded, const eg_node *node, const char *format, ...)
{
    char message[1024];
    eg_file_position position = value_position(loaded, node);
    EG_FORMAT(message, format);
    log_warning(loaded, &position, message);
}
