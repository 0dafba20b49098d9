/* Advection of tracers as a model of cases: outputs, keys, and the material. */
#include "run/models/waves/names.h"

static const eg_output outputs[] = {{"tracer", 1, "1", "amount of the tracer", false, NULL}};

static const eg_output maxima[] = {
    {"max_tracer", 1, "1", "largest size of the tracer", false, "largest amount of the tracer"}};
static const eg_ader_maximum maximum_of[] = {{1, {{1}}}};

static void evaluate_advection(int output, const double *u, double *value)
{
    (void)output;
    value[0] = u[0];
}

static const char *get_advection_material(const eg_waves_kind *kind, int way, const double *given,
                                          double *material)
{
    (void)kind;
    (void)way;
    material[0] = given[0];
    material[1] = given[1];
    return NULL;
}

static const eg_case_row rows[] = {
    EG_ROW("materials.*.velocity", EG_TAKES_EXPRESSION | EG_TAKES_MAP,
           "Velocity of the flow along x and y: two numbers or expressions, or two rasters. Expressions of t "
           "are a wind "
           "that changes its shape in time.",
           "[1 m/s, 1 m/s]", .count = 2, .variables = "x y t", .dimension = EG_DIMENSION_VELOCITY,
           .presence = EG_REQUIRED),
    EG_ROW("materials.*.velocity.raster", EG_TAKES_PATH,
           "Two rasters, interpolated bilinearly: the velocity along x, and along y. A cell outside them is "
           "an error.",
           "[u.asc, v.asc]", .count = 2, .presence = EG_REQUIRED),
    EG_CASE_RASTER("materials.*.velocity"),
    EG_ROW("velocity_factor", EG_TAKES_EXPRESSION, "Factor of the velocity as a function of time.",
           "\"cos(pi * t / 1.5)\"", .after = "materials", .variables = "t"),
    EG_ROW("sources.*.rate", EG_TAKES_REAL,
           "Rate at which tracer is added, in tracer times m2/s, where the source time function is 1; of "
           "several "
           "tracers a list.",
           "1", .count = EG_ONE_OR_LIST, .presence = EG_EXACTLY_ONE),
    EG_ROW("boundaries.*", EG_TAKES_WORD | EG_TAKES_MAP,
           "One boundary: outflow, where nothing enters, a wall without flux, or periodic with another one.",
           "{periodic: right}", .words = "outflow wall"),
    EG_CASE_LIMIT("mass_error", EG_DIMENSION_NONE,
                  "Tracer gained or lost, relative to the largest amount in the domain.")};

/* Behind the keys of all waves. */
static const eg_case_row bounds[] = {
    EG_ROW("numerics.limiter", EG_TAKES_WORD | EG_TAKES_MAP,
           "Limiter: none, or bounds between which tracers stay.", "{bounds: [0, 1]}",
           .after = "numerics.flux", .words = "none", .default_text = "none"),
    EG_ROW("numerics.limiter.bounds", EG_TAKES_REAL | EG_TAKES_MAP,
           "Least and greatest tracer, of all or by the name of each: means of cells, and values at the "
           "nodes of snapshots, stay between "
           "them where the velocity has no divergence; mass is conserved. Initial data beyond them are an "
           "error, inflow is cut.",
           "[0, 1]", .count = 2, .presence = EG_REQUIRED, .range = EG_RANGE_ASCENDING)};

static const eg_case_part own = EG_CASE_PART(rows);
static const eg_case_part limiter = EG_CASE_PART(bounds);
static const eg_case_part *const parts[] = {&eg_timed_keys,
                                            &eg_plane_keys,
                                            &eg_mixed_keys,
                                            &eg_mapped_keys,
                                            &eg_explicit_keys,
                                            &own,
                                            &eg_tracers_keys,
                                            &eg_linear_keys,
                                            &eg_waves_keys,
                                            &eg_varying_keys,
                                            &limiter,
                                            &eg_plane_source_keys,
                                            &eg_waves_source_keys,
                                            &eg_plane_place_keys,
                                            &eg_waves_receiver_keys,
                                            &eg_waves_inventory_keys,
                                            &eg_periodic_keys,
                                            &eg_tracers_named_keys,
                                            NULL};

static const eg_case_line tracer[] = {
    {"title", "a cloud of tracer is carried round a square without ends"},
    {"model", "advection"},
    {"mesh.box.size", "[1 m, 1 m]"},
    {"mesh.box.cells", "[20, 20]"},
    {"materials.all.velocity", "[1 m/s, 1 m/s]"},
    {"initial.tracer", "\"exp(-((x - 0.5)^2 + (y - 0.5)^2) / 0.01)\""},
    {"boundaries.left", "{periodic: right}"},
    {"boundaries.right", "{periodic: left}"},
    {"boundaries.bottom", "{periodic: top}"},
    {"boundaries.top", "{periodic: bottom}"},
    {"time.end", "1 s"},
    {"numerics.order", "4"},
    {"output.fields", "{every: 0.25 s}"},
    {"limits.mass_error", "1e-12"},
    {NULL, NULL},
};

static const eg_case_template templates[] = {
    {"tracer", "Advection of a tracer through a periodic square.", tracer}};

static const char *const state[] = {"tracer", NULL};
static const eg_waves_kind kind = {.system = &eg_linear_advection,
                                   .evaluate = evaluate_advection,
                                   .maximum_of = maximum_of,
                                   .key = {{"velocity"}},
                                   .keys = 2,
                                   .material = get_advection_material,
                                   .conserves = true};

const eg_model_kind eg_advection_model = {
    .keys = {EG_WAVES_PLANE_KEYS, .name = "advection", .output_count = 1, .fields = "tracer",
             .picture = "tracer", .state = state, .exact = "tracer", .adapt = eg_tracers_adapt,
             .complete = eg_tracers_complete},
    .boundary_words = "outflow, wall, {inflow: ...} or {periodic: NAME}",
    .drift_name = "mass_error",
    .points = "gauges",
    .class = &eg_waves_steps,
    .title = "advection waves",
    .waves = &kind,
    .system = &eg_linear_advection};
