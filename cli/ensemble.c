/* ensemble and converge: many runs of one case. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "members.h"
#include "stopping.h"

/* Reads the numbers; the exit code of a usage error, or 0. */
static int fill_numbers(const cli_line *line, eg_ensemble_options *o, double *walltime)
{
    const char *name = line->command->name, *members = line->value[CLI_MEMBERS];
    const char *seed = line->value[CLI_SEED], *jobs = line->value[CLI_JOBS];
    const char *time = line->value[CLI_WALLTIME];
    *walltime = cli_walltime_of_batch();
    if (cli_has_neighbours())
        return cli_usage(name, "%s starts the processes of its members itself; start it without mpirun",
                         name);
    if (line->given[CLI_SETTINGS] > 1)
        return cli_usage(name, "--settings is there twice; it names one table, which has all members");
    if (members && (!eg_read_integer(members, &o->member_count) || o->member_count < 1))
        return cli_usage(name, "--members takes a whole number from 1, not '%s'", members);
    if (seed && !eg_read_integer(seed, &o->seed))
        return cli_usage(name, "--seed takes a whole number, not '%s'", seed);
    if (jobs && (!eg_read_integer(jobs, &o->jobs) || o->jobs < 1))
        return cli_usage(name, "--jobs takes a whole number from 1, not '%s'", jobs);
    if (time && !cli_walltime_parse(time, walltime))
        return cli_usage(name, "--walltime takes a time such as 90 min, 2 h or 01:30:00, not '%s'", time);
    return 0;
}

static int run_members(eg_context *context, const cli_line *line, const eg_ensemble_options *options,
                       double walltime, cli_progress *progress)
{
    eg_ensemble *ensemble = NULL;
    char *text = NULL;
    int64_t left = 0;
    int code = cli_line_fail(line, context, eg_ensemble_create(context, options, &ensemble)), of_members = 0;
    if (code)
        return code;
    code = cli_members_run(context, ensemble, line, walltime, progress, &left);
    eg_status status = eg_ensemble_finish(ensemble, &of_members, &text);
    if (status == EG_OK && line->given[CLI_QUIET])
        eg_release_text(context, &text);
    int printed = text || status != EG_OK ? cli_print(context, status, &text) : 0;
    eg_ensemble_destroy(&ensemble);
    return code ? code : printed ? printed : of_members;
}

/* Lists of the line become arrays of the options; each has room for all. */
static int run_options(eg_context *context, const cli_line *line, eg_ensemble_options *o,
                       cli_progress *progress)
{
    size_t room = (size_t)line->taken_count + 1;
    const char **values = calloc(3 * room, sizeof *values);
    char folder[4096];
    double walltime;
    if (!values)
        return cli_fail(NULL, EG_MEMORY);
    o->draws = values;
    o->draw_count = cli_line_values(line, CLI_DRAW, values);
    o->exceed = values + room;
    o->exceed_count = cli_line_values(line, CLI_EXCEED, values + room);
    o->series = values + 2 * room;
    o->series_count = cli_line_values(line, CLI_VARY, values + 2 * room);
    cli_default_output(line->operand[0], line->command->name, folder, sizeof folder);
    o->output = line->value[CLI_OUTPUT] ? line->value[CLI_OUTPUT] : folder;
    int code = fill_numbers(line, o, &walltime);
    if (code == 0)
        code = run_members(context, line, o, walltime, progress);
    free(values);
    return code;
}

static eg_ensemble_options options_of(const cli_line *line)
{
    return (eg_ensemble_options){.size = sizeof(eg_ensemble_options),
                                 .case_file = line->operand[0],
                                 .settings = line->settings,
                                 .setting_count = line->setting_count,
                                 .table = line->value[CLI_SETTINGS],
                                 .device = line->value[CLI_DEVICE],
                                 .force = line->given[CLI_FORCE] > 0,
                                 .strict = line->given[CLI_STRICT] > 0};
}

int cli_ensemble(eg_context *context, const cli_line *line, cli_progress *progress)
{
    eg_ensemble_options options = options_of(line);
    return run_options(context, line, &options, progress);
}

int cli_converge(eg_context *context, const cli_line *line, cli_progress *progress)
{
    eg_ensemble_options options = options_of(line);
    if (!line->given[CLI_VARY])
        return cli_usage("converge", "converge needs a series: --vary KEY=A,B,..., such as "
                                     "--vary 'mesh.box.cells=[10, 10], [20, 20], [40, 40]'");
    return run_options(context, line, &options, progress);
}
