/* What the tests of spectral elements share: a mesh, coefficients, an operator with what it stands on. */
#ifndef TESTS_KERNEL_SEM_PROBLEM_H
#define TESTS_KERNEL_SEM_PROBLEM_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scheme/sem/sem.h"

#define OK(p, call)                                                                                          \
    do {                                                                                                     \
        if ((call) != EG_OK)                                                                                 \
            fail_msg("%s", eg_context_error((p)->context));                                                  \
    } while (0)

typedef struct sem_problem {
    eg_context *context;
    eg_device *device;
    eg_hexes *mesh;
    eg_hex_nodes *nodes;
    eg_sem *sem;
} sem_problem;

/* ---- meshes */

/* Distorted: SEM_TRILINEAR strongly, SEM_GENTLE so that orders show on few elements. */
enum sem_mesh { SEM_AFFINE, SEM_TRILINEAR, SEM_CURVED, SEM_MIXED, SEM_BOX, SEM_GENTLE };

/* A sheared cube: parallelepipeds. */
static inline eg_status sem_shear(const eg_point_map *self, eg_context *context, int64_t count,
                                  double (*x)[3])
{
    (void)self, (void)context;
    for (int64_t i = 0; i < count; i++) {
        double a = x[i][0], b = x[i][1], c = x[i][2];
        x[i][0] = 1.1 * a + 0.3 * b - 0.1 * c;
        x[i][1] = 0.9 * b + 0.25 * c;
        x[i][2] = -0.2 * a + 0.8 * c;
    }
    return EG_OK;
}

/* Bent beyond x = 1/2 alone, and curved beyond y = 1/2: all kinds at once where the geometry is of degree
 * 2. */
static inline eg_status sem_bend(const eg_point_map *self, eg_context *context, int64_t count, double (*x)[3])
{
    (void)self, (void)context;
    for (int64_t i = 0; i < count; i++) {
        double a = x[i][0] > 0.5 ? x[i][0] - 0.5 : 0, b = x[i][1] > 0.5 ? x[i][1] - 0.5 : 0;
        x[i][2] += 0.3 * a * x[i][1] * x[i][2] + 0.8 * a * b * b * x[i][2];
    }
    return EG_OK;
}

static inline eg_hexes *sem_mesh_of(eg_context *context, enum sem_mesh kind, const int64_t cells[3])
{
    const eg_point_map shear = {sem_shear}, bend = {sem_bend};
    const eg_distorted_map smooth = eg_smoothly_distorted_cube();
    eg_distorted_map strong = eg_strongly_distorted_cube();
    strong.amplitude *= kind == SEM_GENTLE ? 0.25 : 0.6; /* the meshes are coarse */
    const eg_point_map *const map[] = {&shear, &strong.map, &smooth.map, &bend, NULL, &strong.map};
    const int degree[] = {1, 1, 3, 2, 1, 1};
    const eg_hexes_box_options options = {.size = {1, 1, 1},
                                          .cells = {cells[0], cells[1], cells[2]},
                                          .degree = degree[kind],
                                          .map = map[kind],
                                          .shuffle = true,
                                          .seed = 7};
    eg_hexes *mesh;
    if (eg_hexes_box(context, &options, &mesh) != EG_OK)
        fail_msg("%s", eg_context_error(context));
    return mesh;
}

/* ---- functions of place: entry `which` */

typedef struct sem_formula {
    eg_sem_function function;
    void (*at)(const double x[3], double *values);
    int components;
} sem_formula;

static inline eg_status sem_formula_evaluate(const eg_sem_function *self, int64_t element, int count,
                                             const double (*x)[3], double *values)
{
    const sem_formula *f = (const sem_formula *)self;
    (void)element;
    for (int i = 0; i < count; i++)
        f->at(x[i], &values[i * f->components]);
    return EG_OK;
}

#define SEM_FORMULA(function, count)                                                                         \
    {                                                                                                        \
        {sem_formula_evaluate}, function, count                                                              \
    }

/* ---- a problem */

static inline void sem_begin(sem_problem *p, const char *device)
{
    *p = (sem_problem){0};
    assert_int_equal(eg_context_create(NULL, &p->context), EG_OK);
    OK(p, eg_device_open(p->context, device, &p->device));
}

static inline void sem_set_mesh(sem_problem *p, enum sem_mesh kind, int64_t cells)
{
    p->mesh = sem_mesh_of(p->context, kind, (const int64_t[3]){cells, cells, cells});
}

static inline void sem_build(sem_problem *p, int degree, const eg_sem_options *options)
{
    OK(p, eg_hex_nodes_create(p->mesh, degree, &p->nodes));
    OK(p, eg_sem_create(p->device, p->mesh, p->nodes, options, &p->sem));
}

static inline void sem_clear(sem_problem *p)
{
    eg_sem_destroy(&p->sem);
    eg_hex_nodes_destroy(&p->nodes);
}

static inline void sem_end(sem_problem *p)
{
    sem_clear(p);
    eg_hexes_destroy(&p->mesh);
    eg_device_close(&p->device);
    assert_int_equal(eg_context_blocks_held(p->context), 0);
    eg_context_destroy(&p->context);
}

/* A number in [-1, 1] for an index: the same on every machine. */
static inline double sem_random(int64_t index)
{
    uint64_t x = (uint64_t)index * 0x9E3779B97F4A7C15u + 0xD1B54A32D192ED03u;
    x ^= x >> 30;
    x *= 0xBF58476D1CE4E5B9u;
    x ^= x >> 27;
    x *= 0x94D049BB133111EBu;
    x ^= x >> 31;
    return (double)(int64_t)(x >> 11) * 0x1p-52 - 1;
}

/* 1 / diagonal of A, 0 where the value is given: [nodes]. The caller frees it. */
static inline double *sem_inverse_diagonal(const sem_problem *p)
{
    double *inverse = calloc((size_t)p->nodes->nodes, sizeof *inverse);
    OK(p, eg_sem_read(p->sem, eg_sem_jacobi(p->sem)->scale, inverse));
    return inverse;
}

/* y = A p on the host: p[nodes] -> y[nodes]. */
static inline void sem_multiply(sem_problem *p, const double *from, double *to)
{
    eg_buffer *x, *y;
    OK(p, eg_sem_start(p->sem, &x));
    OK(p, eg_sem_start(p->sem, &y));
    OK(p, eg_sem_write(p->sem, from, x));
    OK(p, eg_sem_apply(p->sem, x, y));
    OK(p, eg_sem_read(p->sem, y, to));
    eg_buffer_destroy(&x);
    eg_buffer_destroy(&y);
}

#endif
