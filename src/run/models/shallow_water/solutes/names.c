/* Outputs by the names of the case's solutes: the model of a case with solutes, whose outputs and largest
 * values are called after them. `concentration_1`, `max_concentration_1` and `max_concentration_time_1`, and
 * so on, still stand for them in a case. */
#include "io/case/tree.h"
#include "run/models/shallow_water/internal.h"

#include <stdlib.h>
#include <string.h>

/* How outputs are called without names, and with them; the number of the solute stands behind. */
static const struct {
    const char *numbered, *named;
} forms[] = {
    {"concentration_", "%s"}, {"max_concentration_", "max_%s"}, {"max_concentration_time_", "max_%s_time"}};
enum { FORMS = sizeof forms / sizeof *forms };

/* The number in the name of an output of that form, 0: it is another one. */
static int number_in(const char *name, int form)
{
    size_t length = strlen(forms[form].numbered);
    if (strncmp(name, forms[form].numbered, length) != 0)
        return 0;
    char *end;
    long number = strtol(name + length, &end, 10);
    return end > name + length && *end == 0 && number > 0 && number <= EG_SW_SOLUTES ? (int)number : 0;
}

/* ---- names */

/* Lists of all outputs have room for eight such names (EG_WORDS_BYTES). */
enum { LONGEST_SOLUTE = 64 };

/* Whether an output of the table, its component x or y, or its column of a table is called so. */
static bool is_output_name(const eg_output *table, int count, const char *name)
{
    char unit[EG_UNIT_COLUMN];
    for (int i = 0; i < count; i++) {
        size_t length = strlen(table[i].name);
        const char *behind = name + length;
        if (strncmp(name, table[i].name, length) != 0)
            continue;
        if (table[i].components > 1 && behind[0] == '_' && (behind[1] == 'x' || behind[1] == 'y'))
            behind += 2;
        if (!*behind || strcmp(behind, eg_output_unit_column(table[i].unit, unit)) == 0)
            return true;
    }
    return false;
}

/* Whether an output of the model is called so, or columns of tables would be: of points and lines, and of
 * what goes through structures and sections. */
