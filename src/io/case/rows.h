/* What models say to the case file: rows of keys, in parts that models share, and what follows from outputs.
 * io/case/table.h makes one table of the parts of all models. */
#ifndef EG_IO_CASE_ROWS_H
#define EG_IO_CASE_ROWS_H

#include "field/output.h"
#include "io/case/units.h"

struct eg_case; /* case.h */

/* What a value may be; several may be combined. A key with rows below it takes EG_TAKES_MAP. */
enum {
    EG_TAKES_REAL = 1,        /* a number with the unit of the row's dimension */
    EG_TAKES_INTEGER = 2,     /* a whole number */
    EG_TAKES_BOOLEAN = 4,     /* true, false */
    EG_TAKES_TEXT = 8,        /* any text */
    EG_TAKES_PATH = 16,       /* a file name */
    EG_TAKES_WORD = 32,       /* one of `words` */
    EG_TAKES_EXPRESSION = 64, /* an expression of `variables`, or a number with unit */
    EG_TAKES_MAP = 128,
    EG_TAKES_DATE = 256, /* a date, as ISO 8601 writes it */
};

/* How often a key must be there. The last three speak of all keys of a map that are marked so. */
typedef enum eg_presence {
    EG_OPTIONAL,
    EG_REQUIRED,
    EG_EXACTLY_ONE,
    EG_AT_LEAST_ONE,
    EG_AT_MOST_ONE
} eg_presence;

typedef enum eg_range {
    EG_RANGE_ANY,
    EG_RANGE_POSITIVE,
    EG_RANGE_NOT_NEGATIVE,
    EG_RANGE_NOT_ZERO,
    EG_RANGE_ASCENDING, /* a list: each value above the one before it */
    EG_RANGE_BETWEEN    /* least to most, both included */
} eg_range;

/* Whether a temperature may be meant in degrees Celsius: then a number without unit below 100 is told, and
 * doubted where Kelvins of that size cannot be. */
typedef enum eg_celsius { EG_KELVIN_ALONE, EG_CELSIUS_TOLD, EG_CELSIUS_DOUBTED } eg_celsius;

/* Names under a `*`. */
typedef enum eg_names {
    EG_NAMES_ANY,  /* physical groups of a mesh: what the mesh says */
    EG_NAMES_PLAIN /* letters, digits, '_' and '-': they become names of columns or variables */
} eg_names;

enum { EG_ANY_COUNT = -1, EG_ONE_OR_LIST = -2 };

typedef struct eg_case_row {
    const char *path; /* "materials.*.manning": `*` stands for any name */
    unsigned takes;
    const char *sentence;
    const char *example; /* in YAML, the value alone */
    int count;           /* 0: one value; n: a list of n of them; EG_ANY_COUNT: a list of one or more;
                  EG_ONE_OR_LIST: one value, or such a list */
    eg_presence presence;
    /* the table fills these in: a mask of the models that have it, 0: all; the first row right below it, and
     * the next one beside that has the same row above it */
    unsigned models;
    struct eg_case_row *below, *beside;
    eg_dimension dimension; /* of reals and expressions */
    const char
        *plain_unit; /* the unit, which units.h does not know, of a number that is written plain; or NULL */
    bool moment;     /* a time of the run's clock: a date, too, where the case has time.start */
    bool angle;      /* a number without unit, other than 0, is refused: one writes degrees, SI has radians */
    eg_celsius celsius;
    eg_range range;
    double least, most;
    eg_names names;        /* of the row's `*` */
    const char *words;     /* "wall outflow" */
    const char *variables; /* "x y z" */
    /* the sibling that it stands behind in the table, a whole path; NULL: the one before it in its part */
    const char *after;
    const char *with;         /* the key beside it without which it means nothing */
    const char *without;      /* the key beside it that gives the same: not both, and no default then */
    const char *needs;        /* a key elsewhere without which it means nothing, "exact.depth" */
    const char *default_text; /* in YAML; NULL: none */
    const char *refusal;      /* the key is refused, with this hint */
    /* EG_MAY_CHANGE: a run that goes on may change it; else why not, of what is written; NULL: the states so
     * far follow from it */
    const char *resume;
    double doubt_above; /* a size above this may be meant, but hardly: why; 0: never */
    const char *doubt;
} eg_case_row;

/* A row: the path, what it takes, the sentence, an example where there is one, and other members by name. */
#define EG_ROW(PATH, TAKES, ...)                                                                             \
    {                                                                                                        \
        .path = PATH, .takes = TAKES, __VA_ARGS__                                                            \
    }

#define EG_MAY_CHANGE ""

/* ---- words of rows */

#define EG_CASE_LENGTH .dimension = EG_DIMENSION_LENGTH
#define EG_CASE_TIME .dimension = EG_DIMENSION_TIME
#define EG_CASE_MOMENT .dimension = EG_DIMENSION_TIME, .moment = true

