/* Shallow water as a model: the table of functions. */
#include "run/models/shallow_water/internal.h"
#include "io/entries/entries.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- stepping and state */

static eg_stepper *stepper_of_water(const eg_model *model)
{
    return eg_fv_stepper(eg_sw_model_const(model)->fv);
}

/* NaN: none. */
static double class_of_cell(const eg_sw_model *model, int64_t cell)
{
    return model->roughness.class ? model->roughness.class[cell] : NAN;
}

static void output_of_water(const eg_model *model, int output, int64_t cell, int count, const double *points,
                            const double *variables, double *values)
{
    const eg_fv *fv = eg_sw_model_const(model)->fv;
    int stride = eg_fv_stepper(eg_sw_model_const(model)->fv)->variables;
    double gravity = eg_fv_gravity(fv), dry = eg_fv_dry_depth(fv);
    int components = eg_sw_outputs[output].components;
    for (int i = 0; i < count; i++) {
        const eg_sw_state *state = (const eg_sw_state *)&variables[i * stride];
        int64_t at = points ? cell : cell + i;
        if (output == EG_SW_MANNING)
            values[i] = eg_sw_manning_at(eg_sw_model_const(model), at, state->h);
        else if (output == EG_SW_CLASS)
            values[i] = class_of_cell(eg_sw_model_const(model), at);
        else
            eg_sw_evaluate((eg_sw_output_id)output, state, eg_sw_model_const(model)->solutes.count, gravity,
                           dry, &values[i * components]);
    }
}

/* A row is depth and velocity. */
static bool invert_water(const eg_model *model, int output, int64_t cell, const double *values,
                         double *variables)
{
    (void)model;
    (void)cell;
    if (output == EG_SW_DEPTH)
        variables[0] = values[0];
    if (output == EG_SW_VELOCITY)
        memcpy(&variables[1], values, 2 * sizeof *values);
    return output == EG_SW_DEPTH || output == EG_SW_VELOCITY;
}

static double height_of_bed(const eg_model *model, int64_t cell)
{
    return eg_fv_bed(eg_sw_model_const(model)->fv, cell);
}

/* Products of the exact solution with a piecewise constant one: degree 2 integrates e^2 of linear
 * data. At second order a value is that at the cell's centre, and the exact one there is held against it. */
static int degree_of_errors(const eg_model *model)
{
    return eg_fv_order(eg_sw_model_const(model)->fv) == 2 ? 0 : 3;
}

/* ---- records and divergence */

static eg_status find_diverged_water(eg_model *model, int64_t *cell, char *text, size_t room, double *how_bad)
{
    eg_sw_state state;
    EG_TRY(eg_fv_divergence_site(eg_sw_model_of(model)->fv, cell, &state, how_bad));
    snprintf(text, room, "depth %g m, discharge (%g, %g) m2/s", state.h, state.qx, state.qy);
    return EG_OK;
}

/* The discharge is shared out over the whole boundary by the depths along it; a rating curve's follows from
 * its level. */
static bool has_one_discharge(const eg_node *boundary)
{
    return eg_node_child(boundary, "discharge") || eg_node_child(boundary, "rating");
}

/* ---- for people */

/* CFL chi / (|u| + c), chi the width of the cell, and what mixing allows. */
static double step_of_water(const eg_model *model, int64_t c)
{
    const eg_sw_model *own = eg_sw_model_const(model);
    const eg_plane *mesh = own->setup.mesh;
    double speed =
        hypot(own->velocity[c][0], own->velocity[c][1]) + sqrt(eg_fv_gravity(own->fv) * own->depth[c]);
    double rate = fmax(speed / eg_plane_cell_width(mesh, c),
                       own->mixes > 0 ? own->mixes * eg_sw_mixing_rate(mesh, c) : 0);
    return speed > 0 ? own->cfl / rate : INFINITY;
}

static void describe_water_cell(const eg_model *model, int64_t cell, eg_text *text)
{
    eg_text_add(text, ", depth %.4g m", eg_sw_model_const(model)->depth[cell]);
}

static void cost_of_water(const eg_model *model, eg_model_cost *cost)
{
    const eg_mesh *mesh = eg_sw_model_const(model)->setup.cells;
    cost->unknowns = mesh->all * EG_SW_VARIABLES;
    cost->updates = (double)mesh->all;
    cost->updates_unit = "cell updates/s";
}

