/* Heat: steps by backward Euler or the two-step backward differentiation formula, all of one length or as
 * heat_adapt.c finds it.
 *
 *     capacity (w.now T - w.before T_before - w.earlier T_earlier) - div(kappa grad T) = source, at the new
 *         time */
#include "run/models/elliptic/heat.h"

#include <math.h>

/* Times are multiples of the step up to rounding. */
static const double SLACK = 1e-12;

static bool is_heat_over(const eg_elliptic *p)
{
    const eg_run *run = p->run;
    return run->now.steps >= p->steps_end ||
           (p->stepper->adapts && run->now.time >= run->schedule.t_end * (1 - SLACK));
}

/* ---- the beginning */

static eg_status set_initial(eg_elliptic *p)
{
    eg_coefficient initial;
    const eg_node *node = eg_case_find(p->run->loaded, "initial.temperature");
    if (node) {
        eg_coefficient_of_node(p, node, NULL, EG_RANGE_ANY, &initial);
        EG_TRY(eg_elliptic_fill_nodes(p, &initial, p->u));
    } else {
        EG_TRY(eg_heat_transfer(p));
    }
    /* as the device holds it, so that the first snapshot is the first state */
    if (p->run->precision == EG_F32)
        for (int64_t i = 0; i < p->nodes->nodes; i++)
            p->u[i] = (float)p->u[i];
    return EG_OK;
}

/* A run that goes on keeps its step to the last bit, also where its end was changed. */
static eg_status keep_step(eg_elliptic *p, double end)
{
    eg_run *run = p->run;
    double dt = p->dt;
    if (eg_checkpoint_has(run->checkpointing.from, "step"))
        EG_TRY(eg_checkpoint_read_all(run->checkpointing.from, "step", &dt, sizeof dt));
    else if (run->checkpointing.changed)
        return eg_fail(run->context, EG_CHECKPOINT,
                       "the checkpoint was written by a version of eagre whose heat runs cannot be "
                       "changed: resume it without --set");
    if (fabs(p->dt - dt) > SLACK * dt)
        return eg_case_fail(run->loaded, eg_case_find(run->loaded, "time.end"), EG_CASE,
                            "time.end is %.9g s, no multiple of the step of %.9g s that the run takes; "
                            "%.9g s and %.9g s are",
                            end, dt, dt * floor(end / dt), dt * ceil(end / dt));
    p->dt = dt;
    return EG_OK;
}

/* As many steps of one length as are needed. */
static eg_status count_heat_steps(eg_elliptic *p)
{
    const eg_case *loaded = p->run->loaded;
    double end = eg_case_real(loaded, "time.end", 0), dt = eg_case_real(loaded, "time.dt", 0);
    double steps = ceil(end / dt * (1 - SLACK));
    if (steps > 1e15)
        return eg_case_fail(p->run->loaded, eg_case_find(loaded, "time.dt"), EG_CASE,
                            "time.dt gives %.3g steps to time.end; at most 1e15 are taken", steps);
    p->steps_end = steps < 1 ? 1 : (int64_t)steps;
    p->dt = end / (double)p->steps_end;
    return p->run->checkpointing.from ? keep_step(p, end) : EG_OK;
}

static bool load_depends_on_time(const eg_elliptic *p)
{
    bool moves = eg_coefficient_depends_on_time(&p->source);
    for (int b = 0; b < p->mesh->base.boundaries.count; b++)
        moves = moves || (eg_condition_is_open(&p->condition[b]) &&
                          eg_coefficient_depends_on_time(&p->condition[b].value));
    return moves;
}

/* The solver, and what the host brings to the device: here shows what is wrong with the case. */
static eg_status build_heat(eg_elliptic *p)
{
    eg_elliptic_set_time(p, p->run->now.time);
    EG_TRY(eg_run_agree(p->run, eg_elliptic_check_tolerance(p)));
    EG_TRY(eg_elliptic_make_solver(p));
    double from = eg_clock();
    EG_TRY(eg_elliptic_fill_capacity(p));
    if (load_depends_on_time(p))
        EG_TRY(eg_elliptic_fill_load(p, p->load, p->dirichlet, true));
    EG_TRY(eg_elliptic_fill_load(p, p->load, p->dirichlet, false));
    EG_TRY(eg_heat_create(p));
    if (!p->run->checkpointing.from)
        EG_TRY(set_initial(p));
    EG_TRY(eg_heat_upload(p));
    p->run->seconds.operator_parts += eg_clock() - from;
    return EG_OK;
}

/* What does not need the state. */
eg_status eg_heat_begin(eg_elliptic *p)
{
    eg_run *run = p->run;
    EG_TRY(eg_alloc(run->context, 1, sizeof *p->stepper, &p->stepper));
    eg_heat *heat = p->stepper;
    heat->owned.context = run->context;
    heat->adapts = p->oldest != NULL;
    p->bdf2 = eg_node_is(eg_case_find(run->loaded, "time.scheme"), "bdf2");
    EG_TRY(eg_run_agree(run, heat->adapts ? eg_heat_adapt_begin(p) : count_heat_steps(p)));
    run->now.dt = p->dt;
    for (int i = 0; i < 3; i++)
        heat->length[i] = p->dt;
    return EG_OK;
}

eg_status eg_heat_build(eg_elliptic *p)
{
    const eg_heat *heat = p->stepper;
    p->weight = eg_heat_weights_of(heat->length[0], p->bdf2 && p->run->now.steps > 1 ? heat->length[1] : 0);
    EG_TRY(build_heat(p));
    p->solved = is_heat_over(p);
    return EG_OK;
}

/* ---- a step */

/* One of the steps of one length; it starts from a straight line through the last two solutions. */
static eg_status fixed_step(eg_elliptic *p)
{
    static const eg_heat_line same = {1, 0, 0}, straight = {2, -1, 0};
    int64_t number = p->run->now.steps + 1;
    double end = p->dt * (double)p->steps_end;
    double time =
        number == p->steps_end ? eg_case_real(p->run->loaded, "time.end", end) : p->dt * (double)number;
    eg_heat_rotate(p);
    eg_status status = eg_heat_solve(p, time, eg_heat_weights_of(p->dt, p->bdf2 && number > 1 ? p->dt : 0),
                                     number > 1 ? straight : same);
    if (p->stepper->refused || status == EG_STOPPED)
        eg_heat_rotate_back(p);
    else
        eg_heat_accept(p, time, p->dt);
    return status;
}

eg_status eg_heat_advance(eg_model *model)
{
    eg_elliptic *p = eg_elliptic_of(model);
    int64_t iterations = p->iterations;
    double from = eg_clock(), made = eg_elliptic_made_seconds(p);
    eg_status status = p->stepper->adapts ? eg_heat_adapt_step(p) : fixed_step(p);
    double took = eg_clock() - from;
    p->run->advance_seconds += took;
    p->run->seconds.solve += took - (eg_elliptic_made_seconds(p) - made);
    if (status == EG_OK)
        status = eg_elliptic_solve_row(p, (int)(p->iterations - iterations), p->history[0],
                                       p->history[p->history_count - 1]);
    if (status == EG_STOPPED)
        return EG_OK; /* no step: the loop stops with the state before it */
    if (status != EG_OK)
        return eg_elliptic_failed(p, status);
    p->solved = is_heat_over(p);
    p->run->now.pause = EG_PAUSE_EVENT;
    eg_elliptic_tell_progress(p, NULL, p->solved);
    return EG_OK;
}
