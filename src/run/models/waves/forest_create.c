/* Waves on forests: from a case to a solver. */
#include "run/models/waves/forest.h"

/* The stress of a fluid is a pressure: what else there is would never go. */
static eg_status check_pressure(const eg_forest_waves *model, int64_t cell, const double x[3],
                                const double *state)
{
    const eg_setup *setup = &model->setup;
    double material[EG_LINEAR_MATERIALS];
    char place[EG_POINT_ROOM];
    bool nodal = eg_node_is(eg_case_find(setup->loaded, "numerics.material"), "nodes");
    if (eg_waves_is_pressure(model->kind->system, state))
        return EG_OK;
    EG_TRY(eg_waves_region_at(&model->regions, cell, nodal ? x : setup->cells->centroid[cell], material));
    if (!eg_forest_waves_is_fluid(model, material))
        return EG_OK;
    return eg_case_fail(setup->loaded, eg_case_find(setup->loaded, "initial.stress"), EG_CASE,
                        "initial.stress is not a pressure at %s, where the medium is a fluid: its "
                        "normal components must be equal there, and the others 0",
                        eg_given_point(setup, x, place));
}

static eg_status initial_at(const eg_dg_field *self, int64_t cell, int64_t count, const double (*x)[3],
                            double *values)
{
    const eg_forest_waves *model = ((const eg_forest_field *)self)->model;
    int n = model->kind->system->variables;
    EG_TRY(eg_waves_begin_points(&model->initial, cell, count, x, values));
    for (int64_t i = 0; i < count && model->kind->keys == 3; i++)
        EG_TRY(check_pressure(model, cell, x[i], &values[i * n]));
    return EG_OK;
}

static eg_status check_layer(const eg_forest_waves *model, const eg_node *width)
{
    eg_case *loaded = model->setup.loaded;
    const eg_linear *system = model->kind->system;
    if (!width || system->changed[eg_forest_waves_flux(loaded)] > 0)
        return EG_OK;
    return eg_case_fail(loaded, width, EG_CASE,
                        "there are no matched layers of %s waves with the Rusanov flux; give "
                        "numerics.flux: upwind, or 'absorbing' without a layer",
                        system->name);
}

static eg_status read_boundaries(eg_forest_waves *model)
{
    const eg_mesh_names *names = &model->mesh->base.boundaries;
    const eg_node *boundaries = eg_case_find(model->setup.loaded, "boundaries");
    EG_TRY(eg_alloc(model->setup.context, names->count, sizeof *model->boundaries, &model->boundaries));
    EG_TRY(eg_alloc(model->setup.context, names->count, sizeof *model->pml, &model->pml));
    for (int b = 0; b < names->count; b++) {
        const eg_node *boundary = eg_node_child(boundaries, names->name[b]);
        const eg_node *width = eg_node_child(boundary, "pml");
        model->boundaries[b] = eg_waves_boundary_of(boundary);
        model->pml[b] = width ? eg_node_real(width) : 0;
        EG_TRY(check_layer(model, width));
    }
    return EG_OK;
}

/* Of a slice there are no vectors of the state in a picture. */
static eg_status check_picture(const eg_forest_waves *model)
{
    const eg_node *arrows = eg_case_find(model->setup.loaded, "output.picture.arrows");
    if (model->mesh->base.dimension == 2 || !arrows || !eg_node_boolean(arrows))
        return EG_OK;
    return eg_case_fail(model->setup.loaded, arrows, EG_CASE,
                        "slices of waves have no arrows; remove output.picture.arrows");
}

