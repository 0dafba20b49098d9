/* The inside of the models poisson and heat, which solve linear systems on hexahedra.
 *
 *     model.c         the tables of functions of the two
 *     space.c         how their state is looked at; errors against an exact solution
 *     create.c        making and freeing
 *     core/coefficients.c  materials: what the case gives over the domain
 *     core/fluxes.c   what kappa conducts
 *     boundaries.c    what it gives at the boundaries
 *     solve.c         the linear solver; poisson
 *     precondition.c  its preconditioner; auto.c: where the case names none
 *     neumann.c       where only the mean of the solution is free
 *     heat*.c         steps in time (heat.h)
 *     persist.c       what heat continues from
 *     load.c          right-hand sides of a moment
 *     balance.c       integrals, fluxes, extremes
 *     record.c        their columns, solves.csv, residuals and their picture; what `check` tells
 *     judge/          verdicts: estimate.c (the error of the solution), balance.c (what came in and is not
 *                     there), range.c (values beyond the data, steps that are long), narrow.c (sources
 *                     that nodes do not see), values.c (what is given at boundaries), gauss.c (rules between
 *                     nodes), pulses.c (that steps do not see), jumps.c (of kappa inside elements), between.c
 *                     (what is given between nodes)
 *     bench.c         both on a cube, for `eagre bench`
 *     memory.c        what memory they take
 *     core/ranks.c    what ranks do together */
#ifndef EG_RUN_ELLIPTIC_H
#define EG_RUN_ELLIPTIC_H

#include "base/parallel.h"
#include "run/core/run.h"
#include "run/given/columns.h"
#include "run/given/given.h"
#include "run/given/names.h"
#include "io/case/table.h"
#include "scheme/sem/estimate.h"
#include "scheme/sem/precondition.h"

/* What the case gives over the domain, or at a boundary: numbers, expressions of x, y, z and t, and of
 * materials rasters over x and y. */
typedef struct eg_coefficient {
    eg_sem_function function; /* first: it is a function of place */
    eg_run *run;
    const eg_node **of_region; /* [regions]; NULL: `node` everywhere */
    eg_raster **raster;        /* [regions] in place of an expression, or NULL; NULL: there are none */
    const eg_node *node;       /* of a boundary */
    const eg_node *factor;     /* of a boundary: multiplies the values; NULL: none */
    int components;            /* 1; of kappa 1, 3 or 6 */
    eg_range range;            /* of the values, each of a diagonal's */
    double scale, time;        /* the values are multiplied by scale; s */
} eg_coefficient;

/* One boundary of the mesh. */
typedef struct eg_condition {
    eg_sem_condition kind;
    bool insulated, periodic; /* without a value; without faces */
    bool write_flux;          /* its flux is written */
    eg_coefficient value, factor;
} eg_condition;

/* Whether it has faces, and a value. */
static inline bool eg_condition_is_open(const eg_condition *condition)
{
    return !condition->insulated && !condition->periodic;
}

/* Integrals of the present solution. Fluxes are those that enter. Of heat in W and J. */
typedef struct eg_elliptic_balance {
    double source, used; /* sources; c u, or what is stored a second */
    double *flux;        /* [boundaries] */
    double error, size;  /* |source + fluxes - used| over the integrals of their magnitudes; these */
    double energy;       /* heat: integral of capacity times temperature */
    double least, most, mean, norm; /* of the nodal values; norm: sqrt(int u^2) */
    double place_of_most[3];        /* m */
} eg_elliptic_balance;

/* Of what is given: values at boundaries; whether anything heats and cools beside them. */
typedef struct eg_elliptic_range {
    double low, high;
    bool heats, cools;
} eg_elliptic_range;

/* Least and greatest values: at time 0, and of all records. */
typedef struct eg_elliptic_seen {
    double known, first[2], most[2]; /* known: since time 0 */
} eg_elliptic_seen;

/* Integrals of a source or a flux at a moment, by the nodes and by points between them; of the magnitude the
 * larger one. */
typedef struct eg_elliptic_narrow {
    double time, nodes, gauss, size;
} eg_elliptic_narrow;

/* The least or greatest value between nodes, and the middle of its element, m. */
typedef struct eg_elliptic_swing {
    double value, x[3];
} eg_elliptic_swing;
/* The error of the solution as it is estimated, and its norm: squares. Of heat the integrals over time since
 * the beginning, and the largest of what is stored. */
