/* SH waves: kernels/physics/sh.h. */
#include "physics/linear/linear.h"

#include <math.h>

static double speed(const double *material)
{
    return sqrt(material[0] * material[1]);
}

/* rho c = sqrt(rho mu) */
static double impedance(const double *material)
{
    return sqrt(material[0] / material[1]);
}

static void face(eg_flux flux, const double *left, const double *right, const double *normal,
                 eg_linear_boundary boundary, double *constants)
{
    (void)normal;
    if (flux == EG_FLUX_RUSANOV) {
        constants[0] = fmax(speed(left), speed(right));
        return;
    }
    double zl = impedance(left), zr = impedance(right);
    bool damps = flux == EG_FLUX_UPWIND || boundary == EG_LINEAR_ABSORBING;
    constants[0] = zl / (zl + zr);
    constants[1] = damps ? 1 / (zl + zr) : 0;
    constants[2] = damps ? zl * zr / (zl + zr) : 0;
}

static const char *const variable[] = {"stress_xz", "stress_yz", "velocity_z"};
static const char *const code[] = {"sxz", "syz", "vz"};
static const char *const unit[] = {"Pa", "Pa", "m/s"};

const eg_linear eg_linear_sh = {
    .name = "sh",
    .kernel = "ader/sh.c",
    .dimensions = 2,
    .variables = 3,
    .materials = 2,
    .variable = variable,
    .unit = unit,
    .code = code,
    .source = {.velocity = 2, .forces = 1, .density = 1, .stress = 0, .moments = 2},
    .traces = {2, 3, 2},
    .face_constants = {3, 1, 3},
    .changed = {2, 3, 2},
    .layer_shift = {0, 0.1, 0},
    .speed = speed,
    .face = face};
