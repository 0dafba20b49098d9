/* pcg: conjugate gradients with a preconditioner, on a device; standard and flexible.
 *
 * All numbers of an iteration stay on the device; the host reads the counters back every few iterations, one
 * readback behind. The iterations, and the bits of the solution, depend neither on when it does so nor on the
 * device. docs/theory/spectral-elements.md has the expressions.
 *
 * Of several ranks all make the solver, and call it, together. Sums of chunks go to all ranks, in the order
 * of all, so that each takes the steps of one process. */
#ifndef EG_SCHEME_LINEAR_PCG_H
#define EG_SCHEME_LINEAR_PCG_H

#include "scheme/linear/operator.h"

typedef struct eg_pcg eg_pcg;

/* How a solve has ended: the numbers of kernels/linear/solve.h, and two that the host finds. */
typedef enum eg_pcg_end {
    EG_PCG_GOES_ON,
    EG_PCG_CONVERGED,
    EG_PCG_LIMIT,      /* the limit of iterations */
    EG_PCG_INDEFINITE, /* p.Ap or z.r was not positive: the matrix or the preconditioner is not definite */
    EG_PCG_NOT_FINITE,
    EG_PCG_STAGNATED, /* rounding leaves more of the residual than the goal */
    EG_PCG_STOPPED    /* the watch has asked for it */
} eg_pcg_end;

/* Is told of a solve that is under way, at every readback but the first: how far it has come, |r|, and what
 * ends the solve. On every rank; true stops the solve, and all ranks answer alike. */
typedef struct eg_pcg_watch {
    bool (*tell)(const struct eg_pcg_watch *watch, int64_t iterations, double residual, double goal);
} eg_pcg_watch;

typedef struct eg_pcg_options {
    eg_precision precision; /* of the vectors; products are summed in double */
    int limit;              /* of iterations; 0: 1000 */
    int readback_every; /* iterations; 0: 16. 1 with a preconditioner that is applied: at each residual before it is applied to it,
                       so that it is never applied in vain; else one look behind */
    const eg_preconditioner *preconditioner; /* NULL: none. Outlives the solver. */
    const eg_pcg_watch *watch;               /* NULL: nobody is told. Outlives the solver. */
    bool unverified; /* the residual that is updated ends the solve: for what wants alpha and beta alone */
} eg_pcg_options;

/* The solve ends with |r| <= max(absolute, relative * |r_0|), Euclidean norms over the rows; r_0 is the
 * residual of the x that is given, or `norm` takes the place of |r_0| where it is positive. */
typedef struct eg_pcg_goal {
    double relative, absolute, norm;
} eg_pcg_goal;

typedef struct eg_pcg_result {
    eg_pcg_end end;
    int iterations;
    double first, last; /* |r| before the first and after the last iteration */
    /* [iterations + 1] |r| of the start and after each iteration, of the solver and valid until the next
     * solve. It is the residual that is updated; the last one, and those that the solve began anew from, are
     * recomputed from x. */
    const double *history;
    double goal; /* what |r| was to come down to */
    /* [iterations] of each, of the solver likewise; beta of the last iteration is not always made. Where the
     * preconditioner does not vary they are the entries of Lanczos's tridiagonal matrix: 1 / alpha_k +
     * beta_(k-1) / alpha_(k-1) on the diagonal, sqrt(beta_(k-1)) / alpha_(k-1) beside it. */
    const double *alpha, *beta;
} eg_pcg_result;

/* Makes a solver for this operator, which outlives it: three vectors of its size (four with a preconditioner
 * that is applied). EG_MEMORY, EG_DEVICE. The caller owns *pcg. */
eg_status eg_pcg_create(eg_context *context, eg_device *device, const eg_operator *matrix,
                        const eg_pcg_options *options, eg_pcg **pcg);
void eg_pcg_destroy(eg_pcg **pcg);

/* Solves A x = b from the x that is given. *result is filled whatever happens. EG_DIVERGED, with x as far as
 * it has come, where the goal is not reached: the text says why, with the last residual. EG_STOPPED where the
 * watch stops it. The residual that is updated drifts from b - A x by rounding. When it has reached the goal,
 * b - A x is computed; the solve goes on from there as long as each such beginning at least halves it.
 * Waits. */
eg_status eg_pcg_solve(eg_pcg *pcg, const eg_buffer *b, eg_buffer *x, eg_pcg_goal goal,
                       eg_pcg_result *result);

int64_t eg_pcg_device_bytes(const eg_pcg *pcg);

#endif
