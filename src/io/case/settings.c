/* What comes from the command line: --set KEY=VALUE, and ${NAME} in file names. */
#include "io/case/check.h"
#include "io/case/yaml.h"

#include <string.h>

/* ---- --set */

/* One setting while it is applied. Its source is told by its name alone. */
typedef struct case_setting {
    eg_case *loaded;
    const eg_source *source;
    const char *key; /* up to the '=' */
} case_setting;

static eg_file_position place_of_setting(const case_setting *setting)
{
    return (eg_file_position){.source = setting->source, .line = 1, .column = 1, .width = 1};
}

/* A value in brackets or quotes is YAML; any other is taken as it stands, so that an expression
 * with a ':' needs no quotes beside the shell's. */
static eg_status read_setting_value(const case_setting *setting, eg_node **value)
{
    eg_case *loaded = setting->loaded;
    const eg_source *source = setting->source;
    *value = NULL;
    if (source->text[0] && strchr("[{\"'", source->text[0]))
        return eg_yaml_read(&loaded->tree, source, &loaded->errors, value);
    if (!eg_yaml_check_bytes(&loaded->errors, source))
        return EG_OK;
    eg_file_position position = place_of_setting(setting);
    EG_TRY(eg_tree_node(&loaded->tree, EG_TREE_SCALAR, &position, value));
    (*value)->quoted = true; /* `title=` is the empty text */
    (*value)->text = source->text;
    (*value)->text_length = source->length;
    return EG_OK;
}

/* Puts `node` at `key` of the map, in the place of what was there. */
static eg_status put_child(eg_case *loaded, eg_node *map, const char *key, const eg_file_position *position,
                           eg_node *node)
{
    eg_node *before = eg_node_find_child(map, key);
    eg_node_set_key(node, key, position);
    if (!before)
        return eg_tree_append(&loaded->tree, map, node);
    for (int64_t i = 0; i < map->count; i++)
        if (map->items[i] == before)
            map->items[i] = node;
    return EG_OK;
}

/* Goes down to the map that holds the last part of the key, making the maps that are not there. */
static eg_status find_map(const case_setting *setting, eg_node **map, const char **last)
{
    eg_case *loaded = setting->loaded;
    eg_file_position position = place_of_setting(setting);
    eg_node *at = loaded->root;
    const char *part = setting->key;
    for (const char *dot; (dot = strchr(part, '.')); part = dot + 1) {
        const char *key;
        EG_TRY(eg_tree_text(&loaded->tree, part, dot - part, &key));
        eg_node *child = eg_node_find_child(at, key);
        if (!child || child->shape == EG_TREE_SCALAR) {
            EG_TRY(eg_tree_node(&loaded->tree, EG_TREE_MAP, &position, &child));
            EG_TRY(put_child(loaded, at, key, &position, child));
        } else if (child->shape == EG_TREE_LIST) {
            eg_diagnostics_add(
                &loaded->errors, &position, "%.*s is a list; set the whole list, such as %.*s=[1, 2]",
                (int)(dot - setting->key), setting->key, (int)(dot - setting->key), setting->key);
            *map = NULL;
            return EG_OK;
        }
        at = child;
    }
    *map = at;
    *last = part;
    return EG_OK;
}

static bool is_key(const char *key)
{
    size_t length = strlen(key);
    int dots = 0;
    for (const char *p = key; *p; p++)
        dots += *p == '.';
    return length > 0 && key[0] != '.' && key[length - 1] != '.' && !strstr(key, "..") &&
           dots < EG_YAML_DEPTH;
}

static eg_status apply_setting(const case_setting *setting)
{
    eg_file_position position = place_of_setting(setting);
    if (!is_key(setting->key))
        return eg_diagnostics_add(&setting->loaded->errors, &position,
                                  "expected KEY=VALUE, such as time.end=2");
    eg_node *value = NULL, *map = NULL;
    const char *last = NULL;
    EG_TRY(read_setting_value(setting, &value));
    if (!value)
        return EG_OK;
    EG_TRY(find_map(setting, &map, &last));
    return map ? put_child(setting->loaded, map, last, &position, value) : EG_OK;
}

eg_status eg_case_apply_settings(eg_case *loaded, const char *const *settings, int count)
{
    for (int i = 0; i < count; i++) {
        const char *equals = strchr(settings[i], '=');
        eg_source *source;
        case_setting setting = {.loaded = loaded};
        EG_TRY(eg_tree_take(&loaded->tree, sizeof *source, &source));
        EG_TRY(eg_tree_format(&loaded->tree, &source->name, "--set %s", settings[i]));
        const char *value = equals ? equals + 1 : "";
        EG_TRY(eg_tree_text(&loaded->tree, value, (int64_t)strlen(value), &source->text));
        EG_TRY(eg_tree_text(&loaded->tree, settings[i], equals ? equals - settings[i] : 0, &setting.key));
        source->length = (int64_t)strlen(source->text);
        setting.source = source;
        EG_TRY(apply_setting(&setting));
    }
    return EG_OK;
}

/* ---- ${NAME} */

static eg_status find_setting_variable(eg_case *loaded, const eg_node *node, const char *name, int64_t length,
                                       const char **value)
{
    const char *copy;
    *value = NULL;
    EG_TRY(eg_tree_text(&loaded->tree, name, length, &copy));
    const eg_node *found = eg_node_find_child(eg_node_find_child(loaded->root, "vars"), copy);
    if (found && found->shape == EG_TREE_SCALAR)
        *value = found->text;
    else
        eg_diagnostics_add(&loaded->errors, &node->position,
                           "%s: ${%s} has no value; give it with --set vars.%s=VALUE", node->name, copy,
                           copy);
    return EG_OK;
}

static eg_status substitute_into(eg_case *loaded, const eg_node *node, eg_text *text, bool *complete)
{
    const char *p = node->text;
    *complete = true;
    for (const char *open; (open = strstr(p, "${"));) {
        const char *close = strchr(open, '}'), *value;
        eg_text_add_bytes(text, p, open - p);
        if (!close) {
            eg_diagnostics_add(&loaded->errors, &node->position, "%s: '${' without '}'", node->name);
            *complete = false;
            return EG_OK;
        }
        EG_TRY(find_setting_variable(loaded, node, open + 2, close - open - 2, &value));
        *complete = *complete && value;
        eg_text_add(text, "%s", value ? value : "");
        p = close + 1;
    }
    eg_text_add(text, "%s", p);
    return text->status;
}

eg_status eg_case_substitute(eg_case *loaded, const eg_node *node, const char **made)
{
    *made = NULL;
    EG_TEXT(text, loaded->context);
    bool complete;
    EG_TRY(substitute_into(loaded, node, &text, &complete));
    if (complete && strstr(eg_text_string(&text), "${")) {
        eg_diagnostics_add(&loaded->errors, &node->position, "%s: the value of a variable must not hold '${'",
                           node->name);
        complete = false;
    }
    return complete ? eg_tree_text(&loaded->tree, eg_text_string(&text), text.length, made) : EG_OK;
}
