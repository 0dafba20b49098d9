/* What interrupts a run: what it is asked for, the clock, a file STOP. */
#include "run/restart/restart.h"

#include <unistd.h>

/* Seconds between two looks for the file STOP. */
static const double LOOK_SECONDS = 0.5;
/* Of the end of the wall time: what is kept free beside the cost of a checkpoint. */
static const double REST_SECONDS = 1;

void eg_run_ask(eg_run *run, eg_run_wish wish)
{
    if (wish == EG_WISH_STOP)
        run->checkpointing.stop = 1;
    else if (wish == EG_WISH_CHECKPOINT)
        run->checkpointing.write = 1;
}

/* A file STOP in the run's folder asks the run to stop; it is removed, so that the run can go on later. */
static bool stop_file(eg_run *run, double clock)
{
    EG_SCRATCH char *path = NULL;
    if (!run->folder || clock - run->checkpointing.looked_at < LOOK_SECONDS) /* rank 0 alone has it */
        return false;
    run->checkpointing.looked_at = clock;
    if (eg_run_path(run, "STOP", &path) != EG_OK)
        return false;
    bool there = unlink(path) == 0;
    return there;
}

/* Ranks agree: what one is asked for, all do. */
bool eg_checkpointing_interrupts(eg_run *run)
{
    eg_checkpointing *checkpointing = &run->checkpointing;
    double clock = eg_clock(), limit = run->options.walltime;
    double end = clock - run->created_at + 1.5 * checkpointing->cost + REST_SECONDS;
    bool is_due = run->writes && run->now.steps != checkpointing->written_steps &&
                  clock - checkpointing->written_at >= checkpointing->every;
    if ((limit > 0 && end >= limit) || stop_file(run, clock))
        checkpointing->stop = 1;
    double asked[3] = {checkpointing->stop, checkpointing->write || is_due, run->step_seconds};
    eg_comm_max(run->comm, asked, 3);
    run->step_seconds = asked[2];
    if (asked[0] > 0)
        checkpointing->stop = 1;
    if (asked[1] > 0)
        checkpointing->write = 1;
    return checkpointing->stop || checkpointing->write;
}
