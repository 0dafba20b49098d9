/* Acoustic waves: kernels/physics/acoustic.h. */
#include "physics/linear/linear.h"

#include <math.h>

static double speed(const double *material)
{
    return sqrt(material[0] * material[1]);
}

/* rho c = K / c */
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

/* The plane has no last one. */
static const char *const variable[] = {"pressure", "velocity_x", "velocity_y", "velocity_z"};
static const char *const code[] = {"p", "vx", "vy", "vz"};
static const char *const unit[] = {"Pa", "m/s", "m/s", "m/s"};

#define SYSTEM(d)                                                                                            \
    {                                                                                                        \
        .name = "acoustic", .kernel = "ader/acoustic.c", .dimensions = (d), .variables = 1 + (d),            \
        .materials = 2, .variable = variable, .unit = unit, .code = code,                                    \
        .source = {.velocity = 1, .forces = (d), .density = 1, .explosions = -1}, .traces = {2, 1 + (d), 2}, \
        .face_constants = {3, 1, 3}, .changed = {2, 1 + (d), 2}, .layer_shift = {0, 0.1, 0}, .speed = speed, \
        .face = face                                                                                         \
    }
const eg_linear eg_linear_acoustic = SYSTEM(2);
const eg_linear eg_linear_acoustic_space = SYSTEM(3);
