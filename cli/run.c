/* run and check. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "stopping.h"
#include "printable.h"
#include "terminal.h"

/* What eg_run_options is made of; `text` holds what has to outlive the run. */
typedef struct request {
    eg_run_options options;
    const char **settings; /* those of the line, and the precision */
    char output[4096];
} request;

static bool is_power_of_two(int64_t n)
{
    return n > 0 && (n & (n - 1)) == 0;
}

/* Fills the options that run and check share; returns the exit code of a usage error, or 0. */
static int fill_request(const cli_line *line, request *r)
{
    const char *precision = line->value[CLI_PRECISION], *lanes = line->value[CLI_LANES];
    const char *share = line->value[CLI_SHARE];
    int64_t number = 0;
    double part = 0;
    static const char *const settings[] = {"numerics.precision=f32", "numerics.precision=f64",
                                           "numerics.precision=mixed"};
    int known = 0;
    while (precision && known < 3 && strcmp(precision, strchr(settings[known], '=') + 1) != 0)
        known++;
    if (known == 3)
        return cli_usage(line->command->name, "--precision takes f32, f64 or mixed, not '%s'", precision);
    if (lanes && (!eg_read_integer(lanes, &number) || !is_power_of_two(number) || number > 64))
        return cli_usage(line->command->name, "--lanes takes a power of two from 1 to 64, not '%s'", lanes);
    if (share && (!eg_read_number(share, &part) || !(part >= 1e-3 && part <= 1e6)))
        return cli_usage(line->command->name, "--share takes a number from 0.001 to 1e6, not '%s'", share);
    r->settings = calloc((size_t)line->setting_count + 1, sizeof *r->settings);
    if (!r->settings)
        return cli_fail(NULL, EG_MEMORY);
    for (int i = 0; i < line->setting_count; i++)
        r->settings[i] = line->settings[i];
    r->options = (eg_run_options){.size = sizeof(eg_run_options),
                                  .case_file = line->operand[0],
                                  .settings = r->settings,
                                  .setting_count = line->setting_count,
                                  .device = line->value[CLI_DEVICE],
                                  .lanes = (int)number,
                                  .share = part,
                                  .overcommit = line->given[CLI_OVERCOMMIT] > 0,
                                  .strict = line->given[CLI_STRICT] > 0};
    if (precision)
        r->settings[r->options.setting_count++] = settings[known];
    return 0;
}

void cli_default_output(const char *case_file, const char *ending, char *output, size_t room)
{
    char *resolved = realpath(case_file, NULL);
    char *name = resolved ? resolved : NULL;
    const char *path = name ? name : case_file;
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    size_t length = dot && dot > base ? (size_t)(dot - base) : strlen(base);
    if (length == 4 && strncmp(base, "case", 4) == 0 && slash && slash > path) {
        const char *folder = slash;
        while (folder > path && folder[-1] != '/')
            folder--;
        base = folder;
        length = (size_t)(slash - folder);
    }
    snprintf(output, room, "%.*s.%s", (int)length, base, ending);
    free(resolved);
}

/* ---- run */

static int print_heading(eg_context *context, const eg_run *run)
{
    char *text = NULL;
    int code = cli_print(context, eg_run_heading(run, &text), &text);
    fflush(stdout);
    return code;
}

/* Advances to the end and closes the run. What a run says when it diverges is told at once; the
 * files are written all the same. */
static eg_status advance(eg_context *context, eg_run *run, cli_progress *progress, int *code)
{
    eg_status status = eg_run_advance(run, INFINITY);
    cli_progress_clear(progress);
    *code = cli_fail(context, status);
    if (status != EG_OK && status != EG_DIVERGED && status != EG_STOPPED && status != EG_LIMIT)
        return status;
    eg_status finished = eg_run_finish(run);
    if (status == EG_OK || finished != status)
        *code = cli_fail(context, finished);
    return finished;
}

static int print_result(eg_context *context, const cli_line *line, const char *output)
{
    if ((line->given[CLI_QUIET] && !line->given[CLI_JSON]) || eg_context_is_silent(context))
        return 0;
    char *text = NULL;
    eg_report_style style = line->given[CLI_JSON] ? EG_REPORT_JSON : EG_REPORT_BRIEF;
    return cli_print(context, eg_report_text(context, output, style, &text), &text);
}

static int run_request(eg_context *context, const cli_line *line, const request *r, cli_progress *progress)
{
    eg_run *run = NULL;
    cli_walltime_begin(r->options.walltime);
    eg_status made = r->options.case_file ? eg_run_create(context, &r->options, &run)
                                          : eg_run_resume(context, &r->options, &run);
    int code = cli_line_fail(line, context, made);
    if (code)
        return code;
    if (!line->given[CLI_JSON] && !line->given[CLI_QUIET] && !eg_context_is_silent(context))
        code = print_heading(context, run);
    cli_signals_begin(run);
    eg_status status = code ? EG_INTERNAL : advance(context, run, progress, &code);
    cli_signals_end();
    eg_run_destroy(&run);
    if (status == EG_OK || status == EG_DIVERGED || status == EG_LIMIT || status == EG_STOPPED) {
        int printed = print_result(context, line, r->options.output);
        return code ? code : printed;
    }
    return code;
}

