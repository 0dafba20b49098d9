/* What the table tells a person: the explanation of a key, the reference page, the list of keys. */
#include "io/case/case.h"
#include "io/case/table.h"
#include "io/case/tree.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* ---- finding the row that is meant */

/* "materials.bed.manning" by its parts, names for `*`. */
static const eg_case_row *row_by_key(const eg_case_table *table, const char *key)
{
    const eg_case_row *row = NULL;
    char part[256];
    for (const char *p = key; *p;) {
        size_t length = strcspn(p, ".");
        if (length >= sizeof part)
            return NULL;
        memcpy(part, p, length);
        part[length] = 0;
        row = eg_case_row_child(table, row, part, EG_ANY_MODEL);
        if (!row)
            return NULL;
        p += length + (p[length] == '.');
    }
    return row;
}

static bool ends_with_key(const eg_case_row *row, const char *key)
{
    size_t all = strlen(row->path), length = strlen(key);
    return all > length && row->path[all - length - 1] == '.' && strcmp(row->path + all - length, key) == 0;
}

/* ---- one key */

static const char *const presence_text[] = {[EG_REQUIRED] = "required",
                                            [EG_EXACTLY_ONE] = "exactly one of its kind is required: ",
                                            [EG_AT_LEAST_ONE] = "at least one of its kind is required: ",
                                            [EG_AT_MOST_ONE] = "at most one of: "};

/* Whether `other` is a key of the same map and the same presence, of one of the row's models. */
static bool is_of_kind(const eg_case_row *row, const eg_case_row *other)
{
    const char *dot = strrchr(row->path, '.'), *other_dot = strrchr(other->path, '.');
    return other->presence == row->presence && dot && other_dot &&
           !(row->models && other->models && !(row->models & other->models)) &&
           other_dot - other->path == dot - row->path &&
           strncmp(other->path, row->path, (size_t)(dot - row->path)) == 0;
}

/* The keys of these models that share its presence, each once: "depth, level". */
static void add_kind(const eg_case_table *table, const eg_case_row *row, unsigned models, eg_text *text)
{
    const char *last = NULL; /* rows of one path stand together */
    for (int i = 0; i < table->count; i++) {
        const eg_case_row *other = &table->rows[i];
        if (!is_of_kind(row, other) || !eg_case_row_of_model(other, models) ||
            (last && strcmp(last, other->path) == 0))
            continue;
        eg_text_add(text, "%s%s", last ? ", " : "", eg_case_row_key(other));
        last = other->path;
    }
}

/* "list of 2: length" */
static void add_type(const eg_case_row *row, eg_text *text)
{
    if (row->count > 0)
        eg_text_add(text, "list of %d: ", row->count);
    else if (row->count == EG_ANY_COUNT)
        eg_text_add(text, "list: ");
    eg_case_row_type(row, false, text);
    if (row->count == EG_ONE_OR_LIST)
        eg_text_add(text, "; or a list");
}

/* "acoustic, elastic", where the row is of some models alone. */
static void add_models(const eg_case_table *table, unsigned models, const char *before, const char *after,
                       eg_text *text)
{
    const char *name;
    if (models == 0)
        return;
    eg_text_add(text, "%s", before);
    for (int i = 0; (name = eg_case_model_name(table, models, i)); i++)
        eg_text_add(text, "%s%s", i > 0 ? ", " : "", name);
    eg_text_add(text, "%s", after);
}

static bool may_change(const eg_case_row *row)
{
    return row->resume && !row->resume[0];
}

/* Where there is a value. */
static void add_fact(eg_text *text, const char *before, const char *value, const char *behind)
{
    if (value && value[0])
        eg_text_add(text, "%s%s%s", before, value, behind);
}

