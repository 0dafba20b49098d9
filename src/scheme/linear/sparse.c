/* Sparse matrices on the host. */
#include "scheme/linear/sparse.h"

#include "base/buckets.h"
#include "base/parallel.h"
#include "base/search.h"
#include "scheme/linear/gather_rows.h"

void eg_sparse_free(eg_sparse *matrix)
{
    EG_FREE(&matrix->first, &matrix->column, &matrix->value);
    matrix->rows = matrix->columns = 0;
}

double *eg_sparse_entry(const eg_sparse *matrix, int32_t row, int32_t column)
{
    int64_t low = EG_SEARCH(i, matrix->first[row], matrix->first[row + 1], matrix->column[i] < column);
    bool found = low < matrix->first[row + 1] && matrix->column[low] == column;
    return found ? &matrix->value[low] : NULL;
}

void eg_sparse_diagonal(const eg_sparse *matrix, double *diagonal)
{
    EG_LOOP(matrix->context, matrix->rows)
    for (int32_t i = 0; i < matrix->rows; i++) {
        const double *entry = eg_sparse_entry(matrix, i, i);
        diagonal[i] = entry ? *entry : 0;
    }
}

eg_status eg_sparse_invert_diagonal(const eg_sparse *matrix, const char *cycle, int level, double *inverse)
{
    eg_sparse_diagonal(matrix, inverse);
    for (int32_t i = 0; i < matrix->rows; i++) {
        if (!(inverse[i] > 0))
            return eg_fail(
                matrix->context, EG_INPUT,
                "the matrix is not positive definite: row %lld of level %d of the %s has %g on the "
                "diagonal",
                (long long)i, level, cycle, inverse[i]);
        inverse[i] = 1 / inverse[i];
    }
    return EG_OK;
}

void eg_sparse_multiply(const eg_sparse *matrix, const double *x, double *y)
{
    EG_LOOP(matrix->context, matrix->rows)
    for (int32_t i = 0; i < matrix->rows; i++) {
        double sum = 0;
        for (int64_t k = matrix->first[i]; k < matrix->first[i + 1]; k++)
            sum += matrix->value[k] * x[matrix->column[k]];
        y[i] = sum;
    }
}

/* A transpose in the making. Parts of the matrix' rows follow each other in each row of the transpose. */
typedef struct transposing {
    const eg_sparse *matrix;
    eg_sparse *transpose;
    int64_t *next; /* [parts][columns] entries of a part's rows; then where its next one goes */
} transposing;

static eg_status count_transposed(void *with, int part, int64_t from, int64_t to)
{
    const transposing *t = with;
    int64_t *count = &t->next[(int64_t)part * t->matrix->columns];
    for (int64_t k = t->matrix->first[from]; k < t->matrix->first[to]; k++)
        count[t->matrix->column[k]]++;
    return EG_OK;
}

/* From counts to places. */
static void place_transposed(const transposing *t, int parts)
{
    int32_t rows = t->transpose->rows;
    int64_t at = 0;
    for (int32_t i = 0; i < rows; i++) {
        for (int p = 0; p < parts; p++) {
            int64_t *next = &t->next[(int64_t)p * rows + i], count = *next;
            *next = at;
            at += count;
        }
        t->transpose->first[i + 1] = at;
    }
}

static eg_status fill_transposed(void *with, int part, int64_t from, int64_t to)
{
    const transposing *t = with;
    const eg_sparse *matrix = t->matrix;
    int64_t *next = &t->next[(int64_t)part * matrix->columns];
    for (int64_t i = from; i < to; i++)
        for (int64_t k = matrix->first[i]; k < matrix->first[i + 1]; k++) {
            int64_t at = next[matrix->column[k]]++;
            t->transpose->column[at] = (int32_t)i;
            t->transpose->value[at] = matrix->value[k];
        }
    return EG_OK;
}

eg_status eg_sparse_transpose(const eg_sparse *matrix, eg_sparse *transpose)
{
    enum { LEAST = 4096 };
    eg_context *context = matrix->context;
    int64_t entries = matrix->first[matrix->rows];
    int parts = eg_parts(context, matrix->rows, LEAST);
    EG_SCRATCH int64_t *next = NULL;
    transposing t = {.matrix = matrix, .transpose = transpose};
    *transpose = (eg_sparse){.context = context, .rows = matrix->columns, .columns = matrix->rows};
    EG_TRY(EG_ALLOC(context, EG_BLOCK((int64_t)parts * matrix->columns, next),
                    EG_BLOCK((int64_t)matrix->columns + 1, transpose->first),
                    EG_BLOCK(entries, transpose->column), EG_BLOCK(entries, transpose->value)));
    t.next = next;
    EG_TRY(eg_in_parts(context, parts, matrix->rows, count_transposed, &t));
    place_transposed(&t, parts);
    return eg_in_parts(context, parts, matrix->rows, fill_transposed, &t);
}

