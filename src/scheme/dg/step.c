/* The stages of a step, also of a state out of core. */
#include "scheme/dg/internal.h"

#include "time/clock.h"

static eg_status queue_stage(eg_dg *dg, int stage)
{
    EG_TRY(eg_dg_queue_mortars(dg, stage, 0, dg->traces.mortars));
    EG_TRY(eg_dg_begin_pml(dg, stage));
    return eg_dg_queue_blocks(dg, stage, 0, dg->blocks);
}

/* ---- out of core */

/* Of the blocks that visit. */
static eg_status work_on_visit(eg_dg *dg, int stage)
{
    if (stage == 1)
        EG_TRY(eg_dg_queue_receivers(dg, -1));
    EG_TRY(eg_dg_begin_pml(dg, stage));
    EG_TRY(eg_dg_queue_blocks(dg, stage, dg->held.from, dg->held.from + dg->held.blocks));
    EG_TRY(eg_dg_queue_pml(dg, stage));
    EG_TRY(eg_dg_queue_sources(dg, stage));
    return eg_dg_queue_receivers(dg, stage);
}

/* The first stage makes the second array, nobody reads that of the last. */
static eg_status stream_stages(eg_dg *dg)
{
    eg_status status = eg_dg_queue_pulses(dg);
    for (int i = 1; i <= eg_dg_stages(dg); i++) {
        const eg_dg_pass pass = {.work = work_on_visit,
                                 .stage = i,
                                 .second_comes = i > 1,
                                 .second_goes = i < eg_dg_stages(dg),
                                 .state_goes = true};
        if (dg->ranks.halo)
            status = eg_dg_queue_shared(dg, i, status);
        else if (status == EG_OK)
            status = eg_dg_queue_mortars(dg, i, 0, dg->traces.mortars);
        if (status == EG_OK)
            status = eg_dg_stream_pass(dg, &pass);
    }
    return status;
}

/* Waits for the step before: blocks go nowhere while the run pauses. All ranks know alike whether it does. */
static eg_status stream_step(eg_dg *dg)
{
    int64_t count[COUNT_SLOTS];
    eg_status status = eg_stepper_agree(
        &dg->base, eg_buffer_read(eg_time_count(dg->time), 0, count, sizeof count));
    if (status == EG_OK && count[COUNT_PAUSE] == PAUSE_NONE)
        status = stream_stages(dg);
    return eg_time_queue(dg->time, status);
}

/* ---- */

/* The stages of a step, and the control that ends it. */
eg_status eg_dg_step(eg_stepper *stepper)
{
    eg_dg *dg = eg_dg_of(stepper);
    if (dg->stream)
        return stream_step(dg);
    eg_status status = eg_dg_queue_pulses(dg);
    if (status == EG_OK && dg->one_state)
        status = eg_dg_queue_receivers(dg, -1);
    for (int i = 1; i <= eg_dg_stages(dg); i++) {
        if (dg->ranks.halo)
            status = eg_dg_queue_shared(dg, i, status);
        else if (status == EG_OK)
            status = queue_stage(dg, i);
        if (status == EG_OK)
            status = eg_dg_queue_pml(dg, i);
        if (status == EG_OK)
            status = eg_dg_queue_sources(dg, i);
        if (status == EG_OK)
            status = eg_dg_queue_receivers(dg, i);
    }
    return eg_time_queue(dg->time, status);
}
