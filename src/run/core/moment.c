/* Where a run is: the moment by which things are due, its shot, its end. */
#include "run/core/run.h"

/* Times that are sums of steps are multiples of an interval up to rounding. */
static const double SLACK = 1e-12;

double eg_run_slack(const eg_run *run)
{
    return run->class->steps ? 0 : SLACK;
}

eg_time_state eg_run_due_state(const eg_run *run)
{
    eg_time_state now = run->now;
    now.time *= 1 + eg_run_slack(run);
    return now;
}

eg_setup eg_run_begin_setup(eg_run *run)
{
    return (eg_setup){.context = run->context,
                      .kind = run->kind,
                      .loaded = run->loaded,
                      .cells = run->mesh,
                      .mesh = run->mesh->class == &eg_plane_class ? eg_plane_of(run->mesh) : NULL,
                      .run = run,
                      .restoring = run->checkpointing.from != NULL,
                      .mesh_hash = run->whole.hash,
                      .notes = eg_run_is_first(run) ? &run->notes : NULL};
}

eg_status eg_run_read_clock(eg_run *run)
{
    eg_time *clock = eg_stepper_time(eg_model_stepper(run->model));
    EG_TRY(eg_time_readback_begin(clock));
    return eg_time_readback_end(clock, &run->now);
}

eg_shots *eg_run_shots(const eg_run *run)
{
    return run->class->shots ? run->class->shots->get(run->model) : NULL;
}

bool eg_run_has_next_shot(const eg_run *run)
{
    const eg_shots *shots = eg_run_shots(run);
    return shots && shots->current + 1 < shots->count;
}

bool eg_run_is_done(const eg_run *run)
{
    if (run->class->solves)
        return run->class->solves->is_done(run->model);
    return eg_schedule_is_over(&run->schedule, &run->now) && !eg_run_has_next_shot(run);
}

eg_status eg_run_need_mesh(eg_run *run)
{
    return run->fill_mesh ? run->fill_mesh(run) : EG_OK;
}
