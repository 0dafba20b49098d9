/* The keys of eddy viscosity and of the dispersion of solutes. */
#include "run/models/shallow_water/internal.h"

#define MIXES .dimension = EG_DIMENSION_UNIT_DISCHARGE, .range = EG_RANGE_NOT_NEGATIVE

static const eg_case_row rows[] = {
    EG_ROW(
        "physics.viscosity", EG_TAKES_REAL | EG_TAKES_MAP,
        "Eddy viscosity: a constant, or a map of a constant, the law of Smagorinsky, or both, which add up.",
        "0.1 m2/s", MIXES, .default_text = "0 m2/s"),
    EG_ROW("physics.viscosity.constant", EG_TAKES_REAL, "The constant part of the eddy viscosity.",
           "0.1 m2/s", MIXES, .presence = EG_AT_LEAST_ONE),
    EG_ROW(
        "physics.viscosity.smagorinsky", EG_TAKES_REAL,
        "C of Smagorinsky's law: the viscosity is C^2 times the area of the cell times the rate of strain.",
        "0.15", .range = EG_RANGE_NOT_NEGATIVE, .presence = EG_AT_LEAST_ONE, .doubt_above = 1,
        .doubt = "0.1 to 0.3 are usual"),
    EG_ROW("solutes.*.dispersion", EG_TAKES_REAL | EG_TAKES_MAP,
           "Dispersion of the solute: the same in all directions, or along the flow and across it.",
           "0.5 m2/s", MIXES, .default_text = "0 m2/s"),
    EG_ROW("solutes.*.dispersion.longitudinal", EG_TAKES_REAL, "Dispersion along the flow.", "5 m2/s", MIXES,
           .presence = EG_REQUIRED),
    EG_ROW("solutes.*.dispersion.transverse", EG_TAKES_REAL,
           "Dispersion across the flow, and of still water in all directions.", "0.5 m2/s", MIXES,
           .presence = EG_REQUIRED)};

const eg_case_part eg_sw_mixing_keys = EG_CASE_PART(rows);
