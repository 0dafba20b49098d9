/* deg: nodal discontinuous Galerkin of degree 1 to EG_TRIANGLE_DEGREE for the compressible Euler equations on
 * triangles of the plane, on a device: deviations from air at rest (kernels/physics/euler.h), steps of
 * SSP-RK3. x is horizontal, the mesh's y is the height.
 *
 *     eg_deg_create; eg_time_resume_until(eg_stepper_time(), first event)
 *     loop:  eg_stepper_queue(n steps); eg_time_readback_begin; ... eg_time_readback_end -> t, dt, pause
 *            at a pause: snapshot; eg_time_resume_until(next event) */
#ifndef EG_SCHEME_DEG_H
#define EG_SCHEME_DEG_H

#include "element/triangle.h"
#include "mesh/cell_transfer.h"
#include "mesh/plane/plane.h"
#include "scheme/bisect/bisect.h"
#include "scheme/stepper/stepper.h"

typedef struct eg_deg eg_deg;

/* Variables: rho', two components of m, T' = (rho theta)', and X = rho chi of a tracer chi. Air at rest: rho,
 * rho theta, p. */
enum { EG_DEG_VARIABLES = 5, EG_DEG_AIR = 3 };

typedef enum eg_deg_flux {
    EG_DEG_EVOLUTION,
    EG_DEG_EVOLUTION_CONSTANT,
    EG_DEG_EVOLUTION_BILINEAR,
    EG_DEG_RUSANOV,
    EG_DEG_HLLC,
    EG_DEG_FLUXES
} eg_deg_flux;

/* EG_DEG_EVOLUTION: the evolution operator at vertices, the acoustic Riemann problem inside faces; the part
 * of a rank was cut with eg_mesh_cut.vertices. EG_DEG_EVOLUTION_CONSTANT and EG_DEG_EVOLUTION_BILINEAR: the
 * operators E_const and E_bilin on circles of finite radius, in one-step form, of second order, of degree 1
 * or 2. */

/* Steps: explicit ones of Shu and Osher; or additive ones of order 2 and 3, which take sound and gravity
 * implicitly (imex.c) and need EG_DEG_HLLC, whose part for sound at rest is theirs. */
typedef enum eg_deg_integrator { EG_DEG_SSP_RK3, EG_DEG_ARK2, EG_DEG_ARK3 } eg_deg_integrator;

/* The kinds of kernels/deg/faces.h. Joined boundaries are inside. */
typedef enum eg_deg_boundary { EG_DEG_INSIDE, EG_DEG_WALL, EG_DEG_OPEN } eg_deg_boundary;

/* Values at points x[count] (m) of a cell: values[count][n]. Cells are own ones, and of air ghosts too. */
typedef eg_status eg_deg_values(void *user, int64_t cell, int count, const double (*x)[2], double *values);

/* The air at rest and sponge layers in a form that a device takes (kernels/physics/background.h): the same
 * numbers as those of `air` and `sponge`. m, m/s2, J/(kg K), K, Pa, 1/s. */
typedef struct eg_deg_rest {
    int kind; /* eg_background_kind */
    double gas_constant, heat_capacity, reference_pressure, gravity, theta, frequency, temperature;
    double low, high;        /* heights of the domain */
    int64_t rows;            /* of a sounding; 0: none */
    const double *column[3]; /* [rows] heights, theta, Exner pressures */
    double left, right;      /* sides of the domain */
    double layer[3], rate;   /* sponge layers: thickness at the left, the right and the top, and their rate */
} eg_deg_rest;

/* Bounds of the potential temperature, K, above 0, and of a tracer: means of cells, and values at nodes and
 * at those of snapshots, stay between them; docs/theory/limiters.md. Explicit steps without circles; of theta
 * without viscosity; cfl at most 1. */
typedef struct eg_deg_bounds {
    bool has_theta, has_tracer;
    double theta[2], tracer[2];
} eg_deg_bounds;

/* Kernels of a stage, with the same bits: kernels/deg/nodes.h, cells.h. */
typedef enum eg_deg_variant {
    EG_DEG_AUTO,  /* cells on a GPU, else nodes */
    EG_DEG_NODES, /* a thread has a node */
    EG_DEG_CELLS, /* one thread has a cell, or a few */
    EG_DEG_VARIANTS
} eg_deg_variant;

typedef struct eg_deg_options {
    const eg_comm *comm; /* where the mesh is the part of a rank: the ranks */
    eg_link *link;       /* between the ranks' devices, which outlives the solver; NULL: none */
    eg_precision precision;
    int degree; /* 1 to EG_TRIANGLE_DEGREE */
    int lanes;  /* 0: what suits the device */
    eg_deg_variant variant;
    eg_deg_flux flux;
    bool tracer;
    double gamma, gravity; /* c_p / c_v; m/s2 */
    double wind;           /* m/s: along x, of the air beyond open boundaries and in a sponge */
    double viscosity;      /* artificial, of velocity and theta', m2/s; 0: none */
    eg_deg_bounds bounds;
    double cfl, dt, dt_least; /* as in eg_time_options; cfl 0: 0.9 */
    eg_deg_integrator integrator;
    /* Of implicit steps: cfl counts |u| + c, of which far more than 1 is stable (0: 9), flow_cfl |u| alone
     * (0: 0.9); tolerance: of the residual of a stage, relative (0: 1e-3). */
    double flow_cfl, tolerance;
    /* Whether implicit steps are to be left in a solve (eg_gmres_watch): the step fails with EG_STOPPED, and
     * the state stays as it was before. NULL: never. */
    bool (*stops)(void *user);
    void *user;         /* outlives the solver */
    eg_deg_values *air; /* n = EG_DEG_AIR; at nodes */
    /* n = 1, at nodes: the rate, 1/s, at which the state becomes the air at rest in the wind; NULL: 0.
     * Explicit steps alone. */
    eg_deg_values *sponge;
    const eg_deg_rest *rest;           /* air and sponge once more, for eg_deg_adapt_there() alone */
    eg_deg_values *initial;            /* n = 4, or 5 with a tracer; at nodes */
    const eg_deg_boundary *boundaries; /* [mesh->boundaries]; NULL: walls; joined ones are periodic */
} eg_deg_options;