static void add_facts(const eg_case_table *table, const eg_case_row *row, eg_text *text)
{
    char unit[64];
    eg_dimension_unit(row->dimension, unit);
    eg_text_add(text, "  value     ");
    add_type(row, text);
    if (row->range != EG_RANGE_ANY) {
        eg_text_add(text, "\n  range     ");
        eg_case_row_range(row, text);
    }
    add_fact(text, "\n  unit      ", unit, ", where none is given");
    add_fact(text, "\n  default   ", row->default_text, "");
    add_fact(text, "\n  presence  ", presence_text[row->presence], "");
    if (row->presence > EG_REQUIRED)
        add_kind(table, row, EG_ANY_MODEL, text);
    add_models(table, row->models, "\n  models    ", "", text);
    add_fact(text, "\n  beside    ", row->with, "");
    add_fact(text, "\n  not with  ", row->without, "");
    add_fact(text, "\n  needs     ", row->needs, "");
    if (may_change(row))
        eg_text_add(text, "\n  resume    may change: `eagre resume DIR --set`");
    if (row->example)
        eg_text_add(text, "\n  example   %s: %s", eg_case_row_is_name(row) ? "NAME" : eg_case_row_key(row),
                    row->example);
    eg_text_add(text, "\n");
}

/* The models of a key below `row`; 0: all that the row has. */
static unsigned models_below(const eg_case_row *row, const eg_case_row *child)
{
    return row->models == child->models ? 0 : child->models;
}

static bool is_key_listed(const eg_case_row *row, const eg_case_row *child)
{
    return !child->refusal && (row->models == 0 || eg_case_row_of_model(child, row->models));
}

/* Whether a key before this one is of the same models. */
static bool is_of_earlier_group(const eg_case_table *table, const eg_case_row *row, const eg_case_row *child)
{
    for (const eg_case_row *other = NULL; (other = eg_case_row_next(table, row, other)) && other != child;)
        if (is_key_listed(row, other) && models_below(row, other) == models_below(row, child))
            return true;
    return false;
}

/* The keys below `row` of the same models as `first`, under their names. */
static void add_key_group(const eg_case_table *table, const eg_case_row *row, const eg_case_row *first,
                          eg_text *text)
{
    unsigned models = models_below(row, first);
    eg_text_add(text, "\n");
    add_models(table, models, "  Of ", ":\n", text);
    for (const eg_case_row *child = NULL; (child = eg_case_row_next(table, row, child));)
        if (is_key_listed(row, child) && models_below(row, child) == models)
            eg_text_add(text, "  %-14s %s\n", eg_case_row_is_name(child) ? "NAME" : eg_case_row_key(child),
                        child->sentence);
}

/* The keys of all models that have the row first. */
static void add_children(const eg_case_table *table, const eg_case_row *row, eg_text *text)
{
    for (int of_some = 0; of_some < 2; of_some++)
        for (const eg_case_row *child = NULL; (child = eg_case_row_next(table, row, child));)
            if (is_key_listed(row, child) && (models_below(row, child) != 0) == of_some &&
                !is_of_earlier_group(table, row, child))
                add_key_group(table, row, child, text);
}

static void explain_row(const eg_case_table *table, const eg_case_row *row, eg_text *text)
{
    eg_text_add(text, "%s\n\n  %s\n\n", row->path, row->sentence);
    if (row->refusal)
        eg_text_add(text, "  Not taken: %s.\n", row->refusal);
    else
        add_facts(table, row, text);
    add_children(table, row, text);
}

/* A key with several rows, which stand together, is listed once. */
static bool is_first_of_path(const eg_case_table *table, int row)
{
    for (int i = row - 1; i >= 0 && strcmp(table->rows[i].path, table->rows[row].path) == 0; i--)
        if (!table->rows[i].refusal)
            return false;
    return true;
}

/* Whether the sentence has the word, or one that begins so. */
static bool tells_of(const char *sentence, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = sentence; *at; at++)
        if ((at == sentence || !isalpha((unsigned char)at[-1])) && strncasecmp(at, word, length) == 0)
            return true;
    return false;
}

/* The keys whose sentence has the word; false where none has, or too many have. */
static bool list_about(const eg_case_table *table, const char *word, eg_text *text)
{
    enum { MOST = 8, LEAST_LETTERS = 3 };
    int count = 0;
    for (int i = 0; i < table->count && count <= MOST && strlen(word) >= LEAST_LETTERS; i++)
        if (!table->rows[i].refusal && is_first_of_path(table, i) && tells_of(table->rows[i].sentence, word))
            eg_text_add(text, "%s%s", count++ ? ", " : "", table->rows[i].path);
    return count > 0 && count <= MOST;
}

/* The keys that a word stands for; their number. */
static int list_meant(const char *word, eg_text *text)
{
    int count = 0;
    for (const eg_case_meaning *m = NULL; (m = eg_case_meaning_next(word, m));)
        eg_text_add(text, "%s%s", count++ ? ", " : "", m->path);
    return count;
}

