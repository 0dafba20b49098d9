/* The report of a run, made from the files in its folder. */
#include "eagre/tools.h"
#include "io/report/summary.h"
#include "io/table/table.h"
#include "tools/internal.h"

#include <math.h>
#include <string.h>

enum { TABLE_BYTES = 1 << 26 };

static void add_exit(const eg_summary *s, eg_text *text)
{
    const char *word = eg_run_exit_name(s->run_exit), *message = s->message ? s->message : "";
    char date[EG_DATE_ROOM];
    bool says_it = strncmp(message, word, strlen(word)) == 0;
    eg_text_add(text, "  exit        %s%s%s\n", says_it ? "" : word, message[0] && !says_it ? ": " : "",
                message);
    if (s->warning[0])
        eg_text_add(text, "  warning     %s\n", s->warning);
    for (int64_t i = 0; i < s->verdicts.count; i++)
        eg_text_add(text, "  verdict     %s: %s\n", s->verdicts.list[i].name, s->verdicts.list[i].sentence);
    if (s->steps == 0 && s->has_residual)
        eg_text_add(text, "  time        %.3g s\n", s->wall_seconds);
    else
        eg_text_add(text, "  steps       %lld, to time %s s, in %.3g s\n", (long long)s->steps,
                    eg_real_show(s->time).text, s->wall_seconds);
    if (s->start.given) {
        eg_date_text(&s->start, s->time, date);
        eg_text_add(text, "  date        %s\n", date);
    }
    if (s->has_residual)
        eg_text_add(text, "  solver      %lld iterations, residual %.3g%s%s\n", (long long)s->iterations,
                    s->residual, s->preconditioner[0] ? ", preconditioner " : "", s->preconditioner);
    if (s->unreproducible)
        eg_text_add(text, "  bits        not promised: a library that is not eagre's took part\n");
}

static void add_seconds(const eg_summary *s, eg_text *text)
{
    const eg_summary_seconds *t = &s->seconds;
    if (s->has_residual)
        eg_text_add(text,
                    "  seconds     mesh %.3g, operator %.3g, preconditioner %.3g, coarse multigrid "
                    "%.3g, solve %.3g, output %.3g\n",
                    t->mesh, t->operator_parts, t->preconditioner, t->coarse, t->solve, t->output);
}

static void add_throughput_lines(const eg_summary *s, eg_text *text)
{
    if (!(s->throughput > 0)) /* it took no step */
        return;
    eg_shown rate = eg_tools_prefixed(s->throughput, "");
    bool prefix = rate.text[strlen(rate.text) - 1] != ' ';
    eg_text_add(text, "  throughput  %s%s%s", rate.text, prefix ? " " : "", s->throughput_unit);
    if (s->bandwidth_fraction > 0)
        eg_text_add(text, ", %.3g %% of the copy bandwidth", 100 * s->bandwidth_fraction);
    if (strcmp(s->limiter, EG_SUMMARY_NOT_MEASURED) == 0)
        eg_text_add(text, ", what limits it was not measured");
    else if (s->limiter[0])
        eg_text_add(text, ", limited by %s", s->limiter);
    eg_text_add(text, "\n");
    if (s->output_waited_seconds >= 0.01)
        eg_text_add(text, "  output      waited %.3g s for the disk\n", s->output_waited_seconds);
}

static const eg_summary_value *balance_of(const eg_summary *s, const char *name)
{
    for (int i = 0; i < s->balance_count; i++)
        if (strcmp(s->balance[i].name, name) == 0)
            return &s->balance[i];
    return NULL;
}

static void add_error_lines(const eg_summary *s, eg_text *text)
{
    if (s->error_count == 0)
        return;
    bool gradient = s->errors[0].has_h1;
    eg_text_add(text, "  %-12s %12s %12s %12s%s\n", "error", "L1", "L2", "Linf",
                gradient ? "           H1" : "");
    for (int i = 0; i < s->error_count; i++) {
        eg_text_add(text, "  %-12s %12.4e %12.4e %12.4e", s->errors[i].field, s->errors[i].l1,
                    s->errors[i].l2, s->errors[i].linf);
        if (gradient)
            eg_text_add(text, " %12.4e", s->errors[i].h1);
        eg_text_add(text, "\n");
    }
}