typedef struct eg_elliptic_estimate {
    double known, time, iterations;   /* known: there is one; until when, s, and behind which of all */
    double energy, stored, rest;      /* of gradients; of c, or half of the capacity; of what solves leave */
    double error, left;               /* left: what residuals of solves may make of it */
    double worst, place[3];           /* the largest share of an element, and its centre, m */
    double highest, highest_place[3]; /* the highest degree's part of the amplitude; where most of it is, m */
} eg_elliptic_estimate;

/* What the balances lack, and what passed; of heat integrals over time until then, s; of heat the energy of
 * the beginning, J, and how far it is from that. */
typedef struct eg_elliptic_passed {
    double time, left, size, energy, stored;
} eg_elliptic_passed;

/* dT/dt is now T - (before T_before + earlier T_earlier), 1/s. */
typedef struct eg_heat_weights {
    double now, before, earlier;
} eg_heat_weights;

/* The preconditioner of a case that names none. */
typedef struct eg_elliptic_automatic {
    bool multigrid; /* else the diagonal */
    bool schwarz;   /* its smoother; else the diagonal */
    int smoothing;
} eg_elliptic_automatic;
enum { EG_PRECONDITIONER_NAME = 64 };

typedef struct eg_heat eg_heat;
typedef struct eg_elliptic eg_elliptic;

/* Rows of sums, each of an element, a face or a chunk of nodes. */
typedef struct eg_rows {
    int columns;
    int64_t count;
    eg_sum *row; /* [count][columns] */
} eg_rows;

/* Told of the iterations of a solve. */
typedef struct eg_elliptic_watch {
    eg_pcg_watch watch; /* first */
    eg_elliptic *p;
    double began; /* eg_clock() when the solve began */
} eg_elliptic_watch;

/* How the state is looked at: the values at all nodes, in double precision, own nodes and ghosts. */
typedef struct eg_elliptic_space {
    eg_space space; /* first */
    eg_elliptic *p;
} eg_elliptic_space;

enum { EG_EARLY_SOLVES = 20, EG_EARLY_LEAST = 10 };

struct eg_elliptic {
    eg_model base; /* first */
    eg_elliptic_space state;
    eg_run *run;
    bool heat, bdf2;
    const eg_output *output; /* the only one */
    const eg_hexes *mesh;    /* the part of this rank; of one process the whole */
    const eg_hex_nodes *nodes;
    eg_ghost_exchange *ghosts; /* of the ghosts of nodes; NULL: one process */
    const bool *has_faces;     /* [boundaries] in the whole mesh; the run's survey */
    int degree;
    eg_coefficient kappa, reaction, source; /* reaction: c, or the heat capacity */
    eg_condition *condition;                /* [boundaries] */
    eg_sem_geometries *geometries;
    eg_sem_element_geometry *geometry; /* the first of these, and its face */
    eg_sem_face_geometry *face;

    /* the linear solver, of one matrix */
    eg_sem *sem;
    eg_sem_estimator *estimator;
    eg_elliptic_automatic automatic;
    eg_sem_preconditioner *preconditioner;
    eg_pcg *pcg;
    eg_elliptic_watch watch; /* of pcg */
    eg_buffer *start;        /* of the bench's solves */
    eg_buffer *x, *rhs;      /* they outlive a solver that is made anew */
    eg_heat_weights weight;  /* heat: of the last step; now times the capacity is the matrix's c */
    eg_heat *stepper;        /* heat (heat.h); NULL: poisson */
    bool has_nullspace;      /* only up to a constant, whose mean is made 0 */
    bool solved;
    double *u, *before,
        *earlier;   /* [nodes] the solution; heat: one and two steps ago, as eg_heat_fetch() has left them */
    double *oldest; /* heat whose steps adapt themselves: three steps ago; else NULL */
    double source_shift;                 /* taken off the source where has_nullspace */
    double load_source, load_flux;       /* integrals of what load[] has of sources, and of fluxes */
    double load_source_size;             /* that of the sources' magnitude */
    double *load, *dirichlet, *capacity; /* [nodes] right-hand side, given values, integral of the capacity */

    /* of all solves, and of the last one */
    int64_t iterations, unknowns, steps_end;
    int64_t iterations_before; /* of the run that this one goes on with */
    double dt, residual;       /* s; the last |r| over what it was held against */
    eg_pcg_end end;            /* of the last one */
    int most_iterations;       /* of a solve of this process */
    double most_of_steps[2];   /* iterations: of the first EG_EARLY_SOLVES steps, and behind them */
    double *history;           /* [history_count] */
    int64_t history_count;

