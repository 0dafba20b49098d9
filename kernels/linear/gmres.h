/* A solve by gmres on the device: slots of `value` (double) behind those of linear/solve.h, of `count` (long)
 * behind theirs, and columns of sums. Read by the kernels and by their caller. */
#ifndef EG_KERNELS_LINEAR_GMRES_H
#define EG_KERNELS_LINEAR_GMRES_H

#include "linear/solve.h"

#define GMRES_RESTART 64 /* the most directions of a cycle */

/* An end that conjugate gradients do not have stands in the place of their END_INDEFINITE. */
#define END_SINGULAR END_INDEFINITE

#define GMRES_OF_RHS (-2.0) /* in SOLVE_FIRST: |b| is what the relative tolerance is of */

#define GMRES_STEPS SOLVE_COUNTS /* directions of the cycle so far */
#define GMRES_COUNTS (SOLVE_COUNTS + 1)

#define GMRES_SCALE SOLVE_VALUES                      /* [GMRES_RESTART + 1] 1 / |v_j| */
#define GMRES_DOTS (GMRES_SCALE + GMRES_RESTART + 1)  /* [GMRES_RESTART + 1] v_j.w, then w.w */
#define GMRES_COSINE (GMRES_DOTS + GMRES_RESTART + 1) /* [GMRES_RESTART] of the rotations */
#define GMRES_SINE (GMRES_COSINE + GMRES_RESTART)     /* likewise */
#define GMRES_RHS (GMRES_SINE + GMRES_RESTART)        /* [GMRES_RESTART + 1] rotated right-hand side */
#define GMRES_WEIGHT (GMRES_RHS + GMRES_RESTART + 1)  /* [GMRES_RESTART] of the v_j in the solution */
#define GMRES_MATRIX (GMRES_WEIGHT + GMRES_RESTART)   /* [column][GMRES_RESTART] the triangle */
#define GMRES_VALUES (GMRES_MATRIX + GMRES_RESTART * GMRES_RESTART)

#endif
