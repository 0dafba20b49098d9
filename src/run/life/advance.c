/* The loop: to the next event, what is due there, checkpoints; again. */
#include "run/judge/verdicts.h"
#include "run/life/life.h"
#include "run/observe/observe.h"
#include "run/restart/restart.h"

#include <math.h>

static eg_status handle_pause(eg_run *run)
{
    if (run->now.pause == EG_PAUSE_NOT_FINITE || run->now.pause == EG_PAUSE_COLLAPSED) {
        run->outcome = EG_DIVERGED;
        return eg_run_divergence_site_message(run);
    }
    if (run->class->changes)
        EG_TRY(run->class->changes->apply(run->model, run->now.time));
    const eg_time_state now = eg_run_due_state(run);
    EG_PARTS(serve, run, &now, eg_run_is_done(run));
    return EG_OK;
}

/* When the steps pause: at the next event, unless the time that was asked for lies before it. An event is met
 * to the last bit, whatever was asked for. */
static void find_stop(const eg_run *run, double time, double *t_stop, int64_t *step_stop)
{
    eg_schedule_next(&run->schedule, &run->now, t_stop, step_stop);
    if (run->class->changes) {
        double change = run->class->changes->next(run->model, run->now.time);
        *t_stop = eg_time_has_come(*t_stop, change) ? *t_stop : change;
    }
    *t_stop = eg_time_has_come(*t_stop, time) ? *t_stop : time;
}

/* To the next event, or as far as one step of a model that advances itself. */
static eg_status advance_once(eg_run *run, double time, int64_t steps)
{
    double t_stop;
    int64_t step_stop;
    if (run->class->steps) {
        find_stop(run, time, &t_stop, &step_stop);
        return eg_explicit_advance(run, t_stop, eg_min_i64(step_stop, steps));
    }
    run->now.pause = EG_PAUSE_NONE;
    EG_TRY(eg_output_poll(run));
    bool interrupted = eg_checkpointing_interrupts(run);
    return interrupted && run->class->persist ? EG_OK : run->class->solves->advance(run->model);
}

eg_status eg_run_go_on(eg_run *run, double time, int64_t steps)
{
    EG_TRY(eg_verdicts_hold(run));
    while (run->outcome == EG_OK && !eg_time_has_come(time, eg_run_due_state(run).time) &&
           run->now.steps < steps && !eg_run_is_done(run)) {
        EG_TRY(eg_run_adapt(run));
        EG_TRY(advance_once(run, time, steps));
        if (run->now.pause != EG_PAUSE_NONE)
            EG_TRY(handle_pause(run));
        if (run->outcome == EG_OK && eg_run_has_next_shot(run) &&
            eg_schedule_is_over(&run->schedule, &run->now))
            EG_TRY(eg_run_next_shot(run));
        if (!eg_run_is_done(run))
            EG_TRY(eg_checkpointing_serve(run));
    }
    if (run->class->steps)
        eg_explicit_tell_progress(run, true);
    EG_TRY(eg_run_agree(run, eg_output_is_good(run)));
    return run->outcome;
}
