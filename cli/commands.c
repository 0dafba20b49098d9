/* The commands, and their help. */
#include "command.h"

#include <stdio.h>
#include <string.h>

#include "eagre/bench.h"
#include "terminal.h"

enum {
    COMMON = CLI_TAKES(HELP) | CLI_TAKES(QUIET) | CLI_TAKES(VERBOSE),
    CASE = COMMON | CLI_TAKES(DEVICE) | CLI_TAKES(PRECISION) | CLI_TAKES(SET) | CLI_TAKES(LANES) |
           CLI_TAKES(OVERCOMMIT) | CLI_TAKES(SHARE) | CLI_TAKES(STRICT),
    MANY = COMMON | CLI_TAKES(OUTPUT) | CLI_TAKES(DEVICE) | CLI_TAKES(SET) | CLI_TAKES(LANES) |
           CLI_TAKES(OVERCOMMIT) | CLI_TAKES(STRICT) | CLI_TAKES(FORCE) | CLI_TAKES(WALLTIME) |
           CLI_TAKES(JOBS)
};

const cli_command cli_commands[] = {
    {"run", "CASE", 1, 1,
     CASE | CLI_TAKES(OUTPUT) | CLI_TAKES(FORCE) | CLI_TAKES(JSON) | CLI_TAKES(NO_MEASURE) |
         CLI_TAKES(WALLTIME) | CLI_TAKES(PROFILE),
     "computes a case",
     "The results go to the folder of -o. The default is NAME.run in the working directory, where NAME is\n"
     "that of the case file, or of its folder if the file is called case.yaml. The folder gets\n"
     "summary.json, case.yaml with all defaults, fields/, gauges.csv, balance.csv, picture.png, log.txt,\n"
     "and files.json, the list of these files with checksums.\n"
     "--json prints the summary.\n"
     "Ctrl-C, SIGTERM, SIGUSR1, SIGHUP, SIGXCPU or a file STOP in that folder end the run after the\n"
     "current step, with a checkpoint and exit code 75. SIGUSR2 writes a checkpoint, and the run\n"
     "continues.\n",
     cli_run},
    {"resume", "DIR", 1, 1,
     COMMON | CLI_TAKES(DEVICE) | CLI_TAKES(LANES) | CLI_TAKES(JSON) | CLI_TAKES(NO_MEASURE) |
         CLI_TAKES(WALLTIME) | CLI_TAKES(PROFILE) | CLI_TAKES(SET) | CLI_TAKES(OVERCOMMIT) |
         CLI_TAKES(SHARE) | CLI_TAKES(STRICT),
     "continues a run from its newest checkpoint",
     "DIR is the folder of the run. Output later than the checkpoint is removed and computed again. The\n"
     "result equals that of an uninterrupted run, on any device.\n"
     "--set changes the case from the checkpoint on: end time, output times, limits. Keys that\n"
     "influenced the results so far are refused by name; `eagre explain KEY` says which keys may change.\n",
     cli_resume},
    {"verify", "DIR", 1, 1, COMMON, "checks that the folder of a run is complete and undamaged",
     "Reads all files and checkpoints of a run and compares their checksums. A run that has not ended\n"
     "is compared with its newest checkpoint. Exit codes:\n"
     "   0  the run has ended, and all files are intact\n"
     "  75  the run has not ended; the files recorded in its newest checkpoint are intact\n"
     "  11  the run has not ended, and there is no checkpoint\n"
     "   9  a checkpoint is damaged\n"
     "   6  another file is missing, truncated or damaged\n"
     "   4  this is not the folder of a run\n",
     cli_verify},
    {"ensemble", "CASE", 1, 1,
     MANY | CLI_TAKES(SETTINGS) | CLI_TAKES(DRAW) | CLI_TAKES(MEMBERS) | CLI_TAKES(SEED) | CLI_TAKES(EXCEED),
     "computes a case with many settings, and maps of how often levels are exceeded",
     "Each member is a process of eagre run in the folder -o, runs/NAME. A member that ends badly leaves\n"
     "the others alone. Keys of the case are the columns of --settings, beside name and weight, or are\n"
     "drawn by --draw. --device takes several devices, separated by commas.\n"
     "Ctrl-C, SIGTERM and the end of --walltime stop the members, each with a checkpoint. The same command\n"
     "continues: it skips members that have ended and resumes the others.\n"
     "members.csv has a line for each member; exceedance.vtkhdf the maps of --exceed, for picture, export\n"
     "and ParaView. The exit code is 0 if all members are done, 75 if some are missing, otherwise that of\n"
     "the first one which is not done. The default of -o is NAME.ensemble.\n",
     cli_ensemble},
    {"converge", "CASE", 1, 1, MANY | CLI_TAKES(VARY),
     "computes a series of a case against its exact solution: errors and orders",
     "--vary names a key and its values, such as --vary 'mesh.box.cells=[10, 10], [20, 20], [40, 40]';\n"
     "commas within brackets or quotes separate nothing. Errors are those of the summary, against exact.\n"
     "The order is measured against the edge length of the cells if their number differs, otherwise, for\n"
     "keys of time, against the mean time step. The folder of -o gets converge.csv, converge.png,\n"
     "members.csv and runs/. Processes, stopping, continuing and exit codes are those of eagre ensemble.\n"
     "The default of -o is NAME.converge.\n",
     cli_converge},
    {"check", "CASE", 1, 1, CASE | CLI_TAKES(NO_MEASURE) | CLI_TAKES(JSON),
     "checks a case and reports mesh, memory, disk and time step, without running",
     "Reads case, mesh and inputs. Reports mesh, boundaries, memory, disk space, time step and the cells\n"
     "that limit it, and for shallow water the estimated run time. It computes steps for this estimate,\n"
     "for up to 6 s; --no-measure leaves it out. Writes nothing.\n"
     "--json prints all this, errors and warnings as docs/check.schema.json describes it.\n",
     cli_check},
    {"init", "[TEMPLATE]", 0, 1, COMMON | CLI_TAKES(OUTPUT),
     "writes a commented case to start from, or lists the templates",
     "TEMPLATE is one of those below, or the name of a model, for its first template. The case goes to\n"
     "TEMPLATE.yaml, or to the file of -o; -o - prints it. An existing file is not overwritten.\n",
     cli_init},
    {"devices", "", 0, 0, COMMON | CLI_TAKES(JSON) | CLI_TAKES(MEASURE), "lists the devices of this machine",
     "", cli_devices},
    {"info", "FILE", 1, 1, COMMON | CLI_TAKES(JSON), "describes any file that a run writes or reads",
     "FILE is a case (.yaml), the folder of a run, its summary.json, files.json or log.txt; a snapshot "
     "(.vtkhdf), an index of\n"
     "them (.series), a checkpoint (.eagre); a mesh of Gmsh (.msh), a raster (.asc, .tif), a table (.csv), "
     "netCDF (.nc), an\n"
     "array of NumPy (.npy), a CMTSOLUTION, QuakeML, a rupture (.srf); a seismogram (.sac, .sgy, .mseed), a "
     "picture (.png).\n"
     "--json describes all but lists, logs, checkpoints, SAC, SEG-Y and pictures as docs/info.schema.json "
     "says.\n",
     cli_info},
    {"picture", "FILE", 1, 1,
     COMMON | CLI_TAKES(OUTPUT) | CLI_TAKES(VARIABLE) | CLI_TAKES(RANGE) | CLI_TAKES(TIME) |
         CLI_TAKES(INDEX) | CLI_TAKES(NORMAL) | CLI_TAKES(AT) | CLI_TAKES(ARROWS) | CLI_TAKES(EDGES) |
         CLI_TAKES(TRACES) | CLI_TAKES(CONTOURS) | CLI_TAKES(ABOVE) | CLI_TAKES(WINDOW) | CLI_TAKES(COLORS) |
         CLI_TAKES(TITLE) | CLI_TAKES(SIZE) | CLI_TAKES(DPI) | CLI_TAKES(MOVIE) | CLI_TAKES(COMPARE),
     "draws a snapshot, a mesh, a raster, a table or a seismogram",
     "FILE is a snapshot, an index of snapshots or the folder of a run, drawn as a map, for hexahedra as\n"
     "a slice; or a mesh (.msh), a raster (.asc, .tif), a table (.csv), a seismogram (.sac, .sgy). The\n"
     "picture goes to FILE.png in the working directory, for a snapshot to SNAPSHOT-VARIABLE.png, or to\n"
     "the file of -o, which may end in .png, .pdf or .svg. The command prints its name.\n"
     "--movie draws all snapshots with one range of colours. --compare takes two snapshots or two\n"
     "folders of runs on the same mesh, and writes compare.png or the file of -o.\n",
     cli_picture},
    {"mesh", "AREA", 1, 1,
     COMMON | CLI_TAKES(OUTPUT) | CLI_TAKES(CELL) | CLI_TAKES(QUADRANGLES) | CLI_TAKES(REFINE) |
         CLI_TAKES(BREAKLINES) | CLI_TAKES(BOUNDARIES),
     "makes a mesh of the area of a raster or of polygons",
     "AREA is a raster (.asc, .tif), meshed where it has data, or polygons (GeoJSON, CSV, shapefile,\n"
     "GeoPackage). The mesh goes to AREA.msh in the working directory, or to the file of -o. Its region\n"
     "is all, its boundary edge. Triangles are made by the program gmsh.\n",
     cli_mesh},
    {"export", "FILE", 1, 1,
     COMMON | CLI_TAKES(OUTPUT) | CLI_TAKES(VARIABLE) | CLI_TAKES(TIME) | CLI_TAKES(INDEX) |
         CLI_TAKES(PIXEL) | CLI_TAKES(LIKE) | CLI_TAKES(ABOVE) | CLI_TAKES(JSON),
     "writes a field as a raster, or its outline as polygons",
     "FILE is a snapshot, an index of snapshots, the folder of a run, or its maxima.vtkhdf. The extension\n"
     "of the file of -o selects the format:\n"
     "  .asc      ESRI ASCII grid, with --pixel or --like\n"
     "  .tif      cloud-optimised GeoTIFF, with --pixel or --like\n"
     "  .geojson  polygons around the cells whose value is above --above\n"
     "  .nc       all fields of all snapshots on their mesh (UGRID), a mesh layer of QGIS\n"
     "  .py       a ParaView state, which opens all snapshots and colours them by --variable\n"
     "--json prints the file and what is in it as docs/export.schema.json says.\n",
     cli_export},
    {"compare", "A B", 2, 2, COMMON, "finds the first difference between two runs or snapshots",
     "Exit code 0: they are equal to the last bit. 1: they differ. Others: one cannot be read.\n",
     cli_compare},
    {"report", "DIR", 1, 1,
     COMMON | CLI_TAKES(JSON) | CLI_TAKES(HTML) | CLI_TAKES(OUTPUT) | CLI_TAKES(TEXT) |
         CLI_TAKES(BACKGROUND) | CLI_TAKES(COMPARE),
     "summarises a run: times, balance, errors, files",
     "--html writes DIR/report.html, or the file of -o: one page for a browser that works offline, with\n"
     "the case, the summary, curves, and fields over time. The run may still be in progress. The file of\n"
     "--text has paragraphs between empty lines, '# ' before a heading, '- ' before an item of a list.\n"
     "--compare puts the fields of a second run beside those of the first.\n",
     cli_report},
    {"bench", "", 0, 0,
     COMMON | CLI_TAKES(MODEL) | CLI_TAKES(ORDER) | CLI_TAKES(MATERIAL_ORDER) | CLI_TAKES(DEGREE) |
         CLI_TAKES(DEVICE) | CLI_TAKES(PRECISION) | CLI_TAKES(LANES) | CLI_TAKES(CELLS) | CLI_TAKES(SECONDS) |
         CLI_TAKES(MESH) | CLI_TAKES(DEVICE_MEMORY) | CLI_TAKES(QUADRANGLES) | CLI_TAKES(JSON),
     "measures the throughput of a device",
     "Measures a model on an unstructured mesh, and the copy bandwidth and multiply-add peak of the\n"
     "device. Shallow water: all cells wet, with friction. Waves: one medium, of the order of --order;\n"
     "with --material-order one that varies, as polynomials of that order in each cell.\n"
     "With --mesh forest waves run on a cube of octrees, by nodal DG of the degree of --degree.\n"
     "Poisson and heat: a cube of hexahedra; the operator (for heat that of a step), the preconditioner\n"
     "and an iteration.\n",
     cli_bench},
    {"schema", "[MODEL]", 0, 1, COMMON, "prints the JSON Schema of case files", "", cli_schema},
    {"explain", "[KEY]", 0, 1, COMMON, "explains a key of the case file, or lists the keys", "", cli_explain},
    {"reference", "[MODEL]", 0, 1, COMMON, "prints all keys of a model's case files as a page in Markdown",
     "", cli_reference},
    {"keys", "", 0, 0, COMMON, "lists the keys that --set takes, for shell completion", "", cli_keys},
    {"complete", "-- WORD...", 0, 0, COMMON, "completes a command line, for shells",
     "Prints what may take the place of the last WORD, one a line, with its sentence after a tab; nothing\n"
     "where a file is wanted. WORD... are the words after eagre. Scripts for bash, fish and zsh ask it.\n",
     cli_complete},
    {"version", "", 0, 0, COMMON | CLI_TAKES(JSON),
     "prints the version, the compiler, the libraries and the devices",
     "-q prints only the version number. --json prints all as docs/version.schema.json says.\n", cli_version},
    {"help", "[COMMAND]", 0, 1, COMMON | CLI_TAKES(MAN), "prints the help of a command", "", cli_help_run},
    {0}};

