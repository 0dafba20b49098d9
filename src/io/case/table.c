/* One table of keys from the parts of all models. A row stands behind the sibling that comes before it in its
 * part, or that it names, with what is below that; rows of one path stand together, before what is below
 * them. Parents come before their children, whichever part has them.
 *
 * While rows are added they hang from a tree of paths, which a hash finds; then they are laid out in a row. */
#include "io/case/table.h"
#include "io/case/tree.h"

#include <string.h>

enum { DEEPEST = 7, BUCKETS = 1024 };

typedef struct table_row {
    eg_case_row row;
    struct table_row *next; /* of the same path */
} table_row;

typedef struct table_path {
    const char *path;
    table_row *rows;
    struct table_path *above, *child, *next; /* the first one right below, the next one beside it */
    struct table_path *alike;                /* the next one in its bucket */
} table_path;

typedef struct table_maker {
    eg_tree *tree;
    const eg_case_model *const *models;
    table_path top; /* above all */
    table_path *bucket[BUCKETS];
    int count; /* of rows */
} table_maker;

/* ---- paths */

static table_path **place_of_path(table_maker *m, const char *path, size_t length)
{
    return &m->bucket[eg_hash64(path, (int64_t)length, 0) % BUCKETS];
}

static table_path *find_path(table_maker *m, const char *path, size_t length)
{
    table_path *found = *place_of_path(m, path, length);
    while (found && (strncmp(found->path, path, length) != 0 || found->path[length]))
        found = found->alike;
    return found;
}

/* The length of the path of the map that holds a key. */
static size_t length_above(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? (size_t)(dot - path) : 0;
}

/* Makes a new path, behind its sibling; NULL: behind all that is below `above`. */
static eg_status make_path(table_maker *m, const char *path, table_path *above, table_path *sibling,
                           table_path **made)
{
    table_path **place = sibling ? &sibling->next : &above->child,
               **bucket = place_of_path(m, path, strlen(path));
    while (!sibling && *place)
        place = &(*place)->next;
    EG_TRY(eg_tree_take(m->tree, sizeof **made, made));
    **made = (table_path){
        .path = path, .above = sibling ? sibling->above : above, .next = *place, .alike = *bucket};
    *bucket = *place = *made;
    return EG_OK;
}

/* Makes the path of a row where it belongs; `number` is the row's own in the part. What belongs nowhere
 * stands at the end. */
static eg_status place_path(table_maker *m, const eg_case_part *part, int number, table_path **made)
{
    const char *path = part->rows[number].path, *after = part->rows[number].after;
    size_t length = length_above(path);
    for (int i = number; i > 0 && !after; i--)
        if (length_above(part->rows[i - 1].path) == length &&
            strncmp(part->rows[i - 1].path, path, length) == 0)
            after = part->rows[i - 1].path;
    table_path *named = after ? find_path(m, after, strlen(after)) : NULL;
    table_path *above = length > 0 ? find_path(m, path, length) : NULL;
    bool is_end = !named || named == above;
    return make_path(m, path, above && (named || !after) ? above : &m->top, is_end ? NULL : named, made);
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
           a->doubt_above == b->doubt_above && a->celsius == b->celsius && is_same_row(a->doubt, b->doubt);
}

/* The row, or the model beside others of the same row. */
static eg_status add_table_row(table_maker *m, const eg_case_part *part, int number, unsigned models)
{
    const eg_case_row *row = &part->rows[number];
    table_path *path = find_path(m, row->path, strlen(row->path));
    if (!path)
        EG_TRY(place_path(m, part, number, &path));
    table_row **at = &path->rows;
    while (*at && !is_one_row(&(*at)->row, row))
        at = &(*at)->next;
    if (*at) {
        (*at)->row.models |= models;
        return EG_OK;
    }
    EG_TRY(eg_tree_take(m->tree, sizeof **at, at));
    **at = (table_row){.row = *row};
    (*at)->row.models = models;
    m->count++;
    return EG_OK;
}

/* The rows of a part, parents before their children. */
static eg_status add_case_part(table_maker *m, const eg_case_part *part, int depth, unsigned models)
{
    for (int i = 0; i < part->count; i++) {
        int dots = 0;
        for (const char *p = part->rows[i].path; *p; p++)
            dots += *p == '.';
        if (dots == depth)
            EG_TRY(add_table_row(m, part, i, models));
    }
    return EG_OK;
}

/* ---- models */

/* Takes the rows common to all models from one that has rows of their paths of its own. */
static void exclude_model(table_maker *m, const eg_case_part *part, int number)
{
    for (int i = 0; i < part->count; i++) {
        const char *path = part->rows[i].path;
        table_path *found = find_path(m, path, strlen(path));
        for (table_row *at = found ? found->rows : NULL; at; at = at->next)
            if (eg_case_row_of_model(&at->row, EG_COMMON_ROW))
                at->row.models = (at->row.models ? at->row.models : ~0u) & ~(1u << number);
    }
}

/* Whether a model has a row of this path of its own. */
static bool has_own_row(table_maker *m, const char *path, unsigned model)
{
    const table_path *found = find_path(m, path, strlen(path));
    for (const table_row *at = found ? found->rows : NULL; at; at = at->next)
        if ((at->row.models & model) && !(at->row.models & EG_COMMON_ROW))
            return true;
    return false;
}

static eg_status add_model(table_maker *m, int number)
{
    const eg_case_model *model = m->models[number];
    eg_case_part made;
    for (const eg_case_part *const *part = model->parts; *part; part++)
        exclude_model(m, *part, number);
    for (int depth = 0; depth <= DEEPEST; depth++)
        for (const eg_case_part *const *part = model->parts; *part; part++)
            EG_TRY(add_case_part(m, *part, depth, 1u << number));
    EG_TRY(eg_case_generate(m->tree, model, &made));
    for (int i = 0; i < made.count; i++)
        if (!has_own_row(m, made.rows[i].path, 1u << number))
            EG_TRY(add_table_row(m, &made, i, 1u << number));
    return EG_OK;
}

/* ---- the table */

/* Lays out the rows of the paths from `path` on, each with what is below it; returns the first. */
static eg_case_row *lay_out_rows(const table_path *path, eg_case_table *table)
{
    eg_case_row *first = NULL, **beside = &first;
    for (; path; path = path->next) {
        int own = table->count;
        for (const table_row *at = path->rows; at; at = at->next, beside = &(*beside)->beside) {
            *beside = &table->rows[table->count++];
            **beside = at->row;
        }
        int end = table->count;
        eg_case_row *below = lay_out_rows(path->child, table);
        for (int i = own; i < end; i++)
            table->rows[i].below = below;
    }
    return first;
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
    table_maker m = {.tree = tree, .models = models};
    for (int depth = 0; depth <= DEEPEST; depth++)
        EG_TRY(add_case_part(&m, &eg_case_common, depth, 0));
    for (int i = 0; models[i]; i++) {
        assert(i < EG_MODELS_MOST);
        EG_TRY(add_model(&m, i));
    }
    *table = (eg_case_table){.models = models};
    EG_TRY(eg_tree_take(tree, m.count * (int64_t)sizeof *table->rows, &table->rows));
    lay_out_rows(m.top.child, table);
    return name_models(tree, table);
}
