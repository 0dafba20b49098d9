/* mixed: an f32 preconditioner for a solver in f64. r is rounded to f32 after it has been divided by the
 * power of two below its largest |r_i|, and z multiplied by it: the preconditioner sees numbers of at most 2
 * in magnitude, whatever r is. docs/theory/spectral-elements.md, "An f32 preconditioner". */
#ifndef EG_SCHEME_LINEAR_MIXED_H
#define EG_SCHEME_LINEAR_MIXED_H

#include "scheme/linear/operator.h"

typedef struct eg_mixed eg_mixed;

/* Wraps a preconditioner that is applied to vectors of f32, with the rows of the matrix, and which outlives
 * it. Rounding r is not linear: what is made varies. Of several ranks collective, and all agree on the
 * status. EG_MEMORY, EG_DEVICE. The caller owns *mixed. */
eg_status eg_mixed_create(eg_context *context, eg_device *device, const eg_operator *matrix,
                          const eg_preconditioner *inner, eg_mixed **mixed);
void eg_mixed_destroy(eg_mixed **mixed);

/* For vectors of f64; it belongs to the mixed. */
const eg_preconditioner *eg_mixed_preconditioner(const eg_mixed *mixed);

int64_t eg_mixed_device_bytes(const eg_mixed *mixed);

#endif
