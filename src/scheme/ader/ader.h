/* ader: ADER-DG of any order for linear waves on triangles and parallelograms, on a device.
 *
 *     eg_ader_create; eg_time_resume_until(eg_stepper_time(), first event)
 *     loop:  eg_stepper_queue(n steps); eg_time_readback_begin; ... eg_time_readback_end -> t, dt, pause
 *            at a pause: snapshot; eg_time_resume_until(next event) */
#ifndef EG_SCHEME_ADER_H
#define EG_SCHEME_ADER_H

#include "element/modal.h"
#include "mesh/plane/plane.h"
#include "physics/linear/linear.h"
#include "physics/linear/source.h"
#include "physics/source_time.h"
#include "scheme/ader/delta.h"
#include "scheme/stepper/stepper.h"

typedef struct eg_ader eg_ader;

/* What is solved where the coefficients vary: (A u)_x + (B u)_y, or A u_x + B u_y. The natural form is
 * that of the system: advection has the first, waves have the second. */
typedef enum eg_ader_form { EG_ADER_NATURAL, EG_ADER_QUASI_CONSERVATIVE, EG_ADER_CONSERVATIVE } eg_ader_form;

/* A point source: weights s(t) delta(x - x_s) on the right-hand side (physics/linear/source.h), where delta
 * is that of eg_ader_add_delta(). */
typedef struct eg_ader_source {
    double x[2];
    bool smooth;
    eg_linear_source_kind kind;
    double strength[EG_LINEAR_VARIABLES];
    int function; /* s: index in functions[], and from function_count on an expression */
} eg_ader_source;

/* A value of which the largest of all steps is kept in each cell: |a . u| with one part, the length of (a .
 * u, b . u) with two, where u is the state at the centroid of the cell. */
enum { EG_ADER_MAXIMA = 8 }; /* at most */
typedef struct eg_ader_maximum {
    int parts;
    double weight[2][EG_LINEAR_VARIABLES];
} eg_ader_maximum;

enum { EG_ADER_IMPLICIT_MOST = 8 };
enum { EG_ADER_FLUXES = EG_FLUX_CENTRAL }; /* those below it: upwind and Rusanov */

typedef struct eg_ader_options {
    /* Where the mesh is the part of a rank: the ranks; sources are those of all ranks. */
    const eg_comm *comm;
    eg_link *link; /* between the ranks' devices, which outlives the solver; NULL: none */
    const eg_linear *system;
    eg_flux flux; /* below EG_ADER_FLUXES */
    eg_precision precision;
    int order; /* 1 to EG_ORDER_MOST */
    int lanes; /* 0: what suits the device */
    bool far;  /* 64 bits for places of traces, as where 31 do not suffice: the same numbers, for tests */
    double cfl, dt, dt_least; /* as in eg_time_options; cfl 0: 0.9 */
    void *user;
    eg_ader_values *material; /* n = system->materials; projected */
    /* The material is a polynomial of this order in each cell: 0 or 1: its mean; 2 to order. */
    int material_order;
    eg_ader_form form;
    /* E of a system of matrices goes by stages that are stable however fast it decays, at orders to
     * EG_ADER_IMPLICIT_MOST (kernels/ader/implicit.h); decay then leaves the step alone. */
    bool implicit;
    /* A factor g(t) of all coefficients, for tracers: dialect source with
     * FUNCTION double eg_ader_factor(double t), and a bound of |g| > 0, which sets the step. NULL: 1. */
    const char *factor;
    double factor_most;
    /* A wind of place and time in the place of the material, which is then that of time 0, for tracers
     * (docs/theory/moving-winds.md), in conservative form: dialect source with FUNCTION double eg_wind(int
     * region, int component, double x, double y, double t), m/s, which is 0 of the region -1. NULL: none. */
    const char *wind;
    double dt_most;                       /* s: no step in a wind is longer */
    eg_ader_values *initial;              /* n = system->variables; projected */
    bool in_order;                        /* `initial` is asked cell after cell, by one thread */
    const eg_linear_boundary *boundaries; /* [mesh->boundaries]; NULL: absorbing; joined ones are periodic */
    /* Where a boundary is EG_LINEAR_INFLOW: dialect source with FUNCTION double eg_inflow_value(int boundary,
     * int variable, double x, double y, double t), the state beyond it. */
    const char *inflow;
    const double *damping; /* [cells] 1/s: u_t = ... - damping u; NULL: none */
    /* A source s(x, t) of the whole domain: dialect source with FUNCTION double eg_body(int variable, double
     * x, double y, double t), in units of the variable over s, for waves and without a wind; NULL: none. */
    const char *body;
    int64_t source_count;
    const eg_ader_source *sources;
    /* Of source i the parts delta_first[i] to delta_first[i + 1] of its delta function in the whole mesh:
     * its cell, modes and point. NULL: found, in a whole mesh. */
    const int64_t *delta_first;
    eg_ader_deltas deltas;
    int function_count, expression_count; /* time functions; sources may share them */
    const eg_source_time *functions;      /* [function_count] */
    /* Dialect source with `FUNCTION double eg_source_expression(int number, double t)`, where there are
     * expressions. */
    const char *expressions;
    int64_t receiver_count;
    const double (*receivers)[2];  /* on a face the cell that eg_plane_locate() names is sampled */
    const int64_t *receiver_cells; /* their own cells; NULL: located, in a whole mesh */
    double receiver_interval;      /* s: samples at its multiples from 0 on, whatever the steps are */
    int maximum_count;             /* 0 to EG_ADER_MAXIMA */
    const eg_ader_maximum *maxima;
    /* [variables] Tracer i, in conservative form and without sources, stays between bounds[i][0] and
     * bounds[i][1] (docs/theory/limiters.md); equal ones are none. NULL: none has bounds. */
    const double (*bounds)[2];
    /* [variables][variables] E of u_t + ... = E u, 1/s, of tracers (docs/theory/tracers.md); NULL: 0. */
    const double *exchange;
} eg_ader_options;

