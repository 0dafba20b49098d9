/* Inside of the spectral elements. */
#ifndef EG_SCHEME_SEM_INTERNAL_H
#define EG_SCHEME_SEM_INTERNAL_H

#include "element/line.h"
#include "base/parallel.h"
#include "field/owner.h"
#include "scheme/sem/sem.h"

enum {
    SEM_NODES = EG_SEM_DEGREE + 1,
    SEM_VOLUME = SEM_NODES * SEM_NODES * SEM_NODES,
    SEM_SHARED = 48 * 1024,              /* bytes of shared memory that a group has on every GPU */
    SEM_SHARED_OF_PROCESSOR = 256 * 1024 /* by OpenCL on a processor */
};

/* Elements of one kind, with their program. Those that read ghosts, the partition boundary, have the first
 * slots; the others begin with the next block. Slots that are left over repeat the last element before
 * them. */
typedef struct eg_sem_cells {
    int64_t first, count, blocks;                          /* of elements: first in eg_sem's element[] */
    int64_t partition_boundary, partition_boundary_blocks; /* elements that read ghosts; 0 of one process */
    int64_t first_part;
    int64_t array_blocks;                /* of interleaved elements */
    int geometry, kappa_kind, mass_kind; /* GEOMETRY, KAPPA, MASS of kernels/sem/element.h */
    int values;                          /* SHAPE_VALUES */
    eg_program *program;
    eg_kernel *apply;
    eg_buffer *node, *shape, *kappa, *mass;
} eg_sem_cells;

/* reaction.c: c as it is before it is multiplied. */
typedef struct eg_sem_reaction eg_sem_reaction;

struct eg_sem {
    eg_operator matrix; /* first: a sem is an operator */
    eg_context *context;
    eg_device *device;
    const eg_hexes *mesh;
    const eg_hex_nodes *nodes;
    const eg_comm *comm;             /* NULL: one process */
    const eg_ghost_exchange *ghosts; /* of all ghosts */
    eg_link *link;
    eg_owner owned;
    eg_halo *halo;    /* of the ghosts that the operator reads; NULL: one process */
    int32_t *element; /* those that have a node of the rank: the operator's, ascending */
    int32_t *slot;    /* [elements] where each is in the arrays of its kind */
    int64_t elements;
    eg_precision precision;
    int degree, side, volume, surface; /* side = degree + 1; nodes an element, and on its surface */
    int lanes;                         /* elements of a group */
    bool columns;                      /* the kernels for GPUs: elements one behind the other */
    int interleaved;                   /* elements interleaved in arrays: lanes, or 1 with columns */
    bool slab;                         /* of these the one for large elements */
    eg_sem_cells cells[EG_HEX_KINDS];
    eg_program *gather_program;
    eg_kernel *gather, *gather_smooth, *gather_sums, *inverse;
    eg_buffer *matrices, *part, *first, *run, *node, *index, *robin, *rhs, *scale, *idle;
    char *line_matrices; /* for the program of the columns: D and its transpose in source */
    eg_preconditioner jacobi;
    int64_t part_values, contributions, common; /* common: nodes on surfaces */
    uint8_t *given;                             /* [nodes] */
    double *given_value;                        /* [nodes]; NULL: a matrix only */
    double *mass;                               /* [nodes] NULL until it is asked for */
    double *diagonal, *reaction_mass;           /* [nodes] that of A, and its part of c; NULL where c is 0 */
    eg_sem_reaction *reaction;                  /* NULL until c is multiplied */
    double c_factor;                            /* what it is multiplied with; 0 until then */
    double *factor; /* [nodes] what Robin's conditions add to the diagonal, NULL without */
};

/* Where the kappa of a kind's elements comes from. */
typedef enum eg_sem_kappa_source {
    EG_SEM_EVALUATED,
    EG_SEM_COPIED, /* element by element from the sem that knows it */
    EG_SEM_LENT    /* as that one has it: nothing is done for an element */
} eg_sem_kappa_source;

/* Nodes, weights and derivative on a line, and the coefficients of one element after the other. */
typedef struct eg_sem_builder {
    eg_sem *sem;
    const eg_sem_options *options;
    eg_sem_kappa_source kappa_source;
    eg_hex_grid *grid;
    double point[SEM_NODES], weight[SEM_NODES];
    double derivative_matrix[SEM_NODES * SEM_NODES];
    double *node_weight;        /* [volume] of quadrature, in the reference element */
    double (*x)[3];             /* [volume] of the element, m */
    double *points;             /* [3][volume] the same */
    double *kappa, *c, *source; /* [volume][kappa_values], [volume], [volume] */
} eg_sem_builder;

