/* The reader: libyaml's events into a tree, within the limits of the subset. */
#include "io/case/yaml.h"

#include <string.h>
#include <yaml.h>

/* What is being read. The stack holds the maps and lists that are open. */
typedef struct yaml_reader {
    eg_tree *tree;
    const eg_source *source;
    eg_diagnostics *errors;
    eg_node *stack[EG_YAML_DEPTH];
    int depth;
    const char *key; /* the key that waits for its value, in the innermost map */
    eg_file_position key_position;
    eg_node *root;
    int documents;
    bool stopped; /* an error after which going on makes no sense */
} yaml_reader;

static eg_file_position place_of_mark(const yaml_reader *reader, yaml_mark_t start, yaml_mark_t end)
{
    eg_file_position position = {.source = reader->source,
                                 .line = (int32_t)start.line + 1,
                                 .column = (int32_t)start.column + 1,
                                 .width = 1};
    if (end.line == start.line && end.column > start.column)
        position.width = (int32_t)(end.column - start.column);
    else if (end.line > start.line)
        position.width = INT32_MAX;
    return position;
}

static eg_status stop_reading(yaml_reader *reader, const eg_file_position *position, const char *message)
{
    reader->stopped = true;
    return eg_diagnostics_add(reader->errors, position, "%s", message);
}

/* ---- putting a finished node in its place */

static bool in_map(const yaml_reader *reader)
{
    return reader->depth > 0 && reader->stack[reader->depth - 1]->shape == EG_TREE_MAP;
}

static void report_double_key(yaml_reader *reader, const eg_node *first)
{
    if (first->key_position.source->lines > 0)
        eg_diagnostics_add(reader->errors, &reader->key_position,
                           "duplicate key '%s' (first on line %d); keep one of them", reader->key,
                           (int)first->key_position.line);
    else
        eg_diagnostics_add(reader->errors, &reader->key_position, "duplicate key '%s'; keep one of them",
                           reader->key);
}

static eg_status put_node(yaml_reader *reader, eg_node *node)
{
    if (reader->depth == 0) {
        if (!reader->root)
            reader->root = node;
        return EG_OK;
    }
    eg_node *parent = reader->stack[reader->depth - 1];
    if ((parent->shape == EG_TREE_MAP && parent->count == EG_TREE_ENTRIES) ||
        reader->tree->nodes > EG_TREE_NODES)
        return stop_reading(reader, &node->position, "too many entries: this is no case file");
    if (parent->shape == EG_TREE_MAP) {
        const eg_node *first = eg_node_find_child(parent, reader->key);
        if (first)
            report_double_key(reader, first);
        else
            eg_node_set_key(node, reader->key, &reader->key_position);
        reader->key = NULL;
        if (first)
            return EG_OK;
    }
    return eg_tree_append(reader->tree, parent, node);
}

/* ---- events */

/* Anchors and tags: refused, and the node is left out of the check. */
static bool report_extras(yaml_reader *reader, const eg_file_position *position, const yaml_char_t *anchor,
                          const yaml_char_t *tag)
{
    if (anchor)
        eg_diagnostics_add(reader->errors, position,
                           "anchors are not taken ('&%s'); write the value out, or put text that "
                           "begins with & in quotes",
                           (const char *)anchor);
    if (tag)
        eg_diagnostics_add(
            reader->errors, position,
            "tags are not taken ('%s'); leave it out, or put text that begins with ! in quotes",
            (const char *)tag);
    return anchor || tag;
}

static bool holds_control_character(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (((unsigned char)text[i] < 0x20 && text[i] != '\n' && text[i] != '\t') || text[i] == 0x7F)
            return true;
    return false;
}

static eg_status take_yaml_key(yaml_reader *reader, const eg_file_position *position, const char *text,
                               size_t length)
{
    if (length > EG_YAML_KEY_BYTES)
        return stop_reading(reader, position, "this key is longer than 256 bytes");
    reader->key_position = *position;
    return eg_tree_text(reader->tree, text, (int64_t)length, &reader->key);
}

static eg_status on_scalar(yaml_reader *reader, const yaml_event_t *event)
{
    eg_file_position position = place_of_mark(reader, event->start_mark, event->end_mark);
    const char *text = (const char *)event->data.scalar.value;
    size_t length = event->data.scalar.length;
    bool broken = report_extras(reader, &position, event->data.scalar.anchor, event->data.scalar.tag);
    if (holds_control_character(text, length))
        return stop_reading(
            reader, &position,
            "this text holds a control character; for a backslash write '\\\\' or use single quotes");
    if (in_map(reader) && !reader->key)
        return take_yaml_key(reader, &position, text, length);
    eg_node *node;
    EG_TRY(eg_tree_node(reader->tree, EG_TREE_SCALAR, &position, &node));
    EG_TRY(eg_tree_text(reader->tree, text, (int64_t)length, &node->text));
    node->text_length = (int64_t)length;
    node->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    node->broken = broken;
    return put_node(reader, node);
}

