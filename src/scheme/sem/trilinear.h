/* trilinear: the matrix of a sem on the functions that are 1 at one vertex of the mesh and trilinear in the reference
 * coordinates, in the quadrature of the sem: sum_q (grad Phi_I . G_q grad Phi_J + c |J| w Phi_I Phi_J), and the factors of
 * Robin's conditions. The coarse matrix of preconditioners. */
#ifndef EG_SCHEME_SEM_TRILINEAR_H
#define EG_SCHEME_SEM_TRILINEAR_H

#include "scheme/linear/sparse.h"
#include "scheme/sem/sem.h"

typedef struct eg_trilinear {
    eg_context *context;
    eg_sparse matrix; /* its rows: vertices whose value is not given, in their order */
    int32_t *corner;  /* [elements][8] the row of each corner, -1: none */
    bool singular;    /* constants are its null space */
} eg_trilinear;

/* Assembles it, elements ascending. `coefficients` are the options that the sem was created with. EG_MEMORY, and what the
 * functions fail with. Free it whatever happens. */
eg_status eg_trilinear_make(eg_sem *sem, const eg_sem_options *coefficients,
                            eg_trilinear *trilinear);
void eg_trilinear_free(eg_trilinear *trilinear);

#endif
