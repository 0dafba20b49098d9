/* Keys that several models have: those with steps, those of the plane, those with boundaries that are
 * joined. */
#include "run/model.h"

static const eg_case_row timed[] = {
    EG_ROW("time", EG_TAKES_MAP, "End of the run, and time steps.", "{end: 5 s}", .after = "boundaries",
           .presence = EG_REQUIRED),
    EG_ROW(
        "time.start", EG_TAKES_DATE,
        "Date of time 0 (ISO 8601); without a zone it is UTC. Times of the case and of its tables may then "
        "be dates, and outputs have dates.",
        "2021-07-14T06:00:00+02:00", .resume = "dates of the case and of its tables count from it"),
    EG_ROW("output.fields.every", EG_TAKES_REAL, "Time between two snapshots.", "0.1 s", EG_CASE_TIME,
           .range = EG_RANGE_POSITIVE, .presence = EG_AT_MOST_ONE, .resume = EG_MAY_CHANGE),
    EG_ROW("output.fields.steps", EG_TAKES_INTEGER, "Steps between two snapshots.", "100",
           .range = EG_RANGE_BETWEEN, .least = 1, .most = 1e15, .presence = EG_AT_MOST_ONE,
           .resume = EG_MAY_CHANGE),
    EG_ROW("output.record", EG_TAKES_MAP,
           "Rows of gauges.csv and balance.csv. Without it they are written with the snapshots.",
           "{every: 0.05 s}", .after = "output.fields"),
    EG_ROW("output.record.every", EG_TAKES_REAL, "Time between two rows.", "0.05 s", EG_CASE_TIME,
           .range = EG_RANGE_POSITIVE, .presence = EG_REQUIRED, .resume = EG_MAY_CHANGE),
    EG_ROW("checkpoint", EG_TAKES_MAP,
           "Checkpoints, from which `eagre resume` continues. Without the key they are written only on "
           "request and at the end.",
           "{every: 10 min, keep: 2}", .after = "exact"),
    EG_ROW("checkpoint.every", EG_TAKES_REAL, "Wall-clock time between two checkpoints.", "10 min",
           EG_CASE_TIME, .range = EG_RANGE_POSITIVE, .resume = EG_MAY_CHANGE),
    EG_ROW("checkpoint.steps", EG_TAKES_INTEGER, "Steps between two checkpoints.", "500",
           .range = EG_RANGE_BETWEEN, .least = 1, .most = 1e15, .resume = EG_MAY_CHANGE),
    EG_ROW("checkpoint.end", EG_TAKES_BOOLEAN,
           "Whether a completed run writes a final checkpoint, from which `eagre resume` continues to a "
           "later end time.",
           "false", .resume = EG_MAY_CHANGE),
    EG_ROW("checkpoint.keep", EG_TAKES_INTEGER, "Number of newest checkpoints to keep.", "2",
           .range = EG_RANGE_BETWEEN, .least = 1, .most = 1000, .default_text = "2",
           .resume = EG_MAY_CHANGE)};

const eg_case_part eg_timed_keys = EG_CASE_PART(timed);

/* Lines of so many coordinates, and examples of their ends. */
#define LINE_POINT(KEY, WHICH, COUNT, EXAMPLE)                                                               \
    EG_ROW("output.lines.*." KEY, EG_TAKES_REAL, "Its " WHICH " point.", EXAMPLE, .count = COUNT,            \
           EG_CASE_LENGTH, .presence = EG_REQUIRED, .resume = EG_MAY_CHANGE)
#define LINE_ROWS(COUNT, WHAT, FROM, TO)                                                                     \
    EG_ROW("output.lines", EG_TAKES_MAP,                                                                     \
           "Lines along which the last " WHAT " is sampled into lines/NAME.csv, by name.",                   \
           "{axis: {from: " FROM ", to: " TO "}}"),                                                          \
        EG_ROW("output.lines.*", EG_TAKES_MAP, "One of the lines.", "{from: " FROM ", to: " TO "}",          \
               .names = EG_NAMES_PLAIN),                                                                     \
        LINE_POINT("from", "first", COUNT, FROM), LINE_POINT("to", "last", COUNT, TO),                       \
        EG_ROW("output.lines.*.points", EG_TAKES_INTEGER, "Number of samples, by another word.",             \
               .refusal = "the number of samples is 'count', as that of receivers on a line"),               \
        EG_ROW("output.lines.*.count", EG_TAKES_INTEGER,                                                     \
               "Number of equidistant samples, including both ends.", "101", .range = EG_RANGE_BETWEEN,      \
               .least = 2, .most = 1e6, .default_text = "101", .resume = EG_MAY_CHANGE)

