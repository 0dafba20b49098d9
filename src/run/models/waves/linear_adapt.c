/* The model of a case that names its variables and parameters: before the check, from the maps as they stand in the
 * file. */
#include "run/models/waves/linear.h"

#include <ctype.h>
#include <string.h>

enum { NAME_MOST = 24, CODE_ROOM = 9 };

static bool is_plain_name(const char *name)
{
    size_t length = strlen(name);
    if (length == 0 || length > NAME_MOST || !(isalpha((unsigned char)name[0])))
        return false;
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)name[i]) && name[i] != '_')
            return false;
    return true;
}

/* Of keys and columns beside those of variables, and of normals and places; of parameters, which stand in expressions,
 * those of functions, too. */
static bool is_taken(const char *name, bool parameter)
{
    static const char *const taken[] = {"x", "y", "z", "t", "nx", "ny", "pi", "e", "from", "time"};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (strcmp(taken[i], name) == 0)
            return true;
    return parameter && !eg_expression_is_free(name);
}

static bool check_name(eg_case *loaded, const eg_node *entry, bool parameter)
{
    bool plain = is_plain_name(entry->key);
    if (plain && !is_taken(entry->key, parameter))
        return true;
    if (plain)
        eg_case_error_add_key(loaded, entry, "'%s' means something else in a case; take another name",
                              entry->key);
    else
        eg_case_error_add_key(loaded, entry,
                              "'%s' is no name for a variable or parameter: a letter, then up to %d letters, "
                              "digits and '_'",
                              entry->key, NAME_MOST - 1);
    return false;
}

static size_t count_of(const char *text, char letter)
{
    size_t count = 0;
    for (; *text; text++)
        count += *text == letter;
    return count;
}

static bool is_ascii(const char *text)
{
    while (*text && (unsigned char)*text < 128)
        text++;
    return *text == 0;
}

/* What no table can have in the name of a column, and what is no unit. */
static const char *look_at_unit(const char *unit)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 /*^()-%";
    size_t length = strlen(unit);
    bool is_word = length > 0 && (isalpha((unsigned char)unit[0]) || (unsigned char)unit[0] > 127);
    for (size_t i = 0; i < length; i++)
        if (!strchr(letters, unit[i]) && (unsigned char)unit[i] < 128)
            return "it has a character that no unit has";
    if (!is_word && strcmp(unit, "1") != 0 && strncmp(unit, "1/", 2) != 0 && unit[0] != '(' && unit[0] != '%')
        return "a unit begins with a symbol; that of a number is 1";
    return length + 4 * count_of(unit, '/') + 2 > EG_UNIT_COLUMN ? "it is too long" : NULL;
}

/* Whether the text is a unit that the program knows: its size and dimension. */
static bool read_unit(eg_context *context, const char *unit, double *size, eg_dimension *dimension,
                      eg_unit_error *error)
{
    EG_TEXT(one, context);
    *dimension = EG_DIMENSION_NONE;
    *size = 1;
    if (strcmp(unit, "1") == 0)
        return true;
    eg_text_add(&one, "1 %s", unit);
    return one.status == EG_OK && eg_quantity_parse_any(eg_text_string(&one), size, dimension, error);
}

/* A unit that the program does not know is taken as it is; one that it knows is of SI: values would be in others. */
static bool check_unit(eg_case *loaded, const eg_node *entry)
{
    eg_dimension dimension;
    eg_unit_error error = {0};
    double size;
    const char *wrong = look_at_unit(entry->text);
    bool known = !wrong && read_unit(loaded->context, entry->text, &size, &dimension, &error);
    if (!wrong && !known && strncmp(error.message, "unknown unit", strlen("unknown unit")) != 0 &&
        is_ascii(entry->text))
        wrong = error.message;
    if (wrong)
        eg_case_error_add(loaded, entry, "the unit of '%s': %s", entry->key, wrong);
    else if (known && size != 1)
        eg_case_error_add(loaded, entry, "the unit of '%s' is not the one of SI: 1 %s is %.9g there",
                          entry->key, entry->text, size);
    return !wrong && (!known || size == 1);
}

/* What is wrong with a name and its unit; the check tells of one that is no text. */
static bool check_entry(eg_case *loaded, const eg_node *entry, bool parameter)
{
    bool good = check_name(loaded, entry, parameter);
    if (entry->shape != EG_TREE_SCALAR || !entry->text)
        return false;
    return check_unit(loaded, entry) && good;
}

/* Whether the map names so many things; what is wrong is told here, or by the check. */
static bool check_names(eg_case *loaded, const eg_node *map, const char *what, int most, bool parameter)
{
    bool good = true;
    if (!map || map->shape != EG_TREE_MAP)
        return false;
    if (map->count == 0 && !parameter)
        eg_case_error_add_key(loaded, map,
                              "a system has one variable or more, such as {p: Pa, vx: m/s, vy: m/s}");
    if (map->count > most)
        eg_case_error_add_key(loaded, map, "%lld %s are too many; at most %d", (long long)map->count, what,
                              most);
    for (int64_t i = 0; i < map->count; i++)
        good = check_entry(loaded, map->items[i], parameter) && good;
    return good && map->count <= most;
}

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

