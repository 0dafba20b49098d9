/* Inside of the Schwarz preconditioner. */
#ifndef EG_SCHEME_SEM_SCHWARZ_INTERNAL_H
#define EG_SCHEME_SEM_SCHWARZ_INTERNAL_H

#include "scheme/linear/amg.h"
#include "scheme/sem/internal.h"
#include "scheme/sem/operator/element_lists.h"
#include "scheme/sem/operator/row_sums.h"
#include "scheme/sem/schwarz/schwarz.h"
#include "scheme/sem/coarse/replicated_rows.h"

enum { SCHWARZ_CORNERS = 8, SCHWARZ_SHAPE = 4, SCHWARZ_ENDS = 3, SCHWARZ_CASES = 9 };

/* What is beyond an end of an element. */
typedef enum eg_schwarz_end {
    SCHWARZ_NATURAL, /* nothing, and no value is given */
    SCHWARZ_NEIGHBOUR,
    SCHWARZ_GIVEN
} eg_schwarz_end;

struct eg_schwarz {
    eg_preconditioner preconditioner; /* first: a schwarz is a preconditioner */
    eg_sem *sem;
    eg_context *context;
    eg_owner owned;
    int overlap;      /* layers of nodes beyond each end */
    int side, cube;   /* nodes on a line, and in all, of a subdomain: side = degree + 1 + 2 overlap */
    bool columns;     /* the kernels for GPUs */
    int lanes;        /* elements side by side in the arrays: 1 for GPUs */
    int elements;     /* of a group */
    int32_t *element; /* [solved] whose subdomains reach the rank's own nodes, ascending */
    int64_t solved;
    int64_t blocks, slots;   /* groups; elements, with those that fill the last group up */
    int64_t nodes, vertices; /* own nodes; rows of the coarse matrix */
    int64_t rows;            /* of these the rank's own vertices */
    eg_halo *halo;           /* of the ghosts that subdomains read; NULL: one process */
    /* the coarse residual on the host, of ranks or of a coprocessor; the solution comes back by it */
    eg_replicated_rows *shared;
    bool fine, coarse, singular, weighted;
    /* the coarse correction is added by a kernel of its own: its solution comes while the fine part is
     * solved */
    bool apart;
    char *between; /* for the program of GPUs: the table of two neighbours in source */
    eg_program *program;
    eg_kernel *restrict_kernel, *solve_kernel, *correct_kernel;
    eg_device *coprocessor; /* where the coarse cycle is; NULL: on the sem's device */
    eg_amg *amg;            /* NULL where no vertex is free, or without the coarse part */
    eg_buffer *node, *own, *vertex, *end, *shape, *hat, *table, *weight, *part;
    eg_row_sums *sums, *coarse_sums; /* of part, by nodes and by vertices */
    eg_buffer *residual, *solution;  /* [vertices] */
    eg_owner beside;                 /* of the coprocessor's */
    eg_buffer *coprocessor_residual, *coprocessor_solution;
    double coarse_seconds; /* that amg took */
};

/* A line of a subdomain: what is at its ends; of a neighbour also what its matrices K and M are times,
 * 2^(stiffer / 2) and 2^(heavier / 2). */
typedef struct eg_schwarz_case {
    eg_schwarz_end end[2];
    int stiffer[2], heavier[2];
} eg_schwarz_case;

/* Arrays of the elements on the host, as kernels/sem/schwarz.c has them, and the coarse matrix. */
typedef struct eg_schwarz_tables {
    eg_hex_steps steps;
    eg_element_lists lists; /* by which the device finds nodes of subdomains */
    int32_t *end;
    double *shape;
    eg_trilinear coarse; /* with the means of elements, of neighbours too */
    int cases;           /* that lines come in: the nine with equal neighbours first, by their ends */
    eg_schwarz_case *line;
} eg_schwarz_tables;

/* Fills them, with the steps that are there. EG_MEMORY, and what the coefficients fail with. Free them
 * whatever happens. Collective, also where `status` is a failure; all agree on it. */
eg_status eg_schwarz_fill_tables(eg_schwarz *schwarz, const eg_sem_options *coefficients, eg_status status,
                                 eg_schwarz_tables *tables);
/* tables->end, 3 * (lower end) + (upper end) so far, becomes the number of the case. */
eg_status eg_schwarz_number_cases(const eg_schwarz *schwarz, eg_schwarz_tables *tables);
void eg_schwarz_free_tables(eg_schwarz_tables *tables);

/* Whether an element's subdomain is the rank's work. */
static inline bool eg_schwarz_solves(const eg_schwarz *schwarz, int64_t element)
{
    return eg_hexes_ghost_layer(schwarz->sem->mesh, element) <= 1;
}

/* ---- coarse.c */

eg_status eg_schwarz_build_coarse(eg_schwarz *schwarz, const eg_sparse *matrix,
                                  const eg_schwarz_options *options);
/* Queues the coarse residual of r. */
eg_status eg_schwarz_restrict(const eg_schwarz *schwarz, const eg_buffer *r);
/* From the residual to the solution. Of several ranks it waits. */
eg_status eg_schwarz_solve_coarse(const eg_schwarz *schwarz);
/* Queues the same in the second queue, to begin where the first one was forked, and what adds the correction
 * to s->part. */
eg_status eg_schwarz_solve_coarse_beside(const eg_schwarz *schwarz);
/* The same beside what is queued between the two calls: begin sends the residual away, end waits for it,
 * solves on the other device and queues what adds the correction to s->part. */
eg_status eg_schwarz_coarse_begin(const eg_schwarz *schwarz, eg_event **event);
eg_status eg_schwarz_coarse_end(const eg_schwarz *schwarz, eg_event **event);

/* table[side side + side] of a line: eigenvectors v[node][mode], V' M V = 1, and eigenvalues of K v = lambda
 * M v. A node that is not there has an eigenvector of its own, with the value 1. */
enum { SCHWARZ_SIDE = EG_SEM_DEGREE + 1 + 2 * EG_SCHWARZ_OVERLAP };
void eg_schwarz_line_table(int degree, int overlap, const eg_schwarz_case *line, double *table);

#endif
