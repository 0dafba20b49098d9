/* The check of maps: keys there are, keys that must be there, keys that exclude each other. */
#include "io/case/check.h"

#include <limits.h>
#include <string.h>
#include <strings.h>

/* ---- unknown keys */

enum { CANDIDATES = 64 };

/* Keys that may stand in a map of this row. */
static int known_keys(const eg_case *loaded, const eg_case_row *row, const char **keys)
{
    int count = 0;
    for (const eg_case_row *child = NULL; (child = eg_case_row_next(&loaded->table, row, child));)
        if (eg_case_row_of_model(child, loaded->models) && !child->refusal && !eg_case_row_is_name(child) &&
            count < CANDIDATES &&
            eg_case_row_child(&loaded->table, row, eg_case_row_key(child), loaded->models) == child)
            keys[count++] = eg_case_row_key(child);
    return count;
}

/* How many maps hold both of two rows, by their paths. */
static int maps_in_common(const char *a, const char *b)
{
    int maps = 0;
    for (int i = 0; a[i] && a[i] == b[i]; i++)
        maps += a[i] == '.' || (a[i + 1] == '.' && b[i + 1] == 0);
    return maps;
}

/* The row of the case's models nearest to this map that has this key, of several the outermost; NULL where
 * none has. */
static const eg_case_row *row_elsewhere(const eg_case *loaded, const eg_case_row *map, const char *key)
{
    const eg_case_row *found = NULL;
    int most = INT_MIN;
    for (int i = 0; i < loaded->table.count; i++) {
        const eg_case_row *row = &loaded->table.rows[i];
        if (row->refusal || !eg_case_row_of_model(row, loaded->models) ||
            strcmp(eg_case_row_key(row), key) != 0)
            continue;
        int near = map ? 2 * maps_in_common(row->path, map->path) : 0;
        for (const char *p = row->path; *p; p++)
            near -= *p == '.'; /* minus the steps between the two */
        if (near > most) {
            most = near;
            found = row;
        }
    }
    return found;
}

/* The models, others than this case's, that have this key in this map. */
static unsigned other_models(const eg_case *loaded, const eg_case_row *map, const char *key)
{
    unsigned models = 0;
    for (const eg_case_row *row = NULL; (row = eg_case_row_next(&loaded->table, map, row));)
        if (!row->refusal && !eg_case_row_of_model(row, loaded->models) &&
            strcmp(eg_case_row_key(row), key) == 0)
            models |= row->models;
    return models;
}

/* The row of the case's models that the word stands for, below this map where `below`; NULL where none
 * does. */
static const eg_case_row *row_meant(const eg_case *loaded, const eg_case_row *map, const char *word,
                                    bool below)
{
    for (const eg_case_meaning *m = NULL; (m = eg_case_meaning_next(word, m));)
        for (int i = 0; i < loaded->table.count; i++) {
            const eg_case_row *row = &loaded->table.rows[i];
            const char *dot = strrchr(row->path, '.');
            size_t length = dot ? (size_t)(dot - row->path) : 0;
            bool is_below =
                map ? strlen(map->path) == length && memcmp(row->path, map->path, length) == 0 : !dot;
            if (strcmp(row->path, m->path) == 0 && eg_case_row_of_model(row, loaded->models) &&
                (is_below || !below))
                return row;
        }
    return NULL;
}

static void add_path(const char *path, const char *end, eg_text *text)
{
    for (; path < end; path++)
        eg_text_add(text, *path == '*' ? "NAME" : "%c", *path);
}

