/* The multigrid cycle once more, plainly on the host: a recursion over dense vectors, residuals and transfers
 * step by step, Chebyshev's polynomial by its three-term recurrence. What the device makes has to agree but
 * for rounding. */
#ifndef EG_TEST_AMG_REFERENCE_H
#define EG_TEST_AMG_REFERENCE_H

#include "scheme/linear/amg_internal.h"

#include <math.h>
#include <stdlib.h>

typedef struct reference_level {
    eg_sparse matrix;
    double *inverse, *full; /* of the diagonal; of the coarsest matrix */
    double radius;
    int32_t *aggregate, count;
} reference_level;

typedef struct reference {
    int levels, degree, kcycle_levels;
    reference_level level[EG_AMG_LEVELS];
} reference;

/* Takes the matrix over; it may be freed with the reference alone. */
static eg_status reference_create(eg_sparse matrix, const eg_amg_options *options, reference *r)
{
    eg_context *context = matrix.context;
    *r = (reference){.degree = options->degree, .kcycle_levels = options->kcycle_levels};
    for (eg_sparse next = matrix;;) {
        reference_level *l = &r->level[r->levels++];
        l->matrix = next;
        if (next.rows <= options->coarsest)
            return eg_amg_invert(&l->matrix, options->singular, &l->full);
        EG_TRY(eg_alloc(context, next.rows, 8, &l->inverse));
        EG_TRY(eg_alloc(context, next.rows, 4, &l->aggregate));
        eg_sparse_diagonal(&l->matrix, l->inverse);
        for (int32_t i = 0; i < next.rows; i++)
            l->inverse[i] = 1 / l->inverse[i];
        EG_TRY(eg_amg_radius(&l->matrix, l->inverse, &l->radius));
        EG_TRY(eg_amg_aggregate(&l->matrix, 0.4, l->aggregate, &l->count));
        eg_sparse half;
        EG_TRY(eg_amg_half(&l->matrix, l->aggregate, l->count, &half));
        EG_TRY(eg_amg_galerkin(&half, l->aggregate, &next));
        eg_sparse_free(&half);
    }
}

static void reference_destroy(reference *r)
{
    for (int k = 0; k < r->levels; k++) {
        eg_context *context = r->level[k].matrix.context;
        eg_free(context, &r->level[k].inverse);
        eg_free(context, &r->level[k].full);
        eg_free(context, &r->level[k].aggregate);
        eg_sparse_free(&r->level[k].matrix);
    }
}

static double *vector(int32_t rows)
{
    return calloc((size_t)rows + 1, sizeof(double));
}

static double reference_dot(const double *a, const double *b, int32_t rows)
{
    double sum = 0;
    for (int32_t i = 0; i < rows; i++)
        sum += a[i] * b[i];
    return sum;
}

/* x += q(D^-1 A) D^-1 (b - A x), where 1 - s q(s) is Chebyshev's polynomial on the interval, or Jacobi's. */
static void reference_smooth(const reference *r, const reference_level *l, const double *b, double *x)
{
    int32_t n = l->matrix.rows;
    double *ax = vector(n), *p = vector(n);
    double high = 1.1 * l->radius, low = 0.3 * high, theta = (high + low) / 2, delta = (high - low) / 2,
           sigma = theta / delta, rho = 1 / sigma;
    for (int s = 0; s < r->degree; s++) {
        eg_sparse_multiply(&l->matrix, x, ax);
        double next = 1 / (2 * sigma - rho);
        for (int32_t i = 0; i < n; i++) {
            double z = l->inverse[i] * (b[i] - ax[i]);
            if (r->degree == 1)
                p[i] = 4 / (3 * l->radius) * z;
            else
                p[i] = s == 0 ? z / theta : next * rho * p[i] + 2 * next / delta * z;
            x[i] += p[i];
        }
        rho = s == 0 ? rho : next;
    }
    free(ax);
    free(p);
}

static void reference_cycle(const reference *r, int k, const double *b, double *x);

/* One cycle, or two steps of flexible conjugate gradients preconditioned by cycles. */
static void reference_solve(const reference *r, int k, const double *b, double *x)
{
    const eg_sparse *a = &r->level[k].matrix;
    int32_t n = a->rows;
    if (r->level[k].full || k > r->kcycle_levels) {
        reference_cycle(r, k, b, x);
        return;
    }
    double *c = vector(n), *v = vector(n), *rest = vector(n), *d = vector(n), *w = vector(n);
    reference_cycle(r, k, b, c);
    eg_sparse_multiply(a, c, v);
    double rho = reference_dot(c, v, n), alpha = reference_dot(c, b, n);
    for (int32_t i = 0; i < n; i++)
        rest[i] = b[i] - alpha / rho * v[i];
    reference_cycle(r, k, rest, d);
    eg_sparse_multiply(a, d, w);
    /* d made A-orthogonal to c, then a step along it */
    double gamma = reference_dot(d, v, n);
    for (int32_t i = 0; i < n; i++) {
        d[i] -= gamma / rho * c[i];
        w[i] -= gamma / rho * v[i];
    }
    double step = reference_dot(d, rest, n) / reference_dot(d, w, n);
    for (int32_t i = 0; i < n; i++)
        x[i] = alpha / rho * c[i] + step * d[i];
    free(c);
    free(v);
    free(rest);
    free(d);
    free(w);
}

static void reference_cycle(const reference *r, int k, const double *b, double *x)
{
    const reference_level *l = &r->level[k];
    int32_t n = l->matrix.rows;
    for (int32_t i = 0; i < n; i++)
        x[i] = l->full ? reference_dot(&l->full[(int64_t)i * n], b, n) : 0;
    if (l->full)
        return;
    double *ax = vector(n), *coarse = vector(l->count), *e = vector(l->count);
    reference_smooth(r, l, b, x);
    eg_sparse_multiply(&l->matrix, x, ax);
    for (int32_t i = 0; i < n; i++)
        if (l->aggregate[i] >= 0)
            coarse[l->aggregate[i]] += b[i] - ax[i];
    reference_solve(r, k + 1, coarse, e);
    for (int32_t i = 0; i < n; i++)
        x[i] += l->aggregate[i] >= 0 ? e[l->aggregate[i]] : 0;
    reference_smooth(r, l, b, x);
    free(ax);
    free(coarse);
    free(e);
}

#endif
