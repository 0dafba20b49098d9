/* The table of settings: a head with keys, then a line for each member. Fields are separated as in all tables,
 * and may stand in double quotes (RFC 4180), so that a list of the case can be one. */
#include "io/table/plain_text.h"
#include "tools/ensemble/ensemble.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_BYTES = 1 << 30, NAME_BYTES = 200 };

/* Where columns go. */
enum { TO_NAME = -1, TO_WEIGHT = -2 };

/* A table while it is read. */
typedef struct reading {
    eg_ensemble *ensemble;
    eg_lines lines;
    char separator;
    int columns, name, weight; /* columns of these; -1: none */
    int64_t column_room;
    int *to; /* [columns] a key, or TO_NAME, TO_WEIGHT */
} reading;

/* A field of a line. */
typedef struct table_field {
    eg_slice raw; /* without blanks at its ends, with quotes */
    int column;   /* where it begins, from 1 */
} table_field;

static eg_status fail_at(const reading *r, int column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static eg_status fail_at(const reading *r, int column, const char *format, ...)
{
    char text[512];
    EG_FORMAT(text, format);
    return eg_fail(r->lines.context, EG_INPUT, "%s:%lld:%d: error: %s", r->lines.path,
                   (long long)r->lines.number, column, text);
}

/* Cuts the next field off the line; *rest.begin is NULL behind the last one. */
static eg_status next_field(const reading *r, eg_slice row, eg_slice *rest, table_field *cut)
{
    eg_row_field(r->separator, EG_ROW_QUOTES, rest, &cut->raw);
    cut->column = (int)(cut->raw.begin - row.begin) + 1;
    return eg_field_is_open(cut->raw) ? fail_at(r, cut->column, "a quote (\") that is not closed in its line")
                                      : EG_OK;
}

/* Keeps what a field says, without its quotes; the place of it in the pool. */
static int64_t keep_field(eg_ensemble *ensemble, eg_slice raw)
{
    int64_t place = ensemble->pool.length;
    eg_field_add(&ensemble->pool, raw);
    eg_text_add_bytes(&ensemble->pool, "", 1);
    return place;
}

static const char *kept(const eg_ensemble *ensemble, int64_t place)
{
    return ensemble->pool.status == EG_OK ? ensemble->pool.data + place : "";
}

/* ---- the head */

static eg_status take_head_field(reading *r, const table_field *f)
{
    eg_ensemble *ensemble = r->ensemble;
    const char *name = kept(ensemble, keep_field(ensemble, f->raw));
    EG_TRY(ensemble->pool.status);
    EG_TRY(eg_reserve(r->lines.context, r->columns + 1, &r->column_room, sizeof *r->to, &r->to));
    int *special = strcmp(name, "name") == 0 ? &r->name : strcmp(name, "weight") == 0 ? &r->weight : NULL;
    if (!name[0] || strchr(name, '='))
        return fail_at(r, f->column, "expected a key of the case, name or weight, found '%s'",
                       eg_slice_show(f->raw).text);
    for (int k = 0; k < ensemble->keys; k++)
        if (strcmp(ensemble->key[k].name, name) == 0)
            return fail_at(r, f->column, "the column '%s' is there twice", name);
    if (special && *special >= 0)
        return fail_at(r, f->column, "the column '%s' is there twice", name);
    if (special)
        *special = r->columns;
    else
        EG_TRY(ensemble_add_key(ensemble, name, NULL, f->column));
    r->to[r->columns++] = !special ? ensemble->keys - 1 : special == &r->name ? TO_NAME : TO_WEIGHT;
    return EG_OK;
}

static eg_status read_head(reading *r)
{
    eg_slice row;
    if (!eg_rows_next(&r->lines, &row))
        return eg_lines_fail(&r->lines, 0,
                             "holds nothing; the first line has keys of the case, such as "
                             "materials.all.manning");
    r->ensemble->head = r->lines.number;
    r->separator = eg_row_separator(row);
    if (r->separator == ' ') /* one column: values may hold blanks */
        r->separator = ',';
    for (eg_slice rest = row; rest.begin;) {
        table_field f;
        EG_TRY(next_field(r, row, &rest, &f));
        EG_TRY(take_head_field(r, &f));
    }
    return EG_OK;
}

/* ---- members */

static const char *wrong_name(const char *name)
{
    if (!name[0])
        return "a member needs a name";
    if (strlen(name) > NAME_BYTES)
        return "a name has at most 200 bytes: a folder is called so";
    if (name[0] == '.')
        return "a name does not begin with a dot: a folder is called so";
    for (const char *p = name; *p; p++)
        if (*p == '/' || (unsigned char)*p < 32 || *p == 127)
            return "a name has no slash and no control character: a folder is called so";
    return NULL;
}

static eg_status take_name(reading *r, int64_t member, const table_field *f)
{
    eg_ensemble *ensemble = r->ensemble;
    ensemble->name[member] = keep_field(ensemble, f->raw);
    EG_TRY(ensemble->pool.status);
    const char *why = wrong_name(kept(ensemble, ensemble->name[member]));
    return why ? fail_at(r, f->column, "name: %s, found '%s'", why, eg_slice_show(f->raw).text) : EG_OK;
}

static eg_status take_weight(reading *r, int64_t member, const table_field *f)
{
    double *weight = &r->ensemble->weight[member];
    if (!eg_parse_real(f->raw.begin, f->raw.end, weight) || *weight < 0)
        return fail_at(r, f->column, "weight: expected a number of at least 0, found '%s'",
                       eg_slice_show(f->raw).text);
    return EG_OK;
}

static eg_status take_field(reading *r, int64_t member, int column, const table_field *f)
{
    eg_ensemble *ensemble = r->ensemble;
    int64_t at = member * ensemble->keys + r->to[column];
    if (r->to[column] == TO_NAME)
        return take_name(r, member, f);
    if (r->to[column] == TO_WEIGHT)
        return take_weight(r, member, f);
    if (f->raw.begin == f->raw.end)
        return EG_OK;
    ensemble->value[at] = keep_field(ensemble, f->raw);
    ensemble->column[at] = f->column;
    return ensemble->pool.status;
}

static eg_status take_member(reading *r, int64_t member, eg_slice row)
{
    int column = 0;
    r->ensemble->line[member] = r->lines.number;
    for (eg_slice rest = row; rest.begin; column++) {
        table_field f;
        EG_TRY(next_field(r, row, &rest, &f));
        if (column == r->columns)
            return fail_at(r, f.column, "the head has %d fields, this line has more", r->columns);
        EG_TRY(take_field(r, member, column, &f));
    }
    if (column < r->columns)
        return fail_at(r, (int)eg_slice_length(row) + 1, "the head has %d fields, this line has %d",
                       r->columns, column);
    return EG_OK;
}

/* The lines from here on, which stay where they are. */
static int64_t count_rows(eg_lines lines)
{
    int64_t rows = 0;
    for (eg_slice row; eg_rows_next(&lines, &row);)
        rows++;
    return rows;
}

static eg_status check_weights(const reading *r)
{
    double sum = 0;
    for (int64_t i = 0; i < r->ensemble->members; i++)
        sum += r->ensemble->weight[i];
    if (!(sum > 0 && isfinite(sum)))
        return eg_lines_fail(&r->lines, 0, "the sum of the weights is %s; it has to be above 0 and finite",
                             eg_real_show(sum).text);
    r->ensemble->is_weighted = r->weight >= 0;
    return EG_OK;
}

typedef struct named {
    const char *name;
    int64_t member;
} named;

static int by_name(const void *left, const void *right)
{
    const named *a = left, *b = right;
    int order = strcmp(a->name, b->name);
    return order ? order : (a->member > b->member) - (a->member < b->member);
}

/* EG_INPUT where two members have one name. */
static eg_status check_names(reading *r)
{
    eg_ensemble *ensemble = r->ensemble;
    EG_SCRATCH named *list = NULL;
    EG_TRY(eg_alloc(ensemble->context, ensemble->members, sizeof *list, &list));
    for (int64_t i = 0; i < ensemble->members; i++)
        list[i] = (named){kept(ensemble, ensemble->name[i]), i};
    qsort(list, (size_t)ensemble->members, sizeof *list, by_name);
    for (int64_t i = 1; i < ensemble->members; i++)
        if (strcmp(list[i].name, list[i - 1].name) == 0)
            return eg_lines_fail(&r->lines, ensemble->line[list[i].member],
                                 "the name '%s' is that of line %lld, too", list[i].name,
                                 (long long)ensemble->line[list[i - 1].member]);
    return EG_OK;
}

static eg_status read_table(reading *r)
{
    eg_slice row;
    eg_ensemble *ensemble = r->ensemble;
    EG_TRY(read_head(r));
    EG_TRY(ensemble_set_members(ensemble, count_rows(r->lines)));
    if (ensemble->members == 0)
        return eg_lines_fail(&r->lines, r->lines.number, "the head alone: each further line is a member");
    if (r->name < 0)
        eg_free(ensemble->context, &ensemble->name);
    for (int64_t i = 0; eg_rows_next(&r->lines, &row); i++)
        EG_TRY(take_member(r, i, row));
    EG_TRY(check_weights(r));
    return r->name < 0 ? EG_OK : check_names(r);
}

eg_status ensemble_read_table(eg_ensemble *ensemble, const char *path)
{
    EG_SCRATCH char *data = NULL;
    reading r = {.ensemble = ensemble, .name = -1, .weight = -1};
    EG_TRY(eg_strdup(ensemble->context, path, &ensemble->table));
    EG_TRY(eg_lines_open(ensemble->context, path, TABLE_BYTES, &data, &r.lines));
    eg_status status = read_table(&r);
    eg_free(ensemble->context, &r.to);
    return status;
}

void ensemble_add_field(eg_text *table, const char *field)
{
    if (!strpbrk(field, ",;\t\"\n\r") && field[0] != '#') {
        eg_text_add(table, "%s", field);
        return;
    }
    eg_text_add(table, "\"");
    for (const char *p = field; *p; p++)
        eg_text_add(table, *p == '"' ? "\"\"" : "%c", *p);
    eg_text_add(table, "\"");
}