static eg_status fail_unknown_key(eg_context *context, const eg_case_table *table, const char *key)
{
    enum { MOST = 1024 };
    const char *keys[MOST];
    int count = 0;
    const char *dot = strrchr(key, '.');
    EG_TEXT(about, context);
    bool told = !dot && (list_meant(key, &about) > 0 || list_about(table, key, &about));
    EG_TRY(about.status);
    if (told)
        return eg_fail(context, EG_USAGE, "there is no key '%s'; these tell of it: %s", key,
                       eg_text_string(&about));
    for (int i = 0; i < table->count && count + 1 < MOST; i++) {
        keys[count++] = table->rows[i].path;
        if (!dot && !eg_case_row_is_name(&table->rows[i]))
            keys[count++] = eg_case_row_key(&table->rows[i]);
    }
    const char *suggestion = eg_suggest(key, keys, count);
    if (suggestion)
        return eg_fail(context, EG_USAGE, "there is no key '%s'; did you mean '%s'?", key, suggestion);
    return eg_fail(context, EG_USAGE, "there is no key '%s'; `eagre explain` without a key lists them", key);
}

static eg_status explain_key(eg_context *context, const eg_case_table *table, const char *key, eg_text *text)
{
    const eg_case_row *row = row_by_key(table, key);
    int count = 0;
    for (int i = 0; i < table->count; i++)
        if (row ? strcmp(row->path, table->rows[i].path) == 0 : ends_with_key(&table->rows[i], key)) {
            eg_text_add(text, "%s", count++ > 0 ? "\n" : "");
            explain_row(table, &table->rows[i], text);
        }
    if (count > 0)
        return text->status;
    EG_TEXT(small, context);
    for (const char *p = key; *p; p++)
        eg_text_add(&small, "%c", tolower((unsigned char)*p));
    EG_TRY(small.status);
    if (strcmp(small.data, key) != 0 && !eg_case_meaning_next(key, NULL))
        return explain_key(context, table, small.data, text);
    const eg_case_meaning *meant = eg_case_meaning_next(key, NULL);
    return meant && !eg_case_meaning_next(key, meant) ? explain_key(context, table, meant->path, text)
                                                      : fail_unknown_key(context, table, key);
}

eg_status eg_case_explain(eg_context *context, const eg_case_model *const *models, const char *key,
                          eg_text *text)
{
    if (!key || !key[0])
        return eg_case_keys(context, models, text);
    EG_ENDS_WITH(eg_tree_free) eg_tree tree = {.context = context};
    eg_case_table table;
    EG_TRY(eg_case_table_make(&tree, models, &table));
    return explain_key(context, &table, key, text);
}

eg_status eg_case_keys(eg_context *context, const eg_case_model *const *models, eg_text *text)
{
    EG_ENDS_WITH(eg_tree_free) eg_tree tree = {.context = context};
    eg_case_table table;
    EG_TRY(eg_case_table_make(&tree, models, &table));
    for (int i = 0; i < table.count; i++)
        if (!table.rows[i].refusal && is_first_of_path(&table, i))
            eg_text_add(text, "%s\n", table.rows[i].path);
    return text->status;
}

/* ---- the reference page */

/* Text for a cell of a table: '|' would end it. */
static void add_table_cell(eg_text *text, const char *value)
{
    for (const char *p = value; *p; p++)
        eg_text_add(text, *p == '|' ? "\\|" : "%c", *p);
}

static void add_sentence_cell(const eg_case_table *table, const eg_case_row *row, unsigned models,
                              eg_text *text)
{
    add_table_cell(text, row->sentence);
    if (row->range != EG_RANGE_ANY) {
        eg_text_add(text, " Range: ");
        eg_case_row_range(row, text);
        eg_text_add(text, ".");
    }
    if (row->presence == EG_REQUIRED)
        eg_text_add(text, " **Required.**");
    else if (row->presence != EG_OPTIONAL) {
        eg_text_add(text, " %s of ",
                    row->presence == EG_EXACTLY_ONE    ? "Exactly one"
                    : row->presence == EG_AT_LEAST_ONE ? "At least one"
                                                       : "At most one");
        add_kind(table, row, models, text);
        eg_text_add(text, ".");
    }
    if ((row->models & models) != models) /* else all of the page's */
        add_models(table, row->models & models, " Models: ", ".", text);
    add_fact(text, " Beside `", row->with, "` only.");
    add_fact(text, " Not beside `", row->without, "`.");
    add_fact(text, " Needs `", row->needs, "`.");
    if (may_change(row))
        eg_text_add(text, " May change at `resume`.");
}

