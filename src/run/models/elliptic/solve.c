/* The linear solver of a run: spectral elements and conjugate gradients; poisson. */
#include "run/models/elliptic/heat.h"
#include "run/restart/restart.h"

#include <math.h>
#include <string.h>

/* ---- matrix and solver */

double eg_elliptic_made_seconds(const eg_elliptic *p)
{
    return p->run->seconds.operator_parts + p->run->seconds.preconditioner + p->run->seconds.coarse;
}

/* What is made: the matrix, unless it is there, and what preconditions it. */
typedef enum made_parts { MATRIX = 1, PRECONDITIONER = 2, BOTH = 3 } made_parts;

static eg_status make_parts(eg_elliptic *p, const eg_sem_boundary *boundary, made_parts parts)
{
    eg_run *run = p->run;
    eg_coefficient reaction = p->reaction;
    eg_sem_options options = {.comm = run->comm,
                              .ghosts = p->ghosts,
                              .link = run->link,
                              .precision = run->precision,
                              .lanes = run->options.lanes,
                              .kappa_values = p->kappa.components,
                              .kappa = eg_coefficient_field(&p->kappa),
                              .c = eg_coefficient_field(&reaction),
                              .boundary = boundary,
                              .matrix_only = true};
    double from = eg_clock();
    if (!p->sem)
        EG_TRY(eg_sem_create(run->device, p->mesh, p->nodes, &options, &p->sem));
    if (p->heat) {
        EG_TRY(eg_sem_scale_c(p->sem, p->weight.now, p->stepper->adapts));
        reaction.scale = p->weight.now;
        options.c = eg_coefficient_field(&reaction);
    }
    p->run->seconds.operator_parts += eg_clock() - from;
    if (!(parts & PRECONDITIONER))
        return EG_OK;
    from = eg_clock();
    options.known = eg_coefficient_depends_on_time(&p->kappa) ? NULL : p->sem;
    eg_sem_preconditioner_destroy(&p->preconditioner);
    EG_TRY(eg_elliptic_make_preconditioner(p, &options));
    double coarse = eg_sem_preconditioner_coarse_seconds(p->preconditioner);
    run->seconds.coarse += coarse;
    run->seconds.preconditioner += eg_clock() - from - coarse;
    return EG_OK;
}

void eg_elliptic_tell_progress(eg_elliptic *p, const eg_progress *under_way, bool now)
{
    eg_progress known = under_way ? *under_way : (eg_progress){0};
    known.seconds += p->run->advance_seconds;
    known.dt = p->heat ? p->run->now.dt : 0;
    known.steps_end = p->heat ? p->steps_end : 0;
    known.rate_unit = eg_elliptic_updates_unit;
    double iterations = (double)(p->iterations - p->iterations_before + known.iterations);
    eg_run_tell_progress(p->run, &known, iterations * (double)p->unknowns, now);
}

/* A solve that goes on for minutes hears what it is asked as a step does: all ranks look at the same
 * iteration. */
static bool tell_solve(const eg_pcg_watch *self, int64_t iterations, double residual, double goal)
{
    const eg_elliptic_watch *watch = (const eg_elliptic_watch *)self;
    const eg_progress under_way = {
        .seconds = eg_clock() - watch->began, .iterations = iterations, .residual = residual, .goal = goal};
    eg_elliptic_tell_progress(watch->p, &under_way, false);
    eg_checkpointing_interrupts(watch->p->run);
    return watch->p->run->checkpointing.stop;
}

static eg_status make_conjugate_gradients(eg_elliptic *p)
{
    eg_run *run = p->run;
    const eg_preconditioner *used = eg_sem_preconditioner_get(p->preconditioner);
    const eg_pcg_options options = {
        .precision = run->precision,
        .limit = (int)eg_node_integer(eg_case_find(run->loaded, "numerics.iterations")),
        .readback_every = used && used->apply ? 1 : 0, /* so that it is never applied in vain */
        .preconditioner = used,
        .watch = &p->watch.watch};
    p->watch = (eg_elliptic_watch){.watch = {.tell = tell_solve}, .p = p};
    if (!p->x)
        EG_TRY(eg_sem_start(p->sem, &p->x));
    if (!p->rhs)
        EG_TRY(eg_sem_start(p->sem, &p->rhs));
    return eg_pcg_create(run->context, run->device, eg_sem_operator(p->sem), &options, &p->pcg);
}

