/* Sparse matrices from elements: what rows have. */
#include "base/buckets.h"
#include "base/parallel.h"
#include "scheme/linear/sparse.h"

/* The columns that elements of so many nodes give to rows. */
typedef struct pattern {
    eg_sparse *matrix;
    int nodes, parts;
    const int32_t *node;
    eg_sparse_elements of_row;
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
    pattern p = {.matrix = matrix, .nodes = nodes, .node = node, .parts = eg_parts(context, rows, LEAST)};
    const eg_bucket_source source = {
        .item = list_element_rows, .with = &p, .items = elements, .keys = rows, .most = nodes};
    eg_status status = eg_alloc(context, (int64_t)rows + 1, sizeof *matrix->first, &matrix->first);
    if (status == EG_OK)
        status = eg_buckets_make(context, &source, &p.of_row.first, &p.of_row.element);
    if (status == EG_OK)
        status = build_pattern(&p);
    if (status == EG_OK) {
        *of_row = p.of_row;
        p.of_row = (eg_sparse_elements){0};
    } else {
        eg_sparse_free(matrix);
    }
    pattern_free(&p);
    return status;
}
