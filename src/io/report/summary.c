/* summary.json, written. */
#include "io/report/summary.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/report/json_text.h"

const char *eg_run_exit_name(eg_run_exit run_exit)
{
    static const char *const names[EG_EXIT_COUNT] = {"done", "diverged", "limit", "stopped"};
    return run_exit < EG_EXIT_COUNT ? names[run_exit] : "unknown";
}

eg_status eg_summary_add_error(eg_context *context, eg_summary *summary, const char *field, double l1,
                               double l2, double linf)
{
    EG_TRY(eg_reserve(context, summary->error_count + 1, &summary->error_room, sizeof *summary->errors,
                      &summary->errors));
    eg_summary_error *error = &summary->errors[summary->error_count];
    *error = (eg_summary_error){.l1 = l1, .l2 = l2, .linf = linf};
    EG_TRY(eg_strdup(context, field, &error->field));
    summary->error_count++;
    return EG_OK;
}

eg_status eg_summary_add_balance(eg_context *context, eg_summary *summary, const char *name, double value)
{
    EG_TRY(eg_reserve(context, summary->balance_count + 1, &summary->balance_room, sizeof *summary->balance,
                      &summary->balance));
    eg_summary_value *entry = &summary->balance[summary->balance_count];
    entry->value = value;
    EG_TRY(eg_strdup(context, name, &entry->name));
    summary->balance_count++;
    return EG_OK;
}

void eg_summary_free(eg_summary *summary)
{
    for (int i = 0; i < summary->error_count; i++)
        EG_FREE(&summary->errors[i].field);
    for (int i = 0; i < summary->balance_count; i++)
        EG_FREE(&summary->balance[i].name);
    EG_FREE(&summary->message, &summary->projection, &summary->errors, &summary->kernels, &summary->balance);
    eg_verdicts_free(&summary->verdicts);
    memset(summary, 0, sizeof *summary);
}

/* ---- JSON */

/* Lines as an array of texts. */
static void add_changes(eg_text *text, const char *lines)
{
    if (!lines || !lines[0])
        return;
    eg_text_add(text, ",\n  \"changes\": [");
    for (const char *end; (end = strchr(lines, '\n')); lines = end + 1) {
        EG_TEXT(line, text->context);
        eg_text_add_bytes(&line, lines, end - lines);
        eg_json_add(text, "\n    %s", eg_text_string(&line));
        eg_text_add(text, end[1] ? "," : "\n  ]");
        if (line.status != EG_OK)
            text->status = line.status;
    }
}

static void add_errors(eg_text *text, const eg_summary *summary)
{
    eg_text_add(text, ",\n  \"errors\": {");
    for (int i = 0; i < summary->error_count; i++) {
        const eg_summary_error *error = &summary->errors[i];
        eg_text_add(text, "%s\n    ", i ? "," : "");
        eg_json_add(text, "%s: {'l1': %g, 'l2': %g, 'linf': %g", error->field, error->l1, error->l2,
                    error->linf);
        if (error->has_h1)
            eg_json_add(text, ", 'h1': %g", error->h1);
        eg_text_add(text, "}");
    }
    eg_text_add(text, "%s}", summary->error_count ? "\n  " : "");
}

static void add_json_balance(eg_text *text, const eg_summary *summary)
{
    eg_text_add(text, ",\n  \"balance\": {");
    for (int i = 0; i < summary->balance_count; i++) {
        eg_text_add(text, "%s\n    ", i ? "," : "");
        eg_json_add(text, "%s: %g", summary->balance[i].name, summary->balance[i].value);
    }
    eg_text_add(text, "%s}", summary->balance_count ? "\n  " : "");
}

