/* Variables that a case names: see names.h. */
#include "run/models/waves/names.h"

#include <ctype.h>
#include <string.h>

enum { NAME_MOST = 24 };

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

bool eg_variables_read_unit(eg_context *context, const char *unit, double *size, eg_dimension *dimension,
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
    bool known = !wrong && eg_variables_read_unit(loaded->context, entry->text, &size, &dimension, &error);
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

bool eg_variables_check_names(eg_case *loaded, const eg_node *map, const char *what, int most, bool parameter)
{
    bool good = true;
    if (!map || map->shape != EG_TREE_MAP)
        return false;
    if (map->count > most)
        eg_case_error_add_key(loaded, map, "%lld %s are too many; at most %d", (long long)map->count, what,
                              most);
    for (int64_t i = 0; i < map->count; i++)
        good = check_entry(loaded, map->items[i], parameter) && good;
    return good && map->count <= most;
}

/* Columns are names with units: `a` in m has that of a number `a_m`. */
bool eg_variables_columns_differ(eg_case *loaded, const eg_node *variables)
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

/* ---- columns of gauges */

static eg_status write_column(eg_case *loaded, const char *gauge, const eg_linear *system, int variable,
                              const char **column)
{
    char unit[EG_UNIT_COLUMN];
    return eg_tree_format(&loaded->tree, column, "%s_%s%s", gauge, system->variable[variable],
                          eg_output_unit_column(system->unit[variable], unit));
}

/* Gauges `a` and `a_b` with variables `b_c` and `c` would have a column `a_b_c` each. */
static eg_status check_gauge_pair(eg_case *loaded, const eg_linear *system, const eg_node *a,
                                  const eg_node *b)
{
    const char *one, *other;
    for (int v = 0; v < system->variables; v++)
        for (int w = 0; w < system->variables; w++) {
            EG_TRY(write_column(loaded, a->key, system, v, &one));
            EG_TRY(write_column(loaded, b->key, system, w, &other));
            if (strcmp(one, other) != 0)
                continue;
            eg_case_error_add_key(loaded, b, "gauges %s and %s both have a column %s; take another name",
                                  a->key, b->key, one);
            return EG_OK;
        }
    return EG_OK;
}

/* One name is the other one, '_' and more. */
static bool may_meet(const char *a, const char *b)
{
    size_t length = strlen(a);
    return strncmp(a, b, length) == 0 && b[length] == '_';
}

eg_status eg_variables_check_gauges(eg_case *loaded, const eg_linear *system)
{
    const eg_node *gauges = eg_case_find(loaded, "output.gauges");
    for (int64_t i = 0; i < eg_node_count(gauges); i++)
        for (int64_t k = 0; k < eg_node_count(gauges); k++)
            if (may_meet(eg_node_key(gauges, k), eg_node_key(gauges, i)))
                EG_TRY(check_gauge_pair(loaded, system, eg_node_item(gauges, k), eg_node_item(gauges, i)));
    return EG_OK;
}

/* ---- outputs */

eg_status eg_variables_make_outputs(eg_tree *tree, const eg_node *variables, bool is_signed,
                                    const char *const sentence[2], eg_linear *system, eg_case_model *keys)
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
        output[i] = (eg_output){.name = entry->key, .components = 1, .unit = unit[i], .is_signed = is_signed};
        EG_TRY(eg_tree_format(tree, &output[i].sentence, "%s%s%s", sentence[0], entry->key, sentence[1]));
    }
    system->variables = n;
    system->variable = variable;
    system->unit = unit;
    system->code = code;
    keys->outputs = output;
    keys->output_count = n;
    keys->state = state;
    keys->fields = keys->exact = words;
    keys->picture = variable[0];
    return EG_OK;
}

void eg_variables_evaluate(int output, const double *u, double *value)
{
    value[0] = u[output];
}

eg_status eg_variables_make_maxima(eg_tree *tree, const eg_linear *system, eg_case_model *keys,
                                   const eg_ader_maximum **maximum_of)
{
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
    keys->maxima = maxima;
    keys->maximum_count = count;
    *maximum_of = of;
    return EG_OK;
}

/* ---- what receivers tell */

eg_status eg_variables_make_receiver_row(eg_tree *tree, const eg_case_model *keys, eg_case_part *part)
{
    eg_case_row *row;
    EG_TRY(eg_tree_take(tree, sizeof *row, &row));
    *row = (eg_case_row)EG_ROW("output.receivers.variables", EG_TAKES_WORD,
                               "Variables in the files; default: all variables of the state.", keys->picture,
                               .after = "output.receivers.format", .count = EG_ANY_COUNT,
                               .words = keys->fields, .resume = "the samples so far hold nothing else");
    *part = (eg_case_part){.rows = row, .count = 1};
    return EG_OK;
}