static eg_status read_case(eg_forest_waves *model)
{
    const eg_case *loaded = model->setup.loaded;
    model->degree = (int)eg_node_integer(eg_case_find(loaded, "numerics.degree"));
    model->steps = eg_node_is(eg_case_find(loaded, "numerics.steps"), "ssprk3") ? EG_DG_SSPRK3 : EG_DG_LSRK45;
    EG_TRY(check_picture(model));
    EG_TRY(eg_waves_open_regions(&model->setup, &model->regions));
    eg_waves_open_initial(&model->setup, &model->initial);
    return read_boundaries(model);
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

/* The lowest level of cells that change. */
static int lowest_of(const eg_case *loaded)
{
    const eg_node *lowest = eg_case_find(loaded, "mesh.forest.adapt.lowest");
    return lowest ? (int)eg_node_integer(lowest) : 0;
}

/* Options of the solver, of the current shot; they have views into the model and the fields. */
static eg_dg_options options_of(const eg_forest_waves *model, const eg_forest_field *material,
                                const eg_forest_field *initial)
{
    const eg_setup *setup = &model->setup;
    const eg_case *loaded = setup->loaded;
    return (eg_dg_options){
        .comm = setup->comm,
        .link = setup->link,
        .system = model->kind->system,
        .flux = eg_forest_waves_flux(loaded),
        .steps = model->steps,
        .precision = setup->precision,
        .variant = eg_node_is(eg_case_find(loaded, "numerics.kernels"), "parts") ? EG_DG_PARTS : EG_DG_AUTO,
        .degree = model->degree,
        .lanes = setup->lanes,
        .cfl = eg_case_real(loaded, "time.cfl", 0),
        .dt = eg_case_real(loaded, "time.dt", 0),
        .dt_least = 1e-12 * eg_case_real(loaded, "time.end", 0),
        .storage = eg_forest_waves_storage(loaded),
        .memory = (int64_t)eg_case_real(loaded, "numerics.device_memory", 0),
        .material = &material->field,
        .nodal_material = eg_node_is(eg_case_find(loaded, "numerics.material"), "nodes"),
        .initial = &initial->field,
        .boundaries = model->boundaries,
        .source_count = model->own_parts,
        .sources = model->part,
        .spreads = model->spreads.test,
        .function_count = model->sources.functions,
        .expression_count = model->sources.expressions,
        .functions = model->sources.function,
        .expressions = model->sources.generated.data,
        .receiver_count = model->receivers.own,
        .receivers = model->receiver,
        .receiver_interval = model->receivers.interval,
        .pml = model->pml,
        .adapts = eg_case_find(loaded, "mesh.forest.adapt") != NULL,
        .lowest = lowest_of(loaded)};
}

static eg_status build(eg_forest_waves *model)
{
    const eg_setup *setup = &model->setup;
    const eg_forest_field material = eg_forest_waves_material(model), initial = {{initial_at}, model};
    EG_TRY(eg_forest_waves_open_sources(model, read_case(model)));
    const eg_dg_options options = options_of(model, &material, &initial);
    EG_TRY(eg_dg_create(setup->device, model->mesh, &options, &model->dg));
    model->stepper = model->receivers.solver = eg_dg_stepper(model->dg);
    EG_TRY(eg_waves_check_plausible(&model->waves));
    EG_TRY(eg_waves_judge_resolution(&model->waves, true, model->degree + 1));
    EG_TRY(eg_waves_judge_surroundings(&model->waves));
    /* sources of shots, and other cells, ask for the medium */
    if (!model->shots.setup && !eg_case_find(setup->loaded, "mesh.forest.adapt"))
        eg_waves_close_regions(&model->regions);
    return EG_OK;
}

static eg_status aim(eg_waves *waves)
{
    eg_forest_waves *model = eg_forest_waves_of(&waves->base);
    const eg_forest_field material = eg_forest_waves_material(model), initial = {{initial_at}, model};
    EG_TRY(eg_forest_waves_place_shot(model));
    const eg_dg_options options = options_of(model, &material, &initial);
    return eg_dg_aim(model->dg, &options);
}

/* The clock pauses, so that all samples are there to be read before receivers move. */
static eg_status move_points(eg_forest_waves *model)
{
    eg_time_state now;
    eg_time *clock = eg_stepper_time(model->stepper);
    EG_TRY(eg_time_readback_begin(clock));
    EG_TRY(eg_time_readback_end(clock, &now));
    EG_TRY(eg_waves_collect_samples(&model->receivers, &now));
    return eg_forest_waves_relocate(model);
}

eg_status eg_forest_waves_adapt(eg_model *base, eg_mesh *next, const struct eg_cell_transfer *transfer)
{
    eg_forest_waves *model = eg_forest_waves_of(base);
    const eg_forest_field material = eg_forest_waves_material(model), initial = {{initial_at}, model};
    model->setup.cells = next;
    model->setup.mesh_hash = eg_forest_of(next)->hash;
    model->mesh = eg_forest_of(next);
    EG_TRY(move_points(model));
    const eg_dg_options options = options_of(model, &material, &initial);
    eg_status status = eg_dg_adapt(&model->dg, model->mesh, transfer, &options);
    model->stepper = model->receivers.solver = eg_dg_stepper(model->dg);
    return status;
}

eg_status eg_forest_waves_create(const eg_setup *setup, eg_model **model)
{
    eg_forest_waves *made;
    *model = NULL;
    EG_TRY(eg_alloc(setup->context, 1, sizeof *made, &made));
    made->base = (eg_model){.kind = setup->kind, .class = setup->kind->class};
    made->setup = *setup;
    made->kind = setup->kind->waves;
    made->aim = aim;
    made->mesh = eg_forest_of(setup->cells);
    *model = &made->base;
    eg_status status = build(made);
    if (status != EG_OK)
        eg_forest_waves_destroy(model);
    return status;
}

void eg_forest_waves_destroy(eg_model **address)
{
    if (!address || !*address)
        return;
    eg_forest_waves *model = eg_forest_waves_of(*address);
    eg_context *context = model->setup.context;
    eg_dg_destroy(&model->dg);
    eg_waves_close_regions(&model->regions);
    eg_forest_waves_close_sources(model);
    eg_free(context, &model->boundaries);
    eg_free(context, &model->pml);
    eg_free(context, address);
}
