/* SH waves as a model of cases: outputs, keys, and its material. */
#include "run/models/waves/internal.h"

enum { OUTPUT_velocity, OUTPUT_stress, OUTPUT_shear, OUTPUTS };
static const eg_output outputs[OUTPUTS] = {
    {"velocity", 1, "m/s", "velocity of the medium along z, across the plane", true, NULL},
    {"stress", 2, "Pa", "stress xz, yz", true, NULL},
    {"shear", 1, "Pa", "largest shear stress on any plane: the magnitude of the stress", false,
     "largest shear stress"}};

static const eg_output maxima[] = {
    {"max_speed", 1, "m/s", "largest size of the velocity: peak ground velocity", false, "largest speed"},
    {"max_shear", 1, "Pa", "largest shear stress on any plane", false, "largest shear stress"}};
static const eg_ader_maximum maximum_of[] = {{1, {{0, 0, 1}}}, {2, {{1}, {0, 1}}}};

static void evaluate_sh(int output, const double *u, double *value)
{
    if (output == OUTPUT_velocity) {
        value[0] = u[2];
    } else if (output == OUTPUT_stress) {
        value[0] = u[0];
        value[1] = u[1];
    } else {
        value[0] = eg_magnitude(u[0], u[1]);
    }
}

static const eg_case_row rows[] = {
    EG_CASE_MATERIAL("vs", EG_DIMENSION_VELOCITY, .range = EG_RANGE_POSITIVE, .presence = EG_REQUIRED,
                     .sentence = "Speed of S waves: a number, an expression, a raster or a volume.",
                     .example = "2000 m/s"),
    EG_ROW("sources.*.force", EG_TAKES_REAL,
           "A force along z in N per metre across the plane, times the source time function.", "1e6",
           .dimension = EG_DIMENSION_FORCE_PER_LENGTH, .presence = EG_EXACTLY_ONE),
    EG_ROW("sources.*.moment", EG_TAKES_REAL,
           "Moment tensor xz, yz in N m per metre across the plane; the source time function is the moment "
           "rate over the moment, in 1/s.",
           "[0, 1e12]", .dimension = EG_DIMENSION_FORCE, .count = 2, .presence = EG_EXACTLY_ONE)};

static const eg_case_part own = EG_CASE_PART(rows);
static const eg_case_part *const parts[] = {EG_WAVES_PLANE_PARTS,
                                            &own,
                                            &eg_anisotropic_sh_keys,
                                            &eg_quality_s_keys,
                                            &eg_matched_keys,
                                            EG_WAVES_POINT_PARTS,
                                            &eg_sh_variable_keys,
                                            &eg_waves_couple_keys,
                                            &eg_plane_couple_keys,
                                            &eg_periodic_keys,
                                            NULL};

static const eg_case_line site[] = {
    {"title", "a soft layer shaken from below"},
    {"model", "sh"},
    {"mesh.box.origin", "[0 m, -400 m]"},
    {"mesh.box.size", "[100 m, 400 m]"},
    {"mesh.box.cells", "[5, 20]"},
    {"materials.all.density", "\"y > -100 ? 1900 : 2500\""},
    {"materials.all.vs", "\"y > -100 ? 400 : 2000\""},
    {"boundaries.left", "{periodic: right}"},
    {"boundaries.right", "{periodic: left}"},
    {"boundaries.bottom.inflow.stress", "[0, \"-5e4 * exp(-((t - 0.5) / 0.1)^2)\"]"},
    {"boundaries.bottom.inflow.velocity", "\"0.01 * exp(-((t - 0.5) / 0.1)^2)\""},
    {"boundaries.top", "free-surface"},
    {"time.end", "3 s"},
    {"numerics.order", "4"},
    {"output.fields", "{every: 0.5 s}"},
    {"output.receivers", "{interval: 10 ms, at: {ground: [50 m, 0 m], rock: [50 m, -200 m]}}"},
    {NULL, NULL},
};

static const eg_case_template templates[] = {{"site",
                                              "An SH pulse from below shakes a soft layer over "
                                              "rock; seismograms at the surface and in the rock.",
                                              site}};

static const char *const state[] = {"stress", "velocity", NULL};
static const eg_waves_preset *const presets[] = {&eg_attenuation_preset, &eg_matched_preset,
                                                 &eg_anisotropic_sh_preset, NULL};
static const eg_waves_kind kind = {.system = &eg_linear_sh,
                                   .evaluate = evaluate_sh,
                                   .maximum_of = maximum_of,
                                   .presets = presets,
                                   .key = {{"density", "vs"}},
                                   .keys = 2,
                                   .material = eg_waves_stiffness};

/* Of the keys of both models. */
#define OF_BOTH                                                                                              \
    .name = "sh", .output_count = OUTPUTS, .fields = "velocity stress", .picture = "velocity",               \
    .state = state, .exact = "stress velocity"

const eg_model_kind eg_sh_model = {
    EG_WAVES_PLANE,
    .keys = {OF_BOTH, .label = "sh (no forest)", EG_WAVES_PLANE_KEYS, .adapt = eg_waves_adapt},
    .title = "SH waves", .waves = &kind, .system = &eg_linear_sh};

static const eg_case_part *const quadtree_parts[] = {EG_WAVES_QUADTREE_PARTS, &own,
                                                     &eg_quality_s_keys,      &eg_isotropic_sh_keys,
                                                     &eg_sh_variable_keys,    &eg_waves_couple_keys,
                                                     &eg_plane_couple_keys,   NULL};

const eg_model_kind eg_sh_quadtrees_model = {
    EG_WAVES_FOREST,
    .keys = {OF_BOTH, EG_WAVES_FOREST_KEYS, .label = "sh (quadtrees)", .dimensions = 2,
             .parts = quadtree_parts, .outputs = outputs},
    .title = "SH waves on quadtrees", .waves = &kind, .system = &eg_linear_sh};
