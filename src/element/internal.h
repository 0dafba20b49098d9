/* What the element floor computes in long double, before it is rounded to the numbers of modal.h. */
#ifndef EG_ELEMENT_INTERNAL_H
#define EG_ELEMENT_INTERNAL_H

#include <float.h>

#include "element/modal.h"

_Static_assert(LDBL_MANT_DIG >= 64, "matrices need a long double that is wider than double");

/* values[N] and gradients[N][2] of the basis at a point. */
void eg_modal_basis_long(eg_cell_type type, int order, const long double point[2], long double *values,
                         long double (*gradients)[2]);

void eg_legendre_values_long(int order, long double s, long double *values);

/* P_n and its derivative at y, n >= 1, |y| < 1. */
void eg_legendre_at(int n, long double y, long double *value, long double *slope);

/* eg_quadrature_any(), before rounding; returns the number of points. */
int eg_quadrature_any_long(eg_cell_type type, int degree, long double (*points)[2], long double *weights);

#endif
