/* What smoothing needs to know of a matrix: the spectral radius of D^-1 A, and the weights of its steps. */
#include "scheme/linear/amg_internal.h"

#include <math.h>

enum { POWER_STEPS = 10 };

/* A start of no particular shape that every machine computes alike: values in [-1/2, 1/2). */
static void start(double *x, int32_t rows)
{
    uint32_t state = 1;
    for (int32_t i = 0; i < rows; i++) {
        state = state * 1664525u + 1013904223u;
        x[i] = (state >> 8) / 16777216.0 - 0.5;
    }
}

/* |x|^2 in the norm of D. */
static double square(const double *x, const double *inverse, int32_t rows)
{
    double sum = 0;
    for (int32_t i = 0; i < rows; i++)
        sum += x[i] * x[i] / inverse[i];
    return sum;
}

/* The largest row sum of |D^-1 A|, which bounds the radius (Gershgorin). */
static double bound(const eg_sparse *matrix, const double *inverse)
{
    double most = 0;
    for (int32_t i = 0; i < matrix->rows; i++) {
        double sum = 0;
        for (int64_t k = matrix->first[i]; k < matrix->first[i + 1]; k++)
            sum += fabs(matrix->value[k]);
        most = sum * inverse[i] > most ? sum * inverse[i] : most;
    }
    return most;
}

eg_status eg_amg_radius(const eg_sparse *matrix, const double *inverse, double *radius)
{
    eg_context *context = matrix->context;
    int32_t rows = matrix->rows;
    double *x = NULL, *y = NULL, ratio = 1;
    eg_status status = eg_alloc(context, rows, sizeof *x, &x);
    if (status == EG_OK)
        status = eg_alloc(context, rows, sizeof *y, &y);
    if (status == EG_OK) {
        start(x, rows);
        double before = square(x, inverse, rows);
        for (int n = 0; n < POWER_STEPS && before > 0; n++) {
            eg_sparse_multiply(matrix, x, y);
            for (int32_t i = 0; i < rows; i++)
                y[i] *= inverse[i];
            double after = square(y, inverse, rows);
            ratio = sqrt(after / before);
            /* scaled, so that the power neither grows nor vanishes */
            for (int32_t i = 0; i < rows; i++)
                x[i] = y[i] / ratio;
            before = after / (ratio * ratio);
        }
        *radius = fmin(ratio, bound(matrix, inverse));
    }
    eg_free(context, &x);
    eg_free(context, &y);
    return status;
}

void eg_amg_weights(int degree, double radius, double *weight)
{
    /* cos(pi (2 k - 1) / (2 degree)) of degrees 2, 3, 4 */
    static const double node[EG_AMG_DEGREE + 1][EG_AMG_DEGREE] = {
        {0},
        {0},
        {-0.70710678118654752, 0.70710678118654752},
        {-0.86602540378443865, 0, 0.86602540378443865},
        {-0.92387953251128676, -0.38268343236508977, 0.38268343236508977, 0.92387953251128676}};
    assert(degree >= 1 && degree <= EG_AMG_DEGREE);
    /* the power method finds the radius from below */
    double high = 1.1 * radius, low = 0.3 * high;
    if (degree == 1)
        weight[0] = 4.0 / (3.0 * radius);
    for (int k = 0; degree > 1 && k < degree; k++)
        weight[k] = 1 / (0.5 * (high + low) + 0.5 * (high - low) * node[degree][k]);
}
