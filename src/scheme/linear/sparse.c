/* Sparse matrices on the host. */
#include "scheme/linear/sparse.h"

#include <string.h>

void eg_sparse_free(eg_sparse *matrix)
{
    eg_free(matrix->context, &matrix->first);
    eg_free(matrix->context, &matrix->column);
    eg_free(matrix->context, &matrix->value);
    matrix->rows = matrix->columns = 0;
}

double *eg_sparse_entry(const eg_sparse *matrix, int32_t row, int32_t column)
{
    int64_t low = matrix->first[row], high = matrix->first[row + 1];
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (matrix->column[middle] < column)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < matrix->first[row + 1] && matrix->column[low] == column;
    return found ? &matrix->value[low] : NULL;
}

void eg_sparse_diagonal(const eg_sparse *matrix, double *diagonal)
{
    for (int32_t i = 0; i < matrix->rows; i++) {
        const double *entry = eg_sparse_entry(matrix, i, i);
        diagonal[i] = entry ? *entry : 0;
    }
}

void eg_sparse_multiply(const eg_sparse *matrix, const double *x, double *y)
{
    for (int32_t i = 0; i < matrix->rows; i++) {
        double sum = 0;
        for (int64_t k = matrix->first[i]; k < matrix->first[i + 1]; k++)
            sum += matrix->value[k] * x[matrix->column[k]];
        y[i] = sum;
    }
}

/* ---- from elements */

/* For each row the elements that hold it: element[first[i] .. first[i + 1]). */
typedef struct holders {
    int64_t *first;
    int32_t *element;
} holders;

static eg_status find_holders(eg_context *context, int32_t rows, int64_t elements, int nodes,
                              const int32_t *node, holders *h)
{
    EG_TRY(eg_alloc(context, (int64_t)rows + 2, sizeof *h->first, &h->first));
    for (int64_t n = 0; n < elements * nodes; n++) {
        assert(node[n] >= -1 && node[n] < rows);
        if (node[n] >= 0)
            h->first[node[n] + 2]++;
    }
    for (int32_t i = 0; i < rows; i++)
        h->first[i + 2] += h->first[i + 1];
    EG_TRY(eg_alloc(context, h->first[rows + 1], sizeof *h->element, &h->element));
    for (int64_t n = 0; n < elements * nodes; n++)
        if (node[n] >= 0)
            h->element[h->first[node[n] + 1]++] = (int32_t)(n / nodes);
    return EG_OK;
}

static void sort_columns(int32_t *column, int64_t count)
{
    for (int64_t a = 1; a < count; a++) {
        int32_t moved = column[a];
        int64_t b = a;
        for (; b > 0 && column[b - 1] > moved; b--)
            column[b] = column[b - 1];
        column[b] = moved;
    }
}

/* Finds the columns of row i, ascending; last[j] is the row that saw column j last, plus one. */
static int64_t list_columns(const holders *h, int32_t i, int nodes, const int32_t *node,
                            int32_t *last, int32_t *column)
{
    int64_t count = 0;
    column[count++] = i;
    last[i] = i + 1;
    for (int64_t e = h->first[i]; e < h->first[i + 1]; e++) {
        const int32_t *of = &node[(int64_t)h->element[e] * nodes];
        for (int b = 0; b < nodes; b++)
            if (of[b] >= 0 && last[of[b]] != i + 1) {
                last[of[b]] = i + 1;
                column[count++] = of[b];
            }
    }
    sort_columns(column, count);
    return count;
}

static eg_status build_pattern(eg_sparse *matrix, const holders *h, int nodes, const int32_t *node)
{
    eg_context *context = matrix->context;
    int32_t *last;
    int64_t capacity = 0, count = 0;
    EG_TRY(eg_alloc(context, matrix->rows, sizeof *last, &last));
    eg_status status = EG_OK;
    for (int32_t i = 0; i < matrix->rows; i++) {
        int64_t most = 1 + (h->first[i + 1] - h->first[i]) * nodes;
        status =
            eg_reserve(context, count + most, &capacity, sizeof *matrix->column, &matrix->column);
        if (status != EG_OK)
            break;
        count += list_columns(h, i, nodes, node, last, &matrix->column[count]);
        matrix->first[i + 1] = count;
    }
    eg_free(context, &last);
    EG_TRY(status);
    EG_TRY(eg_resize(context, count, sizeof *matrix->column, &matrix->column));
    return eg_alloc(context, count, sizeof *matrix->value, &matrix->value);
}

eg_status eg_sparse_pattern(eg_context *context, int32_t rows, int64_t elements, int nodes,
                            const int32_t *node, eg_sparse *matrix)
{
    assert(elements < INT32_MAX);
    holders h = {0};
    *matrix = (eg_sparse){.context = context, .rows = rows, .columns = rows};
    eg_status status = eg_alloc(context, (int64_t)rows + 1, sizeof *matrix->first, &matrix->first);
    if (status == EG_OK)
        status = find_holders(context, rows, elements, nodes, node, &h);
    if (status == EG_OK)
        status = build_pattern(matrix, &h, nodes, node);
    eg_free(context, &h.first);
    eg_free(context, &h.element);
    if (status != EG_OK)
        eg_sparse_free(matrix);
    return status;
}

void eg_sparse_add(eg_sparse *matrix, int64_t elements, int nodes, const int32_t *node,
                   const double *values)
{
    for (int64_t e = 0; e < elements; e++)
        for (int a = 0; a < nodes; a++)
            for (int b = 0; b < nodes; b++) {
                int32_t i = node[e * nodes + a], j = node[e * nodes + b];
                if (i < 0 || j < 0)
                    continue;
                double *entry = eg_sparse_entry(matrix, i, j);
                assert(entry);
                *entry += values[(e * nodes + a) * nodes + b];
            }
}
