/* The model of a case that names its variables and parameters: before the check, from the maps as they stand in the
 * file. */
#include "run/models/waves/linear.h"

#include <string.h>

static bool names_differ(eg_case *loaded, const eg_node *variables, const eg_node *parameters)
{
    for (int64_t i = 0; parameters && i < parameters->count; i++)
        if (eg_node_find_child(variables, parameters->items[i]->key)) {
            eg_case_error_add_key(loaded, parameters->items[i], "'%s' is a variable, too",
                                  parameters->items[i]->key);
            return false;
        }
    return true;
}

/* ---- keys */

static eg_status join_names(eg_tree *tree, const eg_node *map, const char **joined)
{
    *joined = "";
    for (int64_t i = 0; map && i < map->count; i++)
        EG_TRY(eg_tree_format(tree, joined, "%s%s%s", *joined, i > 0 ? " " : "", map->items[i]->key));
    return EG_OK;
}

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* An example of the map of materials with the parameters; without any the case needs no map. */
static eg_status name_parameters(eg_tree *tree, const char *parameters, eg_case_row *row)
{
    char buffer[EG_WORDS_BYTES];
    const char *word[EG_WORDS_MOST], *list = "";
    int count = eg_case_words(parameters, buffer, word);
    for (int i = 0; i < count; i++)
        EG_TRY(eg_tree_format(tree, &list, "%s%s%s: 1", list, i > 0 ? ", " : "", word[i]));
    EG_TRY(eg_tree_format(tree, &row->example, "{all: {%s}}", list));
    if (count == 0) {
        row->presence = EG_OPTIONAL;
        row->default_text = "{all: {}}";
    }
    return EG_OK;
}

/* The rows of the system with as many columns as there are variables, and their parameters. */
static eg_status copy_system_rows(eg_tree *tree, const eg_given_model *model, const char *parameters,
                                  eg_case_part *part)
{
    eg_case_row *rows;
    int count = eg_system_keys.count;
    EG_TRY(eg_tree_take(tree, count * (int64_t)sizeof *rows, &rows));
    memcpy(rows, eg_system_keys.rows, (size_t)count * sizeof *rows);
    for (int i = 0; i < count; i++) {
        if (rows[i].count != EG_ANY_COUNT)
            continue;
        int n = model->matrices.system.variables;
        rows[i].count = n > 1 ? n : EG_ONE_OR_LIST;
        if (begins_with(rows[i].path, "system."))
            rows[i].variables = parameters;
    }
    for (int i = 0; i < count; i++)
        if (strcmp(rows[i].path, "materials") == 0)
            EG_TRY(name_parameters(tree, parameters, &rows[i]));
    *part = (eg_case_part){.rows = rows, .count = count};
    return EG_OK;
}

/* "materials.*.eps.raster" of "materials.*.*.raster" */
static eg_status name_parameter(eg_tree *tree, const char *path, const char *name, const char **made)
{
    static const char stem[] = "materials.*.*";
    if (!path || !begins_with(path, stem)) {
        *made = path;
        return EG_OK;
    }
    return eg_tree_format(tree, made, "materials.*.%s%s", name, path + strlen(stem));
}

/* The rows of each parameter. */
static eg_status copy_parameter_rows(eg_tree *tree, const eg_node *parameters, eg_case_part *part)
{
    int each = eg_parameter_keys.count, count = parameters ? (int)parameters->count : 0;
    eg_case_row *rows;
    EG_TRY(eg_tree_take(tree, (count * each + 1) * (int64_t)sizeof *rows, &rows));
    for (int i = 0; i < count * each; i++) {
        const eg_node *of = parameters->items[i / each];
        double size;
        rows[i] = eg_parameter_keys.rows[i % each];
        EG_TRY(name_parameter(tree, eg_parameter_keys.rows[i % each].path, of->key, &rows[i].path));
        EG_TRY(name_parameter(tree, eg_parameter_keys.rows[i % each].after, of->key, &rows[i].after));
        if (i % each != 0)
            continue;
        rows[i].presence = EG_REQUIRED;
        rows[i].names = EG_NAMES_ANY;
        if (!eg_variables_read_unit(tree->context, of->text, &size, &rows[i].dimension, NULL)) {
            rows[i].dimension = EG_DIMENSION_NONE;
            rows[i].plain_unit = of->text;
        }
        EG_TRY(eg_tree_format(tree, &rows[i].sentence,
                              "Parameter %s of the system, %s: a number, an expression, "
                              "or a raster.",
                              of->key, of->text));
    }
    *part = (eg_case_part){.rows = rows, .count = count * each};
    return EG_OK;
}

