/* pmg: p-multigrid, a preconditioner of spectral elements from the same problem with lower degrees. Each
 * level smooths with its diagonal; the last, of degree 1, is a cycle of eg_amg. docs/theory/p-multigrid.md
 * has every expression.
 *
 * Set up on the host and by kernels; applied on the device, without atomics: the
 * same bits for any lanes, threads, device. */
#ifndef EG_SCHEME_SEM_PMG_H
#define EG_SCHEME_SEM_PMG_H

#include "scheme/sem/schwarz/schwarz.h"

enum { EG_PMG_SMOOTHING = 6, EG_PMG_LEVELS = EG_SEM_DEGREE };

typedef struct eg_pmg eg_pmg;

/* The solver of the last level. */
typedef enum eg_pmg_coarse {
    EG_PMG_AUTO, /* geometric where the mesh is a refinement of another, else amg */
    EG_PMG_AMG,
    EG_PMG_GEOMETRIC, /* a V-cycle on coarser meshes (mesh/hexes/coarsen.h); few rows are solved as by amg */
    EG_PMG_HYPRE /* a V-cycle of hypre's BoomerAMG, on the host (scheme/linear/hypre.h); not where nothing fixes the level
                         of u */
} eg_pmg_coarse;

typedef struct eg_pmg_options {
    bool single;   /* the preconditioner is for vectors of f32, whatever the sem's are */
    bool schwarz;  /* levels smooth with the fine part of eg_schwarz, not with their diagonal */
    int smoothing; /* steps before and after, up to EG_PMG_SMOOTHING; 0: 3, with schwarz 1 */
    int degree
        [EG_PMG_LEVELS]; /* of the levels below the finest, falling, without the last, which is 1; a first 0: halved from
                                  level to level, rounded up */
    eg_pmg_coarse coarse;
    int coarsest;      /* rows of the last level above which the mesh is coarsened; 0: EG_AMG_COARSEST */
    int kcycle_levels; /* of eg_amg_options: 0 takes K-cycles, and P varies; -1 takes none, and P is symmetric */
    int lanes;         /* elements side by side; 0: what suits */
} eg_pmg_options;

/* Makes the preconditioner of a sem, which outlives it. `coefficients` are the options that the sem was
 * created with: kappa, c and the conditions at boundaries are evaluated once more for each level and not
 * kept. EG_MEMORY, EG_DEVICE, and what eg_sem_create(), eg_amg_create() and the functions fail with; EG_MESH
 * where coarser meshes were asked for and there are none. The caller owns *pmg. */
eg_status eg_pmg_create(eg_sem *sem, const eg_sem_options *coefficients, const eg_pmg_options *options,
                        eg_pmg **pmg);
void eg_pmg_destroy(eg_pmg **pmg);

/* It belongs to the pmg. */
const eg_preconditioner *eg_pmg_preconditioner(const eg_pmg *pmg);

int64_t eg_pmg_device_bytes(const eg_pmg *pmg);
/* Wall seconds that the solver of the last level took to make. */
double eg_pmg_coarse_seconds(const eg_pmg *pmg);
/* Bytes that one application moves at least, each value of a kernel once, without the cycle of the last
 * level. */
int64_t eg_pmg_apply_bytes(const eg_pmg *pmg);

/* ---- what was made */

typedef struct eg_pmg_info {
    int levels;    /* with the last */
    int geometric; /* of these below the last: meshes that are coarser; 0: none */
    int degree[EG_PMG_LEVELS + 1];
    int64_t rows[EG_PMG_LEVELS + 1];
    double radius[EG_PMG_LEVELS + 1]; /* estimate of the spectral radius of D^-1 A; 0 of the last */
} eg_pmg_info;
void eg_pmg_describe(const eg_pmg *pmg, eg_pmg_info *info);

#endif
