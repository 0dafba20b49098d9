/* Gauss' rule by Newton's iteration on Legendre polynomials, and the rules for cells made of it. */
#include "element/internal.h"

/* P_n and its derivative at y, |y| < 1, from (1 - y^2) P_n' = n (P_{n-1} - y P_n). */
void eg_legendre_at(int n, long double y, long double *value, long double *slope)
{
    long double before = 1.0L, p = y;
    for (int k = 1; k < n; k++) {
        long double next = ((2 * k + 1) * (y * p) - k * before) / (k + 1);
        before = p;
        p = next;
    }
    *value = p;
    *slope = n * (before - y * p) / ((1.0L - y) * (1.0L + y));
}

/* Near the i-th largest root of P_n: (1 - (n - 1) / (8 n^3)) cos(angle), with Taylor's polynomial of
 * the cosine. Its error, below 1e-4, is far below the distance of two roots. */
static long double guess_root(int n, int i)
{
    long double angle = 3.14159265358979323846L * (i + 0.75L) / (n + 0.5L), square = angle * angle;
    long double cosine = 1.0L;
    for (int k = 10; k > 0; k -= 2)
        cosine = 1.0L - square / (k * (k - 1)) * cosine;
    return (1.0L - (n - 1) / (8.0L * n * n * n)) * cosine;
}

/* The i-th largest root of P_n, not the one at zero: each step doubles the number of right digits,
 * the fourth meets the rounding. */
static long double legendre_root(int n, int i)
{
    long double y = guess_root(n, i);
    for (int step = 0; step < 6; step++) {
        long double value, slope;
        eg_legendre_at(n, y, &value, &slope);
        y -= value / slope;
    }
    return y;
}

int eg_gauss(int n, long double *x, long double *w)
{
    assert(n >= 1 && n <= EG_GAUSS_MOST);
    for (int i = 0; 2 * i < n; i++) {
        long double y = 2 * i + 1 == n ? 0.0L : legendre_root(n, i), value, slope;
        eg_legendre_at(n, y, &value, &slope);
        x[i] = 0.5L * (1.0L - y);
        x[n - 1 - i] = 1.0L - x[i];
        w[i] = w[n - 1 - i] = 1.0L / ((1.0L - y) * (1.0L + y) * slope * slope);
    }
    return n;
}

/* Points along xi and along eta. The triangle is the image of the square under
 * (a, b) -> (a (1 - b), b), whose Jacobian 1 - b adds one degree in b. */
static void gauss_points_along(eg_cell_type type, int degree, int n[2])
{
    assert(type < EG_CELL_TYPES && degree >= 0 && degree <= EG_QUADRATURE_ANY_DEGREE);
    n[0] = degree / 2 + 1;
    n[1] = (type == EG_TRIANGLE ? degree + 1 : degree) / 2 + 1;
}

int eg_quadrature_count(eg_cell_type type, int degree)
{
    int n[2];
    gauss_points_along(type, degree, n);
    return n[0] * n[1];
}

int eg_quadrature_any_long(eg_cell_type type, int degree, long double (*points)[2], long double *weights)
{
    long double x[2][EG_GAUSS_MOST], w[2][EG_GAUSS_MOST];
    int n[2], count = 0;
    gauss_points_along(type, degree, n);
    for (int i = 0; i < 2; i++)
        eg_gauss(n[i], x[i], w[i]);
    for (int j = 0; j < n[1]; j++) {
        long double width = type == EG_TRIANGLE ? 1.0L - x[1][j] : 1.0L;
        for (int i = 0; i < n[0]; i++, count++) {
            points[count][0] = x[0][i] * width;
            points[count][1] = x[1][j];
            weights[count] = w[0][i] * w[1][j] * width;
        }
    }
    return count;
}

void eg_quadrature_any(eg_cell_type type, int degree, double (*points)[2], double *weights)
{
    long double exact[EG_QUADRATURE_ANY_POINTS][2], weight[EG_QUADRATURE_ANY_POINTS];
    int count = eg_quadrature_any_long(type, degree, exact, weight);
    for (int q = 0; q < count; q++) {
        points[q][0] = (double)exact[q][0];
        points[q][1] = (double)exact[q][1];
        weights[q] = (double)weight[q];
    }
}

int eg_quadrature_least(eg_cell_type type, int degree, double (*points)[2], double *weights)
{
    if (type == EG_TRIANGLE && degree <= EG_TRIANGLE_RULE_DEGREE)
        return eg_triangle_rule(degree, points, weights);
    eg_quadrature_any(type, degree, points, weights);
    return eg_quadrature_count(type, degree);
}
