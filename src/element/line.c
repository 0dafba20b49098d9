/* Nodes, weights and matrices on a line, from the product form of Lagrange's polynomials. */
#include "element/line.h"

#include "element/internal.h"

/* Near the root of P_n' that is i-th from 1: cos(pi i / n) by Taylor's polynomial, for angles up to pi /
 * 2. */
static long double guess_slope_root(int n, int i)
{
    long double angle = 3.14159265358979323846L * i / n, square = angle * angle, cosine = 1.0L;
    for (int k = 12; k > 0; k -= 2)
        cosine = 1.0L - square / (k * (k - 1)) * cosine;
    return cosine;
}

/* Newton's iteration for P_n', with (1 - y^2) P_n'' = 2 y P_n' - n (n + 1) P_n. */
static long double root_of_slope(int n, int i)
{
    long double y = guess_slope_root(n, i);
    for (int step = 0; step < 8; step++) {
        long double value, slope;
        eg_legendre_at(n, y, &value, &slope);
        long double curvature = (2.0L * (y * slope) - n * (n + 1) * value) / ((1.0L - y) * (1.0L + y));
        y -= slope / curvature;
    }
    return y;
}

static void places(eg_line line, long double *x)
{
    int n = line.degree;
    assert(n >= 1 && n <= EG_LINE_DEGREE);
    for (int i = 0; 2 * i <= n; i++) {
        long double y = (long double)(n - 2 * i) / n;
        if (line.nodes == EG_LINE_GLL && i > 0 && 2 * i < n)
            y = root_of_slope(n, i);
        x[n - i] = y;
        x[i] = -y;
    }
    if (n % 2 == 0)
        x[n / 2] = 0.0L;
}

void eg_line_points_of(eg_line line, double *x)
{
    long double exact[EG_LINE_NODES];
    places(line, exact);
    for (int i = 0; i <= line.degree; i++)
        x[i] = (double)exact[i];
}

void eg_gll_weights(int degree, double *w)
{
    long double x[EG_LINE_NODES];
    places((eg_line){EG_LINE_GLL, degree}, x);
    for (int i = 0; 2 * i <= degree; i++) {
        long double value = 1.0L, slope;
        if (i > 0)
            eg_legendre_at(degree, x[i], &value, &slope);
        w[i] = w[degree - i] = (double)(2.0L / (degree * (degree + 1) * (value * value)));
    }
}

/* The polynomial that is 1 at node j, at t: the value of lagrange(). */
static long double lagrange_value(int n, const long double *x, int j, long double t)
{
    long double value = 1.0L;
    for (int k = 0; k <= n; k++)
        if (k != j)
            value *= (t - x[k]) / (x[j] - x[k]);
    return value;
}

/* The polynomial that is 1 at node j, at t, and its derivative: the sum over the factors of the product of
 * the others. */
static void lagrange(int n, const long double *x, int j, long double t, long double *value,
                     long double *slope)
{
    *value = 1.0L;
    *slope = 0.0L;
    for (int k = 0; k <= n; k++) {
        if (k == j)
            continue;
        long double length = x[j] - x[k], factor = (t - x[k]) / length;
        *slope = *slope * factor + *value / length;
        *value *= factor;
    }
}

/* Values (sign 1) or derivatives (sign -1) at `to` from values at `from`: half of the matrix, and its mirror
 * image. */
static void fill_line_matrix(eg_line from, eg_line to, int sign, double *matrix)
{
    long double x[EG_LINE_NODES], y[EG_LINE_NODES];
    int n = from.degree, m = to.degree;
    places(from, x);
    places(to, y);
    for (int i = 0; 2 * i <= m; i++)
        for (int j = 0; j <= n; j++) {
            long double value, slope;
            if (2 * i == m && 2 * j > n)
                break; /* of the row in the middle half is enough */
            lagrange(n, x, j, y[i], &value, &slope);
            bool itself = 2 * i == m && 2 * j == n;
            double entry = (double)(sign > 0 ? value : itself ? 0.0L : slope);
            matrix[(m - i) * (n + 1) + n - j] = sign * entry;
            matrix[i * (n + 1) + j] = entry;
        }
}

void eg_line_interpolation(eg_line from, eg_line to, double *matrix)
{
    fill_line_matrix(from, to, 1, matrix);
}

void eg_line_interpolation_slopes(eg_line from, eg_line to, double *matrix)
{
    fill_line_matrix(from, to, -1, matrix);
}

void eg_line_derivative(eg_line line, double *matrix)
{
    int n = line.degree;
    fill_line_matrix(line, line, -1, matrix);
    if (line.nodes != EG_LINE_GLL)
        return;
    for (int i = 0; i <= n; i++) /* each polynomial has its peak at its node, but for the ends */
        matrix[i * (n + 2)] = 0.0;
    matrix[0] = -0.25 * n * (n + 1);
    matrix[n * (n + 2)] = 0.25 * n * (n + 1);
}

void eg_line_values(eg_line line, double t, double *values, double *slopes)
{
    long double x[EG_LINE_NODES], value, slope;
    if (line.degree == 1) { /* the same, as maps of straight elements need it at many points */
        for (int j = 0; j < 2; j++) {
            values[j] = (double)(((long double)t - (j == 0 ? 1 : -1)) / (j == 0 ? -2 : 2));
            if (slopes)
                slopes[j] = j == 0 ? -0.5 : 0.5;
        }
        return;
    }
    places(line, x);
    for (int j = 0; j <= line.degree && !slopes; j++)
        values[j] = (double)lagrange_value(line.degree, x, j, t);
    for (int j = 0; j <= line.degree && slopes; j++) {
        lagrange(line.degree, x, j, t, &value, &slope);
        values[j] = (double)value;
        slopes[j] = (double)slope;
    }
}