/* Points of Gauss and Lobatto's rule along a face: degree + 2. The vertex operator takes one more: with fewer
 * there are patterns of pressure that no flux moves, which gravity lets grow (theory page, "The flux"). */
static inline int eg_deg_edge_points(int degree, eg_deg_flux flux)
{
    return degree + (flux == EG_DEG_EVOLUTION ? 3 : 2);
}

/* Bytes of one cell on the device, of degree, precision, flux, tracer, viscosity, sponge and
 * integrator of the options alone. A mesh with a pattern has few shapes of cells, and thus next to no factors
 * at vertices. */
double eg_deg_cell_bytes(const eg_deg_options *options, bool pattern);

/* Builds everything on the device and finds the first dt. Device and mesh outlive the solver. EG_MESH where
 * the mesh has other cells than triangles; EG_MEMORY, EG_DEVICE; EG_DIVERGED where the initial state is no
 * gas; what the callbacks return. Of several ranks creation, queue, persist and content are collective, and a
 * failure is agreed on; cells are those of the rank. */
eg_status eg_deg_create(eg_device *device, const eg_plane *mesh, const eg_deg_options *options, eg_deg **deg);
void eg_deg_destroy(eg_deg **deg);

/* What cells are chosen by: of own cells the largest amplitude of theta' (K), rho' (kg/m3) or the tracer at
 * their nodes, and behind those the root of the mean square of its part of the highest degree, or, with
 * `jumps`, its largest jump across a face (kernels/deg/adapt.h): values[2][own], doubles on the device that
 * stay the solver's, until integrals are asked for. A tracer there has to be. */
typedef enum eg_deg_variable { EG_DEG_BY_THETA, EG_DEG_BY_DENSITY, EG_DEG_BY_TRACER } eg_deg_variable;
typedef struct eg_deg_indicator {
    eg_deg_variable variable;
    bool jumps;
} eg_deg_indicator;
eg_status eg_deg_indicate(eg_deg *deg, eg_deg_indicator by, const eg_buffer **values);
/* Goes on with the cells of another mesh, between two steps: polynomials of cells that are halved stay, those
 * that are joined are projected, integrals are kept. `transfer` has the origins of eg_bisect_adapt();
 * options are those of the creation, but for `initial`. The solver pauses at an event, with the step that the
 * new cells allow. *deg is another solver then, after a failure too, which has to be destroyed. Collective;
 * all agree. */
eg_status eg_deg_adapt(eg_deg **deg, const eg_plane *next, const eg_cell_transfer *transfer,
                       const eg_deg_options *options);

/* What the domain has more than at rest: kinetic, internal and potential energy, J per metre across the
 * plane. */
enum { EG_DEG_ENERGIES = 3, EG_DEG_CONTENTS = EG_DEG_VARIABLES + EG_DEG_ENERGIES };
/* What the solver is to a run; 4 variables, or 5 with a tracer. Its content: the integral of each variable,
 * and behind them the energies; EG_DEG_CONTENTS at the most. */
static inline eg_stepper *eg_deg_stepper(eg_deg *deg)
{
    return (eg_stepper *)deg;
}

/* The same by leaves on the device, with what they were in their last pass: cells, faces, fans and air are
 * found there. `next` has as many cells, names and bounds, and nothing else; `roots` are any leaves over the
 * macro mesh. Only where eg_deg_adapts_there(): of one process, without arcs. */
bool eg_deg_adapts_there(const eg_deg *deg);
eg_status eg_deg_adapt_there(eg_deg **deg, const eg_plane *next, const eg_bisect *leaves,
                             const eg_bisected *roots, const eg_deg_options *options);

/* ---- at a pause ---- */

/* The first own cell (canonical) whose refused state is no gas by finite numbers, else by any; -1 where all
 * are. Its density, kg/m3, and rho theta, kg K/m3, at the node. */
typedef struct eg_deg_site {
    int64_t cell;
    double density, heat;
} eg_deg_site;
eg_status eg_deg_divergence_site(eg_deg *deg, eg_deg_site *site);

/* ---- for reports ---- */

/* What |u| + c is divided by, m: the stable step of a cell is cfl times that over the speed. */
double eg_deg_reach(const eg_deg *deg, int64_t cell);
double eg_deg_cfl(const eg_deg *deg);
/* Stages of a step. */
int eg_deg_stages(const eg_deg *deg);
/* Of the solver so far, of all stages; 0: explicit steps. */
int64_t eg_deg_iterations(const eg_deg *deg);

#endif