/* Builds everything on the device and finds the first dt. Device and mesh outlive the solver. EG_MESH where a
 * quadrangle is no parallelogram; EG_INPUT where the material's polynomial has no real speed at a point of
 * quadrature or at a source; EG_CASE where a source or receiver lies outside the mesh or is not what the
 * system knows; EG_MEMORY, EG_DEVICE; EG_DIVERGED where the initial state is not finite; what the callbacks
 * return. Of several ranks creation, queue, persist and content are collective, and a failure is agreed on;
 * cells are those of the rank. */
eg_status eg_ader_create(eg_device *device, const eg_plane *mesh, const eg_ader_options *options,
                         eg_ader **ader);
void eg_ader_destroy(eg_ader **ader);

/* The degree of the quadrature that projects initial states and media. */
#define EG_ADER_EXACT(order) (2 * (order) + 6)

/* What the solver is to a run: the variables are those of the system. Its content: energy (per metre across
 * the plane; with the material's mean over each cell), and the integral of the first variable; of tracers
 * half of the integral of the square of each, and the integral of each. */
static inline eg_stepper *eg_ader_stepper(eg_ader *ader)
{
    return (eg_stepper *)ader;
}

/* Begins anew at time 0, from a state at rest, with the sources and receivers of `options`, of which, beside
 * what finds them, nothing else is looked at; steps are counted on. Then the solver, which has no maxima, is
 * as a new one with these options. It was made with time functions where there are sources, and with an
 * interval where there are receivers: only then its programs have their kernels. Nothing may be queued.
 * Collective. EG_CASE, EG_INPUT as of eg_ader_create(); EG_MEMORY, EG_DEVICE. */
eg_status eg_ader_aim(eg_ader *ader, const eg_ader_options *options);

/* ---- at a pause ---- */

/* The largest values of all steps so far, of the state at time 0 too: [own cells][maximum_count] in canonical
 * order. */
eg_status eg_ader_maxima(eg_ader *ader, double *values);
/* ---- for reports ---- */

/* How the flow of a system in conservative form passes the cells of this rank: parts of a cell that leave it
 * in a second and in the longest step, what comes in through open boundaries and what out and in differ by,
 * 1/s, and in which cell; -1: none. */
typedef struct eg_ader_flow {
    double flushing, leaving, entering, divergence;
    int64_t open, diverging;
} eg_ader_flow;
void eg_ader_find_flow(const eg_ader *ader, const eg_ader_options *options, eg_ader_flow *flow);

/* By what part a step of an implicit E is wrong of a state that E turns by an angle z, to leading order. */
double eg_ader_stages_wrong(int order, double z);

/* The material of a cell, [materials]. */
const double *eg_ader_material(const eg_ader *ader, int64_t cell);

#endif
