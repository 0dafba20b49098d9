/* Inside of p-multigrid. */
#ifndef EG_SCHEME_SEM_PMG_INTERNAL_H
#define EG_SCHEME_SEM_PMG_INTERNAL_H

#include "scheme/linear/amg.h"
#include "scheme/linear/hypre.h"
#include "scheme/sem/internal.h"
#include "scheme/sem/pmg/pmg.h"
#include "scheme/sem/operator/row_sums.h"
#include "scheme/sem/coarse/replicated_rows.h"
#include "scheme/sem/coarse/trilinear.h"

/* From a level to the next: restriction and interpolation. */
typedef struct eg_pmg_transfer {
    eg_owner owned;
    int lanes;
    int64_t blocks;
    eg_program *program;
    eg_kernel *restrict_kernel, *prolong_kernel;
    eg_buffer *own, *row, *line, *part; /* as kernels/sem/pmg.c has them */
    eg_row_sums *sums;
    eg_halo *halo; /* of the ghosts that restriction reads; NULL: one process */
} eg_pmg_transfer;

/* The nodes of a level among those of the finest: kernels/sem/pmg_indices.c. */
typedef struct eg_pmg_indices {
    eg_hex_nodes *nodes;       /* of the level */
    eg_ghost_exchange *ghosts; /* of its ghosts; NULL: one process */
    int32_t *number;           /* [nodes of the finest] own ones of the level, at the places of own ones */
} eg_pmg_indices;

/* Between a vector of nodes and a shorter one, of which each number has a place in the longer. */
typedef struct eg_pmg_places {
    eg_owner owned;
    int64_t rows, nodes; /* own ones of both */
    eg_program *program;
    eg_kernel *take, *put;
    eg_buffer *index, *number; /* [rows] the place of each; [nodes] what has its place there, -1: none */
} eg_pmg_places;

/* A level that smooths. */
typedef struct eg_pmg_level {
    eg_sem *sem;            /* of this degree */
    eg_pmg_indices indices; /* empty of the finest, whose nodes are the caller's */
    eg_sem *own_sem;
    double radius, weight[EG_PMG_SMOOTHING];
    eg_schwarz *schwarz; /* NULL: the diagonal */
    eg_buffer *t;        /* with Schwarz, or of several ranks: b - A x */
    eg_buffer *z;        /* with Schwarz: what a step adds */
    eg_buffer *x, *b;    /* solution and right-hand side; NULL of the finest */
    eg_buffer *y;        /* A x, or the other one of two iterates */
    eg_pmg_transfer down;
} eg_pmg_level;

struct eg_pmg {
    eg_preconditioner preconditioner; /* first: a pmg is a preconditioner */
    eg_context *context;
    eg_owner owned;
    eg_device *device;
    eg_precision precision;
    int levels, smoothing; /* levels that smooth; steps */
    eg_pmg_level level[EG_PMG_LEVELS];
    eg_program *program;
    eg_kernel *begin, *rest, *add;
    eg_pmg_places vertices; /* without levels: nodes of degree 1 and rows of the last level's matrix */
    int64_t rows;           /* of the last level */
    eg_buffer *residual, *solution;
    eg_replicated_rows *shared; /* of the residual; NULL: one process */
    eg_amg *amg;                /* NULL where no vertex is free */
    eg_nested *nested;          /* in its place, with so many coarser meshes, */
    int coarser;
    eg_hypre *hypre;       /* or this */
    double coarse_seconds; /* that amg or hypre took */
};

/* pmg_indices.c: collective; all agree on the status. Free them whatever happens. */
eg_status eg_pmg_indices_make(const eg_sem *finest, int degree, eg_pmg_indices *indices);
void eg_pmg_indices_free(eg_context *context, eg_pmg_indices *indices);

/* radius.c: the spectral radius of what smooths on a level times its matrix; `places` empty of the
 * finest. Collective; all agree on the status. */
eg_status eg_pmg_radius(eg_sem *sem, const eg_preconditioner *smoother, const eg_pmg_indices *indices,
                        const eg_sem *finest, double *radius);

/* The lower of two levels: the sem whose nodes are its rows, or which has `row`, the row of each corner of
 * each element, -1: none; its degree, and which rows are the rank's own: `rows` of them from `from` on. */
typedef struct eg_pmg_lower {
    const eg_sem *sem;
    int degree;
    const int32_t *row; /* NULL: its nodes, without those whose value is given */
    int64_t from, rows;
} eg_pmg_lower;

/* Makes what goes between a level of sem `fine` and a lower one. Collective; all agree on the status. It
 * stays where it is; free it whatever happens. */
eg_status eg_pmg_transfer_make(const eg_sem *fine, const eg_pmg_lower *lower, int lanes,
                               eg_pmg_transfer *transfer);
int64_t eg_pmg_transfer_device_bytes(const eg_pmg_transfer *transfer);
void eg_pmg_transfer_free(eg_pmg_transfer *transfer);

/* Queues out = J^T (b - y), and x = x + J coarse. Of several ranks out has the own rows, b is the residual
 * itself, whose ghosts it brings up to date, y anything, and coarse with its ghosts. */
eg_status eg_pmg_restrict(const eg_pmg_transfer *transfer, const eg_buffer *b, const eg_buffer *y,
                          eg_buffer *out);
eg_status eg_pmg_prolong(const eg_pmg_transfer *transfer, const eg_buffer *coarse, eg_buffer *x);

/* places.c: makes these, with index[rows] and number[nodes], which are not kept. EG_MEMORY, EG_DEVICE. What
 * they have goes with their owner, whatever happens. */
eg_status eg_pmg_places_make(const eg_sem *sem, eg_precision precision, int64_t rows, const int32_t *index,
                             int64_t nodes, const int32_t *number, eg_pmg_places *places);
/* The same between the own nodes of degree 1 and the rank's own rows, whose numbers are those of the
 * whole. */
eg_status eg_pmg_vertices_make(const eg_trilinear *trilinear, eg_precision precision, eg_pmg_places *places);
/* Queues rows = what stands at their places; and the other way, from all rows, 0 where a node has none. */
eg_status eg_pmg_take(const eg_pmg_places *places, const eg_buffer *nodes, eg_buffer *rows);
eg_status eg_pmg_put(const eg_pmg_places *places, const eg_buffer *rows, eg_buffer *nodes);

/* Makes all levels. */
eg_status eg_pmg_build(eg_pmg *pmg, eg_sem *sem, const eg_sem_options *coefficients,
                       const eg_pmg_options *options);

#endif
