/* The arena and the nodes of a case's tree. */
#include "io/case/tree.h"

#include <stdio.h>
#include <string.h>

#include "base/bytes.h"

enum { BLOCK_BYTES = 64 * 1024, ALIGNMENT = 16 };

struct eg_tree_block {
    eg_tree_block *next;
    int64_t used, size; /* bytes behind this header */
    int64_t unused_for_alignment;
};

eg_status eg_tree_take(eg_tree *tree, int64_t bytes, void *pointer_address)
{
    int64_t rounded = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!tree->blocks || tree->blocks->size - tree->blocks->used < rounded) {
        eg_tree_block *block = NULL;
        int64_t size = eg_max_i64(rounded, BLOCK_BYTES);
        EG_TRY(eg_alloc(tree->context, (int64_t)sizeof *block + size, 1, &block));
        block->size = size;
        block->next = tree->blocks;
        tree->blocks = block;
    }
    char *taken = (char *)(tree->blocks + 1) + tree->blocks->used;
    tree->blocks->used += rounded;
    memcpy(pointer_address, &taken, sizeof taken);
    return EG_OK;
}

eg_status eg_tree_text(eg_tree *tree, const char *bytes, int64_t length, const char **copy)
{
    char *made;
    EG_TRY(eg_tree_take(tree, length + 1, &made));
    if (length > 0)
        memcpy(made, bytes, (size_t)length);
    *copy = made;
    return EG_OK;
}

eg_status eg_tree_format(eg_tree *tree, const char **made, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    char *text;
    eg_status status = eg_tree_take(tree, length + 1, &text);
    if (status == EG_OK) {
        vsnprintf(text, (size_t)length + 1, format, again);
        *made = text;
    }
    va_end(again);
    va_end(args);
    return status;
}

eg_status eg_tree_node(eg_tree *tree, eg_tree_shape shape, const eg_file_position *position, eg_node **made)
{
    EG_TRY(eg_tree_take(tree, sizeof **made, made));
    (*made)->shape = shape;
    (*made)->position = *position;
    (*made)->text = "";
    (*made)->name = "";
    tree->nodes++;
    return EG_OK;
}

eg_status eg_tree_append(eg_tree *tree, eg_node *parent, eg_node *child)
{
    if (parent->count == parent->capacity) {
        int64_t capacity = parent->capacity > 0 ? 2 * parent->capacity : 4;
        eg_node **items;
        EG_TRY(eg_tree_take(tree, capacity * (int64_t)sizeof *items, &items));
        if (parent->count > 0)
            memcpy(items, parent->items, (size_t)parent->count * sizeof *items);
        parent->items = items;
        parent->capacity = capacity;
    }
    parent->items[parent->count++] = child;
    return EG_OK;
}

void eg_node_set_key(eg_node *node, const char *key, const eg_file_position *position)
{
    node->key = key;
    node->key_hash = eg_hash64(key, (int64_t)strlen(key), 0);
    node->key_position = *position;
}

eg_node *eg_node_find_child(const eg_node *map, const char *key)
{
    if (!map || map->shape != EG_TREE_MAP)
        return NULL;
    uint64_t hash = eg_hash64(key, (int64_t)strlen(key), 0);
    for (int64_t i = 0; i < map->count; i++)
        if (map->items[i]->key_hash == hash && strcmp(map->items[i]->key, key) == 0)
            return map->items[i];
    return NULL;
}

void eg_tree_own_expression(eg_tree *tree, eg_node *node, eg_expression *expression)
{
    node->expression = expression;
    node->next_with_expression = tree->with_expression;
    tree->with_expression = node;
}

void eg_tree_free(eg_tree *tree)
{
    for (eg_node *node = tree->with_expression; node; node = node->next_with_expression)
        eg_expression_destroy(&node->expression);
    tree->with_expression = NULL;
    while (tree->blocks) {
        eg_tree_block *next = tree->blocks->next;
        EG_FREE(&tree->blocks);
        tree->blocks = next;
    }
    tree->nodes = 0;
}

static int32_t characters(const char *text, int64_t bytes)
{
    int32_t count = 0;
    for (int64_t i = 0; i < bytes; i++)
        count += !eg_utf8_goes_on(text[i]);
    return count;
}

eg_file_position eg_node_position_within(const eg_node *node, int offset, int length)
{
    eg_file_position position = node->position;
    int64_t byte = eg_file_position_byte(&position);
    if (byte < 0 || offset < 0 || offset + length > node->text_length)
        return position;
    int quote = node->quoted ? 1 : 0;
    const eg_source *source = position.source;
    if (byte + quote + node->text_length > source->length ||
        memcmp(source->text + byte + quote, node->text, (size_t)node->text_length) != 0)
        return position;
    position.column += quote + characters(node->text, offset);
    position.width = characters(node->text + offset, length);
    return position;
}

/* ---- what is in doubt */

void eg_case_doubt(eg_case *loaded, const eg_node *node, double value, double bound, const char *format, ...)
{
    eg_doubt doubt = {.node = node, .value = value, .bound = bound};
    char message[512];
    EG_FORMAT(message, format);
    if (eg_reserve(loaded->context, loaded->doubt_count + 1, &loaded->doubt_room, sizeof doubt,
                   &loaded->doubts) == EG_OK &&
        eg_tree_text(&loaded->tree, message, (int64_t)strlen(message), &doubt.text) == EG_OK)
        loaded->doubts[loaded->doubt_count++] = doubt;
}

const eg_doubt *eg_case_doubts(const eg_case *loaded, int64_t *count)
{
    *count = loaded->doubt_count;
    return loaded->doubts;
}

/* ---- files of shapes */

eg_status eg_case_note_shapes(eg_case *loaded, const eg_node *node, const char *path, const char *projection)
{
    eg_case_shapes noted = {.node = node};
    EG_TRY(eg_reserve(loaded->context, loaded->shape_count + 1, &loaded->shape_room, sizeof noted,
                      &loaded->shapes));
    EG_TRY(eg_tree_text(&loaded->tree, path, (int64_t)strlen(path), &noted.path));
    EG_TRY(eg_tree_text(&loaded->tree, projection, (int64_t)strlen(projection), &noted.projection));
    loaded->shapes[loaded->shape_count++] = noted;
    return EG_OK;
}

const eg_case_shapes *eg_case_noted_shapes(const eg_case *loaded, int64_t *count)
{
    *count = loaded->shape_count;
    return loaded->shapes;
}
