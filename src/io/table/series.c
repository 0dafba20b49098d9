/* Time series from text tables: finds separator, header and columns, then reads the rows. */
#include "base/search.h"
#include "io/table/series.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/table/plain_text.h"
#include "io/case/units.h"

enum { SERIES_MAX_BYTES = 1 << 28, SERIES_MAX_NAMES = 256 };

/* Differences of such numbers are finite. */
static const double SERIES_LARGEST = 1e300;

/* Columns that are not asked for by name or number: these are never names. */
static const char FIRST_COLUMN[] = "1", SECOND_COLUMN[] = "2";

/* Separators: the character itself, ' ' for runs of blanks and tabs, 'w' for a tab or two blanks
 * and more (headers whose names hold single blanks). */
enum { BLANKS = ' ', WIDE_BLANKS = 'w' };

typedef struct reader {
    const eg_series_options *options;
    eg_lines lines;
    char separator;
    int64_t fields;      /* in every row */
    int64_t first_row;   /* line of the first row of numbers */
    int64_t time, value; /* columns, from 0 */
    double time_scale, value_scale;
    bool dated;      /* the rows before have dates */
    bool utc;        /* of which the header says the zone */
    int64_t room[3]; /* of times, values and lines */
} reader;

/* ---- lines and fields */

/* Length of the separator that starts at p, 0 where there is none. */
static int64_t separator_length(const char *p, const char *end, char separator)
{
    if (separator != BLANKS && separator != WIDE_BLANKS)
        return *p == separator;
    int64_t length = 0;
    bool tab = false;
    for (; p + length < end && eg_is_blank(p[length]); length++)
        tab = tab || p[length] == '\t';
    return separator == BLANKS || tab || length >= 2 ? length : 0;
}

/* The field with that index (from 0), trimmed; returns how many fields the row has. */
static int64_t pick_field(eg_slice row, char separator, int64_t index, eg_slice *field)
{
    int64_t count = 0;
    const char *begin = row.begin;
    for (const char *p = row.begin;; p++) {
        int64_t length = p < row.end ? separator_length(p, row.end, separator) : 0;
        if (p < row.end && length == 0)
            continue;
        if (count++ == index)
            *field = eg_slice_trim((eg_slice){begin, p});
        if (p == row.end)
            return count;
        begin = p + length;
        p = begin - 1;
    }
}

/* ---- columns */

/* Digits only are a column's number. */
static bool column_number(const char *column, int64_t *index)
{
    bool is_number = strspn(column, "0123456789") == strlen(column) &&
                     eg_parse_integer(column, column + strlen(column), index);
    *index -= is_number;
    return is_number;
}

/* The separator that cuts the header into as many names as the rows have fields; 0 for none. */
static char header_separator(eg_slice header, char separator, int64_t fields)
{
    const char candidates[] = {separator, eg_row_separator(header), WIDE_BLANKS, BLANKS};
    eg_slice ignored;
    for (size_t i = 0; i < sizeof candidates; i++)
        if (pick_field(header, candidates[i], 0, &ignored) == fields)
            return candidates[i];
    return 0;
}

static eg_status no_such_name(reader *r, const char *column, eg_slice header, int64_t line, char separator)
{
    eg_context *context = r->lines.context;
    EG_ENDS_WITH(eg_text_free) eg_text names = {.context = context}, pool = {.context = context};
    const char *candidates[SERIES_MAX_NAMES];
    int64_t offsets[SERIES_MAX_NAMES];
    int count = (int)eg_min_i64(r->fields, SERIES_MAX_NAMES);
    for (int i = 0; i < count; i++) {
        eg_slice name;
        pick_field(header, separator, i, &name);
        eg_shown shown = eg_slice_show(name);
        eg_text_add(&names, "%s'%s'", i ? ", " : "", shown.text);
        offsets[i] = pool.length;
        eg_text_add_bytes(&pool, shown.text, (int64_t)strlen(shown.text) + 1);
    }
    EG_TRY(names.status);
    EG_TRY(pool.status);
    for (int i = 0; i < count; i++)
        candidates[i] = pool.data + offsets[i];
    const char *near = eg_suggest(column, candidates, count);
    return eg_lines_fail(
        &r->lines, line,
        "there is no column '%s'%s%s%s; the header has %s; a column can also be given by its "
        "number",
        column, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "", eg_text_string(&names));
}

