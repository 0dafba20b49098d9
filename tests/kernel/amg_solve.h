/* Flexible conjugate gradients on the host around the multigrid cycle of a device: what its tests count
 * with. */
#ifndef EG_TEST_AMG_SOLVE_H
#define EG_TEST_AMG_SOLVE_H

#include "kernel/box_matrix.h"
#include "scheme/linear/amg.h"

#include <stdlib.h>

typedef struct solve_vectors {
    double *x, *b, *r, *before, *z, *p, *q;
} solve_vectors;

static double dot(const double *a, const double *b, int32_t rows)
{
    double sum = 0;
    for (int32_t i = 0; i < rows; i++)
        sum += a[i] * b[i];
    return sum;
}

/* z = M r */
static inline eg_status precondition(eg_amg *amg, eg_buffer *br, eg_buffer *bz, int32_t rows, const double *r,
                                     double *z)
{
    EG_TRY(eg_buffer_write(br, 0, r, (int64_t)rows * 8));
    EG_TRY(eg_amg_apply(amg, br, bz));
    return eg_buffer_read(bz, 0, z, (int64_t)rows * 8);
}

/* A right-hand side of random numbers, with the sum 0 where the matrix is singular. */
static void random_vector(double *b, int32_t rows, bool singular)
{
    uint32_t state = 7;
    double mean = 0;
    for (int32_t i = 0; i < rows; i++) {
        b[i] = box_random(&state) / 16777216.0 - 0.5;
        mean += b[i] / rows;
    }
    for (int32_t i = 0; singular && i < rows; i++)
        b[i] -= mean;
}

static inline eg_status iterate(const eg_sparse *a, eg_amg *amg, eg_buffer *br, eg_buffer *bz,
                                double tolerance, int most, solve_vectors *v, int *iterations)
{
    int32_t n = a->rows;
    double target = tolerance * tolerance * dot(v->b, v->b, n), product = 0;
    for (*iterations = 0; *iterations < most && dot(v->r, v->r, n) > target;) {
        EG_TRY(precondition(amg, br, bz, n, v->r, v->z));
        double change = 0;
        for (int32_t i = 0; i < n; i++)
            change += v->z[i] * (v->r[i] - v->before[i]);
        double beta = *iterations ? change / product : 0;
        for (int32_t i = 0; i < n; i++)
            v->p[i] = v->z[i] + beta * v->p[i];
        product = dot(v->r, v->z, n);
        eg_sparse_multiply(a, v->p, v->q);
        double alpha = dot(v->p, v->r, n) / dot(v->p, v->q, n);
        for (int32_t i = 0; i < n; i++) {
            v->before[i] = v->r[i];
            v->x[i] += alpha * v->p[i];
            v->r[i] -= alpha * v->q[i];
        }
        ++*iterations;
    }
    return EG_OK;
}

/* Solves A x = b for a random b until the residual has fallen by `tolerance`; *error becomes the true
 * quotient of residual and b. At most `most` iterations. Vectors of the caller of the cycle are f64. */
static inline eg_status solve_random(const eg_sparse *a, eg_device *device, eg_amg *amg, bool singular,
                                     double tolerance, int most, int *iterations, double *error)
{
    int32_t n = a->rows;
    double *memory = calloc((size_t)n * 7, sizeof *memory);
    solve_vectors v = {memory,         memory + n,     memory + 2 * n, memory + 3 * n,
                       memory + 4 * n, memory + 5 * n, memory + 6 * n};
    eg_buffer *br = NULL, *bz = NULL;
    random_vector(v.b, n, singular);
    for (int32_t i = 0; i < n; i++)
        v.r[i] = v.b[i];
    eg_status status = eg_buffer_create(device, (int64_t)n * 8, "r", &br);
    if (status == EG_OK)
        status = eg_buffer_create(device, (int64_t)n * 8, "z", &bz);
    if (status == EG_OK)
        status = iterate(a, amg, br, bz, tolerance, most, &v, iterations);
    eg_sparse_multiply(a, v.x, v.q);
    for (int32_t i = 0; i < n; i++)
        v.r[i] = v.b[i] - v.q[i];
    *error = sqrt(dot(v.r, v.r, n) / dot(v.b, v.b, n));
    eg_buffer_destroy(&br);
    eg_buffer_destroy(&bz);
    free(memory);
    return status;
}

#endif
