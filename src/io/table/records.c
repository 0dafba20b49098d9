/* Records: the file is cut into fields in place; numbers are read when they are asked for. */
#include "io/table/records.h"

#include <stdio.h>
#include <string.h>

#include "io/case/table.h"
#include "io/table/plain_text.h"

enum { RECORDS_MAX_BYTES = 1 << 28, FIELD_ROOM = 160 };

typedef struct reader {
    eg_records *records;
    eg_lines lines;
    char separator;
    int64_t header_line, field_room, line_room;
} reader;

static int64_t count_columns(char separator, eg_slice line)
{
    int64_t count = 0;
    eg_slice field;
    while (eg_row_field(separator, EG_ROW_BRACKETS, &line, &field))
        count++;
    return count;
}

/* The slice as a text of its own: what follows it in the file is a separator or the end of its line. */
static const char *end_field(eg_slice slice)
{
    *(char *)slice.end = 0;
    return slice.begin;
}

/* ---- the header */

static eg_status check_column_names(const reader *r, const char *known, const char *needed)
{
    const eg_records *t = r->records;
    char buffer[EG_WORDS_BYTES];
    const char *words[EG_WORDS_MOST];
    int count = eg_case_words(known ? known : "", buffer, words);
    for (int64_t c = 0; c < t->columns; c++) {
        const char *near = eg_suggest(t->name[c], words, count);
        if (known && !eg_case_is_word(known, t->name[c]))
            return eg_lines_fail(&r->lines, r->header_line,
                                 "the column '%.60s' is not known%s%s%s; the columns are %s", t->name[c],
                                 near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "", known);
        if (eg_records_column(t, t->name[c]) != c)
            return eg_lines_fail(&r->lines, r->header_line, "the column '%.60s' is there twice", t->name[c]);
    }
    count = eg_case_words(needed, buffer, words);
    for (int i = 0; i < count; i++)
        if (eg_records_column(t, words[i]) < 0)
            return eg_lines_fail(&r->lines, r->header_line, "there is no column '%s'; the header needs %s",
                                 words[i], needed);
    return EG_OK;
}

/* "x (km)" is the column x in km. */
static void split_name(char *name, const char **unit)
{
    char *end = name + strlen(name), *from = strpbrk(name, "([");
    *unit = "";
    if (!from || from == name || (end[-1] != ')' && end[-1] != ']'))
        return;
    end[-1] = 0;
    *unit = from + 1;
    *from = 0;
    while (from > name && eg_is_blank(from[-1]))
        *--from = 0;
}

static eg_status check_unit(const reader *r, int64_t column)
{
    const eg_records *t = r->records;
    char text[FIELD_ROOM];
    double one;
    eg_dimension dimension;
    eg_unit_error error;
    snprintf(text, sizeof text, "1 %.100s", t->unit[column]);
    if (!t->unit[column][0] || eg_quantity_parse_any(text, &one, &dimension, &error))
        return EG_OK;
    return eg_lines_fail(&r->lines, r->header_line,
                         "the column '%.60s' ends with '%.60s', which is not a known unit; write one such as "
                         "(km), or a name without brackets for SI units",
                         t->name[column], t->unit[column]);
}

static eg_status read_record_header(reader *r, const char *known, const char *needed)
{
    eg_records *t = r->records;
    eg_slice line, field;
    if (!eg_rows_next(&r->lines, &line))
        return eg_lines_fail(&r->lines, 0, "holds no line of a table; its header needs %s", needed);
    EG_TRY(eg_lines_check_end(&r->lines, line));
    r->header_line = r->lines.number;
    r->separator = eg_row_separator(line);
    t->columns = count_columns(r->separator, line);
    EG_TRY(EG_ALLOC(t->context, EG_BLOCK(t->columns, t->name), EG_BLOCK(t->columns, t->unit)));
    for (int64_t c = 0; eg_row_field(r->separator, EG_ROW_BRACKETS, &line, &field); c++) {
        t->name[c] = end_field(field);
        split_name((char *)t->name[c], &t->unit[c]);
    }
    EG_TRY(check_column_names(r, known, needed));
    for (int64_t c = 0; c < t->columns; c++)
        EG_TRY(check_unit(r, c));
    return EG_OK;
}

/* ---- rows */

static eg_status check_row(const reader *r, eg_slice line)
{
    int64_t fields = count_columns(r->separator, line);
    EG_TRY(eg_lines_check_end(&r->lines, line));
    if (memchr(line.begin, '"', (size_t)eg_slice_length(line)))
        return eg_lines_fail(&r->lines, r->lines.number,
                             "quotes are not read: remove them, and separators within fields");
    if (fields != r->records->columns)
        return eg_lines_fail(&r->lines, r->lines.number,
                             "the row '%s' has %lld %s where the header in line %lld has %lld",
                             eg_slice_show(line).text, (long long)fields, fields == 1 ? "field" : "fields",
                             (long long)r->header_line, (long long)r->records->columns);
    return EG_OK;
}

