/* The command line: commands, the options that each takes, and what was given.
 *
 * The command stands on the installed headers alone: whatever it can do, a program that embeds the
 * library can do too. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "eagre/eagre.h"
#include "terminal.h"

/* X(id, long name, short letter or 0, what follows or NULL, sentence): every option there is. */
#define CLI_OPTIONS(X)                                                                                       \
    X(OUTPUT, "output", 'o', "PATH", "output file or folder")                                                \
    X(DEVICE, "device", 0, "DEVICE",                                                                         \
      "auto (default), host, host:THREADS, cuda:N, opencl:P.D or checked; else EAGRE_DEVICE")                \
    X(PRECISION, "precision", 0, "f32|f64|mixed", "floating-point precision of state and fluxes")            \
    X(SET, "set", 0, "KEY=VALUE", "overrides a value of the case; may be repeated")                          \
    X(SETTINGS, "settings", 0, "TABLE", "table (.csv): a head of keys, a line for each member")              \
    X(DRAW, "draw", 0, "KEY=DISTRIBUTION",                                                                   \
      "draws values: uniform(A, B), normal(M, S), lognormal(M, S), triangular(A, M, B); may be repeated")    \
    X(MEMBERS, "members", 0, "N", "number of members that --draw makes")                                     \
    X(SEED, "seed", 0, "N", "another number draws other values; default 0")                                  \
    X(EXCEED, "exceed", 0, "VARIABLE=A,B,...",                                                               \
      "maps of the fraction of members whose largest value is above A; may be repeated")                     \
    X(VARY, "vary", 0, "KEY=A,B,...", "the values of a key in the series; several keys go together")         \
    X(JOBS, "jobs", 0, "N", "runs at a time; default one a GPU or processor")                                \
    X(STRICT, "strict", 0, NULL, "makes verdicts errors: exit code 10")                                      \
    X(FORCE, "force", 0, NULL, "overwrites an earlier run in the folder")                                    \
    X(OVERCOMMIT, "overcommit", 0, NULL, "runs even if the estimated memory exceeds the available memory")   \
    X(LANES, "lanes", 0, "N", "cells per block, a power of two; does not change the result")                 \
    X(SHARE, "share", 0, "N", "under mpirun: relative amount of work of this rank; 2 is twice as much as 1") \
    X(WALLTIME, "walltime", 0, "TIME",                                                                       \
      "stops before this time has elapsed, with a checkpoint: 90 min, 2 h, 01:30:00, 1-12:00:00")            \
    X(NO_MEASURE, "no-measure", 0, NULL,                                                                     \
      "measures nothing: no fraction of the device's limit; for check, no run time")                         \
    X(PROFILE, "profile", 0, NULL,                                                                           \
      "times each kernel: table in summary and report, profile.csv, profile.png")                            \
    X(MEASURE, "measure", 0, NULL, "measures copy bandwidth and arithmetic throughput of each device")       \
    X(VARIABLE, "variable", 0, "NAME", "the field: depth, velocity, velocity_x; for a table its columns")    \
    X(RANGE, "range", 0, "LOW,HIGH", "values at the ends of the colour bar")                                 \
    X(CONTOURS, "contours", 0, "A,B,...", "draws contour lines of the field at these levels")                \
    X(TIME, "time", 0, "T", "the snapshot nearest to this time: 90, 40min, or date: 2021-07-14T06:00Z")      \
    X(INDEX, "index", 0, "N", "snapshot number N, from 0; -1 is the last one (default)")                     \
    X(NORMAL, "normal", 0, "x|y|z", "hexahedra: axis perpendicular to the slice")                            \
    X(AT, "at", 0, "X", "hexahedra: position of the slice on that axis: 250, 0.25km")                        \
    X(TRACES, "traces", 0, "colors|wiggles", "SEG-Y: as colours, or as curves filled where positive")        \
    X(ARROWS, "arrows", 0, NULL, "draws arrows of the velocity; for hexahedra of the gradient")              \
    X(EDGES, "edges", 0, NULL, "draws the edges of the cells")                                               \
    X(WINDOW, "window", 0, "X0,X1,Y0,Y1", "draws this part alone: 0,2km,-500,500")                           \
    X(COLORS, "colors", 0, "NAME", "sequential, water, diverging, earth or grey")                            \
    X(TITLE, "title", 0, "TEXT", "stands above the picture")                                                 \
    X(SIZE, "size", 0, "WxH", "of the picture: 160x100mm, 6.3in (the map's height), 1400x900px")             \
    X(DPI, "dpi", 0, "N", "pixels an inch (default 200); lines and text keep their size in mm")              \
    X(MOVIE, "movie", 0, "FILE", "movie of all snapshots: .mp4 or .webm by ffmpeg, or .png (animated)")      \
    X(COMPARE, "compare", 0, "OTHER", "draws OTHER beside FILE, and OTHER minus FILE; page: beside DIR")     \
    X(PIXEL, "pixel", 0, "SIZE", "raster: pixel size in m")                                                  \
    X(LIKE, "like", 0, "RASTER", "raster: pixels and projection of this raster")                             \
    X(CELL, "cell", 0, "SIZE", "edge length of the cells, in m")                                             \
    X(REFINE, "refine", 0, "FILE", "polygons with the attribute `size`, the edge length inside them")        \
    X(BREAKLINES, "breaklines", 0, "FILE", "lines along which edges lie")                                    \
    X(BOUNDARIES, "boundaries", 0, "FILE", "shapes with the attribute `name`, of boundaries on the edge")    \
    X(ABOVE, "above", 0, "VALUE", "only values above this: export an outline, colour a picture")             \
    X(MODEL, "model", 0, "NAME", "one of the models above; default shallow-water")                           \
    X(ORDER, "order", 0, "N", "order of accuracy of linear waves; default 4")                                \
    X(MATERIAL_ORDER, "material-order", 0, "N",                                                              \
      "order of a medium that varies in a cell; default: it is one")                                         \
    X(DEGREE, "degree", 0, "N", "polynomial degree of spectral elements; default 4, on forests 7")           \
    X(CELLS, "cells", 0, "N", "approximate number of cells")                                                 \
    X(SECONDS, "seconds", 0, "S", "approximate time of the measurement, in s; default 3")                    \
    X(MESH, "mesh", 0, "forest", "waves on a cube of octrees, by nodal DG, instead of triangles")            \
    X(DEVICE_MEMORY, "device-memory", 0, "BYTES",                                                            \
      "with --mesh forest: device memory for the state; default: the free memory")                           \
    X(QUADRANGLES, "quadrangles", 0, NULL, "squares instead of triangles")                                   \
    X(JSON, "json", 0, NULL, "prints JSON")                                                                  \
    X(MAN, "man", 0, NULL, "prints the help of a command as a manual page")                                  \
    X(HTML, "html", 0, NULL, "writes a page for a browser: DIR/report.html, or the file of -o")              \
    X(TEXT, "text", 0, "FILE", "page: text that stands above the fields")                                    \
    X(BACKGROUND, "background", 0, "RASTER", "page: in grey below maps, where there is no water")            \
    X(QUIET, "quiet", 'q', NULL, "prints only errors")                                                       \
    X(VERBOSE, "verbose", 'v', NULL, "prints progress; given twice: details too")                            \
    X(HELP, "help", 'h', NULL, "prints this help")