    /* what is written */
    eg_elliptic_balance balance;

    /* what it is judged by */
    bool has_given;
    int64_t looked;             /* steps until the last look at elements and faces */
    eg_elliptic_narrow *narrow; /* [1 + boundaries] of all looks the largest: of the source, of fluxes */
    eg_elliptic_range given;
    eg_elliptic_seen seen;
    eg_elliptic_estimate estimate;
    eg_elliptic_passed passed;
};

/* Points of Gauss on a line, and the matrix [count][degree + 1] that brings values at the nodes there. */
typedef struct eg_elliptic_gauss {
    int count;
    double point[EG_SEM_NODES], weight[EG_SEM_NODES], matrix[EG_SEM_NODES * EG_SEM_NODES];
} eg_elliptic_gauss;

/* The middle of a side in the reference element. */
static inline void eg_elliptic_middle_of(int side, double at[3])
{
    for (int d = 0; d < 3; d++) {
        at[d] = 0;
        for (int k = 0; k < 4; k++)
            at[d] += eg_hex_face_corner[side][k] >> d & 1 ? 0.25 : -0.25;
    }
}

static inline eg_elliptic *eg_elliptic_of(const eg_model *model)
{
    return (eg_elliptic *)model;
}

/* ---- space.c: entries of the tables, too */
/* Needs mesh, nodes, degree. */
void eg_elliptic_make_space(eg_elliptic *p);
eg_space *eg_elliptic_get_space(const eg_model *model);
void eg_elliptic_output(const eg_model *model, int output, int64_t cell, int count, const double *points,
                        const double *variables, double *values);
eg_status eg_elliptic_nodal_values(const eg_model *model, const void *memory, int output, int64_t count,
                                   const int32_t *cells, double *values);
eg_status eg_elliptic_put_values(const eg_model *model, const void *memory, eg_snapshot_set *set);

/* ---- model.c */
extern const eg_model_class eg_poisson_class, eg_heat_class;

/* ---- create.c */
void eg_elliptic_describe_mesh_use(const eg_case *loaded, eg_mesh_use *use);
/* Which boundaries of the whole mesh have faces. */
eg_status eg_elliptic_survey(const eg_setup *setup, eg_text *found);
eg_status eg_elliptic_build(eg_model *model, const eg_setup *setup);
/* Solver and, of a new run, the first state; of a run that goes on, once its state is back. Collective; all
 * agree. */
eg_status eg_elliptic_begin(eg_elliptic *p);
void eg_elliptic_end(eg_model *model);

/* ---- core/coefficients.c */
/* A value of a boundary; NULL: 0. */
void eg_coefficient_of_node(eg_elliptic *p, const eg_node *node, const eg_node *factor, eg_range range,
                            eg_coefficient *coefficient);
void eg_coefficient_free(eg_coefficient *coefficient);
/* kappa, c or capacity, source. */
eg_status eg_elliptic_take_materials(eg_elliptic *p);
/* How spectral elements take it: as a constant where it is one. */
eg_sem_field eg_coefficient_field(const eg_coefficient *coefficient);
bool eg_coefficient_is_zero(const eg_coefficient *coefficient);
/* Whether it changes with time. */
bool eg_coefficient_depends_on_time(const eg_coefficient *coefficient);
/* Of the materials, in a region. */
bool eg_coefficient_depends_on_time_in(const eg_coefficient *coefficient, int region);
/* values[count][components] at points of an element. EG_CASE names key and place of a value out of range. */
eg_status eg_coefficient_fill(const eg_coefficient *coefficient, int64_t element, int count,
                              const double (*x)[3], double *values);

/* ---- core/fluxes.c */
/* flux[3] = kappa times gradient[3], of the values of kappa at a point. */
void eg_elliptic_conduct(const eg_elliptic *p, const double *kappa, const double *gradient, double *flux);
/* What enters at the nodes of a face of this boundary, flux[nodes]: as the condition has it; where a value is
 * given from the solution's gradient. The geometry of the part is then at the face. */
eg_status eg_elliptic_flux_of_face(const eg_elliptic *p, const eg_condition *condition, int part,
                                   int64_t number, double *flux);

/* ---- layers.c */
/* Judges elements at boundary layers of c. Collective; all agree. */
eg_status eg_elliptic_judge_layers(const eg_elliptic *p);

