/* The keys of roughness, of infiltration and of losses of the rain. */
#include "run/models/shallow_water/internal.h"

#define INFILTRATION "materials.*.infiltration"

#define UNIT_OF_COLUMN " The head of the column names its unit."

/* A constant of a law: a number, an expression, a raster or classes. */
#define SOIL(LAW, KEY, MORE, SENTENCE, EXAMPLE, ...)                                                         \
    EG_ROW(INFILTRATION "." LAW "." KEY, EG_TAKES_EXPRESSION | EG_TAKES_MAP,                                 \
           SENTENCE " A number, an expression, or a raster.", EXAMPLE, .variables = "x y", __VA_ARGS__),     \
        EG_ROW(INFILTRATION "." LAW "." KEY ".raster", EG_TAKES_PATH,                                        \
               "An ESRI ASCII grid or a GeoTIFF, interpolated bilinearly, or a list of them.", "soil.asc",   \
               .count = EG_ONE_OR_LIST, .presence = EG_REQUIRED),                                            \
        EG_CASE_RASTER(INFILTRATION "." LAW "." KEY), EG_SW_CLASSES(INFILTRATION "." LAW "." KEY, KEY, MORE)

#define RATE_OF_SOIL(LAW, KEY, SENTENCE, EXAMPLE)                                                            \
    SOIL(LAW, KEY, UNIT_OF_COLUMN, SENTENCE, EXAMPLE, .dimension = EG_DIMENSION_VELOCITY,                    \
         .range = EG_RANGE_NOT_NEGATIVE, .presence = EG_REQUIRED)

#define LENGTH_OF_SOIL(LAW, KEY, SENTENCE, EXAMPLE)                                                          \
    SOIL(LAW, KEY, UNIT_OF_COLUMN, SENTENCE, EXAMPLE, EG_CASE_LENGTH, .range = EG_RANGE_NOT_NEGATIVE,        \
         .presence = EG_REQUIRED)

static const eg_case_row rows[] = {
    EG_ROW(INFILTRATION, EG_TAKES_EXPRESSION | EG_TAKES_MAP,
           "Infiltration capacity: a constant rate (a number, an expression, a raster), or a law. "
           "Infiltration is limited to the available water.",
           "5 mm/h", .variables = "x y", .dimension = EG_DIMENSION_VELOCITY, .range = EG_RANGE_NOT_NEGATIVE,
           .after = "materials.*.rain_factor"),
    EG_ROW(INFILTRATION ".raster", EG_TAKES_PATH,
           "An ESRI ASCII grid or a GeoTIFF of constant rates, interpolated bilinearly.", "capacity.asc",
           .presence = EG_EXACTLY_ONE),
    EG_CASE_RASTER(INFILTRATION),
    EG_SW_CLASSES(INFILTRATION, "infiltration", UNIT_OF_COLUMN),
    EG_ROW(INFILTRATION ".horton", EG_TAKES_MAP,
           "Horton's law: the capacity decays from `initial` to `final`, as e^(-decay t) while the ground "
           "is wet, otherwise with the volume infiltrated.",
           "{initial: 50 mm/h, final: 5 mm/h, decay: 2 1/h}", .presence = EG_EXACTLY_ONE),
    RATE_OF_SOIL("horton", "initial", "Initial capacity, of dry ground.", "50 mm/h"),
    RATE_OF_SOIL("horton", "final", "Final capacity, of saturated ground.", "5 mm/h"),
    SOIL("horton", "decay", " Without a unit it is in 1/s.", "Decay constant of the capacity.", "2 1/h",
         .dimension = EG_DIMENSION_FREQUENCY, .range = EG_RANGE_NOT_NEGATIVE, .presence = EG_REQUIRED),
    EG_ROW(INFILTRATION ".green_ampt", EG_TAKES_MAP,
           "Green and Ampt's law: f = conductivity (1 + suction deficit / F), with F the cumulative "
           "infiltration.",
           "{conductivity: 6.5 mm/h, suction: 0.167 m, deficit: 0.3}", .presence = EG_EXACTLY_ONE),
    RATE_OF_SOIL("green_ampt", "conductivity", "Saturated hydraulic conductivity.", "6.5 mm/h"),
    LENGTH_OF_SOIL("green_ampt", "suction", "Suction head at the wetting front.", "0.167 m"),
    SOIL("green_ampt", "deficit", "", "Moisture deficit: porosity minus the initial water content, 0 to 1.",
         "0.3", .range = EG_RANGE_BETWEEN, .least = 0, .most = 1, .presence = EG_REQUIRED),
    EG_ROW(INFILTRATION ".scs", EG_TAKES_MAP,
           "Curve numbers of the Soil Conservation Service: a loss of the rain alone, by its depth so far.",
           "{curve_number: 75}", .presence = EG_EXACTLY_ONE),
    SOIL("scs", "curve_number", "", "Curve number, 1 to 100; 100 takes nothing.", "75",
         .range = EG_RANGE_BETWEEN, .least = 1, .most = 100, .presence = EG_REQUIRED),
    EG_ROW(INFILTRATION ".scs.initial_abstraction", EG_TAKES_REAL,
           "Initial abstraction over the potential retention.", "0.05", .range = EG_RANGE_BETWEEN, .least = 0,
           .most = 1, .default_text = "0.2"),
    EG_ROW(INFILTRATION ".initial_continuing", EG_TAKES_MAP,
           "A loss of the rain alone: all of it up to the initial loss, then at most the continuing loss.",
           "{initial_loss: 15 mm, continuing_loss: 2.5 mm/h}", .presence = EG_EXACTLY_ONE),
    LENGTH_OF_SOIL("initial_continuing", "initial_loss", "Rain that is lost before any runs off.", "15 mm"),
    RATE_OF_SOIL("initial_continuing", "continuing_loss", "Loss of the rain that follows.", "2.5 mm/h")};

