/* The commands, and their help. */
#include "command.h"

#include <stdio.h>
#include <string.h>

#include "eagre/bench.h"
#include "terminal.h"

enum {
    COMMON = CLI_TAKES(HELP) | CLI_TAKES(QUIET) | CLI_TAKES(VERBOSE),
    CASE = COMMON | CLI_TAKES(DEVICE) | CLI_TAKES(PRECISION) | CLI_TAKES(SET) | CLI_TAKES(LANES) |
           CLI_TAKES(OVERCOMMIT) | CLI_TAKES(SHARE)
};

const cli_command cli_commands[] = {
    {"run", "CASE", 1, 1,
     CASE | CLI_TAKES(OUTPUT) | CLI_TAKES(FORCE) | CLI_TAKES(JSON) | CLI_TAKES(NO_MEASURE) |
         CLI_TAKES(WALLTIME) | CLI_TAKES(PROFILE),
     "computes a case",
     "Results go to the folder of -o, or to NAME.run in the working directory: NAME is that of "
     "the\n"
     "case file, or of its folder where the file is called case.yaml. It holds summary.json,\n"
     "case.yaml as resolved, fields/, gauges.csv, balance.csv, picture.png, log.txt, and\n"
     "files.json, which lists them with their checksums.\n"
     "--json prints the summary.\n"
     "Ctrl-C, SIGTERM, SIGUSR1, SIGHUP, SIGXCPU or a file STOP in that folder end the run after "
     "the "
     "step it\n"
     "is in, with a checkpoint and exit code 75; SIGUSR2 writes a checkpoint and goes on.\n",
     cli_run},
    {"resume", "DIR", 1, 1,
     COMMON | CLI_TAKES(DEVICE) | CLI_TAKES(LANES) | CLI_TAKES(JSON) | CLI_TAKES(NO_MEASURE) |
         CLI_TAKES(WALLTIME) | CLI_TAKES(PROFILE) | CLI_TAKES(SET) | CLI_TAKES(OVERCOMMIT) |
         CLI_TAKES(SHARE),
     "goes on with a run from its newest checkpoint",
     "DIR is the folder of the run. What it got after the checkpoint is cut off. The result is "
     "that of\n"
     "a run that was never stopped, whatever the device.\n"
     "--set changes the case from there on: its end, when something is written, limits. What the "
     "past\n"
     "follows from is refused by name; `eagre explain KEY` says which keys may change.\n",
     cli_resume},
    {"verify", "DIR", 1, 1, COMMON, "proves the folder of a run whole, by its checksums",
     "Every file of a run that has ended is read, and every checkpoint; of a run that has not, "
     "what its\n"
     "newest checkpoint knows. Exit code 0: the run has ended, and all is whole; 75: it has not "
     "ended,\n"
     "and what its newest checkpoint knows is whole; 11: it has not ended, and there is no "
     "checkpoint;\n"
     "9: a checkpoint is damaged; 6: another file is missing, cut short or damaged; 4: no run's "
     "folder.\n",
     cli_verify},
    {"check", "CASE", 1, 1, CASE, "says what a run would do and need, without running",
     "Reads case, mesh and inputs, and tells mesh, boundaries, memory, disk, time step and the "
     "cells\n"
     "that set it.\n",
     cli_check},
    {"init", "[TEMPLATE]", 0, 1, COMMON | CLI_TAKES(OUTPUT),
     "writes a commented case to begin with, or lists the templates",
     "TEMPLATE is one of those below; a model's name is taken for the first of that model. The "
     "case\n"
     "goes to TEMPLATE.yaml, or to the file of -o; -o - prints it. A file that is there "
     "already\n"
     "is left alone.\n",
     cli_init},
    {"devices", "", 0, 0, COMMON | CLI_TAKES(JSON) | CLI_TAKES(MEASURE),
     "lists the devices of this machine", "", cli_devices},
    {"info", "FILE", 1, 1, COMMON, "describes any file that a run writes or reads", "", cli_info},
    {"picture", "FILE", 1, 1,
     COMMON | CLI_TAKES(OUTPUT) | CLI_TAKES(VARIABLE) | CLI_TAKES(RANGE) | CLI_TAKES(TIME) |
         CLI_TAKES(INDEX) | CLI_TAKES(NORMAL) | CLI_TAKES(AT) | CLI_TAKES(ARROWS) |
         CLI_TAKES(EDGES) | CLI_TAKES(CONTOURS),
     "draws a snapshot, a mesh, a raster, a table or a seismogram",
     "FILE is a snapshot, an index of them or the folder of a run: a map, of hexahedra a slice;\n"
     "or a mesh (.msh), a raster (.asc), a table (.csv), a seismogram (.sac, .sgy). The picture\n"
     "goes to FILE.png in the working directory, of a snapshot to SNAPSHOT-VARIABLE.png, or to\n"
     "the file of -o; its name is printed.\n",
     cli_picture},
    {"mesh", "AREA", 1, 1,
     COMMON | CLI_TAKES(OUTPUT) | CLI_TAKES(CELL) | CLI_TAKES(QUADRANGLES) | CLI_TAKES(REFINE) |
         CLI_TAKES(BREAKLINES),
     "makes a mesh of the area of a raster or of polygons",
     "AREA is a raster (.asc, .tif), whose data say where cells are, or polygons (GeoJSON, CSV,\n"
     "shapefile, GeoPackage). The mesh goes to AREA.msh in the working directory, or to the file "
     "of\n"
     "-o: region all, boundary edge. Triangles are made by the command gmsh.\n",
     cli_mesh},
    {"export", "FILE", 1, 1,
     COMMON | CLI_TAKES(OUTPUT) | CLI_TAKES(VARIABLE) | CLI_TAKES(TIME) | CLI_TAKES(INDEX) |
         CLI_TAKES(PIXEL) | CLI_TAKES(LIKE) | CLI_TAKES(ABOVE),
     "writes a field as a raster, or its outline as polygons",
     "FILE is a snapshot, an index of them, the folder of a run, or its maxima.vtkhdf. The ending "
     "of\n"
     "the file of -o says what is written: .asc an ESRI ASCII grid and .tif a cloud-optimised\n"
     "GeoTIFF, with --pixel or --like; .geojson polygons, with --above; .nc all fields of all\n"
     "snapshots on their mesh (UGRID), as a mesh layer of QGIS; .py a state of ParaView, which "
     "opens\n"
     "all snapshots and colours them by --variable.\n",
     cli_export},
    {"compare", "A B", 2, 2, COMMON, "names the first difference of two runs or snapshots",
     "Exit code 0 where they are equal bit by bit, 1 where they differ, others where one cannot "
     "be\n"
     "read.\n",
     cli_compare},
    {"report", "DIR", 1, 1, COMMON | CLI_TAKES(JSON) | CLI_TAKES(HTML) | CLI_TAKES(OUTPUT),
     "tells how a run went: times, balance, errors, files",
     "With --html it writes DIR/report.html, or the file of -o: one page for a browser, without "
     "network,\n"
     "with the case, how the run went, curves, and its fields over time. The run may still go "
     "on.\n",
     cli_report},
    {"bench", "", 0, 0,
     COMMON | CLI_TAKES(MODEL) | CLI_TAKES(ORDER) | CLI_TAKES(DEGREE) | CLI_TAKES(DEVICE) |
         CLI_TAKES(PRECISION) | CLI_TAKES(LANES) | CLI_TAKES(CELLS) | CLI_TAKES(SECONDS) |
         CLI_TAKES(MESH) | CLI_TAKES(DEVICE_MEMORY) | CLI_TAKES(QUADRANGLES) | CLI_TAKES(JSON),
     "measures the throughput of a device",
     "A model on an unstructured mesh, beside the device's own copy bandwidth and multiply-add "
     "peak.\n"
     "Shallow water: all wet, with friction. Waves: one medium, of the order that --order names.\n"
     "With --mesh forest they run on a cube of octrees, by nodal DG of the degree of --degree.\n"
     "Poisson and heat: a cube of hexahedra, the operator (of heat of a step), the preconditioner\n"
     "and an iteration.\n",
     cli_bench},
    {"schema", "[MODEL]", 0, 1, COMMON, "prints the JSON Schema of case files", "", cli_schema},
    {"explain", "[KEY]", 0, 1, COMMON, "explains a key of the case file, or lists them", "",
     cli_explain},
    {"keys", "", 0, 0, COMMON, "lists the keys that --set takes, for completion", "", cli_keys},
    {"version", "", 0, 0, COMMON, "names the version, the compiler, the libraries and the devices",
     "-q prints the number of the version alone.\n", cli_version},
    {"help", "[COMMAND]", 0, 1, COMMON | CLI_TAKES(MAN), "prints the help of a command", "",
     cli_help_run},
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
    printf("eagre %s solves partial differential equations on processors and GPUs.\n\n"
           "  eagre run case.yaml -o result\n\ncommands\n",
           eg_version());
    for (const cli_command *c = cli_commands; c->name; c++) {
        char usage[40];
        snprintf(usage, sizeof usage, "%s %s", c->name, c->operands);
        printf("  %-18s %s\n", usage, c->sentence);
    }
    printf("\neagre COMMAND --help tells the options of a command.\n");
}

static void help_option(int o)
{
    const cli_option_row *row = &cli_option_table[o];
    char usage[64];
    snprintf(usage, sizeof usage, "%s%c%s--%s%s%s", row->letter ? "-" : " ",
             row->letter ? row->letter : ' ', row->letter ? ", " : "  ", row->name,
             row->argument ? " " : "", row->argument ? row->argument : "");
    printf("  %-26s %s\n", usage, row->sentence);
}

void cli_list_templates(void)
{
    for (int i = 0; eg_template_name(i); i++)
        printf("  %-12s %s\n", eg_template_name(i), eg_template_head(i));
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
    return cli_usage(NULL, "there is no command '%s'%s%s%s", line->operand[0],
                     near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}
