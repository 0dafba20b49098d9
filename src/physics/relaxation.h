/* relaxation: solids with memory whose quality factor is nearly constant over a band of frequencies, a generalized
 * Zener body (docs/theory/attenuation.md). With parts y_l of the unrelaxed modulus M_U and frequencies w_l that the whole
 * medium has alike the complex modulus is
 *
 *   M(w) = M_U (1 - sum_l y_l w_l / (w_l + i w)),   1 / Q(w) = Im M / Re M .
 *
 * Emmerich and Korn, Geophysics 52 (1987) 1252-1264, (9) to (12). */
#ifndef EG_PHYSICS_RELAXATION_H
#define EG_PHYSICS_RELAXATION_H

#include "base/base.h"

#include <complex.h>

enum { EG_RELAXATIONS = 5 };

typedef struct eg_relaxation {
    int count;
    double frequency[EG_RELAXATIONS]; /* w_l, rad/s, ascending */
    double band[2], reference;        /* rad/s */
    /* The normal equations of the fit are polynomials in 1 / Q: sum of matrix[k] / Q^k, of right[k] / Q^(k + 1). */
    double matrix[3][EG_RELAXATIONS][EG_RELAXATIONS], right[2][EG_RELAXATIONS];
} eg_relaxation;

/* Frequencies for a band, Hz, of which the first is less, with the least error. count: 1 to EG_RELAXATIONS. */
void eg_relaxation_choose(int count, const double band[2], double reference, eg_relaxation *relaxation);

/* The parts y[count], none negative, with which 1 / Q is nearest to 1 / q over the band, in the mean of squares over
 * the logarithm of frequency. q >= 1 or INFINITY, with which all are 0. */
void eg_relaxation_fit(const eg_relaxation *relaxation, double q, double *y);

/* M / M_U at an angular frequency. */
double complex eg_relaxation_modulus(const eg_relaxation *relaxation, const double *y, double omega);

/* M_U over density times c squared, where c is the phase speed at the reference frequency. */
double eg_relaxation_unrelaxed(const eg_relaxation *relaxation, const double *y);

/* The largest deviation of 1 / Q over the band, relative to 1 / q. */
double eg_relaxation_deviation(const eg_relaxation *relaxation, double q);

#endif
