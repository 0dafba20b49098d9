/* Waves on forests: from a case to a solver. */
#include "run/models/waves/forest.h"

static eg_status find_material(const eg_dg_field *self, int64_t cell, int64_t count, const double (*x)[3],
                               double *values)
{
    const eg_forest_waves *model = ((const eg_forest_field *)self)->model;
    int n = model->kind->system->materials;
    EG_TRY(eg_waves_region_points(&model->regions, cell, count, x, values));
    for (int64_t i = 0; i < count; i++)
        EG_TRY(eg_waves_check_fluid(&model->setup, &values[i * n]));
    return EG_OK;
}

static eg_status find_initial(const eg_dg_field *self, int64_t cell, int64_t count, const double (*x)[3],
                              double *values)
{
    const eg_forest_waves *model = ((const eg_forest_field *)self)->model;
    const double *centroid = model->mesh->base.centroid[cell];
    int n = model->kind->system->variables;
    bool nodal = eg_node_is(eg_case_find(model->setup.loaded, "numerics.material"), "nodes");
    EG_TRY(eg_waves_begin_points(&model->initial, cell, count, x, values));
    for (int64_t i = 0; i < count && eg_waves_is_elastic(model->kind); i++)
        EG_TRY(
            eg_waves_check_fluid_state(&model->regions, cell, nodal ? x[i] : centroid, x[i], &values[i * n]));
    return EG_OK;
}

static eg_status read_layers(eg_forest_waves *model)
{
    const eg_mesh *mesh = &model->mesh->base;
    const eg_linear *system = model->kind->system;
    EG_TRY(eg_alloc(model->setup.context, mesh->boundaries.count, sizeof *model->pml, &model->pml));
    for (int b = 0; b < mesh->boundaries.count; b++) {
        const eg_node *width = eg_node_child(eg_names_boundary(model->setup.loaded, mesh, b), "pml");
        model->pml[b] = width ? eg_node_real(width) : 0;
        if (width && system->changed[eg_forest_waves_flux(model->setup.loaded)] == 0)
            return eg_case_fail(model->setup.loaded, width, EG_CASE,
                                "there are no matched layers of %s waves with the Rusanov flux; give "
                                "numerics.flux: upwind, or 'absorbing' without a layer",
                                system->name);
    }
    return EG_OK;
}

/* Of a slice there are no vectors of the state in a picture. */
static eg_status check_arrows(const eg_forest_waves *model)
{
    const eg_node *arrows = eg_case_find(model->setup.loaded, "output.picture.arrows");
    if (model->mesh->base.dimension == 2 || !arrows || !eg_node_boolean(arrows))
        return EG_OK;
    return eg_case_fail(model->setup.loaded, arrows, EG_CASE,
                        "slices of waves have no arrows; remove output.picture.arrows");
}

static eg_status read_forest_case(eg_forest_waves *model)
{
    const eg_case *loaded = model->setup.loaded;
    model->degree = (int)eg_node_integer(eg_case_find(loaded, "numerics.degree"));
    model->steps = eg_node_is(eg_case_find(loaded, "numerics.steps"), "ssprk3") ? EG_DG_SSPRK3 : EG_DG_LSRK45;
    EG_TRY(check_arrows(model));
    EG_TRY(eg_waves_open_regions(&model->setup, &model->regions));
    eg_waves_open_initial(&model->setup, &model->initial);
    EG_TRY(eg_waves_read_boundaries(&model->waves));
    return read_layers(model);
}

eg_flux eg_forest_waves_flux(const eg_case *loaded)
{
    const eg_node *flux = eg_case_find(loaded, "numerics.flux");
    if (eg_node_is(flux, "rusanov"))
        return EG_FLUX_RUSANOV;
    return eg_node_is(flux, "central") ? EG_FLUX_CENTRAL : EG_FLUX_UPWIND;
}

eg_dg_storage eg_forest_waves_storage(const eg_case *loaded)
{
    const eg_node *storage = eg_case_find(loaded, "numerics.storage");
    if (eg_node_is(storage, "separate"))
        return EG_DG_SEPARATE;
    if (eg_node_is(storage, "out-of-core"))
        return EG_DG_OUT_OF_CORE;
    return eg_node_is(storage, "in-place") ? EG_DG_IN_PLACE : EG_DG_STORED_AUTO;
}

