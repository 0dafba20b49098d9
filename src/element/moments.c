/* Terms, their matrix, and the coefficients that follow. Terms are made orthonormal twice, since the first time
 * rounding leaves what it leaves. */
#include "element/moments.h"

#include <math.h>

#include "element/cholesky.h"

/* Products of Legendre's polynomials over the box of the points, of total degree up to that of the
 * moments. */
static void find_terms(const eg_moments *m, const double y[3], double *term)
{
    double p[3][EG_MOMENTS_DEGREE + 1] = {{0}};
    int count = 0;
    for (int i = 0; i < 3; i++) {
        double length = m->high[i] - m->low[i];
        double z = length > 0 ? (2 * y[i] - m->low[i] - m->high[i]) / length : 0;
        p[i][0] = 1;
        p[i][1] = z;
        for (int n = 2; n <= m->degree; n++)
            p[i][n] = ((2 * n - 1) * z * p[i][n - 1] - (n - 1) * p[i][n - 2]) / n;
    }
    for (int n = 0; n <= m->degree; n++)
        for (int k = 0; k <= (m->dimension == 3 ? n : 0); k++)
            for (int j = 0; j <= n - k; j++)
                term[count++] = p[0][n - k - j] * p[1][j] * p[2][k];
    if (m->has_raw)
        eg_cholesky_substitute(m->terms, m->raw, term);
}

/* The matrix of the moments' equations: integrals of the weight times two terms; the lower half. */
static bool factorise(const eg_moments *m, int64_t points, const eg_moment_point *point, double *matrix)
{
    for (int64_t q = 0; q < points; q++) {
        find_terms(m, point[q].y, m->term);
        for (int i = 0; i < m->terms; i++) {
            double weighed = point[q].weight * m->term[i];
            for (int j = 0; j <= i; j++)
                matrix[i * m->terms + j] += weighed * m->term[j];
        }
    }
    return eg_cholesky_factorise(m->terms, matrix);
}

static void find_box(eg_moments *m, int64_t points, const eg_moment_point *point, const double centre[3])
{
    for (int i = 0; i < 3; i++) {
        m->low[i] = m->high[i] = centre[i];
        for (int64_t q = 0; q < points; q++) {
            m->low[i] = fmin(m->low[i], point[q].y[i]);
            m->high[i] = fmax(m->high[i], point[q].y[i]);
        }
    }
}

eg_status eg_moments_make(eg_scope *scope, int dimension, int degree, int64_t points,
                          const eg_moment_point *point, const double centre[3], eg_moments *m, bool *found)
{
    int plane = (degree + 1) * (degree + 2) / 2, terms = dimension == 2 ? plane : plane * (degree + 3) / 3;
    int64_t entries = (int64_t)terms * terms;
    assert(degree <= EG_MOMENTS_DEGREE);
    *m = (eg_moments){.dimension = dimension, .degree = degree, .terms = terms};
    EG_TRY(EG_SCOPE_ALLOC(scope, EG_BLOCK(entries, m->raw), EG_BLOCK(entries, m->matrix),
                          EG_BLOCK(terms, m->coefficient), EG_BLOCK(terms, m->term)));
    find_box(m, points, point, centre);
    m->has_raw = factorise(m, points, point, m->raw);
    *found = m->has_raw && factorise(m, points, point, m->matrix);
    if (!*found)
        return EG_OK;
    find_terms(m, centre, m->coefficient);
    eg_cholesky_substitute(terms, m->matrix, m->coefficient);
    eg_cholesky_substitute_back(terms, m->matrix, m->coefficient);
    return EG_OK;
}

double eg_moments_value(const eg_moments *m, const double y[3])
{
    double value = 0;
    find_terms(m, y, m->term);
    for (int i = 0; i < m->terms; i++)
        value += m->coefficient[i] * m->term[i];
    return value;
}
