/* What the table tells a person: the explanation of a key, the reference page, the list of keys. */
#include "io/case/case.h"
#include "io/case/table.h"

#include <string.h>

/* ---- finding the row that is meant */

/* "materials.bed.manning" by its parts, names for `*`. */
static const eg_case_row *row_by_key(const char *key)
{
    const eg_case_row *row = NULL;
    char part[256];
    for (const char *p = key; *p;) {
        size_t length = strcspn(p, ".");
        if (length >= sizeof part)
            return NULL;
        memcpy(part, p, length);
        part[length] = 0;
        row = eg_case_row_child(row, part, (unsigned)EG_MODEL_ANY);
        if (!row)
            return NULL;
        p += length + (p[length] == '.');
    }
    return row;
}

static bool ends_with_key(const eg_case_row *row, const char *key)
{
    size_t all = strlen(row->path), length = strlen(key);
    return all > length && row->path[all - length - 1] == '.' &&
           strcmp(row->path + all - length, key) == 0;
}

/* ---- one key */

static const char *presence_text(const eg_case_row *row)
{
    switch (row->presence) {
    case EG_REQUIRED:
        return "required";
    case EG_EXACTLY_ONE:
        return "exactly one of its kind is required";
    case EG_AT_LEAST_ONE:
        return "at least one of its kind is required";
    default:
        return NULL;
    }
}

