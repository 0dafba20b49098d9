/* Matrices of the next level. P has a 1 in each row that is in an aggregate, and no other entry, so that all
 * products are plain sums; their order is that of rows and columns. */
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
    for (int64_t a = begin + 1; a < g->count; a++) {
        int32_t moved = r->column[a];
        int64_t b = a;
        for (; b > begin && r->column[b - 1] > moved; b--)
            r->column[b] = r->column[b - 1];
        r->column[b] = moved;
    }
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

/* A row that is in an aggregate but not coupled to it has no entry in half and gets one. */
static bool has_own_aggregate(const eg_sparse *half, const int32_t *aggregate, int32_t i)
{
    for (int64_t k = half->first[i]; k < half->first[i + 1]; k++)
        if (half->column[k] == aggregate[i])
            return true;
    return false;
}

/* The transpose of half in the making. Parts of its rows follow each other in each row of the restriction. */
typedef struct transposing {
    const eg_sparse *half;
    const int32_t *aggregate;
    const double *inverse;
    double omega;
    eg_sparse *restriction;
    int parts;
    int64_t *next; /* [parts][aggregates] entries of a part's rows; then where its next one goes */
} transposing;

static eg_status count_restriction(void *with, int part, int64_t from, int64_t to)
{
    const transposing *t = with;
    const eg_sparse *half = t->half;
    int64_t *count = &t->next[(int64_t)part * half->columns];
    for (int64_t i = from; i < to; i++) {
        for (int64_t k = half->first[i]; k < half->first[i + 1]; k++)
            count[half->column[k]]++;
        if (t->aggregate[i] >= 0 && !has_own_aggregate(half, t->aggregate, (int32_t)i))
            count[t->aggregate[i]]++;
    }
    return EG_OK;
}

/* From counts to places. */
static void place_rows(const transposing *t)
{
    int32_t rows = t->restriction->rows;
    int64_t at = 0;
    for (int32_t a = 0; a < rows; a++) {
        t->restriction->first[a] = at;
        for (int p = 0; p < t->parts; p++) {
            int64_t *next = &t->next[(int64_t)p * rows + a], count = *next;
            *next = at;
            at += count;
        }
    }
    t->restriction->first[rows] = at;
}

static void place_transposed(const transposing *t, int64_t *next, int32_t a, int64_t i, double value)
{
    int64_t at = next[a]++;
    t->restriction->column[at] = (int32_t)i;
    t->restriction->value[at] = value;
}

/* The transpose of half, times -omega / d_i, and the transpose of P added. Rows of half come in their order,
 * which makes the columns ascending. */
static eg_status fill_restriction(void *with, int part, int64_t from, int64_t to)
{
    const transposing *t = with;
    const eg_sparse *half = t->half;
    int64_t *next = &t->next[(int64_t)part * half->columns];
    for (int64_t i = from; i < to; i++) {
        double scale = -(t->omega * t->inverse[i]);
        for (int64_t k = half->first[i]; k < half->first[i + 1]; k++) {
            int32_t a = half->column[k];
            place_transposed(t, next, a, i, (a == t->aggregate[i] ? 1 : 0) + scale * half->value[k]);
        }
        if (t->aggregate[i] >= 0 && !has_own_aggregate(half, t->aggregate, (int32_t)i))
            place_transposed(t, next, t->aggregate[i], i, 1);
    }
    return EG_OK;
}

static eg_status transpose(transposing *t)
{
    eg_sparse *r = t->restriction;
    eg_context *context = r->context;
    EG_TRY(EG_ALLOC(context, EG_BLOCK((int64_t)t->parts * r->rows, t->next),
                    EG_BLOCK((int64_t)r->rows + 1, r->first)));
    EG_TRY(eg_in_parts(context, t->parts, t->half->rows, count_restriction, t));
    place_rows(t);
    EG_TRY(EG_ALLOC(context, EG_BLOCK(r->first[r->rows], r->column), EG_BLOCK(r->first[r->rows], r->value)));
    return eg_in_parts(context, t->parts, t->half->rows, fill_restriction, t);
}

eg_status eg_amg_restriction(const eg_sparse *half, const int32_t *aggregate, const double *inverse,
                             double omega, eg_sparse *restriction)
{
    enum { LEAST = 4096 };
    eg_context *context = half->context;
    *restriction = (eg_sparse){.context = context, .rows = half->columns, .columns = half->rows};
    transposing t = {.half = half,
                     .aggregate = aggregate,
                     .inverse = inverse,
                     .omega = omega,
                     .restriction = restriction,
                     .parts = eg_parts(context, half->rows, LEAST)};
    eg_status status = transpose(&t);
    eg_free(context, &t.next);
    if (status != EG_OK)
        eg_sparse_free(restriction);
    return status;
}
