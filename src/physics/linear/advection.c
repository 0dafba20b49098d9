/* Advection of a tracer: kernels/physics/advection.h. */
#include "physics/linear/linear.h"

#include <math.h>

static double tracer_speed(const double *material)
{
    return sqrt(material[0] * material[0] + material[1] * material[1]);
}

static double tracer_speed_space(const double *material)
{
    return sqrt(material[0] * material[0] + material[1] * material[1] + material[2] * material[2]);
}

static void tracer_face(eg_flux flux, const double *left, const double *right, const double *normal,
                        eg_linear_boundary boundary, double *constants)
{
    (void)flux;
    double mean[2] = {0.5 * (left[0] + right[0]), 0.5 * (left[1] + right[1])};
    constants[0] = boundary == EG_LINEAR_WALL ? 0 : mean[0] * normal[0] + mean[1] * normal[1];
}

static void tracer_face_space(eg_flux flux, const double *left, const double *right, const double *normal,
                              eg_linear_boundary boundary, double *constants)
{
    tracer_face(flux, left, right, normal, boundary, constants);
    if (boundary != EG_LINEAR_WALL)
        constants[0] += 0.5 * (left[2] + right[2]) * normal[2];
}

static const char *const variable[] = {"tracer"};
static const char *const code[] = {"tracer"};
static const char *const unit[] = {"1"};

#define SYSTEM(d, speed_of, face_of)                                                                         \
    {                                                                                                        \
        .name = "advection", .kernel = "ader/advection.c", .dimensions = (d), .variables = 1,                \
        .materials = (d), .conservative = true, .variable = variable, .unit = unit, .code = code,            \
        .traces = {1, 1}, .face_constants = {1, 1}, .speed = speed_of, .face = face_of                       \
    }
const eg_linear eg_linear_advection = SYSTEM(2, tracer_speed, tracer_face);
const eg_linear eg_linear_advection_space = SYSTEM(3, tracer_speed_space, tracer_face_space);
