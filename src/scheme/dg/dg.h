/* dg: nodal discontinuous Galerkin for linear waves on forests of quadrangles and hexahedra, on a device.
 *
 * A cell has (degree + 1)^dimension Gauss-Lobatto nodes. Steps are explicit Runge-Kutta, of which each stage
 * is one kernel (docs/theory/octree-dg.md).
 *
 *     eg_dg_create; eg_time_resume_until(eg_stepper_time(), first event)
 *     loop:  eg_stepper_queue(n steps); eg_time_readback_begin; ... eg_time_readback_end -> t, dt, pause
 *            at a pause: snapshot; eg_time_resume_until(next event) */
#ifndef EG_SCHEME_DG_H
#define EG_SCHEME_DG_H

#include "mesh/forest/forest.h"
#include "physics/linear/linear.h"
#include "physics/linear/source.h"
#include "physics/source_time.h"
#include "scheme/stepper/stepper.h"

enum { EG_DG_DEGREE = 15 }; /* 2 to 16 nodes an edge */

typedef struct eg_dg eg_dg;

/* Values at points of a cell: values[count][n], from x[count] (m; z is 0 in the plane). A caller's own struct
 * begins with this one. Called from several threads. */
typedef struct eg_dg_field {
    eg_status (*at)(const struct eg_dg_field *self, int64_t cell, int64_t count, const double (*x)[3],
                    double *values);
} eg_dg_field;

typedef enum eg_dg_steps {
    EG_DG_LSRK45, /* Carpenter and Kennedy 1994: five stages, order 4, two states */
    EG_DG_SSPRK3, /* Shu and Osher 1988: three stages, order 3 */
    EG_DG_STEPS
} eg_dg_steps;

/* Which of the kernels: they give the same bits. */
typedef enum eg_dg_variant {
    EG_DG_AUTO,    /* columns on a GPU in space, else nodes */
    EG_DG_NODES,   /* a thread has a node, or a processor a vector of cells */
    EG_DG_COLUMNS, /* a thread has a column of nodes; in space alone */
    EG_DG_PARTS,   /* as nodes, with volume, fluxes and update in a kernel each, for profiles */
    EG_DG_VARIANTS
} eg_dg_variant;

/* Where the state is. All give the same bits. */
typedef enum eg_dg_storage {
    EG_DG_STORED_AUTO, /* the first of these that fits into the device's memory */
    EG_DG_SEPARATE,    /* two states that a stage takes in turn, and the second array of a step */
    EG_DG_IN_PLACE, /* one state, which a stage updates where it stands, the second array and traces of faces. After a step
                     * that is refused the state is not the last finite one */
    EG_DG_OUT_OF_CORE, /* this in the host's memory, with blocks of cells that visit the device in each stage.
                        * Queueing steps waits */
    EG_DG_STORAGES
} eg_dg_storage;

/* What a source gives an own cell: weights s(t) delta(x - x_s) on the right-hand side
 * (physics/linear/source.h), where delta is that of the quadrature at the cell's nodes, without its highest
 * Legendre polynomials. A source may have several, whose shares sum to 1 over all cells and ranks. */
typedef struct eg_dg_source {
    int source; /* its number in the case, from 0 */
    double share;
    int64_t cell;
    double reference[3]; /* its place in the reference cell; of a smooth one any */
    int64_t spread; /* 0: a point; from 1 on a smooth function, the number of its integrals in `spreads` */
    eg_linear_source_kind kind;
    double strength[EG_LINEAR_VARIABLES];
    int function; /* s: index in functions[], and from function_count on an expression */
} eg_dg_source;

/* Where the state is sampled: in an own cell. */
typedef struct eg_dg_receiver {
    int64_t cell;
    double reference[3];
} eg_dg_receiver;

