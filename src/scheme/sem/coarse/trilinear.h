/* trilinear: the matrix of a sem on the functions that are 1 at one vertex of the mesh and trilinear in the
 * reference coordinates, in the quadrature of the sem: sum_q (grad Phi_I . G_q grad Phi_J + c |J| w Phi_I
 * Phi_J), and the factors of Robin's conditions. The coarse matrix of preconditioners. */
#ifndef EG_SCHEME_SEM_TRILINEAR_H
#define EG_SCHEME_SEM_TRILINEAR_H

#include "scheme/linear/sparse.h"
#include "scheme/sem/coarse/geometric.h"
#include "scheme/sem/internal.h"

typedef struct eg_trilinear {
    const eg_sem *sem;
    eg_scope scope;              /* of the arrays that stay */
    int32_t rows;                /* vertices whose value is not given, in the order of the whole mesh */
    int64_t first_row, own_rows; /* of these the rank's own */
    int32_t *corner;             /* [elements] of the rank, [8] the row of each corner, -1: none */
    eg_sparse matrix;
    bool singular;      /* constants are its null space */
    double (*means)[4]; /* [elements] of the rank, as eg_sem_visit_terms() finds them; NULL: not wanted */
    /* on the way */
    bool reacts; /* c is not 0 everywhere */
    eg_vertices vertices;
    eg_vertex_sums sums;
    eg_vertex_batch batch;
    double *values;                 /* [own elements][8][8]; one process: NULL */
    int64_t *rows_of, *elements_of; /* [ranks] */
    int32_t *all_row,
        *all_vertex; /* [elements of all ranks][8] corner of the whole mesh, and numbers of its vertices; one
                                      process: NULL */
    /* with coarser meshes */
    double (*coupling)[3];  /* [elements of all ranks] until the meshes are found */
    eg_geometric geometric; /* levels 0: none */
} eg_trilinear;

typedef struct eg_trilinear_options {
    bool numbers_only; /* of rows: no matrix */
    bool means;        /* of elements are wanted, too */
    int32_t enough;    /* rows: with more of them also on coarser meshes */
} eg_trilinear_options;

/* Numbers the rows and makes the matrix, on the device of the sem. `coefficients` are the options that the sem
 * was created with. Of several ranks each has the whole matrix in the end, and all take part, also where
 * `status` is a failure of this rank; all agree on the status. EG_MEMORY, EG_DEVICE, and what the functions
 * fail with. Free it whatever happens. */
eg_status eg_trilinear_make(const eg_sem *sem, const eg_sem_options *coefficients,
                            const eg_trilinear_options *how, eg_status status, eg_trilinear *trilinear);
void eg_trilinear_free(eg_trilinear *trilinear);

/* Adds a batch of elements' matrices, on the device, to the matrix and to those of parents. */
static inline eg_status eg_trilinear_add(const eg_trilinear *trilinear, const eg_vertex_batch *batch)
{
    EG_TRY(eg_vertex_sums_add(&trilinear->vertices, &trilinear->sums, batch));
    return trilinear->geometric.levels > 0
               ? eg_geometric_add(&trilinear->geometric, &trilinear->vertices, batch)
               : EG_OK;
}

/* trilinear_ranks.c: begins the matrix and adds up the own elements' matrices of all ranks, on each.
 * Collective; the ranks do not agree on the status yet. */
eg_status eg_trilinear_assemble(eg_trilinear *trilinear);

/* Rows of vertices of other ranks, -1 or not, from their owners: of_vertex[vertices]. Collective, also where
 * `status` is a failure of this rank; all agree on the status. */
eg_status eg_trilinear_exchange_numbers(const eg_sem *sem, int32_t *of_vertex, eg_status status);

/* Of several ranks vertices, rows and coupling of the whole mesh on each. Collective, also where `status` is
 * a failure of this rank; all agree on the status. EG_MEMORY. */
eg_status eg_trilinear_allgather_mesh(eg_trilinear *trilinear, eg_status status);

#endif