/* The keys of the same map that share its presence: "depth, level". */
static void add_kind(const eg_case_row *row, eg_text *text)
{
    const char *dot = strrchr(row->path, '.');
    int count = 0;
    for (int i = 0; i < eg_case_row_count; i++) {
        const eg_case_row *other = &eg_case_rows[i];
        const char *other_dot = strrchr(other->path, '.');
        if (other->presence != row->presence || !dot || !other_dot ||
            (row->models && other->models && !(row->models & other->models)) ||
            other_dot - other->path != dot - row->path ||
            strncmp(other->path, row->path, (size_t)(dot - row->path)) != 0)
            continue;
        eg_text_add(text, "%s%s", count++ > 0 ? ", " : "", other_dot + 1);
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
static void add_models(const eg_case_row *row, const char *before, const char *after, eg_text *text)
{
    const char *name;
    if (row->models == 0)
        return;
    eg_text_add(text, "%s", before);
    for (int i = 0; (name = eg_case_model_name(row->models, i)); i++)
        eg_text_add(text, "%s%s", i > 0 ? ", " : "", name);
    eg_text_add(text, "%s", after);
}

static bool may_change(const eg_case_row *row)
{
    return row->resume && !row->resume[0];
}

static void add_facts(const eg_case_row *row, eg_text *text)
{
    char unit[64];
    eg_dimension_unit(row->dimension, unit);
    eg_text_add(text, "  value     ");
    add_type(row, text);
    if (row->range != EG_RANGE_ANY) {
        eg_text_add(text, "\n  range     ");
        eg_case_row_range(row, text);
    }
    if (unit[0])
        eg_text_add(text, "\n  unit      %s, where none is given", unit);
    if (row->default_text)
        eg_text_add(text, "\n  default   %s", row->default_text);
    if (presence_text(row)) {
        eg_text_add(text, "\n  presence  %s", presence_text(row));
        if (row->presence != EG_REQUIRED) {
            eg_text_add(text, ": ");
            add_kind(row, text);
        }
    }
    if (row->presence == EG_AT_MOST_ONE) {
        eg_text_add(text, "\n  presence  at most one of: ");
        add_kind(row, text);
    }
    add_models(row, "\n  models    ", "", text);
    if (row->with)
        eg_text_add(text, "\n  beside    %s", row->with);
    if (row->without)
        eg_text_add(text, "\n  not with  %s", row->without);
    if (row->needs)
        eg_text_add(text, "\n  needs     %s", row->needs);
    if (may_change(row))
        eg_text_add(text, "\n  resume    may change: `eagre resume DIR --set`");
    if (row->example)
        eg_text_add(text, "\n  example   %s: %s",
                    eg_case_row_is_name(row) ? "NAME" : eg_case_row_key(row), row->example);
    eg_text_add(text, "\n");
}

/* Whether another row of the map has the same key: they differ by their models. */
static bool has_namesake(const eg_case_row *row, const eg_case_row *child)
{
    for (const eg_case_row *other = NULL; (other = eg_case_row_next(row, other));)
        if (other != child && !other->refusal && strcmp(other->path, child->path) == 0)
            return true;
    return false;
}

static void add_children(const eg_case_row *row, eg_text *text)
{
    int count = 0;
    for (const eg_case_row *child = NULL; (child = eg_case_row_next(row, child));) {
        if (child->refusal)
            continue;
        eg_text_add(text, "%s  %-14s ", count++ == 0 ? "\n" : "",
                    eg_case_row_is_name(child) ? "NAME" : eg_case_row_key(child));
        if (has_namesake(row, child))
            add_models(child, "(", ") ", text);
        eg_text_add(text, "%s\n", child->sentence);
    }
}

static void explain_row(const eg_case_row *row, eg_text *text)
{
    eg_text_add(text, "%s\n\n  %s\n\n", row->path, row->sentence);
    if (row->refusal)
        eg_text_add(text, "  Not taken: %s.\n", row->refusal);
    else
        add_facts(row, text);
    add_children(row, text);
}

static eg_status fail_unknown(eg_context *context, const char *key)
{
    enum { MOST = 256 };
    const char *keys[MOST];
    int count = 0;
    const char *dot = strrchr(key, '.');
    for (int i = 0; i < eg_case_row_count && count + 1 < MOST; i++) {
        keys[count++] = eg_case_rows[i].path;
        if (!dot && !eg_case_row_is_name(&eg_case_rows[i]))
            keys[count++] = eg_case_row_key(&eg_case_rows[i]);
    }
    const char *suggestion = eg_suggest(key, keys, count);
    if (suggestion)
        return eg_fail(context, EG_USAGE, "there is no key '%s'; did you mean '%s'?", key,
                       suggestion);
    return eg_fail(context, EG_USAGE,
                   "there is no key '%s'; `eagre explain` without a key lists them", key);
}

eg_status eg_case_explain(eg_context *context, const char *key, eg_text *text)
{
    if (!key || !key[0]) {
        eg_case_keys(text);
        return text->status;
    }
    const eg_case_row *row = row_by_key(key);
    int count = 0;
    for (int i = 0; i < eg_case_row_count; i++)
        if (row ? strcmp(row->path, eg_case_rows[i].path) == 0
                : ends_with_key(&eg_case_rows[i], key)) {
            eg_text_add(text, "%s", count++ > 0 ? "\n" : "");
            explain_row(&eg_case_rows[i], text);
        }
    return count > 0 ? text->status : fail_unknown(context, key);
}

/* A key with several rows is listed once. */
static bool is_first_of_path(int row)
{
    for (int i = 0; i < row; i++)
        if (!eg_case_rows[i].refusal && strcmp(eg_case_rows[i].path, eg_case_rows[row].path) == 0)
            return false;
    return true;
}

void eg_case_keys(eg_text *text)
{
    for (int i = 0; i < eg_case_row_count; i++)
        if (!eg_case_rows[i].refusal && is_first_of_path(i))
            eg_text_add(text, "%s\n", eg_case_rows[i].path);
}

/* ---- the reference page */

/* Text for a cell of a table: '|' would end it. */
static void add_cell(eg_text *text, const char *value)
{
    for (const char *p = value; *p; p++)
        eg_text_add(text, *p == '|' ? "\\|" : "%c", *p);
}

static void add_sentence_cell(const eg_case_row *row, eg_text *text)
{
    add_cell(text, row->sentence);
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
        add_kind(row, text);
        eg_text_add(text, ".");
    }
    add_models(row, " Models: ", ".", text);
    if (row->with)
        eg_text_add(text, " Beside `%s` only.", row->with);
    if (row->without)
        eg_text_add(text, " Not beside `%s`.", row->without);
    if (row->needs)
        eg_text_add(text, " Needs `%s`.", row->needs);
    if (may_change(row))
        eg_text_add(text, " May change at `resume`.");
}

static void add_reference_row(const eg_case_row *row, eg_text *text)
{
    if (row->refusal)
        return;
    eg_text_add(text, "| `");
    for (const char *p = row->path; *p; p++)
        eg_text_add(text, *p == '*' ? "NAME" : "%c", *p);
    eg_text_add(text, "` | ");
    add_type(row, text);
    eg_text_add(text, " | ");
    if (row->default_text)
        eg_text_add(text, "`%s`", row->default_text);
    eg_text_add(text, " | ");
    add_sentence_cell(row, text);
    eg_text_add(text, " | `");
    add_cell(text, row->example ? row->example : "");
    eg_text_add(text, "` |\n");
}

static void add_units(eg_text *text)
{
    eg_text_add(text, "\n## Units\n\nA number may carry its unit, with blanks or without: `0.5 m`, "
                      "`2 h`, `50 m3/s`, `0.03 s/m^(1/3)`. Without one it is in SI units. Known "
                      "are:");
    for (const char *const *name = eg_unit_names(); *name; name++)
        eg_text_add(text, " `%s`", *name);
    eg_text_add(text, ".\n");
}

static const char reference_head[] =
    "# The case file: every key\n\n"
    "This page is made from the table of keys in `src/io/case/table.c`; `eagre explain KEY` tells "
    "the same about one key.\n\n"
    "A case file is YAML without anchors, tags and further documents: one map in UTF-8, at most "
    "1 MiB, nested at most 32 levels deep. A key that is unknown or given twice is an error. File "
    "names are relative to the case file and may hold `${NAME}`, which `vars.NAME` or `--set "
    "vars.NAME=VALUE` fills in. `--set KEY=VALUE` overrides any key, such as `--set "
    "time.end=2`.\n\n"
    "A value that is called an expression may be a number, with or without unit, or arithmetic of "
    "the variables named: `+ - * / ^`, comparisons, `&& || !`, `a ? b : c`, `pi`, and the "
    "functions "
    "sqrt cbrt exp log log10 sin cos tan asin acos atan atan2 sinh cosh tanh abs sign floor step "
    "min max mod pow hypot. Put it in quotes. x and y are the place, z is the bed, t the time, all "
    "in SI.\n";

void eg_case_reference(eg_text *text)
{
    eg_text_add(text, "%s", reference_head);
    for (int i = 0; i < eg_case_row_count; i++) {
        const eg_case_row *row = &eg_case_rows[i];
        bool is_section = !strchr(row->path, '.');
        if (is_section)
            eg_text_add(text,
                        "\n## %s\n\n| key | value | default | meaning | example |\n"
                        "|---|---|---|---|---|\n",
                        row->path);
        add_reference_row(row, text);
    }
    add_units(text);
}
