/* What is wrong with a text that is no YAML, told so that one can mend it. */
#include "io/case/yaml.h"

#include <string.h>

#include "base/bytes.h"

/* ---- bytes that may not stand in a case file */

/* Whether libyaml takes the character and counts no line break in it that an editor does not show. */
static bool is_allowed(uint32_t code, const char *next)
{
    if (code == '\r')
        return *next == '\n';
    if (code < 0x20)
        return code == '\t' || code == '\n';
    bool is_break_or_mark = code == 0x2028 || code == 0x2029 || code == 0xFEFF;
    return !(code >= 0x7F && code < 0xA0) && !is_break_or_mark && code != 0xFFFE && code != 0xFFFF;
}

bool eg_yaml_check_bytes(eg_diagnostics *errors, const eg_source *source)
{
    eg_file_position position = {.source = source, .line = 1, .column = 1, .width = 1};
    for (int64_t i = 0; i < source->length;) {
        uint32_t code = 0;
        int length = eg_utf8_character(source->text + i, &code);
        if (length == 0) {
            eg_diagnostics_add(errors, &position,
                               "byte 0x%02x is not UTF-8 here; save the file in the encoding UTF-8",
                               (unsigned)(unsigned char)source->text[i]);
            return false;
        }
        if (!is_allowed(code, source->text + i + length)) {
            eg_diagnostics_add(errors, &position, "the control character U+%04X may not stand here",
                               (unsigned)code);
            return false;
        }
        i += length;
        position.column++;
        if (code == '\n') {
            position.line++;
            position.column = 1;
        }
    }
    return true;
}

/* ---- what the parser found */

static int64_t line_begin(const eg_file_position *position)
{
    return position->source->line_start[position->line - 1];
}

/* Whether only blanks and tabs stand before the place on its line. */
static bool begins_line(const eg_file_position *position)
{
    int64_t at = eg_file_position_byte(position);
    for (int64_t i = line_begin(position); i < at; i++)
        if (position->source->text[i] != ' ' && position->source->text[i] != '\t')
            return false;
    return true;
}

/* Finds a tab among the blanks that begin the place's line. */
static bool find_indenting_tab(const eg_file_position *position, eg_file_position *tab)
{
    const eg_source *source = position->source;
    int64_t begin = line_begin(position);
    for (int64_t i = begin; i < source->length; i++) {
        if (source->text[i] == '\t') {
            *tab = (eg_file_position){source, position->line, (int32_t)(i - begin) + 1, 1};
            return true;
        }
        if (source->text[i] != ' ')
            break;
    }
    return false;
}

/* Whether the line has a ':' that ends a key before the place. */
static bool follows_key(const eg_file_position *position)
{
    int64_t at = eg_file_position_byte(position);
    for (int64_t i = line_begin(position); i + 1 < at; i++)
        if (position->source->text[i] == ':' && position->source->text[i + 1] == ' ')
            return true;
    return false;
}

static void report_colon(eg_diagnostics *errors, const eg_file_position *position)
{
    eg_diagnostics_add(
        errors, position, "%s",
        follows_key(position)
            ? "a second ':' on this line; put a value that holds ': ' in quotes, such as "
              "\"x < 5 ? 2 : 0\""
            : "no key can stand here; keys of one map begin in the same column, and a key above "
              "must end with ':'");
}

static void report_key(eg_diagnostics *errors, const eg_file_position *position)
{
    eg_diagnostics_add(
        errors, position, "%s",
        begins_line(position)
            ? "this line is indented like no line it could belong to; keys of one map begin in the "
              "same column"
            : "unexpected text after a value; put the whole value in one pair of quotes");
}

typedef struct translation {
    const char *problem;
    bool at_context; /* show where the thing began, not where the reading stopped */
    const char *message;
} translation;

static const translation translations[] = {
    {"found unexpected end of stream", true, "this quote is never closed"},
    {"found unexpected document indicator", true, "this quote is never closed"},
    {"could not find expected ':'", true, "this line has no ':'; write 'KEY: VALUE'"},
    {"block sequence entries are not allowed", false,
     "a list that begins with '- ' must begin on a line of its own"},
    {"found unknown escape character", false,
     "unknown escape in double quotes; write '\\\\' for a backslash, or use single quotes"},
    {"did not find expected node content", false, "a value is missing here"},
    {"did not find expected '-' indicator", false,
     "this line does not belong to the list above; its entries begin with '- ' in one column"},
    {"while scanning a directive", false, "lines that begin with % are not taken; remove it"},
    {"directive", false, "lines that begin with % are not taken; remove it"},
    {"did not find expected <document start>", false,
     "unexpected text after the end of the document; remove it"},
    {"did not find expected alphabetic or numeric character", true,
     "anchors and aliases (&, *) are not taken; put text that begins so in quotes"},
};
enum { TRANSLATIONS = sizeof translations / sizeof *translations };

/* A list or map in brackets that breaks off: on its own line the fault is where the reading
 * stopped, further down it is the bracket that was left open. */
static void report_bracket(eg_diagnostics *errors, const eg_file_position *position,
                           const eg_file_position *open, bool is_list)
{
    const char *what = is_list ? "list" : "map", *close = is_list ? "]" : "}";
    if (position->line == open->line)
        eg_diagnostics_add(errors, position,
                           "',' or '%s' is expected here; put a value that holds one of ,:?[]{} in quotes",
                           close);
    else
        eg_diagnostics_add(errors, open, "this %s is not closed; it ends with '%s'", what, close);
}

void eg_yaml_report(eg_diagnostics *errors, const char *problem, const eg_file_position *position,
                    const eg_file_position *context_position)
{
    const eg_source *source = position->source;
    if (source->lines == 0 || position->line > source->lines) {
        eg_diagnostics_add(errors, context_position, "the value is not YAML: %s", problem);
        return;
    }
    eg_file_position tab;
    int64_t at = eg_file_position_byte(position);
    size_t known = 0;
    while (known < TRANSLATIONS && !strstr(problem, translations[known].problem))
        known++;
    if (find_indenting_tab(position, &tab))
        eg_diagnostics_add(errors, &tab,
                           "a tab indents this line; YAML takes blanks only (two for each level)");
    else if (strstr(problem, "mapping values are not allowed"))
        report_colon(errors, position);
    else if (strstr(problem, "did not find expected key"))
        report_key(errors, position);
    else if (strstr(problem, "did not find expected ',' or "))
        report_bracket(errors, position, context_position, strchr(problem, ']') != NULL);
    else if (strstr(problem, "cannot start any token"))
        eg_diagnostics_add(errors, position, "a value cannot begin with '%c'; put it in quotes",
                           at >= 0 && at < source->length ? source->text[at] : ' ');
    else if (known < TRANSLATIONS)
        eg_diagnostics_add(errors, translations[known].at_context ? context_position : position, "%s",
                           translations[known].message);
    else
        eg_diagnostics_add(errors, position, "cannot be read: %s", problem);
}
