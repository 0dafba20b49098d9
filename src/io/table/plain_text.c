/* Plain text files, line by line. */
#include "io/table/plain_text.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

eg_status eg_lines_open(eg_context *context, const char *path, int64_t max_bytes, char **data,
                        eg_lines *lines)
{
    int64_t length;
    EG_TRY(eg_file_read(context, EG_INPUT, path, max_bytes, data, &length));
    const char *kind = eg_foreign_file(*data, length);
    if (kind) {
        EG_FREE(data);
        return eg_fail(context, EG_INPUT, "%s: this is no text but %s", path, kind);
    }
    const char *zero = memchr(*data, 0, (size_t)length);
    if (zero) {
        long long place = (long long)(zero - *data);
        EG_FREE(data);
        return eg_fail(context, EG_INPUT,
                       "%s: byte %lld is zero, so this is no plain text; save it as UTF-8 text", path, place);
    }
    *lines = (eg_lines){.context = context, .path = path, .cursor = *data, .end = *data + length};
    if (length >= 3 && memcmp(*data, "\xEF\xBB\xBF", 3) == 0)
        lines->cursor += 3;
    return EG_OK;
}

eg_status eg_lines_fail(const eg_lines *lines, int64_t line, const char *format, ...)
{
    char text[16384];
    EG_FORMAT(text, format);
    return line > 0 ? eg_fail(lines->context, EG_INPUT, "%s:%lld: %s", lines->path, (long long)line, text)
                    : eg_fail(lines->context, EG_INPUT, "%s: %s", lines->path, text);
}

eg_status eg_lines_check_end(const eg_lines *lines, eg_slice line)
{
    return lines->ended
               ? EG_OK
               : eg_lines_fail(lines, lines->number,
                               "the last line, '%s', has no line end, so it may have been cut short; "
                               "if it is whole, add a line end",
                               eg_slice_show(line).text);
}

bool eg_lines_next(eg_lines *lines, eg_slice *line)
{
    if (lines->cursor == lines->end)
        return false;
    const char *feed = memchr(lines->cursor, '\n', (size_t)(lines->end - lines->cursor));
    lines->ended = feed != NULL;
    lines->number++;
    line->begin = lines->cursor;
    line->end = feed ? feed : lines->end;
    lines->cursor = feed ? feed + 1 : lines->end;
    if (line->end > line->begin && line->end[-1] == '\r')
        line->end--;
    return true;
}

bool eg_rows_next(eg_lines *lines, eg_slice *row)
{
    while (eg_lines_next(lines, row)) {
        *row = eg_slice_trim(*row);
        if (row->begin < row->end && row->begin[0] != '#')
            return true;
    }
    return false;
}

char eg_row_separator(eg_slice row)
{
    const char candidates[] = {';', ',', '\t'};
    for (size_t i = 0; i < sizeof candidates; i++) {
        bool quoted = false;
        for (const char *p = row.begin; p < row.end; p++) {
            quoted ^= *p == '"';
            if (*p == candidates[i] && !quoted)
                return candidates[i];
        }
    }
    return ' ';
}

bool eg_row_field(char separator, eg_row_kind kind, eg_slice *rest, eg_slice *field)
{
    if (!rest->begin)
        return false;
    const char *p = rest->begin;
    int depth = 0;
    bool quoted = false;
    for (; p < rest->end; p++) {
        depth += (*p == '(' || *p == '[') - (*p == ')' || *p == ']');
        quoted ^= *p == '"' && kind == EG_ROW_QUOTES;
        if ((*p == separator || (separator == ' ' && *p == '\t')) && !quoted)
            if (separator != ' ' || kind != EG_ROW_BRACKETS || depth <= 0)
                break;
    }
    *field = eg_slice_trim((eg_slice){rest->begin, p});
    rest->begin = p < rest->end ? p + 1 : NULL;
    while (separator == ' ' && rest->begin && rest->begin < rest->end && eg_is_blank(*rest->begin))
        rest->begin++;
    return true;
}

bool eg_field_is_open(eg_slice field)
{
    bool open = false;
    for (const char *p = field.begin; p < field.end; p++)
        open ^= *p == '"';
    return open;
}

void eg_field_add(eg_text *text, eg_slice field)
{
    if (field.begin == field.end || *field.begin != '"') {
        eg_text_add_bytes(text, field.begin, eg_slice_length(field));
        return;
    }
    for (const char *p = field.begin + 1; p < field.end; p++) {
        if (*p == '"' && ++p >= field.end)
            break;
        eg_text_add_bytes(text, p, 1);
    }
}

eg_slice eg_slice_trim(eg_slice slice)
{
    while (slice.begin < slice.end && eg_is_blank(slice.begin[0]))
        slice.begin++;
    while (slice.begin < slice.end && eg_is_blank(slice.end[-1]))
        slice.end--;
    return slice;
}

bool eg_slice_is_word(eg_slice slice, const char *word)
{
    size_t length = strlen(word);
    return (size_t)eg_slice_length(slice) == length && strncasecmp(slice.begin, word, length) == 0;
}

eg_shown eg_slice_show(eg_slice slice)
{
    enum { MOST = 40 };
    eg_shown shown;
    int length = (int)eg_min_i64(eg_slice_length(slice), MOST);
    for (int i = 0; i < length; i++) {
        unsigned char c = (unsigned char)slice.begin[i];
        shown.text[i] = c < 32 || c >= 127 ? '?' : (char)c;
    }
    shown.text[length] = 0;
    if (eg_slice_length(slice) > MOST)
        strcat(shown.text, "...");
    return shown;
}
