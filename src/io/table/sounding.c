/* Soundings from tables of records. */
#include "io/table/sounding.h"

#include "io/table/records.h"

static const char COLUMNS[] = "height pressure theta";

static eg_status allocate_levels(eg_sounding *s, const eg_records *r)
{
    s->count = r->rows;
    EG_TRY(eg_strdup(s->context, r->path, &s->path));
    return EG_ALLOC(s->context, EG_BLOCK(s->count, s->height), EG_BLOCK(s->count, s->pressure),
                    EG_BLOCK(s->count, s->theta), EG_BLOCK(s->count, s->line));
}

static eg_status check_above_zero(const eg_records *r, int64_t row, const char *name, double value)
{
    return value > 0.0 ? EG_OK : eg_records_fail(r, row, name, "is not positive");
}

static eg_status check_order(const eg_records *r, const eg_sounding *s, int64_t row)
{
    if (row == 0)
        return EG_OK;
    if (!(s->height[row] > s->height[row - 1]))
        return eg_records_fail(r, row, "height",
                               "is not above %g m in line %lld; sort the rows from the lowest to the highest",
                               s->height[row - 1], (long long)s->line[row - 1]);
    if (!(s->pressure[row] < s->pressure[row - 1]))
        return eg_records_fail(r, row, "pressure",
                               "is not below %g Pa in line %lld; the pressure falls with height",
                               s->pressure[row - 1], (long long)s->line[row - 1]);
    return EG_OK;
}

static eg_status read_level(const eg_records *r, int64_t row, eg_sounding *s)
{
    s->line[row] = r->line[row];
    EG_TRY(eg_records_real(r, row, "height", EG_DIMENSION_LENGTH, &s->height[row]));
    EG_TRY(eg_records_real(r, row, "pressure", EG_DIMENSION_PRESSURE, &s->pressure[row]));
    EG_TRY(eg_records_real(r, row, "theta", EG_DIMENSION_TEMPERATURE, &s->theta[row]));
    EG_TRY(check_above_zero(r, row, "pressure", s->pressure[row]));
    EG_TRY(check_above_zero(r, row, "theta", s->theta[row]));
    return check_order(r, s, row);
}

static eg_status read_levels(const eg_records *r, eg_sounding *s)
{
    if (r->rows < 2)
        return eg_fail(s->context, EG_INPUT, "%s: has one row; a sounding needs two or more", r->path);
    EG_TRY(allocate_levels(s, r));
    for (int64_t row = 0; row < r->rows; row++)
        EG_TRY(read_level(r, row, s));
    return EG_OK;
}

eg_status eg_sounding_read(eg_context *context, const char *path, eg_sounding **sounding)
{
    assert(context && path && sounding);
    EG_ENDS_WITH(eg_records_destroy) eg_records *records = NULL;
    EG_ENDS_WITH(eg_sounding_destroy) eg_sounding *made = NULL;
    *sounding = NULL;
    EG_TRY(eg_records_read(context, path, COLUMNS, COLUMNS, &records));
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    EG_TRY(read_levels(records, made));
    return eg_hand_over(&made, sounding);
}