static void add_reference_row(const eg_case_table *table, const eg_case_row *row, unsigned models,
                              eg_text *text)
{
    eg_text_add(text, "| `");
    for (const char *p = row->path; *p; p++)
        eg_text_add(text, *p == '*' ? "NAME" : "%c", *p);
    eg_text_add(text, "` | ");
    add_type(row, text);
    eg_text_add(text, " | ");
    add_fact(text, "`", row->default_text, "`");
    eg_text_add(text, " | ");
    add_sentence_cell(table, row, models, text);
    eg_text_add(text, " | `");
    add_table_cell(text, row->example ? row->example : "");
    eg_text_add(text, "` |\n");
}

static void add_units(eg_text *text)
{
    eg_text_add(text, "\n## Units\n\nA number may carry its unit, with blanks or without: `0.5 m`, "
                      "`2 h`, `50 m3/s`, `0.03 s/m^(1/3)`. Without one it is in SI units. Known are:");
    for (const char *const *name = eg_unit_names(); *name; name++)
        eg_text_add(text, " `%s`", *name);
    eg_text_add(text, ".\n");
}

static const char reference_head[] =
    "This page is generated from the rows of keys in `src/io/case/common.c` and of the models in "
    "`src/run`. `eagre explain KEY` prints the entry of one key, and `eagre reference MODEL` this page with "
    "the keys of one model.\n\n"
    "A case file is YAML without anchors, tags and further documents: one map in UTF-8, at most "
    "1 MiB, nested at most 32 levels deep. A key that is unknown or given twice is an error. File "
    "names are relative to the case file and may contain `${NAME}`, which `vars.NAME` or `--set "
    "vars.NAME=VALUE` replaces. `--set KEY=VALUE` overrides any key, such as `--set "
    "time.end=2`.\n\n"
    "An expression is a number, with or without unit, or arithmetic of the variables named. It has "
    "`+ - * / ^`, comparisons, `&& || !`, `a ? b : c`, `pi`, and the functions `sqrt cbrt exp log "
    "log10 sin cos tan asin acos atan atan2 sinh cosh tanh abs sign floor step min max mod pow "
    "hypot`. Put it in quotes. x and y are coordinates and t is the time, in SI units. z is the "
    "bed elevation in shallow water, and the third coordinate in 3D.\n";

static bool is_of_section(const eg_case_row *row, const eg_case_row *first)
{
    size_t length = strcspn(row->path, ".");
    return first && strcspn(first->path, ".") == length && strncmp(first->path, row->path, length) == 0;
}

static void add_page(const eg_case_table *table, unsigned models, eg_text *text)
{
    const eg_case_row *section = NULL;
    for (int i = 0; i < table->count; i++) {
        const eg_case_row *row = &table->rows[i];
        if (row->refusal || !eg_case_row_of_model(row, models))
            continue;
        if (!is_of_section(row, section)) {
            section = row;
            eg_text_add(text,
                        "\n## %.*s\n\n| key | value | default | meaning | example |\n"
                        "|---|---|---|---|---|\n",
                        (int)strcspn(row->path, "."), row->path);
        }
        add_reference_row(table, row, models, text);
    }
    add_units(text);
}

eg_status eg_case_reference(eg_context *context, const eg_case_model *const *models, const char *model,
                            eg_text *text)
{
    EG_ENDS_WITH(eg_tree_free) eg_tree tree = {.context = context};
    eg_case_table table;
    EG_TRY(eg_case_table_make(&tree, models, &table));
    unsigned mask = model ? eg_case_model_mask(&table, model) : EG_ANY_MODEL;
    if (mask == 0)
        return eg_fail(context, EG_USAGE, "there is no model '%s'; there are: %s", model,
                       eg_case_row_child(&table, NULL, "model", 0)->words);
    eg_text_add(text, "# The case file: every key%s%s\n\n%s", model ? " of " : "", model ? model : "",
                reference_head);
    add_page(&table, mask, text);
    return text->status;
}
