/* What of a case may change while its run goes on: the table's column `resume` says it for each key. */
#include "io/case/check.h"

#include <string.h>

typedef struct comparison {
    const eg_case *before;
    eg_case *after;
    eg_text *changes;
} comparison;

static void refuse_change(const comparison *c, const eg_node *node)
{
    const char *why = node->row->resume;
    if (why)
        eg_case_error_add_key(c->after, node, "%s cannot change while a run goes on: %s", node->name, why);
    else
        eg_case_error_add_key(c->after, node,
                              "%s would change the past: start a new run with initial: {from: DIR}",
                              node->name);
}

/* A value: of a key that is in one of the cases alone the other node is NULL. */
static void compare_node_values(const comparison *c, const eg_node *before, const eg_node *after)
{
    EG_TEXT(had, c->after->context);
    EG_TEXT(has, c->after->context);
    const eg_node *node = after ? after : before;
    if (before)
        eg_case_value(c->before, before, &had);
    if (after)
        eg_case_value(c->after, after, &has);
    const char *old = before ? eg_text_string(&had) : "not given";
    const char *new = after ? eg_text_string(&has) : "not given";
    eg_status status = had.status != EG_OK ? had.status : has.status;
    if (status != EG_OK)
        c->changes->status = status;
    else if (strcmp(old, new) != 0) {
        if (node->row->resume && !node->row->resume[0])
            eg_text_add(c->changes, "%s: %s -> %s\n", node->name, old, new);
        else
            refuse_change(c, node);
    }
}

static const eg_node *child_of_map(const eg_node *map, const char *key)
{
    return map && map->kind == EG_NODE_MAP ? eg_node_find_child(map, key) : NULL;
}

static void compare_maps(const comparison *c, const eg_node *before, const eg_node *after)
{
    bool had_map = before && before->kind == EG_NODE_MAP;
    bool has_map = after && after->kind == EG_NODE_MAP;
    if (before && !had_map)
        compare_node_values(c, before, has_map ? NULL : after);
    else if (after && !has_map)
        compare_node_values(c, NULL, after);
    for (int64_t i = 0; had_map && i < before->count; i++)
        compare_maps(c, before->items[i], child_of_map(after, before->items[i]->key));
    for (int64_t i = 0; has_map && i < after->count; i++)
        if (!child_of_map(before, after->items[i]->key))
            compare_maps(c, NULL, after->items[i]);
}

eg_status eg_case_changes(const eg_case *before, eg_case *after, eg_text *changes)
{
    const comparison c = {.before = before, .after = after, .changes = changes};
    compare_maps(&c, before->root, after->root);
    EG_TRY(eg_case_errors_finish(after, EG_CASE));
    return changes->status;
}