const eg_case_part eg_sw_soil_keys = EG_CASE_PART(rows);

/* ---- roughness */

#define FIRST_OF_RASTERS                                                                                     \
    "An ESRI ASCII grid or a GeoTIFF, interpolated bilinearly, or a list of them. The value of a "           \
    "cell is that of the first raster with data at its centroid. A cell outside all rasters is "             \
    "an error."

/* A coefficient of another law. */
#define COEFFICIENT(KEY, SENTENCE, EXAMPLE, ...)                                                             \
    EG_ROW("materials.*." KEY, EG_TAKES_EXPRESSION | EG_TAKES_MAP, SENTENCE, EXAMPLE, .variables = "x y",    \
           .range = EG_RANGE_POSITIVE, .presence = EG_AT_MOST_ONE, __VA_ARGS__),                             \
        EG_ROW("materials.*." KEY ".raster", EG_TAKES_PATH, FIRST_OF_RASTERS, "roughness.asc",               \
               .count = EG_ONE_OR_LIST, .presence = EG_REQUIRED),                                            \
        EG_CASE_RASTER("materials.*." KEY), EG_SW_CLASSES("materials.*." KEY, KEY, "")

static const eg_case_row roughness_rows[] = {
    EG_ROW("materials.*.manning", EG_TAKES_EXPRESSION | EG_TAKES_MAP,
           "Manning's roughness n in s/m^(1/3): a number, an expression, a raster, or values over the depth; "
           "0 is "
           "no friction.",
           "0.03", .variables = "x y", .dimension = EG_DIMENSION_MANNING, .range = EG_RANGE_NOT_NEGATIVE,
           .presence = EG_AT_MOST_ONE, .default_text = "0", .after = "materials.*.elevation"),
    EG_ROW("materials.*.manning.raster", EG_TAKES_PATH, FIRST_OF_RASTERS, "roughness.asc",
           .count = EG_ONE_OR_LIST, .presence = EG_EXACTLY_ONE),
    EG_CASE_RASTER("materials.*.manning"),
    EG_SW_CLASSES(
        "materials.*.manning", "manning",
        " With the columns `manning_shallow`, `shallow (m)` and `deep (m)`, too, n is manning_shallow up "
        "to the depth `shallow` and `manning` from `deep` on, and linear between."),
    EG_ROW("materials.*.manning.depths", EG_TAKES_REAL,
           "Depths of water of the values of n; n is linear between them and constant outside.",
           "[0.05 m, 0.4 m]", .count = EG_ANY_COUNT, EG_CASE_LENGTH, .range = EG_RANGE_ASCENDING,
           .presence = EG_EXACTLY_ONE),
    EG_ROW("materials.*.manning.values", EG_TAKES_REAL, "n at each of the depths, above 0.", "[0.3, 0.06]",
           .count = EG_ANY_COUNT, .dimension = EG_DIMENSION_MANNING, .with = "depths"),
    COEFFICIENT(
        "strickler",
        "Strickler's coefficient in m^(1/3)/s, 1 / n, instead of `manning`: a number, an expression or a "
        "raster.",
        "33"),
    COEFFICIENT(
        "chezy",
        "Chezy's coefficient C in m^(1/2)/s, instead of `manning`: friction g u |u| / (C^2 h). A number, an "
        "expression or a raster.",
        "50")};

const eg_case_part eg_sw_roughness_keys = EG_CASE_PART(roughness_rows);
