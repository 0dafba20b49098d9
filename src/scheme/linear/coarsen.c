/* Matrices of the next level. P has a 1 in each row that is in an aggregate, and no other entry, so that all
 * products are plain sums; their order is that of rows and columns. */
#include "scheme/linear/amg_internal.h"
#include "scheme/linear/gather_rows.h"

/* A matrix, and aggregates of its columns. */
typedef struct halving {
    const eg_sparse *matrix;
    const int32_t *aggregate;
} halving;

static eg_status add_half(const void *with, eg_row_gatherer *g, int32_t i)
{
    const halving *h = with;
    const eg_sparse *matrix = h->matrix;
    EG_TRY(eg_gather_room(g, matrix->first[i + 1] - matrix->first[i]));
    for (int64_t k = matrix->first[i]; k < matrix->first[i + 1]; k++) {
        int32_t to = h->aggregate[matrix->column[k]];
        if (to >= 0)
            eg_gather_add(g, i, to, matrix->value[k]);
    }
    return EG_OK;
}

eg_status eg_amg_half(const eg_sparse *matrix, const int32_t *aggregate, int32_t count, eg_sparse *half)
{
    const halving h = {matrix, aggregate};
    return eg_gather_rows(matrix->context, matrix->rows, count, add_half, &h, half);
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

static eg_status add_members(const void *with, eg_row_gatherer *g, int32_t a)
{
    const summing *s = with;
    const eg_sparse *half = s->half;
    for (int64_t n = s->m.first[a]; n < s->m.first[a + 1]; n++) {
        int32_t i = s->m.row[n];
        EG_TRY(eg_gather_room(g, half->first[i + 1] - half->first[i]));
        for (int64_t k = half->first[i]; k < half->first[i + 1]; k++)
            eg_gather_add(g, a, half->column[k], half->value[k]);
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
        status = eg_gather_rows(context, half->columns, half->columns, add_members, &s, coarse);
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
static eg_status add_smoothed(const void *with, eg_row_gatherer *g, int32_t i)
{
    const smoothing *s = with;
    const eg_sparse *half = s->half;
    double scale = -(s->omega * s->inverse[i]);
    EG_TRY(eg_gather_room(g, half->first[i + 1] - half->first[i] + 1));
    if (s->aggregate[i] >= 0)
        eg_gather_add(g, i, s->aggregate[i], 1);
    for (int64_t k = half->first[i]; k < half->first[i + 1]; k++)
        eg_gather_add(g, i, half->column[k], scale * half->value[k]);
    return EG_OK;
}

eg_status eg_amg_restriction(const eg_sparse *half, const int32_t *aggregate, const double *inverse,
                             double omega, eg_sparse *restriction)
{
    const smoothing s = {half, aggregate, inverse, omega};
    EG_ENDS_WITH(eg_sparse_free) eg_sparse smoothed = {.context = half->context};
    EG_TRY(eg_gather_rows(half->context, half->rows, half->columns, add_smoothed, &s, &smoothed));
    return eg_sparse_transpose(&smoothed, restriction);
}
