/* Sparse matrices from elements: what rows have, and sums of element matrices. */
#include "base/buckets.h"
#include "base/parallel.h"
#include "scheme/linear/sparse.h"

/* The columns that elements of so many nodes give to rows. */
typedef struct pattern {
    eg_sparse *matrix;
    int nodes, parts;
    const int32_t *node;
    eg_sparse_elements of_row;
    bool zeros; /* entries are wanted */
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
    for (int32_t e = p->of_row.first[i]; e < p->of_row.first[i + 1]; e++) {
        const int32_t *of = &p->node[(int64_t)p->of_row.element[e] * p->nodes];
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
    EG_TRY(eg_alloc(context, count, sizeof *matrix->column, &matrix->column));
    if (p->zeros)
        EG_TRY(eg_alloc(context, count, sizeof *matrix->value, &matrix->value));
    return eg_in_parts(context, p->parts, matrix->rows, fill_sparse_rows, p);
}

static void pattern_free(pattern *p)
{
    for (int i = 0; p->last && i < p->parts; i++)
        EG_FREE(&p->last[i]);
    EG_FREE(&p->last, &p->of_row.first, &p->of_row.element);
}

eg_status eg_sparse_pattern(eg_context *context, int32_t rows, int64_t elements, int nodes,
                            const int32_t *node, eg_sparse_elements *of_row, eg_sparse *matrix)
{
    enum { LEAST = 1024 };
    assert(elements < INT32_MAX);
    *matrix = (eg_sparse){.context = context, .rows = rows, .columns = rows};
    pattern p = {.matrix = matrix,
                 .nodes = nodes,
                 .node = node,
                 .zeros = !of_row,
                 .parts = eg_parts(context, rows, LEAST)};
    const eg_bucket_source source = {
        .item = list_element_rows, .with = &p, .items = elements, .keys = rows, .most = nodes};
    eg_status status = eg_alloc(context, (int64_t)rows + 1, sizeof *matrix->first, &matrix->first);
    if (status == EG_OK)
        status = eg_buckets_make(context, &source, &p.of_row.first, &p.of_row.element);
    if (status == EG_OK)
        status = build_pattern(&p);
    if (status == EG_OK && of_row) {
        *of_row = p.of_row;
        p.of_row = (eg_sparse_elements){0};
    }
    pattern_free(&p);
    if (status != EG_OK)
        eg_sparse_free(matrix);
    return status;
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
