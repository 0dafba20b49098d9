/* hypre: an approximate inverse of a matrix by one V-cycle of hypre's BoomerAMG, on the host, where that
 * library is installed: it is opened at run time. One process. Its sums are its own: what it gives is not the
 * same to the last bit on every machine. docs/theory/p-multigrid.md, "BoomerAMG". */
#ifndef EG_SCHEME_LINEAR_HYPRE_H
#define EG_SCHEME_LINEAR_HYPRE_H

#include "scheme/linear/sparse.h"

typedef struct eg_hypre eg_hypre;

/* Whether it can be used: EG_USAGE, with a text that says what is missing. */
eg_status eg_hypre_check(eg_context *context);

/* Sets it up for a symmetric positive definite matrix, which is not kept; vectors have this precision.
 * EG_USAGE as above; EG_INPUT with the library's words. The caller owns *hypre. */
eg_status eg_hypre_create(const eg_sparse *matrix, eg_precision vectors, eg_hypre **hypre);
void eg_hypre_destroy(eg_hypre **hypre);

/* z = M r, symmetric but for rounding: r is read, and z written. Waits. EG_INPUT with the library's words. */
eg_status eg_hypre_apply(eg_hypre *hypre, const eg_buffer *r, eg_buffer *z);

#endif
