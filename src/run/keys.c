/* Keys that several models have: those with steps, those of the plane, those with boundaries that are
 * joined. */
#include "run/model.h"

static const eg_case_row timed[] = {
    {.path = "time",
     .after = "boundaries",
     EG_CASE_MAP,
     .presence = EG_REQUIRED,
     .sentence = "End of the run, and time steps.",
     .example = "{end: 5 s}"},
    {.path = "output.fields.every",
     .takes = EG_TAKES_REAL,
     EG_CASE_TIME,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_AT_MOST_ONE,
     .sentence = "Time between two snapshots.",
     .example = "0.1 s",
     .resume = EG_MAY_CHANGE},
    {.path = "output.fields.steps",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 1,
     .most = 1e15,
     .presence = EG_AT_MOST_ONE,
     .sentence = "Steps between two snapshots.",
     .example = "100",
     .resume = EG_MAY_CHANGE},
    {.path = "output.record",
     .after = "output.fields",
     EG_CASE_MAP,
     .sentence = "Rows of gauges.csv and balance.csv. Without it they are written with the snapshots.",
     .example = "{every: 0.05 s}"},
    {.path = "output.record.every",
     .takes = EG_TAKES_REAL,
     EG_CASE_TIME,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_REQUIRED,
     .sentence = "Time between two rows.",
     .example = "0.05 s",
     .resume = EG_MAY_CHANGE},
    {.path = "checkpoint",
     .after = "exact",
     EG_CASE_MAP,
     .sentence = "Checkpoints, from which `eagre resume` continues. Without the key they are "
                 "written only on request and at the end.",
     .example = "{every: 10 min, keep: 2}"},
    {.path = "checkpoint.every",
     .takes = EG_TAKES_REAL,
     EG_CASE_TIME,
     .range = EG_RANGE_POSITIVE,
     .sentence = "Wall-clock time between two checkpoints.",
     .example = "10 min",
     .resume = EG_MAY_CHANGE},
    {.path = "checkpoint.steps",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 1,
     .most = 1e15,
     .sentence = "Steps between two checkpoints.",
     .example = "500",
     .resume = EG_MAY_CHANGE},
    {.path = "checkpoint.end",
     .takes = EG_TAKES_BOOLEAN,
     .sentence = "Whether a completed run writes a final checkpoint, from which `eagre resume` "
                 "continues to a later end time.",
     .example = "false",
     .resume = EG_MAY_CHANGE},
    {.path = "checkpoint.keep",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 1,
     .most = 1000,
     .default_text = "2",
     .sentence = "Number of newest checkpoints to keep.",
     .example = "2",
     .resume = EG_MAY_CHANGE}};

const eg_case_part eg_timed_keys = EG_CASE_PART(timed);

/* Lines of so many coordinates, and examples of their ends. */
#define LINE_POINT(KEY, WHICH, COUNT, EXAMPLE)                                                               \
    {                                                                                                        \
        .path = "output.lines.*." KEY, .takes = EG_TAKES_REAL, .count = COUNT, EG_CASE_LENGTH,               \
        .presence = EG_REQUIRED, .sentence = "Its " WHICH " point.", .example = EXAMPLE,                     \
        .resume = EG_MAY_CHANGE                                                                              \
    }
#define LINE_ROWS(COUNT, WHAT, FROM, TO)                                                                     \
    {.path = "output.lines",                                                                                 \
     EG_CASE_MAP,                                                                                            \
     .sentence = "Lines along which the last " WHAT " is sampled into lines/NAME.csv, by name.",             \
     .example = "{axis: {from: " FROM ", to: " TO "}}"},                                                     \
        {.path = "output.lines.*",                                                                           \
         EG_CASE_MAP,                                                                                        \
         .names = EG_NAMES_PLAIN,                                                                            \
         .sentence = "One of the lines.",                                                                    \
         .example = "{from: " FROM ", to: " TO "}"},                                                         \
        LINE_POINT("from", "first", COUNT, FROM), LINE_POINT("to", "last", COUNT, TO),                       \
        {.path = "output.lines.*.points",                                                                    \
         .takes = EG_TAKES_INTEGER,                                                                          \
         .refusal = "the number of samples is 'count', as that of receivers on a line",                      \
         .sentence = "Number of samples, by another word."},                                                 \
    {                                                                                                        \
        .path = "output.lines.*.count", .takes = EG_TAKES_INTEGER, .range = EG_RANGE_BETWEEN, .least = 2,    \
        .most = 1e6, .default_text = "101",                                                                  \
        .sentence = "Number of equidistant samples, including both ends.", .example = "101",                 \
        .resume = EG_MAY_CHANGE                                                                              \
    }

