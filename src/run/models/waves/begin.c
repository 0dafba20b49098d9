/* Medium and initial state of ADER-DG: those of the case, or another run's state. */
#include "run/models/waves/internal.h"

eg_status eg_waves_open_medium(eg_waves_model *model)
{
    EG_TRY(eg_waves_open_regions(&model->setup, &model->regions));
    if (eg_case_find(model->setup.loaded, "initial.from")) {
        model->initial = (eg_waves_initial){
            .setup = &model->setup, .variables = model->kind->system->variables, .constant = true};
        /* the other run's outputs of the same names as the keys of the initial state are its variables */
        return model->setup.restoring
                   ? EG_OK
                   : eg_transfer_open(&model->setup, model->base.kind->keys.state, false, &model->transfer);
    }
    eg_waves_open_initial(&model->setup, &model->initial);
    return EG_OK;
}

void eg_waves_close_medium(eg_waves_model *model)
{
    eg_waves_close_regions(&model->regions);
    eg_transfer_close(&model->transfer);
}

eg_status eg_waves_material_at(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const eg_waves_model *model = user;
    int n = model->kind->system->materials;
    for (int i = 0; i < count; i++)
        EG_TRY(eg_waves_region_at(&model->regions, cell, x[i], &values[i * n]));
    return EG_OK;
}

/* Vectors of the plane have three columns in a snapshot. */
static void transfer_at(eg_waves_model *model, const double x[2], double *values)
{
    const eg_transfer *transfer = &model->transfer;
    double there[EG_TRANSFER_FIELDS * 3] = {0}, *from = there;
    bool inside;
    eg_transfer_near(transfer, x, x, there, &inside);
    if (!inside)
        eg_outside_add(&model->outside, x, 2);
    for (int f = 0; f < transfer->fields; from += transfer->columns[f++])
        for (int k = 0; k < eg_waves_state(&model->base.kind->keys, f)->components; k++)
            *values++ = from[k];
}

eg_status eg_waves_initial_at(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    eg_waves_model *model = user;
    int n = model->kind->system->variables;
    for (int i = 0; i < count; i++) {
        if (model->transfer.setup)
            transfer_at(model, x[i], &values[i * n]);
        else
            EG_TRY(eg_waves_begin_at(&model->initial, cell, x[i], &values[i * n]));
        if (eg_waves_is_beyond(model, values[i * n]))
            return eg_waves_refuse_beyond(model, x[i], values[i * n]);
    }
    return EG_OK;
}
