/* Tables: lines to names and numbers. */
#include "io/table/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/table/plain_text.h"

enum { TABLE_MAX_BYTES = 1 << 30 };

typedef struct reader {
    eg_table *table;
    eg_lines lines;
    char separator;
    int64_t first_line, room; /* number of the line; in values */
} reader;

/* A field as a number, which quotes may surround. */
static bool read_number(eg_slice field, double *value)
{
    if (eg_slice_length(field) > 1 && field.begin[0] == '"' && field.end[-1] == '"')
        field = (eg_slice){field.begin + 1, field.end - 1};
    return eg_parse_real(field.begin, field.end, value);
}

/* Counts the fields of the line given last, and those that are numbers. */
static eg_status count_fields(const reader *r, eg_slice line, int64_t *count, int64_t *numbers)
{
    double ignored;
    eg_slice field;
    for (*count = *numbers = 0; eg_row_field(r->separator, EG_ROW_QUOTES, &line, &field); ++*count) {
        *numbers += read_number(field, &ignored);
        if (eg_field_is_open(field))
            return eg_lines_fail(&r->lines, r->lines.number,
                                 "a quote (\") that is not closed in its line: %s",
                                 eg_slice_show(field).text);
    }
    return EG_OK;
}

/* Names are what the header says, or numbers from 1. */
static eg_status take_column_names(reader *r, eg_slice header)
{
    eg_table *table = r->table;
    EG_TRY(eg_alloc(table->context, table->columns, sizeof *table->name, &table->name));
    for (int64_t c = 0; c < table->columns; c++) {
        eg_slice field = {NULL, NULL};
        EG_TEXT(name, table->context);
        eg_row_field(r->separator, EG_ROW_QUOTES, &header, &field);
        if (table->has_header)
            eg_field_add(&name, field);
        else
            eg_text_add(&name, "column %lld", (long long)c + 1);
        EG_TRY(name.status);
        EG_TRY(eg_strdup(table->context, eg_text_string(&name), &table->name[c]));
    }
    return EG_OK;
}

static eg_status take_table_row(reader *r, eg_slice line)
{
    eg_table *table = r->table;
    int64_t numbers, fields;
    eg_slice field;
    EG_TRY(count_fields(r, line, &fields, &numbers));
    if (fields != table->columns)
        return eg_lines_fail(&r->lines, r->lines.number,
                             "the row has %lld fields where line %lld has %lld; every row of a table needs "
                             "the same columns",
                             (long long)fields, (long long)r->first_line, (long long)table->columns);
    EG_TRY(eg_reserve(table->context, (table->rows + 1) * table->columns, &r->room, sizeof *table->values,
                      &table->values));
    double *to = table->values + table->rows++ * table->columns;
    for (; eg_row_field(r->separator, EG_ROW_QUOTES, &line, &field); to++)
        if (!read_number(field, to))
            *to = NAN;
    return EG_OK;
}

static eg_status read_table_lines(reader *r)
{
    eg_table *table = r->table;
    eg_slice line;
    int64_t numbers;
    if (!eg_rows_next(&r->lines, &line))
        return eg_lines_fail(&r->lines, 0, "holds no line of a table");
    r->first_line = r->lines.number;
    r->separator = eg_row_separator(line);
    EG_TRY(count_fields(r, line, &table->columns, &numbers));
    table->has_header = numbers == 0;
    EG_TRY(take_column_names(r, line));
    bool some = !table->has_header || eg_rows_next(&r->lines, &line);
    for (; some && !table->is_cut; some = eg_rows_next(&r->lines, &line)) {
        table->is_cut = !r->lines.ended;
        if (!table->is_cut)
            EG_TRY(take_table_row(r, line));
    }
    return EG_OK;
}

eg_status eg_table_read(eg_context *context, const char *path, eg_table **table)
{
    EG_SCRATCH char *data = NULL;
    EG_ENDS_WITH(eg_table_destroy) eg_table *made = NULL;
    *table = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    reader r = {.table = made};
    EG_TRY(eg_strdup(context, path, &made->path));
    EG_TRY(eg_lines_open(context, path, TABLE_MAX_BYTES, &data, &r.lines));
    EG_TRY(read_table_lines(&r));
    return eg_hand_over(&made, table);
}

void eg_table_destroy(eg_table **table)
{
    if (!table || !*table)
        return;
    for (int64_t c = 0; (*table)->name && c < (*table)->columns; c++)
        EG_FREE(&(*table)->name[c]);
    EG_FREE(&(*table)->name, &(*table)->values, &(*table)->path, table);
}

eg_column eg_table_column(const eg_table *table, int64_t column)
{
    eg_column c = {.low = INFINITY, .high = -INFINITY, .is_ascending = true};
    for (int64_t row = 0; row < table->rows; row++) {
        double value = table->values[row * table->columns + column];
        c.is_ascending = c.is_ascending && isfinite(value) && (row == 0 || value > c.high);
        if (!isfinite(value))
            continue;
        c.low = fmin(c.low, value);
        c.high = fmax(c.high, value);
        c.numbers++;
    }
    return c;
}

/* ---- units ---- */

static bool is_unit(const char *text, size_t length)
{
    static const char *const units[] = {"m", "m2", "m3", "s", "kg", "Pa", "K", "J", "W", "N"};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strlen(units[i]) == length && memcmp(units[i], text, length) == 0)
            return true;
    return false;
}

/* Where the word before `end` begins. */
static size_t word_before(const char *name, size_t end)
{
    while (end > 0 && name[end - 1] != '_')
        end--;
    return end;
}

int64_t eg_column_unit(const char *name, char unit[32])
{
    size_t length = strlen(name), last = word_before(name, length);
    unit[0] = 0;
    if (last == 0 || !is_unit(name + last, length - last))
        return (int64_t)length;
    size_t per = last > 1 ? word_before(name, last - 1) : 0;
    size_t over = per > 1 ? word_before(name, per - 1) : 0;
    bool ratio = per > 0 && last - 1 - per == 3 && memcmp(name + per, "per", 3) == 0 && over > 0 &&
                 is_unit(name + over, per - 1 - over);
    snprintf(unit, 32, "%.*s%s%s", ratio ? (int)(per - 1 - over) : 0, name + over, ratio ? "/" : "",
             name + last);
    return (int64_t)(ratio ? over : last) - 1;
}