/* Builders that each take a range of elements. */
typedef struct eg_sem_element_builders {
    eg_sem *sem;
    eg_scope scope; /* of all arrays */
    int parts;
    eg_sem_builder *builder; /* [parts] */
} eg_sem_element_builders;

/* Coefficients of a kind's elements for the kernels of sem/metric.c: rows of a number for each lane. */
typedef struct eg_sem_rows {
    eg_buffer *values;
    int components, of_node; /* rows from node to node, 0: an element has one value */
    int64_t of_block;        /* rows from block to block, 0: all have one */
} eg_sem_rows;

/* What kernels compute of a kind's elements while the operator is made. */
typedef struct eg_sem_coefficients {
    eg_buffer *element; /* [slots] number in the mesh; slots that are left over repeat the last before them */
    eg_sem_rows kappa, c, source;
} eg_sem_coefficients;

/* Metric terms of elements `from` to before `to` of the mesh, on the device as sem/metric.c has them, in blocks
 * of `interleaved` elements. */
typedef struct eg_sem_terms {
    const eg_buffer *values;
    int interleaved;
    int64_t from, to;
} eg_sem_terms;

/* What is done with them, batch after batch; what it queues may read them. NULL: nothing. And means over each
 * element, means[elements of the mesh][4] as sem_means() has them; NULL: not wanted. */
typedef struct eg_sem_terms_visit {
    eg_status (*batch)(void *with, const eg_sem_terms *terms);
    void *with;
    double (*means)[4];
} eg_sem_terms_visit;

/* Sums at nodes, [nodes], that kernels are to find; NULL: not wanted. The diagonal of A, without conditions
 * at the boundary, stays on the device: doubles, the caller's. */
typedef struct eg_sem_sums {
    eg_buffer **diagonal;
    double *reaction, *source;
} eg_sem_sums;

eg_status eg_sem_upload(eg_sem *sem, const char *label, int64_t bytes, const void *data, eg_buffer **buffer);
/* The same with data that the buffer takes over (eg_buffer_take()). */
eg_status eg_sem_take(eg_sem *sem, const char *label, int64_t bytes, void *data_address, eg_buffer **buffer);
eg_status eg_sem_take_reals(eg_sem *sem, const char *label, int64_t count, double **data, eg_buffer **buffer);
/* The same with doubles that become reals. */
eg_status eg_sem_upload_reals(eg_sem *sem, const char *label, int64_t count, const double *data,
                              eg_buffer **buffer);

/* Kernels for GPUs: how many elements, each with so many threads, fill warps best, at least 32 threads and at
 * most `most` elements; and how many groups of so many threads a multiprocessor should hold, so that each has
 * the registers that it needs (measured). */
int eg_sem_elements_of_group(int threads, int most);
int eg_sem_resident(eg_precision precision, int degree, int threads);

/* As many as there are threads for so many elements. EG_MEMORY. Destroy it whatever happens. */
eg_status eg_sem_element_builders_create(eg_sem *sem, const eg_sem_options *options, int64_t elements,
                                         eg_sem_element_builders *builders);
void eg_sem_element_builders_destroy(eg_sem_element_builders *builders);
/* Fills the builder's coefficients for an element, and checks them. */
eg_status eg_sem_builder_evaluate(eg_sem_builder *builder, int64_t element);
/* Values of a field at points of an element; one value for all of them with by_element. */
eg_status eg_sem_evaluate(const eg_sem *sem, const eg_sem_field *field, int components, int64_t element,
                          int count, const double (*x)[3], double *values);

/* How strongly nodes of an element are coupled along its directions: the diagonal of |J| J^-1 kappa J^-T at
 * its centre; a kappa that is a number counts as 1. */
eg_status eg_sem_couple(const eg_sem *sem, const eg_sem_options *options, int64_t element,
                        double coupling[3]);

/* Whether it has kappa, a number, in double precision at the nodes of all elements of the mesh. */
bool eg_sem_has_kappa(const eg_sem *sem);
bool eg_sem_has_kappa_here(const eg_sem *sem); /* on the host */

/* The elements that the operator is applied to. */
eg_status eg_sem_list_elements(eg_sem *sem);
/* Which kernels the kinds of elements take, and where their parts begin. */
void eg_sem_choose(eg_sem *sem, const eg_sem_options *options);
/* Coefficients of each kind, of[EG_HEX_KINDS], whose buffers are the owner's; with `own` also what the
 * operator keeps: numbers of nodes, coefficients at nodes, and room for shapes. */
