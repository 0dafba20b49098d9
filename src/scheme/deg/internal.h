/* The solver's inside, shared by the files of this folder.
 *
 *     deg.c        creation and destruction; the program
 *     memory.c     what a solver takes
 *     upload.c     arrays on the device
 *     cells.c      what is computed once, on the host: maps, faces, air and state at nodes
 *     step.c       the stages of a step, of several ranks with the exchange of ghosts
 *     imex.c       steps that take sound and gravity implicitly
 *     fans.c, sectors.c   cells round vertices, and factors of the evolution operator there
 *     stars.c      that operator on the device
 *     viscous.c    artificial viscosity
 *     bounds.c     theta and a tracer between bounds
 *     observe.c    what the solver is to a run, and what a step costs
 *     content.c    integrals over the domain
 *     adapt.c      other cells: indicators, and going on
 *     leaves.c, leaf_fans.c   cells and fans of leaves that are on the device */
#ifndef EG_SCHEME_DEG_INTERNAL_H
#define EG_SCHEME_DEG_INTERNAL_H

#include "deg/leaf_sizes.h"
#include "mesh/plane/side.h"
#include "scheme/bisect/move.h"
#include "scheme/deg/deg.h"

/* What it takes to go on with other cells; made when it is asked for. */
typedef struct eg_deg_adaption {
    eg_buffer *top, *derivative; /* kernels/deg/adapt.h */
    eg_bisect_mover *mover;
} eg_deg_adaption;

typedef struct eg_deg_imex eg_deg_imex; /* imex.c */

/* Of the evolution flux: kernels/deg/stars.h. */
typedef struct eg_deg_stars {
    int64_t groups, rows; /* rows of factors */
    eg_buffer *first, *corner, *sector, *factor, *star;
    eg_buffer *fan; /* [block][points][lanes] of the points of own cells */
    eg_kernel *kernel;
    eg_buffer *primitive, *map, *taylor; /* of arcs: kernels/deg/arcs.h */
    eg_kernel *primitives;
} eg_deg_stars;

/* kernels/deg/bounds.h. */
typedef struct eg_deg_limiter {
    eg_deg_bounds of;
    int rows;
    double largest;
    eg_buffer *table;
    eg_kernel *kernel;
} eg_deg_limiter;

/* Of triangles that were halved, found on the device: kernels/deg/leaves.c. It stays from solver to
 * solver. */
typedef enum eg_leaf_kernel {
    EG_LEAF_CELLS,
    EG_LEAF_AIR,
    EG_LEAF_SPONGE,
    EG_LEAF_COUNT,
    EG_LEAF_SCAN,
    EG_LEAF_FIND_FANS,
    EG_LEAF_LIST,
    EG_LEAF_LONGEST,
    EG_LEAF_SECTORS,
    EG_LEAF_FACTORS,
    EG_LEAF_FIND_ROWS,
    EG_LEAF_FIND_EDGES,
    EG_LEAF_KERNELS
} eg_leaf_kernel;

/* Arrays of fans; those of a scan for each that is counted (kernels/deg/leaf_sizes.h). */
typedef enum eg_leaf_array {
    EG_LEAF_LENGTH,
    EG_LEAF_BEGIN,
    EG_LEAF_EDGE_LENGTH,
    EG_LEAF_FAN_BEGIN,
    EG_LEAF_FAN_LENGTH,
    EG_LEAF_FAN_EDGE,
    EG_LEAF_EDGE_FAN,
    EG_LEAF_WANTED,
    EG_LEAF_LONGEST_FAN,
    EG_LEAF_ROW,
    EG_LEAF_OLD_ROW,
    EG_LEAF_IS_UNKNOWN,
    EG_LEAF_EDGE_NUMBER,
    EG_LEAF_EDGE_PLACE,
    EG_LEAF_TOTALS,
    EG_LEAF_SUMS,
    EG_LEAF_FIRST,
    EG_LEAF_BEFORE = EG_LEAF_FIRST + LEAF_COUNTS,
    EG_LEAF_ARRAYS = EG_LEAF_BEFORE + LEAF_COUNTS
} eg_leaf_array;

typedef struct eg_deg_leaves {
    eg_program *program;
    eg_kernel *kernel[EG_LEAF_KERNELS];
    eg_buffer *kind, *rest, *rows, *known; /* constants of the run */
    int32_t known_rows, unit;
    bool begun, asks; /* rows of corners are there; there are more unknown ones than known */
    int lessons;
    int64_t row_count;
    eg_buffer *x, *face, *air; /* air: room for that of the next cells */
    eg_buffer *array[EG_LEAF_ARRAYS];
} eg_deg_leaves;

