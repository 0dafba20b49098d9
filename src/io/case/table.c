/* One table of keys from the parts of all models. A row stands behind the sibling that comes before it in its
 * part, or that it names, with what is below that; rows of one path stand together, before what is below
 * them. Parents come before their children, whichever part has them. */
#include "io/case/table.h"
#include "io/case/tree.h"

#include <string.h>

/* ---- where a row stands */

/* Whether `path` is `above` or below it. */
static bool is_below_path(const char *path, const char *above)
{
    size_t length = strlen(above);
    return strncmp(path, above, length) == 0 && (path[length] == 0 || path[length] == '.');
}

static bool have_one_parent(const char *a, const char *b)
{
    const char *end = strrchr(a, '.'), *other = strrchr(b, '.');
    ptrdiff_t length = end ? end - a : 0;
    return length == (other ? other - b : 0) && strncmp(a, b, (size_t)length) == 0;
}

/* Behind the last row at `above` or below it; the end of the table where there is none. */
static int end_of_key(const eg_case_table *table, const char *above)
{
    for (int i = table->count; i > 0; i--)
        if (is_below_path(table->rows[i - 1].path, above))
            return i;
    return table->count;
}

/* The place of a row whose path is new; `number` is its own in the part. */
static int place_of_row(const eg_case_table *table, const eg_case_part *part, int number)
{
    const eg_case_row *row = &part->rows[number];
    char parent[256] = "";
    const char *dot = strrchr(row->path, '.');
    if (row->after)
        return end_of_key(table, row->after);
    for (int i = number; i > 0; i--)
        if (have_one_parent(part->rows[i - 1].path, row->path))
            return end_of_key(table, part->rows[i - 1].path);
    if (!dot)
        return table->count;
    assert(dot - row->path < (ptrdiff_t)sizeof parent);
    memcpy(parent, row->path, (size_t)(dot - row->path));
    return end_of_key(table, parent);
}

/* ---- rows of several models */

