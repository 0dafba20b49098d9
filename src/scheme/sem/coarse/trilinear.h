/* trilinear: the matrix of a sem on the functions that are 1 at one vertex of the mesh and trilinear in the
 * reference coordinates, in the quadrature of the sem: sum_q (grad Phi_I . G_q grad Phi_J + c |J| w Phi_I
 * Phi_J), and the factors of Robin's conditions. The coarse matrix of preconditioners. */
#ifndef EG_SCHEME_SEM_TRILINEAR_H
#define EG_SCHEME_SEM_TRILINEAR_H

#include "scheme/linear/sparse.h"
#include "scheme/sem/coarse/geometric.h"
#include "scheme/sem/internal.h"

/* The matrix of an element without factors of boundary conditions, for this metric of its builder. */
typedef struct eg_trilinear_element {
    int64_t version; /* 0: none yet */
    double values[EG_GEOMETRIC_PAIRS];
} eg_trilinear_element;

typedef struct eg_trilinear {
    const eg_sem *sem;
    eg_scope scope;              /* of the arrays that stay */
    int32_t rows;                /* vertices whose value is not given, in the order of the whole mesh */
    int64_t first_row, own_rows; /* of these the rank's own */
    int32_t *corner;             /* [elements] of the rank, [8] the row of each corner, -1: none */
    eg_sparse matrix;            /* without entries until eg_trilinear_begin() */
    bool singular;               /* constants are its null space; known at the end */
    /* on the way */
    double *values;                 /* [own elements][8][8]; one process: NULL */
    int64_t *rows_of, *elements_of; /* [ranks] */
    int32_t *all_row,
        *all_vertex; /* [elements of all ranks][8] corner of the whole mesh, and numbers of its vertices; one
                                      process: NULL */
    double (*value)[EG_HEX_VERTICES];    /* [volume] the functions of the corners at the nodes */
    double (*slope)[3][EG_HEX_VERTICES]; /* [volume] their derivatives in the reference element */
    double (**flux)[3][EG_HEX_VERTICES]; /* [parts][volume] the metric times the derivatives */
    struct eg_trilinear_element *last;   /* [parts] the element before */
    bool *reacts;                        /* [parts] c is above 0 somewhere */
    eg_deferred_sums *deferred;          /* [parts] rows of element matrices, by 8 element + corner */
    int parts;
    /* with coarser meshes */
    double (*coupling)[3];            /* [elements of all ranks] */
    eg_geometric geometric;           /* levels 0: none */
    int64_t *first_parent;            /* [parts] below it are parents that earlier ranges have elements of */
    eg_deferred_sums *deferred_child; /* [parts] element matrices for those, by element */
} eg_trilinear;

/* Numbers the rows. Of several ranks each has the whole matrix in the end, and all take part: number and end
 * are collective, also where `status` is a failure of this rank; all agree on the status. EG_MEMORY. Free it
 * whatever happens. */
eg_status eg_trilinear_number(const eg_sem *sem, eg_trilinear *trilinear, eg_status status);
void eg_trilinear_free(eg_trilinear *trilinear);

/* Makes the matrix, which may be left out: begin; then what each element adds, after the builder has looked
 * at it, ascending in each of `parts` ranges, on a thread each; elements of other ranks add nothing. The end
 * finds out whether it is singular. */
eg_status eg_trilinear_begin(eg_trilinear *trilinear, int parts);
void eg_trilinear_open(eg_trilinear *trilinear, int part, int64_t first_element);
eg_status eg_trilinear_add(eg_trilinear *trilinear, int part, const eg_sem_builder *builder, int64_t element);
eg_status eg_trilinear_end(eg_trilinear *trilinear, eg_status status);

/* trilinear_ranks.c: adds up the own elements' matrices of all ranks, on each. Collective; all agree on the
 * status. */
eg_status eg_trilinear_assemble(eg_trilinear *trilinear, eg_status status);

/* Rows of vertices of other ranks, -1 or not, from their owners: of_vertex[vertices]. Collective, also where
 * `status` is a failure of this rank; all agree on the status. */
eg_status eg_trilinear_exchange_numbers(const eg_sem *sem, int32_t *of_vertex, eg_status status);

/* Of several ranks vertices, rows and coupling of the whole mesh on each. Collective, also where `status` is
 * a failure of this rank; all agree on the status. EG_MEMORY. */
eg_status eg_trilinear_allgather_mesh(eg_trilinear *trilinear, eg_status status);

/* All of that. `coefficients` are the options that the sem was created with. Also on coarser meshes, as long
 * as there are more than `enough` rows. EG_MEMORY, and what the functions fail with. Free it whatever
 * happens. */
eg_status eg_trilinear_make(eg_sem *sem, const eg_sem_options *coefficients, int32_t enough,
                            eg_trilinear *trilinear);

#endif
