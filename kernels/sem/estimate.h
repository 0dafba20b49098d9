/* What kernels/sem/estimate.c leaves of an element: numbers that it and its caller share. */
#ifndef EG_KERNELS_SEM_ESTIMATE_H
#define EG_KERNELS_SEM_ESTIMATE_H

#define ESTIMATE_ENERGY 0      /* int kappa grad u . grad u */
#define ESTIMATE_ERROR 1       /* of the square of the error what its sides give; degree 1: 0 */
#define ESTIMATE_NOISE 2       /* what a residual of 1 at one node makes of that, at most */
#define ESTIMATE_STORED 3      /* int c u^2; with time without the mean */
#define ESTIMATE_MASS 4        /* int 1; with time int c */
#define ESTIMATE_VARIES 5      /* int (u - mean)^2; with time int c (u - mean)^2 */
#define ESTIMATE_HIGHEST 6     /* what the highest degree has of that */
#define ESTIMATE_DETERMINANT 7 /* of the sum of G over the nodes: kappa^3 times the volume, of a cube */
#define ESTIMATE_VALUES 8

/* Behind these of degree 1: of each side the flux that leaves, and what the square of a missing one
 * counts. */
#define ESTIMATE_SIDES 6
#define ESTIMATE_FLUX ESTIMATE_VALUES
#define ESTIMATE_COUNTS (ESTIMATE_FLUX + ESTIMATE_SIDES)
#define ESTIMATE_ALL_VALUES (ESTIMATE_COUNTS + ESTIMATE_SIDES)

#endif
