/* The loop: to the next event, what is due there, checkpoints; again. */
#include "run/internal.h"

#include <math.h>

static const double PROGRESS_SECONDS = 0.25;

/* The part of the way to the end that is done, by time or by steps, whichever is further. */
static double part_done(const eg_run *run, int64_t steps_end)
{
    double time = run->schedule.t_end - run->time_before;
    double steps = (double)(steps_end - run->steps_before);
    double by_time = isfinite(time) && time > 0 ? (run->now.time - run->time_before) / time : 0;
    double by_steps = steps_end < INT64_MAX && steps > 0
                          ? (double)(run->now.steps - run->steps_before) / steps
                          : 0;
    return fmin(1, fmax(by_time, by_steps));
}

/* By the clock: a run waits for its disk too. */
static double seconds_left(const eg_run *run, int64_t steps_end)
{
    double done = part_done(run, steps_end);
    double elapsed = eg_clock() - (run->created_at + run->setup_seconds);
    return done > 0 ? elapsed * (1 - done) / done : INFINITY;
}

void eg_run_tell_progress(eg_run *run, const eg_progress *known, double updates, bool now)
{
    double clock = eg_clock();
    if (!run->options.progress || !eg_run_is_first(run) ||
        (!now && clock - run->progress_at < PROGRESS_SECONDS))
        return;
    run->progress_at = clock;
    eg_progress progress = *known;
    progress.time = run->now.time;
    progress.time_end = run->schedule.t_end;
    progress.steps = run->now.steps;
    progress.rate = known->seconds > 0 ? updates / known->seconds : 0;
    progress.left = seconds_left(run, known->steps_end);
    run->options.progress(run->options.progress_user, &progress);
}

/* Times that are sums of steps are multiples of an interval up to rounding. */
static const double SLACK = 1e-12;

static double slack(const eg_run *run)
{
    return run->class->clock ? 0 : SLACK;
}

eg_time_state eg_run_due_state(const eg_run *run)
{
    eg_time_state now = run->now;
    now.time *= 1 + slack(run);
    return now;
}

static eg_status handle_pause(eg_run *run)
{
    if (run->now.pause == EG_PAUSE_NOT_FINITE || run->now.pause == EG_PAUSE_COLLAPSED) {
        run->outcome = EG_DIVERGED;
        return eg_run_divergence_site_message(run);
    }
    const eg_time_state now = eg_run_due_state(run);
    bool over = eg_run_at_end(run);
    if (eg_schedule_fields_due(&run->schedule, &now) || over)
        EG_TRY(eg_output_snapshot(run));
    if (eg_schedule_record_due(&run->schedule, &now) || over)
        EG_TRY(eg_time_series_row(run));
    return EG_OK;
}

/* To the next event, or as far as one step of a model that advances itself. */
static eg_status advance_once(eg_run *run, double time)
{
    double t_stop;
    int64_t step_stop;
    if (!run->class->advance) {
        eg_schedule_next(&run->schedule, &run->now, &t_stop, &step_stop);
        return eg_explicit_advance(run, fmin(t_stop, time), step_stop);
    }
    run->now.pause = EG_PAUSE_NONE;
    EG_TRY(eg_output_poll(run));
    bool interrupted = eg_checkpointing_interrupts(run);
    return interrupted && run->class->persist ? EG_OK : run->class->advance(run->model);
}

eg_status eg_run_go_on(eg_run *run, double time)
{
    while (run->outcome == EG_OK && run->now.time < time * (1 - slack(run)) &&
           !eg_run_at_end(run)) {
        EG_TRY(advance_once(run, time));
        if (run->now.pause != EG_PAUSE_NONE)
            EG_TRY(handle_pause(run));
        if (!eg_run_at_end(run))
            EG_TRY(eg_checkpointing_serve(run));
    }
    if (!run->class->advance)
        eg_explicit_tell_progress(run, true);
    EG_TRY(eg_run_agree(run, eg_output_is_good(run)));
    return run->outcome;
}
