/* Numbers that the kernels of the multigrid cycle and their caller share. */
#ifndef EG_LINEAR_AMG_H
#define EG_LINEAR_AMG_H

/* The scalars of a level: the first step of the K-cycle, its denominator, and the coefficients of both
 * directions. */
#define AMG_RHO 0
#define AMG_STEP 1
#define AMG_FIRST 2
#define AMG_SECOND 3
#define AMG_SCALARS 4

/* Sums of products that a K-cycle takes at once, at most. */
#define AMG_DOTS 3

/* Chunks of rows, of 4096, of a level whose scalars one group computes. */
#define AMG_SMALL 4

/* Rows of a group, a thread each. */
#define AMG_GROUP 128

/* Rows that a thread of amg_deflate goes through, so that few groups fold the sums. */
#define AMG_DEFLATE_TURNS 8

/* Parts of a row of the dense inverse, each summed by itself. */
#define AMG_PARTS 8

/* What the coarse level gives: nothing, one direction as it is, two with coefficients. */
#define AMG_NONE 0
#define AMG_ONE 1
#define AMG_TWO 2

#endif