typedef enum cli_option {
#define CLI_ENUM(id, name, letter, argument, sentence) CLI_##id,
    CLI_OPTIONS(CLI_ENUM)
#undef CLI_ENUM
        CLI_OPTION_COUNT
} cli_option;

typedef struct cli_option_row {
    const char *name;
    char letter;
    const char *argument, *sentence;
} cli_option_row;

extern const cli_option_row cli_option_table[CLI_OPTION_COUNT];

#define CLI_TAKES(id) (UINT64_C(1) << CLI_##id)
_Static_assert(CLI_OPTION_COUNT <= 64, "the options of a command are the bits of 64");

enum { CLI_OPERANDS_MOST = 2 };

typedef struct cli_line cli_line;

/* A command returns its exit code. `progress` is the one that the log of the context knows. */
typedef int cli_function(eg_context *context, const cli_line *line, cli_progress *progress);

typedef struct cli_command {
    const char *name, *operands; /* "picture", "FILE" */
    int least, most;             /* number of operands */
    uint64_t takes;              /* CLI_TAKES of its options */
    const char *sentence;
    const char *detail; /* further lines of its help */
    cli_function *run;
} cli_command;

/* A command line, taken apart. Texts are those of argv. */
struct cli_line {
    const cli_command *command;
    const char *operand[CLI_OPERANDS_MOST];
    int operand_count;
    const char *const *words; /* [word_count] what stands behind -- for a command that takes a line */
    int word_count;
    int given[CLI_OPTION_COUNT];         /* how often */
    const char *value[CLI_OPTION_COUNT]; /* the last one given; NULL */
    const char *device_of; /* what names value[CLI_DEVICE] where that is not the line: "EAGRE_DEVICE"; NULL */
    const struct cli_configuration *configuration; /* that was read; NULL: none was looked for */
    const char **settings;                         /* [setting_count] owned by the line */
    int setting_count;
    /* [taken_count] options with a value, in the order of the line; owned by it */
    struct cli_taken {
        int option;
        const char *value;
    } * taken;
    int taken_count;
};

/* All commands, with name = NULL at the end. */
extern const cli_command cli_commands[];
const cli_command *cli_command_find(const char *name);
/* The command whose name is likely meant, NULL. */
const char *cli_command_nearest(const char *name);

/* Takes argv[2..] apart for `command`. False after printing what is wrong. Free with
 * cli_line_free() either way. */
bool cli_line_parse(int argc, char **argv, const cli_command *command, cli_line *line);
void cli_line_free(cli_line *line);
/* All values of an option that may be repeated: values[] has room for line->taken_count. Returns how many. */
int cli_line_values(const cli_line *line, int option, const char **values);
/* cli_fail(), which names EAGRE_DEVICE or the configuration file where what is wrong is the device of it. */
int cli_line_fail(const cli_line *line, const eg_context *context, eg_status status);

/* Prints the list of commands, or the help of one. */
void cli_help(void);
void cli_help_command(const cli_command *command);
/* Prints the help of a command as a manual page, for man(1). */
void cli_manual(const cli_command *command);
/* The templates of init, a line each. */
void cli_list_templates(void);

/* Whether --size takes this text. */
bool cli_is_picture_size(const char *text);

/* Whether a launcher has started several ranks on this machine. */
bool cli_has_neighbours(void);

/* NAME.ENDING in the working directory: NAME is the case file's name without its ending, or its folder's where
 * that is "case". */
void cli_default_output(const char *case_file, const char *ending, char *output, size_t room);

cli_function cli_run, cli_resume, cli_verify, cli_check, cli_devices, cli_info, cli_picture, cli_export,
    cli_mesh, cli_compare, cli_report, cli_bench, cli_init, cli_schema, cli_explain, cli_reference, cli_keys,
    cli_version, cli_help_run, cli_complete, cli_ensemble, cli_converge;

#endif
