#include "physics/linear/exponential.h"

#include <math.h>
#include <string.h>

enum { N = EG_LINEAR_VARIABLES, TERMS = 16, HALVINGS_MOST = 1100 };

/* unit + scale a b, where unit is 1 or 0. */
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
    for (int r = TERMS; r > 0; r--) /* 1 + E t (1 + E t / 2 (1 + E t / 3 (...))) */
        multiply(n, matrix, result, scale / r, 1, result);
    for (int r = 0; r < halvings; r++)
        multiply(n, result, result, 1, 0, result);
}