/* Names of the verdicts of runs (run/judge/verdicts.h), a line of the guide's table each. */
#define EG_CASE_VERDICTS                                                                                     \
    "extremes clipped discharge inflow-lost outside energy-growth unstable-step step-cell "                  \
    "step-fall precision "                                                                                   \
    "long-steps short-steps "                                                                                \
    "incompatible iterations balance "                                                                       \
    "resolution sampling source-cut in-layer thin-layer source-jump grazing viscosity unresolved "           \
    "boundary-layer narrow-inflow rain dry overfull coarse-steps narrow-source kappa-jump "                  \
    "no-arrival record-cut near-source fading lid missing-values units short-waves "                         \
    "at-surface inflow-part idle friction coriolis"

/* A bound of the result; more of the row may follow. */
#define EG_CASE_LIMIT(KEY, DIMENSION, SENTENCE)                                                              \
    EG_ROW("limits." KEY, EG_TAKES_REAL, SENTENCE, "1e-3", .dimension = DIMENSION,                           \
           .range = EG_RANGE_NOT_NEGATIVE, .resume = EG_MAY_CHANGE)

/* The state at time 0 from another run: what is taken, and what may differ; more of its row may follow. */
#define EG_CASE_OTHER_RUN(WHAT, DIFFER, ...)                                                                 \
    EG_ROW("initial.from", EG_TAKES_PATH,                                                                    \
           "Another run whose " WHAT                                                                         \
           " is interpolated: its folder (last snapshot), or one snapshot file. " DIFFER,                    \
           "first.run", __VA_ARGS__),                                                                        \
        EG_ROW("initial.time", EG_TAKES_REAL, "Time of the snapshot to use instead of the last one.", "3 s", \
               EG_CASE_TIME, .with = "from")

/* A value over time: a number, an expression of t, or a column of a table. */
#define EG_CASE_SERIES(PATH) EG_CASE_SERIES_OR(PATH, EG_REQUIRED, NULL)

/* The same where there is another way to give it: the presence of `csv`, and the key that its columns go
 * with, NULL: any. */
#define EG_CASE_SERIES_OR(PATH, PRESENCE, WITH)                                                              \
    EG_ROW(PATH ".csv", EG_TAKES_PATH,                                                                       \
           "Table of values over time, in SI units unless its columns have units. Values are linear "        \
           "between rows.",                                                                                  \
           "hydrograph.csv", .presence = PRESENCE),                                                          \
        EG_ROW(PATH ".column", EG_TAKES_TEXT,                                                                \
               "The column of values: its name in the header, or its number from 1.", "level", .with = WITH, \
               .default_text = "\"2\""),                                                                     \
        EG_ROW(PATH ".time_column", EG_TAKES_TEXT,                                                           \
               "The column of times: its name in the header, or its number from 1.", "time", .with = WITH,   \
               .default_text = "\"1\""),                                                                     \
        EG_ROW(PATH ".after", EG_TAKES_WORD,                                                                 \
               "Outside the table's times `error` stops the run, `hold` extends the first or last value.",   \
               "hold", .words = "error hold", .default_text = "error")

/* A value over the plane from a raster file. */
#define EG_CASE_RASTER(PATH)                                                                                 \
    EG_CASE_RASTER_PLACE(PATH),                                                                              \
        EG_ROW(PATH ".scale", EG_TAKES_REAL,                                                                 \
               "Factor that converts the raster's values to SI units; -1 turns depths into elevations.",     \
               "-1", .range = EG_RANGE_NOT_ZERO, .with = "raster", .default_text = "1")

#define EG_CASE_RASTER_PLACE(PATH)                                                                           \
    EG_ROW(PATH ".register", EG_TAKES_WORD,                                                                  \
           "Registration of an ASCII grid: its values belong to pixel centres, with xllcorner the "          \
           "outer corner of the first pixel (`corner`), or to grid points, with xllcorner the first "        \
           "point (`node`).",                                                                                \
           "node", .words = "corner node", .with = "raster", .default_text = "corner"),                      \
        EG_ROW(PATH ".nodata", EG_TAKES_WORD,                                                                \
               "Missing values of the raster: `error` refuses the case, `nearest` takes the nearest value.", \
               "nearest", .words = "error nearest", .with = "raster", .default_text = "error")

/* A material's value at each place: a number, an expression, a raster or a volume; its range, presence,
 * sentence and example follow. */
#define EG_CASE_MATERIAL(KEY, DIMENSION, ...)                                                                \
    EG_ROW("materials.*." KEY, EG_TAKES_EXPRESSION | EG_TAKES_MAP, .variables = "x y",                       \
           .dimension = DIMENSION, __VA_ARGS__),                                                             \
        EG_CASE_MATERIAL_PLANE(KEY)