/* Boxes and points of the plane. */
static const eg_case_row plane[] = {
    EG_ROW("mesh.boundaries", EG_TAKES_PATH,
           "Polygons, lines and points that name boundaries on parts of the edge, by their attribute `name`: "
           "GeoJSON, a table (.csv), or with GDAL a shapefile or GeoPackage.",
           "openings.geojson"),
    EG_ROW("mesh.box.origin", EG_TAKES_REAL, "The rectangle's lower left corner.", "[-2 m, 0 m]", .count = 2,
           EG_CASE_LENGTH, .default_text = "[0, 0]"),
    EG_ROW("mesh.box.size", EG_TAKES_REAL, "The rectangle's lengths along x and y.", "[10 m, 1 m]",
           .count = 2, EG_CASE_LENGTH, .presence = EG_REQUIRED, .range = EG_RANGE_POSITIVE),
    EG_ROW("mesh.box.cells", EG_TAKES_INTEGER,
           "Numbers of rectangles along x and y; `element: triangle` divides each into two triangles.",
           "[400, 40]", .count = 2, .presence = EG_REQUIRED, .range = EG_RANGE_BETWEEN, .least = 1,
           .most = 1e7),
    EG_ROW("output.gauges", EG_TAKES_MAP, "Points at which the state is recorded, by name.",
           "{g1: [7.5 m, 0.5 m]}"),
    EG_ROW("output.gauges.*", EG_TAKES_REAL | EG_TAKES_MAP, "Position of one gauge, or a file of gauges.",
           "[7.5 m, 0.5 m]", .count = 2, EG_CASE_LENGTH, .names = EG_NAMES_PLAIN,
           .resume = "gauges.csv has no such columns for the time before"),
    EG_CASE_SHAPES("output.gauges.*", "points", "gauges.geojson", EG_REQUIRED),
    EG_CASE_SHAPES_NAME("output.gauges.*"),
    LINE_ROWS(2, "state", "[0 m, 0 m]", "[10 m, 5 m]")};

const eg_case_part eg_plane_keys = EG_CASE_PART(plane);

/* Meshes of the plane whose cells are of two shapes. */
static const eg_case_row mixed[] = {
    EG_ROW("mesh.box.element", EG_TAKES_WORD, "The shape of the cells.", "quadrangle",
           .words = "triangle quadrangle", .default_text = "triangle"),
    EG_ROW("output.maxima", EG_TAKES_MAP,
           "Largest values over all steps in each cell, in maxima.vtkhdf; `{}` takes the default variables.",
           "{}", .after = "output.fields")};

const eg_case_part eg_mixed_keys = EG_CASE_PART(mixed);

/* Boxes of the plane whose nodes may move. */
static const eg_case_row mapped[] = {
    EG_ROW("mesh.box.map", EG_TAKES_EXPRESSION,
           "The new x and y of a node (x, y) of the rectangle; edges stay straight.",
           "[x, \"y + (1 - y / 10) * exp(-x^2)\"]", .after = "mesh.box.cells", .count = 2, .variables = "x y",
           EG_CASE_LENGTH)};

const eg_case_part eg_mapped_keys = EG_CASE_PART(mapped);

static const eg_case_row explicit_steps[] = {
    EG_ROW("time.end", EG_TAKES_REAL, "Time at which the run ends; the last step is shortened to meet it.",
           "5 s", EG_CASE_MOMENT, .range = EG_RANGE_POSITIVE, .presence = EG_AT_LEAST_ONE,
           .resume = EG_MAY_CHANGE),
    EG_ROW("time.steps", EG_TAKES_INTEGER,
           "Number of steps after which the run ends, unless it reaches the end time first.", "1000",
           .range = EG_RANGE_BETWEEN, .least = 1, .most = 1e15, .presence = EG_AT_LEAST_ONE,
           .resume = EG_MAY_CHANGE),
    EG_ROW("time.cfl", EG_TAKES_REAL,
           "Courant number: distance that a wave travels in a step, relative to the cell size.", "0.5",
           .range = EG_RANGE_POSITIVE, .presence = EG_AT_MOST_ONE, .default_text = "0.9"),
    EG_ROW("time.dt", EG_TAKES_REAL, "A fixed time step, instead of one from cfl.", "0.01 s", EG_CASE_TIME,
           .range = EG_RANGE_POSITIVE, .presence = EG_AT_MOST_ONE)};

