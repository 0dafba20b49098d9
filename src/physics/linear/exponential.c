#include "physics/linear/exponential.h"

#include <math.h>
#include <string.h>

enum { N = EG_LINEAR_VARIABLES, TERMS = 16, HALVINGS_MOST = 1100 };

/* scale a b + unit, unit times the unit matrix. */
static void multiply(int n, const double *a, const double *b, double scale, double unit, double *result)
{
    double product[N * N];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum = fma(a[i * n + k], b[k * n + j], sum);
            product[i * n + j] = fma(scale, sum, i == j ? unit : 0);
        }
    memcpy(result, product, (size_t)(n * n) * sizeof *result);
}

/* (1 + x)^2 - 1 = x x + 2 x, which keeps what is far below 1. */
static void square_beside_one(int n, double *x)
{
    double before[N * N];
    memcpy(before, x, (size_t)(n * n) * sizeof *x);
    multiply(n, before, before, 1, 0, x);
    for (int i = 0; i < n * n; i++)
        x[i] = fma(2, before[i], x[i]);
}

void eg_exponential(int n, const double *matrix, double t, double *result)
{
    double size = 0, scale = t;
    int halvings = 0;
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++)
            sum += fabs(matrix[i * n + j] * t);
        size = fmax(size, sum);
    }
    for (; size > 0.5 && halvings < HALVINGS_MOST; halvings++) {
        size *= 0.5;
        scale *= 0.5;
    }
    for (int i = 0; i < n * n; i++)
        result[i] = i / n == i % n;
    for (int r = TERMS; r > 0; r--) /* 1 + E t (1 + E t / 2 (1 + E t / 3 (...))), that to be squared less 1 */
        multiply(n, matrix, result, scale / r, r == 1 && halvings > 0 ? 0 : 1, result);
    for (int r = 0; r < halvings; r++)
        square_beside_one(n, result);
    for (int i = 0; i < n && halvings > 0; i++)
        result[i * n + i] += 1;
}
