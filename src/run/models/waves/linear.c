/* Systems of a case as a model, with a template. */
#include "run/models/waves/linear.h"

static const eg_case_part *const parts[] = {
    &eg_timed_keys,        &eg_plane_keys,          &eg_mixed_keys,
    &eg_mapped_keys,       &eg_explicit_keys,       &eg_system_keys,
    &eg_parameter_keys,    &eg_linear_keys,         &eg_waves_keys,
    &eg_plane_source_keys, &eg_waves_source_keys,   &eg_plane_place_keys,
    &eg_plane_shot_keys,   &eg_waves_receiver_keys, &eg_waves_inventory_keys,
    &eg_periodic_keys,     &eg_named_keys,          NULL};

static const eg_case_line cavity[] = {
    {"title", "a mode of the electric field between four perfect conductors"},
    {"model", "linear"},
    {"system.variables", "{Ez: V/m, Hx: A/m, Hy: A/m}"},
    {"system.parameters", "{eps: F/m, mu: H/m}"},
    {"system.A", "{Ez: [0, 0, -1/eps], Hy: [-1/mu, 0, 0]}"},
    {"system.B", "{Ez: [0, 1/eps, 0], Hx: [1/mu, 0, 0]}"},
    {"system.energy", "{Ez: [eps, 0, 0], Hx: [0, mu, 0], Hy: [0, 0, mu]}"},
    {"mesh.box.size", "[1 m, 1 m]"},
    {"mesh.box.cells", "[10, 10]"},
    {"materials.all.eps", "8.8541878128e-12"},
    {"materials.all.mu", "1.25663706212e-6"},
    {"initial.Ez", "\"sin(pi * x) * sin(pi * y)\""},
    {"boundaries.left", "{reflection: {Ez: [-1, 0, 0]}}"},
    {"boundaries.right", "{reflection: {Ez: [-1, 0, 0]}}"},
    {"boundaries.bottom", "{reflection: {Ez: [-1, 0, 0]}}"},
    {"boundaries.top", "{reflection: {Ez: [-1, 0, 0]}}"},
    {"time.end", "5 ns"},
    {"numerics.order", "4"},
    {"output.fields", "{every: 0.5 ns}"},
    {NULL, NULL},
};
static const eg_case_template templates[] = {
    {"cavity", "A system given by its matrices: Maxwell's equations, with a mode of a square cavity.",
     cavity}};

const eg_model_kind eg_linear_model = {.keys = {.name = "linear",
                                                .dimensions = 2,
                                                .parts = parts,
                                                .adapt = eg_linear_adapt,
                                                .complete = eg_linear_refuse,
                                                .templates = templates,
                                                .template_count = 1},
                                       .boundary_words =
                                           "absorbing, {reflection: ...}, {inflow: ...} or {periodic: NAME}",
                                       .drift_name = "energy_growth",
                                       .points = "gauges",
                                       .class = &eg_linear_steps,
                                       .title = "linear system"};