/* "volume  38836.16 m3"; what came in is told as that, not as what went out with a minus. */
static void add_balance_line(const eg_summary_value *value, eg_text *text)
{
    char unit[32];
    int64_t length = eg_column_unit(value->name, unit);
    bool is_out = strncmp(value->name, "out_", 4) == 0, came = is_out && value->value < 0;
    EG_TEXT(words, text->context);
    eg_text_add(&words, "%s", came ? "in" : is_out ? "out" : "");
    for (const char *p = value->name + (is_out ? 3 : 0); p < value->name + length; p++)
        eg_text_add(&words, "%c", *p == '_' ? ' ' : *p);
    if (isfinite(value->value))
        eg_text_add(text, "  %-28s %.7g%s%s\n", eg_text_string(&words), came ? -value->value : value->value,
                    unit[0] ? " " : "", unit);
    else
        eg_text_add(text, "  %-28s does not apply\n", eg_text_string(&words));
}

static void add_balance_lines(const eg_summary *s, eg_text *text)
{
    if (s->balance_count == 0)
        return;
    eg_text_add(text, "balance\n");
    for (int i = 0; i < s->balance_count; i++)
        add_balance_line(&s->balance[i], text);
}

/* ---- tables of the run's folder */

/* Copies a table of commas into aligned columns. */
static void add_aligned(eg_text *text, const char *table)
{
    for (const char *p = table; *p;) {
        size_t line = strcspn(p, "\n");
        if (*p != '#') {
            for (size_t at = 0; at < line;) {
                size_t field = strcspn(p + at, ",\n");
                eg_text_add(text, "  %22.*s", (int)field, p + at);
                at += field + 1;
            }
            eg_text_add(text, "\n");
        }
        p += line + (p[line] == '\n');
    }
}

static eg_status add_error_table(eg_context *context, const char *folder, eg_text *text)
{
    EG_SCRATCH char *table = NULL, *path = NULL;
    int64_t length = 0;
    EG_TRY(eg_path_join(context, folder, "errors.csv", &path));
    if (eg_is_file(path)) {
        EG_TRY(eg_file_read(context, EG_INPUT, path, TABLE_BYTES, &table, &length));
        eg_text_add(text, "errors\n");
        add_aligned(text, table);
    }
    return EG_OK;
}

static eg_status add_file_lines(eg_context *context, const char *folder, eg_text *text)
{
    static const char *const names[][2] = {
        {"fields", "snapshots: open the .series file in ParaView"},
        {"maxima.vtkhdf", "largest values of all steps"},
        {"gauges.csv", "the state at the gauges"},
        {"probes.csv", "the solution at the probes"},
        {"lines", "the solution along lines"},
        {"solves.csv", "iterations of each step"},
        {"residuals.csv", "the residual in each iteration of the last solve; residuals.png shows it"},
        {"balance.csv", "what the domain holds, and what went through its boundaries"},
        {"errors.csv", "errors at each snapshot"},
        {"seismograms/receivers.csv", "samples of the receivers"},
        {"seismograms/receivers.sgy", "the same as SEG-Y"},
        {"seismograms/receivers.mseed", "the same as miniSEED"},
        {"seismograms/receivers.h5", "the same as ASDF"},
        {"picture.png", "the last state"},
        {"profile.csv", "the last launches of kernels; profile.png shows some of them"},
        {"case.yaml", "the case as it was understood"},
        {"checkpoints", "what eagre resume goes on from"},
        {"files.json", "all of them with checksums, for eagre verify"},
        {"log.txt", "what was said"}};
    eg_text_add(text, "files\n");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        EG_SCRATCH char *path = NULL;
        EG_TRY(eg_path_join(context, folder, names[i][0], &path));
        if (eg_is_file(path) || eg_is_folder(path))
            eg_text_add(text, "  %-11s %s\n", names[i][0], names[i][1]);
    }
    return EG_OK;
}

