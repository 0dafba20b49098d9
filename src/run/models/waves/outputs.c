/* What can be shown of advection, acoustic and elastic waves, and what a material of theirs is made from. */
#include "run/models/waves/internal.h"

#include <math.h>

static double magnitude(double x, double y)
{
    return sqrt(x * x + y * y);
}

/* ---- advection */

static const eg_output advection_outputs[] = {{"tracer", 1, "1", "amount of the tracer", false}};

static const eg_output advection_maxima[] = {
    {"max_tracer", 1, "1", "largest size of the tracer", false}};
static const eg_ader_maximum advection_maximum_of[] = {{1, {{1}}}};

static void evaluate_advection(int output, const double *u, double *value)
{
    (void)output;
    value[0] = u[0];
}

static const char *advection_material(int way, const double *given, double *material)
{
    (void)way;
    material[0] = given[0];
    material[1] = given[1];
    return NULL;
}

const eg_waves_kind eg_waves_advection = {.system = &eg_linear_advection,
                                          .outputs = advection_outputs,
                                          .output_count = 1,
                                          .evaluate = evaluate_advection,
                                          .maxima = advection_maxima,
                                          .maximum_of = advection_maximum_of,
                                          .maximum_count = 1,
                                          .key = {{"velocity"}},
                                          .keys = 2,
                                          .material = advection_material,
                                          .initial = {"tracer", NULL},
                                          .components = {1, 0},
                                          .picture_vectors = -1,
                                          .conserves = true};

/* ---- acoustic */

enum { ACOUSTIC_pressure, ACOUSTIC_velocity, ACOUSTIC_speed, ACOUSTIC_COUNT };
static const eg_output acoustic_outputs[ACOUSTIC_COUNT] = {
    {"pressure", 1, "Pa", "pressure, above that at rest", true},
    {"velocity", 2, "m/s", "velocity of the medium", true},
    {"speed", 1, "m/s", "magnitude of the velocity", false}};

static const eg_output acoustic_maxima[] = {
    {"max_pressure", 1, "Pa", "largest size of the pressure", false},
    {"max_speed", 1, "m/s", "largest magnitude of the velocity", false}};
static const eg_ader_maximum acoustic_maximum_of[] = {{1, {{1}}}, {2, {{0, 1}, {0, 0, 1}}}};

static void evaluate_acoustic(int output, const double *u, double *value)
{
    if (output == ACOUSTIC_pressure) {
        value[0] = u[0];
    } else if (output == ACOUSTIC_velocity) {
        value[0] = u[1];
        value[1] = u[2];
    } else {
        value[0] = magnitude(u[1], u[2]);
    }
}

/* density, vp -> K, 1 / rho */
static const char *acoustic_material(int way, const double *given, double *material)
{
    (void)way;
    material[0] = given[0] * given[1] * given[1];
    material[1] = 1 / given[0];
    return NULL;
}

const eg_waves_kind eg_waves_acoustic = {.system = &eg_linear_acoustic,
                                         .outputs = acoustic_outputs,
                                         .output_count = ACOUSTIC_COUNT,
                                         .evaluate = evaluate_acoustic,
                                         .maxima = acoustic_maxima,
                                         .maximum_of = acoustic_maximum_of,
                                         .maximum_count = 2,
                                         .key = {{"density", "vp"}},
                                         .keys = 2,
                                         .material = acoustic_material,
                                         .initial = {"pressure", "velocity"},
                                         .components = {1, 2},
                                         .picture_vectors = ACOUSTIC_velocity};

/* ---- elastic */

enum { ELASTIC_velocity, ELASTIC_stress, ELASTIC_pressure, ELASTIC_speed, ELASTIC_COUNT };
static const eg_output elastic_outputs[ELASTIC_COUNT] = {
    {"velocity", 2, "m/s", "velocity of the medium", true},
    {"stress", 3, "Pa", "stress xx, yy, xy", true},
    {"pressure", 1, "Pa", "mean of -xx and -yy of the stress", true},
    {"speed", 1, "m/s", "magnitude of the velocity", false}};

/* The shear stress on the plane where it is largest is the radius of Mohr's circle. */
static const eg_output elastic_maxima[] = {
    {"max_speed", 1, "m/s", "largest magnitude of the velocity: peak ground velocity", false},
    {"max_pressure", 1, "Pa", "largest size of the pressure", false},
    {"max_shear", 1, "Pa", "largest shear stress on any plane across xy", false}};
static const eg_ader_maximum elastic_maximum_of[] = {
    {2, {{0, 0, 0, 1}, {0, 0, 0, 0, 1}}}, {1, {{-0.5, -0.5}}}, {2, {{0.5, -0.5}, {0, 0, 1}}}};

static void evaluate_elastic(int output, const double *u, double *value)
{
    switch (output) {
    case ELASTIC_velocity:
        value[0] = u[3];
        value[1] = u[4];
        break;
    case ELASTIC_stress:
        for (int i = 0; i < 3; i++)
            value[i] = u[i];
        break;
    case ELASTIC_pressure:
        value[0] = -0.5 * (u[0] + u[1]);
        break;
    default:
        value[0] = magnitude(u[3], u[4]);
    }
}

/* density, vp, vs or density, lambda, mu -> lambda + 2 mu, lambda, mu, 1 / rho. The bulk modulus lambda + 2/3 mu has
 * to be positive: Poisson's ratio then lies between -1 and 1/2. */
static const char *elastic_material(int way, const double *given, double *material)
{
    double rho = given[0];
    double mu = way == 0 ? rho * given[2] * given[2] : given[2];
    double modulus = way == 0 ? rho * given[1] * given[1] : given[1] + 2 * given[2];
    material[0] = modulus;
    material[1] = way == 0 ? modulus - 2 * mu : given[1];
    material[2] = mu;
    material[3] = 1 / rho;
    if (3 * modulus > 4 * mu)
        return NULL;
    return way == 0 ? "vs is not below vp / sqrt(4/3), so that Poisson's ratio is out of its "
                      "range, -1 to 1/2"
                    : "lambda is not above -2/3 mu, so that Poisson's ratio is out of its range, "
                      "-1 to 1/2";
}

const eg_waves_kind eg_waves_elastic = {
    .system = &eg_linear_elastic,
    .outputs = elastic_outputs,
    .output_count = ELASTIC_COUNT,
    .evaluate = evaluate_elastic,
    .maxima = elastic_maxima,
    .maximum_of = elastic_maximum_of,
    .maximum_count = 3,
    .key = {{"density", "vp", "vs"}, {"density", "lambda", "mu"}},
    .keys = 3,
    .material = elastic_material,
    .initial = {"stress", "velocity"},
    .components = {3, 2},
    .picture_vectors = ELASTIC_velocity};
