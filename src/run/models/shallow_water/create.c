/* From a case, or from a bench, to a solver. */
#include "run/judge/verdicts.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

static eg_fv_blocks wanted_blocks(const eg_case *loaded)
{
    const eg_node *blocks = eg_case_find(loaded, "numerics.blocks");
    return eg_node_is(blocks, "all")      ? EG_FV_BLOCKS_ALL
           : eg_node_is(blocks, "moving") ? EG_FV_BLOCKS_MOVING
                                          : EG_FV_BLOCKS_AUTO;
}

/* Whether waves are f32 in a state of f64. */
static eg_status take_precision(eg_case *loaded, bool *mixed)
{
    const eg_node *precision = eg_case_find(loaded, "numerics.precision");
    *mixed = eg_node_is(precision, "mixed");
    if (*mixed && eg_case_real(loaded, "numerics.order", 1) > 1)
        return eg_case_fail(loaded, precision, EG_CASE,
                            "precision: mixed is of first order; take order: 1, or precision: f64 or f32");
    return EG_OK;
}

static eg_status make_water_solver(eg_sw_model *model)
{
    bool mixed;
    const eg_setup *setup = &model->setup;
    const eg_plane *mesh = setup->mesh;
    const eg_sw_subgrid *ground = &model->subgrid;
    EG_TEXT(generated, setup->context);
    EG_TEXT(rates, setup->context);
    EG_TEXT(flows, setup->context);
    EG_TEXT(solutes, setup->context);
    EG_SCRATCH eg_fv_boundary *boundaries = NULL;
    EG_TRY(take_precision(setup->loaded, &mixed));
    EG_TRY(eg_sw_generate(model, &generated));
    EG_TRY(eg_sw_generate_rain(model, &rates));
    EG_TRY(eg_sw_generate_flows(model, &flows));
    EG_TRY(eg_sw_generate_solutes(model, &solutes));
    EG_TRY(eg_alloc(setup->context, mesh->base.boundaries.count, sizeof *boundaries, &boundaries));
    for (int b = 0; b < mesh->base.boundaries.count; b++)
        boundaries[b] = model->boundaries[b].given;
    model->cfl = eg_case_real(setup->loaded, "time.cfl", 0.9);
    const eg_fv_options options = {.comm = setup->comm,
                                   .link = setup->link,
                                   .precision = setup->precision,
                                   .mixed = mixed,
                                   .order = (int)eg_case_real(setup->loaded, "numerics.order", 1),
                                   .lanes = setup->lanes,
                                   .blocks = wanted_blocks(setup->loaded),
                                   .gravity = eg_case_real(setup->loaded, "numerics.gravity", 0),
                                   .dry_depth = eg_case_real(setup->loaded, "numerics.dry_depth", 0),
                                   .cfl = eg_case_real(setup->loaded, "time.cfl", 0),
                                   .dt = eg_case_real(setup->loaded, "time.dt", 0),
                                   .dt_least = 1e-12 * eg_case_real(setup->loaded, "time.end", 0),
                                   .bed = ground->strips > 0 ? ground->mean : model->bed,
                                   .subgrid = {ground->strips, ground->cell, ground->face},
                                   .manning = model->manning,
                                   .roughness = eg_sw_give_roughness(model),
                                   .depth = model->depth,
                                   .velocity = (const double(*)[2])model->velocity,
                                   .blocked = model->blocked,
                                   .boundaries = boundaries,
                                   .water = eg_sw_give_rain(model, &rates),
                                   .flows = {model->flows.count, model->flows.flow, flows.data},
                                   .solutes = eg_sw_give_solutes(model, &solutes),
                                   .viscosity = eg_sw_give_viscosity(setup->loaded),
                                   .coriolis = model->coriolis,
                                   .linear_friction = model->linear_friction,
                                   .wind = model->wind.node != NULL,
                                   .wind_thin = eg_case_real(setup->loaded, "physics.wind.thin", 0),
                                   .pressure = model->pressure.field[0],
                                   .lifts = model->motion.count,
                                   .lift = model->motion.lift,
                                   .sections = model->sections,
                                   .section = model->section,
                                   .maxima = eg_sw_wanted_maxima(setup->loaded),
                                   .flooded_depth =
                                       eg_case_real(setup->loaded, "output.maxima.flooded_depth", 0),
                                   .generated = generated.data};
    return eg_fv_create(setup->device, mesh, &options, &model->fv);
}

