/* The keys of shallow water. */
#include "run/models/shallow_water/internal.h"

/* How a table of rates is meant between its rows. */
#define RATE_BETWEEN(PATH)                                                                         \
    {                                                                                              \
        .path = PATH ".between", .takes = EG_TAKES_WORD, .words = "line steps",                    \
        .default_text = "line",                                                                    \
        .sentence =                                                                                \
            "Between rows: `line` is linear, with `steps` each row's rate holds up to the next "   \
            "row, as hyetographs have it.",                                                        \
        .example = "steps"                                                                         \
    }

/* A rate of a law of infiltration. */
#define SOIL_RATE(PATH, SENTENCE, EXAMPLE)                                                         \
    {                                                                                              \
        .path = PATH, .takes = EG_TAKES_EXPRESSION, .variables = "x y",                            \
        .dimension = EG_DIMENSION_VELOCITY, .range = EG_RANGE_NOT_NEGATIVE,                        \
        .presence = EG_REQUIRED, .sentence = SENTENCE, .example = EXAMPLE                          \
    }

#define FIRST_RASTER                                                                               \
    "An ESRI ASCII grid or a GeoTIFF, read bilinearly, or a list of them: the first that has "     \
    "data at the "                                                                                 \
    "middle of a cell gives its value. A cell outside all is an error."

/* What is beside the raster of a state at time 0: WORD stands for places without data. */
#define INITIAL_RASTER(PATH, WORD, SENTENCE)                                                       \
    {.path = PATH ".register",                                                                     \
     .takes = EG_TAKES_WORD,                                                                       \
     .words = "corner node",                                                                       \
     .default_text = "corner",                                                                     \
     .sentence = "The positions of the raster's numbers, as of the bed.",                          \
     .example = "node"},                                                                           \
        {.path = PATH ".nodata",                                                                   \
         .takes = EG_TAKES_WORD,                                                                   \
         .words = "error nearest " WORD,                                                           \
         .default_text = "error",                                                                  \
         .sentence = "Missing data of the raster: `error` refuses the case, `nearest` takes the "  \
                     "nearest value. " SENTENCE,                                                   \
         .example = WORD},                                                                         \
    {                                                                                              \
        .path = PATH ".scale", .takes = EG_TAKES_REAL, .range = EG_RANGE_NOT_ZERO,                 \
        .default_text = "1", .sentence = "The raster's numbers times this are SI.",                \
        .example = "0.01"                                                                          \
    }

/* A number that shapes have: the same for all, or that of an attribute of each. */
#define TERRAIN_NUMBER(KEY, DIMENSION, RANGE, SENTENCE, EXAMPLE)                                   \
    {.path = "terrain.*." KEY,                                                                     \
     .takes = EG_TAKES_REAL | EG_TAKES_MAP,                                                        \
     .dimension = DIMENSION,                                                                       \
     .range = RANGE,                                                                               \
     .presence = EG_AT_LEAST_ONE,                                                                  \
     .sentence = SENTENCE,                                                                         \
     .example = EXAMPLE},                                                                          \
    {                                                                                              \
        .path = "terrain.*." KEY ".attribute", .takes = EG_TAKES_TEXT, .presence = EG_REQUIRED,    \
        .sentence = "The attribute that has the number of each shape, in SI; `z` of lines is the " \
                    "height of their points.",                                                     \
        .example = "height"                                                                        \
    }

