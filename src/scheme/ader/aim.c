/* Receivers of a new solver; and the next shot: other sources and receivers, at rest, at time 0. */
#include "scheme/ader/internal.h"

/* Receivers need the first step, which of several ranks all look at together. */
eg_status eg_ader_build_receivers(eg_ader *ader, const eg_ader_options *options)
{
    int64_t count = options->receiver_count;
    if (!ader->comm && count == 0)
        return EG_OK;
    eg_status status = eg_stepper_build_ring(&ader->base, count, options->receiver_interval);
    if (status == EG_OK && count > 0)
        status = eg_ader_receivers_create(ader, options);
    return eg_stepper_agree(&ader->base, status);
}

static eg_status aim_ader(eg_ader *ader, const eg_ader_options *options)
{
    eg_recording_destroy(&ader->recorded);
    eg_ader_receivers_destroy(ader);
    eg_ader_sources_destroy(ader);
    for (int i = 0; i < 2; i++)
        EG_TRY(eg_buffer_clear(ader->q[i]));
    EG_TRY(eg_time_restart(ader->time));
    return eg_ader_sources_create(ader, options);
}

eg_status eg_ader_aim(eg_ader *ader, const eg_ader_options *options)
{
    assert(ader->maximum_count == 0);
    EG_TRY(eg_stepper_agree(&ader->base, aim_ader(ader, options)));
    return eg_ader_build_receivers(ader, options);
}