/* What a rank does for itself. */
static eg_status read_water_case(eg_sw_model *model)
{
    const eg_setup *setup = &model->setup;
    EG_TRY(eg_sw_read_ground(model));
    EG_TRY(eg_sw_read_subgrid(model));
    EG_TRY(eg_sw_read_terrain(model));
    EG_TRY(eg_sw_read_initial(model));
    eg_sw_level_subgrid(model);
    EG_TRY(eg_sw_read_boundaries(model));
    EG_TRY(eg_sw_read_rain(model));
    EG_TRY(eg_sw_read_flows(model));
    EG_TRY(eg_sw_read_solutes(model));
    EG_TRY(eg_sw_read_mixing(model));
    EG_TRY(eg_sw_read_motion(model));
    EG_TRY(eg_sw_read_coriolis(model));
    EG_TRY(eg_sw_read_weather(model));
    EG_TRY(eg_sw_read_sections(model));
    return eg_alloc(setup->context, setup->mesh->base.boundaries.count, sizeof *model->through,
                    &model->through);
}

static eg_status judge_water(eg_sw_model *model)
{
    int64_t faces;
    EG_JUDGING(model->setup.run);
    EG_TRY(eg_sw_judge_flows(model));
    EG_TRY(eg_sw_check_plausible(model));
    const eg_sw_levee_face *face = eg_sw_surveyed_levees(model, &faces);
    if (model->subgrid.strips == 0) /* else the ground between centres is known */
        EG_TRY(eg_sw_judge_ground(model, faces, face));
    eg_sw_close_ground(model);
    return EG_OK;
}

eg_status eg_sw_build(eg_model *base, const eg_setup *setup)
{
    eg_sw_model *model = eg_sw_model_of(base);
    model->setup = *setup;
    EG_TRY(eg_comm_agree(setup->comm, read_water_case(model)));
    EG_TRY(eg_sw_locate_flows(model));
    EG_TRY(eg_sw_check_terrain(model));
    EG_TRY(eg_sw_measure_motion(model));
    EG_TRY(eg_sw_check_sections(model));
    eg_sw_warn_of_boundaries(model);
    EG_TRY(judge_water(model));
    EG_TRY(make_water_solver(model));
    if (setup->notes)
        eg_sw_tell_breaches(model, setup->notes);
    return eg_sw_begin_forcing(model);
}

/* All wet, waves over a hilly bed, all round walls. */
eg_status eg_sw_build_bench(eg_model *base, const eg_setup *setup, const eg_bench_options *options)
{
    eg_sw_model *model = eg_sw_model_of(base);
    model->setup = *setup;
    int64_t cells = setup->mesh->base.own;
    EG_TRY(EG_ALLOC(setup->context, EG_BLOCK(cells, model->bed), EG_BLOCK(cells, model->depth),
                    EG_BLOCK(cells, model->manning)));
    for (int64_t c = 0; c < cells; c++) {
        const double *x = setup->mesh->base.centroid[c];
        model->bed[c] = 0.3 * sin(0.05 * x[0]) * cos(0.04 * x[1]);
        model->depth[c] = 2 + 0.2 * cos(0.03 * x[0] + 0.02 * x[1]) - model->bed[c];
        model->manning[c] = options->plain ? 0 : 0.03;
    }
    const eg_fv_options made = {.comm = setup->comm,
                                .link = setup->link,
                                .precision = setup->precision,
                                .mixed = options->mixed,
                                .lanes = setup->lanes,
                                .bed = model->bed,
                                .depth = model->depth,
                                .manning = model->manning};
    return eg_fv_create(setup->device, setup->mesh, &made, &model->fv);
}

void eg_sw_end(eg_model *base)
{
    eg_sw_model *model = eg_sw_model_of(base);
    eg_fv_destroy(&model->fv);
    eg_sw_close_ground(model);
    eg_sw_destroy_boundaries(model);
    eg_sw_destroy_solutes(model);
    eg_sw_destroy_flows(model);
    eg_sw_destroy_rain(model);
    eg_sw_close_weather(model);
    eg_sw_destroy_roughness(model);
    eg_sw_destroy_motion(model);
    eg_sw_destroy_sections(model);
    EG_FREE(&model->covered, &model->raised, &model->blocked, &model->coriolis, &model->bed, &model->manning,
            &model->linear_friction, &model->depth, &model->velocity, &model->through, &model->subgrid.cell,
            &model->subgrid.face, &model->subgrid.mean);
}
