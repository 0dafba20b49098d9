/* The next shot: other sources and receivers, at rest, at time 0. */
#include "scheme/dg/internal.h"

static eg_status aim_dg(eg_dg *dg, const eg_dg_options *options)
{
    eg_recording_destroy(&dg->recorded);
    eg_dg_destroy_receivers(dg);
    eg_dg_destroy_sources(dg);
    if (dg->stream)
        EG_TRY(eg_dg_clear_stream(dg));
    for (int i = 0; i < 2 && !dg->stream; i++)
        EG_TRY(eg_buffer_clear(dg->q[i]));
    if (dg->trace)
        EG_TRY(eg_buffer_clear(dg->trace));
    EG_TRY(eg_dg_clear_pml(dg));
    EG_TRY(eg_time_restart(dg->time));
    return eg_dg_build_sources(dg, options);
}

eg_status eg_dg_aim(eg_dg *dg, const eg_dg_options *options)
{
    EG_TRY(eg_stepper_agree(&dg->base, aim_dg(dg, options)));
    return eg_dg_build_receivers(dg, options);
}
