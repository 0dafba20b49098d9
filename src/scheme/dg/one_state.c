/* Runs that update the state where it stands: the traces beside it (kernels/dg/one_state.h). */
#include "scheme/dg/internal.h"

int64_t eg_dg_own_trace(const eg_dg *dg, int64_t slot, int f)
{
    return (slot * 2 * dg->dimension + f) * dg->traced * (dg->nodes / dg->edge);
}

int64_t eg_dg_own_traces(const eg_dg *dg)
{
    return eg_dg_own_trace(dg, dg->blocks * dg->layout.lanes, 0);
}

eg_status eg_dg_build_traces(eg_dg *dg)
{
    int64_t size = (int64_t)eg_real_size(dg->layout.precision);
    int64_t others = dg->traces.entries * dg->traced * (dg->nodes / dg->edge);
    if (!dg->one_state)
        return EG_OK;
    return eg_stepper_upload(&dg->base, "traces", (eg_dg_own_traces(dg) + others) * size, NULL, &dg->trace);
}

eg_status eg_dg_bind_traces(eg_dg *dg)
{
    if (!dg->one_state)
        return EG_OK;
    EG_TRY(eg_kernel_get(dg->program, "dg_traces", &dg->leave_traces));
    return EG_BIND(dg->leave_traces, EG_BUFFER("order", dg->stream ? dg->visits.ordered : dg->stop));
}

eg_status eg_dg_leave_traces(eg_dg *dg, int stage, const eg_buffer *where, int64_t listed)
{
    if (!dg->one_state)
        return EG_OK;
    return EG_LAUNCH(dg->leave_traces, listed > 0 ? listed : dg->held.blocks, EG_BUFFER("q", dg->q[0]),
                     EG_BUFFER("where", where ? where : dg->stop), EG_INT("number", stage),
                     EG_INT("from_group", (int32_t)dg->held.from), EG_LONG("listed", listed),
                     EG_LONG("blocks", dg->held.blocks));
}

eg_status eg_dg_leave_all_traces(eg_dg *dg, int stage)
{
    return eg_dg_leave_traces(dg, stage, NULL, 0);
}
