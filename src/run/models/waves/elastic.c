/* Elastic waves of the plane, P and SV, as a model of cases: outputs, keys, and its material. */
#include "run/models/waves/internal.h"

#include <string.h>

enum { OUTPUT_velocity, OUTPUT_stress, OUTPUT_pressure, OUTPUT_speed, OUTPUTS };
static const eg_output outputs[OUTPUTS] = {
    {"velocity", 2, "m/s", "velocity of the medium", true, NULL},
    {"stress", 3, "Pa", "stress xx, yy, xy", true, NULL},
    {"pressure", 1, "Pa", "mean of -xx and -yy of the stress", true, NULL},
    {"speed", 1, "m/s", "magnitude of the velocity", false, NULL}};

/* The shear stress on the plane where it is largest is the radius of Mohr's circle. */
static const eg_output maxima[] = {
    {"max_speed", 1, "m/s", "largest magnitude of the velocity: peak ground velocity", false,
     "largest speed"},
    {"max_pressure", 1, "Pa", "largest size of the pressure", false, "largest pressure"},
    {"max_shear", 1, "Pa", "largest shear stress on any plane across xy", false, "largest shear stress"}};
static const eg_ader_maximum maximum_of[] = {
    {2, {{0, 0, 0, 1}, {0, 0, 0, 0, 1}}}, {1, {{-0.5, -0.5}}}, {2, {{0.5, -0.5}, {0, 0, 1}}}};

static void evaluate_elastic(int output, const double *u, double *value)
{
    switch (output) {
    case OUTPUT_velocity:
        value[0] = u[3];
        value[1] = u[4];
        break;
    case OUTPUT_stress:
        for (int i = 0; i < 3; i++)
            value[i] = u[i];
        break;
    case OUTPUT_pressure:
        value[0] = -0.5 * (u[0] + u[1]);
        break;
    default:
        value[0] = eg_magnitude(u[3], u[4]);
    }
}

/* density, vp, vs or density, lambda, mu -> lambda + 2 mu, lambda, mu, 1 / rho. The bulk modulus lambda + 2/3
 * mu has to be positive: Poisson's ratio then lies between -1 and 1/2. */
static const char *get_elastic_material(const eg_waves_kind *kind, int way, const double *given,
                                        double *material)
{
    (void)kind;
    double rho = given[0];
    double mu = way == 0 ? rho * given[2] * given[2] : given[2];
    double modulus = way == 0 ? rho * given[1] * given[1] : given[1] + 2 * given[2];
    material[0] = modulus;
    material[1] = way == 0 ? modulus - 2 * mu : given[1];
    material[2] = mu;
    material[3] = 1 / rho;
    if (3 * modulus > 4 * mu)
        return NULL;
    if (way == 0 && given[1] < 20 && given[2] > 20)
        return "vs is not below vp / sqrt(4/3), and vp seems to be in km/s (give its unit, or of a file "
               "`scale: 1000`),";
    return way == 0 ? "vs is not below vp / sqrt(4/3), so that Poisson's ratio is out of its range, -1 to 1/2"
                    : "lambda is not above -2/3 mu, so that Poisson's ratio is out of its range, -1 to 1/2";
}

/* `FILE`: what may hold values. */
#define STIFFNESS_ROWS(MATERIAL, FILE)                                                                       \
    MATERIAL("vp", EG_DIMENSION_VELOCITY, .range = EG_RANGE_POSITIVE, .presence = EG_EXACTLY_ONE,            \
             .sentence = "Speed of P waves: a number, an expression, or a " FILE "; it needs vs.",           \
             .example = "4000 m/s"),                                                                         \
        MATERIAL("vs", EG_DIMENSION_VELOCITY, .range = EG_RANGE_NOT_NEGATIVE, .with = "vp",                  \
                 .sentence = "Speed of S waves, below vp / sqrt(4/3); 0 for a fluid.",                       \
                 .example = "2000 m/s"),                                                                     \
        MATERIAL("lambda", EG_DIMENSION_PRESSURE, .presence = EG_EXACTLY_ONE,                                \
                 .sentence = "Lame's first parameter, instead of vp and vs; it needs mu.",                   \
                 .example = "20 GPa"),                                                                       \
        MATERIAL("mu", EG_DIMENSION_PRESSURE, .range = EG_RANGE_NOT_NEGATIVE, .with = "lambda",              \
                 .sentence = "Shear modulus; 0 for a fluid.", .example = "10 GPa")

static const eg_case_row rows[] = {STIFFNESS_ROWS(EG_CASE_MATERIAL, "raster or volume")};

static const eg_case_row moments[] = {
    EG_ROW("sources.*.moment", EG_TAKES_REAL,
           "Moment tensor xx, yy, xy in N m per metre across the plane; the source time function is the "
           "moment rate over the moment, in 1/s.",
           "[0, 0, 1e12]", .dimension = EG_DIMENSION_FORCE, .count = 3, .presence = EG_EXACTLY_ONE)};

static const eg_case_part own = EG_CASE_PART(rows), of_moments = EG_CASE_PART(moments);
static const eg_case_part *const parts[] = {EG_WAVES_PLANE_PARTS,
                                            &own,
                                            &eg_anisotropic_keys,
                                            &eg_quality_p_keys,
                                            &eg_no_matched_keys,
                                            &eg_quality_s_keys,
                                            &of_moments,
                                            EG_WAVES_POINT_PARTS,
                                            &eg_elastic_variable_keys,
                                            &eg_waves_couple_keys,
                                            &eg_plane_couple_keys,
                                            &eg_in_plane_keys,
                                            &eg_periodic_keys,
                                            NULL};

