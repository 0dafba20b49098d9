/* The models that there are, and what the run asks of any. */
#include "run/model.h"

#include <string.h>

int64_t eg_model_state_bytes(const eg_model *model)
{
    const eg_stepper *stepper = eg_model_stepper(model);
    return stepper ? eg_stepper_state_bytes(stepper) : model->class->state_bytes(model);
}

eg_status eg_model_snapshot_begin(eg_model *model, void *memory, eg_event **event)
{
    eg_stepper *stepper = eg_model_stepper(model);
    return stepper ? eg_stepper_snapshot_begin(stepper, memory, event)
                   : model->class->snapshot_begin(model, memory, event);
}

eg_status eg_model_read_state(eg_model *model, void *memory)
{
    eg_stepper *stepper = eg_model_stepper(model);
    eg_event *event = NULL;
    if (stepper)
        return eg_stepper_read(stepper, memory);
    eg_status status = model->class->snapshot_begin(model, memory, &event);
    if (status == EG_OK && event)
        status = eg_event_wait(event);
    eg_event_destroy(&event);
    return status;
}

eg_status eg_model_hash(const eg_model *model, const void *memory, uint64_t *chunks)
{
    const eg_stepper *stepper = eg_model_stepper(model);
    return stepper ? eg_stepper_hash_chunks(stepper, memory, chunks)
                   : model->class->hash(model, memory, chunks);
}

void eg_model_find_cost(const eg_model *model, eg_model_cost *cost)
{
    const eg_stepper *stepper = eg_model_stepper(model);
    *cost = (eg_model_cost){0};
    if (stepper) {
        int64_t unknowns = stepper->domain->all * stepper->values;
        *cost = (eg_model_cost){.lanes = stepper->layout.lanes,
                                .unknowns = unknowns,
                                .updates = (double)unknowns,
                                .updates_unit = "unknowns/s",
                                .bytes = stepper->class->bytes(stepper),
                                .flops = stepper->class->flops ? stepper->class->flops(stepper) : 0,
                                .sent_bytes = eg_stepper_sent_bytes(stepper),
                                .device_bytes = eg_stepper_device_bytes(stepper)};
    }
    if (model->class->cost)
        model->class->cost(model, cost);
}

bool eg_model_has_cell_step(const eg_model *model)
{
    return model->class->cell_step || model->class->stepper;
}

double eg_model_cell_step(const eg_model *model, int64_t cell)
{
    const eg_stepper *stepper = eg_model_stepper(model);
    return model->class->cell_step ? model->class->cell_step(model, cell)
                                   : stepper->class->cell_step(stepper, cell);
}

/* ---- the models that there are */

#define KEYS(NAME) &eg_##NAME##_model.keys,
const eg_case_model *const eg_models[] = {EG_MODELS(KEYS) NULL};
#undef KEYS

const eg_model_kind *eg_model_kind_of(const eg_case_model *keys)
{
    return (const eg_model_kind *)keys;
}

const eg_model_kind *eg_model_find(const char *name)
{
    for (const eg_case_model *const *keys = eg_models; *keys; keys++)
        if (strcmp((*keys)->name, name) == 0 && !(*keys)->forest)
            return eg_model_kind_of(*keys);
    return NULL;
}

const eg_model_kind *eg_model_find_forest(const char *name, int dimensions)
{
    for (const eg_case_model *const *keys = eg_models; *keys; keys++)
        if ((*keys)->forest && (*keys)->dimensions == dimensions &&
            strcmp((*keys)->name, name) == 0)
            return eg_model_kind_of(*keys);
    return NULL;
}

const eg_model_kind *eg_model_of_case(const eg_case *loaded)
{
    return eg_model_kind_of(eg_case_model_of(loaded));
}
