/* sem: spectral elements for c u - div(kappa grad u) = s on unstructured hexahedra.
 *
 * u is a polynomial of degree n in each reference direction, continuous, given by its values at Gauss-Lobatto
 * nodes; these are the points of quadrature too, so that the mass matrix is diagonal. The matrix is never
 * stored. Remacle, Gandham, Warburton 2015, section 2; docs/theory/spectral-elements.md has every expression.
 *
 * Vectors are buffers of reals [nodes], in the order of eg_hex_nodes. Of several ranks each has a part of the
 * mesh (mesh/hexes/hexes.h) and owns the first of its nodes; the operator brings the others of a vector up to
 * date before it reads them. What elements add to own nodes each rank computes itself, in the order of one
 * process. Creation and application are collective then.
 *
 * Where nothing fixes the level of u (c = 0, no given value, no Robin condition) the matrix is singular:
 * conjugate gradients then find one of the solutions if the right-hand side sums up to 0, as far as rounding
 * lets them. */
#ifndef EG_SCHEME_SEM_SEM_H
#define EG_SCHEME_SEM_SEM_H

#include "field/ghost_exchange.h"
#include "field/norms.h"
#include "mesh/hexes/hexes.h"
#include "scheme/linear/pcg.h"

enum { EG_SEM_DEGREE = 16 }; /* the highest */

typedef struct eg_sem eg_sem;

/* A function of place. A caller's own begins with this struct and has further members behind it. */
typedef struct eg_sem_function {
    /* Fills values[count][components of the field] at x[count], m, which are points of this element. */
    eg_status (*evaluate)(const struct eg_sem_function *self, int64_t element, int count,
                          const double (*x)[3], double *values);
} eg_sem_function;

/* A function, or where there is none a constant. */
typedef struct eg_sem_field {
    const eg_sem_function *function;
    double constant[6];
    bool by_element; /* one value an element, that at its centroid: less memory, and often faster */
} eg_sem_field;

typedef enum eg_sem_condition {
    EG_SEM_NEUMANN,   /* kappa du/dn = value; with value 0 nothing passes */
    EG_SEM_DIRICHLET, /* u = value, at nodes */
    EG_SEM_ROBIN      /* kappa du/dn + factor u = value, factor >= 0 */
} eg_sem_condition;

typedef struct eg_sem_boundary {
    eg_sem_condition condition;
    eg_sem_field value, factor;
} eg_sem_boundary;

/* Which of the kernels: they give the same bits. */
typedef enum eg_sem_variant {
    EG_SEM_AUTO, /* columns on a GPU, else lanes */
    EG_SEM_LANES,
    EG_SEM_COLUMNS
} eg_sem_variant;

typedef struct eg_sem_options {
    const eg_comm *comm;             /* NULL, or one process: a whole mesh */
    const eg_ghost_exchange *ghosts; /* of several ranks: of all ghosts of the nodes; outlives it */
    eg_link *link;                   /* between the devices; NULL: through the host */
    eg_precision precision;
    eg_sem_variant variant;
    int lanes;         /* elements of a group; 0: what suits */
    bool store_metric; /* of trilinear elements too, instead of computing it on the fly */
    int kappa_values;  /* 0 or 1: a number; 3: xx yy zz; 6: xx xy xz yy yz zz */
    eg_sem_field kappa, c, source;
    const eg_sem *known; /* a sem that was made with this kappa; where it has it at the same nodes it is not
                            evaluated again. NULL: there is none */
    const eg_sem_boundary *boundary; /* [mesh->boundaries]; a node of two is given the value of the first */
    bool matrix_only; /* no right-hand side and no given values, for who has their own; without a source */
} eg_sem_options;

/* Evaluates the coefficients, computes right-hand side and diagonal in double precision, in the order of
 * elements, and compiles the kernels. Mesh and nodes outlive it; coefficients and boundaries are not
 * kept. EG_INPUT for a coefficient that is not finite, a kappa that is not positive definite, c or a factor
 * below 0; EG_MESH where it is too large; EG_MEMORY, EG_DEVICE, and what the functions fail with. The caller
 * owns *sem. */
eg_status eg_sem_create(eg_device *device, const eg_hexes *mesh, const eg_hex_nodes *nodes,
                        const eg_sem_options *options, eg_sem **sem);