/* The parts of model linear with those of this case. */
static eg_status make_parts(eg_tree *tree, const eg_node *parameters, eg_given_model *model)
{
    const eg_case_part *const *any = model->base.keys.parts, **parts;
    eg_case_part *own;
    const char *names;
    int count = 0;
    while (any[count])
        count++;
    EG_TRY(eg_tree_take(tree, 3 * (int64_t)sizeof *own, &own));
    EG_TRY(eg_tree_take(tree, (count + 1) * (int64_t)sizeof *parts, &parts));
    EG_TRY(join_names(tree, parameters, &names));
    EG_TRY(copy_system_rows(tree, model, names, &own[0]));
    EG_TRY(copy_parameter_rows(tree, parameters, &own[1]));
    EG_TRY(eg_variables_make_receiver_row(tree, &model->base.keys, &own[2]));
    for (int i = 0; i < count; i++)
        parts[i] = any[i] == &eg_system_keys      ? &own[0]
                   : any[i] == &eg_parameter_keys ? &own[1]
                   : any[i] == &eg_named_keys     ? &own[2]
                                                  : any[i];
    model->base.keys.parts = parts;
    return EG_OK;
}

eg_status eg_linear_adapt(eg_case *loaded, const eg_case_model *any, const eg_case_model **adapted)
{
    const eg_node *system = eg_node_find_child(loaded->root, "system");
    const eg_node *variables = eg_node_find_child(system, "variables");
    const eg_node *parameters = eg_node_find_child(system, "parameters");
    static const char *const sentence[2] = {"variable ", " of the system"};
    eg_given_model *model;
    *adapted = NULL;
    if (variables && variables->shape == EG_TREE_MAP && variables->count == 0)
        eg_case_error_add_key(loaded, variables,
                              "a system has one variable or more, such as {p: Pa, vx: m/s, vy: m/s}");
    if (!eg_variables_check_names(loaded, variables, "variables", EG_LINEAR_VARIABLES, false) ||
        variables->count == 0 ||
        (parameters && !eg_variables_check_names(loaded, parameters, "parameters", EG_WAVES_KEYS, true)) ||
        !names_differ(loaded, variables, parameters) || !eg_variables_columns_differ(loaded, variables))
        return EG_OK;
    EG_TRY(eg_tree_take(&loaded->tree, sizeof *model, &model));
    model->base = *eg_model_kind_of(any);
    model->base.waves = &model->kind;
    model->base.system = &model->matrices.system;
    model->base.keys.complete = eg_linear_complete;
    model->parameters = parameters ? (int)parameters->count : 0;
    model->kind.system = &model->matrices.system;
    model->kind.matrices = &model->matrices;
    model->kind.given = true;
    model->kind.evaluate = eg_variables_evaluate;
    model->matrices.system.name = "linear";
    model->kind.keys = model->parameters;
    for (int k = 0; k < model->parameters; k++)
        model->kind.key[0][k] = parameters->items[k]->key;
    EG_TRY(eg_variables_make_outputs(&loaded->tree, variables, true, sentence, &model->matrices.system,
                                     &model->base.keys));
    EG_TRY(eg_variables_make_maxima(&loaded->tree, &model->matrices.system, &model->base.keys,
                                    &model->kind.maximum_of));
    EG_TRY(make_parts(&loaded->tree, parameters, model));
    *adapted = &model->base.keys;
    return EG_OK;
}
