/* The keys of ground that moves. */
#include "run/models/shallow_water/internal.h"

/* What rasters of displacements have beside them. */
#define LIFT_RASTER(PATH)                                                                          \
    {.path = PATH ".register",                                                                     \
     .takes = EG_TAKES_WORD,                                                                       \
     .words = "corner node",                                                                       \
     .default_text = "corner",                                                                     \
     .sentence = "The positions of the rasters' numbers, as of the bed.",                          \
     .example = "node"},                                                                           \
        {.path = PATH ".nodata",                                                                   \
         .takes = EG_TAKES_WORD,                                                                   \
         .words = "error nearest still",                                                           \
         .default_text = "error",                                                                  \
         .sentence = "Missing data of rasters: `error` refuses the case, `nearest` takes the "     \
                     "nearest value; with `still` the bed stays where there is none, and where "   \
                     "rasters do not reach.",                                                      \
         .example = "still"},                                                                      \
    {                                                                                              \
        .path = PATH ".scale", .takes = EG_TAKES_REAL, .range = EG_RANGE_NOT_ZERO,                 \
        .default_text = "1", .sentence = "The rasters' numbers times this are SI.",                \
        .example = "0.01"                                                                          \
    }

static const eg_case_row rows[] = {
    {.path = "bed",
     .after = "terrain",
     EG_CASE_MAP,
     .sentence = "How the bed moves while the run goes on; its water is lifted along.",
     .example = "{faults: {csv: faults.csv}}"},
    {.path = "bed.faults",
     EG_CASE_MAP,
     .presence = EG_AT_LEAST_ONE,
     .sentence = "Rectangular faults below an elastic half-space, by Okada's formulas of 1985: the "
                 "source of a tsunami.",
     .example = "{csv: faults.csv, at: top}"},
    {.path = "bed.faults.csv",
     .takes = EG_TAKES_PATH,
     .presence = EG_REQUIRED,
     .sentence =
         "Table with the columns x, y, depth, strike, dip, rake, length, width, slip, and as "
         "one likes start and rise, the time that the slip takes.",
     .example = "faults.csv"},
    {.path = "bed.faults.at",
     .takes = EG_TAKES_WORD,
     .words = "middle top bottom",
     .default_text = "middle",
     .sentence =
         "The place of a fault that x, y and depth name: its middle, or that of its upper or "
         "lower edge.",
     .example = "top"},
    {.path = "bed.faults.poisson",
     .takes = EG_TAKES_REAL,
     .range = EG_RANGE_BETWEEN,
     .least = 0,
     .most = 0.5,
     .default_text = "0.25",
     .sentence = "Poisson's ratio of the ground.",
     .example = "0.25"},
    {.path = "bed.rasters",
     EG_CASE_MAP,
     .presence = EG_AT_LEAST_ONE,
     .sentence =
         "A series of rasters: how far the bed has risen at their times. From time 0 to the "
         "first, and from each to the next it goes linearly, and it stays at the last.",
     .example = "{raster: [lift-1.tif, lift-2.tif], times: [30 s, 60 s]}"},
    {.path = "bed.rasters.raster",
     .takes = EG_TAKES_PATH,
     .count = EG_ANY_COUNT,
     .presence = EG_REQUIRED,
     .sentence = "ESRI ASCII grids or GeoTIFFs, read bilinearly, m.",
     .example = "[lift-1.tif, lift-2.tif]"},
    {.path = "bed.rasters.times",
     .takes = EG_TAKES_REAL,
     .count = EG_ANY_COUNT,
     EG_CASE_TIME,
     .range = EG_RANGE_ASCENDING,
     .presence = EG_REQUIRED,
     .sentence = "The time of each.",
     .example = "[30 s, 60 s]"},
    LIFT_RASTER("bed.rasters"),
    {.path = "bed.lifts",
     EG_CASE_MAP,
     .presence = EG_AT_LEAST_ONE,
     .sentence = "Motions by name; they add up.",
     .example = "{slide: {height: -2 m, start: 10 s, rise: 60 s}}"},
    {.path = "bed.lifts.*",
     EG_CASE_MAP,
     .names = EG_NAMES_PLAIN,
     .sentence = "One of them: the bed rises, or sinks.",
     .example = "{height: 2 m, start: 10 s, rise: 60 s}"},
    {.path = "bed.lifts.*.height",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "x y",
     EG_CASE_LENGTH,
     .presence = EG_REQUIRED,
     .sentence = "How far it rises in all: a number, an expression, or a raster.",
     .example = "\"2 * exp(-(x^2 + y^2) / 1e8)\""},
    {.path = "bed.lifts.*.height.raster",
     .takes = EG_TAKES_PATH,
     .presence = EG_REQUIRED,
     .sentence = "An ESRI ASCII grid or a GeoTIFF, read bilinearly.",
     .example = "uplift.tif"},
    LIFT_RASTER("bed.lifts.*.height"),
    {.path = "bed.lifts.*.start",
     .takes = EG_TAKES_REAL,
     EG_CASE_TIME,
     .range = EG_RANGE_NOT_NEGATIVE,
     .default_text = "0 s",
     .sentence = "When it begins.",
     .example = "10 s"},
    {.path = "bed.lifts.*.rise",
     .takes = EG_TAKES_REAL,
     EG_CASE_TIME,
     .range = EG_RANGE_NOT_NEGATIVE,
     .default_text = "0 s",
     .sentence = "The time that it takes, evenly; with 0 it is there at once.",
     .example = "60 s"}};

const eg_case_part eg_sw_motion_keys = EG_CASE_PART(rows);
