/* the atmosphere as a model of a run: nodal DG (scheme/deg).
 *
 *     model.c      the table of functions
 *     create.c     from the case, or from a bench, to a solver
 *     air.c        the air at rest, as the case gives it
 *     sponge.c     layers that damp
 *     limiter.c    theta and a tracer between bounds
 *     plausible.c  what may not be meant
 *     transfer.c   the state of another run
 *     values.c     from what a case gives to the state, and from the state to outputs
 *     keys.c       rows of keys; templates.c
 *     balance.c    what balance.csv and the summary tell
 *     memory.c     what memory it takes */
#ifndef EG_RUN_ATMOSPHERE_INTERNAL_H
#define EG_RUN_ATMOSPHERE_INTERNAL_H

#include "physics/atmosphere/background.h"
#include "run/given/given.h"
#include "run/model.h"
#include "run/restart/transfer.h"
#include "scheme/deg/deg.h"

/* Outputs, in the order of their table. */
typedef enum eg_air_output {
    EG_AIR_THETA_PERTURBATION,
    EG_AIR_VELOCITY,
    EG_AIR_PRESSURE_PERTURBATION,
    EG_AIR_TRACER,
    EG_AIR_DENSITY_PERTURBATION,
    EG_AIR_THETA,
    EG_AIR_OUTPUTS
} eg_air_output;
extern const eg_output eg_air_outputs[EG_AIR_OUTPUTS];

/* What a case gives of the state at time 0: theta', u, w, p', chi. */
enum { EG_AIR_GIVEN = 5 };

/* Integrals over the domain, per metre across the plane: those of the variables' deviations, and of the air
 * at rest. */
typedef struct eg_air_balance {
    double first[EG_DEG_VARIABLES], now[EG_DEG_VARIABLES]; /* of rho', m, (rho theta)', rho chi */
    double rest[2];                                        /* of rho_b and (rho theta)_b */
    double energy_first, energy[EG_DEG_ENERGIES];          /* above that at rest, J/m */
    double kinetic_most;                                   /* at records */
    double mass_error, heat_error, tracer_error;
} eg_air_balance;

/* Layers along sides of the domain: left, right, top. */
enum { EG_AIR_SIDES = 3 };
typedef struct eg_air_sponge {
    double thickness[EG_AIR_SIDES]; /* m; 0: none */
    double rate;                    /* 1/s */
} eg_air_sponge;

typedef struct eg_air_model {
    eg_model base;
    eg_setup setup;
    eg_background *background;
    double exponent, low, high; /* gamma; heights of the domain, m */
    int degree;
    double wind; /* m/s */
    eg_deg_bounds bounds;
    eg_air_sponge sponge;
    bool tracer, closed, open;          /* closed: nothing leaves; open: a boundary is */
    const eg_node *given[EG_AIR_GIVEN]; /* NULL: the wind along x, of others 0 */
    eg_transfer transfer;               /* of initial.from, while the solver is made */
    eg_outside outside;
    eg_deg_boundary *boundaries; /* [mesh->boundaries]; NULL in a bench: walls */
    eg_deg *deg;
    eg_air_balance balance;
} eg_air_model;

static inline const eg_air_model *eg_air_const(const eg_model *model)
{
    return (const eg_air_model *)model;
}

static inline eg_air_model *eg_air_of(eg_model *model)
{
    return (eg_air_model *)model;
}

/* ---- keys.c */
eg_deg_flux eg_air_flux(const eg_case *loaded);
/* Whether the case gives a tracer. */
bool eg_air_has_tracer(const eg_case *loaded);

/* ---- create.c */
eg_status eg_air_build(eg_model *model, const eg_setup *setup);
eg_status eg_air_build_bench(eg_model *model, const eg_setup *setup, const eg_bench_options *options);
void eg_air_end(eg_model *model);
void eg_air_describe_mesh_use(const eg_case *loaded, eg_mesh_use *use);
/* eg_model_class.adapt */
eg_status eg_air_adapt(eg_model *model, eg_mesh *next, const struct eg_cell_transfer *transfer);
bool eg_air_adapts_there(const eg_model *model);
eg_status eg_air_adapt_there(eg_model *model, eg_mesh *next, const struct eg_bisect *leaves,
                             const struct eg_bisected *roots);