static void add_way_out(const eg_case *loaded, const eg_case_row *row, const char *key,
                        const char *suggestion, eg_text *text)
{
    const char *keys[CANDIDATES];
    const eg_case_row *elsewhere = row_elsewhere(loaded, row, key),
                      *meant = row_meant(loaded, row, key, false);
    unsigned others = other_models(loaded, row, key);
    if (strchr(key, ':'))
        eg_text_add(text, "; a blank must follow the ':' of a key");
    else if (strcmp(key, "<<") == 0)
        eg_text_add(text, "; write out what is to be merged");
    else if (others) {
        const char *name;
        eg_text_add(text, "; it is a key of the model");
        for (int i = 0; (name = eg_case_model_name(&loaded->table, others, i)); i++)
            eg_text_add(text, "%s %s", i > 0 ? "," : "", name);
    } else if (suggestion)
        eg_text_add(text, "; did you mean '%s'?", suggestion);
    else if (elsewhere && strchr(elsewhere->path, '.')) {
        eg_text_add(text, "; '%s' belongs in ", key);
        add_path(elsewhere->path, strrchr(elsewhere->path, '.'), text);
    } else if (elsewhere)
        eg_text_add(text, "; '%s' belongs at the top, with no blanks before it", key);
    else if (meant && row && strcmp(meant->path, row->path) == 0)
        eg_text_add(text, "; write its value itself, not in a map");
    else if (meant) {
        eg_text_add(text, "; it is ");
        add_path(meant->path, meant->path + strlen(meant->path), text);
    } else {
        int count = known_keys(loaded, row, keys);
        for (int i = 0; i < count; i++)
            eg_text_add(text, "%s%s", i == 0 ? "; the keys are " : ", ", keys[i]);
    }
}

/* The key of "Time" and of "time:{end": that of other letters, or what stands before the ':'. */
static const char *key_of_form(const char *key, const char *const *keys, int count)
{
    size_t length = strcspn(key, ":");
    for (int i = 0; i < count; i++)
        if (strlen(keys[i]) == length && strncasecmp(keys[i], key, length) == 0)
            return keys[i];
    return NULL;
}

static eg_status report_unknown(eg_case *loaded, const eg_node *map, eg_node *child, const eg_case_row *row)
{
    const char *keys[CANDIDATES];
    if (loaded->errors.count == EG_DIAGNOSTICS_MOST) { /* only counted: spare the search */
        loaded->errors.left_out++;
        return EG_OK;
    }
    int count = known_keys(loaded, row, keys);
    const eg_case_row *meant = row_meant(loaded, row, child->key, true);
    const char *suggestion = meant ? eg_case_row_key(meant) : eg_suggest(child->key, keys, count);
    const char *of_form = key_of_form(child->key, keys, count);
    if (of_form)
        suggestion = of_form;
    if (suggestion && !eg_node_find_child(map, suggestion))
        child->meant = eg_case_row_child(&loaded->table, row, suggestion, loaded->models);
    EG_TEXT(way_out, loaded->context);
    add_way_out(loaded, row, child->key, suggestion, &way_out);
    EG_TRY(way_out.status);
    return eg_diagnostics_add(&loaded->errors, &child->key_position, "unknown key '%s'%s%s%s", child->key,
                              row ? " in " : "", row ? map->name : "", eg_text_string(&way_out));
}

/* ---- names */

/* With what files put behind it a name stays below the 255 letters of file systems. */
enum { LONGEST_NAME = 200 };

bool eg_case_is_plain_name(const char *name)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    return name[0] && !name[strspn(name, plain)];
}

static bool check_key_name(eg_case *loaded, const eg_node *child, const eg_case_row *row)
{
    if (row->names == EG_NAMES_PLAIN && !eg_case_is_plain_name(child->key)) {
        eg_diagnostics_add(&loaded->errors, &child->key_position,
                           "the name '%s' must consist of letters, digits, '_' and '-'", child->key);
        return false;
    }
    if (row->names == EG_NAMES_PLAIN && strlen(child->key) > LONGEST_NAME) {
        eg_diagnostics_add(&loaded->errors, &child->key_position,
                           "the name '%.20s...' has %zu letters; files and columns have it in "
                           "theirs: at most %d are taken",
                           child->key, strlen(child->key), LONGEST_NAME);
        return false;
    }
    if (child->key[0] == 0) {
        eg_diagnostics_add(&loaded->errors, &child->key_position, "a name is empty");
        return false;
    }
    return true;
}

