/* The keys of ground that moves. */
#include "run/models/shallow_water/internal.h"

/* What rasters of displacements have beside them. */
#define LIFT_RASTER(PATH)                                                                                    \
    {.path = PATH ".register",                                                                               \
     .takes = EG_TAKES_WORD,                                                                                 \
     .words = "corner node",                                                                                 \
     .default_text = "corner",                                                                               \
     .sentence = "Registration of an ASCII grid, as for the bed.",                                           \
     .example = "node"},                                                                                     \
        {.path = PATH ".nodata",                                                                             \
         .takes = EG_TAKES_WORD,                                                                             \
         .words = "error nearest still",                                                                     \
         .default_text = "error",                                                                            \
         .sentence = "Missing values of rasters: `error` refuses the case, `nearest` takes the nearest "     \
                     "value. `still` leaves the bed where it is where data are missing or a raster ends.",   \
         .example = "still"},                                                                                \
    {                                                                                                        \
        .path = PATH ".scale", .takes = EG_TAKES_REAL, .range = EG_RANGE_NOT_ZERO, .default_text = "1",      \
        .sentence = "Factor that converts the rasters' values to SI units.", .example = "0.01"               \
    }

static const eg_case_row rows[] = {
    {.path = "bed",
     .after = "terrain",
     EG_CASE_MAP,
     .sentence = "Motion of the bed during the run, which lifts the water above it. The uplifts of "
                 "all parts are added.",
     .example = "{faults: {csv: faults.csv}}"},
    {.path = "bed.faults",
     EG_CASE_MAP,
     .presence = EG_AT_LEAST_ONE,
     .sentence = "Rectangular faults in an elastic half-space (Okada 1985): the source of a tsunami.",
     .example = "{csv: faults.csv, at: top}"},
    {.path = "bed.faults.csv",
     .takes = EG_TAKES_PATH,
     .presence = EG_REQUIRED,
     .sentence = "Table with one row per fault and the columns x, y, depth, strike, dip, rake, length, "
                 "width, slip, and optionally start and rise, the time and the duration of the slip.",
     .example = "faults.csv"},
    {.path = "bed.faults.at",
     .takes = EG_TAKES_WORD,
     .words = "middle top bottom",
     .default_text = "middle",
     .sentence = "The point of a fault to which x, y and depth refer: its centre, or the middle of "
                 "its upper or lower edge.",
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
     .sentence = "Rasters of the uplift at given times. The uplift is 0 at time 0, linear between "
                 "the times, and constant after the last.",
     .example = "{raster: [lift-1.tif, lift-2.tif], times: [30 s, 60 s]}"},
    {.path = "bed.rasters.raster",
     .takes = EG_TAKES_PATH,
     .count = EG_ANY_COUNT,
     .presence = EG_REQUIRED,
     .sentence = "ESRI ASCII grids or GeoTIFFs of the uplift in m, interpolated bilinearly.",
     .example = "[lift-1.tif, lift-2.tif]"},
    {.path = "bed.rasters.times",
     .takes = EG_TAKES_REAL,
     .count = EG_ANY_COUNT,
     EG_CASE_TIME,
     .range = EG_RANGE_ASCENDING,
     .presence = EG_REQUIRED,
     .sentence = "The time of each raster, ascending.",
     .example = "[30 s, 60 s]"},
    LIFT_RASTER("bed.rasters"),
    {.path = "bed.lifts",
     EG_CASE_MAP,
     .presence = EG_AT_LEAST_ONE,
     .sentence = "Uplifts by name.",
     .example = "{slide: {height: -2 m, start: 10 s, rise: 60 s}}"},
    {.path = "bed.lifts.*",
     EG_CASE_MAP,
     .names = EG_NAMES_PLAIN,
     .sentence = "One uplift; a negative height lowers the bed.",
     .example = "{height: 2 m, start: 10 s, rise: 60 s}"},
    {.path = "bed.lifts.*.height",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "x y",
     EG_CASE_LENGTH,
     .presence = EG_REQUIRED,
     .sentence = "Total uplift: a number, an expression, or a raster.",
     .example = "\"2 * exp(-(x^2 + y^2) / 1e8)\""},
    {.path = "bed.lifts.*.height.raster",
     .takes = EG_TAKES_PATH,
     .presence = EG_REQUIRED,
     .sentence = "An ESRI ASCII grid or a GeoTIFF, interpolated bilinearly.",
     .example = "uplift.tif"},
    LIFT_RASTER("bed.lifts.*.height"),
    {.path = "bed.lifts.*.start",
     .takes = EG_TAKES_REAL,
     EG_CASE_TIME,
     .range = EG_RANGE_NOT_NEGATIVE,
     .default_text = "0 s",
     .sentence = "Time at which the uplift begins.",
     .example = "10 s"},
    {.path = "bed.lifts.*.rise",
     .takes = EG_TAKES_REAL,
     EG_CASE_TIME,
     .range = EG_RANGE_NOT_NEGATIVE,
     .default_text = "0 s",
     .sentence = "Duration of the uplift, which is linear in time; 0 is instantaneous.",
     .example = "60 s"}};

const eg_case_part eg_sw_motion_keys = EG_CASE_PART(rows);
