/* The check of single values: words, numbers with units, expressions, file names. */
#include "io/case/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"

/* ---- messages */

void eg_node_describe(const eg_node *node, char *buffer)
{
    enum { ROOM = 128, SHOWN = 60 };
    if (node->shape == EG_TREE_MAP)
        snprintf(buffer, ROOM, "a map");
    else if (node->shape == EG_TREE_LIST)
        snprintf(buffer, ROOM, "a list");
    else if (node->text_length <= SHOWN)
        snprintf(buffer, ROOM, "'%s'", node->text);
    else {
        int shown = SHOWN;
        while (shown > 0 && eg_utf8_goes_on(node->text[shown]))
            shown--;
        snprintf(buffer, ROOM, "'%.*s...'", shown, node->text);
    }
}

/* " (keys: level, discharge)" */
static void add_expected_keys(const eg_case *loaded, const eg_case_row *row, eg_text *text)
{
    int count = 0;
    for (const eg_case_row *child = NULL; (child = eg_case_row_next(&loaded->table, row, child));)
        if (eg_case_row_of_model(child, loaded->models) && !child->refusal &&
            eg_case_row_child(&loaded->table, row, eg_case_row_key(child), loaded->models) == child)
            eg_text_add(text, "%s%s", count++ == 0 ? " (keys: " : ", ", eg_case_row_key(child));
    eg_text_add(text, ")");
}

static const char *suggested_word(const eg_case_row *row, const eg_node *node, char *buffer)
{
    const char *words[EG_WORDS_MOST];
    if (!(row->takes & EG_TAKES_WORD) || node->shape != EG_TREE_SCALAR)
        return NULL;
    return eg_suggest(node->text, words, eg_case_words(row->words, buffer, words));
}

/* "a length or a map (keys: raster, mesh)", "2 values such as [10 m, 1 m]" */
static void add_expected(const eg_case *loaded, const eg_node *node, const eg_case_row *row, eg_text *text)
{
    bool is_item = node->name[0] && node->name[strlen(node->name) - 1] == ']';
    if (row->count != 0 && row->count != EG_ONE_OR_LIST && !is_item) {
        eg_text_add(text, "a list such as %s", row->example);
        return;
    }
    eg_case_row_type(row, true, text);
    if (row->count == EG_ONE_OR_LIST && !is_item)
        eg_text_add(text, ", or a list of these");
    const eg_case_row *first = eg_case_row_next(&loaded->table, row, NULL);
    if (first && eg_case_row_is_name(first))
        eg_text_add(text, " such as %s", row->example);
    else if (row->takes & EG_TAKES_MAP)
        add_expected_keys(loaded, row, text);
}

void eg_case_report_type(eg_case *loaded, const eg_node *node, const eg_case_row *row)
{
    char found[128], words[EG_WORDS_BYTES];
    EG_TEXT(expected, loaded->context);
    add_expected(loaded, node, row, &expected);
    eg_node_describe(node, found);
    const char *suggestion = suggested_word(row, node, words);
    const char *colon = node->shape == EG_TREE_SCALAR ? strchr(node->text, ':') : NULL;
    bool glued = (row->takes & EG_TAKES_MAP) && colon && colon[1] != ' ' && !suggestion;
    if (expected.status == EG_OK)
        eg_diagnostics_add(&loaded->errors, &node->position, "%s: expected %s, found %s%s%s%s%s", node->name,
                           eg_text_string(&expected), found, suggestion ? "; did you mean '" : "",
                           suggestion ? suggestion : "", suggestion ? "'?" : "",
                           glued ? "; a blank must follow the ':' of a key" : "");
    else
        loaded->errors.status = expected.status;
}

/* ---- ranges */

static bool is_in_range(const eg_case_row *row, double value)
{
    switch (row->range) {
    case EG_RANGE_POSITIVE:
        return value > 0;
    case EG_RANGE_NOT_NEGATIVE:
        return value >= 0;
    case EG_RANGE_NOT_ZERO:
        return value != 0;
    case EG_RANGE_BETWEEN:
        return value >= row->least && value <= row->most;
    default:
        return true;
    }
}

static void check_value_range(eg_case *loaded, const eg_node *node, const eg_case_row *row, double value)
{
    if (!is_in_range(row, value)) {
        char found[128];
        EG_TEXT(range, loaded->context);
        eg_node_describe(node, found);
        eg_case_row_range(row, &range);
        if (range.status == EG_OK)
            eg_diagnostics_add(&loaded->errors, &node->position, "%s: must be %s, found %s", node->name,
                               eg_text_string(&range), found);
        else
            loaded->errors.status = range.status;
    } else if (row->doubt_above != 0 && fabs(value) > row->doubt_above) {
        eg_case_doubt(loaded, node, value, row->doubt_above, "%s is %s: %s", node->name,
                      eg_real_show(value).text, row->doubt);
    }
}