static void add_json_profile(eg_text *text, const eg_summary *summary)
{
    if (summary->kernel_count == 0)
        return;
    eg_json_add(text, ",\n  'profile': {\n    'seconds': %g,\n    'kernels': [", summary->profile_seconds);
    for (int k = 0; k < summary->kernel_count; k++) {
        const eg_summary_kernel *kernel = &summary->kernels[k];
        eg_text_add(text, "%s\n      ", k ? "," : "");
        eg_json_add(
            text,
            "{'name': %s, 'device': %s, 'launches': %lld, 'seconds': %g, 'share': %g, 'bandwidth': %g, "
            "'bandwidth_fraction': %g, 'limiter': %s}",
            kernel->name, kernel->device, (long long)kernel->launches, kernel->seconds,
            kernel->seconds / summary->profile_seconds, kernel->bandwidth, kernel->bandwidth_fraction,
            kernel->limiter);
    }
    eg_text_add(text, "\n    ]\n  }");
}

static void add_spread(eg_text *text, const char *name, const eg_summary_spread *spread)
{
    eg_json_add(text, ", %s: {'least': %g, 'mean': %g, 'most': %g}", name, spread->least, spread->mean,
                spread->most);
}

static void add_work_of_ranks(eg_text *text, const eg_summary *summary)
{
    if (summary->of_ranks_count == 0)
        return;
    eg_text_add(text, ",\n  \"of_ranks\": [");
    for (int i = 0; i < summary->of_ranks_count; i++) {
        const eg_summary_of_ranks *row = &summary->of_ranks[i];
        eg_text_add(text, "%s\n    ", i ? "," : "");
        eg_json_add(text, "{'name': %s", row->name);
        add_spread(text, "calls", &row->calls);
        add_spread(text, "seconds", &row->seconds);
        add_spread(text, "bytes", &row->bytes);
        eg_text_add(text, "}");
    }
    eg_text_add(text, "\n  ]");
}

/* A number with its unit, or nothing, in a column. */
static void fill_column(char column[24], const char *format, double value)
{
    column[0] = 0;
    if (isfinite(value))
        snprintf(column, 24, format, value);
}

void eg_summary_kernel_line(const eg_summary *summary, int k, char line[EG_SUMMARY_KERNEL_LINE])
{
    const char *head = "%-30s %-14s %8s %12s %9s %7s %9s %8s  %s";
    char launches[24], seconds[24], mean[24], share[24], rate[24], part[24];
    if (k < 0) {
        snprintf(line, EG_SUMMARY_KERNEL_LINE, head, "kernel", "device", "launches", "s", "us each", "share",
                 "GB/s", "of copy", "limited by");
        return;
    }
    const eg_summary_kernel *kernel = &summary->kernels[k];
    snprintf(launches, sizeof launches, "%lld", (long long)kernel->launches);
    fill_column(seconds, "%.6f", kernel->seconds);
    fill_column(mean, "%.2f", 1e6 * kernel->seconds / (double)kernel->launches);
    fill_column(share, "%.1f %%", 100 * kernel->seconds / summary->profile_seconds);
    fill_column(rate, "%.4g", kernel->bandwidth / 1e9);
    fill_column(part, "%.1f %%", 100 * kernel->bandwidth_fraction);
    snprintf(line, EG_SUMMARY_KERNEL_LINE, head, kernel->name, kernel->device, launches, seconds, mean, share,
             rate, part, kernel->limiter);
    for (size_t end = strlen(line); end > 0 && line[end - 1] == ' ';)
        line[--end] = 0;
}

static void add_json_seconds(eg_text *text, const eg_summary_seconds *seconds, bool linear)
{
    eg_json_add(text, ",\n  'seconds': {'setup': %g, 'advance': %g, 'judging': %g", seconds->setup,
                seconds->advance, seconds->verdicts);
    if (linear)
        eg_json_add(
            text,
            ", 'mesh': %g, 'operator': %g, 'preconditioner': %g, 'coarse': %g, 'solve': %g, 'output': %g",
            seconds->mesh, seconds->operator_parts, seconds->preconditioner, seconds->coarse, seconds->solve,
            seconds->output);
    eg_text_add(text, "}");
}

