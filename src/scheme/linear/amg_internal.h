/* The inside of the multigrid cycle. Level 0 is the finest. */
#ifndef EG_SCHEME_LINEAR_AMG_INTERNAL_H
#define EG_SCHEME_LINEAR_AMG_INTERNAL_H

#include "base/parallel.h"
#include "comm/comm.h"
#include "field/owner.h"
#include "linear/amg.h"
#include "scheme/linear/amg.h"

/* ---- set-up on the host */

/* Forms aggregates of rows. aggregate[rows] becomes the number of each row's aggregate, in the order of their
 * first rows, -1 for a row that smoothing alone takes care of; *count becomes their number. */
eg_status eg_amg_aggregate(const eg_sparse *matrix, double strength, int32_t *aggregate, int32_t *count);

/* half = A P, [rows][aggregates]: the columns of each row added up by aggregates, ascending. */
eg_status eg_amg_half(const eg_sparse *matrix, const int32_t *aggregate, int32_t count, eg_sparse *half);

/* coarse = P^T (A P): rows of an aggregate added up, ascending. */
eg_status eg_amg_galerkin(const eg_sparse *half, const int32_t *aggregate, eg_sparse *coarse);

/* restriction = P^T (I - omega A D^-1), [aggregates][rows], of a symmetric A. inverse[rows]: 1 / diagonal. */
eg_status eg_amg_restriction(const eg_sparse *half, const int32_t *aggregate, const double *inverse,
                             double omega, eg_sparse *restriction);

/* Estimates the spectral radius of D^-1 A by a few steps of Lanczos: from below but for the last bits. */
eg_status eg_amg_radius(const eg_sparse *matrix, const double *inverse, double *radius);
/* The same on a thread of its own where there are several, since its sums go along the rows on one. Matrix
 * and inverse stay until eg_task_join(), which is called where this gives EG_OK. */
typedef struct eg_radius_task {
    eg_task task; /* first */
    const eg_sparse *matrix;
    const double *inverse;
    double radius;
} eg_radius_task;
eg_status eg_amg_radius_begin(const eg_sparse *matrix, const double *inverse, eg_radius_task *radius);

/* The weights of `degree` steps x + w D^-1 (r - A x) that damp the eigenvalues of D^-1 A up to `radius`,
 * largest weight first. */
void eg_amg_weights(int degree, double radius, double *weight);

/* The inverse of a matrix, full; of a singular one, whose null space are constants, the pseudo-inverse. The
 * caller frees inverse[rows][rows], which is symmetric to the bit. EG_INPUT where the matrix is not positive
 * definite. */
eg_status eg_amg_invert(const eg_sparse *matrix, bool singular, double **inverse);

/* ---- levels */

typedef struct eg_amg_level {
    int32_t rows;
    int64_t entries;
    double radius;
    double weight[EG_AMG_DEGREE];
    bool is_kcycle;
    eg_sell *matrix, *restriction; /* restriction: to the next level; NULL where there is none */
    eg_buffer *inverse;            /* 1 / diagonal */
    eg_buffer *aggregate;          /* of each row on the next level */
    eg_buffer *x, *t;              /* scratch of the cycle */
    eg_buffer *rhs, *c;            /* below the finest: right-hand side and solution */
    /* K-cycle: the rest of rhs after the first step, the second direction, A c, sums of chunks, scalars */
    eg_buffer *rest, *d, *v, *sums, *scalar;
} eg_amg_level;

struct eg_amg {
    eg_context *context;
    eg_owner owned;
    eg_device *device;
    eg_amg_options options; /* with no zeros that mean a default */
    eg_sparse_kernels products;
    eg_program *program;
    eg_kernel *correct, *finish, *dots, *deflate, *second, *small_first, *small_second;
    eg_kernel *dense, *take, *give, *combine;
    int levels;
    eg_amg_level level[EG_AMG_LEVELS];
    eg_buffer *full;     /* dense inverse of the coarsest level, NULL: none */
    eg_buffer *in, *out; /* of the finest, where the precisions differ */
    int launches;        /* counted while an application is queued */
};

/* Makes the levels of a matrix, and what they keep on the device. */
eg_status eg_amg_build(eg_amg *amg, const eg_sparse *matrix);

#endif