/* Boxes and points of the plane. */
static const eg_case_row plane[] = {
    {.path = "mesh.box.origin",
     .takes = EG_TAKES_REAL,
     .count = 2,
     EG_CASE_LENGTH,
     .default_text = "[0, 0]",
     .sentence = "The rectangle's lower left corner.",
     .example = "[-2 m, 0 m]"},
    {.path = "mesh.box.size",
     .takes = EG_TAKES_REAL,
     .count = 2,
     EG_CASE_LENGTH,
     .presence = EG_REQUIRED,
     .range = EG_RANGE_POSITIVE,
     .sentence = "The rectangle's lengths along x and y.",
     .example = "[10 m, 1 m]"},
    {.path = "mesh.box.cells",
     .takes = EG_TAKES_INTEGER,
     .count = 2,
     .presence = EG_REQUIRED,
     .range = EG_RANGE_BETWEEN,
     .least = 1,
     .most = 1e7,
     .sentence = "Numbers of rectangles along x and y; `element: triangle` divides each into two "
                 "triangles.",
     .example = "[400, 40]"},
    {.path = "output.gauges",
     EG_CASE_MAP,
     .sentence = "Points at which the state is recorded, by name.",
     .example = "{g1: [7.5 m, 0.5 m]}"},
    {.path = "output.gauges.*",
     .takes = EG_TAKES_REAL,
     .count = 2,
     EG_CASE_LENGTH,
     .names = EG_NAMES_PLAIN,
     .sentence = "Position of one gauge.",
     .example = "[7.5 m, 0.5 m]",
     .resume = "gauges.csv has no such columns for the time before"},
    LINE_ROWS(2, "state", "[0 m, 0 m]", "[10 m, 5 m]")};

const eg_case_part eg_plane_keys = EG_CASE_PART(plane);

/* Meshes of the plane whose cells are of two shapes. */
static const eg_case_row mixed[] = {{.path = "mesh.box.element",
                                     .takes = EG_TAKES_WORD,
                                     .words = "triangle quadrangle",
                                     .default_text = "triangle",
                                     .sentence = "The shape of the cells.",
                                     .example = "quadrangle"},
                                    {.path = "output.maxima",
                                     .after = "output.fields",
                                     EG_CASE_MAP,
                                     .sentence = "Largest values over all steps in each cell, in "
                                                 "maxima.vtkhdf; `{}` takes the default variables.",
                                     .example = "{}"}};

const eg_case_part eg_mixed_keys = EG_CASE_PART(mixed);

/* Boxes of the plane whose nodes may move. */
static const eg_case_row mapped[] = {
    {.path = "mesh.box.map",
     .after = "mesh.box.cells",
     .takes = EG_TAKES_EXPRESSION,
     .count = 2,
     .variables = "x y",
     EG_CASE_LENGTH,
     .sentence = "The new x and y of a node (x, y) of the rectangle; edges stay straight.",
     .example = "[x, \"y + (1 - y / 10) * exp(-x^2)\"]"}};

const eg_case_part eg_mapped_keys = EG_CASE_PART(mapped);

static const eg_case_row explicit_steps[] = {
    {.path = "time.end",
     .takes = EG_TAKES_REAL,
     EG_CASE_TIME,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_AT_LEAST_ONE,
     .sentence = "Time at which the run ends; the last step is shortened to meet it.",
     .example = "5 s",
     .resume = EG_MAY_CHANGE},
    {.path = "time.steps",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 1,
     .most = 1e15,
     .presence = EG_AT_LEAST_ONE,
     .sentence = "Number of steps after which the run ends, unless it reaches the end time first.",
     .example = "1000",
     .resume = EG_MAY_CHANGE},
    {.path = "time.cfl",
     .takes = EG_TAKES_REAL,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_AT_MOST_ONE,
     .default_text = "0.9",
     .warn_above = 1,
     .warning = "schemes are stable up to 1; above it the run may diverge",
     .sentence = "Courant number: distance that a wave travels in a step, relative to the cell size.",
     .example = "0.5"},
    {.path = "time.dt",
     .takes = EG_TAKES_REAL,
     EG_CASE_TIME,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_AT_MOST_ONE,
     .sentence = "A fixed time step, instead of one from cfl.",
     .example = "0.01 s"}};

