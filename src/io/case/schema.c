/* The table of keys as JSON Schema, for editors that complete and check YAML. */
#include "io/case/case.h"
#include "io/case/table.h"
#include "io/case/tree.h"

#include <jansson.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>

/* jansson gives NULL where memory is out; one flag collects that. */
typedef struct schema_maker {
    const eg_case_table *table;
    unsigned models;
    bool failed;
} schema_maker;

static json_t *map_schema(schema_maker *maker, const eg_case_row *row);

/* ---- helpers: each takes the value's reference */

static void set(schema_maker *maker, json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value) != 0)
        maker->failed = true;
}

static void append_text(schema_maker *maker, json_t *array, json_t *value)
{
    if (json_array_append_new(array, value) != 0)
        maker->failed = true;
}

static json_t *typed(const char *type)
{
    return json_pack("{s:s}", "type", type);
}

/* Where the array holds something. */
static void set_filled(schema_maker *maker, json_t *object, const char *key, json_t *array)
{
    if (json_array_size(array) > 0)
        set(maker, object, key, array);
    else
        json_decref(array);
}

/* Any of those in the list, or the only one. */
static json_t *any_of(json_t *list)
{
    if (json_array_size(list) != 1)
        return json_pack("{s:o}", "anyOf", list);
    json_t *schema = json_incref(json_array_get(list, 0));
    json_decref(list);
    return schema;
}

/* ---- values */

/* Whole where it is: 1e-15 is none. */
static json_t *add_bound(double value)
{
    bool whole = fabs(value) < 1e15 && value == floor(value);
    return whole ? json_integer((json_int_t)value) : json_real(value);
}

static json_t *number_schema(schema_maker *maker, const eg_case_row *row, const char *type)
{
    json_t *schema = typed(type);
    if (row->range == EG_RANGE_POSITIVE)
        set(maker, schema, "exclusiveMinimum", json_integer(0));
    if (row->range == EG_RANGE_NOT_NEGATIVE)
        set(maker, schema, "minimum", json_integer(0));
    if (row->range == EG_RANGE_BETWEEN) {
        set(maker, schema, "minimum", add_bound(row->least));
        set(maker, schema, "maximum", add_bound(row->most));
    }
    return schema;
}

static json_t *words_schema(schema_maker *maker, const eg_case_row *row)
{
    char buffer[EG_WORDS_BYTES];
    const char *words[EG_WORDS_MOST];
    int count = eg_case_words(row->words, buffer, words);
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        append_text(maker, list, json_string(words[i]));
    return json_pack("{s:o}", "enum", list);
}

/* {attribute: NAME}, of shapes of a file. */
static json_t *attribute_schema(void)
{
    return json_pack("{s:s,s:{s:{s:s}},s:[s],s:b}", "type", "object", "properties", "attribute", "type",
                     "string", "required", "attribute", "additionalProperties", 0);
}

/* One schema for each kind of value the row takes. */
static json_t *alternatives(schema_maker *maker, const eg_case_row *row)
{
    json_t *list = json_array();
    if (row->takes & EG_TAKES_WORD)
        append_text(maker, list, words_schema(maker, row));
    if (row->takes & (EG_TAKES_REAL | EG_TAKES_EXPRESSION)) {
        if (!row->angle)
            append_text(maker, list, number_schema(maker, row, "number"));
        append_text(maker, list, typed("string"));
    }
    if (row->takes & EG_TAKES_INTEGER)
        append_text(maker, list, number_schema(maker, row, "integer"));
    if (row->takes & EG_TAKES_BOOLEAN)
        append_text(maker, list, typed("boolean"));
    if (row->takes & (EG_TAKES_TEXT | EG_TAKES_PATH | EG_TAKES_DATE))
        append_text(maker, list, typed("string"));
    if (row->takes & EG_TAKES_TEXT)
        append_text(maker, list, typed("number")); /* a column may be given as 2 */
    if (row->takes & EG_TAKES_MAP)
        append_text(maker, list, map_schema(maker, row));
    if (eg_case_row_takes_attribute(row))
        append_text(maker, list, attribute_schema());
    return list;
}

/* A list of values, or what stands in its place: a map, an attribute. */
static json_t *list_schema(schema_maker *maker, const eg_case_row *row)
{
    eg_case_row of_item = *row;
    json_t *list = typed("array"), *all = json_array();
    of_item.takes &= ~(unsigned)EG_TAKES_MAP;
    set(maker, list, "items", any_of(alternatives(maker, &of_item)));
    set(maker, list, "minItems", json_integer(row->count > 0 ? row->count : 1));
    if (row->count > 0)
        set(maker, list, "maxItems", json_integer(row->count));
    append_text(maker, all, list);
    if (row->takes & EG_TAKES_MAP)
        append_text(maker, all, map_schema(maker, row));
    if (eg_case_row_takes_attribute(row))
        append_text(maker, all, attribute_schema());
    return any_of(all);
}

static json_t *row_schema(schema_maker *maker, const eg_case_row *row)
{
    json_t *schema;
    if (row->count == EG_ONE_OR_LIST)
        schema = json_pack("{s:[o,o]}", "anyOf", any_of(alternatives(maker, row)), list_schema(maker, row));
    else
        schema = row->count == 0 ? any_of(alternatives(maker, row)) : list_schema(maker, row);
    set(maker, schema, "description", json_string(row->sentence));
    return schema;
}

