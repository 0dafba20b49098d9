/* Sparse matrices on the host. */
#include "scheme/linear/sparse.h"

#include "base/buckets.h"
#include "base/parallel.h"
#include "base/search.h"

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
    eg_sparse *matrix;
    int nodes, parts;
    const int32_t *node;
    int32_t *first, *element; /* of each row the elements that hold it: element[first[i] .. first[i + 1]) */
    /* [parts][rows] the row that saw a column last, plus one; when columns are entered, less 0 */
    int32_t **last;
} pattern;

static int list_element_rows(const void *with, int64_t element, int32_t *key, int32_t *value)
{
    const pattern *p = with;
    int count = 0;
    for (int a = 0; a < p->nodes; a++) {
        int32_t row = p->node[element * p->nodes + a];
        assert(row >= -1 && row < p->matrix->rows);
        if (row < 0)
            continue;
        key[count] = row;
        value[count++] = (int32_t)element;
    }
    return count;
}

/* Finds the columns of row i; into column[] unless it is NULL. A column whose `last` is `seen` is there
 * already. */
static int64_t list_columns(const pattern *p, int32_t i, int32_t seen, int32_t *last, int32_t *column)
{
    int64_t count = 0;
    if (column)
        column[count] = i;
    count++;
    last[i] = seen;
    for (int32_t e = p->first[i]; e < p->first[i + 1]; e++) {
        const int32_t *of = &p->node[(int64_t)p->element[e] * p->nodes];
        for (int b = 0; b < p->nodes; b++) {
            if (of[b] < 0 || last[of[b]] == seen)
                continue;
            last[of[b]] = seen;
            if (column)
                column[count] = of[b];
            count++;
        }
    }
    return count;
}

static eg_status count_element_rows(void *with, int part, int64_t from, int64_t to)
{
    const pattern *p = with;
    for (int64_t i = from; i < to; i++)
        p->matrix->first[i + 1] = list_columns(p, (int32_t)i, (int32_t)i + 1, p->last[part], NULL);
    return EG_OK;
}

static eg_status fill_sparse_rows(void *with, int part, int64_t from, int64_t to)
{
    const pattern *p = with;
    const eg_sparse *matrix = p->matrix;
    for (int64_t i = from; i < to; i++) {
        int32_t *column = &matrix->column[matrix->first[i]];
        int64_t count = list_columns(p, (int32_t)i, -(int32_t)i - 1, p->last[part], column);
        eg_sort_few(column, count);
    }
    return EG_OK;
}

static eg_status build_pattern(pattern *p)
{
    eg_sparse *matrix = p->matrix;
    eg_context *context = matrix->context;
    EG_TRY(eg_alloc(context, p->parts, sizeof *p->last, &p->last));
    for (int i = 0; i < p->parts; i++)
        EG_TRY(eg_alloc(context, matrix->rows, sizeof **p->last, &p->last[i]));
    EG_TRY(eg_in_parts(context, p->parts, matrix->rows, count_element_rows, p));
    for (int32_t i = 0; i < matrix->rows; i++)
        matrix->first[i + 1] += matrix->first[i];
    int64_t count = matrix->first[matrix->rows];
    EG_TRY(EG_ALLOC(context, EG_BLOCK(count, matrix->column), EG_BLOCK(count, matrix->value)));
    return eg_in_parts(context, p->parts, matrix->rows, fill_sparse_rows, p);
}

static void pattern_free(pattern *p)
{
    for (int i = 0; p->last && i < p->parts; i++)
        EG_FREE(&p->last[i]);
    EG_FREE(&p->last, &p->first, &p->element);
}

eg_status eg_sparse_pattern(eg_context *context, int32_t rows, int64_t elements, int nodes,
                            const int32_t *node, eg_sparse *matrix)
{
    enum { LEAST = 1024 };
    assert(elements < INT32_MAX);
    *matrix = (eg_sparse){.context = context, .rows = rows, .columns = rows};
    pattern p = {.matrix = matrix, .nodes = nodes, .node = node, .parts = eg_parts(context, rows, LEAST)};
    const eg_bucket_source source = {
        .item = list_element_rows, .with = &p, .items = elements, .keys = rows, .most = nodes};
    eg_status status = eg_alloc(context, (int64_t)rows + 1, sizeof *matrix->first, &matrix->first);
    if (status == EG_OK)
        status = eg_buckets_make(context, &source, &p.first, &p.element);
    if (status == EG_OK)
        status = build_pattern(&p);
    pattern_free(&p);
    if (status != EG_OK)
        eg_sparse_free(matrix);
    return status;
}

void eg_sparse_add_row(eg_sparse *matrix, int32_t row, int nodes, const int32_t *column, const double *values)
{
    for (int b = 0; b < nodes && row >= 0; b++) {
        if (column[b] < 0)
            continue;
        double *entry = eg_sparse_entry(matrix, row, column[b]);
        assert(entry);
        *entry += values[b];
    }
}

void eg_sparse_add_ascending(eg_sparse *matrix, int32_t row, int count, const int8_t *order,
                             const int32_t *column, const double *values)
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
    for (int64_t e = 0; e < a->elements; e++)
        for (int i = 0; i < nodes; i++) {
            int32_t row = a->node[e * nodes + i];
            if (row >= from && row < to)
                eg_sparse_add_row(a->matrix, row, nodes, &a->node[e * nodes],
                                  &a->values[(e * nodes + i) * nodes]);
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
