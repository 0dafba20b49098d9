/* nested: an approximate inverse of a sparse symmetric positive definite matrix by multigrid with given
 * levels: matrices, and interpolation from each level to the one before. docs/theory/geometric-multigrid.md
 * has the cycle: a V with Chebyshev's polynomials of the fourth kind, and eg_amg on the last level, whose
 * dense inverse it is where that is small.
 *
 * It is set up on the host and applied on the device: all is queued. The result has the same bits on every
 * device, for any lanes and threads. It is symmetric but for rounding, and linear unless the last level
 * varies. */
#ifndef EG_SCHEME_LINEAR_NESTED_H
#define EG_SCHEME_LINEAR_NESTED_H

#include "scheme/linear/sparse.h"

enum { EG_NESTED_LEVELS = 24, EG_NESTED_SMOOTHING = 6 };

typedef struct eg_nested_options {
    eg_precision precision; /* of matrices and vectors */
    bool singular;          /* constants are the null space of the matrices */
    int smoothing;          /* steps before and after, up to EG_NESTED_SMOOTHING; 0: 3 */
    int lanes;              /* 0: what suits the device */
} eg_nested_options;

typedef struct eg_nested eg_nested;

/* `levels` matrices from the finest to the coarsest, interpolation[l] [rows of l][rows of l + 1]; nothing is
 * kept. Restriction is the transpose. EG_INPUT where a diagonal entry is not positive, or the last matrix is
 * not positive definite; EG_MEMORY; what programs of a device fail with. The caller owns it; the device
 * outlives it. */
eg_status eg_nested_create(eg_device *device, int levels, const eg_sparse *const *matrix,
                           const eg_sparse *const *interpolation, const eg_nested_options *options,
                           eg_nested **nested);
void eg_nested_destroy(eg_nested **nested);

/* Queues z = M r, both [rows], and not the same buffer. */
eg_status eg_nested_apply(eg_nested *nested, const eg_buffer *r, eg_buffer *z);

/* ---- what was made */

typedef struct eg_nested_info {
    int levels;
    int32_t rows[EG_NESTED_LEVELS];
    double radius[EG_NESTED_LEVELS]; /* estimate of the spectral radius of D^-1 A; 0 of the last level */
    bool dense;                      /* the last level is solved */
    bool varies;                     /* that level varies: conjugate gradients have to be the flexible ones */
    int64_t device_bytes;
} eg_nested_info;
void eg_nested_describe(const eg_nested *nested, eg_nested_info *info);

#endif