eg_status eg_sem_fill_cells(eg_sem_element_builders *builders, bool own, eg_owner *owner,
                            eg_sem_coefficients *of);
/* Shapes, by kernels, and sums at nodes. in_range[EG_HEX_KINDS] tells whether the operator's division may be
 * DIVIDE of the dialect. Behind eg_sem_build_gather(). */
eg_status eg_sem_build_metric(eg_sem_element_builders *builders, const eg_sem_coefficients *of,
                              const eg_sem_sums *sums, bool *in_range);
/* Of all elements of the rank's mesh, ghosts too; of the sem no more than mesh, nodes and device. Waits. What
 * the coefficients and the visit fail with; EG_MEMORY, EG_DEVICE. */
eg_status eg_sem_visit_terms(const eg_sem *sem, const eg_sem_options *coefficients,
                             const eg_sem_terms_visit *visit);
eg_status eg_sem_build_programs(eg_sem *sem, const bool *in_range);
/* Whether one of the mesh's boundaries adds to the diagonal. */
bool eg_sem_has_robin(const eg_hexes *mesh, const eg_sem_boundary *boundary);
/* Which nodes have a given value. */
void eg_sem_mark_given(eg_sem *sem, const eg_sem_boundary *boundary);
/* Conditions at the boundary: given values and fluxes (rhs, NULL: a matrix only), what is added to the
 * diagonal. */
eg_status eg_sem_build_boundary(eg_sem *sem, const eg_sem_boundary *boundary, double *rhs);
/* surface[volume]: the number of each node of an element on its surface, -1: it is inside
 * (kernels/sem/element.h). */
void eg_sem_number_surface(const eg_sem *sem, int32_t *surface);
/* The lists of the gather. */
eg_status eg_sem_build_gather(eg_sem *sem);

/* ---- cost.c: eg_kernel_cost() of the matrix's kernels, for a step of smoothing, or with products of p, y */
void eg_sem_set_costs(const eg_sem *sem, bool smooths, bool products);

/* What elements are to find: y = A p, or with b a step of smoothing, y = p + weight D^-1 (b - A p) with the
 * diagonal D. Nothing while count[SOLVE_END] is set. */
typedef struct eg_sem_task {
    const eg_buffer *p, *b; /* b: NULL, or a vector with ghosts */
    eg_buffer *y;
    const eg_buffer *count;
    double weight;
} eg_sem_task;

/* Queues the part of those that read ghosts, or of the others. */
eg_status eg_sem_launch(const eg_sem *sem, const eg_sem_task *task, bool partition_boundary);

/* ---- operator/ranks.c */

/* Both of several ranks, beside each other, with the exchange of p. Collective. */
eg_status eg_sem_launch_shared(const eg_sem *sem, const eg_sem_task *task);
/* What other ranks know of the ghosts. Collective; all agree on the status. */
eg_status eg_sem_connect(eg_sem *sem, eg_status status);
/* The exchange of the ghosts that are among `count` numbers of nodes; below 0: none. Collective, also where
 * `status` is a failure of this rank; all agree on the status. */
eg_status eg_sem_halo(const eg_sem *sem, const int32_t *node, int64_t count, eg_status status,
                      eg_halo **halo);

/* eg_comm_agree() where there are several ranks. */
static inline eg_status eg_sem_agree(const eg_sem *sem, eg_status status)
{
    return sem->comm ? eg_comm_agree(sem->comm, status) : status;
}

/* Values of kappa at a point. */
static inline int eg_sem_kappa_values(const eg_sem_options *options)
{
    return options->kappa_values > 1 ? options->kappa_values : 1;
}

/* Whether it has one value an element, or 0 everywhere. */
static inline bool eg_sem_is_constant(const eg_sem_field *field)
{
    return !field->function || field->by_element;
}

static inline bool eg_sem_is_zero(const eg_sem_field *field)
{
    return !field->function && field->constant[0] == 0;
}

/* The number of node (a, b) of a side of an element, n nodes a line. */
static inline int eg_sem_node_of_side(int side, int n, int a, int b)
{
    int across = side % 2 ? n - 1 : 0;
    const int at[3][3] = {{across, a, b}, {a, across, b}, {a, b, across}};
    const int *i = at[side / 2];
    return (i[2] * n + i[1]) * n + i[0];
}

#endif