void eg_sparse_drop_zeros(eg_sparse *matrix)
{
    int64_t to = 0, from = matrix->first[0];
    for (int32_t i = 0; i < matrix->rows; i++) {
        int64_t end = matrix->first[i + 1];
        for (; from < end; from++) {
            if (matrix->value[from] == 0 && matrix->column[from] != i)
                continue;
            matrix->column[to] = matrix->column[from];
            matrix->value[to++] = matrix->value[from];
        }
        matrix->first[i + 1] = to;
    }
}

/* ---- from elements */

/* The columns that elements of so many nodes give to rows. */
typedef struct pattern {
    int32_t rows;
    int nodes;
    const int32_t *node;
    int32_t *first, *element; /* of each row the elements that hold it: element[first[i] .. first[i + 1]) */
} pattern;

static int list_element_rows(const void *with, int64_t element, int32_t *key, int32_t *value)
{
    const pattern *p = with;
    int count = 0;
    for (int a = 0; a < p->nodes; a++) {
        int32_t row = p->node[element * p->nodes + a];
        assert(row >= -1 && row < p->rows);
        if (row < 0)
            continue;
        key[count] = row;
        value[count++] = (int32_t)element;
    }
    return count;
}

/* The diagonal, and what elements have beside the row. */
static eg_status add_columns(const void *with, eg_row_gatherer *g, int32_t row)
{
    const pattern *p = with;
    EG_TRY(eg_gather_room(g, 1 + (p->first[row + 1] - p->first[row]) * p->nodes));
    eg_gather_add(g, row, row, 0);
    for (int32_t e = p->first[row]; e < p->first[row + 1]; e++) {
        const int32_t *column = &p->node[(int64_t)p->element[e] * p->nodes];
        for (int b = 0; b < p->nodes; b++)
            if (column[b] >= 0)
                eg_gather_add(g, row, column[b], 0);
    }
    return EG_OK;
}

eg_status eg_sparse_pattern(eg_context *context, int32_t rows, int64_t elements, int nodes,
                            const int32_t *node, eg_sparse *matrix)
{
    EG_SCRATCH int32_t *first = NULL, *element = NULL;
    pattern p = {.rows = rows, .nodes = nodes, .node = node};
    const eg_bucket_source source = {
        .item = list_element_rows, .with = &p, .items = elements, .keys = rows, .most = nodes};
    *matrix = (eg_sparse){.context = context};
    assert(elements < INT32_MAX);
    EG_TRY(eg_buckets_make(context, &source, &first, &element));
    p.first = first;
    p.element = element;
    return eg_gather_rows(context, rows, rows, add_columns, &p, matrix);
}

int eg_sparse_order(int nodes, const int32_t *row, int8_t *order)
{
    int count = 0;
    assert(nodes <= EG_SPARSE_NODES);
    for (int i = 0; i < nodes; i++) {
        int at = count;
        if (row[i] < 0)
            continue;
        for (; at > 0 && row[order[at - 1]] > row[i]; at--)
            order[at] = order[at - 1];
        order[at] = (int8_t)i;
        count++;
    }
    return count;
}

void eg_sparse_add_row(eg_sparse *matrix, int32_t row, int count, const int8_t *order, const int32_t *column,
                       const double *values)
{
    if (row < 0)
        return;
    int64_t k = matrix->first[row];
    for (int i = 0; i < count; i++) {
        int32_t wanted = column[order[i]];
        while (matrix->column[k] < wanted)
            k++;
        assert(k < matrix->first[row + 1] && matrix->column[k] == wanted);
        matrix->value[k] += values[order[i]];
    }
}

/* What is added by elements. */
typedef struct adding {
    eg_sparse *matrix;
    int64_t elements;
    int nodes;
    const int32_t *node;
    const double *values;
} adding;

/* All that elements add to some rows. */
static eg_status add_element_rows(void *with, int part, int64_t from, int64_t to)
{
    const adding *a = with;
    int nodes = a->nodes;
    (void)part;
    for (int64_t e = 0; e < a->elements; e++) {
        const int32_t *row = &a->node[e * nodes];
        int8_t order[EG_SPARSE_NODES];
        int count = 0; /* until it is known */
        for (int i = 0; i < nodes; i++) {
            if (row[i] < from || row[i] >= to)
                continue;
            count = count > 0 ? count : eg_sparse_order(nodes, row, order);
            eg_sparse_add_row(a->matrix, row[i], count, order, row, &a->values[(e * nodes + i) * nodes]);
        }
    }
    return EG_OK;
}

void eg_sparse_add(eg_sparse *matrix, int64_t elements, int nodes, const int32_t *node, const double *values)
{
    enum { LEAST = 1024 };
    adding a = {.matrix = matrix, .elements = elements, .nodes = nodes, .node = node, .values = values};
    int parts = elements < LEAST ? 1 : eg_parts(matrix->context, matrix->rows, LEAST);
    eg_in_parts(matrix->context, parts, matrix->rows, add_element_rows, &a);
}
