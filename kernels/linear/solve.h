/* A linear solve on the device: names of the slots of `value` (double) and `count` (long), and why a solve
 * has ended.
 *
 * When a solve has ended, every queued kernel does nothing, so that it does not matter how late the host
 * reads back. */
#define SOLVE_END 0        /* END_NONE: the solve goes on */
#define SOLVE_UPDATE 1     /* the iteration under way changes the solution, though it is the last */
#define SOLVE_ITERATIONS 2 /* done */
#define SOLVE_LIMIT 3      /* of iterations */
#define SOLVE_COUNTS 4

#define SOLVE_ALPHA 0
#define SOLVE_BETA 1
#define SOLVE_PRODUCT 2 /* z.r of the last iteration */
#define SOLVE_NORM 3    /* |r|, Euclidean */
#define SOLVE_GOAL 4    /* the solve ends when |r| is not above it */
#define SOLVE_RELATIVE 5
#define SOLVE_ABSOLUTE 6
#define SOLVE_FIRST 7 /* |r| that the relative tolerance is of; below 0: that of the start */
#define SOLVE_VALUES 8

/* What z is of r. */
#define PRECONDITIONER_NONE 0     /* z = r */
#define PRECONDITIONER_DIAGONAL 1 /* z_i = scale_i r_i, nowhere stored */
#define PRECONDITIONER_APPLIED 2  /* z is there when pcg_products comes */

/* Columns of sums. */
#define SUM_PQ 0
#define SUM_RR 1
#define SUM_ZR 2
#define SUM_ZQ 3
#define SUMS 4

#define END_NONE 0
#define END_CONVERGED 1
#define END_LIMIT 2      /* too many iterations */
#define END_INDEFINITE 3 /* p.Ap or z.r is not positive */
#define END_NOT_FINITE 4