/* ---- styles */

static eg_status add_brief(eg_context *context, const char *folder, const eg_summary *s, eg_text *text)
{
    const eg_summary_value *mass = balance_of(s, "mass_error");
    add_exit(s, text);
    add_throughput_lines(s, text);
    if (mass && isfinite(mass->value))
        eg_text_add(text, "  mass error  %.3g of the largest amount\n", mass->value);
    add_error_lines(s, text);
    EG_SCRATCH char *picture = NULL;
    EG_TRY(eg_path_join(context, folder, "picture.png", &picture));
    if (eg_is_file(picture))
        eg_text_add(text, "  picture     %s\n", picture);
    eg_text_add(text, "  written to  %s\n", folder);
    return EG_OK;
}

static void add_profile(const eg_summary *s, eg_text *text)
{
    if (s->kernel_count == 0)
        return;
    eg_text_add(text, "profile: %.4g s in kernels and copies\n", s->profile_seconds);
    for (int k = -1; k < s->kernel_count; k++) {
        char line[EG_SUMMARY_KERNEL_LINE];
        eg_summary_kernel_line(s, k, line);
        eg_text_add(text, "  %s\n", line);
    }
    eg_text_add(text, "  judging took %.3g s\n", s->seconds.verdicts);
}

static eg_status add_full(eg_context *context, const char *folder, const eg_summary *s, eg_text *text)
{
    eg_text_add(text, "%s: run of eagre %s\n", folder, s->version);
    add_exit(s, text);
    eg_text_add(text, "  cells       %s\n", eg_tools_count(s->cells).text);
    eg_text_add(text, "  device      %s, %s\n  compiler    %s\n", s->device, s->precision, s->compiler);
    add_seconds(s, text);
    add_throughput_lines(s, text);
    eg_text_add(text, "  snapshots   %lld\n", (long long)s->snapshots);
    eg_text_add(text, "  state_hash  %016llx\n  case_hash   %s\n", (unsigned long long)s->state_hash,
                s->case_hash);
    add_error_lines(s, text);
    add_balance_lines(s, text);
    add_profile(s, text);
    EG_TRY(add_error_table(context, folder, text));
    return add_file_lines(context, folder, text);
}

static eg_status add_styled(eg_context *context, const char *folder, const char *path,
                            const eg_summary *summary, eg_report_style style, eg_text *text)
{
    if (style == EG_REPORT_BRIEF)
        return add_brief(context, folder, summary, text);
    if (style == EG_REPORT_FULL)
        return add_full(context, folder, summary, text);
    /* The summary as it stands there. */
    enum { MOST = 1 << 24 };
    EG_SCRATCH char *all = NULL;
    int64_t length;
    EG_TRY(eg_file_read(context, EG_INPUT, path, MOST, &all, &length));
    eg_text_add_bytes(text, all, length);
    return text->status;
}

eg_status eg_report_text(eg_context *context, const char *folder, eg_report_style style, char **text)
{
    *text = NULL;
    EG_SCRATCH char *path = NULL;
    EG_ENDS_WITH(eg_summary_close) eg_summary *summary = NULL;
    EG_TEXT(made, context);
    EG_TRY(eg_path_join(context, folder, "summary.json", &path));
    EG_TRY(eg_tools_refuse_ensemble(context, folder));
    if (!eg_is_file(path))
        return eg_fail(context, EG_INPUT,
                       "%s: holds no summary.json; name the folder of a run that has ended", folder);
    EG_TRY(eg_summary_open(context, path, &summary));
    EG_TRY(add_styled(context, folder, path, summary, style, &made));
    return eg_tools_give(&made, EG_OK, text);
}
