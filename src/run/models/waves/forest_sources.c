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

/* What a moment leaves in a fluid would never go, but for a pressure. */
static eg_status check_moment(const eg_forest_waves *model, const eg_waves_source *source,
                              int64_t cell, const double x[3])
{
    const eg_setup *setup = &model->setup;
    double material[EG_LINEAR_MATERIALS];
    char place[EG_POINT_ROOM];
    if (source->kind != EG_LINEAR_SOURCE_MOMENT ||
        eg_waves_is_pressure(model->kind->system, source->strength))
        return EG_OK;
    EG_TRY(eg_waves_region_at(&model->regions, cell, model->mesh->base.centroid[cell], material));
    if (!eg_forest_waves_is_fluid(model, material))
        return EG_OK;
    return eg_case_fail(setup->loaded, eg_case_find(setup->loaded, "sources"), EG_CASE,
                        "a source at %s has a moment with shear, and the medium there is a fluid; "
                        "give an explosion or a force",
                        eg_given_point(setup, x, place));
}

/* Keeps the sources whose cells this rank owns; x[count] are their places. */
static eg_status take_own(eg_forest_waves *model, const double (*x)[3], const eg_location *at)
{
    const eg_waves_sources *all = &model->sources;
    model->own_sources = 0;
    for (int i = 0; i < all->count; i++) {
        const eg_waves_source *from = &all->source[i];
        if (at[i].owner < 0)
            return eg_waves_refuse_moved(&model->setup, &model->shots, &from->place, x[i],
                                         "a source");
        if (at[i].held < 0)
            continue;
        EG_TRY(check_moment(model, from, at[i].held, x[i]));
        eg_dg_source *to = &model->source[model->own_sources++];
        *to = (eg_dg_source){.cell = at[i].held, .kind = from->kind, .function = from->function};
        memcpy(to->reference, at[i].reference, sizeof to->reference);
        memcpy(to->strength, from->strength, sizeof to->strength);
    }
    return EG_OK;
}

/* What a rank does for itself. */
static eg_status read_sources(eg_forest_waves *model)
{
    eg_waves_sources *sources = &model->sources;
    EG_TRY(eg_waves_open_shots(&model->setup, &model->shots));
    EG_TRY(eg_waves_open_sources(&model->setup, sources));
    eg_waves_warn_of_sources(&model->setup, sources);
    EG_TRY(check_limits(model));
    return eg_alloc(model->setup.context, sources->count, sizeof *model->source, &model->source);
}

/* The sources where the current shot has them. Collective. */
static eg_status place_sources(eg_forest_waves *model)
{
    const eg_setup *setup = &model->setup;
    int count = model->sources.count;
    double(*x)[3] = NULL;
    eg_location *at = NULL;
    if (count == 0)
        return EG_OK;
    eg_status status = eg_alloc(setup->context, count, sizeof *x, &x);
    if (status == EG_OK)
        status = eg_alloc(setup->context, count, sizeof *at, &at);
    for (int i = 0; status == EG_OK && i < count; i++)
        eg_waves_move_source(&model->shots, &model->sources.source[i].place, x[i]);
    status =
        eg_mesh_locate(&model->mesh->base, setup->comm, count, (const double(*)[3])x, at, status);
    if (status == EG_OK)
        status = take_own(model, (const double(*)[3])x, at);
    eg_free(setup->context, &x);
    eg_free(setup->context, &at);
    return eg_comm_agree(setup->comm, status);
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
        EG_TRY(place_sources(model));
    }
    return model->shots.setup ? EG_OK : place_sources(model);
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
    EG_TRY(place_sources(model));
    EG_TRY(eg_waves_place_receivers(&model->receivers));
    return take_receivers(model);
}

eg_status eg_forest_waves_relocate(eg_forest_waves *model)
{
    EG_TRY(place_sources(model));
    EG_TRY(eg_waves_relocate_receivers(&model->receivers));
    return take_receivers(model);
}

void eg_forest_waves_close_sources(eg_forest_waves *model)
{
    eg_waves_close_receivers(&model->receivers);
    eg_waves_close_shots(&model->shots);
    eg_waves_close_sources(&model->setup, &model->sources);
    eg_free(model->setup.context, &model->receiver);
    eg_free(model->setup.context, &model->source);
}
