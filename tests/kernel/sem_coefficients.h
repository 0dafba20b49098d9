/* Coefficients for the operator and its metric: kappa of a number, of three and of six; and c. */
#ifndef EG_TEST_SEM_COEFFICIENTS_H
#define EG_TEST_SEM_COEFFICIENTS_H

#include "kernel/sem_problem.h"

static void kappa_1(const double x[3], double *v)
{
    v[0] = 1.5 + x[0] - 0.5 * x[1] * x[2];
}
static void kappa_3(const double x[3], double *v)
{
    v[0] = 1.5 + x[0];
    v[1] = 2 - x[1] * x[2];
    v[2] = 0.5 + x[0] * x[2];
}
static void kappa_6(const double x[3], double *v)
{
    const double full[6] = {3 + x[0], 0.5, x[1], 2 + x[2], -0.5 * x[0], 2.5};
    memcpy(v, full, sizeof full);
}
static void c_1(const double x[3], double *v)
{
    v[0] = 2 + x[0] * x[1] + x[2];
}

static const sem_formula kappa_of[] = {SEM_FORMULA(kappa_1, 1), SEM_FORMULA(kappa_3, 3),
                                       SEM_FORMULA(kappa_6, 6)};
static const sem_formula c_of = SEM_FORMULA(c_1, 1);

#endif