typedef struct eg_dg_options {
    const eg_comm *comm;     /* where the mesh is the part of a rank */
    eg_link *link;           /* between the ranks' devices, which outlives the solver; NULL: none */
    const eg_linear *system; /* of the mesh's dimension */
    eg_flux flux;
    eg_dg_steps steps;
    eg_precision precision;
    eg_dg_variant variant;
    int degree;               /* 1 to EG_DG_DEGREE */
    int lanes;                /* 0: what suits the device */
    double cfl, dt, dt_least; /* as in eg_time_options; cfl 0: 0.9 */
    eg_dg_storage storage;
    int stages_together; /* out of core: a visit takes so many stages at most; 0: as many as the device has room for */
    int64_t memory;                       /* bytes of the device that may be taken; 0: what is free there */
    const eg_dg_field *material;          /* n = system->materials */
    bool nodal_material;                  /* at every node; else the value at the cell's centre */
    const eg_dg_field *initial;           /* n = system->variables, at the nodes; NULL: 0 */
    const eg_linear_boundary *boundaries; /* [mesh->boundaries]; NULL: absorbing */
    int64_t source_count; /* parts in own cells, in any order; those of a cell act in that of their sources */
    const eg_dg_source *sources;
    const double *spreads;                /* of smooth functions: eg_dg_spreads.test (scheme/dg/spread.h) */
    int function_count, expression_count; /* time functions; sources may share them */
    const eg_source_time *functions;      /* [function_count] */
    /* Dialect source with `FUNCTION double eg_source_expression(int number, double t)`, where there are
     * expressions. */
    const char *expressions;
    int64_t receiver_count; /* in own cells */
    const eg_dg_receiver *receivers;
    double receiver_interval; /* s: samples at its multiples from 0 on, whatever the steps are */
    /* [mesh->boundaries] width of a perfectly matched layer before the boundary, m; 0: none. The boundary
     * behind it is as `boundaries` says. Of bricks alone; EG_MESH. NULL: no layers. */
    const double *pml;
    bool adapts; /* eg_dg_adapt() will come, with no cell below the level `lowest` */
    int lowest;
} eg_dg_options;

/* What a solver takes of its device, before there is one. */
typedef struct eg_dg_size {
    const eg_linear *system;
    eg_flux flux;
    eg_precision precision;
    int degree;
    eg_leaf_kind kind;
    bool nodal, parts;
    double cells, entries; /* entries: faces that hang, each side by itself, and of ghosts */
    double layered;        /* cells in layers, times the axes of each */
    double scratch;        /* bytes, of mortars */
} eg_dg_size;

/* Bytes on the device, without copies of the state for snapshots. */
double eg_dg_need(const eg_dg_size *size, eg_dg_storage storage);

/* Builds everything on the device and finds the first dt. Device and mesh outlive the solver. EG_MEMORY,
 * EG_DEVICE; EG_CASE where a source is not what the system knows, or an interval of samples is too short;
 * EG_DIVERGED where the initial state is not finite; what the callbacks return. Of several ranks creation,
 * queue, persist and content are collective, and a failure is agreed on; cells are those of the rank. */
eg_status eg_dg_create(eg_device *device, const eg_forest *mesh, const eg_dg_options *options, eg_dg **dg);
void eg_dg_destroy(eg_dg **dg);

/* What the solver is to a run: the variables are those of the system. Its content: energy of the state,
 * without what layers remember, and the integral of the first variable (per metre across the plane). */
static inline eg_stepper *eg_dg_stepper(eg_dg *dg)
{
    return (eg_stepper *)dg;
}

/* Begins anew at time 0, from a state at rest, with the sources and receivers of `options`, of which, beside
 * the material, nothing else is looked at; steps are counted on. Then the solver is as a new one with these
 * options. It was made with time functions where there are sources, and with an interval where there are
 * receivers: only then its program has their kernels. Nothing may be queued. Collective. EG_CASE as of
 * eg_dg_create(); EG_MEMORY, EG_DEVICE. */
eg_status eg_dg_aim(eg_dg *dg, const eg_dg_options *options);
/* ---- other cells, between two whole steps (adapt.c) */
/* Of each own cell the mean energy density, and behind those of all cells that of the modes of the highest
 * degree along each direction, J/m^dimension: values[2][own]. */
eg_status eg_dg_indicate(eg_dg *dg, double *values);
/* Makes *dg a solver on `next`, whose leaves `transfer` brings from those of its own mesh: the state of new
 * children is the old polynomial, that of a new parent its projection, which keeps integrals. Time, steps and
 * the next event stay, the next step is what the new cells allow. The options are those that it was created
 * with, on the new mesh; samples of receivers that were not read are lost. Nothing is queued. The old mesh
 * may go afterwards; after a failure *dg may be destroyed alone. The failures of eg_dg_create();
 * collective. */
eg_status eg_dg_adapt(eg_dg **dg, const eg_forest *next, const eg_cell_transfer *transfer,
                      const eg_dg_options *options);

/* ---- for reports ---- */

/* The material of a cell at its centre, [materials]. */
const double *eg_dg_material(const eg_dg *dg, int64_t cell);
eg_dg_storage eg_dg_storage_of(const eg_dg *dg);
/* Out of core: stages that a visit takes; else 0. */
int eg_dg_stages_together(const eg_dg *dg);

#endif