const eg_case_part eg_explicit_keys = EG_CASE_PART(explicit_steps);

/* Boxes, lines and slices of space. */
static const eg_case_row space[] = {
    {.path = "mesh.box.origin",
     .takes = EG_TAKES_REAL,
     .count = 3,
     EG_CASE_LENGTH,
     .default_text = "[0, 0, 0]",
     .sentence = "The box's lowest corner.",
     .example = "[-1 m, -1 m, 0 m]"},
    {.path = "mesh.box.size",
     .takes = EG_TAKES_REAL,
     .count = 3,
     EG_CASE_LENGTH,
     .presence = EG_REQUIRED,
     .range = EG_RANGE_POSITIVE,
     .sentence = "The box's lengths along x, y and z.",
     .example = "[1 m, 1 m, 1 m]"},
    {.path = "mesh.box.cells",
     .takes = EG_TAKES_INTEGER,
     .count = 3,
     .presence = EG_REQUIRED,
     .range = EG_RANGE_BETWEEN,
     .least = 1,
     .most = 1e6,
     .sentence = "Numbers of hexahedra along x, y and z.",
     .example = "[4, 4, 4]"},
    {.path = "mesh.box.element",
     .takes = EG_TAKES_WORD,
     .words = "hexahedron",
     .default_text = "hexahedron",
     .sentence = "The shape of the cells.",
     .example = "hexahedron"},
    {.path = "mesh.box.map",
     .takes = EG_TAKES_EXPRESSION,
     .count = 3,
     .variables = "x y z",
     EG_CASE_LENGTH,
     .presence = EG_AT_MOST_ONE,
     .sentence = "The new x, y and z of a point (x, y, z) of the box.",
     .example = "[\"x + 0.1 * y^2\", y, z]"},
    {.path = "mesh.box.kershaw",
     .takes = EG_TAKES_REAL,
     .count = 2,
     .range = EG_RANGE_BETWEEN,
     .least = 0.01,
     .most = 1,
     .presence = EG_AT_MOST_ONE,
     .sentence = "Kershaw's mesh of the unit cube: six layers in x, in which y and z are "
                 "compressed towards either end alternately. The numbers are the compressed "
                 "fractions of the lengths in y and z.",
     .example = "[0.3, 0.3]"},
    {.path = "mesh.box.geometry_degree",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 1,
     .most = 9,
     .with = "map",
     .default_text = "2",
     .sentence = "Degree of the polynomials that replace the map in each cell; 1 keeps edges straight.",
     .example = "4"},
    LINE_ROWS(3, "solution", "[0 m, 0 m, 0 m]", "[1 m, 1 m, 1 m]"),
    {.path = "output.picture.normal",
     .takes = EG_TAKES_WORD,
     .words = "x y z",
     .default_text = "z",
     .sentence = "The picture is a slice perpendicular to this axis.",
     .example = "x",
     .resume = EG_MAY_CHANGE},
    {.path = "output.picture.at",
     .takes = EG_TAKES_REAL,
     EG_CASE_LENGTH,
     .sentence = "Position of the slice on that axis; default: the middle of the domain.",
     .example = "0.25 m",
     .resume = EG_MAY_CHANGE}};

const eg_case_part eg_space_keys = EG_CASE_PART(space);

static const eg_case_row periodic[] = {
    {.path = "boundaries.*.periodic",
     .takes = EG_TAKES_TEXT,
     .presence = EG_EXACTLY_ONE,
     .sentence = "The boundary that is periodic with this one; its entry names this one.",
     .example = "right"}};

const eg_case_part eg_periodic_keys = EG_CASE_PART(periodic);
