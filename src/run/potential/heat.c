/* Heat: steps of one length, by backward Euler or the two-step backward differentiation formula.
 *
 *     capacity (w0 T - w1 T_before - w2 T_earlier) - div(kappa grad T) = source, at the new time */
#include "run/potential/potential.h"

#include <math.h>
#include <string.h>

/* Times are multiples of the step up to rounding. */
static const double SLACK = 1e-12;

typedef struct weights {
    double now, before, earlier; /* 1/s */
} weights;

static weights weights_of(const eg_potential *p, bool two_steps)
{
    if (two_steps)
        return (weights){1.5 / p->dt, 2 / p->dt, -0.5 / p->dt};
    return (weights){1 / p->dt, 1 / p->dt, 0};
}

/* ---- the schedule */

/* The moment by which things are due: multiples of the step count as the times that they are meant to be. */
static eg_moment due_moment(const eg_run *run)
{
    eg_moment now = run->moment;
    now.time *= 1 + SLACK;
    return now;
}

static eg_status write_due(eg_potential *p)
{
    eg_run *run = p->run;
    const eg_moment now = due_moment(run);
    bool over = now.steps >= p->steps_end;
    if (eg_schedule_fields_due(&run->schedule, &now) || over)
        EG_TRY(eg_potential_snapshot(p));
    if (eg_schedule_record_due(&run->schedule, &now) || over)
        EG_TRY(eg_potential_record(p));
    return EG_OK;
}

/* ---- the beginning */

static eg_status set_initial(eg_potential *p)
{
    eg_coefficient initial;
    const eg_node *node = eg_case_find(p->run->loaded, "initial.temperature");
    eg_coefficient_of_node(p, node, NULL, EG_RANGE_ANY, &initial);
    EG_TRY(eg_potential_fill_nodes(p, &initial, p->u));
    /* as the device holds it, so that the first snapshot is the first state */
    if (p->run->precision == EG_F32)
        for (int64_t i = 0; i < p->nodes->nodes; i++)
            p->u[i] = (float)p->u[i];
    return EG_OK;
}

/* From the checkpoint: moment, solutions and sums, and what is no longer due. */
static eg_status take_up(eg_potential *p)
{
    eg_run *run = p->run;
    EG_TRY(eg_resume_moment(run));
    EG_TRY(eg_resume_model(run, p->mesh->origin));
    EG_TRY(eg_resume_observer(run));
    const eg_moment now = due_moment(run);
    eg_schedule_pass(&run->schedule, &now);
    p->iterations_before = p->iterations;
    p->snapshots = run->snapshots_before;
    return EG_OK;
}

eg_status eg_heat_begin(eg_potential *p)
{
    const eg_case *loaded = p->run->loaded;
    double end = eg_case_real(loaded, "time.end", 0), dt = eg_case_real(loaded, "time.dt", 0);
    double steps = ceil(end / dt * (1 - SLACK));
    p->bdf2 = eg_node_is(eg_case_find(loaded, "time.scheme"), "bdf2");
    if (steps > 1e15)
        return eg_case_fail(p->run->loaded, eg_case_find(loaded, "time.dt"), EG_CASE,
                            "time.dt gives %.3g steps to time.end; at most 1e15 are taken", steps);
    p->steps_end = steps < 1 ? 1 : (int64_t)steps;
    p->dt = end / (double)p->steps_end;
    p->run->moment.dt = p->dt;
    if (p->run->safety.from)
        EG_TRY(take_up(p));
    p->first_weight = weights_of(p, p->bdf2 && p->run->moment.steps > 1).now;
    eg_potential_set_time(p, p->run->moment.time);
    EG_TRY(eg_potential_make_solver(p));
    EG_TRY(eg_potential_fill_capacity(p));
    EG_TRY(eg_potential_fill_load(p, p->load, p->given));
    return p->run->safety.from ? EG_OK : set_initial(p);
}

/* ---- a step */

static bool load_moves(const eg_potential *p)
{
    bool moves = eg_coefficient_moves(&p->source);
    for (int b = 0; b < p->mesh->boundaries; b++)
        if (!p->condition[b].insulated && !p->condition[b].joined)
            moves = moves || eg_coefficient_moves(&p->condition[b].value);
    return moves;
}

/* The exchange is a part of the matrix. */
static bool matrix_moves(const eg_potential *p)
{
    bool moves = false;
    for (int b = 0; b < p->mesh->boundaries; b++)
        moves = moves || eg_coefficient_moves(&p->condition[b].factor);
    return moves;
}