static const eg_case_line earthquake[] = {
    {"title", "a small earthquake below two layers"},
    {"model", "elastic"},
    {"mesh.box.origin", "[0 km, -5 km]"},
    {"mesh.box.size", "[10 km, 5 km]"},
    {"mesh.box.cells", "[40, 20]"},
    {"materials.all.density", "\"y > -1000 ? 2300 : 2700\""},
    {"materials.all.vp", "\"y > -1000 ? 3000 : 6000\""},
    {"materials.all.vs", "\"y > -1000 ? 1700 : 3464\""},
    {"sources.quake.at", "[3 km, -3 km]"},
    {"sources.quake.moment", "[0, 0, 1e13]"},
    {"sources.quake.time", "{brune: {rise: 0.15 s, delay: 0.1 s}}"},
    {"boundaries.top", "free-surface"},
    {"boundaries.left", "{absorbing: 1 km}"},
    {"boundaries.right", "{absorbing: 1 km}"},
    {"boundaries.bottom", "{absorbing: 1 km}"},
    {"time.end", "4 s"},
    {"numerics.order", "5"},
    {"output.fields", "{every: 0.5 s, variables: [velocity, speed]}"},
    {"output.receivers", "{interval: 10 ms, format: [csv, sac], at: {a: [5 km, 0 m], b: [8 km, 0 m]}}"},
    {"output.picture", "{variable: speed}"},
    {NULL, NULL},
};

static const eg_case_template templates[] = {
    {"earthquake", "Waves of a small earthquake below a slow layer; seismograms at the surface.",
     earthquake}};

static const char *const state[] = {"stress", "velocity", NULL};

/* Of the keys of all its models. */
#define OF_ALL                                                                                               \
    .name = "elastic", .output_count = OUTPUTS, .fields = "velocity stress", .picture = "velocity",          \
    .state = state, .exact = "stress velocity"

#define MATERIAL                                                                                             \
    .key = {{"density", "vp", "vs"}, {"density", "lambda", "mu"}}, .keys = 3, .material = get_elastic_material

static const eg_waves_preset *const presets[] = {&eg_attenuation_preset, &eg_anisotropic_preset, NULL};
static const eg_waves_kind kind = {MATERIAL, .system = &eg_linear_elastic, .evaluate = evaluate_elastic,
                                   .maximum_of = maximum_of, .presets = presets};

const eg_model_kind eg_elastic_model = {
    EG_WAVES_PLANE,
    .keys = {OF_ALL, .label = "elastic (no forest)", EG_WAVES_PLANE_KEYS, .adapt = eg_waves_adapt},
    .title = "elastic waves", .waves = &kind, .system = &eg_linear_elastic};

/* ---- on forests */

static const eg_case_part *const quadtree_parts[] = {EG_WAVES_QUADTREE_PARTS,
                                                     &eg_in_plane_keys,
                                                     &eg_elastic_variable_keys,
                                                     &eg_waves_couple_keys,
                                                     &eg_plane_couple_keys,
                                                     &of_moments,
                                                     &own,
                                                     &eg_quality_p_keys,
                                                     &eg_quality_s_keys,
                                                     &eg_isotropic_keys,
                                                     NULL};

const eg_model_kind eg_elastic_quadtrees_model = {
    EG_WAVES_FOREST,
    .keys = {OF_ALL, EG_WAVES_FOREST_KEYS, .label = "elastic (quadtrees)", .dimensions = 2,
             .parts = quadtree_parts, .outputs = outputs},
    .title = "elastic waves on quadtrees", .waves = &kind, .system = &eg_linear_elastic};

static const eg_output space_outputs[OUTPUTS] = {
    {"velocity", 3, "m/s", "velocity of the medium", true, NULL},
    {"stress", 6, "Pa", "stress xx, yy, zz, xy, yz, xz", true, NULL},
    {"pressure", 1, "Pa", "mean of -xx, -yy and -zz of the stress", true, NULL},
    {"speed", 1, "m/s", "magnitude of the velocity", false, NULL}};

static void evaluate_elastic_space(int output, const double *u, double *value)
{
    if (output == OUTPUT_velocity)
        memcpy(value, &u[6], 3 * sizeof *value);
    else if (output == OUTPUT_stress)
        memcpy(value, u, 6 * sizeof *value);
    else if (output == OUTPUT_pressure)
        value[0] = -(u[0] + u[1] + u[2]) / 3;
    else
        value[0] = eg_magnitude(eg_magnitude(u[6], u[7]), u[8]);
}

static const eg_case_row space_rows[] = {STIFFNESS_ROWS(EG_CASE_MATERIAL_SPACE, "volume")};

static const eg_case_part own_space = EG_CASE_PART(space_rows);
static const eg_case_part *const octree_parts[] = {EG_WAVES_OCTREE_PARTS,
                                                   &eg_elastic_variable_keys,
                                                   &eg_waves_couple_keys,
                                                   &eg_space_moment_keys,
                                                   &own_space,
                                                   &eg_quality_p_space_keys,
                                                   &eg_quality_s_space_keys,
                                                   &eg_isotropic_keys,
                                                   NULL};

static const eg_waves_kind space_kind = {MATERIAL, .system = &eg_linear_elastic_space,
                                         .evaluate = evaluate_elastic_space};

const eg_model_kind eg_elastic_octrees_model = {
    EG_WAVES_FOREST,
    .keys = {OF_ALL, EG_WAVES_FOREST_KEYS, .label = "elastic (octrees)", .dimensions = 3,
             .parts = octree_parts, .outputs = space_outputs},
    .title = "elastic waves on octrees", .waves = &space_kind, .system = &eg_linear_elastic_space};