static void picture_of_water(const eg_model *model, int output, eg_model_picture *picture)
{
    (void)model;
    bool water = output == EG_SW_DEPTH || output == EG_SW_LEVEL;
    *picture = (eg_model_picture){.colormap = water ? EG_COLORMAP_WATER : EG_COLORMAP_SEQUENTIAL,
                                  .depth = output == EG_SW_ELEVATION ? -1 : EG_SW_DEPTH,
                                  .bed = EG_SW_ELEVATION};
}

/* Second order on triangles looks at the cells that share a vertex. */
static void describe_use_of_water(const eg_case *loaded, eg_mesh_use *use)
{
    use->vertices = loaded && eg_case_real(loaded, "numerics.order", 1) > 1;
}

static const eg_model_steps steps = {.forecasts = true,
                                     .stepper = stepper_of_water,
                                     .cell_step = step_of_water,
                                     .describe_cell = describe_water_cell,
                                     .divergence_site = find_diverged_water,
                                     .given = eg_sw_check_given,
                                     .read_maxima = eg_sw_read_maxima,
                                     .can_refine = eg_sw_can_refine,
                                     .refine_maximum = eg_sw_refine_depths};
static const eg_model_cells cells = {.describe_use = describe_use_of_water,
                                     .together = has_one_discharge,
                                     .bonds = eg_sw_list_bonds,
                                     .survey = eg_sw_survey};
static const eg_model_changes changes = {.next = eg_sw_next_forcing, .apply = eg_sw_change_forcing};
static const eg_model_nodal nodal = {.height = height_of_bed, .error_degree = degree_of_errors};
static const eg_model_holds holds = {
    .drift = eg_sw_drift, .limited_value = eg_sw_limited_value, .clipped = eg_sw_clipped};
static const eg_model_bench bench = {.cells = {1000000, 8000000}, .mixed = true, .build = eg_sw_build_bench};

static const eg_model_class class = {.need = eg_sw_need,
                                     .bytes = sizeof(eg_sw_model),
                                     .build = eg_sw_build,
                                     .end = eg_sw_end,
                                     .output = output_of_water,
                                     .invert = invert_water,
                                     .persist = eg_sw_persist,
                                     .balance_names = eg_sw_balance_names,
                                     .balance = eg_sw_balance,
                                     .summarise = eg_sw_summarise,
                                     .judge = eg_sw_judge,
                                     .describe = eg_sw_describe,
                                     .picture = picture_of_water,
                                     .cost = cost_of_water,
                                     .steps = &steps,
                                     .cells = &cells,
                                     .changes = &changes,
                                     .nodal = &nodal,
                                     .holds = &holds,
                                     .bench = &bench};

static const eg_case_part *const parts[] = {&eg_timed_keys,        &eg_plane_keys,
                                            &eg_mixed_keys,        &eg_mapped_keys,
                                            &eg_explicit_keys,     &eg_sw_keys,
                                            &eg_sw_roughness_keys, &eg_sw_soil_keys,
                                            &eg_sw_structure_keys, &eg_sw_motion_keys,
                                            &eg_sw_physics_keys,   &eg_sw_mixing_keys,
                                            &eg_periodic_keys,     NULL};

const eg_model_kind eg_shallow_water_model = {
    .keys = {.name = "shallow-water",
             .dimensions = 2,
             .parts = parts,
             .outputs = eg_sw_outputs,
             .output_count = EG_SW_OUTPUT_COUNT,
             .fields = "depth level velocity elevation",
             .picture = "depth",
             .samples = "depth level velocity",
             .sampled = EG_SW_INFILTRATION,
             .on_lines = EG_SW_MANNING,
             .absent = {EG_SW_CONCENTRATION_1, EG_SW_CONCENTRATION_1 + EG_SW_SOLUTES},
             .maxima = eg_sw_maxima,
             .maximum_count = EG_SW_MAXIMUM_COUNT,
             .maxima_default = "max_depth max_level max_speed max_discharge arrival_time "
                               "max_depth_time elevation",
             .exact = "depth level velocity concentration_1",
             .adapt = eg_sw_adapt,
             .height = "the bed",
             .expand = eg_case_expand_entries,
             .templates = eg_sw_templates,
             .template_count = EG_SW_TEMPLATES},
    .title = "shallow water",
    .boundary_words = eg_sw_boundary_hint,
    .drift_name = "mass_error",
    .points = "gauges",
    .class = &class};
