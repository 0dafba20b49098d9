/* Advection of tracers: kernels/physics/advection.h. */
#include "physics/linear/linear.h"

#include <math.h>
#include <stdio.h>

static double tracer_speed(const eg_linear *system, const double *material)
{
    (void)system;
    return sqrt(material[0] * material[0] + material[1] * material[1]);
}

static double tracer_speed_space(const eg_linear *system, const double *material)
{
    (void)system;
    return sqrt(material[0] * material[0] + material[1] * material[1] + material[2] * material[2]);
}

static void tracer_face(const eg_linear *system, const eg_linear_face *face, double *constants)
{
    const double *left = face->left, *right = face->right, *normal = face->normal;
    double mean[2] = {0.5 * (left[0] + right[0]), 0.5 * (left[1] + right[1])};
    (void)system;
    constants[0] = face->boundary == EG_LINEAR_WALL ? 0 : mean[0] * normal[0] + mean[1] * normal[1];
}

static void tracer_face_space(const eg_linear *system, const eg_linear_face *face, double *constants)
{
    tracer_face(system, face, constants);
    if (face->boundary != EG_LINEAR_WALL)
        constants[0] += 0.5 * (face->left[2] + face->right[2]) * face->normal[2];
}

static const char *const variable[] = {"tracer"};
static const char *const code[] = {"tracer"};
static const char *const unit[] = {"1"};

#define SYSTEM(d, speed_of, face_of)                                                                         \
    {                                                                                                        \
        .name = "advection", .kernel = "ader/advection.c", .dimensions = (d), .variables = 1,                \
        .materials = (d), .alike = (d), .conservative = true, .transports = true, .variable = variable,      \
        .unit = unit, .code = code, .traces = {1, 1}, .face_constants = {1, 1}, .speed = speed_of,           \
        .face = face_of                                                                                      \
    }
const eg_linear eg_linear_advection = SYSTEM(2, tracer_speed, tracer_face);
const eg_linear eg_linear_advection_space = SYSTEM(3, tracer_speed_space, tracer_face_space);

eg_linear eg_linear_tracers(int count, const char *generated)
{
    eg_linear system = eg_linear_advection;
    assert(count >= 1 && count <= EG_LINEAR_TRACERS);
    system.variables = count;
    system.generated = generated;
    for (int flux = 0; flux < EG_FLUX_CENTRAL; flux++)
        system.traces[flux] = count;
    return system;
}

void eg_linear_tracers_text(int count, char text[EG_LINEAR_TRACERS_TEXT])
{
    int at = snprintf(text, EG_LINEAR_TRACERS_TEXT, "#define VARS %d\n#define EACH_VAR(m)", count);
    for (int i = 0; i < count; i++)
        at += snprintf(&text[at], (size_t)(EG_LINEAR_TRACERS_TEXT - at), " m(%d)", i);
    snprintf(&text[at], (size_t)(EG_LINEAR_TRACERS_TEXT - at), "\n");
}