struct eg_deg {
    EG_STEPPER;
    const eg_plane *mesh;
    eg_triangle element;
    eg_deg_flux flux;
    eg_deg_integrator integrator;
    bool cells;  /* kernels/deg/cells.h, on a GPU; else nodes.h */
    bool tensor; /* deg/tiles.h in place of cells.h */
    double gamma, gravity, wind, cfl;
    int64_t blocks;                                         /* of own cells */
    eg_buffer *second;                                      /* the state of stage 2: kernels/deg/stage.h */
    eg_buffer *air, *edge_air, *cell, *face, *there, *side; /* of cells and their faces */
    eg_buffer *value, *along, *lift, *tiles;                /* of the element */
    eg_buffer *part, *nothing, *sponge;                     /* sponge is NULL where there is none */
    eg_program *program;
    eg_kernel *stage;
    eg_deg_stars stars;
    double viscosity;                             /* m2/s; 0: none, and nothing of the following */
    eg_buffer *gradient, *derivative, *jump_lift; /* kernels/deg/viscous.h */
    eg_kernel *find_gradient, *viscous;
    eg_halo *gradient_halo;
    eg_deg_limiter bounds;
    eg_partition_boundary partition_boundary;
    eg_halo *halo[2]; /* of several ranks: of the two states that are taken in turn, and of `second` */
    eg_buffer *rule, *height, *weight, *determinant; /* kernels/deg/content.h */
    eg_kernel *integrate, *find_energy;
    eg_deg_adaption adaption;
    eg_deg_leaves *leaves;       /* NULL: none were asked for */
    const eg_bisect *generation; /* while it is built from leaves on the device; else NULL */
    int current;                 /* then: the state of the solver before that holds */
    eg_deg *before;              /* while it is built: the solver that this one goes on from; else NULL */
    const eg_cell_transfer *transfer; /* from there */
    eg_deg_imex *imex;                /* NULL: explicit steps */
};

/* The solver of a stepper. */
static inline eg_deg *eg_deg_of(const eg_stepper *stepper)
{
    return (eg_deg *)stepper;
}

/* ---- memory.c */

/* EG_MEMORY where the solver needs more than is free on its device, with both numbers: beside the solver
 * before, of whose states it gets three back. `factors`: bytes of a mesh's own factors at vertices, 0 before
 * they are known. */
eg_status eg_deg_check_memory(const eg_deg *deg, const eg_deg_options *options, double factors);
enum { POINT_NUMBERS = 32 }; /* more than a cell has points with fans, of degree 2 */
/* EG_MESH where there are more rows of factors than fit. */
eg_status eg_deg_check_rows(const eg_deg *deg, int64_t rows);

/* ---- upload.c */
/* Takes *old, which may be NULL, of the solver before where it is large enough; what was in it may still be
 * there. */
eg_status eg_deg_take(eg_deg *deg, eg_buffer **old, const char *label, int64_t bytes, eg_buffer **buffer);
/* What is the same on all cells, from the solver before. */
static inline eg_status eg_deg_hand_over(eg_deg *deg, eg_buffer **from, eg_buffer **to)
{
    return eg_owner_hand_over(&deg->before->owned, from, &deg->owned, to, sizeof *to);
}
/* Zeros; from leaves on the device, in *old of the solver before. */
eg_status eg_deg_renew(eg_deg *deg, eg_buffer **old, const char *label, int64_t bytes, eg_buffer **buffer);

/* ---- cells.c */

/* The part of the least distance from the centroid of a cell to a face that is stable. */
double eg_deg_stable_part(const eg_deg *deg);
/* How much longer steps are than with Rusanov's flux, by the flux alone. */
double eg_deg_gain(const eg_deg *deg);
/* Constants of own cells and of their faces. */
eg_status eg_deg_build_cells(eg_deg *deg, const eg_deg_options *options);
/* The air at nodes of own cells and ghosts, [block][EG_DEG_AIR][nodes][lanes], 1 in padding. */
eg_status eg_deg_build_air(eg_deg *deg, const eg_deg_options *options);
/* Damping at nodes of own cells, where there is any. */
eg_status eg_deg_build_sponge(eg_deg *deg, const eg_deg_options *options);
/* The states; ghosts have what their owners have. Collective. */
eg_status eg_deg_build_state(eg_deg *deg, const eg_deg_options *options);

/* ---- step.c */

/* Arguments of the kernels that stay; the air at points of faces is made once. */
eg_status eg_deg_bind(eg_deg *deg);
/* Of several ranks: the exchange of ghosts. */
eg_status eg_deg_build_halo(eg_deg *deg);
eg_status eg_deg_step(eg_stepper *stepper);
/* The exchange behind a stage, from 0 on; NULL behind the last. */
eg_halo *eg_deg_halo(const eg_stepper *stepper, int stage);

