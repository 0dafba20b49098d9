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
#define CLI_OPTIONS(X)                                                                             \
    X(OUTPUT, "output", 'o', "PATH", "where to write")                                             \
    X(DEVICE, "device", 0, "DEVICE",                                                               \
      "auto (default), host, host:THREADS, cuda:N, opencl:P.D or checked")                         \
    X(PRECISION, "precision", 0, "f32|f64", "numbers of state and fluxes")                         \
    X(SET, "set", 0, "KEY=VALUE", "overrides a value of the case; may be given again")             \
    X(FORCE, "force", 0, NULL, "writes over the run that the folder holds")                        \
    X(OVERCOMMIT, "overcommit", 0, NULL,                                                           \
      "goes on where the estimated memory is more than can be taken")                              \
    X(LANES, "lanes", 0, "N", "cells in a block, a power of two; the result does not change")      \
    X(SHARE, "share", 0, "N",                                                                      \
      "under mpirun: what this rank computes beside others, 2 twice as much as 1")                 \
    X(WALLTIME, "walltime", 0, "TIME",                                                             \
      "stops before so much time is over, with a checkpoint: 90 min, 2 h, 01:30:00, 1-12:00:00")   \
    X(NO_MEASURE, "no-measure", 0, NULL,                                                           \
      "does not measure the device, so that no fraction of its limit is told")                     \
    X(PROFILE, "profile", 0, NULL,                                                                 \
      "measures each kernel: a table in the summary and the report, profile.csv and profile.png")  \
    X(MEASURE, "measure", 0, NULL, "measures copy bandwidth and arithmetic of each device")        \
    X(VARIABLE, "variable", 0, "NAME",                                                             \
      "the field to draw: depth, velocity, ...; of a table columns")                               \
    X(RANGE, "range", 0, "LOW,HIGH", "values at the ends of the colour bar")                       \
    X(CONTOURS, "contours", 0, "A,B,...", "contour lines at these levels of a snapshot's field")   \
    X(TIME, "time", 0, "T", "the snapshot nearest to this time, in s")                             \
    X(INDEX, "index", 0, "N", "snapshot number N, from 0; -1 is the last one (default)")           \
    X(NORMAL, "normal", 0, "AXIS", "hexahedra: the axis that the slice is across, x, y or z")      \
    X(AT, "at", 0, "X", "hexahedra: where the slice lies on that axis, in m")                      \
    X(ARROWS, "arrows", 0, NULL, "draws the velocity; of hexahedra the gradient")                  \
    X(EDGES, "edges", 0, NULL, "draws the edges of the cells")                                     \
    X(PIXEL, "pixel", 0, "SIZE", "a raster: the side of its squares, in m")                        \
    X(LIKE, "like", 0, "RASTER", "takes squares and projection from a raster")                     \
    X(CELL, "cell", 0, "SIZE", "length of the cells' edges, in m")                                 \
    X(REFINE, "refine", 0, "FILE", "polygons with the length of edges in them, as `size`")         \
    X(BREAKLINES, "breaklines", 0, "FILE", "lines that edges follow")                              \
    X(ABOVE, "above", 0, "VALUE", "an outline: that of the cells whose value is above it")         \
    X(MODEL, "model", 0, "NAME", "one of the models above; without it shallow-water")              \
    X(ORDER, "order", 0, "N", "order of accuracy of linear waves; 4 where none is given")          \
    X(DEGREE, "degree", 0, "N",                                                                    \
      "degree of spectral elements, 4 where none is given; on forests 7")                          \
    X(CELLS, "cells", 0, "N", "about so many cells")                                               \
    X(SECONDS, "seconds", 0, "S", "measures for about so long; 3 where none are given")            \
    X(MESH, "mesh", 0, "forest", "waves on a cube of octrees, by nodal DG, instead of triangles")  \
    X(DEVICE_MEMORY, "device-memory", 0, "BYTES",                                                  \
      "with --mesh forest: of the device, where the state may not have all that is free")          \
    X(QUADRANGLES, "quadrangles", 0, NULL, "squares instead of triangles")                         \
    X(JSON, "json", 0, NULL, "prints JSON")                                                        \
    X(MAN, "man", 0, NULL, "prints the help of a command as a manual page")                        \
    X(HTML, "html", 0, NULL, "writes a page to look at in a browser: DIR/report.html, or -o")      \
    X(QUIET, "quiet", 'q', NULL, "prints errors alone")                                            \
    X(VERBOSE, "verbose", 'v', NULL, "prints what happens; twice: details too")                    \
    X(HELP, "help", 'h', NULL, "prints this")

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
    int given[CLI_OPTION_COUNT];         /* how often */
    const char *value[CLI_OPTION_COUNT]; /* the last one given; NULL */
    const char **settings;               /* [setting_count] owned by the line */
    int setting_count;
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

/* Prints the list of commands, or the help of one. */
void cli_help(void);
void cli_help_command(const cli_command *command);
/* Prints the help of a command as a manual page, for man(1). */
void cli_manual(const cli_command *command);
/* The templates of init, a line each. */
void cli_list_templates(void);

cli_function cli_run, cli_resume, cli_verify, cli_check, cli_devices, cli_info, cli_picture,
    cli_export, cli_mesh, cli_compare, cli_report, cli_bench, cli_init, cli_schema, cli_explain,
    cli_keys, cli_version, cli_help_run;

#endif
