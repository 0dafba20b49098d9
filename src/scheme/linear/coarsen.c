/* Matrices of the next level. P has a 1 in each row that is in an aggregate, and no other entry, so that all
 * products are plain sums; their order is that of rows and columns. */
#include "base/buckets.h"
#include "base/parallel.h"
#include "scheme/linear/amg_internal.h"

#include <string.h>

/* Adds up entries by column while a row of a result is made; a range of rows on one thread. */
typedef struct gatherer {
    eg_sparse *result; /* these rows */
    int32_t from;      /* the first of them */
    int64_t capacity;
    int32_t *seen; /* [columns] the row that had the column last, plus one */
    double *sum;   /* [columns] */
    int64_t count; /* entries of the result so far */
} gatherer;

/* Makes room for so many entries more. */
static eg_status gather_room(gatherer *g, int64_t more)
{
    if (g->count + more <= g->capacity)
        return EG_OK;
    eg_sparse *r = g->result;
    /* mostly the first guess suffices */
    int64_t capacity = g->capacity + g->capacity / 2 + 8 * (int64_t)r->rows + more;
    EG_TRY(eg_resize(r->context, capacity, sizeof *r->column, &r->column));
    EG_TRY(eg_resize(r->context, capacity, sizeof *r->value, &r->value));
    g->capacity = capacity;
    return EG_OK;
}

static void gather_add(gatherer *g, int32_t row, int32_t column, double value)
{
    if (g->seen[column] != row + 1) {
        g->seen[column] = row + 1;
        g->sum[column] = 0;
        g->result->column[g->count++] = column;
    }
    g->sum[column] += value;
}

static void gather_end_row(gatherer *g, int32_t row)
{
    eg_sparse *r = g->result;
    int64_t begin = r->first[row - g->from];
    eg_sort_few(&r->column[begin], g->count - begin);
    for (int64_t k = begin; k < g->count; k++)
        r->value[k] = g->sum[r->column[k]];
    r->first[row - g->from + 1] = g->count;
}

/* Adds what row `row` of a result consists of. */
typedef eg_status gather_row(const void *with, gatherer *g, int32_t row);

/* A result that is made in parts of its rows. */
typedef struct product {
    eg_sparse *result;
    gather_row *add;
    const void *with;
    gatherer *part;  /* [parts] */
    int64_t *before; /* [parts + 1] entries before a part */
} product;

static eg_status gather_part(void *with, int part, int64_t from, int64_t to)
{
    const product *p = with;
    gatherer *g = &p->part[part];
    eg_sparse *rows = g->result;
    eg_context *context = p->result->context;
    g->from = (int32_t)from;
    rows->rows = (int32_t)(to - from);
    EG_TRY(EG_ALLOC(context, EG_BLOCK(to - from + 1, rows->first), EG_BLOCK(p->result->columns, g->seen),
                    EG_BLOCK(p->result->columns, g->sum)));
    for (int64_t row = from; row < to; row++) {
        EG_TRY(p->add(p->with, g, (int32_t)row));
        gather_end_row(g, (int32_t)row);
    }
    return EG_OK;
}

static eg_status join_part(void *with, int part, int64_t from, int64_t to)
{
    const product *p = with;
    const eg_sparse *rows = p->part[part].result;
    eg_sparse *result = p->result;
    int64_t before = p->before[part], count = p->part[part].count;
    for (int64_t row = from; row < to; row++)
        result->first[row + 1] = before + rows->first[row - from + 1];
    if (count > 0) {
        memcpy(&result->column[before], rows->column, (size_t)count * sizeof *rows->column);
        memcpy(&result->value[before], rows->value, (size_t)count * sizeof *rows->value);
    }
    return EG_OK;
}

static eg_status join_products(product *p, int parts)
{
    eg_sparse *r = p->result;
    for (int i = 0; i < parts; i++)
        p->before[i + 1] = p->before[i] + p->part[i].count;
    EG_TRY(EG_ALLOC(r->context, EG_BLOCK((int64_t)r->rows + 1, r->first),
                    EG_BLOCK(p->before[parts], r->column), EG_BLOCK(p->before[parts], r->value)));
    return eg_in_parts(r->context, parts, r->rows, join_part, p);
}

static eg_status open_parts(product *p, eg_sparse *rows, int parts)
{
    eg_context *context = p->result->context;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(parts + 1, p->before), EG_BLOCK(parts, p->part)));
    for (int i = 0; i < parts; i++)
        p->part[i].result = &rows[i];
    return EG_OK;
}

static void close_products(product *p, int parts)
{
    for (int i = 0; p->part && i < parts; i++) {
        if (p->part[i].result)
            eg_sparse_free(p->part[i].result);
        EG_FREE(&p->part[i].seen, &p->part[i].sum);
    }
    EG_FREE(&p->part, &p->before);
}