static eg_status on_alias(yaml_reader *reader, const yaml_event_t *event)
{
    eg_file_position position = place_of_mark(reader, event->start_mark, event->end_mark);
    eg_diagnostics_add(reader->errors, &position,
                       "aliases are not taken ('*%s'); write the value out, or put text that "
                       "begins with * in quotes",
                       (const char *)event->data.alias.anchor);
    if (in_map(reader) && !reader->key) {
        reader->stopped = true;
        return EG_OK;
    }
    eg_node *node;
    EG_TRY(eg_tree_node(reader->tree, EG_TREE_SCALAR, &position, &node));
    node->broken = true;
    return put_node(reader, node);
}

static eg_status on_open(yaml_reader *reader, const yaml_event_t *event, eg_tree_shape shape)
{
    eg_file_position position = place_of_mark(reader, event->start_mark, event->start_mark);
    bool map = shape == EG_TREE_MAP;
    bool broken = report_extras(reader, &position,
                                map ? event->data.mapping_start.anchor : event->data.sequence_start.anchor,
                                map ? event->data.mapping_start.tag : event->data.sequence_start.tag);
    if (in_map(reader) && !reader->key)
        return stop_reading(reader, &position, "a key must be a name, not a map or a list");
    if (reader->depth == EG_YAML_DEPTH)
        return stop_reading(reader, &position, "nested deeper than 32 levels");
    eg_node *node;
    EG_TRY(eg_tree_node(reader->tree, shape, &position, &node));
    node->broken = broken;
    EG_TRY(put_node(reader, node));
    reader->key = NULL;
    reader->stack[reader->depth++] = node;
    return EG_OK;
}

static void on_document(yaml_reader *reader, const yaml_event_t *event)
{
    eg_file_position position = place_of_mark(reader, event->start_mark, event->end_mark);
    if (++reader->documents > 1)
        stop_reading(reader, &position,
                     "a second document begins here; a case file holds one: remove '---' and what follows");
    else if (event->data.document_start.version_directive ||
             event->data.document_start.tag_directives.start != event->data.document_start.tag_directives.end)
        stop_reading(reader, &position, "directives (lines that begin with %) are not taken; remove them");
}

static eg_status on_event(yaml_reader *reader, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return on_scalar(reader, event);
    case YAML_ALIAS_EVENT:
        return on_alias(reader, event);
    case YAML_MAPPING_START_EVENT:
        return on_open(reader, event, EG_TREE_MAP);
    case YAML_SEQUENCE_START_EVENT:
        return on_open(reader, event, EG_TREE_LIST);
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
        reader->depth--;
        return EG_OK;
    case YAML_DOCUMENT_START_EVENT:
        on_document(reader, event);
        return EG_OK;
    case YAML_STREAM_END_EVENT:
        reader->stopped = true;
        return EG_OK;
    default:
        return EG_OK;
    }
}

/* ---- the loop */

/* Reports libyaml's error; false where it ran out of memory. */
static bool report_problem(yaml_reader *reader, const yaml_parser_t *parser)
{
    if (parser->error == YAML_MEMORY_ERROR)
        return false;
    yaml_mark_t mark = parser->problem_mark, context = parser->context_mark;
    eg_file_position position = place_of_mark(reader, mark, mark),
                     from = place_of_mark(reader, context, context);
    if (!parser->context)
        from = position;
    eg_yaml_report(reader->errors, parser->problem ? parser->problem : "cannot be read", &position, &from);
    return true;
}

static eg_status read_events(yaml_reader *reader, yaml_parser_t *parser)
{
    while (!reader->stopped) {
        yaml_event_t event;
        if (!yaml_parser_parse(parser, &event)) {
            reader->root = NULL;
            return report_problem(reader, parser)
                       ? EG_OK
                       : eg_fail(reader->tree->context, EG_MEMORY, "%s: out of memory", reader->source->name);
        }
        bool ends = event.type == YAML_STREAM_END_EVENT;
        eg_status status = on_event(reader, &event);
        yaml_event_delete(&event);
        EG_TRY(status);
        if (reader->stopped && !ends)
            reader->root = NULL;
    }
    return EG_OK;
}

eg_status eg_yaml_read(eg_tree *tree, const eg_source *source, eg_diagnostics *errors, eg_node **root)
{
    *root = NULL;
    if (!eg_yaml_check_bytes(errors, source))
        return EG_OK;
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        return eg_fail(tree->context, EG_MEMORY, "%s: out of memory", source->name);
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)source->text, (size_t)source->length);
    yaml_reader reader = {.tree = tree, .source = source, .errors = errors};
    eg_status status = read_events(&reader, &parser);
    yaml_parser_delete(&parser);
    *root = reader.root;
    return status;
}
