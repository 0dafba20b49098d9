/* The atmosphere as a model: the table of functions. */
#include "run/models/atmosphere/internal.h"

#include <math.h>
#include <stdio.h>

/* ---- stepping and state */

static eg_stepper *stepper_of_air(const eg_model *model)
{
    return eg_deg_stepper(eg_air_const(model)->deg);
}

static eg_deg_indicator indicator_of(const eg_air_model *air)
{
    const eg_case *loaded = air->setup.loaded;
    const eg_node *variable = eg_case_find(loaded, "mesh.adapt.variable");
    return (eg_deg_indicator){.variable = eg_node_is(variable, "density")  ? EG_DEG_BY_DENSITY
                                          : eg_node_is(variable, "tracer") ? EG_DEG_BY_TRACER
                                                                           : EG_DEG_BY_THETA,
                              .jumps = eg_node_is(eg_case_find(loaded, "mesh.adapt.indicator"), "jumps")};
}

static eg_status indicate_air(eg_model *model, const eg_buffer **values)
{
    const eg_air_model *air = eg_air_of(model);
    return eg_deg_indicate(air->deg, indicator_of(air), values);
}

static void output_of_air(const eg_model *base, int output, int64_t cell, int count, const double *points,
                          const double *variables, double *values)
{
    const eg_air_model *model = eg_air_const(base);
    int components = eg_air_outputs[output].components;
    int each = eg_deg_stepper(model->deg)->variables;
    for (int i = 0; i < count; i++)
        eg_air_evaluate(model, output, eg_air_height(model, cell, &points[2 * i]), &variables[i * each],
                        &values[i * components]);
}

static bool invert_air(const eg_model *base, int output, int64_t cell, const double *values,
                       double *variables)
{
    static const double centre[2] = {1.0 / 3, 1.0 / 3};
    const eg_air_model *model = eg_air_const(base);
    double height = cell < 0 ? model->low : eg_air_height(model, cell, centre);
    return eg_air_invert(model, output, height, values, variables);
}

/* ---- divergence */

static eg_status find_diverged_air(eg_model *base, int64_t *cell, char *text, size_t room, double *how_bad)
{
    eg_air_model *model = eg_air_of(base);
    eg_deg_site site;
    EG_TRY(eg_deg_divergence_site(model->deg, &site));
    *how_bad = site.cell < 0 ? 0 : INFINITY;
    *cell = eg_max_i64(site.cell, 0);
    snprintf(text, room, "density %g kg/m3, pressure %g Pa", site.density,
             eg_gas_pressure(eg_background_gas(model->background), site.heat));
    return EG_OK;
}

/* ---- for people */

static void describe_air(const eg_model *base, eg_text *text)
{
    static const char *const words[] = {"periodic", "wall", "open"};
    const eg_air_model *model = eg_air_const(base);
    const eg_mesh *mesh = model->setup.cells;
    const eg_background_state low = eg_air_at(model, model->low), high = eg_air_at(model, model->high);
    eg_text_add(text, "boundaries");
    for (int b = 0; b < mesh->boundaries.count; b++)
        eg_text_add(text, " %s: %s%s", mesh->boundaries.name[b], words[model->boundaries[b]],
                    b + 1 < mesh->boundaries.count ? "," : "");
    eg_text_add(text, "\nair        pressure %.6g to %.6g Pa, theta %.6g to %.6g K\n", low.pressure,
                high.pressure, low.theta, high.theta);
    eg_text_add(text, "scheme     nodal DG of degree %d, %d unknowns a cell\n", model->degree,
                eg_deg_stepper(model->deg)->values);
}

/* Of the state at time 0, at the centroid. */
static double speed_of_air(const eg_air_model *model, int64_t cell)
{
    const double *x = model->setup.cells->centroid[cell];
    double variables[EG_DEG_VARIABLES], velocity[2], pressure;
    const double at[2] = {x[0], x[1]};
    const eg_background_state air = eg_air_at(model, x[1]);
    if (eg_air_initial_at((void *)model, cell, 1, &at, variables) != EG_OK)
        return NAN;
    eg_air_evaluate(model, EG_AIR_VELOCITY, x[1], variables, velocity);
    eg_air_evaluate(model, EG_AIR_PRESSURE_PERTURBATION, x[1], variables, &pressure);
    return sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1]) +
           sqrt(model->exponent * (air.pressure + pressure) / (air.density + variables[0]));
}