static bool is_same_row(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Whether they say the same of one key. */
static bool is_one_row(const eg_case_row *a, const eg_case_row *b)
{
    return is_same_row(a->path, b->path) && a->takes == b->takes && a->count == b->count &&
           a->presence == b->presence && eg_dimension_equal(a->dimension, b->dimension) &&
           a->range == b->range && a->least == b->least && a->most == b->most && a->names == b->names &&
           is_same_row(a->words, b->words) && is_same_row(a->variables, b->variables) &&
           is_same_row(a->with, b->with) && is_same_row(a->without, b->without) &&
           is_same_row(a->needs, b->needs) && is_same_row(a->default_text, b->default_text) &&
           is_same_row(a->sentence, b->sentence) && is_same_row(a->example, b->example) &&
           is_same_row(a->refusal, b->refusal) && is_same_row(a->resume, b->resume) &&
           a->warn_above == b->warn_above && a->celsius == b->celsius && is_same_row(a->warning, b->warning);
}

/* FNV-1a: paths of two numbers are not the same. */
static uint32_t mark_of(const char *path)
{
    uint32_t mark = 2166136261u;
    for (; *path; path++)
        mark = (mark ^ (unsigned char)*path) * 16777619u;
    return mark;
}

static eg_status grow_table(eg_tree *tree, eg_case_table *table)
{
    int room = 2 * table->room + 256;
    eg_case_row *rows;
    uint32_t *mark;
    EG_TRY(eg_tree_take(tree, room * (int64_t)sizeof *rows, &rows));
    EG_TRY(eg_tree_take(tree, room * (int64_t)sizeof *mark, &mark));
    if (table->count > 0) {
        memcpy(rows, table->rows, (size_t)table->count * sizeof *rows);
        memcpy(mark, table->mark, (size_t)table->count * sizeof *mark);
    }
    table->rows = rows;
    table->mark = mark;
    table->room = room;
    return EG_OK;
}

static eg_status insert(eg_tree *tree, eg_case_table *table, int position, const eg_case_row *row,
                        unsigned models)
{
    if (table->count == table->room)
        EG_TRY(grow_table(tree, table));
    eg_case_row *at = &table->rows[position];
    uint32_t *mark = &table->mark[position];
    size_t behind = (size_t)(table->count++ - position);
    memmove(at + 1, at, behind * sizeof *at);
    memmove(mark + 1, mark, behind * sizeof *mark);
    *at = *row;
    *mark = mark_of(row->path);
    at->models = models;
    return EG_OK;
}

/* The row, or the model beside others of the same row. */
static eg_status add_table_row(eg_tree *tree, eg_case_table *table, const eg_case_part *part, int number,
                               unsigned models)
{
    const eg_case_row *row = &part->rows[number];
    uint32_t mark = mark_of(row->path);
    int behind = -1;
    for (int i = 0; i < table->count; i++) {
        if (table->mark[i] != mark || strcmp(table->rows[i].path, row->path) != 0)
            continue;
        if (is_one_row(&table->rows[i], row)) {
            table->rows[i].models |= models;
            return EG_OK;
        }
        behind = i + 1;
    }
    return insert(tree, table, behind >= 0 ? behind : place_of_row(table, part, number), row, models);
}

enum { DEEPEST = 7 };

static int depth_of_path(const eg_case_row *row)
{
    int depth = 0;
    for (const char *p = row->path; *p; p++)
        depth += *p == '.';
    return depth;
}

/* The rows of one depth. */
static eg_status add_case_part(eg_tree *tree, eg_case_table *table, const eg_case_part *part, int depth,
                               unsigned models)
{
    for (int i = 0; i < part->count; i++)
        if (depth_of_path(&part->rows[i]) == depth)
            EG_TRY(add_table_row(tree, table, part, i, models));
    return EG_OK;
}

/* ---- models */

/* Whether a model has a row of this path of its own. */
static bool has_path(const eg_case_model *model, const char *path)
{
    for (const eg_case_part *const *part = model->parts; *part; part++)
        for (int i = 0; i < (*part)->count; i++)
            if (strcmp((*part)->rows[i].path, path) == 0)
                return true;
    return false;
}

static void exclude_row(eg_case_table *table, const char *path, int number)
{
    uint32_t mark = mark_of(path);
    for (int i = 0; i < table->count; i++) {
        eg_case_row *row = &table->rows[i];
        if (table->mark[i] == mark && eg_case_row_of_model(row, EG_COMMON_ROW) &&
            strcmp(row->path, path) == 0)
            row->models = (row->models ? row->models : ~0u) & ~(1u << number);
    }
}

/* Takes the rows common to all models from one that has rows of their paths of its own. */
static void exclude(eg_case_table *table, const eg_case_model *model, int number)
{
    for (const eg_case_part *const *part = model->parts; *part; part++)
        for (int i = 0; i < (*part)->count; i++)
            exclude_row(table, (*part)->rows[i].path, number);
}

static eg_status add_model(eg_tree *tree, eg_case_table *table, int number)
{
    const eg_case_model *model = table->models[number];
    eg_case_part made;
    exclude(table, model, number);
    for (int depth = 0; depth <= DEEPEST; depth++)
        for (const eg_case_part *const *part = model->parts; *part; part++)
            EG_TRY(add_case_part(tree, table, *part, depth, 1u << number));
    EG_TRY(eg_case_generate(tree, model, &made));
    for (int i = 0; i < made.count; i++)
        if (!has_path(model, made.rows[i].path))
            EG_TRY(add_table_row(tree, table, &made, i, 1u << number));
    return EG_OK;
}

/* The words of the key `model`. */
static eg_status name_models(eg_tree *tree, eg_case_table *table)
{
    eg_case_row *row = table->rows;
    while (strcmp(row->path, "model") != 0)
        row++;
    const char *name;
    row->words = table->models[0]->name;
    row->example = table->models[0]->name;
    for (int i = 1; (name = eg_case_model_name(table, EG_ANY_MODEL, i)); i++)
        EG_TRY(eg_tree_format(tree, &row->words, "%s %s", row->words, name));
    return EG_OK;
}

eg_status eg_case_table_make(eg_tree *tree, const eg_case_model *const *models, eg_case_table *table)
{
    *table = (eg_case_table){.models = models};
    for (int depth = 0; depth <= DEEPEST; depth++)
        EG_TRY(add_case_part(tree, table, &eg_case_common, depth, 0));
    for (int i = 0; models[i]; i++) {
        assert(i < EG_MODELS_MOST);
        EG_TRY(add_model(tree, table, i));
    }
    return name_models(tree, table);
}
