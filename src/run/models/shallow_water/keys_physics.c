/* The keys of forces and of solutes. */
#include "run/models/shallow_water/internal.h"

/* A value over time of a solute, by its name. */
#define OF_SOLUTES(PATH, SENTENCE, EXAMPLE, TEXT, ...)                                                       \
    EG_ROW(PATH, EG_TAKES_MAP, SENTENCE, "{dye: " EXAMPLE "}", __VA_ARGS__),                                 \
        EG_SW_OVER_TIME(PATH ".*", TEXT, EXAMPLE, .names = EG_NAMES_PLAIN, .range = EG_RANGE_NOT_NEGATIVE),  \
        EG_SW_RATE_BETWEEN(PATH ".*")

static const eg_case_row rows[] = {
    EG_ROW("physics", EG_TAKES_MAP, "Forces in addition to gravity and friction.",
           "{coriolis: {latitude: 54 deg}}", .after = "boundaries"),
    EG_ROW("physics.coriolis", EG_TAKES_EXPRESSION | EG_TAKES_MAP,
           "Coriolis parameter f, positive in the northern hemisphere: a number, an expression, or the "
           "value at a latitude.",
           "\"1e-4 + 1.6e-11 * y\"", .variables = "x y", .dimension = EG_DIMENSION_FREQUENCY),
    EG_ROW("physics.coriolis.latitude", EG_TAKES_REAL,
           "Latitude, negative in the south: f = 2 Omega sin(latitude).", "54 deg", .angle = true,
           .range = EG_RANGE_BETWEEN, .least = -1.5707963267948968, .most = 1.5707963267948968,
           .presence = EG_REQUIRED),
    EG_ROW("physics.coriolis.from_y", EG_TAKES_REAL,
           "The y at which the latitude is that of `latitude`, for a beta plane: f changes linearly with y, "
           "which points north. Without the key f is uniform.",
           "0 m", EG_CASE_LENGTH),
    EG_ROW("solutes", EG_TAKES_MAP,
           "Substances dissolved in the water, by name, at most 8. The output `concentration_1` is the "
           "concentration of the first one.",
           "{dye: {unit: mg/l, initial: \"x < 5 ? 1 : 0\"}}", .after = "inflow_table"),
    EG_ROW("solutes.*", EG_TAKES_MAP,
           "One solute. The water carries it; infiltration takes its part along, evaporation leaves it.",
           "{unit: mg/l, initial: 1}", .names = EG_NAMES_PLAIN),
    EG_ROW("solutes.*.unit", EG_TAKES_TEXT,
           "Unit of all its concentrations, for people: numbers are taken as they are. Amounts are in m3 "
           "times this unit.",
           "mg/l", .resume = EG_MAY_CHANGE),
    EG_ROW("solutes.*.initial", EG_TAKES_EXPRESSION | EG_TAKES_MAP,
           "Concentration at time 0: a number, an expression, or a raster.", "\"x < 5 ? 1 : 0\"",
           .variables = "x y", .range = EG_RANGE_NOT_NEGATIVE, .default_text = "0"),
    EG_ROW("solutes.*.initial.raster", EG_TAKES_PATH,
           "An ESRI ASCII grid or a GeoTIFF, interpolated bilinearly; a cell outside it is an error.",
           "spill.asc", .presence = EG_REQUIRED),
    EG_CASE_RASTER("solutes.*.initial"),
    EG_ROW("solutes.*.decay", EG_TAKES_REAL, "Rate of first-order decay.", "1e-5",
           .dimension = EG_DIMENSION_FREQUENCY, .range = EG_RANGE_NOT_NEGATIVE, .presence = EG_AT_MOST_ONE),
    EG_ROW("solutes.*.half_life", EG_TAKES_REAL, "Time after which half of it has decayed.", "8 h",
           EG_CASE_TIME, .range = EG_RANGE_POSITIVE, .presence = EG_AT_MOST_ONE),
    EG_SW_OVER_TIME("solutes.*.rain", "Concentration in rain", "0.5", .range = EG_RANGE_NOT_NEGATIVE),
    EG_SW_RATE_BETWEEN("solutes.*.rain"),
    OF_SOLUTES("boundaries.*.concentrations",
               "Concentrations of the water that comes in through the boundary, by solute; others are 0.",
               "2.5", "Concentration of this solute"),
    OF_SOLUTES("inflows.*.concentrations",
               "Concentrations of the water that comes in, by solute; others are 0. Water that is taken out "
               "has that of its cell.",
               "2.5", "Concentration of this solute"),
    OF_SOLUTES(
        "inflows.*.loads",
        "Amounts that come in beside the water, by solute. With a discharge of 0 the solute comes in "
        "alone.",
        "0.2",
        "Amount of this solute a second, in m3 times its unit: kg/s where the unit is kg/m3, g/s where "
        "it is mg/l"),
    EG_CASE_LIMIT("solute_error", EG_DIMENSION_NONE,
                  "Amount of a solute gained or lost, relative to the largest amount held or come in."),
    EG_ROW("mesh.spherical", EG_TAKES_BOOLEAN, "Meshes of longitudes and latitudes.",
           .refusal = "meshes of longitudes and latitudes are not known: project the mesh to metres, and "
                      "give physics.coriolis")};

const eg_case_part eg_sw_physics_keys = EG_CASE_PART(rows);
