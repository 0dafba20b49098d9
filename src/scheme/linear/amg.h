/* amg: an approximate inverse of a sparse symmetric positive definite matrix by algebraic multigrid, for
 * systems like c u - div(kappa grad u) = s with linear elements. docs/theory/multigrid.md has the method:
 * aggregates of rows, Galerkin matrices, damped Jacobi or Chebyshev smoothing, K-cycles, a dense inverse on
 * the coarsest level (Notay 2010; Notay and Vassilevski 2008; Gandham, Esler and Zhang 2014).
 *
 * It is set up on the host, from the matrix alone: neither threads nor device show. It is applied on the
 * device: all is queued, and the host never waits. The result has the same bits on every device, for any
 * lanes and threads.
 *
 * With K-cycles the approximate inverse is not linear: it varies with what it is applied to. A
 * conjugate-gradient method around it has to be the flexible one, beta = z.(r - r_old) / (z_old.r_old). With
 * `kcycle_levels` = -1 it is linear and symmetric but for rounding. */
#ifndef EG_SCHEME_LINEAR_AMG_H
#define EG_SCHEME_LINEAR_AMG_H

#include "scheme/linear/sparse.h"

enum { EG_AMG_LEVELS = 24, EG_AMG_DEGREE = 4, EG_AMG_COARSEST = 400 };

typedef struct eg_amg_options {
    eg_precision precision; /* of matrices and vectors of the cycle */
    eg_precision vectors;   /* of what it is applied to */
    bool singular;          /* constants are the null space of the matrix (all Neumann, c = 0) */
    int degree;             /* of smoothing before and after: 1 (0 is 1): damped Jacobi; 2 to
                               EG_AMG_DEGREE: Chebyshev's polynomial */
    int kcycle_levels;      /* levels below the finest with two steps of conjugate gradients; 0: 2;
                               -1: none, V-cycles */
    bool twice;             /* two steps of conjugate gradients with the cycle, instead of the cycle alone */
    int coarsest;           /* rows that the dense inverse may have; 0: EG_AMG_COARSEST */
    double strength;        /* of coupling, relative to a row's strongest, in (0, 1]; 0: 0.4 */
    /* How it is computed, which does not show in the result; 0: what suits the device. */
    int lanes;
    int32_t fused; /* levels of at most so many rows correct and smooth in one kernel, where the degree
                      is 1; -1: none */
} eg_amg_options;

typedef struct eg_amg eg_amg;

/* Sets the cycle up for a matrix of at least one row, with a positive diagonal, symmetric (only rounding may
 * differ); the matrix is not kept. EG_INPUT where a diagonal entry is not positive, or where the coarsest
 * matrix is not positive definite, with its row; EG_MEMORY; what programs of a device fail with. The caller
 * owns it; the device outlives it. */
eg_status eg_amg_create(eg_device *device, const eg_sparse *matrix, const eg_amg_options *options,
                        eg_amg **amg);
void eg_amg_destroy(eg_amg **amg);

/* Queues z = M r, both [rows] in the precision `vectors`, and not the same buffer. r = 0 gives 0. For a
 * singular matrix the sum of r should vanish but for rounding, and z holds any constant. In an f32 cycle
 * values of r below 1e-38 in magnitude are lost. */
eg_status eg_amg_apply(eg_amg *amg, const eg_buffer *r, eg_buffer *z);

/* ---- what was made */

typedef struct eg_amg_info {
    int levels;
    int32_t rows[EG_AMG_LEVELS];
    int64_t entries[EG_AMG_LEVELS];
    double radius[EG_AMG_LEVELS]; /* estimate of the spectral radius of D^-1 A; 0 on a dense level */
    double complexity;            /* entries of all levels over those of the finest */
    bool dense;                   /* the coarsest level is solved; else smoothed only: all its rows are
                                     dominated by the diagonal, or could not be aggregated further */
    int64_t device_bytes;
    bool varies;  /* K-cycles are taken: conjugate gradients have to be the flexible ones */
    int launches; /* of kernels, in the last application */
} eg_amg_info;
void eg_amg_describe(const eg_amg *amg, eg_amg_info *info);

#endif