/* The same in space: a number, an expression or a volume. */
#define EG_CASE_MATERIAL_SPACE(KEY, DIMENSION, ...)                                                          \
    EG_ROW("materials.*." KEY, EG_TAKES_EXPRESSION | EG_TAKES_MAP, .variables = "x y z",                     \
           .dimension = DIMENSION, __VA_ARGS__),                                                             \
        EG_CASE_VOLUME("materials.*." KEY, KEY, 3, EG_REQUIRED, "xyz xzy yxz yzx zxy zyx", "zxy", "z",       \
                       "[0 m, 0 m, -3 km]", "[20 m, 20 m, 10 m]"),                                           \
        EG_CASE_VOLUME_SCALE("materials.*." KEY, "volume")

#define EG_CASE_VOLUME_SCALE(PATH, OF)                                                                       \
    EG_ROW(PATH ".scale", EG_TAKES_REAL,                                                                     \
           "Factor that converts the values of the " OF " to SI units, such as 1000 for km/s.", "1000",      \
           .range = EG_RANGE_NOT_ZERO, .default_text = "1")

/* A value over the plane or space from a volume file, whose vertical is UP. */
#define EG_CASE_VOLUME(PATH, KEY, COUNT, PRESENCE, AXES, AXES_EXAMPLE, UP, ORIGIN, SPACING)                  \
    EG_ROW(PATH ".volume", EG_TAKES_PATH,                                                                    \
           "File of values on a regular grid: a header of Madagascar (RSF), NumPy (.npy), netCDF, HDF5 or "  \
           "SEG-Y (.sgy, .segy). A cell outside the grid is an error.",                                      \
           KEY ".rsf", .presence = PRESENCE),                                                                \
        EG_ROW(PATH ".variable", EG_TAKES_TEXT,                                                              \
               "The variable of netCDF, or the path of the dataset of HDF5. Default: the only one of the "   \
               "mesh's dimension.",                                                                          \
               KEY, .with = "volume"),                                                                       \
        EG_ROW(PATH ".axes", EG_TAKES_WORD,                                                                  \
               "Directions of the file's axes, the fastest first: of an array of NumPy the last index, in "  \
               "either order. "                                                                              \
               "Default: of RSF x first, of SEG-Y the vertical, x, y, of netCDF the names of dimensions.",   \
               AXES_EXAMPLE, .words = AXES, .with = "volume"),                                               \
        EG_ROW(PATH ".origin", EG_TAKES_REAL,                                                                \
               "Place of the first value, instead of the file's; with `surface`, " UP " is a depth. "        \
               "Default: 0 where the file does not tell.",                                                   \
               ORIGIN, EG_CASE_LENGTH, .count = COUNT, .with = "volume"),                                    \
        EG_ROW(PATH ".spacing", EG_TAKES_REAL,                                                               \
               "Distances of values along x and the other axes, instead of the file's.", SPACING,            \
               EG_CASE_LENGTH, .count = COUNT, .range = EG_RANGE_POSITIVE, .with = "volume"),                \
        EG_ROW(PATH ".surface", EG_TAKES_REAL,                                                               \
               "Elevation of depth 0; the file's vertical is then a depth below it. Without this key it is " \
               "an elevation, but of SEG-Y and of a dimension `depth` of netCDF a depth below 0.",           \
               "0 m", EG_CASE_LENGTH, .with = "volume"),                                                     \
        EG_ROW(PATH ".unit", EG_TAKES_REAL, "Unit of the lengths in the file.", "1 km", EG_CASE_LENGTH,      \
               .range = EG_RANGE_POSITIVE, .with = "volume", .default_text = "1 m"),                         \
        EG_ROW(PATH ".between", EG_TAKES_WORD,                                                               \
               "Interpolation: linear along each axis, or the value of the nearest grid point.", "nearest",  \
               .words = "linear nearest", .with = "volume", .default_text = "linear")

/* What is below a material's key that takes a raster. */
#define EG_CASE_MATERIAL_RASTER(KEY)                                                                         \
    EG_ROW("materials.*." KEY ".raster", EG_TAKES_PATH,                                                      \
           "An ESRI ASCII grid or a GeoTIFF, interpolated bilinearly; a cell outside it is an error.",       \
           KEY ".asc", .presence = EG_REQUIRED),                                                             \
        EG_CASE_RASTER("materials.*." KEY)

