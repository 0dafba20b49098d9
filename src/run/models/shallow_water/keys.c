/* The keys of shallow water. */
#include "run/models/shallow_water/internal.h"

#define FIRST_RASTER                                                                                         \
    "An ESRI ASCII grid or a GeoTIFF, interpolated bilinearly, or a list of them. The value of a "           \
    "cell is that of the first raster with data at its centroid. A cell outside all rasters is "             \
    "an error."

/* What is beside the raster of a state at time 0: WORD stands for places without data. */
#define INITIAL_RASTER(PATH, WORD, SENTENCE) RASTER_OR(PATH, WORD, SENTENCE, NULL)

/* The same where there is another way to give it: the key that it goes with. */
#define RASTER_OR(PATH, WORD, SENTENCE, WITH)                                                                \
    EG_ROW(PATH ".register", EG_TAKES_WORD, "Registration of an ASCII grid, as for the bed.", "node",        \
           .words = "corner node", .with = WITH, .default_text = "corner"),                                  \
        EG_ROW(PATH ".nodata", EG_TAKES_WORD,                                                                \
               "Missing values of the raster: `error` refuses the case, `nearest` takes the nearest "        \
               "value. " SENTENCE,                                                                           \
               WORD, .words = "error nearest " WORD, .with = WITH, .default_text = "error"),                 \
        EG_ROW(PATH ".scale", EG_TAKES_REAL, "Factor that converts the raster's values to SI units.",        \
               "0.01", .range = EG_RANGE_NOT_ZERO, .with = WITH, .default_text = "1")

/* A rate over time, by a table or by rasters: what the rasters hold, and WORD for places without data. */
#define RATE(PATH, WHAT, RASTERS, WORD, SENTENCE)                                                            \
    EG_CASE_SERIES_OR(PATH, EG_EXACTLY_ONE, "csv"),                                                          \
        EG_ROW(PATH ".raster", EG_TAKES_PATH,                                                                \
               WHAT " at the times of `times`: ESRI ASCII grids or GeoTIFFs, interpolated bilinearly.",      \
               RASTERS, .count = EG_ANY_COUNT, .presence = EG_EXACTLY_ONE),                                  \
        EG_ROW(PATH ".times", EG_TAKES_REAL,                                                                 \
               "The time of each raster; `between` and `after` hold as for a table.", "[0 s, 300 s]",        \
               .count = EG_ANY_COUNT, EG_CASE_MOMENT, .range = EG_RANGE_ASCENDING, .with = "raster"),        \
        EG_ROW(PATH ".netcdf", EG_TAKES_PATH,                                                                \
               WHAT                                                                                          \
               ", or depths of intervals, in the units of a netCDF-4 file with a variable over time, y "     \
               "and x (CF). `between` and `after` hold as for a table.",                                     \
               "radar.nc", .presence = EG_EXACTLY_ONE),                                                      \
        EG_ROW(PATH ".variable", EG_TAKES_TEXT, "Name of the variable, where the file has several.",         \
               "rain_rate", .with = "netcdf"),                                                               \
        EG_ROW(PATH ".factor", EG_TAKES_REAL, "Factor of the file's values, as of a calibration.", "1.2",    \
               .range = EG_RANGE_POSITIVE, .with = "netcdf", .default_text = "1"),                           \
        EG_ROW(PATH ".missing", EG_TAKES_WORD,                                                               \
               "Missing values of the netCDF file: `error` refuses the case, `dry` takes them for none.",    \
               "dry", .words = "error dry", .with = "netcdf", .default_text = "error"),                      \
        RASTER_OR(PATH, WORD, SENTENCE, "raster"), EG_SW_RATE_BETWEEN(PATH)

/* A number that shapes have: the same for all, or that of an attribute of each. */
#define TERRAIN_NUMBER(KEY, DIMENSION, RANGE, SENTENCE, EXAMPLE)                                             \
    EG_ROW("terrain.*." KEY, EG_TAKES_REAL | EG_TAKES_MAP, SENTENCE, EXAMPLE, .dimension = DIMENSION,        \
           .range = RANGE, .presence = EG_AT_LEAST_ONE),                                                     \
        EG_ROW("terrain.*." KEY ".attribute", EG_TAKES_TEXT,                                                 \
               "Name of the attribute with the value of each shape, in SI units; `z` is the elevation of "   \
               "a line's points.",                                                                           \
               "height", .presence = EG_REQUIRED)