/* What run and resume share beside the case. */
static int fill_rest(const cli_line *line, request *r, cli_progress *progress)
{
    r->options.measure = !line->given[CLI_NO_MEASURE];
    r->options.profile = line->given[CLI_PROFILE] > 0;
    r->options.progress = cli_progress_show;
    r->options.progress_user = progress;
    if (!line->value[CLI_WALLTIME])
        r->options.walltime = cli_walltime_of_batch();
    else if (!cli_walltime_parse(line->value[CLI_WALLTIME], &r->options.walltime))
        return cli_usage(line->command->name,
                         "--walltime takes a time such as 90 min, 2 h, 3600, 01:30:00 or "
                         "1-12:00:00, not '%s'",
                         line->value[CLI_WALLTIME]);
    return 0;
}

int cli_run(eg_context *context, const cli_line *line, cli_progress *progress)
{
    request r = {0};
    int code = fill_request(line, &r);
    if (code == 0)
        code = fill_rest(line, &r, progress);
    if (code == 0) {
        cli_default_output(line->operand[0], "run", r.output, sizeof r.output);
        r.options.output = line->value[CLI_OUTPUT] ? line->value[CLI_OUTPUT] : r.output;
        r.options.force = line->given[CLI_FORCE] > 0;
        code = run_request(context, line, &r, progress);
    }
    free(r.settings);
    return code;
}

int cli_resume(eg_context *context, const cli_line *line, cli_progress *progress)
{
    request r = {0};
    int code = fill_request(line, &r);
    if (code == 0)
        code = fill_rest(line, &r, progress);
    if (code == 0) {
        r.options.case_file = NULL;
        r.options.output = line->operand[0];
        code = run_request(context, line, &r, progress);
    }
    free(r.settings);
    return code;
}

/* ---- check */

/* What is known where it goes wrong stays in *run. */
static eg_status look(eg_context *context, const cli_line *line, const request *r, eg_run **run)
{
    const char *text;
    eg_status status = eg_run_create(context, &r->options, run);
    if (status == EG_OK)
        status = eg_run_describe(*run, &text);
    if (status == EG_OK && !line->given[CLI_NO_MEASURE])
        status = eg_run_forecast(*run, &text);
    if (status == EG_OK && !eg_context_is_silent(context) && !line->given[CLI_QUIET] &&
        !line->given[CLI_JSON])
        cli_put(stdout, text);
    if (status == EG_OK) /* without a step: verdicts that are errors */
        status = eg_run_advance(*run, -INFINITY);
    return status;
}

/* A text of messages as a member of the document. */
static eg_status print_messages(eg_context *context, const char *name, const char *messages)
{
    char *json = NULL;
    eg_status status = eg_messages_json(context, messages, &json);
    if (status == EG_OK)
        cli_printf(stdout, ",\n  \"%s\": %s", name, json);
    eg_release_text(context, &json);
    return status;
}

/* The document of --json: docs/check.schema.json. The error is told before it is asked what the run has
 * found. */
static eg_status print_check(eg_context *context, eg_status found, const char *error, const char *warnings,
                             eg_run *run)
{
    const char *json = NULL;
    eg_status status = run ? eg_run_describe_json(run, &json) : EG_OK;
    if (status != EG_OK)
        return status;
    cli_printf(stdout, "{\n  \"version\": \"%s\",\n  \"exit_code\": %d", eg_version(),
               eg_status_exit_code(found));
    status = print_messages(context, "errors", error);
    if (status == EG_OK)
        status = print_messages(context, "warnings", warnings);
    cli_printf(stdout, ",\n  \"run\": %s}\n", json ? json : "null\n");
    return status;
}

static int check_request(eg_context *context, const cli_line *line, const request *r, cli_progress *progress)
{
    eg_run *run = NULL;
    char *warnings = NULL, *error = NULL;
    size_t length;
    if (line->given[CLI_JSON] && !(progress->warnings = open_memstream(&warnings, &length)))
        return cli_fail(NULL, EG_MEMORY);
    eg_status found = look(context, line, r, &run);
    int code = cli_line_fail(line, context, found);
    if (progress->warnings) {
        bool kept = fclose(progress->warnings) == 0;
        progress->warnings = NULL;
        error = strdup(found == EG_OK ? "" : eg_context_error(context));
        if (!kept || !error)
            code = cli_fail(NULL, EG_MEMORY);
        else if (!eg_context_is_silent(context) && print_check(context, found, error, warnings, run) != EG_OK)
            code = cli_fail(context, EG_MEMORY);
    }
    free(error);
    free(warnings);
    eg_run_destroy(&run);
    return code;
}

int cli_check(eg_context *context, const cli_line *line, cli_progress *progress)
{
    request r = {0};
    int code = fill_request(line, &r);
    if (code == 0)
        code = check_request(context, line, &r, progress);
    free(r.settings);
    return code;
}