/* Makes a matrix of so many rows and columns, row by row. */
static eg_status gather_rows(eg_context *context, int32_t rows, int32_t columns, gather_row *add,
                             const void *with, eg_sparse *result)
{
    enum { LEAST = 1024 };
    int parts = eg_parts(context, rows, LEAST);
    product p = {.result = result, .add = add, .with = with};
    eg_sparse *made;
    *result = (eg_sparse){.context = context, .rows = rows, .columns = columns};
    EG_TRY(eg_alloc(context, parts, sizeof *made, &made));
    for (int i = 0; i < parts; i++)
        made[i] = (eg_sparse){.context = context, .columns = columns};
    eg_status status = open_parts(&p, made, parts);
    if (status == EG_OK)
        status = eg_in_parts(context, parts, rows, gather_part, &p);
    if (status == EG_OK)
        status = join_products(&p, parts);
    close_products(&p, parts);
    eg_free(context, &made);
    if (status != EG_OK)
        eg_sparse_free(result);
    return status;
}

/* A matrix, and aggregates of its columns. */
typedef struct halving {
    const eg_sparse *matrix;
    const int32_t *aggregate;
} halving;

static eg_status add_half(const void *with, gatherer *g, int32_t i)
{
    const halving *h = with;
    const eg_sparse *matrix = h->matrix;
    EG_TRY(gather_room(g, matrix->first[i + 1] - matrix->first[i]));
    for (int64_t k = matrix->first[i]; k < matrix->first[i + 1]; k++) {
        int32_t to = h->aggregate[matrix->column[k]];
        if (to >= 0)
            gather_add(g, i, to, matrix->value[k]);
    }
    return EG_OK;
}

eg_status eg_amg_half(const eg_sparse *matrix, const int32_t *aggregate, int32_t count, eg_sparse *half)
{
    const halving h = {matrix, aggregate};
    return gather_rows(matrix->context, matrix->rows, count, add_half, &h, half);
}

/* The rows of each aggregate, ascending: row[first[a] .. first[a + 1]). */
typedef struct members {
    int64_t *first;
    int32_t *row;
} members;

static eg_status list_members(eg_context *context, const int32_t *aggregate, int32_t rows, int32_t count,
                              members *m)
{
    *m = (members){0};
    EG_TRY(EG_ALLOC(context, EG_BLOCK((int64_t)count + 2, m->first), EG_BLOCK(rows, m->row)));
    for (int32_t i = 0; i < rows; i++)
        if (aggregate[i] >= 0)
            m->first[aggregate[i] + 2]++;
    for (int32_t a = 0; a < count; a++)
        m->first[a + 2] += m->first[a + 1];
    for (int32_t i = 0; i < rows; i++)
        if (aggregate[i] >= 0)
            m->row[m->first[aggregate[i] + 1]++] = i;
    return EG_OK;
}

/* Rows of half, and the rows of each aggregate. */
typedef struct summing {
    const eg_sparse *half;
    members m;
} summing;

static eg_status add_members(const void *with, gatherer *g, int32_t a)
{
    const summing *s = with;
    const eg_sparse *half = s->half;
    for (int64_t n = s->m.first[a]; n < s->m.first[a + 1]; n++) {
        int32_t i = s->m.row[n];
        EG_TRY(gather_room(g, half->first[i + 1] - half->first[i]));
        for (int64_t k = half->first[i]; k < half->first[i + 1]; k++)
            gather_add(g, a, half->column[k], half->value[k]);
    }
    return EG_OK;
}

eg_status eg_amg_galerkin(const eg_sparse *half, const int32_t *aggregate, eg_sparse *coarse)
{
    summing s = {.half = half};
    eg_context *context = half->context;
    *coarse = (eg_sparse){.context = context};
    eg_status status = list_members(context, aggregate, half->rows, half->columns, &s.m);
    if (status == EG_OK)
        status = gather_rows(context, half->columns, half->columns, add_members, &s, coarse);
    EG_FREE(&s.m.first, &s.m.row);
    return status;
}

/* ---- restriction */

/* Half, and what makes the rows of the smoothed P of it. */
typedef struct smoothing {
    const eg_sparse *half;
    const int32_t *aggregate;
    const double *inverse;
    double omega;
} smoothing;

/* A row of P, less omega / d_i times that of half. */
static eg_status add_smoothed(const void *with, gatherer *g, int32_t i)
{
    const smoothing *s = with;
    const eg_sparse *half = s->half;
    double scale = -(s->omega * s->inverse[i]);
    EG_TRY(gather_room(g, half->first[i + 1] - half->first[i] + 1));
    if (s->aggregate[i] >= 0)
        gather_add(g, i, s->aggregate[i], 1);
    for (int64_t k = half->first[i]; k < half->first[i + 1]; k++)
        gather_add(g, i, half->column[k], scale * half->value[k]);
    return EG_OK;
}

eg_status eg_amg_restriction(const eg_sparse *half, const int32_t *aggregate, const double *inverse,
                             double omega, eg_sparse *restriction)
{
    const smoothing s = {half, aggregate, inverse, omega};
    EG_ENDS_WITH(eg_sparse_free) eg_sparse smoothed = {.context = half->context};
    EG_TRY(gather_rows(half->context, half->rows, half->columns, add_smoothed, &s, &smoothed));
    return eg_sparse_transpose(&smoothed, restriction);
}
