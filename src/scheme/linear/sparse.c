/* Sparse matrices on the host. */
#include "scheme/linear/sparse.h"

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

static void move_entries(eg_sparse *matrix)
{
    int64_t to = 0, from = matrix->first[0];
    for (int32_t i = 0; i < matrix->rows; i++) {
        int64_t end = matrix->first[i + 1];
        for (; from < end; from++) { /* without a branch: what is dropped is written over */
            int kept = (matrix->value[from] != 0) | (matrix->column[from] == i);
            matrix->column[to] = matrix->column[from];
            matrix->value[to] = matrix->value[from];
            to += kept;
        }
        matrix->first[i + 1] = to;
    }
}

eg_status eg_sparse_drop_zeros(eg_sparse *matrix)
{
    int64_t before = matrix->first[matrix->rows];
    move_entries(matrix);
    int64_t entries = matrix->first[matrix->rows];
    if (2 * entries > before)
        return EG_OK;
    EG_TRY(eg_resize(matrix->context, entries, sizeof *matrix->column, &matrix->column));
    return eg_resize(matrix->context, entries, sizeof *matrix->value, &matrix->value);
}