/* ---- numbers */

static void set_number(eg_case *loaded, eg_node *node, const eg_case_row *row, double value)
{
    node->has_number = true;
    node->real = value;
    check_value_range(loaded, node, row, value);
}

static eg_status report_unit(eg_case *loaded, const eg_node *node, const eg_case_row *row,
                             const eg_unit_error *error)
{
    eg_file_position position = eg_node_position_within(node, error->offset, error->length);
    if (row->plain_unit)
        return eg_diagnostics_add(&loaded->errors, &position, "%s: write the number alone; it is in %s",
                                  node->name, row->plain_unit);
    return eg_diagnostics_add(&loaded->errors, &position, "%s: %s", node->name, error->message);
}

static bool is_bare_number(const eg_node *node)
{
    return (int64_t)strspn(node->text, "+-0123456789.eE ") == node->text_length;
}

/* Whether a quantity is an angle: a number and `deg` or `rad`. */
static bool is_angle(const eg_node *node)
{
    const char *unit = node->text + strspn(node->text, "+-0123456789.eE \t");
    size_t length = strcspn(unit, " \t");
    return length == 3 && (strncmp(unit, "deg", 3) == 0 || strncmp(unit, "rad", 3) == 0);
}

/* Degrees must not pass for radians, nor an angle for a number. */
static void check_angle(eg_case *loaded, const eg_node *node, const eg_case_row *row, double value)
{
    if (!row->angle && !row->plain_unit && eg_dimension_equal(row->dimension, EG_DIMENSION_NONE) &&
        is_angle(node))
        eg_diagnostics_add(&loaded->errors, &node->position, "%s: takes a number, and '%s' is an angle",
                           node->name, node->text);
    if (row->angle && value != 0 && is_bare_number(node))
        eg_diagnostics_add(&loaded->errors, &node->position, "%s: an angle needs its unit; write '%s deg'",
                           node->name, node->text);
}

/* Outdoor and room temperatures; 0 and 1 are what a made-up problem has. */
static void check_celsius(eg_case *loaded, const eg_node *node, const eg_case_row *row, double value)
{
    bool bare = is_bare_number(node), told = row->celsius != EG_KELVIN_ALONE;
    if (!told || !bare || !((value > 1 && value < 100) || (value < -1 && value > -100)))
        return;
    if (row->celsius == EG_CELSIUS_DOUBTED)
        eg_case_doubt(
            loaded, node, value, 100,
            "%s is %s K, as cold as no air is; write '%s degC' where degrees Celsius are meant, '%s K' "
            "where not",
            node->name, node->text, node->text, node->text);
    else
        eg_diagnostics_add(&loaded->warnings, &node->position,
                           "%s is %s K; write '%s degC' where degrees Celsius are meant, '%s K' where not",
                           node->name, node->text, node->text, node->text);
}

/* ---- dates */

static eg_status report_date(eg_case *loaded, const eg_node *node, const char *why)
{
    return eg_diagnostics_add(&loaded->errors, &node->position, "%s: '%s' is no date: %s", node->name,
                              node->text, why);
}

static eg_status check_date(eg_case *loaded, eg_node *node)
{
    eg_date date;
    const char *why, *end = node->text + node->text_length;
    const char *hint = eg_date_hint(node->text, end);
    node->kind = EG_NODE_TEXT;
    if (!eg_date_read(node->text, end, &date, &why))
        return report_date(loaded, node, hint ? hint : why);
    return date.fraction == 0 ? EG_OK : report_date(loaded, node, "it has to be a whole second");
}

/* Once: the first of them. A start with an offset says that the case thinks in it. */
static void warn_of_no_zone(eg_case *loaded, const eg_node *node, const eg_date *date)
{
    char start[EG_DATE_ROOM];
    if (date->zoned || loaded->start.zone == 0 || loaded->told_zone)
        return;
    loaded->told_zone = true;
    eg_date_text(&loaded->start, 0, start);
    eg_diagnostics_add(
        &loaded->warnings, &node->position,
        "%s: '%s' is a date without a zone, which is UTC, as are others of the case; time.start is "
        "%s: give dates their zone",
        node->name, node->text, start);
}