/* ---- imex.c; of explicit steps nothing is built. Behind eg_deg_bind(). */
eg_status eg_deg_build_imex(eg_deg *deg, const eg_deg_options *options);
void eg_deg_destroy_imex(eg_deg *deg);
int eg_deg_imex_stages(const eg_deg_imex *imex);
int64_t eg_deg_imex_iterations(const eg_deg_imex *imex);
/* What they count; no step hangs on it. */
eg_status eg_deg_persist_imex(eg_deg_imex *imex, const eg_persist *persist);
/* Waits in every step. */
eg_status eg_deg_step_imex(eg_stepper *stepper);

/* ---- whether the flux takes states at vertices; whether from finite circles, in steps of one stage */
static inline bool eg_deg_has_stars(const eg_deg *deg)
{
    return deg->flux <= EG_DEG_EVOLUTION_BILINEAR;
}

static inline bool eg_deg_has_arcs(const eg_deg *deg)
{
    return eg_deg_has_stars(deg) && deg->flux != EG_DEG_EVOLUTION;
}

/* ---- stars.c: nothing for other fluxes */
eg_status eg_deg_build_stars(eg_deg *deg, const eg_deg_options *options);
eg_status eg_deg_bind_stars(eg_deg *deg);
/* Before a stage, whose ghosts are up to date. */
eg_status eg_deg_queue_stars(eg_deg *deg, int stage);

/* ---- viscous.c: without viscosity they do nothing. Gradients before a stage, with those of ghosts; what
 * they add behind it, blocks [from, to) in the order of the partition. */
eg_status eg_deg_build_viscous(eg_deg *deg);
/* Derivatives of the nodes' polynomials at nodes, [nodes][nodes][2], which stay there without viscosity,
 * too. */
eg_status eg_deg_upload_derivative(eg_deg *deg, eg_buffer **buffer);
/* kernels/deg/viscous.h, m2/s; 0 without viscosity. */
double eg_deg_spread(const eg_deg *deg);
eg_status eg_deg_queue_gradient(eg_deg *deg, int stage, eg_status status);
eg_status eg_deg_queue_viscous(eg_deg *deg, int stage, double weight, int64_t from, int64_t to);

/* ---- bounds.c: without bounds they do nothing. Behind a stage, blocks [from, to) in the order of the
 * partition; and of the first state between steps. */
static inline bool eg_deg_is_bounded(const eg_deg *deg)
{
    return deg->bounds.of.has_theta || deg->bounds.of.has_tracer;
}
/* The rate of what is carried over that of waves of equal speed, in thousandths; 0 without bounds. */
int eg_deg_bound_share(const eg_deg *deg);
eg_status eg_deg_build_bounds(eg_deg *deg);
eg_status eg_deg_queue_bounds(eg_deg *deg, int stage, int64_t from, int64_t to);
eg_status eg_deg_queue_first_bounds(eg_deg *deg);

/* ---- observe.c: what the solver is to a run; eg_time_first_pass(), whose failure names a cell;
 * eg_kernel_cost() */
extern const eg_stepper_class eg_deg_class;
eg_status eg_deg_first_pass(eg_deg *deg);
void eg_deg_set_costs(const eg_deg *deg);

/* ---- content.c: what sums and samples need */
eg_status eg_deg_build_content(eg_deg *deg);
eg_status eg_deg_queue_content(eg_stepper *stepper);

/* ---- deg.c: both halves of creation, without a first pass. Build is collective; all agree. */
eg_status eg_deg_begin(eg_device *device, const eg_plane *mesh, const eg_deg_options *options, eg_deg *before,
                       eg_deg **deg);
eg_status eg_deg_build(eg_deg *deg, const eg_deg_options *options);

/* ---- leaves.c: from leaves on the device */
eg_status eg_deg_create_leaves(eg_deg *deg, const eg_bisected *roots, const eg_deg_options *options);
/* The three of cells.c, on the device; and determinants. `most`: the part of the least distance from
 * centroid to face that is stable. */
eg_status eg_deg_find_cells(eg_deg *deg, double most);
eg_status eg_deg_find_air(eg_deg *deg);
eg_status eg_deg_find_sponge(eg_deg *deg);

/* ---- leaf_fans.c: rows of factors that roots and their descendants have; what stars take, in place of
 * fans.c */
eg_status eg_deg_learn_sectors(eg_deg *deg, eg_deg_leaves *leaves, const eg_bisected *roots);
eg_status eg_deg_find_stars(eg_deg *deg);

#endif
