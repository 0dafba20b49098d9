/* Advection of a tracer: kernels/physics/advection.h. */
#include "physics/linear/linear.h"

#include <math.h>

static double speed(const double *material)
{
    return sqrt(material[0] * material[0] + material[1] * material[1]);
}

static void face(eg_flux flux, const double *left, const double *right, const double normal[2],
                 eg_linear_boundary boundary, double *constants)
{
    (void)flux;
    double mean[2] = {0.5 * (left[0] + right[0]), 0.5 * (left[1] + right[1])};
    constants[0] = boundary == EG_LINEAR_WALL ? 0 : mean[0] * normal[0] + mean[1] * normal[1];
}

static const char *const variable[] = {"tracer"};
static const char *const code[] = {"tracer"};
static const char *const unit[] = {"1"};

const eg_linear eg_linear_advection = {.name = "advection",
                                       .kernel = "ader/advection.c",
                                       .variables = 1,
                                       .materials = 2,
                                       .conservative = true,
                                       .variable = variable,
                                       .unit = unit,
                                       .code = code,
                                       .traces = {1, 1},
                                       .face_constants = {1, 1},
                                       .speed = speed,
                                       .face = face};