static const eg_case_row rows[] = {
    {.path = "materials.*.elevation",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "x y",
     EG_CASE_LENGTH,
     .presence = EG_REQUIRED,
     .sentence = "Height of the bed: a number, an expression, a raster, or the mesh's own z.",
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
     .sentence = "Takes the bed from the third coordinate of the mesh's nodes.",
     .example = "z"},
    EG_CASE_RASTER("materials.*.elevation"),
    {.path = "materials.*.manning",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "x y",
     .dimension = EG_DIMENSION_MANNING,
     .range = EG_RANGE_NOT_NEGATIVE,
     .default_text = "0",
     .sentence =
         "Manning's roughness n in s/m^(1/3): a number, an expression, or a raster; 0 is no "
         "friction.",
     .example = "0.03"},
    {.path = "materials.*.manning.raster",
     .takes = EG_TAKES_PATH,
     .count = EG_ONE_OR_LIST,
     .presence = EG_REQUIRED,
     .sentence = FIRST_RASTER,
     .example = "roughness.asc"},
    EG_CASE_RASTER("materials.*.manning"),
    {.path = "materials.*.rain",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "t",
     .dimension = EG_DIMENSION_VELOCITY,
     .range = EG_RANGE_NOT_NEGATIVE,
     .sentence = "Rain: a number, an expression of t in m/s, or a table.",
     .example = "20 mm/h"},
    EG_CASE_SERIES("materials.*.rain"),
    RATE_BETWEEN("materials.*.rain"),
    {.path = "materials.*.rain_factor",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "x y",
     .range = EG_RANGE_NOT_NEGATIVE,
     .with = "rain",
     .default_text = "1",
     .sentence =
         "The rain at each place as a part of `rain`: a number, an expression, or a raster.",
     .example = "\"exp(-((x - 500)^2 + y^2) / 1e5)\""},
    {.path = "materials.*.rain_factor.raster",
     .takes = EG_TAKES_PATH,
     .presence = EG_REQUIRED,
     .sentence = "An ESRI ASCII grid or a GeoTIFF, read bilinearly; a cell outside it is an error.",
     .example = "storm.asc"},
    EG_CASE_RASTER("materials.*.rain_factor"),
    {.path = "materials.*.infiltration",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "x y",
     .dimension = EG_DIMENSION_VELOCITY,
     .range = EG_RANGE_NOT_NEGATIVE,
     .sentence = "Water that the ground can take up: a constant rate (a number, an expression, a "
                 "raster), or a law. It takes no more than there is.",
     .example = "5 mm/h"},
    {.path = "materials.*.infiltration.raster",
     .takes = EG_TAKES_PATH,
     .presence = EG_EXACTLY_ONE,
     .sentence = "An ESRI ASCII grid or a GeoTIFF of constant rates, read bilinearly.",
     .example = "capacity.asc"},
    EG_CASE_RASTER("materials.*.infiltration"),
    {.path = "materials.*.infiltration.horton",
     EG_CASE_MAP,
     .presence = EG_EXACTLY_ONE,
     .sentence =
         "Horton's law: the capacity falls from `initial` to `final`, by e^(-decay t) while "
         "the ground is wet, and by what it takes up otherwise.",
     .example = "{initial: 50 mm/h, final: 5 mm/h, decay: 2 1/h}"},
    SOIL_RATE("materials.*.infiltration.horton.initial", "Capacity of the dry ground.", "50 mm/h"),
    SOIL_RATE("materials.*.infiltration.horton.final", "Capacity after a long time.", "5 mm/h"),
    {.path = "materials.*.infiltration.horton.decay",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_FREQUENCY,
     .range = EG_RANGE_NOT_NEGATIVE,
     .presence = EG_REQUIRED,
     .sentence = "Rate at which the capacity falls.",
     .example = "2 1/h"},
    {.path = "materials.*.infiltration.green_ampt",
     EG_CASE_MAP,
     .presence = EG_EXACTLY_ONE,
     .sentence =
         "Green and Ampt's law: f = conductivity (1 + suction deficit / F), F the water taken "
         "up so far.",
     .example = "{conductivity: 6.5 mm/h, suction: 0.167 m, deficit: 0.3}"},
    SOIL_RATE("materials.*.infiltration.green_ampt.conductivity",
              "Hydraulic conductivity of the saturated ground.", "6.5 mm/h"),
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
     .sentence = "Deficit of moisture: porosity less the initial content of water.",
     .example = "0.3"},
    {.path = "materials.*.evaporation",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "t",
     .dimension = EG_DIMENSION_VELOCITY,
     .range = EG_RANGE_NOT_NEGATIVE,
     .sentence = "Evaporation from open water: a number, an expression of t in m/s, or a table.",
     .example = "0.2 mm/h"},
    EG_CASE_SERIES("materials.*.evaporation"),
    RATE_BETWEEN("materials.*.evaporation"),
    {.path = "terrain",
     .after = "materials",
     EG_CASE_MAP,
     .sentence =
         "Houses, roads, walls, levees: shapes that change bed and roughness, by any name, in "
         "their order.",
     .example = "{houses: {polygons: houses.geojson, raise: 6 m}}"},
    {.path = "terrain.*",
     EG_CASE_MAP,
     .sentence = "Shapes of one file, and what they change.",
     .example = "{lines: levee.geojson, crest: {attribute: z}}"},
    {.path = "terrain.*.polygons",
     .takes = EG_TAKES_PATH,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Polygons, with holes: GeoJSON, a table (.csv), or by GDAL a shapefile or "
                 "GeoPackage. A cell is covered where its middle is inside.",
     .example = "houses.geojson"},
    {.path = "terrain.*.lines",
     .takes = EG_TAKES_PATH,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Lines, or the rings of polygons. A cell is covered where a line crosses it.",
     .example = "levee.geojson"},
    {.path = "terrain.*.width",
     .takes = EG_TAKES_REAL,
     EG_CASE_LENGTH,
     .range = EG_RANGE_NOT_NEGATIVE,
     .with = "lines",
     .default_text = "0 m",
     .sentence = "Cells are covered, too, whose middle is within half of it from a line.",
     .example = "6 m"},
    TERRAIN_NUMBER("elevation", EG_DIMENSION_LENGTH, EG_RANGE_ANY, "The bed is so high.", "12 m"),
    TERRAIN_NUMBER("crest", EG_DIMENSION_LENGTH, EG_RANGE_ANY, "The bed is at least so high.",
                   "{attribute: z}"),
    TERRAIN_NUMBER("raise", EG_DIMENSION_LENGTH, EG_RANGE_ANY,
                   "The bed is so much higher; where shapes overlap by the largest.", "6 m"),
    TERRAIN_NUMBER("manning", EG_DIMENSION_MANNING, EG_RANGE_NOT_NEGATIVE, "Manning's roughness n.",
                   "0.015"),
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
     .sentence = "Depth of the water; z is the bed. A number, an expression, or a raster.",
     .example = "\"x < 5 ? 2 : 0\""},
    {.path = "initial.depth.raster",
     .takes = EG_TAKES_PATH,
     .count = EG_ONE_OR_LIST,
     .presence = EG_REQUIRED,
     .sentence = FIRST_RASTER,
     .example = "depth.asc"},
    INITIAL_RASTER("initial.depth", "dry",
                   "With `dry` there is no water where it has none, or does not reach."),
    {.path = "initial.level",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "x y z",
     EG_CASE_LENGTH,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Height of the water's surface; ground above it is dry. A number, an expression, "
                 "or a raster.",
     .example = "1.5 m"},
    {.path = "initial.level.raster",
     .takes = EG_TAKES_PATH,
     .count = EG_ONE_OR_LIST,
     .presence = EG_REQUIRED,
     .sentence = FIRST_RASTER,
     .example = "level.asc"},
    INITIAL_RASTER("initial.level", "dry",
                   "With `dry` there is no water where it has none, or does not reach."),
    EG_CASE_OTHER_RUN("state", "Mesh, order and precision may differ.", .presence = EG_EXACTLY_ONE),
    {.path = "initial.keep",
     .takes = EG_TAKES_WORD,
     .words = "volume level",
     .with = "from",
     .default_text = "volume",
     .sentence = "The conserved quantity where the bed differs: `volume` keeps the water of each "
                 "of the other run's cells, to rounding; `level` keeps the height of its surface.",
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
     .sentence = "Two rasters, read bilinearly: the velocity along x, and along y.",
     .example = "[u.asc, v.asc]"},
    INITIAL_RASTER("initial.velocity", "still",
                   "With `still` the velocity is 0 where one has none, or does not reach."),
    {.path = "boundaries.*",
     .takes = EG_TAKES_WORD | EG_TAKES_MAP,
     .words = "wall outflow critical",
     .sentence = "One boundary: a wall without friction, free outflow, a fall at critical depth, a "
                 "water level, a tide, an incoming wave, a discharge, a rating curve, normal "
                 "depth, depth and speed of an inflow, or periodic with another one.",
     .example = "{level: 1.2 m}"},
    {.path = "boundaries.*.level",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "t",
     EG_CASE_LENGTH,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Height of the water's surface there: a number, an expression of t, or a table.",
     .example = "\"1 + 0.1 * sin(t)\""},
    EG_CASE_SERIES("boundaries.*.level"),
    {.path = "boundaries.*.discharge",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "t",
     .dimension = EG_DIMENSION_DISCHARGE,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Water that enters (negative: leaves) through the whole boundary: a number, an "
                 "expression of t, or a table.",
     .example = "{csv: hydrograph.csv, after: hold}"},
    EG_CASE_SERIES("boundaries.*.discharge"),
    {.path = "boundaries.*.rating",
     .takes = EG_TAKES_PATH,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Table of a rating curve with the columns level and discharge: the discharge that "
                 "leaves at the mean level of the water along the boundary, linear between rows, "
                 "constant outside. What leaves is at most critical.",
     .example = "gauge.csv"},
    {.path = "boundaries.*.normal_depth",
     EG_CASE_MAP,
     .presence = EG_EXACTLY_ONE,
     .sentence = "An outflow at normal depth: beyond it the flow is uniform, by Manning's formula.",
     .example = "{slope: 0.001}"},
    {.path = "boundaries.*.normal_depth.slope",
     .takes = EG_TAKES_REAL,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_REQUIRED,
     .sentence = "Fall of the bed beyond the boundary, m/m.",
     .example = "0.001"},
    {.path = "boundaries.*.normal_depth.manning",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_MANNING,
     .range = EG_RANGE_POSITIVE,
     .sentence = "Manning's n there; without it, that of the cell inside.",
     .example = "0.03"},
    {.path = "boundaries.*.tide",
     EG_CASE_MAP,
     .presence = EG_EXACTLY_ONE,
     .sentence = "A tide: the sum of its constituents, amplitude cos(2 pi t / period - phase), "
                 "around a mean level.",
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
     .sentence = "Half the range of the constituent.",
     .example = "1.2 m"},
    {.path = "boundaries.*.tide.constituents.*.phase",
     .takes = EG_TAKES_REAL,
     .angle = true,
     .default_text = "0",
     .sentence = "Its phase lag at time 0, when the run begins.",
     .example = "40 deg"},
    {.path = "boundaries.*.tide.constituents.*.period",
     .takes = EG_TAKES_REAL,
     EG_CASE_TIME,
     .range = EG_RANGE_POSITIVE,
     .sentence = "Its period; a constituent of a known name has none here.",
     .example = "40 min"},
    {.path = "boundaries.*.tide.mean",
     .takes = EG_TAKES_REAL,
     EG_CASE_LENGTH,
     .default_text = "0 m",
     .sentence = "Mean level of the water's surface.",
     .example = "0.1 m"},
    {.path = "boundaries.*.tide.as",
     .takes = EG_TAKES_WORD,
     .words = "radiate level",
     .default_text = "radiate",
     .sentence = "With `radiate` it is a wave that comes in, and waves from inside leave; with "
                 "`level` it is the level there.",
     .example = "level"},
    {.path = "boundaries.*.radiate",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "t",
     EG_CASE_LENGTH,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Level of an incoming wave or tide, without the waves that come back, which "
                 "leave. A number, an expression of t, or a table.",
     .example = "\"0.5 * sin(2 * pi * t / 600)\""},
    EG_CASE_SERIES("boundaries.*.radiate"),
    {.path = "boundaries.*.still",
     .takes = EG_TAKES_REAL,
     EG_CASE_LENGTH,
     .with = "radiate",
     .sentence = "Level of the still water under the wave of `radiate`; without the key, the level "
                 "of the wave at time 0.",
     .example = "0 m"},
    {.path = "boundaries.*.inflow",
     EG_CASE_MAP,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Water that flows in with this depth and speed, along the normal. A supercritical "
                 "state enters as it is. With a subcritical state the incoming wave enters, and "
                 "waves that come back leave.",
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
     .sentence = "Water that comes in, or is taken out, at points inside, by name.",
     .example = "{spring: {at: [120 m, 40 m], discharge: 20 l/s}}"},
    {.path = "inflows.*",
     EG_CASE_MAP,
     .names = EG_NAMES_PLAIN,
     .sentence = "One of them: a spring, a manhole, the mouth of a sewer, a pump that takes water "
                 "out. Its cell has what comes in; it brings no momentum.",
     .example = "{at: [120 m, 40 m], discharge: 20 l/s}"},
    {.path = "inflows.*.at",
     .takes = EG_TAKES_REAL,
     .count = 2,
     EG_CASE_LENGTH,
     .presence = EG_REQUIRED,
     .sentence = "Its place: the cell that holds it.",
     .example = "[120 m, 40 m]"},
    {.path = "inflows.*.discharge",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "t",
     .dimension = EG_DIMENSION_DISCHARGE,
     .presence = EG_REQUIRED,
     .sentence = "Water that comes in (negative: is taken out, at most what is there): a number, "
                 "an expression of t, or a table.",
     .example = "20 l/s"},
    EG_CASE_SERIES("inflows.*.discharge"),
    RATE_BETWEEN("inflows.*.discharge"),
    {.path = "numerics.order",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 1,
     .most = 1,
     .default_text = "1",
     .sentence = "Order of accuracy of the finite volumes.",
     .example = "1"},
    {.path = "numerics.degree",
     .takes = EG_TAKES_INTEGER,
     .refusal = "finite volumes have no polynomial degree; give 'order', the order of accuracy",
     .sentence = "Polynomial degree, of element methods."},
    {.path = "numerics.dry_depth",
     .takes = EG_TAKES_REAL,
     EG_CASE_LENGTH,
     .range = EG_RANGE_NOT_NEGATIVE,
     .default_text = "0",
     .sentence = "Depth below which a cell does not move; 0 leaves it to the scheme.",
     .example = "1e-6 m"},
    {.path = "output.sections",
     EG_CASE_MAP,
     .sentence =
         "Lines across the flow, by name: the discharge through each and the volume so far, "
         "as columns of balance.csv.",
     .example = "{bridge: [120 m, 40 m, 180 m, 90 m]}",
     .resume = "balance.csv has other columns"},
    {.path = "output.sections.*",
     .takes = EG_TAKES_REAL,
     .count = EG_ANY_COUNT,
     EG_CASE_LENGTH,
     .names = EG_NAMES_PLAIN,
     .sentence =
         "x and y of the line's points, one after the other. Looking downstream they go from "
         "the left bank to the right: what flows from the line's right to its left counts.",
     .example = "[120 m, 40 m, 180 m, 90 m]",
     .resume = "balance.csv has other columns"},
    {.path = "output.maxima.flooded_depth",
     .takes = EG_TAKES_REAL,
     EG_CASE_LENGTH,
     .range = EG_RANGE_NOT_NEGATIVE,
     .default_text = "0.01 m",
     .sentence = "Depth above which a cell is flooded: from there on arrival_time counts, and only "
                 "there max_speed.",
     .example = "0.05 m",
     .resume = "they are taken over all steps from the first"},
    EG_CASE_LIMIT("mass_error", EG_DIMENSION_NONE,
                  "Water gained or lost, as a part of the largest amount held."),
    EG_CASE_LIMIT(
        "clipped", EG_DIMENSION_NONE,
        "Water added where depths became negative, as a part of the largest volume held.")};

const eg_case_part eg_sw_keys = EG_CASE_PART(rows);