/* The same of a raster or a volume. */
#define EG_CASE_MATERIAL_PLANE(KEY)                                                                          \
    EG_ROW("materials.*." KEY ".raster", EG_TAKES_PATH,                                                      \
           "An ESRI ASCII grid or a GeoTIFF, interpolated bilinearly; a cell outside it is an error.",       \
           KEY ".asc", .presence = EG_EXACTLY_ONE),                                                          \
        EG_CASE_RASTER_PLACE("materials.*." KEY),                                                            \
        EG_CASE_VOLUME("materials.*." KEY, KEY, 2, EG_EXACTLY_ONE, "xy yx", "yx", "y", "[0 m, 0 m]",         \
                       "[20 m, 10 m]"),                                                                      \
        EG_CASE_VOLUME_SCALE("materials.*." KEY, "raster or volume")

/* What is below a key that takes coordinates: a file of lines or points, of which each makes an entry; KEY is
 * "lines" or "points". A group of presence where the key takes either. */
#define EG_CASE_SHAPES(PATH, KEY, EXAMPLE, PRESENCE)                                                         \
    EG_ROW(PATH "." KEY, EG_TAKES_PATH,                                                                      \
           "File of " KEY ", of which each makes a copy of the entry: with its coordinates here, and its "   \
           "attributes where the entry has {attribute: NAME}.",                                              \
           EXAMPLE, .presence = PRESENCE)
#define EG_CASE_SHAPES_NAME(PATH)                                                                            \
    EG_ROW(PATH ".name", EG_TAKES_TEXT,                                                                      \
           "Attribute with the names of the copies. Without this key it is `name`, or where no shape has "   \
           "that the name of the entry with numbers.",                                                       \
           "id")

/* ---- templates */

/* A key and its value in YAML. */
typedef struct eg_case_line {
    const char *path;
    const char *value;
} eg_case_line;

/* A complete case to begin with; its comments are the sentences of its rows. Keys come in the order of a walk
 * through the tree, the maps that they are in not by themselves, NULL at the end. */
typedef struct eg_case_template {
    const char *name, *head; /* "river", and what it shows, a sentence */
    const eg_case_line *lines;
} eg_case_template;

/* ---- parts and models */

/* Rows that models have together: of all models, of a family, or of one. The first
 * row of a map says with `after` where it stands, unless behind all others. */
typedef struct eg_case_part {
    const eg_case_row *rows;
    int count;
} eg_case_part;
#define EG_CASE_PART(ROWS)                                                                                   \
    {                                                                                                        \
        .rows = ROWS, .count = (int)(sizeof ROWS / sizeof *ROWS)                                             \
    }

/* What the case file has of a model. Rows that follow from its outputs (io/case/generate.c) are not written
 * out; a row of one of the parts takes the place of such a row. Lists of names are words with blanks between
 * them. */
typedef struct eg_case_model {
    const char *name; /* the case's word: "elastic" */
    /* Several models may have one word: the case has the one that is for forests or not, as it has the key
     * `mesh.forest` or not, and for meshes of its dimension. In lists of models such a one is called: */
    const char *label;                /* "elastic (octrees)"; NULL: the name, which no other model has */
    bool forest;                      /* its meshes are forests */
    bool leaves;                      /* its cells may be leaves of levels: those of forests always are */
    int dimensions;                   /* of its meshes: 2 or 3 */
    const eg_case_part *const *parts; /* of its own and shared; NULL at the end */
    const eg_output *outputs;
    int output_count;
    /* Names of the outputs that snapshots have by default; NULL: no choice of fields and picture. */
    const char *fields;
    const char *picture; /* the output that the picture shows by default */
    /* Names of the outputs of samples at points, by default where snapshots have a choice; NULL: those of the
     * state. */
    const char *samples;
    int sampled;             /* only the outputs before this one can be sampled; 0: all */
    int on_lines;            /* only the outputs before this one are written along lines; 0: all */
    int absent[2];           /* nor are those from one on before the other, which the case does not have */
    const eg_output *maxima; /* largest values of all steps */
    int maximum_count;
    const char *maxima_default; /* names of those that a case has by default; NULL: all */
    /* Names of the outputs that make up the state, in order, NULL at the end: `initial` and `inflow` have
     * them; NULL: the parts say it. */
    const char *const *state;
    bool no_inflow;     /* there are no boundaries with an inflow */
    const char *exact;  /* names of outputs with exact solutions and limits of their errors */
    const char *height; /* what z stands for in an exact solution: "the bed"; NULL: nothing is said */
    /* Before the check: makes entries of what files give. Of a list of models the first that has one does so
     * for all. */
    eg_status (*expand)(struct eg_case *loaded);
    /* Of a model whose variables a case names: the model of this case, in its tree, from what stands in the
     * file before the check; left where that does not suffice for one, as the check then tells. And what
     * follows from checked values; what is wrong with these is added to the case's errors. */
    eg_status (*adapt)(struct eg_case *loaded, const struct eg_case_model *any,
                       const struct eg_case_model **adapted);
    eg_status (*complete)(struct eg_case *loaded);
    const eg_case_template *templates; /* the model's own word stands for the first */
    int template_count;
} eg_case_model;

#endif
