/* The case as resolved: a case file of its own, and the form of it that is hashed. */
#include "io/case/check.h"

#include <stdlib.h>
#include <string.h>

typedef struct case_resolver {
    const eg_case *loaded;
    eg_text *text;
    bool canonical;
} case_resolver;

static void write_map(case_resolver *resolver, const eg_node *map, const eg_case_row *row, int indent);

/* ---- scalars */

static void write_quoted(eg_text *text, const char *value)
{
    eg_text_add(text, "\"");
    for (const char *p = value; *p; p++) {
        if (*p == '"' || *p == '\\')
            eg_text_add(text, "\\%c", *p);
        else if (*p == '\n')
            eg_text_add(text, "\\n");
        else if (*p == '\t')
            eg_text_add(text, "\\t");
        else
            eg_text_add_bytes(text, p, 1);
    }
    eg_text_add(text, "\"");
}

static void write_path(const case_resolver *resolver, const eg_node *node)
{
    const char *last = strrchr(node->path, '/');
    if (resolver->canonical) {
        write_quoted(resolver->text, last ? last + 1 : node->path);
        return;
    }
    EG_TEXT(path, resolver->loaded->context);
    if (node->path[0] != '/')
        eg_text_add(&path, "%s/", resolver->loaded->working_folder);
    eg_text_add(&path, "%s", node->path);
    write_quoted(resolver->text, eg_text_string(&path));
    if (path.status != EG_OK)
        resolver->text->status = path.status;
}

static void write_expression_text(const case_resolver *resolver, const eg_node *node)
{
    if (!resolver->canonical) {
        write_quoted(resolver->text, node->text);
        return;
    }
    for (const char *p = node->text; *p; p++)
        if (*p != ' ' && *p != '\n' && *p != '\t')
            eg_text_add_bytes(resolver->text, p, 1);
}

static void write_scalar(const case_resolver *resolver, const eg_node *node)
{
    eg_text *text = resolver->text;
    switch (node->kind) {
    case EG_NODE_INTEGER:
        eg_text_add(text, "%lld", (long long)node->integer);
        return;
    case EG_NODE_PATH:
        write_path(resolver, node);
        return;
    case EG_NODE_TEXT:
        write_quoted(text, node->text);
        return;
    case EG_NODE_REAL:
    case EG_NODE_EXPRESSION:
        if (!node->has_number) {
            write_expression_text(resolver, node);
            return;
        }
        eg_text_add(text, "%s%s", eg_real_show(node->real).text, node->row->angle ? " rad" : "");
        return;
    default:
        eg_text_add(text, "%s", node->text);
        return;
    }
}

/* "  # m, default" behind a value. */
static void write_remark(const case_resolver *resolver, const eg_node *node)
{
    char unit[64];
    const eg_node *number = node->kind == EG_NODE_LIST ? node->items[0] : node;
    eg_dimension_unit(node->row->dimension, unit);
    bool has_unit = unit[0] && (number->kind == EG_NODE_REAL || number->kind == EG_NODE_EXPRESSION);
    if (resolver->canonical || (!has_unit && !node->is_default))
        return;
    eg_text_add(resolver->text, " # %s%s%s", has_unit ? unit : "", has_unit && node->is_default ? ", " : "",
                node->is_default ? "default" : "");
}

/* ---- maps */

static void write_value(const case_resolver *resolver, const eg_node *node)
{
    eg_text *text = resolver->text;
    if (node->kind == EG_NODE_MAP)
        eg_text_add(text, "{}");
    else if (node->kind == EG_NODE_LIST) {
        for (int64_t i = 0; i < node->count; i++) {
            eg_text_add(text, i == 0 ? "[" : ", ");
            write_scalar(resolver, node->items[i]);
        }
        eg_text_add(text, "]");
    } else
        write_scalar(resolver, node);
}

static void write_map_entry(case_resolver *resolver, const eg_node *node, int indent)
{
    static const char bare[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789-";
    eg_text *text = resolver->text;
    eg_text_add(text, "%*s", indent, "");
    if (!node->key[0] || strchr("0123456789-", node->key[0]) || node->key[strspn(node->key, bare)])
        write_quoted(text, node->key);
    else
        eg_text_add(text, "%s", node->key);
    eg_text_add(text, ":");
    if (node->kind == EG_NODE_MAP && node->count > 0) {
        eg_text_add(text, "\n");
        write_map(resolver, node, node->row, indent + 2);
        return;
    }
    eg_text_add(text, " ");
    write_value(resolver, node);
    write_remark(resolver, node);
    eg_text_add(text, "\n");
}

static int compare_node_keys(const void *left, const void *right)
{
    const eg_node *const *a = left, *const *b = right;
    return strcmp((*a)->key, (*b)->key);
}

/* Whether the entry is one of the row; NULL: of any. The variables are left out: they stand in the file
 * names. */
static bool is_of_row(const eg_node *entry, const eg_case_row *row)
{
    return row ? entry->row == row : strcmp(entry->row->path, "vars") != 0;
}

/* Entries under a `*`, as in the file or sorted; without a row all of the map. */
static void write_named_entries(case_resolver *resolver, const eg_node *map, const eg_case_row *row,
                                int indent)
{
    eg_context *context = resolver->loaded->context;
    EG_SCRATCH const eg_node **nodes = NULL;
    int64_t count = 0;
    eg_status status = eg_alloc(context, map->count, sizeof *nodes, &nodes);
    if (status != EG_OK) {
        resolver->text->status = status;
        return;
    }
    for (int64_t i = 0; i < map->count; i++)
        if (is_of_row(map->items[i], row))
            nodes[count++] = map->items[i];
    if (resolver->canonical)
        qsort(nodes, (size_t)count, sizeof *nodes, compare_node_keys);
    for (int64_t i = 0; i < count; i++)
        write_map_entry(resolver, nodes[i], indent);
}

/* Entries in the order of the table; in the form that is hashed by their keys, wherever a row stands in the
 * table. */
static void write_map(case_resolver *resolver, const eg_node *map, const eg_case_row *row, int indent)
{
    if (resolver->canonical) {
        write_named_entries(resolver, map, NULL, indent);
        return;
    }
    for (const eg_case_row *child = NULL; (child = eg_case_row_next(&resolver->loaded->table, row, child));) {
        const eg_node *node = eg_node_find_child(map, eg_case_row_key(child));
        if (!eg_case_row_of_model(child, resolver->loaded->models))
            continue;
        if (eg_case_row_is_name(child))
            write_named_entries(resolver, map, child, indent);
        else if (node && is_of_row(node, NULL))
            write_map_entry(resolver, node, indent);
    }
}

void eg_case_resolved(const eg_case *loaded, eg_text *text)
{
    case_resolver resolver = {.loaded = loaded, .text = text};
    write_map(&resolver, loaded->root, NULL, 0);
}

void eg_case_canonical(const eg_case *loaded, eg_text *text)
{
    case_resolver resolver = {.loaded = loaded, .text = text, .canonical = true};
    write_map(&resolver, loaded->root, NULL, 0);
}

void eg_case_value(const eg_case *loaded, const eg_node *node, eg_text *text)
{
    case_resolver resolver = {.loaded = loaded, .text = text};
    write_value(&resolver, node);
}