static double step_of_air(const eg_model *base, int64_t cell)
{
    const eg_air_model *model = eg_air_const(base);
    return eg_deg_cfl(model->deg) * eg_deg_reach(model->deg, cell) / speed_of_air(model, cell);
}

static void describe_air_cell(const eg_model *base, int64_t cell, eg_text *text)
{
    eg_text_add(text, ", fastest wave %.4g m/s", speed_of_air(eg_air_const(base), cell));
}

static void cost_of_air(const eg_model *base, eg_model_cost *cost)
{
    cost->updates = eg_deg_stages(eg_air_const(base)->deg) * (double)cost->unknowns;
    cost->updates_unit = "unknown stages/s";
}

/* ---- the table */

static bool has_same_tracer(const eg_case *one, const eg_case *other)
{
    return eg_air_has_tracer(one) == eg_air_has_tracer(other);
}

static const eg_model_steps steps = {.stepper = stepper_of_air,
                                     .cell_step = step_of_air,
                                     .describe_cell = describe_air_cell,
                                     .divergence_site = find_diverged_air};
static const eg_model_cells cells = {.describe_use = eg_air_describe_mesh_use};
static const eg_model_adapts adapts = {.adapt = eg_air_adapt,
                                       .indicate_there = indicate_air,
                                       .adapts_there = eg_air_adapts_there,
                                       .adapt_there = eg_air_adapt_there};
static const eg_model_holds holds = {.drift = eg_air_drift,
                                     .limited_value = eg_air_limited_value,
                                     .advected = eg_air_advected,
                                     .steady_remedy = eg_air_steady_remedy};
static const eg_model_bench bench = {.cells = {40000, 400000}, .build = eg_air_build_bench};

static const eg_model_class class = {.need = eg_air_need,
                                     .bytes = sizeof(eg_air_model),
                                     .build = eg_air_build,
                                     .end = eg_air_end,
                                     .output = output_of_air,
                                     .invert = invert_air,
                                     .persist = eg_air_persist,
                                     .same_variables = has_same_tracer,
                                     .balance_names = eg_air_balance_names,
                                     .balance = eg_air_take_balance,
                                     .summarise = eg_air_summarise,
                                     .judge = eg_air_judge,
                                     .describe = describe_air,
                                     .cost = cost_of_air,
                                     .steps = &steps,
                                     .cells = &cells,
                                     .adapts = &adapts,
                                     .holds = &holds,
                                     .bench = &bench};

/* Boxes are cut into triangles. */
static const eg_case_row box[] = {EG_ROW("mesh.box.element", EG_TAKES_WORD, "The shape of the cells.",
                                         "triangle", .words = "triangle", .default_text = "triangle")};
static const eg_case_part triangles = EG_CASE_PART(box);

static const eg_case_part *const parts[] = {
    &eg_timed_keys,    &eg_plane_keys, &triangles,        &eg_mapped_keys,
    &eg_explicit_keys, &eg_air_keys,   &eg_periodic_keys, NULL};

static const char *const state[] = {"theta_perturbation", "velocity", "pressure_perturbation", "tracer",
                                    NULL};

const eg_model_kind eg_atmosphere_model = {
    .keys = {.name = "atmosphere",
             .leaves = true,
             .dimensions = 2,
             .parts = parts,
             .outputs = eg_air_outputs,
             .output_count = EG_AIR_OUTPUTS,
             .fields = "theta_perturbation velocity pressure_perturbation",
             .picture = "theta_perturbation",
             .samples = "theta_perturbation velocity pressure_perturbation density_perturbation tracer",
             .state = state,
             .no_inflow = true,
             .exact = "theta_perturbation velocity pressure_perturbation density_perturbation",
             .templates = eg_air_templates,
             .template_count = EG_AIR_TEMPLATES},
    .title = "atmosphere",
    .boundary_words = "wall, open or {periodic: NAME}",
    .drift_name = "mass_error",
    .points = "gauges",
    .class = &class};
