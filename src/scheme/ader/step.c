/* The kernels of a step; of several ranks with the exchange of traces. */
#include "scheme/ader/internal.h"

static eg_status queue_predict(eg_ader *ader, int type)
{
    const eg_ader_cells *c = &ader->cells[type];
    return c->blocks == 0 ? EG_OK : EG_LAUNCH(c->predict, c->blocks, EG_BUFFER("tiles", c->tiles));
}

/* Blocks [from, to) in the order of the type. */
static eg_status queue_correct(eg_ader *ader, int type, int64_t from, int64_t to)
{
    const eg_ader_cells *c = &ader->cells[type];
    return from == to ? EG_OK
                      : EG_LAUNCH(c->correct, to - from, EG_BUFFER("tiles", c->lift_tiles),
                                  EG_INT("from_group", (int32_t)from), EG_LONG("blocks", to - from));
}

/* All that leaves traces: what the own cells give to others is then there. */
static eg_status queue_traces(eg_ader *ader)
{
    EG_TRY(eg_ader_queue_exchange_matrix(ader));
    EG_TRY(eg_ader_queue_wind(ader));
    EG_TRY(eg_ader_queue_implicit(ader));
    if (ader->variable)
        EG_TRY(eg_ader_queue_factor(ader));
    for (int type = 0; type < EG_CELL_TYPES; type++)
        EG_TRY(queue_predict(ader, type));
    EG_TRY(eg_ader_queue_body(ader));
    EG_TRY(eg_ader_sources_queue(ader));
    EG_TRY(eg_ader_queue_bounded_fluxes(ader));
    return eg_ader_queue_inflow(ader);
}

/* What needs no ghosts. */
static eg_status queue_inner_cells(eg_stepper *stepper, int stage)
{
    eg_ader *ader = eg_ader_of(stepper);
    (void)stage;
    EG_TRY(eg_ader_receivers_queue(ader));
    for (int type = 0; type < EG_CELL_TYPES; type++)
        EG_TRY(
            queue_correct(ader, type, ader->cells[type].partition_boundary.blocks, ader->cells[type].blocks));
    return EG_OK;
}

/* Waits for ghosts. */
static eg_status queue_sent_cells(eg_stepper *stepper, int stage)
{
    eg_ader *ader = eg_ader_of(stepper);
    (void)stage;
    for (int type = 0; type < EG_CELL_TYPES; type++)
        EG_TRY(queue_correct(ader, type, 0, ader->cells[type].partition_boundary.blocks));
    return EG_OK;
}

static const eg_stepper_stage parts = {.beside = queue_inner_cells, .after = queue_sent_cells};

eg_status eg_ader_step(eg_stepper *stepper)
{
    eg_ader *ader = eg_ader_of(stepper);
    eg_status status = eg_ader_queue_maxima(ader, false);
    if (status == EG_OK)
        status = queue_traces(ader);
    if (ader->halo)
        status = eg_stepper_queue_shared(stepper, ader->halo, &parts, 0, status);
    else if (status == EG_OK)
        status = queue_inner_cells(stepper, 0);
    if (status == EG_OK)
        status = eg_ader_queue_damping(ader);
    if (status == EG_OK)
        status = eg_ader_queue_bounded_values(ader);
    if (status == EG_OK)
        status = eg_ader_queue_exchange(ader);
    return eg_time_queue(ader->time, status);
}
