/* trilinear: the matrix of a sem on the functions that are 1 at one vertex of the mesh and trilinear in the reference
 * coordinates, in the quadrature of the sem: sum_q (grad Phi_I . G_q grad Phi_J + c |J| w Phi_I Phi_J), and the factors of
 * Robin's conditions. The coarse matrix of preconditioners. */
#ifndef EG_SCHEME_SEM_TRILINEAR_H
#define EG_SCHEME_SEM_TRILINEAR_H

#include "scheme/linear/sparse.h"
#include "scheme/sem/internal.h"

typedef struct eg_trilinear {
    const eg_sem *sem;
    int32_t rows;     /* vertices whose value is not given, in their order */
    int32_t *corner;  /* [elements][8] the row of each corner, -1: none */
    eg_sparse matrix; /* without entries until eg_trilinear_begin() */
    bool singular;    /* constants are its null space; known at the end */
    /* on the way */
    uint8_t *visited; /* [nodes] an element before has it */
    double hat[2][SEM_NODES];
    double mass; /* the integral of c */
} eg_trilinear;

/* Numbers the rows. EG_MEMORY. Free it whatever happens. */
eg_status eg_trilinear_number(const eg_sem *sem, eg_trilinear *trilinear);
void eg_trilinear_free(eg_trilinear *trilinear);

/* Makes the matrix: its pattern, then what each element adds, ascending, after the builder has looked at it, then the end. */
eg_status eg_trilinear_begin(eg_trilinear *trilinear);
void eg_trilinear_add(eg_trilinear *trilinear, const eg_sem_builder *builder, int64_t element);
void eg_trilinear_end(eg_trilinear *trilinear);

/* All of that. `coefficients` are the options that the sem was created with. EG_MEMORY, and what the functions fail with.
 * Free it whatever happens. */
eg_status eg_trilinear_make(eg_sem *sem, const eg_sem_options *coefficients,
                            eg_trilinear *trilinear);

#endif