const eg_case_part eg_explicit_keys = EG_CASE_PART(explicit_steps);

/* Boxes, lines and slices of space. */
static const eg_case_row space[] = {
    EG_ROW("mesh.box.origin", EG_TAKES_REAL, "The box's lowest corner.", "[-1 m, -1 m, 0 m]", .count = 3,
           EG_CASE_LENGTH, .default_text = "[0, 0, 0]"),
    EG_ROW("mesh.box.size", EG_TAKES_REAL, "The box's lengths along x, y and z.", "[1 m, 1 m, 1 m]",
           .count = 3, EG_CASE_LENGTH, .presence = EG_REQUIRED, .range = EG_RANGE_POSITIVE),
    EG_ROW("mesh.box.cells", EG_TAKES_INTEGER, "Numbers of hexahedra along x, y and z.", "[4, 4, 4]",
           .count = 3, .presence = EG_REQUIRED, .range = EG_RANGE_BETWEEN, .least = 1, .most = 1e6),
    EG_ROW("mesh.box.element", EG_TAKES_WORD, "The shape of the cells.", "hexahedron", .words = "hexahedron",
           .default_text = "hexahedron"),
    EG_ROW("mesh.box.map", EG_TAKES_EXPRESSION, "The new x, y and z of a point (x, y, z) of the box.",
           "[\"x + 0.1 * y^2\", y, z]", .count = 3, .variables = "x y z", EG_CASE_LENGTH,
           .presence = EG_AT_MOST_ONE),
    EG_ROW("mesh.box.kershaw", EG_TAKES_REAL,
           "Kershaw's mesh of the unit cube: six layers in x, in which y and z are compressed towards "
           "either end alternately. The numbers are the compressed fractions of the lengths in y and z.",
           "[0.3, 0.3]", .count = 2, .range = EG_RANGE_BETWEEN, .least = 0.01, .most = 1,
           .presence = EG_AT_MOST_ONE),
    EG_ROW("mesh.box.topography", EG_TAKES_MAP,
           "The top of the box is a surface over x and y, at the corners of cells and linear between them; "
           "layers of cells are stretched between it and the bottom.",
           "{raster: dem.tif}", .presence = EG_AT_MOST_ONE),
    EG_ROW("mesh.box.topography.raster", EG_TAKES_PATH,
           "An ESRI ASCII grid or a GeoTIFF of z, interpolated bilinearly; a corner outside it is an error.",
           "dem.tif", .presence = EG_REQUIRED),
    EG_CASE_RASTER("mesh.box.topography"),
    EG_ROW("mesh.box.topography.origin", EG_TAKES_REAL, "Position in the raster of the mesh's x = 0, y = 0.",
           "[400 km, 5100 km]", .count = 2, EG_CASE_LENGTH, .default_text = "[0, 0]"),
    EG_ROW("mesh.box.geometry_degree", EG_TAKES_INTEGER,
           "Degree of the polynomials that replace the map in each cell; 1 keeps edges straight.", "4",
           .range = EG_RANGE_BETWEEN, .least = 1, .most = 9, .with = "map", .default_text = "2"),
    LINE_ROWS(3, "solution", "[0 m, 0 m, 0 m]", "[1 m, 1 m, 1 m]"),
    EG_ROW("output.picture.normal", EG_TAKES_WORD, "The picture is a slice perpendicular to this axis.", "x",
           .words = "x y z", .default_text = "z", .resume = EG_MAY_CHANGE),
    EG_ROW("output.picture.at", EG_TAKES_REAL,
           "Position of the slice on that axis; default: the middle of the domain.", "0.25 m", EG_CASE_LENGTH,
           .resume = EG_MAY_CHANGE)};

const eg_case_part eg_space_keys = EG_CASE_PART(space);

static const eg_case_row periodic[] = {
    EG_ROW("boundaries.*.periodic", EG_TAKES_TEXT,
           "The boundary that is periodic with this one; its entry names this one.", "right",
           .presence = EG_EXACTLY_ONE)};

const eg_case_part eg_periodic_keys = EG_CASE_PART(periodic);