void eg_sem_destroy(eg_sem **sem);

/* The matrix for a solver: y = A p, with y = 0 at nodes with a given value. It belongs to the sem. */
const eg_operator *eg_sem_operator(const eg_sem *sem);
/* Queues y = A p alone. */
eg_status eg_sem_apply(eg_sem *sem, const eg_buffer *p, eg_buffer *y);
/* Queues a step of smoothing, to = x + weight D^-1 (b - A x) with the diagonal D; `to` is another vector, and
 * b has room for ghosts. */
eg_status eg_sem_smooth(eg_sem *sem, double weight, const eg_buffer *b, const eg_buffer *x, eg_buffer *to);
/* y = A p without the sums at nodes that elements share, for a bench: y is not A p there. */
eg_status eg_sem_apply_elements(eg_sem *sem, const eg_buffer *p, eg_buffer *y);

/* Makes the matrix that of factor c in the place of c, factor > 0, and its diagonal: A = factor C + K. It is
 * queued on the device; nothing is evaluated again. The first call takes what c was created with as the one
 * that is multiplied, and needs memory for it, two vectors of which go back where it is not done `often`.
 * What was made of the matrix stays that of factor 1, except eg_sem_jacobi(). EG_MEMORY, EG_DEVICE. */
eg_status eg_sem_scale_c(eg_sem *sem, double factor, bool often);

/* Right-hand side: sources and fluxes, 0 where the value is given; a vector of the sem. NULL of a matrix
 * only. */
const eg_buffer *eg_sem_rhs(const eg_sem *sem);
/* P = 1 / diagonal of A (Jacobi); 0 where the value is given. It belongs to the sem. */
const eg_preconditioner *eg_sem_jacobi(const eg_sem *sem);
/* A new vector: the given values, elsewhere and of a matrix only 0. The caller owns it. */
eg_status eg_sem_start(eg_sem *sem, eg_buffer **x);
/* kappa, a number, at the nodes of an element, values[nodes of it]; false: it has none at nodes, or not on the
 * host of one process. */
bool eg_sem_kappa_at(const eg_sem *sem, int64_t element, double *values);
/* Whether the value at a node is given; [nodes], of the sem. */
const uint8_t *eg_sem_dirichlet(const eg_sem *sem);
/* The mass matrix of c = 1, m3, without conditions at the boundary: (*mass)[nodes], of the sem; of ghosts
 * anything. The first call computes it. EG_MEMORY, EG_DEVICE. */
eg_status eg_sem_mass(eg_sem *sem, const double **mass);

/* The integral of a function against the polynomial of each own node, by quadrature at nodes, in the order of
 * elements: to[nodes], of ghosts anything. rows[elements held], unless NULL: the sums of an element's terms
 * and of their magnitudes, in the order of its nodes; those of elements without nodes of the rank are left
 * alone. On the device; waits. EG_INPUT for a value that is not finite, and what the function fails with. */
eg_status eg_sem_integrate(eg_sem *sem, const eg_sem_field *field, double *to, eg_sum (*rows)[2]);

/* Reads a vector into values[nodes], and writes it; ghosts are as they are. Waits. */
eg_status eg_sem_read(const eg_sem *sem, const eg_buffer *vector, double *values);
eg_status eg_sem_write(const eg_sem *sem, const double *values, eg_buffer *vector);

int64_t eg_sem_device_bytes(const eg_sem *sem);
/* Bytes that one application of A moves at least, each value once: p, y, numbers of nodes, coefficients, and
 * what the elements leave for common nodes written and read. */
int64_t eg_sem_apply_bytes(const eg_sem *sem);
int64_t eg_sem_elements_bytes(const eg_sem *sem); /* without these sums */

/* ---- points of quadrature */

/* Of errors: Gauss and Lobatto's of degree n + 3 in an element, and the nodal values vector[nodes], ghosts
 * among them, there; the vector outlives the points. EG_MEMORY. The caller destroys them. */
eg_status eg_sem_points_create(const eg_hexes *mesh, const eg_hex_nodes *nodes, const double *vector,
                               bool with_gradient, eg_cell_points **points);
int eg_sem_points_count(const eg_hex_nodes *nodes); /* of an element */

#endif