/* Whether a column is called so, where `plain` without the unit in brackets behind its name. */
static bool is_called(eg_slice name, const char *column, bool plain)
{
    size_t length = strlen(column);
    const char *from = name.end;
    if (plain && (name.begin == name.end || !strchr(")]", name.end[-1])))
        return false;
    if (plain)
        from = memchr(name.begin, name.end[-1] == ')' ? '(' : '[', (size_t)eg_slice_length(name));
    if (!from)
        return false;
    name = eg_slice_trim((eg_slice){name.begin, from});
    return (size_t)eg_slice_length(name) == length && memcmp(name.begin, column, length) == 0;
}

static eg_status find_name(reader *r, const char *column, eg_slice header, int64_t line, int64_t *index)
{
    char separator = header_separator(header, r->separator, r->fields);
    if (!separator)
        return eg_lines_fail(&r->lines, line,
                             "the header does not have one name for each of the %lld columns, so that column "
                             "'%s' cannot be found; give the column by its number",
                             (long long)r->fields, column);
    *index = -1;
    for (int plain = 0; plain < 2 && *index < 0; plain++)
        for (int64_t i = 0; i < r->fields; i++) {
            eg_slice name;
            pick_field(header, separator, i, &name);
            if (!is_called(name, column, plain))
                continue;
            if (*index >= 0)
                return eg_lines_fail(
                    &r->lines, line,
                    "columns %lld and %lld both have the name '%s'; give the column by its number",
                    (long long)*index + 1, (long long)i + 1, column);
            *index = i;
        }
    return *index >= 0 ? EG_OK : no_such_name(r, column, header, line, separator);
}

/* Whether the header has a column of this name. */
static bool has_name(const reader *r, const char *column, eg_slice header)
{
    char separator = header_separator(header, r->separator, r->fields);
    for (int64_t i = 0; separator && i < r->fields; i++) {
        eg_slice name;
        pick_field(header, separator, i, &name);
        if (is_called(name, column, false) || is_called(name, column, true))
            return true;
    }
    return false;
}

/* Finds a column by name in the header (NULL: there is none), or by number: a name of digits goes first. */
static eg_status find_column(reader *r, const char *column, const eg_slice *header, int64_t line,
                             int64_t *index)
{
    bool is_default = column == FIRST_COLUMN || column == SECOND_COLUMN;
    bool is_name = header && !is_default && has_name(r, column, *header);
    if (!is_name && column_number(column, index)) {
        if (*index >= 0 && *index < r->fields)
            return EG_OK;
        return eg_lines_fail(&r->lines, r->first_row,
                             "column %s is asked for, but the row has %lld %s; columns are counted from 1",
                             column, (long long)r->fields, r->fields == 1 ? "field" : "fields");
    }
    if (header)
        return find_name(r, column, *header, line, index);
    return eg_lines_fail(
        &r->lines, r->first_row,
        "column '%s' is asked for, but the file has no header; put one before the first row, "
        "or give the column by its number",
        column);
}

static bool is_dated(eg_slice field)
{
    return eg_date_begins(field.begin, field.end) || eg_date_hint(field.begin, field.end);
}

/* Whether a field of the row, where the times are no numbers, is the name of the column of values: names may be
 * numbers. */
static bool names_the_value(const reader *r, eg_slice row)
{
    const char separator = eg_row_separator(row), *column = r->options->value_column;
    eg_slice field = {row.begin, row.begin};
    int64_t fields = column == SECOND_COLUMN ? 0 : pick_field(row, separator, 0, &field);
    for (int64_t i = 0; i < fields; i++) {
        pick_field(row, separator, i, &field);
        if (is_called(field, column, false))
            return true;
    }
    return false;
}

/* The first line is a header when neither of the two columns holds a number in it, or when the times do not and the
 * name of the values is there; for a column that is given by name the first field is looked at. */