/* ---- keys that must be there */

/* Whether the map has the row's key, or a misspelt one that was meant for it (and reported). */
static bool has_key(const eg_node *map, const eg_case_row *row)
{
    if (eg_node_find_child(map, eg_case_row_key(row)))
        return true;
    for (int64_t i = 0; i < map->count; i++)
        if (map->items[i]->meant == row)
            return true;
    return false;
}

static const char *const presence_words[] = {
    [EG_EXACTLY_ONE] = "needs exactly one",
    [EG_AT_LEAST_ONE] = "needs at least one",
    [EG_AT_MOST_ONE] = "takes at most one",
};

/* Whether the model has the row. Of a model that is not known nothing of its own is demanded. */
static bool is_demanded(const eg_case *loaded, const eg_case_row *row)
{
    return eg_case_row_of_model(row, loaded->models == EG_ANY_MODEL ? EG_COMMON_ROW : loaded->models);
}

static bool is_in_group(const eg_case *loaded, const eg_case_row *row, eg_presence presence)
{
    return row->presence == presence && is_demanded(loaded, row);
}

static void report_group(eg_case *loaded, const eg_node *map, const eg_case_row *row, eg_presence presence,
                         const eg_file_position *position)
{
    int count = 0;
    EG_TEXT(all, loaded->context);
    for (const eg_case_row *child = NULL; (child = eg_case_row_next(&loaded->table, row, child));)
        if (is_in_group(loaded, child, presence))
            eg_text_add(&all, "%s%s", count++ > 0 ? ", " : "", eg_case_row_key(child));
    if (all.status == EG_OK)
        eg_diagnostics_add(&loaded->errors, position ? position : eg_node_map_position(map),
                           "%s %s of the keys %s; found %s", map->name, presence_words[presence],
                           eg_text_string(&all), position ? "more than one" : "none");
    else
        loaded->errors.status = all.status;
}

/* Counts the keys of one kind of presence in a map and judges the count. */
static void check_group(eg_case *loaded, const eg_node *map, const eg_case_row *row, eg_presence presence)
{
    int rows = 0, given = 0;
    const eg_node *last = NULL;
    for (const eg_case_row *child = NULL; (child = eg_case_row_next(&loaded->table, row, child));) {
        if (!is_in_group(loaded, child, presence))
            continue;
        const eg_node *node = eg_node_find_child(map, eg_case_row_key(child));
        const eg_file_position *a = node ? &node->key_position : NULL, *b = last ? &last->key_position : NULL;
        rows++;
        given += has_key(map, child);
        if (a && (!b || a->line > b->line || (a->line == b->line && a->column > b->column)))
            last = node;
    }
    if (rows > 0 && given == 0 && presence != EG_AT_MOST_ONE)
        report_group(loaded, map, row, presence, NULL);
    if (given > 1 && last && presence != EG_AT_LEAST_ONE)
        report_group(loaded, map, row, presence, &last->key_position);
}

/* The key elsewhere that the row needs. */
static const eg_node *find_needed(const eg_case *loaded, const eg_case_row *row)
{
    const char *dot = strchr(row->needs, '.');
    char top[64] = {0};
    assert(dot && dot - row->needs < (ptrdiff_t)sizeof top);
    memcpy(top, row->needs, (size_t)(dot - row->needs));
    return eg_node_find_child(eg_node_find_child(loaded->root, top), dot + 1);
}

static void check_companions(eg_case *loaded, const eg_node *map, const eg_node *child,
                             const eg_case_row *row)
{
    if (row->with && !eg_node_find_child(map, row->with))
        eg_diagnostics_add(&loaded->errors, &child->key_position, "%s has no meaning without '%s'",
                           child->name, row->with);
    if (row->without && eg_node_find_child(map, row->without))
        eg_diagnostics_add(&loaded->errors, &child->key_position,
                           "%s is what '%s' gives already; leave one of them out", child->name, row->without);
    if (row->needs && !eg_case_row_is_name(row) && !find_needed(loaded, row))
        eg_diagnostics_add(&loaded->errors, &child->key_position, "%s needs %s, which the case does not give",
                           child->name, row->needs);
}

