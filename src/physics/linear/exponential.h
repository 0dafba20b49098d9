/* exponential: exp(E t) of a small matrix, as decay and exchange over a time have it. */
#ifndef EG_PHYSICS_LINEAR_EXPONENTIAL_H
#define EG_PHYSICS_LINEAR_EXPONENTIAL_H

#include "physics/linear/linear.h"

/* result[n][n] = exp(matrix t), n up to EG_LINEAR_VARIABLES: the Taylor polynomial of degree 16 of matrix t /
 * 2^s, whose rows sum to 1/2 at most, squared s times; with s > 0 it is squared less 1, so that a slow rate
 * is kept beside a fast one (docs/theory/tracers.md). */
void eg_exponential(int n, const double *matrix, double t, double *result);

#endif
