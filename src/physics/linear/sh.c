/* SH waves: kernels/physics/sh.h. */
#include "physics/linear/linear.h"

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
    .speed = eg_linear_one_speed,
    .face = eg_linear_one_face};