static eg_status make_operator(eg_elliptic *p, made_parts parts)
{
    EG_SCRATCH eg_sem_boundary *boundary = NULL;
    int count = p->mesh->base.boundaries.count;
    EG_TRY(eg_alloc(p->run->context, count, sizeof *boundary, &boundary));
    for (int b = 0; b < count; b++)
        boundary[b] = (eg_sem_boundary){.condition = p->condition[b].kind,
                                        .value = eg_coefficient_field(&p->condition[b].value),
                                        .factor = eg_coefficient_field(&p->condition[b].factor)};
    return make_parts(p, boundary, parts);
}

eg_status eg_elliptic_make_solver(eg_elliptic *p)
{
    eg_pcg_destroy(&p->pcg);
    eg_sem_preconditioner_destroy(&p->preconditioner);
    eg_sem_destroy(&p->sem);
    EG_TRY(make_operator(p, BOTH));
    return make_conjugate_gradients(p);
}

eg_status eg_elliptic_set_shift(eg_elliptic *p)
{
    const eg_preconditioner *used = eg_sem_preconditioner_get(p->preconditioner);
    if (!used || !used->apply)
        return eg_sem_scale_c(p->sem, p->weight.now, p->stepper->adapts);
    eg_pcg_destroy(&p->pcg); /* it knows the preconditioner */
    EG_TRY(make_operator(p, PRECONDITIONER));
    return make_conjugate_gradients(p);
}

/* ---- solving */

static eg_status keep_result(eg_elliptic *p, const eg_pcg_result *result, double norm)
{
    double held_against = norm > 0 ? norm : result->first;
    p->end = result->end;
    p->most_iterations = result->iterations > p->most_iterations ? result->iterations : p->most_iterations;
    p->iterations += result->iterations;
    double *most = &p->most_of_steps[p->run->now.steps >= EG_EARLY_SOLVES];
    *most = fmax(*most, result->iterations);
    p->residual = held_against > 0 ? result->last / held_against : 0;
    p->history_count = result->iterations + 1;
    EG_TRY(eg_resize(p->run->context, p->history_count, sizeof *p->history, &p->history));
    memcpy(p->history, result->history, (size_t)p->history_count * sizeof *p->history);
    return EG_OK;
}

/* Below it not even one rounding of the right-hand side is small enough; what a mesh and its coefficients
 * leave is found by the solve. */
eg_status eg_elliptic_check_tolerance(const eg_elliptic *p)
{
    static const double LEAST_OF_F32 = 1e-7;
    const eg_node *tolerance = eg_case_find(p->run->loaded, "numerics.tolerance");
    if (p->run->precision == EG_F64 || eg_elliptic_tolerance(p) >= LEAST_OF_F32)
        return EG_OK;
    return eg_case_fail(p->run->loaded, tolerance, EG_CASE,
                        "numerics.tolerance is %g, and numbers of numerics.precision: f32 have 7 "
                        "digits: give at least %g, or take f64",
                        eg_elliptic_tolerance(p), LEAST_OF_F32);
}

eg_status eg_elliptic_iterate(eg_elliptic *p, const eg_buffer *rhs, double norm)
{
    const eg_pcg_goal goal = {.relative = eg_elliptic_tolerance(p), .norm = norm};
    eg_pcg_result result;
    p->watch.began = eg_clock();
    eg_status status = eg_pcg_solve(p->pcg, rhs, p->x, goal, &result);
    if (status == EG_OK || status == EG_DIVERGED || (status == EG_STOPPED && !p->heat))
        EG_TRY(keep_result(p, &result, norm));
    return status;
}

eg_status eg_elliptic_failed(eg_elliptic *p, eg_status status)
{
    eg_run *run = p->run;
    if (status != EG_DIVERGED || run->outcome != EG_OK)
        return status; /* the reason is told */
    run->outcome = EG_DIVERGED;
    if (p->end == EG_PCG_STAGNATED)
        snprintf(run->message, sizeof run->message,
                 "rounding in %s leaves a relative residual of %.3g after %lld "
                 "iterations: numerics.tolerance of %g is not reached here. residuals.csv has all "
                 "residuals. Raise numerics.tolerance to %.1g%s",
                 run->precision == EG_F32 ? "f32" : "f64", p->residual, (long long)p->history_count - 1,
                 eg_elliptic_tolerance(p), 2 * p->residual,
                 run->precision == EG_F32 ? ", or take numerics.precision: f64" : "");
    else
        snprintf(run->message, sizeof run->message,
                 "%s; residuals.csv has all residuals. Raise numerics.iterations or numerics.tolerance",
                 eg_context_error(run->context));
    return eg_run_agree(run, eg_fail(run->context, EG_DIVERGED, "%s", run->message));
}