static void check_presence(eg_case *loaded, const eg_node *map, const eg_case_row *row)
{
    for (const eg_case_row *child = NULL; (child = eg_case_row_next(&loaded->table, row, child));)
        if (child->presence == EG_REQUIRED && is_demanded(loaded, child) && !has_key(map, child))
            eg_diagnostics_add(&loaded->errors, eg_node_map_position(map),
                               "missing key '%s'%s%s; for example '%s: %s'", eg_case_row_key(child),
                               map->name[0] ? " in " : "", map->name, eg_case_row_key(child), child->example);
    check_group(loaded, map, row, EG_EXACTLY_ONE);
    check_group(loaded, map, row, EG_AT_LEAST_ONE);
    check_group(loaded, map, row, EG_AT_MOST_ONE);
}

/* ---- maps, lists, nodes */

/* Of a case whose model is not known: a value of which each model says by a row of its own what it may be. */
static bool is_anyones(const eg_case *loaded, const eg_node *child, const eg_case_row *row)
{
    int rows = 0;
    if (loaded->models != EG_ANY_MODEL || child->shape == EG_TREE_MAP)
        return false;
    for (int i = 0; i < loaded->table.count; i++)
        rows += strcmp(loaded->table.rows[i].path, row->path) == 0;
    return rows > 1;
}

/* Of a case whose model is not known: a name, where names mean something beside a key that the case has
 * not. */
static bool is_name_of_none(const eg_case *loaded, const eg_case_row *row)
{
    return loaded->models == EG_ANY_MODEL && eg_case_row_is_name(row) && row->needs &&
           !find_needed(loaded, row);
}

static eg_status check_map_entry(eg_case *loaded, eg_node *map, eg_node *child, const eg_case_row *row)
{
    const eg_case_row *found = eg_case_row_child(&loaded->table, row, child->key, loaded->models);
    if (found && (!eg_case_row_of_model(found, loaded->models) || is_name_of_none(loaded, found)))
        found = NULL;
    if (!found)
        return report_unknown(loaded, map, child, row);
    if (map->name[0])
        EG_TRY(eg_tree_format(&loaded->tree, &child->name, "%s.%s", map->name, child->key));
    else
        child->name = child->key;
    if (is_anyones(loaded, child, found))
        return EG_OK;
    if (found->refusal)
        return eg_diagnostics_add(&loaded->errors, &child->key_position, "%s is not taken here: %s",
                                  child->name, found->refusal);
    if (eg_case_row_is_name(found) && !check_key_name(loaded, child, found))
        return EG_OK;
    check_companions(loaded, map, child, found);
    return eg_case_check_node(loaded, child, found);
}

static eg_status check_map_keys(eg_case *loaded, eg_node *map, const eg_case_row *row)
{
    map->kind = EG_NODE_MAP;
    for (int64_t i = 0; i < map->count; i++)
        EG_TRY(check_map_entry(loaded, map, map->items[i], row));
    check_presence(loaded, map, row);
    return EG_OK;
}

static eg_status check_list(eg_case *loaded, eg_node *list, const eg_case_row *row)
{
    list->kind = EG_NODE_LIST;
    if ((row->count > 0 && list->count != row->count) || list->count == 0)
        return eg_diagnostics_add(&loaded->errors, &list->position,
                                  row->count > 0 ? "%s: expected %d values such as %s, found %lld"
                                                 : "%s: expected %d or more values such as %s, found %lld",
                                  list->name, row->count > 0 ? row->count : 1, row->example,
                                  (long long)list->count);
    eg_case_row of_item = *row; /* a map stands in place of a list, not in it */
    of_item.takes &= ~(unsigned)EG_TAKES_MAP;
    for (int64_t i = 0; i < list->count; i++) {
        eg_node *item = list->items[i];
        EG_TRY(eg_tree_format(&loaded->tree, &item->name, "%s[%lld]", list->name, (long long)i));
        item->row = row;
        item->is_default = loaded->is_filling;
        if (item->shape != EG_TREE_SCALAR)
            eg_case_report_type(loaded, item, &of_item);
        else if (!item->broken)
            EG_TRY(eg_case_check_scalar(loaded, item, row));
    }
    eg_case_check_list_values(loaded, list, row);
    return EG_OK;
}

