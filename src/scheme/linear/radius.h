/* radius: the largest eigenvalue of a matrix by a few steps of Lanczos. */
#ifndef EG_SCHEME_LINEAR_RADIUS_H
#define EG_SCHEME_LINEAR_RADIUS_H

#include "scheme/linear/operator.h"

/* The largest eigenvalue of the symmetric tridiagonal matrix with diagonal[steps], and off_diagonal[k] at (k
 * - 1, k) for k = 1 to steps - 1; it has a positive one. */
double eg_tridiagonal_largest(int steps, const double *diagonal, const double *off_diagonal);

/* omega of `steps` steps of smoothing: the roots of Chebyshev's polynomial of the fourth kind on (0, 1.1
 * radius], for a radius that was found from below; the largest weight first. docs/theory/p-multigrid.md. */
void eg_smoothing_weights(int steps, double radius, double *weight);

/* Estimates the spectral radius of P A, P a preconditioner that does not vary, by twelve iterations of
 * conjugate gradients on the device from fixed pseudo-random numbers: from below but for the last bits, and
 * the same bits on every device. 1 for a matrix of no rows that P does not leave out. EG_MEMORY, EG_DEVICE;
 * EG_DIVERGED where a value is not finite. Waits. */
eg_status eg_operator_radius(eg_context *context, eg_device *device, const eg_operator *matrix,
                             const eg_preconditioner *preconditioner, eg_precision precision, double *radius);

#endif
