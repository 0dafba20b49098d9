/* operator: what a linear solver needs to know of a matrix and of a preconditioner.
 *
 * A vector is a buffer of reals, [size], in the solver's precision. Calls are queued on the device; none
 * waits, but for other ranks and for what a preconditioner computes on another device.
 *
 * Of several ranks each has a range of the rows, whole chunks of sums (EG_CHUNK rows, but for gmres), and a
 * vector has room for some of other ranks' rows behind its own: ghosts, which are brought up to date by
 * whoever reads them. */
#ifndef EG_SCHEME_LINEAR_OPERATOR_H
#define EG_SCHEME_LINEAR_OPERATOR_H

#include "comm/comm.h"
#include "device/device.h"

/* A matrix A: symmetric positive definite for pcg, any regular one for gmres. A caller's own begins with this
 * struct and has further members behind it. */
typedef struct eg_operator {
    /* Queues y = A p, and sums[chunk] = the sum of p_i y_i over a chunk of EG_CHUNK rows, in the order of
     * kernels/field/chunks.h (double); gmres gives no sums, NULL. Its kernels do nothing, or what changes
     * neither y nor sums, while count[SOLVE_END] (kernels/linear/solve.h) is set. */
    eg_status (*apply)(const struct eg_operator *self, const eg_buffer *p, eg_buffer *y, eg_buffer *sums,
                       const eg_buffer *count);
    int64_t size;        /* rows; of several ranks the own ones */
    int64_t room;        /* values of a vector: with ghosts; 0: size */
    const eg_comm *comm; /* NULL: one process */
} eg_operator;

/* An approximation P of A's inverse, symmetric positive definite for pcg: one of the two is set. A caller's
 * own begins with this struct and has further members behind it. */
typedef struct eg_preconditioner {
    /* P is the diagonal matrix with these numbers, a vector; the solver multiplies as it goes. */
    const eg_buffer *scale;
    /* Queues z = P r; r is 0 where a value is given, and so must z be. May do its work when a solve has
     * ended: nobody reads z then. */
    eg_status (*apply)(const struct eg_preconditioner *self, const eg_buffer *r, eg_buffer *z);
    bool varies; /* P is not the same matrix each time: the solver then takes the flexible beta */
} eg_preconditioner;

#endif