eg_status eg_case_check_node(eg_case *loaded, eg_node *node, const eg_case_row *row)
{
    node->row = row;
    node->is_default = loaded->is_filling;
    if (node->broken)
        return EG_OK;
    if (node->shape == EG_TREE_MAP && (row->takes & EG_TAKES_MAP))
        return check_map_keys(loaded, node, row);
    if (node->shape == EG_TREE_LIST && row->count != 0)
        return check_list(loaded, node, row);
    if (node->shape == EG_TREE_SCALAR && (row->count == 0 || row->count == EG_ONE_OR_LIST))
        return eg_case_check_scalar(loaded, node, row);
    eg_case_report_type(loaded, node, row);
    return EG_OK;
}

/* Of a forest: what it says itself, or as many numbers as a box has in a list. */
static int dimension_of_case(const eg_node *mesh)
{
    static const char *const lists[] = {"size", "cells", "origin"};
    const eg_node *said = eg_node_find_child(eg_node_find_child(mesh, "forest"), "dimension");
    const eg_node *box = eg_node_find_child(mesh, "box");
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const eg_node *list = eg_node_find_child(box, lists[i]);
        if (list && list->shape == EG_TREE_LIST)
            return list->count == 3 ? 3 : 2;
    }
    return said && said->shape == EG_TREE_SCALAR && strcmp(said->text, "3") == 0 ? 3 : 2;
}

/* The models of this name, or of that which it was meant for (as is reported). */
static unsigned models_named(const eg_case *loaded, const char *name)
{
    const char *names[CANDIDATES];
    int count = 0;
    while (count < CANDIDATES && (names[count] = eg_case_model_name(&loaded->table, EG_ANY_MODEL, count)))
        count++;
    const char *meant = eg_suggest(name, names, count);
    unsigned models = eg_case_model_mask(&loaded->table, name);
    return models == 0 && meant ? eg_case_model_mask(&loaded->table, meant) : models;
}

/* The case's model; any, where it has none. */
static unsigned choose_model(const eg_case *loaded)
{
    const eg_node *model = eg_node_find_child(loaded->root, "model");
    const eg_node *mesh = eg_node_find_child(loaded->root, "mesh");
    bool is_name = model && model->shape == EG_TREE_SCALAR && model->text;
    unsigned models = is_name ? models_named(loaded, model->text) : 0;
    return models == 0
               ? EG_ANY_MODEL
               : eg_case_model_choose(&loaded->table, models, eg_node_find_child(mesh, "forest") != NULL,
                                      dimension_of_case(mesh));
}

/* Other keys may be dates only where it is a good one. */
static void take_start(eg_case *loaded)
{
    const eg_node *start = eg_node_find_child(eg_node_find_child(loaded->root, "time"), "start");
    const char *why;
    loaded->has_start = start != NULL;
    if (start && start->shape == EG_TREE_SCALAR && start->text)
        eg_date_read(start->text, start->text + start->text_length, &loaded->start, &why);
    loaded->start.given = loaded->start.given && loaded->start.fraction == 0;
}

eg_status eg_case_check(eg_case *loaded)
{
    loaded->models = choose_model(loaded);
    take_start(loaded);
    EG_TRY(check_map_keys(loaded, loaded->root, NULL));
    return loaded->errors.count > 0 ? eg_case_check_names(loaded) : EG_OK;
}
