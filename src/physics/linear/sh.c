/* SH waves: kernels/physics/sh.h. */
#include "physics/linear/linear.h"

#include <math.h>

static double sh_speed(const double *material)
{
    return sqrt(material[0] * material[1]);
}

/* rho c = sqrt(rho mu) */
static double sh_impedance(const double *material)
{
    return sqrt(material[0] / material[1]);
}

static void sh_face(eg_flux flux, const double *left, const double *right, const double *normal,
                    eg_linear_boundary boundary, double *constants)
{
    (void)normal;
    if (flux == EG_FLUX_RUSANOV) {
        constants[0] = fmax(sh_speed(left), sh_speed(right));
        return;
    }
    bool damps = flux == EG_FLUX_UPWIND || boundary == EG_LINEAR_ABSORBING;
    eg_linear_combine(damps, sh_impedance(left), sh_impedance(right), constants);
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
    .speed = sh_speed,
    .face = sh_face};
