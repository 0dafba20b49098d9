/* The inverse of the coarsest matrix, by Cholesky's factors A = L L^T. Loops are in one order, sums plain. */
#include "scheme/linear/amg_internal.h"

#include <math.h>

/* The lower triangle of the matrix; of a singular one that of A + s 1 1^T / n, which is definite. */
static void spread_rows(const eg_sparse *matrix, double shift, double *full)
{
    int64_t n = matrix->rows;
    for (int64_t i = 0; i < n; i++) {
        for (int64_t j = 0; j <= i; j++)
            full[i * n + j] = shift;
        for (int64_t k = matrix->first[i]; k < matrix->first[i + 1]; k++)
            if (matrix->column[k] <= i)
                full[i * n + matrix->column[k]] += matrix->value[k];
    }
}

static double chain(const double *a, const double *b, int64_t count)
{
    double sum = 0;
    for (int64_t k = 0; k < count; k++)
        sum += a[k] * b[k];
    return sum;
}

/* The lower triangle becomes L; returns the first row without a positive pivot, n where there is none. */
static int64_t factor(double *full, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        double *row = &full[i * n];
        for (int64_t j = 0; j < i; j++)
            row[j] = (row[j] - chain(row, &full[j * n], j)) / full[j * n + j];
        double pivot = row[i] - chain(row, row, i);
        /* what rounding leaves of a pivot that is 0 */
        if (!(pivot > 1e-14 * row[i]))
            return i;
        row[i] = sqrt(pivot);
    }
    return n;
}

/* L becomes its inverse transposed, in the upper triangle: row j of `full` then holds column j of L^-1 from j
 * on. */
static void invert_factor(double *full, int64_t n)
{
    for (int64_t j = 0; j < n; j++) {
        double *column = &full[j * n];
        double pivot = 1 / full[j * n + j];
        for (int64_t i = j + 1; i < n; i++) {
            const double *row = &full[i * n];
            double sum = row[j] * pivot;
            for (int64_t k = j + 1; k < i; k++)
                sum += row[k] * column[k];
            column[i] = -sum / row[i];
        }
        /* the diagonal is still read by the columns before it only */
        column[j] = pivot;
    }
}

/* inverse = L^-T L^-1, less what a shift has added. */
static void multiply_factors(const double *full, int64_t n, double less, double *inverse)
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j <= i; j++) {
            double sum = chain(&full[i * n + i], &full[j * n + i], n - i) - less;
            inverse[i * n + j] = sum;
            inverse[j * n + i] = sum;
        }
}

eg_status eg_amg_invert(const eg_sparse *matrix, bool singular, double **inverse)
{
    eg_context *context = matrix->context;
    int64_t n = matrix->rows;
    EG_SCRATCH double *full = NULL;
    double shift = 0, trace = 0;
    *inverse = NULL;
    if (singular && n == 1)
        return eg_alloc(context, 1, sizeof **inverse, inverse); /* of 0 */
    EG_TRY(eg_alloc(context, n * n, sizeof *full, &full));
    for (int32_t i = 0; i < n; i++)
        trace += *eg_sparse_entry(matrix, i, i);
    if (singular)
        shift = trace / (double)(n * n);
    spread_rows(matrix, shift, full);
    int64_t bad = factor(full, n);
    if (bad < n)
        return eg_fail(context, EG_INPUT,
                       "the matrix is not positive definite: its coarsest form, of %lld rows, fails at row "
                       "%lld; where constants are its null space it has to be marked as singular",
                       (long long)n, (long long)bad);
    EG_TRY(eg_alloc(context, n * n, sizeof **inverse, inverse));
    invert_factor(full, n);
    /* (A + s 11^T)^-1 = A^+ + 11^T / (s n^2) */
    multiply_factors(full, n, singular ? 1 / (shift * (double)(n * n)) : 0, *inverse);
    return EG_OK;
}