/* ---- air.c */
/* The background of the heights of the mesh, with its gas and gravity: EG_CASE at its key. */
eg_status eg_air_open_background(eg_air_model *model);
/* That of a bench. */
eg_status eg_air_default_background(eg_air_model *model);
eg_background_state eg_air_at(const eg_air_model *model, double height);
/* The variables of the solver from theta', u, w, p', chi over the air at a height. */
void eg_air_state(const eg_air_model *model, double height, const double given[EG_AIR_GIVEN],
                  double *variables);

/* ---- viscosity.c */
/* Judges a viscosity that is too small for what theta' at time 0 sets in motion. Collective. EG_MEMORY. */
eg_status eg_air_judge_viscosity(const eg_air_model *model);

/* ---- plausible.c */
/* Judges what stands in layers that damp, waves below a lid, sound with long steps; warns where nothing
 * moves. Collective. */
eg_status eg_air_check_plausible(const eg_air_model *model);

/* ---- sponge.c */
/* The layers of the case. EG_CASE for one that is as thick as the domain, or two that meet. */
eg_status eg_air_open_sponge(eg_air_model *model);
bool eg_air_has_sponge(const eg_air_model *model);
/* eg_deg_values: the rate, 1/s. */
eg_status eg_air_damping_at(void *model, int64_t cell, int count, const double (*x)[2], double *values);

/* ---- limiter.c: EG_CASE where a case does not go with it, and where what is given is beyond its bounds:
 * theta of the air at rest, where that comes in, K; theta' and so on, at a place. */
void eg_air_open_limiter(eg_air_model *model);
eg_status eg_air_check_limiter(const eg_air_model *model);
eg_status eg_air_check_rest(const eg_air_model *model, double theta, const double x[2]);
eg_status eg_air_check_given(const eg_air_model *model, const double given[EG_AIR_GIVEN], const double x[2]);

/* ---- transfer.c: nothing without initial.from, or where a run goes on. EG_INPUT where the snapshot lacks an
 * output, or is no air over this background. */
eg_status eg_air_open_transfer(eg_air_model *model);
void eg_air_transfer_at(eg_air_model *model, int64_t cell, const double x[2], double *variables);
/* EG_CASE where points of this rank lay outside of the snapshot. */
eg_status eg_air_close_transfer(eg_air_model *model);

/* ---- values.c */
/* eg_deg_values: rho, rho theta, p of the air at rest; the state at time 0. */
eg_status eg_air_rest_at(void *model, int64_t cell, int count, const double (*x)[2], double *values);
eg_status eg_air_initial_at(void *model, int64_t cell, int count, const double (*x)[2], double *values);
/* An output of the variables at a height. */
void eg_air_evaluate(const eg_air_model *model, int output, double height, const double *variables,
                     double *values);
/* The inverse, where the other outputs of a kilogram of air stay; false: the output follows from others. */
bool eg_air_invert(const eg_air_model *model, int output, double height, const double *values,
                   double *variables);
/* The height of a reference point of a cell, m. */
double eg_air_height(const eg_air_model *model, int64_t cell, const double point[2]);

/* ---- balance.c */
/* Integrals of the air at rest. Collective. */
eg_status eg_air_measure_rest(eg_air_model *model);
void eg_air_balance_names(const eg_model *model, eg_text *names);
/* A viscosity, m2/s, for air that falls or rises by a height, m, with such a difference of theta, K.
 * Collective. */
double eg_air_proposed_viscosity(const eg_air_model *model, double span, double height);
/* eg_model_class.advected, .steady_remedy */
int eg_air_advected(const eg_model *model, eg_advected list[EG_ADVECTED]);
void eg_air_steady_remedy(const eg_model *model, double span, char *text, size_t room);
eg_status eg_air_take_balance(eg_model *model, const eg_time_state *now, double *values);
double eg_air_drift(const eg_model *model);
double eg_air_limited_value(const eg_model *model, const char *key);
eg_status eg_air_persist(eg_model *model, const eg_time_state *now, const eg_persist *persist);
eg_status eg_air_judge(eg_model *model, eg_judged when);
eg_status eg_air_summarise(const eg_model *model, eg_summary *summary);

/* ---- memory.c */
void eg_air_need(const eg_model_kind *kind, const eg_case *loaded, const eg_mesh_counts *mesh,
                 eg_model_need *need);

/* ---- keys.c, templates.c */
extern const eg_case_part eg_air_keys;
enum { EG_AIR_TEMPLATES = 6 };
extern const eg_case_template eg_air_templates[EG_AIR_TEMPLATES];

#endif
