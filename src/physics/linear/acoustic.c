/* Acoustic waves: kernels/physics/acoustic.h. */
#include "physics/linear/linear.h"

#include <math.h>

static double acoustic_speed(const double *material)
{
    return sqrt(material[0] * material[1]);
}

/* rho c = K / c */
static double acoustic_impedance(const double *material)
{
    return sqrt(material[0] / material[1]);
}

static void acoustic_face(eg_flux flux, const double *left, const double *right, const double *normal,
                          eg_linear_boundary boundary, double *constants)
{
    (void)normal;
    if (flux == EG_FLUX_RUSANOV) {
        constants[0] = fmax(acoustic_speed(left), acoustic_speed(right));
        return;
    }
    bool damps = flux == EG_FLUX_UPWIND || boundary == EG_LINEAR_ABSORBING;
    eg_linear_combine(damps, acoustic_impedance(left), acoustic_impedance(right), constants);
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
        .face_constants = {3, 1, 3}, .changed = {2, 1 + (d), 2}, .layer_shift = {0, 0.1, 0},                 \
        .speed = acoustic_speed, .face = acoustic_face                                                       \
    }
const eg_linear eg_linear_acoustic = SYSTEM(2);
const eg_linear eg_linear_acoustic_space = SYSTEM(3);
