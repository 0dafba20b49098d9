/* Matrices row by row: parts of the rows on threads, put together in their order. */
#include "scheme/linear/gather_rows.h"

#include "base/buckets.h"
#include "base/parallel.h"

#include <string.h>

typedef struct gathering {
    eg_sparse *result;
    eg_gather_row *add;
    const void *with;
    eg_row_gatherer *part; /* [parts] */
    int64_t *before;       /* [parts + 1] entries before a part */
} gathering;

eg_status eg_gather_room(eg_row_gatherer *g, int64_t more)
{
    if (g->count + more <= g->capacity)
        return EG_OK;
    eg_sparse *r = &g->rows;
    /* mostly the first guess suffices */
    int64_t capacity = g->capacity + g->capacity / 2 + 8 * (int64_t)r->rows + more;
    EG_TRY(eg_resize(r->context, capacity, sizeof *r->column, &r->column));
    EG_TRY(eg_resize(r->context, capacity, sizeof *r->value, &r->value));
    g->capacity = capacity;
    return EG_OK;
}

static void end_row(eg_row_gatherer *g, int64_t row)
{
    eg_sparse *r = &g->rows;
    int64_t begin = r->first[row];
    eg_sort_few(&r->column[begin], g->count - begin);
    for (int64_t k = begin; k < g->count; k++)
        r->value[k] = g->sum[r->column[k]];
    r->first[row + 1] = g->count;
}

static eg_status gather_part(void *with, int part, int64_t from, int64_t to)
{
    const gathering *all = with;
    eg_row_gatherer *g = &all->part[part];
    eg_context *context = all->result->context;
    EG_SCRATCH int32_t *seen = NULL;
    EG_SCRATCH double *sum = NULL;
    g->rows = (eg_sparse){.context = context, .rows = (int32_t)(to - from)};
    EG_TRY(EG_ALLOC(context, EG_BLOCK(to - from + 1, g->rows.first), EG_BLOCK(all->result->columns, seen),
                    EG_BLOCK(all->result->columns, sum)));
    g->seen = seen;
    g->sum = sum;
    for (int64_t row = from; row < to; row++) {
        EG_TRY(all->add(all->with, g, (int32_t)row));
        end_row(g, row - from);
    }
    return EG_OK;
}

static eg_status join_part(void *with, int part, int64_t from, int64_t to)
{
    const gathering *all = with;
    const eg_sparse *rows = &all->part[part].rows;
    eg_sparse *result = all->result;
    int64_t before = all->before[part], count = all->part[part].count;
    for (int64_t row = from; row < to; row++)
        result->first[row + 1] = before + rows->first[row - from + 1];
    if (count > 0) {
        memcpy(&result->column[before], rows->column, (size_t)count * sizeof *rows->column);
        memcpy(&result->value[before], rows->value, (size_t)count * sizeof *rows->value);
    }
    return EG_OK;
}

static eg_status join_parts(gathering *all, int parts)
{
    eg_sparse *r = all->result;
    for (int p = 0; p < parts; p++)
        all->before[p + 1] = all->before[p] + all->part[p].count;
    EG_TRY(EG_ALLOC(r->context, EG_BLOCK((int64_t)r->rows + 1, r->first),
                    EG_BLOCK(all->before[parts], r->column), EG_BLOCK(all->before[parts], r->value)));
    return eg_in_parts(r->context, parts, r->rows, join_part, all);
}

eg_status eg_gather_rows(eg_context *context, int32_t rows, int32_t columns, eg_gather_row *add,
                         const void *with, eg_sparse *result)
{
    enum { LEAST = 1024 };
    int parts = eg_parts(context, rows, LEAST);
    EG_SCRATCH eg_row_gatherer *part = NULL;
    EG_SCRATCH int64_t *before = NULL;
    *result = (eg_sparse){.context = context, .rows = rows, .columns = columns};
    EG_TRY(EG_ALLOC(context, EG_BLOCK(parts, part), EG_BLOCK(parts + 1, before)));
    gathering all = {.result = result, .add = add, .with = with, .part = part, .before = before};
    eg_status status = eg_in_parts(context, parts, rows, gather_part, &all);
    if (status == EG_OK)
        status = join_parts(&all, parts);
    for (int p = 0; p < parts; p++)
        eg_sparse_free(&part[p].rows);
    if (status != EG_OK)
        eg_sparse_free(result);
    return status;
}