/* Columns are names with units: `a` in m has that of a number `a_m`. */
static bool columns_differ(eg_case *loaded, const eg_node *variables)
{
    char one[EG_UNIT_COLUMN], other[EG_UNIT_COLUMN];
    for (int64_t i = 0; i < variables->count; i++)
        for (int64_t k = 0; k < i; k++) {
            const eg_node *a = variables->items[k], *b = variables->items[i];
            EG_TEXT(column, loaded->context);
            EG_TEXT(column_of_other, loaded->context);
            eg_text_add(&column, "%s%s", a->key, eg_output_unit_column(a->text, one));
            eg_text_add(&column_of_other, "%s%s", b->key, eg_output_unit_column(b->text, other));
            if (strcmp(eg_text_string(&column), eg_text_string(&column_of_other)) == 0) {
                eg_case_error_add_key(loaded, b, "'%s' has the column of '%s', %s; take another name", b->key,
                                      a->key, eg_text_string(&column));
                return false;
            }
        }
    return true;
}

/* ---- outputs */

static eg_status make_outputs(eg_tree *tree, const eg_node *variables, eg_given_model *model)
{
    int n = (int)variables->count;
    const char **variable, **unit, **code, **state, *words = "";
    eg_output *output;
    EG_TRY(eg_tree_take(tree, (n + 1) * (int64_t)sizeof *variable, &variable));
    EG_TRY(eg_tree_take(tree, (n + 1) * (int64_t)sizeof *unit, &unit));
    EG_TRY(eg_tree_take(tree, (n + 1) * (int64_t)sizeof *code, &code));
    EG_TRY(eg_tree_take(tree, (n + 1) * (int64_t)sizeof *state, &state));
    EG_TRY(eg_tree_take(tree, n * (int64_t)sizeof *output, &output));
    for (int i = 0; i < n; i++) {
        const eg_node *entry = variables->items[i];
        variable[i] = state[i] = entry->key;
        unit[i] = entry->text;
        EG_TRY(eg_tree_format(tree, &code[i], "%.8s", entry->key));
        EG_TRY(eg_tree_format(tree, &words, "%s%s%s", words, i > 0 ? " " : "", entry->key));
        output[i] = (eg_output){.name = entry->key, .components = 1, .unit = unit[i], .is_signed = true};
        EG_TRY(eg_tree_format(tree, &output[i].sentence, "variable %s of the system", entry->key));
    }
    eg_linear *system = &model->matrices.system;
    system->name = "linear";
    system->variables = n;
    system->variable = variable;
    system->unit = unit;
    system->code = code;
    eg_case_model *keys = &model->base.keys;
    keys->outputs = output;
    keys->output_count = n;
    keys->state = state;
    keys->fields = keys->exact = words;
    keys->picture = variable[0];
    return EG_OK;
}

static void evaluate_variable(int output, const double *u, double *value)
{
    value[0] = u[output];
}

/* Of the first variables, as many as are kept. */
static eg_status make_maxima(eg_tree *tree, eg_given_model *model)
{
    const eg_linear *system = &model->matrices.system;
    int count = system->variables < EG_ADER_MAXIMA ? system->variables : EG_ADER_MAXIMA;
    eg_output *maxima;
    eg_ader_maximum *of;
    EG_TRY(eg_tree_take(tree, count * (int64_t)sizeof *maxima, &maxima));
    EG_TRY(eg_tree_take(tree, count * (int64_t)sizeof *of, &of));
    for (int i = 0; i < count; i++) {
        of[i].parts = 1;
        of[i].weight[0][i] = 1;
        maxima[i] = (eg_output){.components = 1, .unit = system->unit[i]};
        EG_TRY(eg_tree_format(tree, &maxima[i].name, "max_%s", system->variable[i]));
        EG_TRY(eg_tree_format(tree, &maxima[i].words, "largest %s", system->variable[i]));
        EG_TRY(eg_tree_format(tree, &maxima[i].sentence, "largest size of %s", system->variable[i]));
    }
    model->base.keys.maxima = maxima;
    model->base.keys.maximum_count = count;
    model->kind.maximum_of = of;
    return EG_OK;
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
        if (!read_unit(tree->context, of->text, &size, &rows[i].dimension, NULL)) {
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

/* What receivers tell. */
static eg_status make_receiver_row(eg_tree *tree, const eg_given_model *model, eg_case_part *part)
{
    eg_case_row *row;
    EG_TRY(eg_tree_take(tree, sizeof *row, &row));
    *row = (eg_case_row)EG_ROW("output.receivers.variables", EG_TAKES_WORD,
                               "Variables in the files; default: all variables of the state.",
                               model->base.keys.picture, .after = "output.receivers.format",
                               .count = EG_ANY_COUNT, .words = model->base.keys.fields,
                               .resume = "the samples so far hold nothing else");
    *part = (eg_case_part){.rows = row, .count = 1};
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
    EG_TRY(make_receiver_row(tree, model, &own[2]));
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
    eg_given_model *model;
    *adapted = NULL;
    if (!check_names(loaded, variables, "variables", EG_LINEAR_VARIABLES, false) || variables->count == 0 ||
        (parameters && !check_names(loaded, parameters, "parameters", EG_WAVES_KEYS, true)) ||
        !names_differ(loaded, variables, parameters) || !columns_differ(loaded, variables))
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
    model->kind.evaluate = evaluate_variable;
    model->kind.keys = model->parameters;
    for (int k = 0; k < model->parameters; k++)
        model->kind.key[0][k] = parameters->items[k]->key;
    EG_TRY(make_outputs(&loaded->tree, variables, model));
    EG_TRY(make_maxima(&loaded->tree, model));
    EG_TRY(make_parts(&loaded->tree, parameters, model));
    *adapted = &model->base.keys;
    return EG_OK;
}
