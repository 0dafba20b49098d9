/* Receivers of a new solver; and the next shot: other sources and receivers, at rest, at time 0. */
#include "scheme/ader/internal.h"

/* Receivers need the first step, which of several ranks all look at together. */
eg_status eg_ader_build_receivers(eg_ader *ader, const eg_ader_options *options)
{
    eg_time_state now;
    if (!ader->mesh->part && options->receiver_count == 0)
        return EG_OK;
    EG_TRY(eg_time_readback_begin(ader->time));
    EG_TRY(eg_time_readback_end(ader->time, &now));
    eg_status status = eg_ader_receivers_create(ader, options, now.dt);
    return ader->comm ? eg_comm_agree(ader->comm, status) : status;
}

static eg_status aim(eg_ader *ader, const eg_ader_options *options)
{
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
    eg_status status = aim(ader, options);
    EG_TRY(ader->comm ? eg_comm_agree(ader->comm, status) : status);
    return eg_ader_build_receivers(ader, options);
}
