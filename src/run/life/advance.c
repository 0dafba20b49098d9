/* The loop. Steps are queued in batches; while one batch runs the host looks at the clock as it was
 * after the one before, so a device never waits for the host except at an event. */
#include "run/internal.h"

#include <math.h>

/* Steps in a batch at most: what is queued past an event is wasted, and a bad step is seen no
 * later. */
enum { BATCH = 8 };

static const double PROGRESS_SECONDS = 0.25;

/* How many steps it may take to reach the event, from the last dt; at least one, at most a batch.
 */
static int batch_size(const eg_time_state *now, double t_stop, int64_t step_stop)
{
    double by_time = isfinite(t_stop) && now->dt > 0 ? ceil((t_stop - now->time) / now->dt) : BATCH;
    double by_steps = (double)(step_stop - now->steps);
    double steps = fmin(BATCH, fmin(by_time, by_steps));
    return steps >= 1 ? (int)steps : 1;
}

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

static void tell_progress(eg_run *run, bool now)
{
    const eg_model_class *class = run->model->class;
    eg_model_cost cost;
    class->cost(run->model, &cost);
    const eg_progress known = {.dt = run->now.dt,
                               .seconds = run->advance_seconds,
                               .steps_end = run->schedule.steps_end,
                               .rate_unit = cost.updates_unit,
                               .drift_name = run->model->kind->drift_name,
                               .drift = class->drift(run->model)};
    eg_run_tell_progress(run, &known, (double)(run->now.steps - run->steps_before) * cost.updates,
                         now);
}

/* Runs until the model pauses: at t_stop, after step_stop steps, or because it diverged; or until something
 * else is to be done (checkpoint.c), and then it may come back between two steps, with nothing queued and no
 * pause. */
static eg_status run_to_pause(eg_run *run, double t_stop, int64_t step_stop)
{
    const eg_model_class *class = run->model->class;
    eg_time *clock = class->clock(run->model);
    EG_TRY(eg_time_resume_until(clock, t_stop, step_stop));
    int under_way = 0;
    eg_time_state ahead = run->now; /* where the queue will be, as far as can be told */
    ahead.pause = EG_PAUSE_NONE;
    run->now.pause = EG_PAUSE_NONE;
    bool interrupted = false;
    while ((run->now.pause == EG_PAUSE_NONE && !interrupted) || under_way > 0) {
        interrupted = interrupted || eg_safety_interrupts(run);
        EG_TRY(eg_output_poll(run));
        if (run->now.pause == EG_PAUSE_NONE && !interrupted) {
            int steps = batch_size(&ahead, t_stop, step_stop);
            double from = eg_clock();
            EG_TRY(class->queue(run->model, steps));
            EG_TRY(eg_time_readback_begin(clock));
            under_way++;
            run->advance_seconds += eg_clock() - from;
            ahead.time += steps * ahead.dt;
            ahead.steps += steps;
        }
        if (under_way == 2 ||
            (under_way > 0 && (run->now.pause != EG_PAUSE_NONE || interrupted ||
                               ahead.time >= t_stop || ahead.steps >= step_stop))) {
            double from = eg_clock();
            EG_TRY(eg_time_readback_end(clock, &run->now));
            if (run->model->class->collect)
                EG_TRY(run->model->class->collect(run->model, &run->now));
            under_way--;
            run->advance_seconds += eg_clock() - from;
            if (under_way == 0)
                ahead = run->now;
            else
                ahead.dt = run->now.dt;
            tell_progress(run, false);
        }
    }
    return EG_OK;
}

static eg_status handle_pause(eg_run *run)
{
    if (run->now.pause == EG_PAUSE_NOT_FINITE || run->now.pause == EG_PAUSE_COLLAPSED) {
        run->outcome = EG_DIVERGED;
        return eg_run_culprit_message(run);
    }
    bool over = eg_schedule_is_over(&run->schedule, &run->now);
    if (eg_schedule_fields_due(&run->schedule, &run->now) || over)
        EG_TRY(eg_output_snapshot(run));
    if (eg_schedule_record_due(&run->schedule, &run->now) || over)
        EG_TRY(eg_record_row(run));
    return EG_OK;
}

eg_status eg_stepping_advance(eg_run *run, double time)
{
    while (run->outcome == EG_OK && run->now.time < time && !eg_run_is_done(run)) {
        double t_stop;
        int64_t step_stop;
        eg_schedule_next(&run->schedule, &run->now, &t_stop, &step_stop);
        EG_TRY(run_to_pause(run, fmin(t_stop, time), step_stop));
        if (run->now.pause != EG_PAUSE_NONE)
            EG_TRY(handle_pause(run));
        if (!eg_run_is_done(run))
            EG_TRY(eg_safety_serve(run));
    }
    tell_progress(run, true);
    EG_TRY(eg_run_agree(run, eg_output_is_good(run)));
    return run->outcome;
}
