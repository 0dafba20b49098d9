/* The keys of shallow water. */
#include "run/models/shallow_water/internal.h"

/* A rate of a law of infiltration. */
#define SOIL_RATE(PATH, SENTENCE, EXAMPLE)                                                                   \
    {                                                                                                        \
        .path = PATH, .takes = EG_TAKES_EXPRESSION, .variables = "x y", .dimension = EG_DIMENSION_VELOCITY,  \
        .range = EG_RANGE_NOT_NEGATIVE, .presence = EG_REQUIRED, .sentence = SENTENCE, .example = EXAMPLE    \
    }

#define FIRST_RASTER                                                                                         \
    "An ESRI ASCII grid or a GeoTIFF, interpolated bilinearly, or a list of them. The value of a "           \
    "cell is that of the first raster with data at its centroid. A cell outside all rasters is "             \
    "an error."

/* What is beside the raster of a state at time 0: WORD stands for places without data. */
#define INITIAL_RASTER(PATH, WORD, SENTENCE) RASTER_OR(PATH, WORD, SENTENCE, NULL)

/* The same where there is another way to give it: the key that it goes with. */
#define RASTER_OR(PATH, WORD, SENTENCE, WITH)                                                                \
    {.path = PATH ".register",                                                                               \
     .takes = EG_TAKES_WORD,                                                                                 \
     .words = "corner node",                                                                                 \
     .with = WITH,                                                                                           \
     .default_text = "corner",                                                                               \
     .sentence = "Registration of an ASCII grid, as for the bed.",                                           \
     .example = "node"},                                                                                     \
        {.path = PATH ".nodata",                                                                             \
         .takes = EG_TAKES_WORD,                                                                             \
         .words = "error nearest " WORD,                                                                     \
         .with = WITH,                                                                                       \
         .default_text = "error",                                                                            \
         .sentence = "Missing values of the raster: `error` refuses the case, `nearest` takes "              \
                     "the nearest value. " SENTENCE,                                                         \
         .example = WORD},                                                                                   \
    {                                                                                                        \
        .path = PATH ".scale", .takes = EG_TAKES_REAL, .range = EG_RANGE_NOT_ZERO, .with = WITH,             \
        .default_text = "1", .sentence = "Factor that converts the raster's values to SI units.",            \
        .example = "0.01"                                                                                    \
    }

/* A rate over time, by a table or by rasters: what the rasters hold, and WORD for places without data. */
#define RATE(PATH, WHAT, RASTERS, WORD, SENTENCE)                                                            \
    EG_CASE_SERIES_OR(PATH, EG_EXACTLY_ONE, "csv"),                                                          \
        {.path = PATH ".raster",                                                                             \
         .takes = EG_TAKES_PATH,                                                                             \
         .count = EG_ANY_COUNT,                                                                              \
         .presence = EG_EXACTLY_ONE,                                                                         \
         .sentence = WHAT " at the times of `times`: ESRI ASCII grids or GeoTIFFs, interpolated "            \
                          "bilinearly.",                                                                     \
         .example = RASTERS},                                                                                \
        {.path = PATH ".times",                                                                              \
         .takes = EG_TAKES_REAL,                                                                             \
         .count = EG_ANY_COUNT,                                                                              \
         EG_CASE_TIME,                                                                                       \
         .range = EG_RANGE_ASCENDING,                                                                        \
         .with = "raster",                                                                                   \
         .sentence = "The time of each raster; `between` and `after` hold as for a table.",                  \
         .example = "[0 s, 300 s]"},                                                                         \
        RASTER_OR(PATH, WORD, SENTENCE, "raster"), EG_SW_RATE_BETWEEN(PATH)

/* A number that shapes have: the same for all, or that of an attribute of each. */
#define TERRAIN_NUMBER(KEY, DIMENSION, RANGE, SENTENCE, EXAMPLE)                                             \
    {.path = "terrain.*." KEY,                                                                               \
     .takes = EG_TAKES_REAL | EG_TAKES_MAP,                                                                  \
     .dimension = DIMENSION,                                                                                 \
     .range = RANGE,                                                                                         \
     .presence = EG_AT_LEAST_ONE,                                                                            \
     .sentence = SENTENCE,                                                                                   \
     .example = EXAMPLE},                                                                                    \
    {                                                                                                        \
        .path = "terrain.*." KEY ".attribute", .takes = EG_TAKES_TEXT, .presence = EG_REQUIRED,              \
        .sentence = "Name of the attribute with the value of each shape, in SI units; `z` is the "           \
                    "elevation of a line's points.",                                                         \
        .example = "height"                                                                                  \
    }

