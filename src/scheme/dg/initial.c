/* The state at time 0, at the nodes, and the buffers of states. */
#include "scheme/dg/internal.h"

#include "base/parallel.h"

typedef struct initial_job {
    eg_dg *dg;
    const eg_dg_field *field;
    void *q;
} initial_job;

static void store_cell(const eg_dg *dg, int64_t cell, const double *values, void *q)
{
    int64_t slot = eg_dg_visit_slot(dg, cell);
    int variables = dg->system->variables;
    for (int v = 0; v < variables; v++)
        for (int i = 0; i < dg->nodes; i++)
            eg_layout_store(&dg->layout, q,
                            eg_layout_state_index(&dg->layout, dg->values, slot, v * dg->nodes + i),
                            values[i * variables + v]);
}

static eg_status evaluate_initial(void *with, int part, int64_t from, int64_t to)
{
    const initial_job *job = with;
    const eg_dg *dg = job->dg;
    EG_SCRATCH double(*x)[3] = NULL;
    EG_SCRATCH double *values = NULL;
    (void)part;
    EG_TRY(EG_ALLOC(dg->context, EG_BLOCK(dg->nodes, x), EG_BLOCK(dg->values, values)));
    for (int64_t c = from; c < to; c++) {
        eg_dg_place_nodes(dg, c, x);
        EG_TRY(job->field->at(job->field, c, dg->nodes, (const double(*)[3])x, values));
        store_cell(dg, c, values, job->q);
    }
    return EG_OK;
}

/* q: of the layout's shape, zeros. */
static eg_status fill_initial(eg_dg *dg, const eg_dg_options *options, void *q)
{
    const eg_mesh *mesh = &dg->mesh->base;
    initial_job job = {.dg = dg, .field = options->initial, .q = q};
    int parts = eg_parts(dg->context, mesh->own, eg_least_elements(dg->nodes));
    return eg_in_parts(dg->context, parts, mesh->own, evaluate_initial, &job);
}

static eg_status upload_initial(eg_dg *dg, const eg_dg_options *options, int64_t bytes)
{
    void *q;
    EG_OWNER(taken, dg->context);
    EG_TRY(eg_owner_alloc(&taken, bytes, 1, &q));
    EG_TRY(fill_initial(dg, options, q));
    return eg_stepper_take(&dg->base, "state", bytes, &q, &dg->q[0]);
}

static eg_status stream_initial(eg_dg *dg, const eg_dg_options *options)
{
    void *state;
    EG_TRY(eg_dg_build_traces(dg));
    EG_TRY(eg_dg_build_stream(dg));
    EG_TRY(eg_dg_stream_state(dg, &state));
    return options->initial && !dg->before ? fill_initial(dg, options, state) : EG_OK;
}

eg_status eg_dg_build_state(eg_dg *dg, const eg_dg_options *options)
{
    int64_t bytes = eg_layout_bytes(&dg->layout, dg->values);
    dg->held.blocks = dg->blocks;
    if (dg->storage == EG_DG_OUT_OF_CORE)
        return stream_initial(dg, options);
    if (options->initial && !dg->before)
        EG_TRY(upload_initial(dg, options, bytes));
    else
        EG_TRY(eg_stepper_upload(&dg->base, "state", bytes, NULL, &dg->q[0]));
    if (dg->one_state)
        dg->q[1] = dg->q[0];
    else
        EG_TRY(eg_stepper_upload(&dg->base, "next state", bytes, NULL, &dg->q[1]));
    dg->held.blocks = dg->blocks;
    EG_TRY(eg_dg_build_traces(dg));
    return eg_stepper_upload(&dg->base, "second state", bytes, NULL, &dg->second);
}
