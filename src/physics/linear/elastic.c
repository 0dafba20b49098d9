/* Elastic waves: kernels/physics/elastic.h. */
#include "physics/linear/linear.h"

#include <math.h>

static double elastic_speed(const eg_linear *system, const double *material)
{
    (void)system;
    return sqrt(material[0] * material[3]);
}

/* rho c = sqrt(rho modulus) */
static double elastic_impedance(const double *material, double modulus)
{
    return sqrt(modulus / material[3]);
}

static void elastic_face(const eg_linear *system, const eg_linear_face *face, double *constants)
{
    const double *left = face->left, *right = face->right;
    if (face->flux == EG_FLUX_RUSANOV) {
        constants[0] = fmax(elastic_speed(system, left), elastic_speed(system, right));
        return;
    }
    bool damps = face->flux == EG_FLUX_UPWIND || face->boundary == EG_LINEAR_ABSORBING;
    eg_linear_combine(damps, elastic_impedance(left, left[0]), elastic_impedance(right, right[0]), constants);
    eg_linear_combine(damps, elastic_impedance(left, left[2]), elastic_impedance(right, right[2]),
                      constants + 3);
}

static const char *const variable[] = {"stress_xx", "stress_yy", "stress_xy", "velocity_x", "velocity_y"};
static const char *const code[] = {"sxx", "syy", "sxy", "vx", "vy"};
static const char *const unit[] = {"Pa", "Pa", "Pa", "m/s", "m/s"};
static const char *const variable_space[] = {"stress_xx",  "stress_yy",  "stress_zz",
                                             "stress_xy",  "stress_yz",  "stress_xz",
                                             "velocity_x", "velocity_y", "velocity_z"};
static const char *const code_space[] = {"sxx", "syy", "szz", "sxy", "syz", "sxz", "vx", "vy", "vz"};
static const char *const unit_space[] = {"Pa", "Pa", "Pa", "Pa", "Pa", "Pa", "m/s", "m/s", "m/s"};

#define SYSTEM(d, stresses, names, units, codes)                                                             \
    {                                                                                                        \
        .name = "elastic", .kernel = "ader/elastic.c", .dimensions = (d), .variables = (stresses) + (d),     \
        .materials = 4, .variable = names, .unit = units, .code = codes,                                     \
        .source = {.velocity = (stresses),                                                                   \
                   .forces = (d),                                                                            \
                   .density = 3,                                                                             \
                   .moments = (stresses),                                                                    \
                   .explosions = (d)},                                                                       \
        .traces = {2 * (d), (stresses) + (d), 2 * (d)}, .face_constants = {6, 1, 6},                         \
        .changed = {(d) == 2 ? 5 : 8, 0, (d) == 2 ? 5 : 8}, .layer_shift = {0.1, 0, 0.1},                    \
        .speed = elastic_speed, .face = elastic_face                                                         \
    }
const eg_linear eg_linear_elastic = SYSTEM(2, 3, variable, unit, code);
const eg_linear eg_linear_elastic_space = SYSTEM(3, 6, variable_space, unit_space, code_space);