/* Right-hand side and start are on the host for a short time, in memory that the operator's lists had. */
static eg_status make_load(eg_elliptic *p)
{
    int64_t nodes = p->nodes->nodes;
    EG_TRY(eg_run_agree(p->run,
                        EG_ALLOC(p->run->context, EG_BLOCK(nodes, p->load), EG_BLOCK(nodes, p->dirichlet))));
    EG_TRY(eg_elliptic_fill_load(p, p->load, p->dirichlet, true));
    return p->has_nullspace ? eg_elliptic_balance_load(p, p->load) : EG_OK;
}

/* They go to the device, and the host's copies go. */
static eg_status upload_load(eg_elliptic *p)
{
    EG_TRY(eg_sem_start(p->sem, &p->x));
    EG_TRY(eg_sem_start(p->sem, &p->rhs));
    EG_TRY(eg_sem_write(p->sem, p->load, p->rhs));
    EG_TRY(eg_sem_write(p->sem, p->dirichlet, p->x));
    EG_FREE(&p->load, &p->dirichlet);
    return EG_OK;
}

eg_status eg_poisson_begin(eg_elliptic *p)
{
    EG_TRY(eg_elliptic_check_exact(p));
    EG_TRY(eg_elliptic_check_preconditioner(p));
    EG_TRY(eg_elliptic_choose_automatic(p));
    EG_TRY(eg_run_agree(p->run, eg_elliptic_check_tolerance(p)));
    EG_TRY(make_operator(p, MATRIX));
    double from = eg_clock();
    EG_TRY(make_load(p));
    EG_TRY(eg_run_agree(p->run, upload_load(p)));
    p->run->seconds.operator_parts += eg_clock() - from;
    return EG_OK;
}

eg_status eg_poisson_prepare(eg_model *model)
{
    eg_elliptic *p = eg_elliptic_of(model);
    EG_TRY(make_operator(p, PRECONDITIONER));
    return make_conjugate_gradients(p);
}

/* One solve leaves nothing to go on from: a stop that was asked for before it ends the run without a
 * checkpoint. */
static eg_status look_for_stop_of_poisson(eg_run *run, const char *when)
{
    eg_checkpointing_interrupts(run);
    if (!run->checkpointing.stop)
        return EG_OK;
    run->outcome = EG_UNFINISHED;
    snprintf(run->message, sizeof run->message,
             "stopped %s, as requested; poisson has one solve and writes no checkpoint: run it "
             "again, with --force to use the same folder",
             when);
    eg_run_log(run, "%s", run->message);
    return eg_run_agree(run, eg_fail(run->context, EG_UNFINISHED, "%s", run->message));
}

eg_status eg_poisson_advance(eg_model *model)
{
    eg_elliptic *p = eg_elliptic_of(model);
    char when[128];
    EG_TRY(look_for_stop_of_poisson(p->run, "before the solve"));
    double from = eg_clock();
    eg_status status = eg_elliptic_iterate(p, p->rhs, 0);
    p->run->advance_seconds += eg_clock() - from;
    p->run->seconds.solve = p->run->advance_seconds;
    if (status == EG_STOPPED) {
        snprintf(when, sizeof when, "in the solve, after %lld iterations, with a relative residual of %.3g",
                 (long long)p->iterations, p->residual);
        return look_for_stop_of_poisson(p->run, when);
    }
    if (status == EG_OK || status == EG_DIVERGED)
        EG_TRY(eg_elliptic_fill_ghosts(p, p->u, eg_sem_read(p->sem, p->x, p->u)));
    if (p->has_nullspace && status == EG_OK)
        EG_TRY(eg_elliptic_remove_mean(p));
    if (status != EG_OK)
        return eg_elliptic_failed(p, status);
    p->solved = true;
    p->run->now.pause = EG_PAUSE_EVENT;
    eg_run_log(p->run, "solved in %lld iterations, residual %.3g", (long long)p->iterations, p->residual);
    return EG_OK;
}
