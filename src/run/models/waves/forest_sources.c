/* Point sources and receivers on forests: from a case to cells. */
#include "run/models/waves/forest.h"

#include <string.h>

static eg_status check_limits(const eg_forest_waves *model)
{
    const eg_node *limit = eg_case_find(model->setup.loaded, "limits.energy_growth");
    if (!limit || model->sources.count == 0)
        return EG_OK;
    return eg_case_fail(model->setup.loaded, limit, EG_CASE,
                        "limits.energy_growth needs a run without sources: they bring energy in");
}

/* What a rank does for itself. */
static eg_status read_sources(eg_forest_waves *model)
{
    eg_waves_sources *sources = &model->sources;
    EG_TRY(eg_waves_open_shots(&model->setup, &model->shots));
    EG_TRY(eg_waves_open_sources(&model->setup, sources));
    EG_TRY(eg_waves_judge_sources(&model->setup, sources));
    return check_limits(model);
}

/* The sources where the current shot has them; not `used`: only whether they lie in the mesh. Collective. */
static eg_status place_sources(eg_forest_waves *model, bool used)
{
    model->own_parts = 0;
    model->spreads.count = 0;
    for (int i = 0; i < model->sources.count; i++) {
        const eg_waves_source *source = &model->sources.source[i];
        double x[3];
        bool inside;
        eg_waves_move_source(&model->shots, &source->place, x);
        EG_TRY(eg_forest_waves_add_parts(model, i, x, used, &inside, EG_OK));
        if (!inside)
            return eg_waves_refuse_moved(&model->setup, &model->shots, &source->place, x, "a source");
    }
    return EG_OK;
}

/* ---- receivers */

/* Those of this rank, as the solver takes them. Collective. */
static eg_status take_receivers(eg_forest_waves *model)
{
    const eg_setup *setup = &model->setup;
    const eg_waves_receivers *r = &model->receivers;
    eg_free(setup->context, &model->receiver);
    eg_status status = eg_alloc(setup->context, r->own, sizeof *model->receiver, &model->receiver);
    for (int i = 0; status == EG_OK && i < r->own; i++) {
        model->receiver[i].cell = r->own_cell[i];
        memcpy(model->receiver[i].reference, r->own_reference[i], sizeof *r->own_reference);
    }
    return eg_comm_agree(setup->comm, status);
}

/* ---- both */

/* The sources of all shots are looked up; those of the first last. */
static eg_status place_all(eg_forest_waves *model)
{
    for (int64_t k = model->shots.run.count - 1; k >= 0; k--) {
        eg_waves_choose_shot(&model->shots, k);
        EG_TRY(place_sources(model, k == 0));
    }
    return model->shots.setup ? EG_OK : place_sources(model, true);
}

eg_status eg_forest_waves_open_sources(eg_forest_waves *model, eg_status status)
{
    const eg_setup *setup = &model->setup;
    if (status == EG_OK)
        status = read_sources(model);
    EG_TRY(eg_comm_agree(setup->comm, status));
    EG_TRY(place_all(model));
    EG_TRY(eg_waves_open_receivers(setup, &model->shots, &model->receivers));
    return take_receivers(model);
}

eg_status eg_forest_waves_place_shot(eg_forest_waves *model)
{
    EG_TRY(place_sources(model, true));
    EG_TRY(eg_waves_place_receivers(&model->receivers));
    return take_receivers(model);
}

eg_status eg_forest_waves_relocate(eg_forest_waves *model)
{
    EG_TRY(place_sources(model, true));
    EG_TRY(eg_waves_relocate_receivers(&model->receivers));
    return take_receivers(model);
}

void eg_forest_waves_close_sources(eg_forest_waves *model)
{
    eg_waves_close_receivers(&model->receivers);
    eg_waves_close_shots(&model->shots);
    eg_waves_close_sources(&model->setup, &model->sources);
    eg_free(model->setup.context, &model->receiver);
    eg_free(model->setup.context, &model->part);
    eg_dg_spreads_free(&model->spreads);
}
