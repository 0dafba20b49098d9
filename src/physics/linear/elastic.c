/* Elastic waves: kernels/physics/elastic.h. */
#include "physics/linear/linear.h"

#include <math.h>

static double speed(const double *material)
{
    return sqrt(material[0] * material[3]);
}

/* rho c = sqrt(rho modulus) */
static double impedance(const double *material, double modulus)
{
    return sqrt(modulus / material[3]);
}

/* Zl / (Zl + Zr), 1 / (Zl + Zr), Zl Zr / (Zl + Zr), the last two 0 of a flux that does not damp; where
 * neither side carries the wave, 1/2, 0, 0. */
static void combine(bool damps, double zl, double zr, double *constants)
{
    bool carries = zl + zr > 0;
    constants[0] = carries ? zl / (zl + zr) : 0.5;
    constants[1] = carries && damps ? 1 / (zl + zr) : 0;
    constants[2] = carries && damps ? zl * zr / (zl + zr) : 0;
}

static void face(eg_flux flux, const double *left, const double *right, const double *normal,
                 eg_linear_boundary boundary, double *constants)
{
    (void)normal;
    if (flux == EG_FLUX_RUSANOV) {
        constants[0] = fmax(speed(left), speed(right));
        return;
    }
    bool damps = flux == EG_FLUX_UPWIND || boundary == EG_LINEAR_ABSORBING;
    combine(damps, impedance(left, left[0]), impedance(right, right[0]), constants);
    combine(damps, impedance(left, left[2]), impedance(right, right[2]), constants + 3);
}

static const char *const variable[] = {"stress_xx", "stress_yy", "stress_xy", "velocity_x", "velocity_y"};
static const char *const code[] = {"sxx", "syy", "sxy", "vx", "vy"};
static const char *const unit[] = {"Pa", "Pa", "Pa", "m/s", "m/s"};
static const char *const variable_space[] = {"stress_xx",  "stress_yy",  "stress_zz",
                                             "stress_xy",  "stress_yz",  "stress_xz",
                                             "velocity_x", "velocity_y", "velocity_z"};
static const char *const code_space[] = {"sxx", "syy", "szz", "sxy", "syz", "sxz", "vx", "vy", "vz"};
static const char *const unit_space[] = {"Pa", "Pa", "Pa", "Pa", "Pa", "Pa", "m/s", "m/s", "m/s"};

const eg_linear eg_linear_elastic = {
    .name = "elastic",
    .kernel = "ader/elastic.c",
    .dimensions = 2,
    .variables = 5,
    .materials = 4,
    .variable = variable,
    .unit = unit,
    .code = code,
    .source = {.velocity = 3, .forces = 2, .density = 3, .moments = 3, .explosions = 2},
    .traces = {4, 5, 4},
    .face_constants = {6, 1, 6},
    .changed = {5, 0, 5},
    .layer_shift = {0.1, 0, 0.1},
    .speed = speed,
    .face = face};

const eg_linear eg_linear_elastic_space = {
    .name = "elastic",
    .kernel = "ader/elastic.c",
    .dimensions = 3,
    .variables = 9,
    .materials = 4,
    .variable = variable_space,
    .unit = unit_space,
    .code = code_space,
    .source = {.velocity = 6, .forces = 3, .density = 3, .moments = 6, .explosions = 3},
    .traces = {6, 9, 6},
    .face_constants = {6, 1, 6},
    .changed = {8, 0, 8},
    .layer_shift = {0.1, 0, 0.1},
    .speed = speed,
    .face = face};