static bool is_header(const reader *r, eg_slice row)
{
    const char separator = eg_row_separator(row);
    const char *column[2] = {r->options->time_column, r->options->value_column};
    for (int i = 0; i < 2; i++) {
        int64_t index = 0;
        double ignored;
        eg_slice field = {row.begin, row.begin};
        column_number(column[i], &index);
        pick_field(row, separator, index, &field);
        if (eg_parse_real(field.begin, field.end, &ignored) || is_dated(field))
            return i == 1 && names_the_value(r, row);
    }
    return true;
}

/* ---- rows */

static bool is_missing_word(eg_slice field)
{
    const char *words[] = {"nan", "+nan", "-nan", "na", "n/a", "null", "none", "-", "inf", "-inf", "+inf"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (eg_slice_is_word(field, words[i]))
            return true;
    return false;
}

static const char *way_out_of(eg_slice field)
{
    if (field.begin == field.end)
        return "remove the row (values between rows are interpolated) or fill it in";
    if (memchr(field.begin, '"', (size_t)eg_slice_length(field)) ||
        memchr(field.begin, '\'', (size_t)eg_slice_length(field)))
        return "quotes are not read: remove them";
    if (is_missing_word(field))
        return "remove the row: values between rows are interpolated";
    if (memchr(field.begin, ',', (size_t)eg_slice_length(field)))
        return "numbers have a decimal point, not a comma";
    return "put # before a line that is a comment";
}

static eg_status read_sample_field(reader *r, eg_slice row, int64_t column, const char *what, double scale,
                                   double *value)
{
    eg_slice field = {row.end, row.end};
    pick_field(row, r->separator, column, &field);
    if (!eg_parse_real(field.begin, field.end, value))
        return eg_lines_fail(&r->lines, r->lines.number, "the %s in column %lld, '%s', is not a number; %s",
                             what, (long long)column + 1, eg_slice_show(field).text, way_out_of(field));
    *value *= scale;
    if (!(fabs(*value) <= SERIES_LARGEST))
        return eg_lines_fail(
            &r->lines, r->lines.number,
            "the %s in column %lld, '%s', is too large in SI units; check the unit of the column", what,
            (long long)column + 1, eg_slice_show(field).text);
    return EG_OK;
}

/* Between blanks a date and its time of day are two fields. */
static bool is_cut_date(const reader *r, eg_slice row, eg_slice field)
{
    eg_slice next = {row.end, row.end};
    pick_field(row, r->separator, r->time + 1, &next);
    return r->separator == BLANKS && eg_slice_length(field) == 10 && eg_slice_length(next) > 4 &&
           next.begin[2] == ':';
}

static eg_status read_date(reader *r, eg_slice row, eg_slice field, eg_series *series, double *time)
{
    const eg_date *start = r->options->start;
    const char *why, *hint = eg_date_hint(field.begin, field.end);
    eg_date date;
    if (!start || !start->given)
        return eg_lines_fail(&r->lines, r->lines.number,
                             "the time '%s' is a date, and the case does not say which date time 0 is; give "
                             "time.start, such as 'start: %s'",
                             eg_slice_show(field).text,
                             hint ? "2021-07-14T06:00:00Z" : eg_slice_show(field).text);
    if (is_cut_date(r, row, field))
        return eg_lines_fail(&r->lines, r->lines.number,
                             "the date '%s' and its time of day are two columns; join them by T, as in "
                             "2021-07-14T06:00, or separate columns by commas",
                             eg_slice_show(field).text);
    if (hint || !eg_date_read(field.begin, field.end, &date, &why))
        return eg_lines_fail(&r->lines, r->lines.number, "the time '%s' is no date: %s",
                             eg_slice_show(field).text, hint ? hint : why);
    series->zoneless = series->zoneless || (!date.zoned && !r->utc);
    *time = eg_date_since(&date, start);
    return EG_OK;
}

/* A number, or a date. */
static eg_status read_sample_time(reader *r, eg_slice row, eg_series *series, double *time)
{
    eg_slice field = {row.end, row.end};
    pick_field(row, r->separator, r->time, &field);
    bool dated = is_dated(field);
    if (series->count > 0 && dated != r->dated)
        return eg_lines_fail(
            &r->lines, r->lines.number,
            "the time '%s' is %s where line %lld has %s; a table has either dates or numbers",
            eg_slice_show(field).text, dated ? "a date" : "a number", (long long)r->first_row,
            dated ? "a number" : "a date");
    r->dated = dated;
    return dated ? read_date(r, row, field, series, time)
                 : read_sample_field(r, row, r->time, "time", r->time_scale, time);
}

static eg_status check_sample(reader *r, eg_slice row)
{
    EG_TRY(eg_lines_check_end(&r->lines, row));
    eg_slice ignored;
    int64_t fields = pick_field(row, r->separator, 0, &ignored);
    if (fields != r->fields)
        return eg_lines_fail(
            &r->lines, r->lines.number,
            "the row '%s' has %lld %s where line %lld has %lld; every row needs the same columns",
            eg_slice_show(row).text, (long long)fields, fields == 1 ? "field" : "fields",
            (long long)r->first_row, (long long)r->fields);
    return EG_OK;
}

static eg_status read_sample(reader *r, eg_slice row, eg_series *series)
{
    double time, value;
    EG_TRY(check_sample(r, row));
    EG_TRY(read_sample_time(r, row, series, &time));
    EG_TRY(read_sample_field(r, row, r->value, "value", r->value_scale, &value));
    int64_t n = series->count;
    if (n > 0 && !(time > series->times[n - 1]) && r->dated)
        return eg_lines_fail(
            &r->lines, r->lines.number,
            "the date does not come after that in line %lld; sort the rows by time and keep one "
            "for each time, with the offset from UTC where clocks are set back",
            (long long)series->lines[n - 1]);
    if (n > 0 && !(time > series->times[n - 1]))
        return eg_lines_fail(&r->lines, r->lines.number,
                             "the time %s s does not come after %s s in line %lld; sort the rows by time and "
                             "keep one for each time",
                             eg_real_show(time).text, eg_real_show(series->times[n - 1]).text,
                             (long long)series->lines[n - 1]);
    EG_TRY(eg_reserve(series->context, n + 1, &r->room[0], sizeof *series->times, &series->times));
    EG_TRY(eg_reserve(series->context, n + 1, &r->room[1], sizeof *series->values, &series->values));
    EG_TRY(eg_reserve(series->context, n + 1, &r->room[2], sizeof *series->lines, &series->lines));
    series->times[n] = time;
    series->values[n] = value;
    series->lines[n] = r->lines.number;
    series->count++;
    return EG_OK;
}

/* The text in the brackets at the end of a name, "Q (m3/s)" or "t [h]"; false where there are none. */
static bool find_bracketed_unit(eg_slice name, char *unit, size_t room)
{
    if (name.begin == name.end || (name.end[-1] != ')' && name.end[-1] != ']'))
        return false;
    char open = name.end[-1] == ')' ? '(' : '[';
    const char *from = memchr(name.begin, open, (size_t)eg_slice_length(name));
    if (!from)
        return false;
    snprintf(unit, room, "%.*s", (int)(name.end - 1 - from - 1), from + 1);
    return true;
}

/* Whether a name without brackets ends with a unit of time other than s: "hours", "t_h", "time min". */
static bool names_another_time(eg_slice name)
{
    static const char *const units[] = {"h", "hour", "hours", "min", "minutes", "days"};
    const char *word = name.end;
    while (word > name.begin && word[-1] != '_' && word[-1] != ' ' && word[-1] != '-')
        word--;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (eg_slice_is_word((eg_slice){word, name.end}, units[i]))
            return true;
    return false;
}

static eg_status refuse_unit_of_series(const reader *r, int64_t line, int64_t column, eg_slice name,
                                       eg_dimension found)
{
    char expected[128], given[128];
    eg_dimension_describe(*r->options->dimension, expected);
    eg_dimension_describe(found, given);
    return eg_lines_fail(
        &r->lines, line,
        "column %lld, '%s', has the unit of %s, and %s is asked for; choose another column, or "
        "mend the unit",
        (long long)column + 1, eg_slice_show(name).text, given, expected);
}

/* Whether values have no unit of SI, as concentrations. */
static bool takes_numbers(const reader *r)
{
    return r->options->dimension && eg_dimension_equal(*r->options->dimension, EG_DIMENSION_NONE);
}

/* The unit of a column, where its name has one: it is taken, or refused, never passed over. */
static eg_status take_unit(const reader *r, eg_slice header, int64_t line, char separator, int64_t column,
                           double *scale)
{
    char unit[64], text[80];
    double one = 0, none = 0;
    eg_slice name = {header.begin, header.begin};
    eg_dimension dimension;
    eg_unit_error error;
    if (!separator)
        return EG_OK;
    pick_field(header, separator, column, &name);
    bool has_unit = find_bracketed_unit(name, unit, sizeof unit) && unit[0] && strcmp(unit, "-") != 0;
    if (!has_unit && column == r->time && names_another_time(name))
        return eg_lines_fail(&r->lines, line,
                             "the times in column %lld, '%s', would be taken in seconds; write their unit in "
                             "brackets behind the name, such as (h), or (s)",
                             (long long)column + 1, eg_slice_show(name).text);
    if (!has_unit)
        return EG_OK;
    const char *known = eg_unit_alias(unit);
    snprintf(text, sizeof text, "1 %s", known ? known : unit);
    bool good = eg_quantity_parse_any(text, &one, &dimension, &error);
    text[0] = '0';
    good = good && eg_quantity_parse_any(text, &none, &dimension, &error) && none == 0;
    if (column == r->value && takes_numbers(r) &&
        (!good || !eg_dimension_equal(dimension, EG_DIMENSION_NONE)))
        return eg_lines_fail(&r->lines, line,
                             "the name of column %lld, '%s', ends with a unit, and its numbers are taken as "
                             "they are; remove the brackets",
                             (long long)column + 1, eg_slice_show(name).text);
    if (!good || (column == r->time && !eg_dimension_equal(dimension, EG_DIMENSION_TIME)))
        return eg_lines_fail(
            &r->lines, line,
            "the name of column %lld, '%s', does not end with a %s; write one such as (%s), or a "
            "name without brackets for SI units",
            (long long)column + 1, eg_slice_show(name).text,
            column == r->time ? "unit of time" : "known unit", column == r->time ? "h" : "m3/s");
    if (column == r->value && r->options->dimension && !eg_dimension_equal(dimension, *r->options->dimension))
        return refuse_unit_of_series(r, line, column, name, dimension);
    *scale *= one;
    return EG_OK;
}

/* "0,1,5" below "time,level" is 0 and 1.5, whose comma separates as well. */
static eg_status check_commas(const reader *r, eg_slice header, int64_t line)
{
    eg_slice ignored;
    int64_t names = header.begin ? pick_field(header, ',', 0, &ignored) : r->fields;
    if (r->separator != ',' || names >= r->fields || names == 1)
        return EG_OK;
    return eg_lines_fail(
        &r->lines, r->first_row,
        "the row has %lld fields where the header in line %lld has %lld; numbers have a decimal "
        "point, not a comma",
        (long long)r->fields, (long long)line, (long long)names);
}

/* Whether a column's name says that its dates are UTC: "time (UTC)". */
static bool names_utc(eg_slice header, char separator, int64_t column)
{
    char zone[8] = "";
    eg_slice name = {header.end, header.end};
    if (separator)
        pick_field(header, separator, column, &name);
    return find_bracketed_unit(name, zone, sizeof zone) && (!strcmp(zone, "UTC") || !strcmp(zone, "GMT"));
}

/* Leaves the first row of numbers in *row, with separator, fields and columns known. */
static eg_status read_layout(reader *r, eg_slice *row, bool *some)
{
    eg_slice header = {NULL, NULL};
    int64_t header_line = 0;
    *some = eg_rows_next(&r->lines, row);
    if (*some && is_header(r, *row)) {
        header = *row;
        header_line = r->lines.number;
        *some = eg_rows_next(&r->lines, row);
    }
    if (!*some)
        return EG_OK;
    r->separator = eg_row_separator(*row);
    eg_slice ignored;
    r->fields = pick_field(*row, r->separator, 0, &ignored);
    r->first_row = r->lines.number;
    EG_TRY(check_commas(r, header, header_line));
    const eg_slice *names = header.begin ? &header : NULL;
    EG_TRY(find_column(r, r->options->time_column, names, header_line, &r->time));
    EG_TRY(find_column(r, r->options->value_column, names, header_line, &r->value));
    eg_slice time = {row->end, row->end};
    pick_field(*row, r->separator, r->time, &time);
    if (names) {
        char separator = header_separator(header, r->separator, r->fields);
        r->utc = names_utc(header, separator, r->time) && is_dated(time);
        if (!r->utc)
            EG_TRY(take_unit(r, header, header_line, separator, r->time, &r->time_scale));
        EG_TRY(take_unit(r, header, header_line, separator, r->value, &r->value_scale));
    }
    if (r->time == r->value)
        return eg_lines_fail(&r->lines, 0,
                             "column %lld is asked for as the time and as the value; name two columns",
                             (long long)r->time + 1);
    return EG_OK;
}

static eg_status read_samples(reader *r, eg_series *series)
{
    eg_slice row;
    bool some;
    EG_TRY(read_layout(r, &row, &some));
    for (; some; some = eg_rows_next(&r->lines, &row))
        EG_TRY(read_sample(r, row, series));
    if (series->count < 2)
        return eg_lines_fail(&r->lines, 0, "has %lld %s of numbers; a series needs two or more",
                             (long long)series->count, series->count == 1 ? "row" : "rows");
    return EG_OK;
}

/* ---- the public calls */

eg_status eg_series_read(eg_context *context, const char *path, const eg_series_options *options,
                         eg_series **series)
{
    eg_series_options with_defaults = options ? *options : (eg_series_options){0};
    if (!with_defaults.time_column)
        with_defaults.time_column = FIRST_COLUMN;
    if (!with_defaults.value_column)
        with_defaults.value_column = SECOND_COLUMN;
    reader r = {.options = &with_defaults,
                .time_scale = with_defaults.time_scale == 0 ? 1 : with_defaults.time_scale,
                .value_scale = with_defaults.value_scale == 0 ? 1 : with_defaults.value_scale};
    assert(r.time_scale > 0);
    EG_ENDS_WITH(eg_series_destroy) eg_series *made = NULL;
    EG_SCRATCH char *data = NULL;
    *series = NULL;
    EG_TRY(eg_lines_open(context, path, SERIES_MAX_BYTES, &data, &r.lines));
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    made->after = with_defaults.after;
    EG_TRY(eg_strdup(context, path, &made->name));
    EG_TRY(read_samples(&r, made));
    return eg_hand_over(&made, series);
}

static eg_status outside(const eg_series *series, double t)
{
    if (!isfinite(t))
        return eg_fail(series->context, EG_INPUT, "series %s: is asked for at a time that is not finite",
                       series->name);
    bool late = t > series->times[0];
    int64_t row = late ? series->count - 1 : 0;
    return eg_fail(series->context, EG_INPUT,
                   "series %s: is asked for at %s s, but its %s time is %s s (line %lld); add rows, "
                   "%s, or say 'after: hold'",
                   series->name, eg_real_show(t).text, late ? "last" : "first",
                   eg_real_show(series->times[row]).text, (long long)series->lines[row],
                   late ? "end the run earlier" : "start the run later");
}

eg_status eg_series_value(const eg_series *series, double t, double *value)
{
    const double *times = series->times, *values = series->values;
    int64_t last = series->count - 1;
    bool within = t >= times[0] && t <= times[last];
    if (!isfinite(t) || (!within && series->after == EG_SERIES_ERROR))
        return outside(series, t);
    if (!within || t == times[last]) {
        *value = t < times[0] ? values[0] : values[last];
        return EG_OK;
    }
    int64_t high = EG_SEARCH(i, 1, last, times[i] <= t), low = high - 1; /* times[low] <= t < times[high] */
    double w = (t - times[low]) / (times[high] - times[low]);
    *value = fma(w, values[high] - values[low], values[low]);
    return EG_OK;
}

void eg_series_destroy(eg_series **series)
{
    if (*series)
        EG_FREE(&(*series)->name, &(*series)->times, &(*series)->values, &(*series)->lines, series);
}