/* ---- core/coefficients.c */
/* Of an expression of x, y, z and t, or a number. */
double eg_elliptic_value_at(const eg_node *node, const double *x, double t);
/* Whether it may jump inside an element of a region, by an expression. */
bool eg_coefficient_can_jump_in(const eg_coefficient *coefficient, int region);
/* numerics.tolerance, or what stands for it. */
double eg_elliptic_tolerance(const eg_elliptic *p);
/* Differences of the solution that a solve leaves: 1e-6 of its size, or so many tolerances. */
double eg_elliptic_rest(const eg_elliptic *p, double tolerances);
/* Whether it is one number in a region. */
bool eg_coefficient_is_constant_in(const eg_coefficient *coefficient, int region);
/* Largest over least of the values of kappa at an element's nodes, values[nodes][components], of the direction in
 * which they differ most. */
double eg_elliptic_kappa_ratio(const eg_elliptic *p, const double *values);

/* ---- judge/range.c */
/* Judges the solution by the range of the data, and steps of heat by what changes in them; behind the
 * balance. Collective; all agree. */
eg_status eg_elliptic_judge_range(eg_elliptic *p);
/* Doubts a capacity of a kg. */
void eg_heat_doubt_capacity(const eg_elliptic *p);
void eg_heat_doubt_outside(const eg_elliptic *p);
/* ---- judge/narrow.c */
/* Judges whether nodes see what is given: at time 0, and of sources and fluxes at the end of all moments
 * looked at that in which they are largest. Collective; all agree. EG_CASE, EG_MEMORY. */
eg_status eg_elliptic_judge_narrow(eg_elliptic *p, double time, bool last);
/* ---- judge/between.c */
/* Judges what is given over elements and faces between nodes. Collective; all agree. EG_CASE, EG_MEMORY. */
eg_status eg_elliptic_judge_between(eg_elliptic *p);
/* A c, and a coefficient of exchange, that are as large as what kappa does. Collective; all agree.
 * EG_CASE. */
eg_status eg_elliptic_find_scales(const eg_elliptic *p, double *c, double *exchange);
/* ---- judge/estimate.c */
/* Makes what estimates errors, unless it is there: its programs, before there is a solution. Estimates the
 * error of the solution in the norm of its energy, and judges it. Collective; all agree. */
eg_status eg_elliptic_make_estimator(eg_elliptic *p);
eg_status eg_elliptic_judge_error(eg_elliptic *p, bool ends);
/* The estimate of all so far, as a part of the norm of the solution. */
double eg_elliptic_relative_error(const eg_elliptic *p);
/* ---- judge/balance.c */
/* Judges the balance, and whether the precision suits the solution; behind the estimate. Collective; all
 * agree. */
eg_status eg_elliptic_judge_balance(eg_elliptic *p, bool ends);
/* ---- judge/values.c */
/* Judges whether nodes see what is given at boundaries at the beginning. Collective; all agree. EG_CASE,
 * EG_MEMORY. */
eg_status eg_elliptic_judge_values(eg_elliptic *p);
/* ---- judge/gauss.c: rules between nodes */
/* So many points, of at most EG_SEM_NODES. */
void eg_elliptic_take_gauss(const eg_elliptic *p, int count, eg_elliptic_gauss *rule);
/* Places and weights of the points in an element, or with an axis on that face of it; returns how many they
 * are. */
int eg_elliptic_place_gauss(const eg_elliptic *p, const eg_elliptic_gauss *rule, int64_t element, int axis,
                            double end, double (*x)[3], double *weight);
/* values[] at the nodes of so many directions, n each, become those at the points. */
void eg_elliptic_to_gauss(const eg_elliptic_gauss *rule, int n, int directions, double *values);
/* ---- judge/jumps.c */
/* Judges elements within which kappa jumps at the beginning. Collective; all agree. EG_CASE, EG_MEMORY. */
eg_status eg_elliptic_judge_jumps(eg_elliptic *p);

/* ---- boundaries.c */
eg_status eg_elliptic_take_boundaries(eg_elliptic *p);

/* ---- solve.c */
/* Matrix and solver, with the conditions at the moment of the coefficients. */
eg_status eg_elliptic_make_solver(eg_elliptic *p);
/* Gives the solver the matrix of p->weight. Nothing is compiled or evaluated again, but for a preconditioner
 * that is made of the matrix. */
