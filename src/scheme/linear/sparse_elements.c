/* Sparse matrices from elements: what rows have, and sums of element matrices. */
#include "base/buckets.h"
#include "base/parallel.h"
#include "scheme/linear/gather_rows.h"
#include "scheme/linear/sparse.h"

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