static eg_status read_record(reader *r, eg_slice line)
{
    eg_records *t = r->records;
    eg_slice field;
    EG_TRY(check_row(r, line));
    EG_TRY(eg_reserve(t->context, (t->rows + 1) * t->columns, &r->field_room, sizeof *t->field, &t->field));
    EG_TRY(eg_reserve(t->context, t->rows + 1, &r->line_room, sizeof *t->line, &t->line));
    const char **to = t->field + t->rows * t->columns;
    t->line[t->rows++] = r->lines.number;
    while (eg_row_field(r->separator, EG_ROW_BRACKETS, &line, &field))
        *to++ = end_field(field);
    return EG_OK;
}

static eg_status read_records(reader *r, const char *known, const char *needed)
{
    eg_records *t = r->records;
    eg_slice line;
    EG_TRY(eg_lines_open(t->context, t->path, RECORDS_MAX_BYTES, &t->data, &r->lines));
    EG_TRY(read_record_header(r, known, needed));
    while (eg_rows_next(&r->lines, &line))
        EG_TRY(read_record(r, line));
    if (t->rows == 0)
        return eg_lines_fail(&r->lines, 0, "has a header and no rows");
    return EG_OK;
}

eg_status eg_records_read(eg_context *context, const char *path, const char *known, const char *needed,
                          eg_records **records)
{
    EG_ENDS_WITH(eg_records_destroy) eg_records *made = NULL;
    *records = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    EG_TRY(eg_strdup(context, path, &made->path));
    EG_TRY(read_records(&(reader){.records = made}, known, needed));
    return eg_hand_over(&made, records);
}

void eg_records_destroy(eg_records **records)
{
    eg_records *t = *records;
    if (t)
        EG_FREE(&t->name, &t->unit, &t->field, &t->line, &t->data, &t->path, records);
}

/* ---- fields */

int64_t eg_records_column(const eg_records *records, const char *name)
{
    for (int64_t c = 0; c < records->columns; c++)
        if (strcmp(records->name[c], name) == 0)
            return c;
    return -1;
}

const char *eg_records_text(const eg_records *records, int64_t row, const char *name)
{
    int64_t column = eg_records_column(records, name);
    return column < 0 ? "" : records->field[row * records->columns + column];
}

eg_status eg_records_fail(const eg_records *records, int64_t row, const char *name, const char *format, ...)
{
    char text[512];
    const char *field = eg_records_text(records, row, name);
    EG_FORMAT(text, format);
    return eg_fail(records->context, EG_INPUT, "%s:%lld: column '%s', '%s': %s", records->path,
                   (long long)records->line[row], name,
                   eg_slice_show((eg_slice){field, field + strlen(field)}).text, text);
}

/* The quantity in a field; one without a unit of its own has the column's, or else `otherwise`. */
static eg_status read_quantity(const eg_records *records, int64_t row, const char *name,
                               eg_dimension dimension, const char *otherwise, double *value)
{
    const char *field = eg_records_text(records, row, name);
    int64_t column = eg_records_column(records, name);
    const char *unit = column >= 0 && records->unit[column][0] ? records->unit[column] : otherwise;
    char text[FIELD_ROOM];
    eg_unit_error error;
    double bare;
    if (!field[0])
        return eg_fail(records->context, EG_INPUT, "%s:%lld: column '%s' has no value", records->path,
                       (long long)records->line[row], name);
    bool alone = eg_parse_real(field, field + strlen(field), &bare);
    snprintf(text, sizeof text, "%.60s%s%.60s", field, alone && unit[0] ? " " : "", alone ? unit : "");
    if (eg_quantity_parse(text, dimension, value, &error))
        return EG_OK;
    return eg_records_fail(records, row, name, "%s",
                           strchr(field, ',') ? "numbers have a decimal point, not a comma" : error.message);
}

eg_status eg_records_real(const eg_records *records, int64_t row, const char *name, eg_dimension dimension,
                          double *value)
{
    return read_quantity(records, row, name, dimension, "", value);
}

eg_status eg_records_moment(const eg_records *records, int64_t row, const char *name, const eg_date *start,
                            double *value)
{
    const char *field = eg_records_text(records, row, name), *end = field + strlen(field), *why;
    const char *hint = eg_date_hint(field, end);
    eg_date date;
    if (!hint && !eg_date_begins(field, end))
        return eg_records_real(records, row, name, EG_DIMENSION_TIME, value);
    if (!start->given)
        return eg_records_fail(records, row, name,
                               "is a date, and the case does not say which date time 0 is; give time.start");
    if (hint || !eg_date_read(field, end, &date, &why))
        return eg_records_fail(records, row, name, "is no date: %s", hint ? hint : why);
    *value = eg_date_since(&date, start);
    return EG_OK;
}

bool eg_records_is_zoneless(const eg_records *records, const char *name)
{
    for (int64_t row = 0; row < records->rows; row++) {
        const char *field = eg_records_text(records, row, name), *why;
        eg_date date;
        if (eg_date_read(field, field + strlen(field), &date, &why) && !date.zoned)
            return true;
    }
    return false;
}

eg_status eg_records_angle(const eg_records *records, int64_t row, const char *name, double *value)
{
    return read_quantity(records, row, name, EG_DIMENSION_NONE, "deg", value);
}