eg_status eg_elliptic_set_shift(eg_elliptic *p);
/* Solves for p->x from what it is, with right-hand side `right`; |r| is held against `norm`, or the first |r|
 * where that is 0. Where it does not converge p->x is what was reached, with EG_DIVERGED; EG_STOPPED where
 * the run is asked to stop meanwhile. */
eg_status eg_elliptic_iterate(eg_elliptic *p, const eg_buffer *rhs, double norm);
/* EG_CASE where numbers of the run's precision cannot reach numerics.tolerance. */
eg_status eg_elliptic_check_tolerance(const eg_elliptic *p);
/* Matrix and right-hand side: all that can be wrong with the case shows here, before there is a folder. */
eg_status eg_poisson_begin(eg_elliptic *p);
/* Its preconditioner, while files are written. */
eg_status eg_poisson_prepare(eg_model *model);
eg_status eg_poisson_advance(eg_model *model);
/* What a failed solve means for the run: keeps status and text. */
eg_status eg_elliptic_failed(eg_elliptic *p, eg_status status);

/* ---- bench.c: entries of the tables. Of heat the operator is that of a step of backward Euler. */
void eg_poisson_bench_case(const eg_model_kind *kind, const eg_bench_options *options, bool gpu, int ranks,
                           eg_text *text);
void eg_heat_bench_case(const eg_model_kind *kind, const eg_bench_options *options, bool gpu, int ranks,
                        eg_text *text);
extern const char *const eg_elliptic_bench_parts[];
eg_status eg_elliptic_bench_part(eg_model *model, int part, int64_t times, int64_t *done);
double eg_elliptic_bench_bytes(const eg_model *model, int part);

/* ---- memory.c: an entry of the tables */
/* Whether a case names Schwarz's subdomains, as preconditioner or as smoother. */
bool eg_elliptic_asks_for_subdomains(const eg_case *loaded);
void eg_elliptic_need(const eg_model_kind *kind, const eg_case *loaded, const eg_mesh_counts *mesh,
                      eg_model_need *need);

/* ---- auto.c */
bool eg_elliptic_is_auto(const eg_case *loaded);
/* From what is known before there is a mesh. */
bool eg_elliptic_auto_takes_multigrid(bool steady, double elements, double degree);
/* Fills p->automatic from the elements and kappa. Collective; all agree. */
eg_status eg_elliptic_choose_automatic(eg_elliptic *p);
/* What is taken, for the log and the summary. */
void eg_elliptic_name_preconditioner(const eg_elliptic *p, char name[EG_PRECONDITIONER_NAME]);

/* ---- precondition.c */
/* For p->sem, which was created with these options. EG_CASE for keys that do not fit together. */
eg_status eg_elliptic_make_preconditioner(eg_elliptic *p, const eg_sem_options *coefficients);
/* Only what can be wrong with its keys. Collective; all agree on the status. */
eg_status eg_elliptic_check_preconditioner(eg_elliptic *p);

/* Wall seconds that matrices, right-hand sides and preconditioners have taken so far. */
double eg_elliptic_made_seconds(const eg_elliptic *p);

/* ---- neumann.c */
/* Whether nothing fixes the solution's mean. */
bool eg_elliptic_has_nullspace(const eg_elliptic *p);
/* Holds sources and fluxes in load[nodes] against each other; what rounding and quadrature leave is taken out
 * of the source. EG_CASE with the numbers where they do not cancel. */
eg_status eg_elliptic_balance_load(eg_elliptic *p, double *load);
/* Makes the mean of p->u 0. */
eg_status eg_elliptic_remove_mean(eg_elliptic *p);

/* ---- heat.c */
eg_status eg_heat_begin(eg_elliptic *p);
eg_status eg_heat_advance(eg_model *model);
void eg_heat_destroy(eg_elliptic *p);
int64_t eg_heat_device_bytes(const eg_elliptic *p);
/* Brings the solutions from the device, unless they are there: before anything is made of p->u. */
eg_status eg_heat_fetch(eg_elliptic *p);

/* ---- persist.c */
eg_status eg_elliptic_persist(eg_model *model, const eg_time_state *now, const eg_persist *persist);

/* ---- load.c */
/* Sets the time of all that may change with it. */
void eg_elliptic_set_time(eg_elliptic *p, double time);
/* Sources and fluxes into load[nodes], and given values into given[nodes], at that moment; without `moving` 0
 * in the place of what changes with time. */
