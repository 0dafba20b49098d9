/* precondition: one of the preconditioners of spectral elements, in the precision of the sem or in f32. */
#ifndef EG_SCHEME_SEM_PRECONDITION_H
#define EG_SCHEME_SEM_PRECONDITION_H

#include "scheme/linear/mixed.h"
#include "scheme/sem/pmg/pmg.h"
#include "scheme/sem/schwarz/schwarz.h"

typedef enum eg_sem_kind_of_preconditioner {
    EG_SEM_JACOBI,
    EG_SEM_NO_PRECONDITIONER,
    EG_SEM_SCHWARZ,
    EG_SEM_P_MULTIGRID
} eg_sem_kind_of_preconditioner;

typedef struct eg_sem_precondition_options {
    eg_sem_kind_of_preconditioner kind;
    bool single; /* Schwarz, p-multigrid: in f32 */
    eg_schwarz_options schwarz;
    eg_pmg_options pmg; /* its `single` is set from the other */
} eg_sem_precondition_options;

typedef struct eg_sem_preconditioner eg_sem_preconditioner;

/* Makes it for a sem, which outlives it; `coefficients` are the options that the sem was created with. What
 * eg_schwarz_create() and eg_pmg_create() fail with. The caller owns *made. */
eg_status eg_sem_preconditioner_create(eg_sem *sem, const eg_sem_options *coefficients,
                                       const eg_sem_precondition_options *options,
                                       eg_sem_preconditioner **made);
void eg_sem_preconditioner_destroy(eg_sem_preconditioner **made);

/* For the solver, NULL where there is none; it belongs to the other. */
const eg_preconditioner *eg_sem_preconditioner_get(const eg_sem_preconditioner *made);

/* What it is where it is p-multigrid; else levels are 0. */
void eg_sem_preconditioner_describe(const eg_sem_preconditioner *made, eg_pmg_info *info);

/* Wall seconds that the multigrid cycle of its coarse matrix took to make; 0: there is none. */
double eg_sem_preconditioner_coarse_seconds(const eg_sem_preconditioner *made);

/* Of what it has beside the sem; and what an application moves at least. */
int64_t eg_sem_preconditioner_device_bytes(const eg_sem_preconditioner *made);
int64_t eg_sem_preconditioner_apply_bytes(const eg_sem_preconditioner *made);

#endif
