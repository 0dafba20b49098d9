/* Cholesky's factor of a small matrix. */
#include "element/cholesky.h"

#include <math.h>

bool eg_cholesky_factorise(int n, double *matrix)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = matrix[i * n + j];
            for (int k = 0; k < j; k++)
                sum -= matrix[i * n + k] * matrix[j * n + k];
            if (i == j && !(sum > 0))
                return false;
            matrix[i * n + j] = i == j ? sqrt(sum) : sum / matrix[j * n + j];
        }
    return true;
}

void eg_cholesky_substitute(int n, const double *factor, double *b)
{
    for (int i = 0; i < n; i++) {
        double sum = b[i];
        for (int k = 0; k < i; k++)
            sum -= factor[i * n + k] * b[k];
        b[i] = sum / factor[i * n + i];
    }
}

void eg_cholesky_substitute_back(int n, const double *factor, double *b)
{
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            b[i] -= factor[k * n + i] * b[k];
        b[i] /= factor[i * n + i];
    }
}
