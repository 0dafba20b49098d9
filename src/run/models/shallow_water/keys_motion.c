/* The keys of ground that moves. */
#include "run/models/shallow_water/internal.h"

/* What rasters of displacements have beside them. */
#define LIFT_RASTER(PATH)                                                                                    \
    EG_ROW(PATH ".register", EG_TAKES_WORD, "Registration of an ASCII grid, as for the bed.", "node",        \
           .words = "corner node", .default_text = "corner"),                                                \
        EG_ROW(PATH ".nodata", EG_TAKES_WORD,                                                                \
               "Missing values of rasters: `error` refuses the case, `nearest` takes the nearest value. "    \
               "`still` leaves the bed where it is where data are missing or a raster ends.",                \
               "still", .words = "error nearest still", .default_text = "error"),                            \
        EG_ROW(PATH ".scale", EG_TAKES_REAL, "Factor that converts the rasters' values to SI units.",        \
               "0.01", .range = EG_RANGE_NOT_ZERO, .default_text = "1")

static const eg_case_row rows[] = {
    EG_ROW("bed", EG_TAKES_MAP,
           "Motion of the bed during the run, which lifts the water above it. The uplifts of all parts are "
           "added.",
           "{faults: {csv: faults.csv}}", .after = "terrain"),
    EG_ROW("bed.faults", EG_TAKES_MAP,
           "Rectangular faults in an elastic half-space (Okada 1985): the source of a tsunami.",
           "{csv: faults.csv, at: top}", .presence = EG_AT_LEAST_ONE),
    EG_ROW("bed.faults.csv", EG_TAKES_PATH,
           "Table with one row per fault and the columns x, y, depth, strike, dip, rake, length, width, "
           "slip, and optionally start and rise, the time and the duration of the slip.",
           "faults.csv", .presence = EG_REQUIRED),
    EG_ROW("bed.faults.at", EG_TAKES_WORD,
           "The point of a fault to which x, y and depth refer: its centre, or the middle of its upper or "
           "lower edge.",
           "top", .words = "middle top bottom", .default_text = "middle"),
    EG_ROW("bed.faults.poisson", EG_TAKES_REAL, "Poisson's ratio of the ground.", "0.25",
           .range = EG_RANGE_BETWEEN, .least = 0, .most = 0.5, .default_text = "0.25"),
    EG_ROW("bed.rasters", EG_TAKES_MAP,
           "Rasters of the uplift at given times. The uplift is 0 at time 0, linear between the times, and "
           "constant after the last.",
           "{raster: [lift-1.tif, lift-2.tif], times: [30 s, 60 s]}", .presence = EG_AT_LEAST_ONE),
    EG_ROW("bed.rasters.raster", EG_TAKES_PATH,
           "ESRI ASCII grids or GeoTIFFs of the uplift in m, interpolated bilinearly.",
           "[lift-1.tif, lift-2.tif]", .count = EG_ANY_COUNT, .presence = EG_REQUIRED),
    EG_ROW("bed.rasters.times", EG_TAKES_REAL, "The time of each raster, ascending.", "[30 s, 60 s]",
           .count = EG_ANY_COUNT, EG_CASE_MOMENT, .range = EG_RANGE_ASCENDING, .presence = EG_REQUIRED),
    LIFT_RASTER("bed.rasters"),
    EG_ROW("bed.lifts", EG_TAKES_MAP, "Uplifts by name.", "{slide: {height: -2 m, start: 10 s, rise: 60 s}}",
           .presence = EG_AT_LEAST_ONE),
    EG_ROW("bed.lifts.*", EG_TAKES_MAP, "One uplift; a negative height lowers the bed.",
           "{height: 2 m, start: 10 s, rise: 60 s}", .names = EG_NAMES_PLAIN),
    EG_ROW("bed.lifts.*.height", EG_TAKES_EXPRESSION | EG_TAKES_MAP,
           "Total uplift: a number, an expression, or a raster.", "\"2 * exp(-(x^2 + y^2) / 1e8)\"",
           .variables = "x y", EG_CASE_LENGTH, .presence = EG_REQUIRED),
    EG_ROW("bed.lifts.*.height.raster", EG_TAKES_PATH,
           "An ESRI ASCII grid or a GeoTIFF, interpolated bilinearly.", "uplift.tif",
           .presence = EG_REQUIRED),
    LIFT_RASTER("bed.lifts.*.height"),
    EG_ROW("bed.lifts.*.start", EG_TAKES_REAL, "Time at which the uplift begins.", "10 s", EG_CASE_MOMENT,
           .range = EG_RANGE_NOT_NEGATIVE, .default_text = "0 s"),
    EG_ROW("bed.lifts.*.rise", EG_TAKES_REAL,
           "Duration of the uplift, which is linear in time; 0 is instantaneous.", "60 s", EG_CASE_TIME,
           .range = EG_RANGE_NOT_NEGATIVE, .default_text = "0 s")};

const eg_case_part eg_sw_motion_keys = EG_CASE_PART(rows);
