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
           "Substances dissolved in the water, by name, at most 8. Their concentrations are outputs of these "
           "names, in the case also `concentration_1` for the first one, `concentration_2` for the second.",
           "{dye: {unit: mg/l, initial: \"x < 5 ? 1 : 0\"}}", .after = "inflow_table"),
    EG_ROW("solutes.*", EG_TAKES_MAP,
           "One solute. The water carries it; infiltration takes its part along, evaporation leaves it.",
           "{unit: mg/l, initial: 1}", .names = EG_NAMES_PLAIN),
    EG_ROW("solutes.*.unit", EG_TAKES_TEXT,
           "Unit of all its concentrations, for people: numbers are taken as they are. Amounts are in m3 "
           "times this unit.",
           "mg/l", .resume = EG_MAY_CHANGE),
    EG_ROW(
        "solutes.*.initial", EG_TAKES_EXPRESSION | EG_TAKES_MAP,
        "Concentration at time 0: a number, an expression, or a raster. Needed beside `initial.from`, which "
        "brings no solutes.",
        "\"x < 5 ? 1 : 0\"", .variables = "x y", .range = EG_RANGE_NOT_NEGATIVE, .default_text = "0"),
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
    EG_ROW(
        "physics.wind", EG_TAKES_MAP,
        "Wind at 10 m above the water, uniform or of a file. Its stress is the density of air times the drag "
        "coefficient times its speed squared.",
        "{speed: 20 m/s, from: 270 deg}"),
    EG_ROW("physics.wind.speed", EG_TAKES_REAL, "Speed of a steady wind.", "20 m/s",
           .dimension = EG_DIMENSION_VELOCITY, .range = EG_RANGE_NOT_NEGATIVE, .presence = EG_EXACTLY_ONE),
    EG_ROW("physics.wind.from", EG_TAKES_REAL,
           "The direction that a steady wind comes from: 0 deg is the direction of y (north), 90 deg that of "
           "x (east).",
           "270 deg", .angle = true, .range = EG_RANGE_BETWEEN, .least = -6.283185307179587,
           .most = 6.283185307179587, .with = "speed"),
    EG_ROW(
        "physics.wind.csv", EG_TAKES_PATH,
        "Table of a uniform wind over time, with the columns time, speed and from, in degrees. The stress is "
        "linear between rows.",
        "wind.csv", .presence = EG_EXACTLY_ONE),
    EG_ROW("physics.wind.netcdf", EG_TAKES_PATH,
           "netCDF-4 file (CF) with the components of the wind over time, y and x. The stress is linear "
           "between times.",
           "wind.nc", .presence = EG_EXACTLY_ONE),
    EG_ROW("physics.wind.components", EG_TAKES_TEXT, "Its variables along x and y.", "[u10, v10]", .count = 2,
           .with = "netcdf", .default_text = "[u10, v10]"),
    EG_ROW(
        "physics.wind.after", EG_TAKES_WORD,
        "Outside the times of table or file `error` refuses the case, `hold` extends the first or last wind.",
        "hold", .words = "error hold", .default_text = "error"),
    EG_ROW("physics.wind.drag", EG_TAKES_REAL | EG_TAKES_WORD,
           "The drag coefficient: a number, or the law of Smith and Banke (1975), Large and Pond (1981), "
           "Garratt (1977) "
           "or Wu (1982).",
           "large-pond", .words = "smith-banke large-pond garratt wu", .range = EG_RANGE_NOT_NEGATIVE,
           .default_text = "smith-banke", .doubt_above = 0.01,
           .doubt = "measured coefficients are 0.0005 to 0.005"),
    EG_ROW("physics.wind.air_density", EG_TAKES_REAL, "Density of the air.", "1.25 kg/m3",
           .dimension = EG_DIMENSION_DENSITY, .range = EG_RANGE_POSITIVE, .default_text = "1.22 kg/m3",
           .doubt_above = 2, .doubt = "air at the ground has 0.9 kg/m3 to 1.5 kg/m3"),
    EG_ROW("physics.wind.thin", EG_TAKES_REAL,
           "Water below this depth is accelerated as water of this depth, so that no film is blown away.",
           "0.02 m", EG_CASE_LENGTH, .range = EG_RANGE_POSITIVE, .default_text = "0.1 m"),
    EG_ROW("physics.pressure", EG_TAKES_EXPRESSION | EG_TAKES_MAP,
           "Pressure of the air at the water: an expression, a table over time, or a file. Levels at "
           "boundaries are "
           "those at `reference_pressure`, to which the inverse barometer is added.",
           "\"101325 - 3000 * exp(-(x^2 + y^2) / 1e9)\"", .variables = "x y",
           .dimension = EG_DIMENSION_PRESSURE),
    EG_CASE_SERIES_OR("physics.pressure", EG_EXACTLY_ONE, "csv"),
    EG_ROW("physics.pressure.netcdf", EG_TAKES_PATH,
           "netCDF-4 file (CF) with the pressure over time, y and x, linear between times.", "pressure.nc",
           .presence = EG_EXACTLY_ONE),
    EG_ROW("physics.pressure.variable", EG_TAKES_TEXT, "Name of the variable, where the file has several.",
           "msl", .with = "netcdf"),
    EG_ROW("physics.reference_pressure", EG_TAKES_REAL,
           "The pressure at which levels are given; default: 101325 Pa.", "1010 hPa",
           .dimension = EG_DIMENSION_PRESSURE, .range = EG_RANGE_BETWEEN, .least = 5e4, .most = 1.2e5,
           .with = "pressure"),
    EG_ROW("physics.water_density", EG_TAKES_REAL,
           "Density of the water, for wind and pressure; default: 1000 kg/m3.", "1025 kg/m3",
           .dimension = EG_DIMENSION_DENSITY, .range = EG_RANGE_BETWEEN, .least = 500, .most = 2000),
    EG_ROW("mesh.spherical", EG_TAKES_BOOLEAN, "Meshes of longitudes and latitudes.",
           .refusal = "meshes of longitudes and latitudes are not known: project the mesh to metres, and "
                      "give physics.coriolis")};

const eg_case_part eg_sw_physics_keys = EG_CASE_PART(rows);