static const eg_case_row rows[] = {
    EG_ROW("materials.*.elevation", EG_TAKES_EXPRESSION | EG_TAKES_MAP,
           "Elevation of the bed: a number, an expression, a raster, or the z of the mesh nodes.",
           "\"max(0, 0.1 * (x - 5))\"", .variables = "x y", EG_CASE_LENGTH, .presence = EG_REQUIRED),
    EG_ROW("materials.*.elevation.raster", EG_TAKES_PATH, FIRST_RASTER, "[survey.asc, valley.asc]",
           .count = EG_ONE_OR_LIST, .presence = EG_EXACTLY_ONE),
    EG_ROW("materials.*.elevation.mesh", EG_TAKES_WORD,
           "Takes the bed elevation from the third coordinate of the mesh nodes.", "z", .words = "z",
           .presence = EG_EXACTLY_ONE),
    EG_CASE_RASTER("materials.*.elevation"),
    EG_ROW(
        "materials.*.elevation.sample", EG_TAKES_WORD,
        "What a cell takes of a raster: the value at its centroid, or the mean or the lowest of the pixels "
        "whose centres are in the cell. Without this key: `centroid`.",
        "mean", .words = "centroid mean lowest", .with = "raster"),
    EG_ROW("materials.*.elevation.subgrid", EG_TAKES_INTEGER,
           "Sub-grid ground: so many strips of the raster's pixels represent each cell and each face, for "
           "storage and conveyance of cells that are larger than the pixels.",
           "20", .range = EG_RANGE_BETWEEN, .least = 2, .most = 100, .with = "raster", .without = "sample"),
    EG_ROW("materials.*.linear_friction", EG_TAKES_EXPRESSION | EG_TAKES_MAP,
           "Linear friction: the coefficient k of a force -k h u, in 1/s; a number, an expression, or a "
           "raster. It is added to Manning's.",
           "0.001", .variables = "x y", .dimension = EG_DIMENSION_FREQUENCY, .range = EG_RANGE_NOT_NEGATIVE,
           .default_text = "0"),
    EG_ROW("materials.*.linear_friction.raster", EG_TAKES_PATH, FIRST_RASTER, "drag.asc",
           .count = EG_ONE_OR_LIST, .presence = EG_REQUIRED),
    EG_CASE_RASTER("materials.*.linear_friction"),
    EG_SW_CLASSES("materials.*.linear_friction", "linear_friction", ""),
    EG_ROW("materials.*.rain", EG_TAKES_EXPRESSION | EG_TAKES_MAP,
           "Rain: a number, an expression of t in m/s, a table, that of gauges, or a series of rasters.",
           "20 mm/h", .variables = "t", .dimension = EG_DIMENSION_VELOCITY, .range = EG_RANGE_NOT_NEGATIVE),
    RATE("materials.*.rain", "Rates of rain in m/s", "[radar-1.tif, radar-2.tif]", "dry",
         "`dry` sets no rain where data are missing or the raster ends."),
    EG_ROW("materials.*.rain.gauges", EG_TAKES_PATH,
           "Table of rain gauges with the columns name, x and y. Each cell has the rain of the nearest one, "
           "which is "
           "the column of its name in `csv`.",
           "gauges.csv", .with = "csv"),
    EG_ROW("materials.*.rain_factor", EG_TAKES_EXPRESSION | EG_TAKES_MAP,
           "Factor of `rain` by position: a number, an expression, or a raster.",
           "\"exp(-((x - 500)^2 + y^2) / 1e5)\"", .variables = "x y", .range = EG_RANGE_NOT_NEGATIVE,
           .with = "rain", .default_text = "1"),
    EG_ROW("materials.*.rain_factor.raster", EG_TAKES_PATH,
           "An ESRI ASCII grid or a GeoTIFF, interpolated bilinearly; a cell outside it is an error.",
           "storm.asc", .presence = EG_REQUIRED),
    EG_CASE_RASTER("materials.*.rain_factor"),
    EG_ROW("materials.*.evaporation", EG_TAKES_EXPRESSION | EG_TAKES_MAP,
           "Evaporation from open water: a number, an expression of t in m/s, a table, or a series of "
           "rasters.",
           "0.2 mm/h", .variables = "t", .dimension = EG_DIMENSION_VELOCITY, .range = EG_RANGE_NOT_NEGATIVE),
    RATE("materials.*.evaporation", "Rates of evaporation in m/s", "[noon.tif, evening.tif]", "none",
         "`none` sets no evaporation where data are missing or the raster ends."),
    EG_ROW("terrain", EG_TAKES_MAP,
           "Houses, roads, walls and levees: shapes that change bed and roughness or block cells, by name, "
           "in the order of the case.",
           "{houses: {polygons: houses.geojson, raise: 6 m}}", .after = "materials"),
    EG_ROW("terrain.*", EG_TAKES_MAP, "The shapes of one file and the changes that they make.",
           "{lines: levee.geojson, crest: {attribute: z}}"),
    EG_ROW("terrain.*.polygons", EG_TAKES_PATH,
           "Polygons, which may have holes: GeoJSON, a table (.csv), or with GDAL a shapefile or "
           "GeoPackage. They apply to cells whose centroid is inside.",
           "houses.geojson", .presence = EG_EXACTLY_ONE),
    EG_ROW("terrain.*.lines", EG_TAKES_PATH,
           "Lines, or the outlines of polygons. They apply to cells that a line crosses.", "levee.geojson",
           .presence = EG_EXACTLY_ONE),
    EG_ROW("terrain.*.width", EG_TAKES_REAL,
           "Width of the lines: they also apply to cells whose centroid is within half of it.", "6 m",
           EG_CASE_LENGTH, .range = EG_RANGE_NOT_NEGATIVE, .with = "lines", .default_text = "0 m"),
    TERRAIN_NUMBER("elevation", EG_DIMENSION_LENGTH, EG_RANGE_ANY, "Elevation of the bed.", "12 m"),
    TERRAIN_NUMBER("crest", EG_DIMENSION_LENGTH, EG_RANGE_ANY,
                   "Lowest elevation of the bed: lower cells are raised to it.", "{attribute: z}"),
    TERRAIN_NUMBER("raise", EG_DIMENSION_LENGTH, EG_RANGE_ANY,
                   "Height added to the bed; where shapes overlap, the largest one.", "6 m"),
    TERRAIN_NUMBER("manning", EG_DIMENSION_MANNING, EG_RANGE_NOT_NEGATIVE, "Manning's roughness n.", "0.015"),
    EG_ROW(
        "terrain.*.manning.classes", EG_TAKES_PATH,
        "Table with the columns `class` and `manning`, where the attribute is a class, a number or a word.",
        "landuse.csv"),
    EG_ROW("terrain.*.block", EG_TAKES_BOOLEAN,
           "Blocks the cells: they hold no water, their faces are walls, and no rain falls on them.", "true",
           .presence = EG_AT_LEAST_ONE),
    EG_ROW("initial", EG_TAKES_MAP, "The state at time 0.", "{depth: \"x < 5 ? 2 : 0\"}", .after = "terrain",
           .presence = EG_REQUIRED),
    EG_ROW("initial.depth", EG_TAKES_EXPRESSION | EG_TAKES_MAP,
           "Water depth; z is the bed elevation. A number, an expression, or a raster.", "\"x < 5 ? 2 : 0\"",
           .variables = "x y z", EG_CASE_LENGTH, .range = EG_RANGE_NOT_NEGATIVE, .presence = EG_EXACTLY_ONE),
    EG_ROW("initial.depth.raster", EG_TAKES_PATH, FIRST_RASTER, "depth.asc", .count = EG_ONE_OR_LIST,
           .presence = EG_REQUIRED),
    INITIAL_RASTER("initial.depth", "dry", "`dry` sets depth 0 where data are missing or the raster ends."),
    EG_ROW("initial.level", EG_TAKES_EXPRESSION | EG_TAKES_MAP,
           "Elevation of the water surface; ground above it is dry. A number, an expression, or a raster.",
           "1.5 m", .variables = "x y z", EG_CASE_LENGTH, .presence = EG_EXACTLY_ONE),
    EG_ROW("initial.level.raster", EG_TAKES_PATH, FIRST_RASTER, "level.asc", .count = EG_ONE_OR_LIST,
           .presence = EG_REQUIRED),
    INITIAL_RASTER("initial.level", "dry", "`dry` sets depth 0 where data are missing or the raster ends."),
    EG_CASE_OTHER_RUN("state", "Mesh, order and precision may differ.", .presence = EG_EXACTLY_ONE),
    EG_ROW("initial.keep", EG_TAKES_WORD,
           "Quantity that is kept where the bed differs: `volume`, the volume of water of each of the other "
           "run's cells, to rounding, or `level`, its surface elevation.",
           "level", .words = "volume level", .with = "from", .default_text = "volume"),
    EG_ROW("initial.velocity", EG_TAKES_EXPRESSION | EG_TAKES_MAP,
           "Velocity along x and y: two numbers or expressions, or two rasters.", "[1 m/s, 0]", .count = 2,
           .variables = "x y z", .dimension = EG_DIMENSION_VELOCITY, .without = "from",
           .default_text = "[0, 0]"),
    EG_ROW("initial.velocity.raster", EG_TAKES_PATH,
           "Two rasters, interpolated bilinearly: the velocity along x, and along y.", "[u.asc, v.asc]",
           .count = 2, .presence = EG_REQUIRED),
    INITIAL_RASTER("initial.velocity", "still",
                   "`still` sets velocity 0 where data are missing or a raster ends."),
    EG_ROW("boundaries.*", EG_TAKES_WORD | EG_TAKES_MAP,
           "One boundary: a wall without friction; free outflow, down a slope at normal depth, elsewhere at "
           "critical depth; outflow at critical depth; `radiate`, where waves leave and still water of time "
           "0 keeps its level; a water level, a tide, an incoming wave, a discharge, a rating curve, normal "
           "depth, depth and speed of an inflow, or periodic with another one.",
           "{level: 1.2 m}", .words = eg_sw_boundary_words),
    EG_SW_OVER_TIME("boundaries.*.level", "Water level", "\"1 + 0.1 * sin(t)\"", EG_CASE_LENGTH,
                    .presence = EG_EXACTLY_ONE),
    EG_SW_OVER_TIME("boundaries.*.discharge",
                    "Discharge into the domain (negative: out of it) through the whole boundary",
                    "{csv: hydrograph.csv, after: hold}", .dimension = EG_DIMENSION_DISCHARGE,
                    .presence = EG_EXACTLY_ONE),
    EG_ROW("boundaries.*.rating", EG_TAKES_PATH,
           "Table of a rating curve with the columns level and discharge: the outflow as a function of the "
           "mean water level along the boundary, linear between rows, constant outside. The outflow is at "
           "most critical.",
           "gauge.csv", .presence = EG_EXACTLY_ONE),
    EG_ROW("boundaries.*.normal_depth", EG_TAKES_MAP,
           "Outflow at normal depth, by Manning's formula for uniform flow.", "{slope: 0.001}",
           .presence = EG_EXACTLY_ONE),
    EG_ROW("boundaries.*.normal_depth.slope", EG_TAKES_REAL, "Slope of the bed beyond the boundary, m/m.",
           "0.001", .range = EG_RANGE_BETWEEN, .least = 1e-9, .most = 1, .presence = EG_REQUIRED),
    EG_ROW("boundaries.*.normal_depth.manning", EG_TAKES_REAL,
           "Manning's n beyond the boundary; without it, that of the adjacent cell.", "0.03",
           .dimension = EG_DIMENSION_MANNING, .range = EG_RANGE_BETWEEN, .least = 1e-3, .most = 1),
    EG_ROW("boundaries.*.tide", EG_TAKES_MAP,
           "A tide: the sum of its constituents, amplitude cos(2 pi t / period - phase), about a mean level.",
           "{constituents: {M2: {amplitude: 1.2 m, phase: 40 deg}}}", .presence = EG_EXACTLY_ONE),
    EG_ROW("boundaries.*.tide.constituents", EG_TAKES_MAP,
           "Constituents by name. Periods of M2, S2, N2, K2, 2N2, MU2, NU2, L2, T2, K1, O1, P1, Q1, J1, "
           "OO1, M3, M4, MS4, MN4, S4, M6, S6, M8, MF, MM, SSA and SA are known.",
           "{M2: {amplitude: 1.2 m, phase: 40 deg}}", .presence = EG_REQUIRED),
    EG_ROW("boundaries.*.tide.constituents.*", EG_TAKES_MAP, "One constituent.",
           "{amplitude: 1.2 m, phase: 40 deg}", .names = EG_NAMES_PLAIN),
    EG_ROW("boundaries.*.tide.constituents.*.amplitude", EG_TAKES_REAL,
           "Amplitude of the constituent, half its range.", "1.2 m", EG_CASE_LENGTH,
           .range = EG_RANGE_NOT_NEGATIVE, .presence = EG_REQUIRED),
    EG_ROW("boundaries.*.tide.constituents.*.phase", EG_TAKES_REAL,
           "Phase lag at time 0, the start of the run.", "40 deg", .angle = true, .default_text = "0"),
    EG_ROW("boundaries.*.tide.constituents.*.period", EG_TAKES_REAL,
           "Period; only for constituents that are not known by name.", "40 min", EG_CASE_TIME,
           .range = EG_RANGE_POSITIVE),
    EG_ROW("boundaries.*.tide.mean", EG_TAKES_REAL, "Mean water level.", "0.1 m", EG_CASE_LENGTH,
           .default_text = "0 m"),
    EG_ROW("boundaries.*.tide.as", EG_TAKES_WORD,
           "`level` prescribes the tide as the water level; `radiate` makes it an incoming wave, and "
           "outgoing waves leave: a closed bay reaches twice its height.",
           "radiate", .words = "level radiate", .default_text = "level"),
    EG_ROW("boundaries.*.radiate", EG_TAKES_EXPRESSION | EG_TAKES_MAP,
           "Water level of an incoming wave or tide; outgoing waves leave. A number, an expression of t, or "
           "a table.",
           "\"0.5 * sin(2 * pi * t / 600)\"", .variables = "t", EG_CASE_LENGTH, .presence = EG_EXACTLY_ONE),
    EG_CASE_SERIES("boundaries.*.radiate"),
    EG_ROW("boundaries.*.still", EG_TAKES_REAL,
           "Still-water level of `radiate`; without the key, the level of the wave at time 0.", "0 m",
           EG_CASE_LENGTH, .with = "radiate"),
    EG_ROW("boundaries.*.inflow", EG_TAKES_MAP,
           "Inflow with this depth and speed along the normal. A supercritical state is prescribed. Of a "
           "subcritical state only the incoming characteristic enters, and outgoing waves leave.",
           "{depth: 0.5 m, speed: 4 m/s}", .presence = EG_EXACTLY_ONE),
    EG_SW_OVER_TIME("boundaries.*.inflow.depth", "Depth beyond the boundary", "0.5 m", EG_CASE_LENGTH,
                    .range = EG_RANGE_NOT_NEGATIVE, .presence = EG_REQUIRED),
    EG_SW_OVER_TIME("boundaries.*.inflow.speed", "Speed into the domain", "4 m/s",
                    .dimension = EG_DIMENSION_VELOCITY, .presence = EG_REQUIRED),
    EG_ROW("inflows", EG_TAKES_MAP, "Point inflows and outflows inside the domain, by name.",
           "{spring: {at: [120 m, 40 m], discharge: 20 l/s}}", .after = "boundaries"),
    EG_ROW("inflows.*", EG_TAKES_MAP,
           "One point inflow: a spring, a manhole, a sewer outlet, or a pump that removes water. The water "
           "enters the cell without momentum.",
           "{at: [120 m, 40 m], discharge: 20 l/s}", .names = EG_NAMES_PLAIN),
    EG_ROW("inflows.*.at", EG_TAKES_REAL | EG_TAKES_MAP,
           "Position, or a file of positions; the water enters the cell that contains it.", "[120 m, 40 m]",
           .count = 2, EG_CASE_LENGTH, .presence = EG_REQUIRED),
    EG_CASE_SHAPES("inflows.*.at", "points", "manholes.geojson", EG_REQUIRED),
    EG_CASE_SHAPES_NAME("inflows.*.at"),
    EG_SW_OVER_TIME("inflows.*.discharge",
                    "Discharge into the cell (negative: out of it, at most what it holds)", "20 l/s",
                    .dimension = EG_DIMENSION_DISCHARGE, .presence = EG_REQUIRED),
    EG_SW_RATE_BETWEEN("inflows.*.discharge"),
    EG_ROW("inflow_table", EG_TAKES_MAP, "Point inflows from a table, in addition to those of `inflows`.",
           "{csv: manholes.csv, discharges: sewer.csv}", .after = "inflows"),
    EG_ROW("inflow_table.csv", EG_TAKES_PATH,
           "Table with one row per inflow and the columns name, x, y and discharge; with `discharges` the "
           "last column is not needed.",
           "manholes.csv", .presence = EG_REQUIRED),
    EG_ROW("inflow_table.discharges", EG_TAKES_PATH,
           "Table of discharges over time in m3/s: a column of times, then one column per inflow with its "
           "name. Values are linear between rows; outside the table the first or last value holds.",
           "sewer.csv"),
    EG_ROW("numerics.order", EG_TAKES_INTEGER, "Order of accuracy of the finite volumes, in space and time.",
           "2", .range = EG_RANGE_BETWEEN, .least = 1, .most = 2, .default_text = "1"),
    EG_ROW(
        "numerics.precision", EG_TAKES_WORD,
        "Floating-point precision of state and fluxes: 64 or 32 bits; `mixed`: a state of 64 bits, waves and "
        "friction of 32, of order 1. Time, sums and areas have 64 bits.",
        "f32", .words = "f64 f32 mixed", .default_text = "f64"),
    EG_ROW("numerics.blocks", EG_TAKES_WORD,
           "Blocks of cells that a step works on: with `moving` those where water moves or may come in; "
           "`auto` is `moving` where the mesh is large enough. Results have the same bits.",
           "all", .words = "auto moving all", .default_text = "auto"),
    EG_ROW("numerics.degree", EG_TAKES_INTEGER, "Polynomial degree, of element methods.",
           .refusal = "finite volumes have no polynomial degree; give 'order', the order of accuracy"),
    EG_ROW("numerics.dry_depth", EG_TAKES_REAL,
           "Depth below which the velocity of a cell is 0; 0 takes the threshold of the scheme.", "1e-6 m",
           EG_CASE_LENGTH, .range = EG_RANGE_NOT_NEGATIVE, .default_text = "0", .doubt_above = 0.05,
           .doubt = "water that is shallower does not flow; 1e-6 m to 1e-2 m are usual"),
    EG_ROW("output.sections", EG_TAKES_MAP,
           "Lines across the flow, by name. balance.csv has the discharge through each and the volume since "
           "the start.",
           "{bridge: [120 m, 40 m, 180 m, 90 m]}", .resume = "balance.csv has other columns"),
    EG_ROW("output.sections.*", EG_TAKES_REAL | EG_TAKES_MAP,
           "x and y of the points of the line, from the left bank to the right bank when looking "
           "downstream, or a file of lines. Flow from the right of the line to its left is positive.",
           "[120 m, 40 m, 180 m, 90 m]", .count = EG_ANY_COUNT, EG_CASE_LENGTH, .names = EG_NAMES_PLAIN,
           .resume = "balance.csv has other columns"),
    EG_CASE_SHAPES("output.sections.*", "lines", "sections.geojson", EG_REQUIRED),
    EG_CASE_SHAPES_NAME("output.sections.*"),
    EG_ROW("output.maxima.flooded_depth", EG_TAKES_REAL,
           "Depth above which a cell is flooded, for arrival_time, max_speed and the hazard variables.",
           "0.05 m", EG_CASE_LENGTH, .range = EG_RANGE_NOT_NEGATIVE, .default_text = "0.01 m",
           .resume = "they are taken over all steps from the first"),
    EG_ROW("output.maxima.rasters", EG_TAKES_MAP,
           "Writes the largest values as rasters, too, at the end of the run: maxima/NAME.tif.",
           "{pixel: 5 m}", .resume = EG_MAY_CHANGE),
    EG_ROW("output.maxima.rasters.pixel", EG_TAKES_REAL,
           "Side of the squares. The projection is that of the case's rasters.", "5 m", EG_CASE_LENGTH,
           .range = EG_RANGE_POSITIVE, .presence = EG_EXACTLY_ONE, .resume = EG_MAY_CHANGE),
    EG_ROW("output.maxima.rasters.like", EG_TAKES_PATH, "A raster whose squares and projection are taken.",
           "terrain.tif", .presence = EG_EXACTLY_ONE, .resume = EG_MAY_CHANGE),
    EG_ROW("output.maxima.rasters.format", EG_TAKES_WORD,
           "Cloud-optimised GeoTIFF, by GDAL, or ESRI ASCII grid.", "asc", .words = "tif asc",
           .default_text = "tif", .resume = EG_MAY_CHANGE),
    EG_CASE_LIMIT("mass_error", EG_DIMENSION_NONE,
                  "Water gained or lost, relative to the largest amount in the domain."),
    EG_CASE_LIMIT("clipped", EG_DIMENSION_NONE,
                  "Water added where depths became negative, relative to the largest volume in the domain; "
                  "likewise the "
                  "amount of each solute. "
                  "Without this key the run fails above 1e-3.")};

const eg_case_part eg_sw_keys = EG_CASE_PART(rows);
