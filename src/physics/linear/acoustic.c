/* Acoustic waves: kernels/physics/acoustic.h. */
#include "physics/linear/linear.h"

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
        .speed = eg_linear_one_speed, .face = eg_linear_one_face                                             \
    }
const eg_linear eg_linear_acoustic = SYSTEM(2);
const eg_linear eg_linear_acoustic_space = SYSTEM(3);
