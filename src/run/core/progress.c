/* How far a run has come, for the function that the caller gives. */
#include "run/core/run.h"

#include <math.h>

static const double PROGRESS_SECONDS = 0.25;

/* The part of the way to the end that is done, by time or by steps, whichever is further. */
static double part_done(const eg_run *run, int64_t steps_end)
{
    double time = run->schedule.t_end - run->time_before;
    double steps = (double)(steps_end - run->steps_before);
    double by_time = isfinite(time) && time > 0 ? (run->now.time - run->time_before) / time : 0;
    double by_steps =
        steps_end < INT64_MAX && steps > 0 ? (double)(run->now.steps - run->steps_before) / steps : 0;
    return fmin(1, fmax(by_time, by_steps));
}

/* Of shots: those before count as done, since this process began with the first of its own. */
static double shots_done(const eg_run *run, const eg_shots *shots)
{
    double begun = (double)shots->current + run->now.time / run->schedule.t_end;
    return begun <= run->shots_before
               ? 0
               : (begun - run->shots_before) / ((double)shots->count - run->shots_before);
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
    const eg_shots *shots = eg_run_shots(run);
    double done = shots ? shots_done(run, shots) : part_done(run, known->steps_end);
    double elapsed =
        clock - (run->created_at + run->setup_seconds); /* by the clock: a run waits for its disk */
    progress.left = done > 0 ? elapsed * (1 - done) / done : INFINITY;
    run->options.progress(run->options.progress_user, &progress);
}