/* What some runs do beside their steps. */
static void add_extras(eg_text *text, const eg_summary *summary)
{
    add_json_profile(text, summary);
    add_work_of_ranks(text, summary);
    if (summary->shots > 0)
        eg_json_add(text, ",\n  'shots': {'count': %lld, 'seconds': %g}", (long long)summary->shots,
                    summary->shot_seconds);
    if (summary->adapts)
        eg_json_add(
            text,
            ",\n  'adaptation': {'changes': %lld, 'cells_least': %lld, 'cells_most': %lld, 'seconds': %g}",
            (long long)summary->adaptations, (long long)summary->cells_least, (long long)summary->cells_most,
            summary->adapt_seconds);
}

static void add_json_dates(eg_text *text, const eg_summary *summary)
{
    char start[EG_DATE_ROOM], end[EG_DATE_ROOM];
    eg_date_text(&summary->start, 0, start);
    eg_date_text(&summary->start, summary->time, end);
    if (start[0])
        eg_json_add(text, ",\n  'start': %s,\n  'date': %s", start, end);
}

void eg_summary_text(const eg_summary *summary, eg_text *text)
{
    char hash[17];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)summary->state_hash);
    eg_json_add(text, "{\n  'exit': %s", eg_run_exit_name(summary->run_exit));
    if (summary->message)
        eg_json_add(text, ",\n  'message': %s", summary->message);
    if (summary->warning[0])
        eg_json_add(text, ",\n  'warning': %s", summary->warning);
    eg_text_add(text, ",\n  \"verdicts\": ");
    eg_verdicts_text(&summary->verdicts, "  ", text);
    eg_json_add(
        text,
        ",\n  'steps': %lld,\n  'time': %g,\n  'ranks': %lld,\n  'cells': %lld,\n  'unknowns': %lld,\n  "
        "'state_hash': %s,\n  'throughput': {'value': %g, 'unit': %s},\n  'bandwidth_fraction': %g,\n  "
        "'limiter': %s",
        (long long)summary->steps, summary->time, (long long)summary->ranks, (long long)summary->cells,
        (long long)summary->unknowns, hash, summary->throughput, summary->throughput_unit,
        summary->bandwidth_fraction, summary->limiter);
    add_json_dates(text, summary);
    add_errors(text, summary);
    add_json_balance(text, summary);
    eg_json_add(text, ",\n  'iterations': %lld", (long long)summary->iterations);
    if (summary->has_residual)
        eg_json_add(text, ",\n  'residual': %g", summary->residual);
    if (summary->preconditioner[0])
        eg_json_add(text, ",\n  'preconditioner': %s", summary->preconditioner);
    if (summary->unreproducible)
        eg_text_add(text, ",\n  \"reproducible\": false");
    add_extras(text, summary);
    eg_json_add(text, ",\n  'output': {'snapshots': %lld, 'waited_seconds': %g},\n  'wall_seconds': %g",
                (long long)summary->snapshots, summary->output_waited_seconds, summary->wall_seconds);
    add_json_seconds(text, &summary->seconds, summary->has_residual);
    eg_json_add(text, ",\n  'device': %s,\n  'precision': %s,\n  'compiler': %s,\n  'version': %s",
                summary->device, summary->precision, summary->compiler, summary->version);
    if (summary->version_before[0])
        eg_json_add(text, ",\n  'version_before': %s", summary->version_before);
    eg_json_add(text, ",\n  'case_hash': %s", summary->case_hash);
    if (summary->projection)
        eg_json_add(text, ",\n  'projection': %s", summary->projection);
    add_changes(text, summary->changes);
    eg_text_add(text, "\n}\n");
}

eg_status eg_summary_write(eg_context *context, const eg_summary *summary, const char *path)
{
    assert(context && summary && path);
    EG_TEXT(text, context);
    eg_summary_text(summary, &text);
    EG_TRY(text.status);
    return eg_file_write(context, path, text.data, text.length);
}