/* |b - A g|, where g has the given values and else 0: what the residual is held against, whatever the start. */
static eg_status norm_of(eg_potential *p, const double *right, double *work, double *norm)
{
    eg_sum sum = {0};
    EG_TRY(eg_sem_write(p->sem, p->given, p->x));
    EG_TRY(eg_sem_apply(p->sem, p->x, p->right));
    EG_TRY(eg_sem_read(p->sem, p->right, work));
    for (int64_t i = 0; i < p->nodes->nodes; i++)
        eg_sum_add(&sum, (right[i] - work[i]) * (right[i] - work[i]));
    *norm = sqrt(eg_sum_value(&sum));
    return EG_OK;
}

/* The right-hand side, and the start: a straight line through the last two solutions. */
static void prepare(const eg_potential *p, weights w, bool extrapolate, double *right,
                    double *start)
{
    const uint8_t *given = eg_sem_given(p->sem);
    for (int64_t i = 0; i < p->nodes->nodes; i++) {
        double history = w.before * p->before[i] + w.earlier * p->earlier[i];
        right[i] = given[i] ? 0 : p->load[i] + p->capacity[i] * history;
        start[i] = given[i]      ? p->given[i]
                   : extrapolate ? 2 * p->before[i] - p->earlier[i]
                                 : p->before[i];
    }
}

static eg_status solve_step(eg_potential *p, weights w, bool extrapolate, double *right,
                            double *work)
{
    double norm;
    int64_t iterations = p->iterations;
    prepare(p, w, extrapolate, right, p->u);
    EG_TRY(norm_of(p, right, work, &norm));
    EG_TRY(eg_sem_write(p->sem, right, p->right));
    EG_TRY(eg_sem_write(p->sem, p->u, p->x));
    EG_TRY(eg_potential_iterate(p, p->right, norm));
    return eg_potential_solve_row(p, (int)(p->iterations - iterations), p->history[0],
                                  p->history[p->history_count - 1]);
}

/* The solutions move on by one: u to before, before to earlier. */
static void turn(eg_potential *p)
{
    double *oldest = p->earlier;
    p->earlier = p->before;
    p->before = p->u;
    p->u = oldest;
}

static eg_status step(eg_potential *p)
{
    eg_context *context = p->run->context;
    eg_moment *moment = &p->run->moment;
    double *right = NULL, *work = NULL;
    int64_t number = moment->steps + 1;
    bool two_steps = p->bdf2 && number > 1;
    weights w = weights_of(p, two_steps);
    double end = p->dt * (double)p->steps_end;
    double time = number == p->steps_end ? eg_case_real(p->run->loaded, "time.end", end)
                                         : p->dt * (double)number;
    eg_potential_set_time(p, time);
    if (w.now != p->first_weight || matrix_moves(p)) {
        p->first_weight = w.now;
        EG_TRY(eg_potential_make_solver(p));
    }
    if (load_moves(p))
        EG_TRY(eg_potential_fill_load(p, p->load, p->given));
    turn(p);
    moment->steps = number;
    moment->time = time;
    eg_status status;
    EG_TRY_GOTO(eg_alloc(context, p->nodes->nodes, sizeof *right, &right));
    EG_TRY_GOTO(eg_alloc(context, p->nodes->nodes, sizeof *work, &work));
    status = solve_step(p, w, number > 1, right, work);
done:
    eg_free(context, &right);
    eg_free(context, &work);
    return status;
}

/* ---- the loop */

/* Checkpoints and stops: between two steps. */
static eg_status serve(eg_run *run)
{
    eg_safety_interrupts(run);
    return eg_safety_serve(run);
}

eg_status eg_heat_advance(eg_potential *p, double time)
{
    eg_run *run = p->run;
    while (run->outcome == EG_OK && run->moment.steps < p->steps_end &&
           run->moment.time < time * (1 - SLACK)) {
        EG_TRY(serve(run));
        eg_status status = step(p);
        if (status != EG_OK)
            return eg_potential_failed(p, status);
        EG_TRY(write_due(p));
        eg_run_tell_progress(run, p->dt, p->steps_end, 0, false);
    }
    p->solved = run->moment.steps >= p->steps_end;
    eg_run_tell_progress(run, p->dt, p->steps_end, 0, true);
    return run->outcome;
}