const cli_command *cli_command_find(const char *name)
{
    for (const cli_command *c = cli_commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

const char *cli_command_nearest(const char *name)
{
    const char *names[sizeof cli_commands / sizeof *cli_commands];
    int count = 0;
    for (const cli_command *c = cli_commands; c->name; c++)
        names[count++] = c->name;
    return eg_nearest_name(name, names, count);
}

void cli_help(void)
{
    printf("eagre %s computes floods, waves, air and heat on CPUs and GPUs.\n\n"
           "  eagre run case.yaml -o result\n\ncommands\n",
           eg_version());
    for (const cli_command *c = cli_commands; c->name; c++) {
        char usage[40];
        snprintf(usage, sizeof usage, "%s %s", c->name, c->operands);
        printf("  %-18s %s\n", usage, c->sentence);
    }
    printf("\neagre COMMAND --help describes a command and its options.\n");
}

static void help_option(int o)
{
    const cli_option_row *row = &cli_option_table[o];
    char usage[64];
    snprintf(usage, sizeof usage, "%s%c%s--%s%s%s", row->letter ? "-" : " ", row->letter ? row->letter : ' ',
             row->letter ? ", " : "  ", row->name, row->argument ? " " : "",
             row->argument ? row->argument : "");
    printf("  %-26s %s\n", usage, row->sentence);
}

void cli_list_templates(void)
{
    int width = 0;
    for (int i = 0; eg_template_name(i); i++)
        if ((int)strlen(eg_template_name(i)) > width)
            width = (int)strlen(eg_template_name(i));
    for (int i = 0; eg_template_name(i); i++)
        printf("  %-*s  %s\n", width, eg_template_name(i), eg_template_head(i));
}

static void list_bench_models(void)
{
    const char *name;
    for (int i = 0; (name = eg_bench_model(i)); i++)
        printf("  %s\n", name);
}

void cli_help_command(const cli_command *command)
{
    printf("eagre %s%s%s: %s\n", command->name, command->operands[0] ? " " : "", command->operands,
           command->sentence);
    if (command->detail[0])
        printf("\n%s", command->detail);
    if (strcmp(command->name, "init") == 0) {
        printf("\ntemplates\n");
        cli_list_templates();
    }
    if (strcmp(command->name, "bench") == 0) {
        printf("\nmodels\n");
        list_bench_models();
    }
    printf("\noptions\n");
    for (int o = 0; o < CLI_OPTION_COUNT; o++)
        if (command->takes >> o & 1)
            help_option(o);
}

int cli_help_run(eg_context *context, const cli_line *line, cli_progress *progress)
{
    (void)context;
    (void)progress;
    bool manual = line->given[CLI_MAN] > 0;
    if (line->operand_count == 0 && manual)
        return cli_usage("help", "--man needs a command: eagre help run --man");
    if (line->operand_count == 0) {
        cli_help();
        return 0;
    }
    const cli_command *command = cli_command_find(line->operand[0]);
    if (command) {
        (manual ? cli_manual : cli_help_command)(command);
        return 0;
    }
    const char *near = cli_command_nearest(line->operand[0]);
    return cli_usage(NULL, "there is no command '%s'%s%s%s", line->operand[0], near ? "; did you mean '" : "",
                     near ? near : "", near ? "'?" : "");
}