/* Options of the solver, of the current shot; they have views into the model. */
static eg_dg_options dg_options_of(const eg_forest_waves *model)
{
    const eg_case *loaded = model->setup.loaded;
    return (eg_dg_options){
        EG_WAVES_OPTIONS(model),
        .flux = eg_forest_waves_flux(loaded),
        .steps = model->steps,
        .variant = eg_node_is(eg_case_find(loaded, "numerics.kernels"), "parts") ? EG_DG_PARTS : EG_DG_AUTO,
        .degree = model->degree,
        .storage = eg_forest_waves_storage(loaded),
        .memory = (int64_t)eg_case_real(loaded, "numerics.device_memory", 0),
        .material = &model->material.field,
        .nodal_material = eg_node_is(eg_case_find(loaded, "numerics.material"), "nodes"),
        .initial = &model->initial_state.field,
        .source_count = model->own_parts,
        .sources = model->part,
        .spreads = model->spreads.test,
        .receivers = model->receiver,
        .pml = model->pml,
        .adapts = eg_case_find(loaded, "mesh.forest.adapt") != NULL,
        .lowest = (int)eg_case_real(loaded, "mesh.forest.adapt.lowest", 0)};
}

static eg_status aim_dg(eg_waves *waves)
{
    eg_forest_waves *model = eg_forest_waves_of(&waves->base);
    EG_TRY(eg_forest_waves_place_shot(model));
    const eg_dg_options options = dg_options_of(model);
    return eg_dg_aim(model->dg, &options);
}

eg_status eg_forest_waves_build(eg_model *base, const eg_setup *setup)
{
    eg_forest_waves *model = eg_forest_waves_of(base);
    eg_waves_begin(base, setup);
    model->aim = aim_dg;
    model->mesh = eg_forest_of(setup->cells);
    model->material = (eg_forest_field){{find_material}, model};
    model->initial_state = (eg_forest_field){{find_initial}, model};
    EG_TRY(eg_forest_waves_open_sources(model, read_forest_case(model)));
    const eg_dg_options options = dg_options_of(model);
    EG_TRY(eg_dg_create(setup->device, model->mesh, &options, &model->dg));
    model->stepper = model->receivers.solver = eg_dg_stepper(model->dg);
    EG_TRY(eg_waves_measure_quality(&model->waves, eg_waves_scheme_of(&model->waves), model->degree + 1));
    EG_TRY(eg_waves_judge_medium(&model->waves, options.nodal_material ? model->degree : 0));
    EG_TRY(eg_waves_judge_made(&model->waves, eg_waves_scheme_of(&model->waves), model->degree + 1));
    /* sources of shots, and other cells, ask for the medium */
    if (!model->shots.setup && !eg_case_find(setup->loaded, "mesh.forest.adapt"))
        eg_waves_close_regions(&model->regions);
    return EG_OK;
}

/* The clock pauses, so that all samples are there to be read before receivers move. */
eg_status eg_forest_waves_adapt(eg_model *base, eg_mesh *next, const struct eg_cell_transfer *transfer)
{
    eg_forest_waves *model = eg_forest_waves_of(base);
    eg_time_state now;
    eg_time *clock = eg_stepper_time(model->stepper);
    model->setup.cells = next;
    model->setup.mesh_hash = eg_forest_of(next)->hash;
    model->mesh = eg_forest_of(next);
    EG_TRY(eg_time_readback_begin(clock));
    EG_TRY(eg_time_readback_end(clock, &now));
    EG_TRY(eg_waves_collect_samples(&model->receivers, &now));
    EG_TRY(eg_forest_waves_relocate(model));
    const eg_dg_options options = dg_options_of(model);
    eg_status status = eg_dg_adapt(&model->dg, model->mesh, transfer, &options);
    model->stepper = model->receivers.solver = eg_dg_stepper(model->dg);
    return status;
}

void eg_forest_waves_end(eg_model *base)
{
    eg_forest_waves *model = eg_forest_waves_of(base);
    eg_dg_destroy(&model->dg);
    eg_waves_close(&model->waves);
    eg_dg_spreads_free(&model->spreads);
    EG_FREE(&model->receiver, &model->part, &model->pml);
}
