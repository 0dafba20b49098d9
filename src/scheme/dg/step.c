/* The stages of a step, also of a state out of core. */
#include "scheme/dg/internal.h"

#include "time/clock.h"

static eg_status queue_forest_stage(eg_dg *dg, int stage)
{
    EG_TRY(eg_dg_queue_mortars(dg, stage, 0, dg->traces.mortars));
    return eg_dg_queue_blocks(dg, stage, 0, dg->blocks);
}

/* ---- out of core */

/* Of the blocks that visit. */
static eg_status work_on_visit(eg_dg *dg, int stage)
{
    if (stage == 1)
        EG_TRY(eg_dg_queue_receivers(dg, -1));
    const int64_t *mortar = dg->visits.mortar;
    int64_t layer = dg->held.layer;
    EG_TRY(layer < 0 ? EG_OK : eg_dg_queue_mortars(dg, stage, mortar[layer], mortar[layer + 1]));
    EG_TRY(eg_dg_queue_blocks(dg, stage, dg->held.from, dg->held.from + dg->held.blocks));
    EG_TRY(eg_dg_queue_sources(dg, stage));
    return eg_dg_queue_receivers(dg, stage);
}

/* In front of the first blocks: what comes from other ranks; with one stage a pass all mortars, else each
 * layer has its own. */
static eg_status begin_stage(eg_dg *dg, int stage, eg_status status)
{
    if (dg->ranks.halo)
        status = eg_dg_queue_shared(dg, stage, status);
    if (status == EG_OK && eg_dg_stages_together(dg) == 1)
        status = eg_dg_queue_mortars(dg, stage, 0, dg->traces.mortars);
    return status;
}

/* The first stage makes the second array, nobody reads that of the last. */
static eg_status stream_stages(eg_dg *dg)
{
    eg_status status = eg_dg_queue_pulses(dg);
    int all = eg_dg_stages(dg), together = eg_dg_stages_together(dg);
    for (int i = 1; i <= all; i += together) {
        int stages = all - i + 1 < together ? all - i + 1 : together;
        const eg_dg_pass pass = {.work = work_on_visit,
                                 .before = begin_stage,
                                 .stage = i,
                                 .stages = stages,
                                 .second_comes = i > 1,
                                 .second_goes = i + stages <= all,
                                 .state_goes = true};
        status = eg_dg_stream_pass(dg, &pass, status);
    }
    return status;
}

/* Waits for the step before: blocks go nowhere while the run pauses. All ranks know alike whether it does. */
static eg_status stream_step(eg_dg *dg)
{
    int64_t count[COUNT_SLOTS];
    eg_status status =
        eg_stepper_agree(&dg->base, eg_buffer_read(eg_time_count(dg->time), 0, count, sizeof count));
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
            status = queue_forest_stage(dg, i);
        if (status == EG_OK)
            status = eg_dg_queue_sources(dg, i);
        if (status == EG_OK)
            status = eg_dg_queue_receivers(dg, i);
    }
    return eg_time_queue(dg->time, status);
}
