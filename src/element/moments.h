/* moments: the polynomial that makes the moments of a weight those of the delta function at a centre, up to its
 * degree (docs/theory/ader-sources.md). All integrals are sums over given points, in their order. */
#ifndef EG_ELEMENT_MOMENTS_H
#define EG_ELEMENT_MOMENTS_H

#include "base/scope.h"

enum { EG_MOMENTS_DEGREE = 14 }; /* at most */

/* A place, whose third coordinate is 0 in the plane, and its weight, above 0; `of` and `at` are the caller's. */
typedef struct eg_moment_point {
    double y[3], weight;
    int64_t of;
    int32_t at;
} eg_moment_point;

/* A sum of terms that are orthonormal under the weight. Read it through eg_moments_value(). */
typedef struct eg_moments {
    int dimension, degree, terms;
    double low[3], high[3]; /* of the points and the centre */
    /* [terms][terms] Cholesky's factors for the terms, and for those made orthonormal by `raw` */
    double *raw, *matrix;
    double *coefficient, *term; /* [terms]; room for as many */
    bool has_raw;
} eg_moments;

/* Its arrays are the scope's. *found: whether the points suffice, else the rest is not to be used. EG_MEMORY. */
eg_status eg_moments_make(eg_scope *scope, int dimension, int degree, int64_t points,
                          const eg_moment_point *point, const double centre[3], eg_moments *moments,
                          bool *found);
/* The polynomial at a place. One thread at a time. */
double eg_moments_value(const eg_moments *moments, const double y[3]);

#endif