static const eg_case_row rows[] = {
    {.path = "materials.*.elevation",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "x y",
     EG_CASE_LENGTH,
     .presence = EG_REQUIRED,
     .sentence = "Elevation of the bed: a number, an expression, a raster, or the z of the mesh nodes.",
     .example = "\"max(0, 0.1 * (x - 5))\""},
    {.path = "materials.*.elevation.raster",
     .takes = EG_TAKES_PATH,
     .count = EG_ONE_OR_LIST,
     .presence = EG_EXACTLY_ONE,
     .sentence = FIRST_RASTER,
     .example = "[survey.asc, valley.asc]"},
    {.path = "materials.*.elevation.mesh",
     .takes = EG_TAKES_WORD,
     .words = "z",
     .presence = EG_EXACTLY_ONE,
     .sentence = "Takes the bed elevation from the third coordinate of the mesh nodes.",
     .example = "z"},
    EG_CASE_RASTER("materials.*.elevation"),
    {.path = "materials.*.bed",
     .takes = EG_TAKES_REAL,
     .refusal = "the bed's elevation is 'elevation'; its motion is 'bed' at the top",
     .sentence = "The bed, by another word."},
    {.path = "materials.*.friction",
     .takes = EG_TAKES_REAL,
     .refusal = "friction is 'manning', Manning's n, or 'linear_friction'",
     .sentence = "Friction, by another word."},
    {.path = "materials.*.manning",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "x y",
     .dimension = EG_DIMENSION_MANNING,
     .range = EG_RANGE_NOT_NEGATIVE,
     .default_text = "0",
     .sentence = "Manning's roughness n in s/m^(1/3): a number, an expression, or a raster; 0 is no "
                 "friction.",
     .example = "0.03"},
    {.path = "materials.*.manning.raster",
     .takes = EG_TAKES_PATH,
     .count = EG_ONE_OR_LIST,
     .presence = EG_REQUIRED,
     .sentence = FIRST_RASTER,
     .example = "roughness.asc"},
    EG_CASE_RASTER("materials.*.manning"),
    {.path = "materials.*.linear_friction",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "x y",
     .dimension = EG_DIMENSION_FREQUENCY,
     .range = EG_RANGE_NOT_NEGATIVE,
     .default_text = "0",
     .sentence = "Linear friction: the coefficient k of a force -k h u, in 1/s; a number, an "
                 "expression, or a raster. It is added "
                 "to Manning's.",
     .example = "0.001"},
    {.path = "materials.*.linear_friction.raster",
     .takes = EG_TAKES_PATH,
     .count = EG_ONE_OR_LIST,
     .presence = EG_REQUIRED,
     .sentence = FIRST_RASTER,
     .example = "drag.asc"},
    EG_CASE_RASTER("materials.*.linear_friction"),
    {.path = "materials.*.rain",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "t",
     .dimension = EG_DIMENSION_VELOCITY,
     .range = EG_RANGE_NOT_NEGATIVE,
     .sentence = "Rain: a number, an expression of t in m/s, a table, or a series of rasters.",
     .example = "20 mm/h"},
    RATE("materials.*.rain", "Rates of rain in m/s", "[radar-1.tif, radar-2.tif]", "dry",
         "`dry` sets no rain where data are missing or the raster ends."),
    {.path = "materials.*.rain_factor",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "x y",
     .range = EG_RANGE_NOT_NEGATIVE,
     .with = "rain",
     .default_text = "1",
     .sentence = "Factor of `rain` by position: a number, an expression, or a raster.",
     .example = "\"exp(-((x - 500)^2 + y^2) / 1e5)\""},
    {.path = "materials.*.rain_factor.raster",
     .takes = EG_TAKES_PATH,
     .presence = EG_REQUIRED,
     .sentence = "An ESRI ASCII grid or a GeoTIFF, interpolated bilinearly; a cell outside it is an error.",
     .example = "storm.asc"},
    EG_CASE_RASTER("materials.*.rain_factor"),
    {.path = "materials.*.infiltration",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "x y",
     .dimension = EG_DIMENSION_VELOCITY,
     .range = EG_RANGE_NOT_NEGATIVE,
     .sentence = "Infiltration capacity: a constant rate (a number, an expression, a raster), or a "
                 "law. Infiltration is limited to the available water.",
     .example = "5 mm/h"},
    {.path = "materials.*.infiltration.raster",
     .takes = EG_TAKES_PATH,
     .presence = EG_EXACTLY_ONE,
     .sentence = "An ESRI ASCII grid or a GeoTIFF of constant rates, interpolated bilinearly.",
     .example = "capacity.asc"},
    EG_CASE_RASTER("materials.*.infiltration"),
    {.path = "materials.*.infiltration.horton",
     EG_CASE_MAP,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Horton's law: the capacity decays from `initial` to `final`, as e^(-decay t) "
                 "while the ground is wet, otherwise with the volume infiltrated.",
     .example = "{initial: 50 mm/h, final: 5 mm/h, decay: 2 1/h}"},
    SOIL_RATE("materials.*.infiltration.horton.initial", "Initial capacity, of dry ground.", "50 mm/h"),
    SOIL_RATE("materials.*.infiltration.horton.final", "Final capacity, of saturated ground.", "5 mm/h"),
    {.path = "materials.*.infiltration.horton.decay",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_FREQUENCY,
     .range = EG_RANGE_NOT_NEGATIVE,
     .presence = EG_REQUIRED,
     .sentence = "Decay constant of the capacity.",
     .example = "2 1/h"},
    {.path = "materials.*.infiltration.green_ampt",
     EG_CASE_MAP,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Green and Ampt's law: f = conductivity (1 + suction deficit / F), with F the "
                 "cumulative infiltration.",
     .example = "{conductivity: 6.5 mm/h, suction: 0.167 m, deficit: 0.3}"},
    SOIL_RATE("materials.*.infiltration.green_ampt.conductivity", "Saturated hydraulic conductivity.",
              "6.5 mm/h"),
    {.path = "materials.*.infiltration.green_ampt.suction",
     .takes = EG_TAKES_EXPRESSION,
     .variables = "x y",
     EG_CASE_LENGTH,
     .range = EG_RANGE_NOT_NEGATIVE,
     .presence = EG_REQUIRED,
     .sentence = "Suction head at the wetting front.",
     .example = "0.167 m"},
    {.path = "materials.*.infiltration.green_ampt.deficit",
     .takes = EG_TAKES_REAL,
     .range = EG_RANGE_BETWEEN,
     .least = 0,
     .most = 1,
     .presence = EG_REQUIRED,
     .sentence = "Moisture deficit: porosity minus the initial water content.",
     .example = "0.3"},
    {.path = "materials.*.evaporation",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "t",
     .dimension = EG_DIMENSION_VELOCITY,
     .range = EG_RANGE_NOT_NEGATIVE,
     .sentence = "Evaporation from open water: a number, an expression of t in m/s, a table, or a "
                 "series of rasters.",
     .example = "0.2 mm/h"},
    RATE("materials.*.evaporation", "Rates of evaporation in m/s", "[noon.tif, evening.tif]", "none",
         "`none` sets no evaporation where data are missing or the raster ends."),
    {.path = "terrain",
     .after = "materials",
     EG_CASE_MAP,
     .sentence = "Houses, roads, walls and levees: shapes that change bed and roughness or block "
                 "cells, by name, "
                 "in the order of the case.",
     .example = "{houses: {polygons: houses.geojson, raise: 6 m}}"},
    {.path = "terrain.*",
     EG_CASE_MAP,
     .sentence = "The shapes of one file and the changes that they make.",
     .example = "{lines: levee.geojson, crest: {attribute: z}}"},
    {.path = "terrain.*.polygons",
     .takes = EG_TAKES_PATH,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Polygons, which may have holes: GeoJSON, a table (.csv), or with GDAL a "
                 "shapefile or GeoPackage. They apply to cells whose centroid is inside.",
     .example = "houses.geojson"},
    {.path = "terrain.*.lines",
     .takes = EG_TAKES_PATH,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Lines, or the outlines of polygons. They apply to cells that a line crosses.",
     .example = "levee.geojson"},
    {.path = "terrain.*.width",
     .takes = EG_TAKES_REAL,
     EG_CASE_LENGTH,
     .range = EG_RANGE_NOT_NEGATIVE,
     .with = "lines",
     .default_text = "0 m",
     .sentence = "Width of the lines: they also apply to cells whose centroid is within half of it.",
     .example = "6 m"},
    TERRAIN_NUMBER("elevation", EG_DIMENSION_LENGTH, EG_RANGE_ANY, "Elevation of the bed.", "12 m"),
    TERRAIN_NUMBER("crest", EG_DIMENSION_LENGTH, EG_RANGE_ANY,
                   "Lowest elevation of the bed: lower cells are raised to it.", "{attribute: z}"),
    TERRAIN_NUMBER("raise", EG_DIMENSION_LENGTH, EG_RANGE_ANY,
                   "Height added to the bed; where shapes overlap, the largest one.", "6 m"),
    TERRAIN_NUMBER("manning", EG_DIMENSION_MANNING, EG_RANGE_NOT_NEGATIVE, "Manning's roughness n.", "0.015"),
    {.path = "terrain.*.block",
     .takes = EG_TAKES_BOOLEAN,
     .presence = EG_AT_LEAST_ONE,
     .sentence = "Blocks the cells: they hold no water, their faces are walls, and no rain falls on "
                 "them.",
     .example = "true"},
    {.path = "initial",
     .after = "terrain",
     EG_CASE_MAP,
     .presence = EG_REQUIRED,
     .sentence = "The state at time 0.",
     .example = "{depth: \"x < 5 ? 2 : 0\"}"},
    {.path = "initial.depth",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "x y z",
     EG_CASE_LENGTH,
     .range = EG_RANGE_NOT_NEGATIVE,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Water depth; z is the bed elevation. A number, an expression, or a raster.",
     .example = "\"x < 5 ? 2 : 0\""},
    {.path = "initial.depth.raster",
     .takes = EG_TAKES_PATH,
     .count = EG_ONE_OR_LIST,
     .presence = EG_REQUIRED,
     .sentence = FIRST_RASTER,
     .example = "depth.asc"},
    INITIAL_RASTER("initial.depth", "dry", "`dry` sets depth 0 where data are missing or the raster ends."),
    {.path = "initial.level",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "x y z",
     EG_CASE_LENGTH,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Elevation of the water surface; ground above it is dry. A number, an expression, "
                 "or a raster.",
     .example = "1.5 m"},
    {.path = "initial.level.raster",
     .takes = EG_TAKES_PATH,
     .count = EG_ONE_OR_LIST,
     .presence = EG_REQUIRED,
     .sentence = FIRST_RASTER,
     .example = "level.asc"},
    INITIAL_RASTER("initial.level", "dry", "`dry` sets depth 0 where data are missing or the raster ends."),
    EG_CASE_OTHER_RUN("state", "Mesh, order and precision may differ.", .presence = EG_EXACTLY_ONE),
    {.path = "initial.keep",
     .takes = EG_TAKES_WORD,
     .words = "volume level",
     .with = "from",
     .default_text = "volume",
     .sentence = "Quantity that is kept where the bed differs: `volume`, the volume of water of "
                 "each of the other run's cells, to rounding, or `level`, its surface elevation.",
     .example = "level"},
    {.path = "initial.velocity",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .count = 2,
     .variables = "x y z",
     .dimension = EG_DIMENSION_VELOCITY,
     .without = "from",
     .default_text = "[0, 0]",
     .sentence = "Velocity along x and y: two numbers or expressions, or two rasters.",
     .example = "[1 m/s, 0]"},
    {.path = "initial.velocity.raster",
     .takes = EG_TAKES_PATH,
     .count = 2,
     .presence = EG_REQUIRED,
     .sentence = "Two rasters, interpolated bilinearly: the velocity along x, and along y.",
     .example = "[u.asc, v.asc]"},
    INITIAL_RASTER("initial.velocity", "still",
                   "`still` sets velocity 0 where data are missing or a raster ends."),
    {.path = "boundaries.*",
     .takes = EG_TAKES_WORD | EG_TAKES_MAP,
     .words = "wall outflow critical radiate",
     .sentence = "One boundary: a wall without friction; free outflow, down a slope at normal "
                 "depth, elsewhere at "
                 "critical depth; outflow at critical depth; `radiate`, where waves leave and "
                 "still water of time 0 "
                 "keeps its level; a water level, a tide, an incoming wave, a discharge, a rating "
                 "curve, normal "
                 "depth, depth and speed of an inflow, or periodic with another one.",
     .example = "{level: 1.2 m}"},
    {.path = "boundaries.*.level",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "t",
     EG_CASE_LENGTH,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Water level: a number, an expression of t, or a table.",
     .example = "\"1 + 0.1 * sin(t)\""},
    EG_CASE_SERIES("boundaries.*.level"),
    {.path = "boundaries.*.discharge",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "t",
     .dimension = EG_DIMENSION_DISCHARGE,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Discharge into the domain (negative: out of it) through the whole boundary: a "
                 "number, an expression of t, or a table.",
     .example = "{csv: hydrograph.csv, after: hold}"},
    EG_CASE_SERIES("boundaries.*.discharge"),
    {.path = "boundaries.*.rating",
     .takes = EG_TAKES_PATH,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Table of a rating curve with the columns level and discharge: the outflow as a "
                 "function of the mean water level along the boundary, linear between rows, "
                 "constant outside. The outflow is at most critical.",
     .example = "gauge.csv"},
    {.path = "boundaries.*.normal_depth",
     EG_CASE_MAP,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Outflow at normal depth, by Manning's formula for uniform flow.",
     .example = "{slope: 0.001}"},
    {.path = "boundaries.*.normal_depth.slope",
     .takes = EG_TAKES_REAL,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_REQUIRED,
     .sentence = "Slope of the bed beyond the boundary, m/m.",
     .example = "0.001"},
    {.path = "boundaries.*.normal_depth.manning",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_MANNING,
     .range = EG_RANGE_POSITIVE,
     .sentence = "Manning's n beyond the boundary; without it, that of the adjacent cell.",
     .example = "0.03"},
    {.path = "boundaries.*.tide",
     EG_CASE_MAP,
     .presence = EG_EXACTLY_ONE,
     .sentence = "A tide: the sum of its constituents, amplitude cos(2 pi t / period - phase), "
                 "about a mean level.",
     .example = "{constituents: {M2: {amplitude: 1.2 m, phase: 40 deg}}}"},
    {.path = "boundaries.*.tide.constituents",
     EG_CASE_MAP,
     .presence = EG_REQUIRED,
     .sentence = "Constituents by name. Periods of M2, S2, N2, K2, 2N2, MU2, NU2, L2, T2, K1, O1, "
                 "P1, Q1, J1, OO1, M3, M4, MS4, MN4, S4, M6, S6, M8, MF, MM, SSA and SA are known.",
     .example = "{M2: {amplitude: 1.2 m, phase: 40 deg}}"},
    {.path = "boundaries.*.tide.constituents.*",
     EG_CASE_MAP,
     .names = EG_NAMES_PLAIN,
     .sentence = "One constituent.",
     .example = "{amplitude: 1.2 m, phase: 40 deg}"},
    {.path = "boundaries.*.tide.constituents.*.amplitude",
     .takes = EG_TAKES_REAL,
     EG_CASE_LENGTH,
     .range = EG_RANGE_NOT_NEGATIVE,
     .presence = EG_REQUIRED,
     .sentence = "Amplitude of the constituent, half its range.",
     .example = "1.2 m"},
    {.path = "boundaries.*.tide.constituents.*.phase",
     .takes = EG_TAKES_REAL,
     .angle = true,
     .default_text = "0",
     .sentence = "Phase lag at time 0, the start of the run.",
     .example = "40 deg"},
    {.path = "boundaries.*.tide.constituents.*.period",
     .takes = EG_TAKES_REAL,
     EG_CASE_TIME,
     .range = EG_RANGE_POSITIVE,
     .sentence = "Period; only for constituents that are not known by name.",
     .example = "40 min"},
    {.path = "boundaries.*.tide.mean",
     .takes = EG_TAKES_REAL,
     EG_CASE_LENGTH,
     .default_text = "0 m",
     .sentence = "Mean water level.",
     .example = "0.1 m"},
    {.path = "boundaries.*.tide.as",
     .takes = EG_TAKES_WORD,
     .words = "level radiate",
     .default_text = "level",
     .sentence = "`level` prescribes the tide as the water level; `radiate` makes it an incoming "
                 "wave, and outgoing waves leave: a closed bay reaches twice its height.",
     .example = "radiate"},
    {.path = "boundaries.*.radiate",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "t",
     EG_CASE_LENGTH,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Water level of an incoming wave or tide; outgoing waves leave. A number, an "
                 "expression of t, or a table.",
     .example = "\"0.5 * sin(2 * pi * t / 600)\""},
    EG_CASE_SERIES("boundaries.*.radiate"),
    {.path = "boundaries.*.still",
     .takes = EG_TAKES_REAL,
     EG_CASE_LENGTH,
     .with = "radiate",
     .sentence = "Still-water level of `radiate`; without the key, the level of the wave at time 0.",
     .example = "0 m"},
    {.path = "boundaries.*.inflow",
     EG_CASE_MAP,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Inflow with this depth and speed along the normal. A supercritical state is "
                 "prescribed. Of a subcritical state only the incoming characteristic enters, and "
                 "outgoing waves leave.",
     .example = "{depth: 0.5 m, speed: 4 m/s}"},
    {.path = "boundaries.*.inflow.depth",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "t",
     EG_CASE_LENGTH,
     .range = EG_RANGE_NOT_NEGATIVE,
     .presence = EG_REQUIRED,
     .sentence = "Depth beyond the boundary: a number, an expression of t, or a table.",
     .example = "0.5 m"},
    EG_CASE_SERIES("boundaries.*.inflow.depth"),
    {.path = "boundaries.*.inflow.speed",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "t",
     .dimension = EG_DIMENSION_VELOCITY,
     .presence = EG_REQUIRED,
     .sentence = "Speed into the domain: a number, an expression of t, or a table.",
     .example = "4 m/s"},
    EG_CASE_SERIES("boundaries.*.inflow.speed"),
    {.path = "inflows",
     .after = "boundaries",
     EG_CASE_MAP,
     .sentence = "Point inflows and outflows inside the domain, by name.",
     .example = "{spring: {at: [120 m, 40 m], discharge: 20 l/s}}"},
    {.path = "inflows.*",
     EG_CASE_MAP,
     .names = EG_NAMES_PLAIN,
     .sentence = "One point inflow: a spring, a manhole, a sewer outlet, or a pump that removes "
                 "water. The water enters the cell without momentum.",
     .example = "{at: [120 m, 40 m], discharge: 20 l/s}"},
    {.path = "inflows.*.at",
     .takes = EG_TAKES_REAL,
     .count = 2,
     EG_CASE_LENGTH,
     .presence = EG_REQUIRED,
     .sentence = "Position; the water enters the cell that contains it.",
     .example = "[120 m, 40 m]"},
    {.path = "inflows.*.discharge",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "t",
     .dimension = EG_DIMENSION_DISCHARGE,
     .presence = EG_REQUIRED,
     .sentence = "Discharge into the cell (negative: out of it, at most what it holds): a number, "
                 "an expression of t, or a table.",
     .example = "20 l/s"},
    EG_CASE_SERIES("inflows.*.discharge"),
    EG_SW_RATE_BETWEEN("inflows.*.discharge"),
    {.path = "inflow_table",
     .after = "inflows",
     EG_CASE_MAP,
     .sentence = "Point inflows from a table, in addition to those of `inflows`.",
     .example = "{csv: manholes.csv, discharges: sewer.csv}"},
    {.path = "inflow_table.csv",
     .takes = EG_TAKES_PATH,
     .presence = EG_REQUIRED,
     .sentence = "Table with one row per inflow and the columns name, x, y and discharge; with "
                 "`discharges` the last column is not needed.",
     .example = "manholes.csv"},
    {.path = "inflow_table.discharges",
     .takes = EG_TAKES_PATH,
     .sentence = "Table of discharges over time in m3/s: a column of times, then one column per "
                 "inflow with its name. Values are linear between rows; outside the table the "
                 "first or last value holds.",
     .example = "sewer.csv"},
    {.path = "numerics.order",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 1,
     .most = 2,
     .default_text = "1",
     .sentence = "Order of accuracy of the finite volumes, in space and time.",
     .example = "2"},
    {.path = "numerics.blocks",
     .takes = EG_TAKES_WORD,
     .words = "auto moving all",
     .default_text = "auto",
     .sentence = "Blocks of cells that a step works on: with `moving` those where water moves or "
                 "may come in; "
                 "`auto` is `moving` where the mesh is large enough. Results have the same bits.",
     .example = "all"},
    {.path = "numerics.degree",
     .takes = EG_TAKES_INTEGER,
     .refusal = "finite volumes have no polynomial degree; give 'order', the order of accuracy",
     .sentence = "Polynomial degree, of element methods."},
    {.path = "numerics.dry_depth",
     .takes = EG_TAKES_REAL,
     EG_CASE_LENGTH,
     .range = EG_RANGE_NOT_NEGATIVE,
     .default_text = "0",
     .warn_above = 0.05,
     .warning = "water that is shallower does not flow; 1e-6 m to 1e-2 m are usual",
     .sentence = "Depth below which the velocity of a cell is 0; 0 takes the threshold of the scheme.",
     .example = "1e-6 m"},
    {.path = "output.sections",
     EG_CASE_MAP,
     .sentence = "Lines across the flow, by name. balance.csv has the discharge through each and "
                 "the volume since the start.",
     .example = "{bridge: [120 m, 40 m, 180 m, 90 m]}",
     .resume = "balance.csv has other columns"},
    {.path = "output.sections.*",
     .takes = EG_TAKES_REAL,
     .count = EG_ANY_COUNT,
     EG_CASE_LENGTH,
     .names = EG_NAMES_PLAIN,
     .sentence = "x and y of the points of the line, from the left bank to the right bank when "
                 "looking downstream. Flow from the right of the line to its left is positive.",
     .example = "[120 m, 40 m, 180 m, 90 m]",
     .resume = "balance.csv has other columns"},
    {.path = "output.maxima.flooded_depth",
     .takes = EG_TAKES_REAL,
     EG_CASE_LENGTH,
     .range = EG_RANGE_NOT_NEGATIVE,
     .default_text = "0.01 m",
     .sentence = "Depth above which a cell is flooded, for arrival_time, max_speed and the hazard "
                 "variables.",
     .example = "0.05 m",
     .resume = "they are taken over all steps from the first"},
    {.path = "output.maxima.rasters",
     EG_CASE_MAP,
     .sentence = "Writes the largest values as rasters, too, at the end of the run: maxima/NAME.tif.",
     .example = "{pixel: 5 m}",
     .resume = EG_MAY_CHANGE},
    {.path = "output.maxima.rasters.pixel",
     .takes = EG_TAKES_REAL,
     EG_CASE_LENGTH,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Side of the squares. The projection is that of the case's rasters.",
     .example = "5 m",
     .resume = EG_MAY_CHANGE},
    {.path = "output.maxima.rasters.like",
     .takes = EG_TAKES_PATH,
     .presence = EG_EXACTLY_ONE,
     .sentence = "A raster whose squares and projection are taken.",
     .example = "terrain.tif",
     .resume = EG_MAY_CHANGE},
    {.path = "output.maxima.rasters.format",
     .takes = EG_TAKES_WORD,
     .words = "tif asc",
     .default_text = "tif",
     .sentence = "Cloud-optimised GeoTIFF, by GDAL, or ESRI ASCII grid.",
     .example = "asc",
     .resume = EG_MAY_CHANGE},
    EG_CASE_LIMIT("mass_error", EG_DIMENSION_NONE,
                  "Water gained or lost, relative to the largest amount in the domain."),
    EG_CASE_LIMIT("clipped", EG_DIMENSION_NONE,
                  "Water added where depths became negative, relative to the largest volume in the domain. "
                  "Without this key the run fails above 1e-3.")};

const eg_case_part eg_sw_keys = EG_CASE_PART(rows);
