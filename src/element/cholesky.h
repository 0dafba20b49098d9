/* cholesky: Cholesky's factor of a small matrix, A = L L^T, in double precision; loops in one order, sums
 * plain. */
#ifndef EG_ELEMENT_CHOLESKY_H
#define EG_ELEMENT_CHOLESKY_H

#include <stdbool.h>

/* L takes the place of the lower half of A, [n][n]. False: rounding leaves A not positive definite. */
bool eg_cholesky_factorise(int n, double *matrix);
/* b becomes L^-1 b; and L^-T b. */
void eg_cholesky_substitute(int n, const double *factor, double *b);
void eg_cholesky_substitute_back(int n, const double *factor, double *b);

#endif
