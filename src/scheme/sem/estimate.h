/* estimate: what a solution leaves of the equation in each element, and integrals that it is held against, on
 * the device of the operator, with its geometry and coefficients; docs/theory/spectral-elements.md. */
#ifndef EG_SCHEME_SEM_ESTIMATE_H
#define EG_SCHEME_SEM_ESTIMATE_H

#include "scheme/sem/host/element_geometry.h"

#include "sem/estimate.h" /* kernels/sem/estimate.h: what is left of an element */

typedef struct eg_sem_estimate_options {
    const eg_buffer *u, *rate; /* vectors, with their ghosts; rate: u, or du/dt, which c multiplies */
    double mean;               /* of u */
    /* Of a solution that c du/dt moves: since the beginning, s; c is then that which eg_sem_scale_c()
     * multiplies. 0: c u - div(kappa grad u) = s. */
    double time;
    eg_sem_field source;
    const bool *has_flux;          /* [boundaries] whose condition says what flux enters */
    eg_sem_geometries *geometries; /* of the operator's mesh and nodes */
} eg_sem_estimate_options;

typedef struct eg_sem_estimator eg_sem_estimator;

/* Compiles the kernels, for this operator and those that are made with the same options but for values of
 * coefficients. The device outlives it. EG_MEMORY, EG_DEVICE. The caller owns *estimator. */
eg_status eg_sem_estimator_create(const eg_sem *sem, const eg_sem_geometries *geometries,
                                  eg_sem_estimator **estimator);
void eg_sem_estimator_destroy(eg_sem_estimator **estimator);

/* Fills the numbers of elements that have a node of the rank: values[ESTIMATE_VALUES][held elements], of
 * degree 1 values[ESTIMATE_ALL_VALUES][held elements]. `sem` is the operator of the solution. Waits. Not
 * collective. EG_MEMORY, EG_DEVICE, and what the source fails with. */
eg_status eg_sem_estimate(eg_sem_estimator *estimator, const eg_sem *sem,
                          const eg_sem_estimate_options *options, double *values);

#endif
