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

static void face(eg_flux flux, const double *left, const double *right, const double normal[2],
                 eg_linear_boundary boundary, double *constants)
{
    (void)normal;
    (void)boundary;
    if (flux == EG_FLUX_RUSANOV) {
        constants[0] = fmax(speed(left), speed(right));
        return;
    }
    double zl = impedance(left), zr = impedance(right);
    constants[0] = zl / (zl + zr);
    constants[1] = 1 / (zl + zr);
    constants[2] = zl * zr / (zl + zr);
}

static const char *const variable[] = {"pressure", "velocity_x", "velocity_y"};
static const char *const code[] = {"p", "vx", "vy"};
static const char *const unit[] = {"Pa", "m/s", "m/s"};

const eg_linear eg_linear_acoustic = {.name = "acoustic",
                                      .kernel = "ader/acoustic.c",
                                      .variables = 3,
                                      .materials = 2,
                                      .variable = variable,
                                      .unit = unit,
                                      .code = code,
                                      .traces = {2, 3},
                                      .face_constants = {3, 1},
                                      .speed = speed,
                                      .face = face};
