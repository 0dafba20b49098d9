/* schwarz: the two-scale additive Schwarz preconditioner of spectral elements, P = coarse + fine. Remacle,
 * Gandham, Warburton 2015, section 4; docs/theory/schwarz.md has every expression.
 *
 * The coarse part solves the same problem with trilinear elements by a cycle of eg_amg; the fine part solves
 * it in each element and one layer of nodes of its neighbours, as if these were boxes with constant
 * coefficients, by fast diagonalisation. The device finds the nodes of subdomains, their shapes and the coarse
 * matrix. The same bits for any lanes, threads, device. */
#ifndef EG_SCHEME_SEM_SCHWARZ_H
#define EG_SCHEME_SEM_SCHWARZ_H

#include "scheme/sem/sem.h"

typedef struct eg_schwarz eg_schwarz;

typedef enum eg_schwarz_scales {
    EG_SCHWARZ_BOTH,
    EG_SCHWARZ_FINE,  /* positive definite, but for constants in a domain of one element */
    EG_SCHWARZ_COARSE /* only semidefinite: for measurements */
} eg_schwarz_scales;

enum { EG_SCHWARZ_OVERLAP = 4 }; /* the most layers */

typedef struct eg_schwarz_options {
    eg_schwarz_scales scales;
    int overlap; /* layers of nodes beyond each end of an element, at most the degree; 0: 1 */
    bool plain;  /* no weights, as in the paper; else what goes into a subdomain and what comes out is divided
                   by the square root of how many subdomains have the node */
    int kcycle_levels; /* of eg_amg_options: 0 takes K-cycles, and P varies; -1 takes none, and P is
                        * symmetric */
    /* the coarse cycle is computed there, while the sem's device solves in the subdomains; the same bits. It
     * outlives the preconditioner. NULL: on the sem's device */
    eg_device *coarse_device;
    eg_sem_variant variant; /* columns: the kernels for GPUs */
    int lanes;              /* elements of a group; 0: what suits */
} eg_schwarz_options;

/* Makes the preconditioner of a sem, which outlives it. `coefficients` are the options that the sem was
 * created with: kappa and c are evaluated once more and not kept. EG_MESH where the mesh has too many
 * subdomain nodes; EG_MEMORY, EG_DEVICE, and what eg_amg_create() and the functions fail with. The caller
 * owns *schwarz. */
eg_status eg_schwarz_create(eg_sem *sem, const eg_sem_options *coefficients,
                            const eg_schwarz_options *options, eg_schwarz **schwarz);
void eg_schwarz_destroy(eg_schwarz **schwarz);

/* It belongs to the schwarz. */
const eg_preconditioner *eg_schwarz_preconditioner(const eg_schwarz *schwarz);

int64_t eg_schwarz_device_bytes(const eg_schwarz *schwarz);
/* Wall seconds that the cycle of the coarse matrix took to make. */
double eg_schwarz_coarse_seconds(const eg_schwarz *schwarz);
/* Bytes that one application moves at least, each value once, without the cycle of the coarse matrix. */
int64_t eg_schwarz_apply_bytes(const eg_schwarz *schwarz);

#endif
