/* Asking the nodes of a checked case. */
#include "io/case/check.h"

#include <string.h>

/* ---- finding */

const eg_node *eg_case_root(const eg_case *loaded)
{
    return loaded->root;
}

const eg_node *eg_node_child(const eg_node *map, const char *key)
{
    return eg_node_find_child(map, key);
}

const eg_node *eg_case_find(const eg_case *loaded, const char *path)
{
    const eg_node *node = loaded->root;
    char key[260];
    for (const char *part = path; node && *part;) {
        size_t length = strcspn(part, ".");
        if (length >= sizeof key)
            return NULL;
        memcpy(key, part, length);
        key[length] = 0;
        node = eg_node_find_child(node, key);
        part += length + (part[length] == '.');
    }
    return node;
}

double eg_case_real(const eg_case *loaded, const char *path, double otherwise)
{
    const eg_node *node = eg_case_find(loaded, path);
    return node ? eg_node_real(node) : otherwise;
}

eg_dimension eg_node_dimension(const eg_node *node)
{
    return node->row->dimension;
}

int64_t eg_node_count(const eg_node *node)
{
    return node && node->shape != EG_TREE_SCALAR ? node->count : 0;
}

const eg_node *eg_node_item(const eg_node *node, int64_t i)
{
    assert(i >= 0 && i < eg_node_count(node));
    return node->items[i];
}

const char *eg_node_key(const eg_node *map, int64_t i)
{
    assert(eg_node_is_map(map));
    return eg_node_item(map, i)->key;
}

/* ---- values */

eg_node_kind eg_node_kind_of(const eg_node *node)
{
    return node->kind;
}

bool eg_node_is_map(const eg_node *node)
{
    return node && node->kind == EG_NODE_MAP;
}

bool eg_node_is_list(const eg_node *node)
{
    return node && node->kind == EG_NODE_LIST;
}

bool eg_node_is(const eg_node *node, const char *text)
{
    return node && (node->kind == EG_NODE_WORD || node->kind == EG_NODE_TEXT) &&
           strcmp(node->text, text) == 0;
}

bool eg_node_has(const eg_node *list, const char *word)
{
    for (int64_t i = 0; i < eg_node_count(list); i++)
        if (eg_node_is(eg_node_item(list, i), word))
            return true;
    return false;
}

bool eg_node_is_default(const eg_node *node)
{
    return node->is_default;
}

void eg_node_reals(const eg_node *list, int64_t first, int count, double *values)
{
    for (int i = 0; i < count; i++)
        values[i] = eg_node_real(eg_node_item(list, first + i));
}

double eg_node_real(const eg_node *node)
{
    assert(node->has_number);
    return node->real;
}

int64_t eg_node_integer(const eg_node *node)
{
    assert(node->kind == EG_NODE_INTEGER);
    return node->integer;
}

bool eg_node_boolean(const eg_node *node)
{
    assert(node->kind == EG_NODE_BOOLEAN);
    return node->integer != 0;
}

const char *eg_node_text(const eg_node *node)
{
    assert(node->shape == EG_TREE_SCALAR);
    return node->text;
}

const char *eg_node_path(const eg_node *node)
{
    assert(node->kind == EG_NODE_PATH);
    return node->path;
}

const eg_expression *eg_node_expression(const eg_node *node)
{
    assert(node->kind == EG_NODE_EXPRESSION);
    return node->expression;
}

bool eg_node_is_constant(const eg_node *node)
{
    return node->has_number;
}

const char *eg_node_name(const eg_node *node)
{
    return node->name;
}

const eg_case_model *eg_case_model_of(const eg_case *loaded)
{
    int number = 0;
    assert(loaded->models != 0 && loaded->models != EG_ANY_MODEL);
    while (!(loaded->models >> number & 1))
        number++;
    return loaded->table.models[number];
}

const eg_file_position *eg_node_map_position(const eg_node *map)
{
    return map->key ? &map->key_position : &map->position;
}
