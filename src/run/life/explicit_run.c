/* Explicit steps. They are queued in batches; while one batch runs the host looks at the clock as it was
 * after the one before, so a device never waits for the host except at an event. */
#include "run/life/life.h"
#include "run/observe/observe.h"
#include "run/restart/restart.h"

#include <math.h>

/* Steps in a batch at most: what is queued past an event is wasted, and a bad step is seen no later. */
enum { BATCH = 8 };

/* s: two batches are under way while nobody listens. */
static const double BATCH_SECONDS = 0.5;

/* How many steps it may take to reach the event, from the last dt; at least one, at most a batch. All ranks
 * find the same. */
static int batch_size(const eg_run *run, const eg_time_state *now, double t_stop, int64_t step_stop)
{
    double by_clock = run->step_seconds > 0 ? BATCH_SECONDS / run->step_seconds : 1;
    double by_time = isfinite(t_stop) && now->dt > 0 ? ceil((t_stop - now->time) / now->dt) : BATCH;
    double by_steps = (double)(step_stop - now->steps);
    double steps = fmin(fmin(BATCH, by_clock), fmin(by_time, by_steps));
    return steps >= 1 ? (int)steps : 1;
}

void eg_explicit_tell_progress(eg_run *run, bool now)
{
    eg_model_cost cost;
    eg_model_find_cost(run->model, &cost);
    const eg_progress known = {.dt = run->now.dt,
                               .seconds = run->advance_seconds,
                               .steps_end = run->schedule.steps_end,
                               .rate_unit = cost.updates_unit,
                               .drift_name = run->kind->drift_name,
                               .drift = run->class->holds->drift(run->model)};
    eg_run_tell_progress(run, &known, eg_adaptation_updates(run, cost.updates), now);
}

typedef struct eg_lap {
    int64_t steps;
    double clock;
} eg_lap;

/* What the steps have taken since the last look. */
static void take_lap(eg_run *run, eg_lap *lap)
{
    double now = eg_clock();
    if (run->now.steps > lap->steps)
        run->step_seconds = (now - lap->clock) / (double)(run->now.steps - lap->steps);
    *lap = (eg_lap){run->now.steps, now};
}

eg_status eg_explicit_advance(eg_run *run, double t_stop, int64_t step_stop)
{
    eg_stepper *stepper = eg_model_stepper(run->model);
    eg_time *clock = eg_stepper_time(stepper);
    EG_TRY(eg_time_resume_until(clock, t_stop, step_stop));
    int under_way = 0;
    eg_time_state ahead = run->now; /* where the queue will be, as far as can be told */
    ahead.pause = EG_PAUSE_NONE;
    run->now.pause = EG_PAUSE_NONE;
    bool interrupted = false;
    eg_lap lap = {run->now.steps, eg_clock()};
    while ((run->now.pause == EG_PAUSE_NONE && !interrupted) || under_way > 0) {
        interrupted = interrupted || eg_checkpointing_interrupts(run);
        EG_TRY(eg_output_poll(run));
        if (run->now.pause == EG_PAUSE_NONE && !interrupted) {
            int steps = batch_size(run, &ahead, t_stop, step_stop);
            double from = eg_clock();
            eg_status queued = eg_stepper_queue(eg_model_stepper(run->model), steps);
            interrupted = queued == EG_STOPPED; /* in a solve: the step is not taken */
            EG_TRY(interrupted ? EG_OK : queued);
            EG_TRY(eg_time_readback_begin(clock));
            under_way++;
            run->advance_seconds += eg_clock() - from;
            ahead.time += steps * ahead.dt;
            ahead.steps += steps;
        }
        if (under_way == 2 || (under_way > 0 && (run->now.pause != EG_PAUSE_NONE || interrupted ||
                                                 ahead.time >= t_stop || ahead.steps >= step_stop))) {
            double from = eg_clock();
            EG_TRY(eg_time_readback_end(clock, &run->now));
            if (EG_HAS(run->class->files, collect))
                EG_TRY(run->class->files->collect(run->model, &run->now));
            under_way--;
            run->advance_seconds += eg_clock() - from;
            take_lap(run, &lap);
            if (under_way == 0)
                ahead = run->now;
            else
                ahead.dt = run->now.dt;
            eg_explicit_tell_progress(run, false);
        }
    }
    return EG_OK;
}
