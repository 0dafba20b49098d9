/* Acoustic waves as a model of cases: outputs, keys, and its material. */
#include "run/models/waves/internal.h"

#include <string.h>

enum { OUTPUT_pressure, OUTPUT_velocity, OUTPUT_speed, OUTPUTS };
static const eg_output outputs[OUTPUTS] = {
    {"pressure", 1, "Pa", "pressure, relative to that at rest", true, NULL},
    {"velocity", 2, "m/s", "velocity of the medium", true, NULL},
    {"speed", 1, "m/s", "magnitude of the velocity", false, NULL}};

static const eg_output maxima[] = {
    {"max_pressure", 1, "Pa", "largest size of the pressure", false, "largest pressure"},
    {"max_speed", 1, "m/s", "largest magnitude of the velocity", false, "largest speed"}};
static const eg_ader_maximum maximum_of[] = {{1, {{1}}}, {2, {{0, 1}, {0, 0, 1}}}};

static void evaluate_acoustic(int output, const double *u, double *value)
{
    if (output == OUTPUT_pressure) {
        value[0] = u[0];
    } else if (output == OUTPUT_velocity) {
        value[0] = u[1];
        value[1] = u[2];
    } else {
        value[0] = eg_magnitude(u[1], u[2]);
    }
}

const char *eg_waves_stiffness(const eg_waves_kind *kind, int way, const double *given, double *material)
{
    (void)kind;
    (void)way;
    material[0] = given[0] * given[1] * given[1];
    material[1] = 1 / given[0];
    return NULL;
}

static const eg_case_row rows[] = {EG_CASE_MATERIAL(
    "vp", EG_DIMENSION_VELOCITY, .range = EG_RANGE_POSITIVE, .presence = EG_REQUIRED,
    .sentence = "Speed of sound: a number, an expression, a raster or a volume.", .example = "1500 m/s")};

static const eg_case_part own = EG_CASE_PART(rows);
static const eg_case_part *const parts[] = {EG_WAVES_PLANE_PARTS,
                                            &own,
                                            &eg_quality_p_keys,
                                            &eg_matched_keys,
                                            EG_WAVES_POINT_PARTS,
                                            &eg_acoustic_variable_keys,
                                            &eg_in_plane_keys,
                                            &eg_periodic_keys,
                                            NULL};

static const eg_case_line sound[] = {
    {"title", "a click under water, before a wall"},
    {"model", "acoustic"},
    {"mesh.box.size", "[100 m, 50 m]"},
    {"mesh.box.cells", "[40, 20]"},
    {"materials.all.density", "1000 kg/m3"},
    {"materials.all.vp", "1500 m/s"},
    {"sources.click.at", "[30 m, 25 m]"},
    {"sources.click.explosion", "1"},
    {"sources.click.time", "{ricker: {frequency: 200 Hz, delay: 8 ms}}"},
    {"boundaries.left", "absorbing"},
    {"boundaries.right", "wall"},
    {"boundaries.bottom", "absorbing"},
    {"boundaries.top", "free-surface"},
    {"time.end", "0.08 s"},
    {"numerics.order", "4"},
    {"output.fields", "{every: 10 ms}"},
    {"output.receivers", "{interval: 0.1 ms, at: {near_wall: [90 m, 25 m]}}"},
    {NULL, NULL},
};

static const eg_case_template templates[] = {
    {"sound", "Acoustic waves of a source under water, and their reflection from a wall.", sound}};

static const char *const state[] = {"pressure", "velocity", NULL};

/* Of the keys of all its models. */
#define OF_ALL                                                                                               \
    .name = "acoustic", .output_count = OUTPUTS, .fields = "pressure velocity", .picture = "pressure",       \
    .state = state, .exact = "pressure velocity"

#define MATERIAL .key = {{"density", "vp"}}, .keys = 2, .material = eg_waves_stiffness

static const eg_waves_preset *const presets[] = {&eg_attenuation_preset, &eg_matched_preset, NULL};
static const eg_waves_kind kind = {MATERIAL, .system = &eg_linear_acoustic, .evaluate = evaluate_acoustic,
                                   .maximum_of = maximum_of, .presets = presets};

const eg_model_kind eg_acoustic_model = {
    EG_WAVES_PLANE,
    .keys = {OF_ALL, .label = "acoustic (no forest)", EG_WAVES_PLANE_KEYS, .adapt = eg_waves_adapt},
    .title = "acoustic waves", .waves = &kind, .system = &eg_linear_acoustic};

/* ---- on forests */

static const eg_case_part *const quadtree_parts[] = {
    EG_WAVES_QUADTREE_PARTS, &eg_in_plane_keys, &eg_acoustic_variable_keys, &own, &eg_quality_p_keys, NULL};

const eg_model_kind eg_acoustic_quadtrees_model = {
    EG_WAVES_FOREST,
    .keys = {OF_ALL, EG_WAVES_FOREST_KEYS, .label = "acoustic (quadtrees)", .dimensions = 2,
             .parts = quadtree_parts, .outputs = outputs},
    .title = "acoustic waves on quadtrees", .waves = &kind, .system = &eg_linear_acoustic};

static const eg_output space_outputs[OUTPUTS] = {
    {"pressure", 1, "Pa", "pressure, relative to that at rest", true, NULL},
    {"velocity", 3, "m/s", "velocity of the medium", true, NULL},
    {"speed", 1, "m/s", "magnitude of the velocity", false, NULL}};

static void evaluate_acoustic_space(int output, const double *u, double *value)
{
    if (output == OUTPUT_velocity)
        memcpy(value, &u[1], 3 * sizeof *value);
    else
        value[0] = output == OUTPUT_pressure ? u[0] : eg_magnitude(eg_magnitude(u[1], u[2]), u[3]);
}

static const eg_case_row space_rows[] = {EG_CASE_MATERIAL_SPACE(
    "vp", EG_DIMENSION_VELOCITY, .range = EG_RANGE_POSITIVE, .presence = EG_REQUIRED,
    .sentence = "Speed of sound: a number, an expression, or a volume.", .example = "1500 m/s")};

static const eg_case_part own_space = EG_CASE_PART(space_rows);
static const eg_case_part *const octree_parts[] = {EG_WAVES_OCTREE_PARTS, &eg_acoustic_variable_keys,
                                                   &own_space, &eg_quality_p_space_keys, NULL};

static const eg_waves_kind space_kind = {MATERIAL, .system = &eg_linear_acoustic_space,
                                         .evaluate = evaluate_acoustic_space};

const eg_model_kind eg_acoustic_octrees_model = {
    EG_WAVES_FOREST,
    .keys = {OF_ALL, EG_WAVES_FOREST_KEYS, .label = "acoustic (octrees)", .dimensions = 3,
             .parts = octree_parts, .outputs = space_outputs},
    .title = "acoustic waves on octrees", .waves = &space_kind, .system = &eg_linear_acoustic_space};
