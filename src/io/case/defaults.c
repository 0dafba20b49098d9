/* Fills in what the case leaves out and the table has a default for. */
#include "io/case/check.h"
#include "io/case/yaml.h"

#include <string.h>

/* Whether a key that excludes this one was given. */
static bool is_excluded(const eg_case *loaded, const eg_node *map, const eg_case_row *parent,
                        const eg_case_row *row)
{
    for (const eg_case_row *other = NULL; (other = eg_case_row_next(&loaded->table, parent, other));) {
        bool both = row->presence == EG_AT_MOST_ONE && other->presence == EG_AT_MOST_ONE;
        bool instead = other->without && strcmp(other->without, eg_case_row_key(row)) == 0;
        if ((both || instead) && eg_node_find_child(map, eg_case_row_key(other)))
            return true;
    }
    return false;
}

static bool wants_default(const eg_case *loaded, const eg_node *map, const eg_case_row *parent,
                          const eg_case_row *row)
{
    return row->default_text && eg_case_row_of_model(row, loaded->models) &&
           !eg_node_find_child(map, eg_case_row_key(row)) &&
           (!row->with || eg_node_find_child(map, row->with)) &&
           !(row->without && eg_node_find_child(map, row->without)) && !is_excluded(loaded, map, parent, row);
}

static eg_status add_default(eg_case *loaded, eg_node *map, const eg_case_row *row)
{
    const char *key = eg_case_row_key(row);
    eg_source *source;
    eg_node *node;
    EG_TRY(eg_tree_take(&loaded->tree, sizeof *source, &source));
    EG_TRY(eg_tree_format(&loaded->tree, &source->name, "%s (default of %s%s%s)", loaded->source.name,
                          map->name, map->name[0] ? "." : "", key));
    source->text = row->default_text;
    source->length = (int64_t)strlen(row->default_text);
    EG_TRY(eg_yaml_read(&loaded->tree, source, &loaded->errors, &node));
    assert(node);
    eg_node_set_key(node, key, &node->position);
    EG_TRY(eg_tree_append(&loaded->tree, map, node));
    EG_TRY(eg_tree_format(&loaded->tree, &node->name, "%s%s%s", map->name, map->name[0] ? "." : "", key));
    return eg_case_check_node(loaded, node, row);
}

eg_status eg_case_fill_defaults(eg_case *loaded, eg_node *map, const eg_case_row *row)
{
    loaded->is_filling = true;
    for (const eg_case_row *child = NULL; (child = eg_case_row_next(&loaded->table, row, child));)
        if (wants_default(loaded, map, row, child))
            EG_TRY(add_default(loaded, map, child));
    for (int64_t i = 0; i < map->count; i++)
        if (map->items[i]->shape == EG_TREE_MAP)
            EG_TRY(eg_case_fill_defaults(loaded, map->items[i], map->items[i]->row));
    loaded->is_filling = false;
    return EG_OK;
}