/* A date where a time is wanted: seconds since time.start. */
static eg_status check_moment(eg_case *loaded, eg_node *node, const eg_case_row *row)
{
    eg_date date;
    const char *why, *end = node->text + node->text_length;
    const char *hint = eg_date_hint(node->text, end);
    if (!row->moment)
        return eg_diagnostics_add(
            &loaded->errors, &node->position,
            "%s: '%s' is a date; this key takes seconds or a time with its unit, such as '1 h'", node->name,
            node->text);
    if (loaded->has_start && !loaded->start.given)
        return EG_OK; /* what is wrong with it is told at its own key */
    if (!loaded->start.given)
        return eg_diagnostics_add(&loaded->errors, &node->position,
                                  "%s: '%s' is a date, and the case does not say which date time 0 is; give "
                                  "time.start, such as 'start: 2021-07-14T06:00:00Z'",
                                  node->name, node->text);
    if (hint || !eg_date_read(node->text, end, &date, &why))
        return report_date(loaded, node, hint ? hint : why);
    double value = eg_date_since(&date, &loaded->start);
    warn_of_no_zone(loaded, node, &date);
    if (row->range == EG_RANGE_ANY || row->range == EG_RANGE_ASCENDING || is_in_range(row, value)) {
        set_number(loaded, node, row, value);
        return EG_OK;
    }
    char start[EG_DATE_ROOM];
    eg_date_text(&loaded->start, 0, start);
    return eg_diagnostics_add(&loaded->errors, &node->position, "%s: '%s' is %s time.start, %s", node->name,
                              node->text, value < 0 ? "before" : "not after", start);
}

static bool is_dated(const eg_node *node, const eg_case_row *row)
{
    const char *end = node->text + node->text_length;
    return eg_dimension_equal(row->dimension, EG_DIMENSION_TIME) &&
           (eg_date_begins(node->text, end) || eg_date_hint(node->text, end));
}

static void check_real(eg_case *loaded, eg_node *node, const eg_case_row *row)
{
    double value;
    eg_unit_error error;
    node->kind = EG_NODE_REAL;
    if (is_dated(node, row)) {
        check_moment(loaded, node, row);
        return;
    }
    if (!eg_quantity_parse(node->text, row->dimension, &value, &error)) {
        report_unit(loaded, node, row, &error);
        return;
    }
    check_angle(loaded, node, row, value);
    check_celsius(loaded, node, row, value);
    set_number(loaded, node, row, value);
}

static void check_whole_number(eg_case *loaded, eg_node *node, const eg_case_row *row)
{
    int64_t value;
    node->kind = EG_NODE_INTEGER;
    if (!eg_parse_integer(node->text, node->text + node->text_length, &value)) {
        eg_case_report_type(loaded, node, row);
        return;
    }
    node->integer = value;
    set_number(loaded, node, row, (double)value);
}

/* ---- expressions */

/* Whether a text that is neither a quantity nor an expression was meant as a quantity: "5 metres",
 * not "2 x" or "2 +". */
static bool meant_as_quantity(const eg_node *node, const eg_case_row *row)
{
    double value;
    eg_dimension dimension;
    if (!eg_quantity_looks_like(node->text))
        return false;
    if (eg_quantity_parse_any(node->text, &value, &dimension, NULL))
        return true;
    const char *p = node->text + strspn(node->text, "+-0123456789.eE");
    p += strspn(p, " ");
    if (*p == 0 || strpbrk(p, "+?<>=&|!(),:"))
        return false;
    char buffer[EG_WORDS_BYTES];
    const char *words[EG_WORDS_MOST];
    int count = eg_case_words(row->variables, buffer, words);
    for (int i = 0; i < count; i++)
        if (strncmp(p, words[i], strlen(words[i])) == 0)
            return false;
    return true;
}

static eg_status make_expression(eg_case *loaded, eg_node *node, const eg_case_row *row, const char *text,
                                 eg_expression_error *error)
{
    char buffer[EG_WORDS_BYTES];
    const char *words[EG_WORDS_MOST];
    int count = eg_case_words(row->variables, buffer, words);
    eg_expression *expression = NULL;
    eg_status status = eg_expression_parse(loaded->context, text, words, count, error, &expression);
    if (status == EG_OK)
        eg_tree_own_expression(&loaded->tree, node, expression);
    return status;
}

static void check_constant(eg_case *loaded, eg_node *node, const eg_case_row *row)
{
    double zeros[EG_WORDS_MOST] = {0};
    double value = eg_expression_eval(node->expression, zeros);
    if (isfinite(value))
        set_number(loaded, node, row, value);
    else
        eg_diagnostics_add(&loaded->errors, &node->position, "%s: '%s' is not finite", node->name,
                           node->text);
}