static bool is_taken_name(const char *name)
{
    static const char *const begins[] = {"max_", "concentration_"};
    static const char *const columns[] = {"time_s", "distance_m", "x_m", "y_m", "m3", "m3_per_s"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (strncmp(name, begins[i], strlen(begins[i])) == 0)
            return true;
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (strcmp(name, columns[i]) == 0)
            return true;
    return is_output_name(eg_sw_outputs, EG_SW_OUTPUT_COUNT, name) ||
           is_output_name(eg_sw_maxima, EG_SW_MAXIMUM_COUNT, name);
}

/* What is called after a solute with an end behind its name: max_a_time, through_gate_a_per_s. */
static const struct {
    const char *end, *before;
} ends[] = {{"_time", "max_"}, {"_per_s", "through_..._"}};

/* The end that makes the name of the other one this name; NULL: none does. */
static const char *before_end(const char *name, const char *other)
{
    size_t length = strlen(other);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (strncmp(name, other, length) == 0 && strcmp(name + length, ends[i].end) == 0)
            return ends[i].before;
    return NULL;
}

static bool check_length(eg_case *loaded, const eg_node *solute)
{
    if (strlen(solute->key) <= LONGEST_SOLUTE)
        return true;
    eg_case_error_add_key(loaded, solute,
                          "the name '%.20s...' of a solute has %zu letters; at most %d are taken",
                          solute->key, strlen(solute->key), LONGEST_SOLUTE);
    return false;
}

/* Names of other letters are refused with those of all maps. */
static bool check_names(eg_case *loaded, const eg_node *solutes)
{
    bool good = true;
    for (int64_t i = 0; i < solutes->count; i++)
        if (!eg_case_is_plain_name(solutes->items[i]->key) || !check_length(loaded, solutes->items[i]))
            return false;
    for (int64_t i = 0; i < solutes->count; i++) {
        const char *name = solutes->items[i]->key;
        bool taken = is_taken_name(name);
        if (taken)
            eg_case_error_add_key(
                loaded, solutes->items[i],
                "'%s' cannot be the name of a solute, as outputs are called so, or begin so, or columns "
                "of tables; take another name",
                name);
        for (int64_t k = 0; k < solutes->count && !taken; k++) {
            const char *before = before_end(name, solutes->items[k]->key);
            if (!before)
                continue;
            taken = true;
            eg_case_error_add_key(loaded, solutes->items[i],
                                  "the solutes '%s' and '%s' have an output of one name, %s%s; take "
                                  "another name",
                                  solutes->items[k]->key, name, before, name);
        }
        good = good && !taken;
    }
    return good;
}

/* ---- the outputs */

/* Gives the outputs of a form, which begin at `first`, the names of the solutes. */
static eg_status name_outputs(eg_tree *tree, const eg_node *solutes, int form, int first, eg_output *output)
{
    static const char *const sentences[FORMS] = {"concentration of %s, in its unit; 0 where it is dry",
                                                 "largest concentration of %s while flooded, in its unit",
                                                 "when that of %s was reached; NaN: it was always 0"};
    for (int64_t s = 0; s < solutes->count; s++) {
        eg_output *of = &output[first + s];
        const char *solute = solutes->items[s]->key;
        EG_TRY(eg_tree_format(tree, &of->name, forms[form].named, solute));
        EG_TRY(eg_tree_format(tree, &of->sentence, sentences[form], solute));
    }
    return EG_OK;
}

/* Names behind those that are there. */
static eg_status append_names(eg_tree *tree, const eg_node *solutes, const char **words)
{
    for (int64_t s = 0; s < solutes->count; s++)
        EG_TRY(eg_tree_format(tree, words, "%s %s", *words, solutes->items[s]->key));
    return EG_OK;
}

static eg_status name_model(eg_tree *tree, const eg_node *solutes, eg_case_model *keys)
{
    eg_output *outputs, *maxima;
    EG_TRY(eg_tree_take(tree, (int64_t)sizeof eg_sw_outputs, &outputs));
    EG_TRY(eg_tree_take(tree, (int64_t)sizeof eg_sw_maxima, &maxima));
    memcpy(outputs, eg_sw_outputs, sizeof eg_sw_outputs);
    memcpy(maxima, eg_sw_maxima, sizeof eg_sw_maxima);
    EG_TRY(name_outputs(tree, solutes, 0, EG_SW_CONCENTRATION_1, outputs));
    EG_TRY(name_outputs(tree, solutes, 1, EG_SW_MAXIMUM_CONCENTRATION_1, maxima));
    EG_TRY(name_outputs(tree, solutes, 2, EG_SW_MAXIMUM_CONCENTRATION_TIME_1, maxima));
    keys->absent[0] += (int)solutes->count;
    keys->outputs = outputs;
    keys->maxima = maxima;
    keys->exact = "depth level velocity";
    EG_TRY(append_names(tree, solutes, &keys->exact));
    EG_TRY(append_names(tree, solutes, &keys->samples));
    return append_names(tree, solutes, &keys->fields);
}

/* ---- numbers in the case */

/* A name with a number, and what follows it in limits, as the name of its solute; left where it is none. */
static eg_status rename_word(eg_tree *tree, const eg_node *solutes, const char **word)
{
    for (int form = 0; form < FORMS; form++) {
        int number = number_in(*word, form);
        if (number > 0 && number <= solutes->count)
            return eg_tree_format(tree, word, forms[form].named, solutes->items[number - 1]->key);
    }
    return EG_OK;
}

/* A limit of an error: concentration_1_l2. */
static eg_status rename_limit(eg_tree *tree, const eg_node *solutes, eg_node *entry)
{
    const char *norm = strrchr(entry->key, '_'), *word;
    if (!norm || norm == entry->key)
        return EG_OK;
    EG_TRY(eg_tree_text(tree, entry->key, norm - entry->key, &word));
    const char *before = word, *key;
    EG_TRY(rename_word(tree, solutes, &word));
    if (word == before)
        return EG_OK;
    EG_TRY(eg_tree_format(tree, &key, "%s%s", word, norm));
    eg_node_set_key(entry, key, &entry->key_position);
    return EG_OK;
}

/* One that is there by its number and by its name. */
static eg_status refuse_doubled(eg_case *loaded, const eg_node *map, const eg_node *entry)
{
    for (int64_t i = 0; i < map->count; i++)
        if (map->items[i] != entry && strcmp(map->items[i]->key, entry->key) == 0)
            return eg_case_fail_key(loaded, entry, EG_CASE,
                                    "'%s' is given twice, by its name and by its number", entry->key);
    return EG_OK;
}

static eg_status rename_entries(eg_case *loaded, const eg_node *solutes, const eg_node *map, bool limits)
{
    eg_tree *tree = &loaded->tree;
    for (int64_t i = 0; map && map->shape == EG_TREE_MAP && i < map->count; i++) {
        eg_node *entry = map->items[i];
        const char *key = entry->key;
        if (limits)
            EG_TRY(rename_limit(tree, solutes, entry));
        else
            EG_TRY(rename_word(tree, solutes, &key));
        if (key != entry->key && !limits)
            eg_node_set_key(entry, key, &entry->key_position);
        EG_TRY(refuse_doubled(loaded, map, entry));
    }
    return EG_OK;
}

/* One word, or a list of them; node NULL: none. */
static eg_status rename_words(eg_tree *tree, const eg_node *solutes, eg_node *node)
{
    if (node && node->shape == EG_TREE_LIST)
        for (int64_t i = 0; i < node->count; i++)
            EG_TRY(rename_words(tree, solutes, node->items[i]));
    if (!node || node->shape != EG_TREE_SCALAR || !node->text)
        return EG_OK;
    EG_TRY(rename_word(tree, solutes, &node->text));
    node->text_length = (int64_t)strlen(node->text);
    return EG_OK;
}

static eg_status rename_numbers(eg_case *loaded, const eg_node *solutes)
{
    static const char *const keys[][2] = {
        {"fields", "variables"}, {"record", "variables"}, {"maxima", "variables"}, {"picture", "variable"}};
    const eg_node *output = eg_node_find_child(loaded->root, "output");
    eg_tree *tree = &loaded->tree;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const eg_node *map = eg_node_find_child(output, keys[i][0]);
        EG_TRY(rename_words(tree, solutes, eg_node_find_child(map, keys[i][1])));
    }
    EG_TRY(rename_entries(loaded, solutes, eg_node_find_child(loaded->root, "exact"), false));
    return rename_entries(loaded, solutes, eg_node_find_child(loaded->root, "limits"), true);
}

eg_status eg_sw_adapt(eg_case *loaded, const eg_case_model *any, const eg_case_model **adapted)
{
    const eg_node *solutes = eg_node_find_child(loaded->root, "solutes");
    eg_model_kind *model;
    *adapted = NULL;
    if (!solutes || solutes->shape != EG_TREE_MAP || solutes->count == 0 || solutes->count > EG_SW_SOLUTES ||
        !check_names(loaded, solutes))
        return EG_OK;
    EG_TRY(eg_tree_take(&loaded->tree, sizeof *model, &model));
    *model = *eg_model_kind_of(any);
    EG_TRY(name_model(&loaded->tree, solutes, &model->keys));
    EG_TRY(rename_numbers(loaded, solutes));
    *adapted = &model->keys;
    return EG_OK;
}