/* EG_DIVERGED, or EG_CASE at time 0, where a conductivity, a capacity or a coefficient of exchange that
 * depends on time is not what it must be at the moment of the coefficients. Collective. */
eg_status eg_elliptic_check_matrix(eg_elliptic *p);
eg_status eg_elliptic_fill_load(eg_elliptic *p, double *load, double *given, bool moving);
/* Integral of the capacity at each node. */
eg_status eg_elliptic_fill_capacity(eg_elliptic *p);
/* f[nodes] = the values of a coefficient of the materials at the nodes; of two regions that of the last
 * element. */
eg_status eg_elliptic_fill_nodes(eg_elliptic *p, const eg_coefficient *coefficient, double *f);

/* ---- balance.c */
eg_status eg_elliptic_find_balance(eg_elliptic *p);

/* ---- core/ranks.c: collective where there are several ranks; all agree on the status */
enum { EG_ELLIPTIC_COLUMNS = 7 };
/* Fills the ghosts of values[nodes]. `status`: of this rank. */
eg_status eg_elliptic_fill_ghosts(eg_elliptic *p, double *values, eg_status status);
/* Sums over all nodes of what `terms` gives for an own node: chunk by chunk, then chunk after chunk. */
typedef void eg_node_terms(const eg_elliptic *p, int64_t node, const void *with, double *terms);
eg_status eg_elliptic_sum_nodes(eg_elliptic *p, eg_node_terms *terms, const void *with, int columns,
                                double *totals);
/* So many rows of zeros; not collective. The sums of the rows of all ranks, which are freed. */
eg_status eg_rows_make(eg_elliptic *p, eg_rows *rows, int64_t count);
eg_status eg_elliptic_sum_rows(eg_elliptic *p, eg_rows *rows, double *totals, eg_status status);
/* Works on so many elements or faces on all threads, each with a geometry of its own; not collective. And
 * so many rows that this makes, and their sums. */
eg_status eg_elliptic_in_parts(const eg_elliptic *p, int64_t count, eg_part_function *function, void *with);
eg_status eg_elliptic_sum_parts(eg_elliptic *p, eg_rows *rows, int64_t count, eg_part_function *function,
                                void *with, double *totals, eg_status status);
/* The sums of what `add` adds to the row of an own element, or of a face of one at the boundary; `part`: that
 * of the thread's geometry. */
enum { EG_ELLIPTIC_ELEMENTS = -1 };
typedef eg_status eg_item_terms(const eg_elliptic *p, int part, int64_t item, const void *with, eg_sum *row);
eg_status eg_elliptic_sum_items(eg_elliptic *p, int boundary, eg_item_terms *add, const void *with,
                                int columns, double *totals);
/* Whether the element is the rank's own. Not collective. */
bool eg_elliptic_has_element(const eg_elliptic *p, int64_t element);

/* ---- space.c */
/* EG_CASE, with its key and the place, where the exact solution or its gradient is not finite: before a
 * solve, which would be lost. Collective. */
eg_status eg_elliptic_check_exact(eg_elliptic *p);
eg_status eg_elliptic_error_points(const eg_model *model, const void *memory, const eg_exact *exact,
                                   eg_cell_points **points);

/* ---- record.c: entries of the model's table */
void eg_elliptic_balance_names(const eg_model *model, eg_text *names);
eg_status eg_elliptic_balance_values(eg_model *model, const eg_time_state *now, double *values);
eg_status eg_heat_open_table(eg_model *model, eg_csv **csv);
double eg_elliptic_limited_value(const eg_model *model, const char *key);
eg_status eg_elliptic_summarise(const eg_model *model, eg_summary *summary);
eg_status eg_elliptic_judge(eg_model *model, eg_judged when);
/* residuals.csv and its picture. */
eg_status eg_elliptic_write(eg_model *model, const char *folder);
/* A row of solves.csv, of heat. */
eg_status eg_elliptic_solve_row(eg_elliptic *p, int iterations, double first, double last);

void eg_elliptic_describe(const eg_model *model, eg_text *text);
void eg_heat_describe_time(const eg_model *model, eg_text *text);
extern const char *const eg_elliptic_updates_unit; /* of the throughput */
/* Tells how far the run has come; `under_way`: the seconds and iterations of the solve that is, NULL between
 * two. */
void eg_elliptic_tell_progress(eg_elliptic *p, const eg_progress *under_way, bool now);
void eg_elliptic_cost(const eg_model *model, eg_model_cost *cost);

#endif