static eg_status check_case_expression(eg_case *loaded, eg_node *node, const eg_case_row *row)
{
    double value;
    eg_unit_error unit_error;
    eg_expression_error error;
    node->kind = EG_NODE_EXPRESSION;
    if (eg_quantity_parse(node->text, row->dimension, &value, &unit_error)) {
        check_angle(loaded, node, row, value);
        check_celsius(loaded, node, row, value);
        set_number(loaded, node, row, value);
        return make_expression(loaded, node, row, eg_real_show(value).text, NULL);
    }
    if (node->is_plain)
        return eg_diagnostics_add(&loaded->errors, &node->position,
                                  "%s: '%s', an attribute of a shape, is no number, alone or with its unit%s",
                                  node->name, node->text,
                                  strchr(node->text, ',') ? "; decimals stand behind a point" : "");
    eg_status status = make_expression(loaded, node, row, node->text, &error);
    if (status == EG_OK && eg_expression_is_constant(node->expression))
        check_constant(loaded, node, row);
    if (status != EG_CASE)
        return status;
    if (meant_as_quantity(node, row))
        return report_unit(loaded, node, row, &unit_error);
    eg_file_position position = eg_node_position_within(node, error.offset, error.length);
    return eg_diagnostics_add(&loaded->errors, &position, "%s: %s", node->name, error.message);
}

/* ---- texts */

static eg_status check_path(eg_case *loaded, eg_node *node)
{
    const char *text;
    EG_SCRATCH char *joined = NULL;
    node->kind = EG_NODE_PATH;
    if (node->text_length == 0)
        return eg_diagnostics_add(&loaded->errors, &node->position, "%s: the file name is empty", node->name);
    EG_TRY(eg_case_substitute(loaded, node, &text));
    if (!text)
        return EG_OK;
    EG_TRY(eg_path_join(loaded->context, loaded->folder, text, &joined));
    return eg_tree_text(&loaded->tree, joined, (int64_t)strlen(joined), &node->path);
}

static void check_boolean(eg_case *loaded, eg_node *node, const eg_case_row *row)
{
    node->kind = EG_NODE_BOOLEAN;
    node->integer = strcmp(node->text, "true") == 0;
    if (!node->integer && strcmp(node->text, "false") != 0)
        eg_case_report_type(loaded, node, row);
}

static eg_status report_empty(eg_case *loaded, const eg_node *node, const eg_case_row *row)
{
    if (!node->key)
        return eg_diagnostics_add(&loaded->errors, &node->position, "%s has no value", node->name);
    return eg_diagnostics_add(&loaded->errors, &node->key_position, "%s has no value; for example '%s: %s'",
                              node->name, node->key, row->example);
}

eg_status eg_case_check_scalar(eg_case *loaded, eg_node *node, const eg_case_row *row)
{
    if (node->text_length == 0 && !node->quoted)
        return report_empty(loaded, node, row);
    if ((row->takes & EG_TAKES_WORD) && eg_case_is_word(row->words, node->text)) {
        node->kind = EG_NODE_WORD;
        return EG_OK;
    }
    if (row->takes & EG_TAKES_EXPRESSION)
        return check_case_expression(loaded, node, row);
    if (row->takes & EG_TAKES_PATH)
        return check_path(loaded, node);
    if (row->takes & EG_TAKES_DATE)
        return check_date(loaded, node);
    if (row->takes & EG_TAKES_TEXT)
        node->kind = EG_NODE_TEXT;
    else if (row->takes & EG_TAKES_REAL)
        check_real(loaded, node, row);
    else if (row->takes & EG_TAKES_INTEGER)
        check_whole_number(loaded, node, row);
    else if (row->takes & EG_TAKES_BOOLEAN)
        check_boolean(loaded, node, row);
    else
        eg_case_report_type(loaded, node, row);
    return EG_OK;
}

/* ---- lists */

static void report_twice(eg_case *loaded, const eg_node *list, int64_t i)
{
    for (int64_t j = 0; j < i; j++)
        if (strcmp(list->items[j]->text, list->items[i]->text) == 0) {
            eg_diagnostics_add(&loaded->errors, &list->items[i]->position, "%s: '%s' is given twice",
                               list->name, list->items[i]->text);
            return;
        }
}

void eg_case_check_list_values(eg_case *loaded, const eg_node *list, const eg_case_row *row)
{
    for (int64_t i = 1; i < list->count; i++) {
        const eg_node *before = list->items[i - 1], *now = list->items[i];
        if (now->shape != EG_TREE_SCALAR || before->shape != EG_TREE_SCALAR)
            continue;
        if (now->kind == EG_NODE_WORD && i < EG_WORDS_MOST)
            report_twice(loaded, list, i);
        if (row->range == EG_RANGE_ASCENDING && now->has_number && before->has_number &&
            now->real <= before->real)
            eg_diagnostics_add(&loaded->errors, &now->position,
                               "%s: must be above the value before it, found '%s'", now->name, now->text);
    }
}
