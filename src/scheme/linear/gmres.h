/* gmres: restarted generalised minimal residuals on a device, for any regular matrix, with a preconditioner
 * on the right (Saad and Schultz 1986). kernels/linear/gmres.c has the expressions.
 *
 * All numbers of an iteration stay on the device; the host reads the counters back every few iterations. The
 * iterations, and the bits of the solution, depend neither on when it does so nor on the device.
 *
 * Of several ranks all make the solver, and call it, together. Sums of chunks go to all ranks, in the order
 * of all, so that each takes the steps of one process. */
#ifndef EG_SCHEME_LINEAR_GMRES_H
#define EG_SCHEME_LINEAR_GMRES_H

#include "scheme/linear/operator.h"

typedef struct eg_gmres eg_gmres;

/* How a solve has ended: the numbers of kernels/linear/gmres.h. */
typedef enum eg_gmres_end {
    EG_GMRES_GOES_ON,
    EG_GMRES_CONVERGED,
    EG_GMRES_LIMIT,    /* the limit of iterations */
    EG_GMRES_SINGULAR, /* of the matrix or the preconditioner */
    EG_GMRES_NOT_FINITE
} eg_gmres_end;

enum { EG_GMRES_RESTART = 30, EG_GMRES_MORE = 3 }; /* iterations of a cycle; vectors beside its own */

/* Whether the solve is to be left where it is: asked where numbers come to the host, of several ranks by all
 * at the same iteration, which get the same answer. */
typedef struct eg_gmres_watch {
    bool (*stops)(void *with);
    void *with;
} eg_gmres_watch;

typedef struct eg_gmres_options {
    eg_precision precision; /* of the vectors; products are summed in double */
    int limit;              /* of iterations; 0: 200 */
    int restart; /* iterations of a cycle, each with a vector; 0: EG_GMRES_RESTART; at most GMRES_RESTART */
    int readback_every; /* iterations; 0: 4 */
    int64_t chunk; /* rows of a chunk of sums, between which ranks are cut: a multiple of 64; 0: EG_CHUNK */
    const eg_preconditioner *preconditioner; /* one that does not vary; NULL: none. Outlives the solver. */
    eg_gmres_watch watch;                    /* stops NULL: nobody is asked */
} eg_gmres_options;

/* The solve ends with |r| <= max(absolute, relative * |r_0|), Euclidean norms over the rows; r_0 is the
 * residual of the x that is given; `norm` takes the place of |r_0| where it is positive, or |b| with
 * `of_rhs`. */
typedef struct eg_gmres_goal {
    double relative, absolute, norm;
    bool of_rhs;
} eg_gmres_goal;

typedef struct eg_gmres_result {
    eg_gmres_end end;
    int iterations;     /* applications of the matrix, but for one at the start of each cycle */
    double first, last; /* |r| before the first and after the last iteration */
    /* [iterations + 1] |r| of the start and after each iteration, of the solver and valid until the next
     * solve. It is recomputed at the start of a cycle alone. */
    const double *history;
} eg_gmres_result;

/* Makes a solver for this operator, which outlives it and is called without sums: restart + EG_GMRES_MORE
 * vectors of its size (one more with a preconditioner that is applied). EG_MEMORY, EG_DEVICE. The caller owns
 * *gmres. */
eg_status eg_gmres_create(eg_context *context, eg_device *device, const eg_operator *matrix,
                          const eg_gmres_options *options, eg_gmres **gmres);
void eg_gmres_destroy(eg_gmres **gmres);

/* Solves A x = b from the x that is given. *result is filled whatever happens. EG_DIVERGED, with x as far as
 * it has come, where the goal is not reached: the text says why, with the last residual. EG_STOPPED where the
 * watch says so. Waits. */
eg_status eg_gmres_solve(eg_gmres *gmres, const eg_buffer *b, eg_buffer *x, eg_gmres_goal goal,
                         eg_gmres_result *result);

int64_t eg_gmres_device_bytes(const eg_gmres *gmres);

#endif