/* ---- maps */

/* Whether a map has entries that the case names: one of these does where one of some keys must be there. */
static bool has_names(const schema_maker *maker, const eg_case_row *row)
{
    for (const eg_case_row *child = NULL; (child = eg_case_row_next(maker->table, row, child));)
        if (eg_case_row_is_name(child) && eg_case_row_of_model(child, maker->models))
            return true;
    return false;
}

/* The rules on keys of which one must, or may, be there: one {"required": [KEY]} for each of them
 * under `word` ("oneOf", "anyOf"); at most one is: not one of the two, or one of them. */
static void add_schema_group(schema_maker *maker, json_t *rules, const eg_case_row *row, eg_presence presence)
{
    json_t *list = json_array(), *none = json_array();
    for (const eg_case_row *child = NULL; (child = eg_case_row_next(maker->table, row, child));)
        if (child->presence == presence && eg_case_row_of_model(child, maker->models)) {
            append_text(maker, list, json_pack("{s:[s]}", "required", eg_case_row_key(child)));
            append_text(maker, none, json_pack("{s:[s]}", "required", eg_case_row_key(child)));
        }
    if (json_array_size(list) > 0 && presence == EG_AT_MOST_ONE)
        append_text(maker, list, json_pack("{s:{s:O}}", "not", "anyOf", none));
    if (json_array_size(list) > 0)
        append_text(maker, rules, json_pack("{s:O}", presence == EG_AT_LEAST_ONE ? "anyOf" : "oneOf", list));
    json_decref(none);
    json_decref(list);
}

static void add_rules(schema_maker *maker, json_t *schema, const eg_case_row *row)
{
    json_t *rules = json_array();
    add_schema_group(maker, rules, row, EG_EXACTLY_ONE);
    if (!has_names(maker, row))
        add_schema_group(maker, rules, row, EG_AT_LEAST_ONE);
    add_schema_group(maker, rules, row, EG_AT_MOST_ONE);
    set_filled(maker, schema, "allOf", rules);
}

static json_t *map_schema(schema_maker *maker, const eg_case_row *row)
{
    json_t *schema = typed("object"), *properties = json_object(), *required = json_array();
    json_t *others = json_false();
    for (const eg_case_row *child = NULL; (child = eg_case_row_next(maker->table, row, child));) {
        if (!eg_case_row_of_model(child, maker->models) || child->refusal)
            continue;
        if (eg_case_row_is_name(child)) {
            json_decref(others);
            others = row_schema(maker, child);
            continue;
        }
        set(maker, properties, eg_case_row_key(child), row_schema(maker, child));
        if (child->presence == EG_REQUIRED)
            append_text(maker, required, json_string(eg_case_row_key(child)));
    }
    set(maker, schema, "properties", properties);
    set(maker, schema, "additionalProperties", others);
    set_filled(maker, schema, "required", required);
    add_rules(maker, schema, row);
    return schema;
}

/* The schema of the i-th model, which its word `model` names. */
static json_t *model_schema(schema_maker *maker, int i)
{
    maker->models = 1u << i;
    json_t *schema = map_schema(maker, NULL);
    json_t *model = json_object_get(json_object_get(schema, "properties"), "model");
    if (model)
        set(maker, model, "enum", json_pack("[s]", maker->table->models[i]->name));
    return schema;
}

/* Of several models: any of them. Those of one word may differ in what a file of the mesh holds alone. */
static json_t *any_schema(schema_maker *maker, unsigned models)
{
    json_t *list = json_array();
    for (int i = 0; maker->table->models[i]; i++)
        if (models >> i & 1)
            append_text(maker, list, model_schema(maker, i));
    return any_of(list);
}

static eg_status write_schema(eg_context *context, const eg_case_table *table, const char *model,
                              eg_text *text)
{
    schema_maker maker = {.table = table};
    unsigned models = model ? eg_case_model_mask(table, model) : EG_ANY_MODEL;
    if (models == 0)
        return eg_fail(context, EG_USAGE, "there is no model '%s'; there are: %s", model,
                       eg_case_row_child(table, NULL, "model", 0)->words);
    json_t *schema = any_schema(&maker, models);
    set(&maker, schema, "$schema", json_string("http://json-schema.org/draft-07/schema#"));
    set(&maker, schema, "title", json_string("eagre case file"));
    char *dump = maker.failed ? NULL : json_dumps(schema, JSON_INDENT(2) | JSON_SORT_KEYS);
    json_decref(schema);
    if (!dump)
        return eg_fail(context, EG_MEMORY, "out of memory while the schema was made");
    eg_text_add_bytes(text, dump, (int64_t)strlen(dump));
    eg_text_add(text, "\n");
    free(dump);
    return text->status;
}

eg_status eg_case_schema(eg_context *context, const eg_case_model *const *models, const char *model,
                         eg_text *text)
{
    EG_ENDS_WITH(eg_tree_free) eg_tree tree = {.context = context};
    eg_case_table table;
    EG_TRY(eg_case_table_make(&tree, models, &table));
    return write_schema(context, &table, model, text);
}
