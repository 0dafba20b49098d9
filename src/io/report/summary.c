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

static void text_member(eg_text *text, const char *key, const char *value)
{
    eg_text_add(text, ",\n  \"%s\": ", key);
    eg_json_add_string(text, value);
}

static void integer_member(eg_text *text, const char *key, int64_t value)
{
    eg_text_add(text, ",\n  \"%s\": %lld", key, (long long)value);
}

static void real_member(eg_text *text, const char *key, double value)
{
    eg_text_add(text, ",\n  \"%s\": ", key);
    eg_json_add_number(text, value);
}

/* Lines as an array of texts. */
static void changes_member(eg_text *text, const char *lines)
{
    if (!lines || !lines[0])
        return;
    eg_text_add(text, ",\n  \"changes\": [");
    for (const char *end; (end = strchr(lines, '\n')); lines = end + 1) {
        EG_TEXT(line, text->context);
        eg_text_add_bytes(&line, lines, end - lines);
        eg_text_add(text, "\n    ");
        eg_json_add_string(text, eg_text_string(&line));
        eg_text_add(text, end[1] ? "," : "\n  ]");
        if (line.status != EG_OK)
            text->status = line.status;
    }
}

static void errors_member(eg_text *text, const eg_summary *summary)
{
    eg_text_add(text, ",\n  \"errors\": {");
    for (int i = 0; i < summary->error_count; i++) {
        const eg_summary_error *error = &summary->errors[i];
        eg_text_add(text, "%s\n    ", i ? "," : "");
        eg_json_add_string(text, error->field);
        eg_text_add(text, ": {\"l1\": ");
        eg_json_add_number(text, error->l1);
        eg_text_add(text, ", \"l2\": ");
        eg_json_add_number(text, error->l2);
        eg_text_add(text, ", \"linf\": ");
        eg_json_add_number(text, error->linf);
        if (error->has_h1) {
            eg_text_add(text, ", \"h1\": ");
            eg_json_add_number(text, error->h1);
        }
        eg_text_add(text, "}");
    }
    eg_text_add(text, "%s}", summary->error_count ? "\n  " : "");
}

static void balance_member(eg_text *text, const eg_summary *summary)
{
    eg_text_add(text, ",\n  \"balance\": {");
    for (int i = 0; i < summary->balance_count; i++) {
        eg_text_add(text, "%s\n    ", i ? "," : "");
        eg_json_add_string(text, summary->balance[i].name);
        eg_text_add(text, ": ");
        eg_json_add_number(text, summary->balance[i].value);
    }
    eg_text_add(text, "%s}", summary->balance_count ? "\n  " : "");
}

static void kernel_entry(eg_text *text, const eg_summary *summary, const eg_summary_kernel *kernel)
{
    eg_text_add(text, "\n      {\"name\": ");
    eg_json_add_string(text, kernel->name);
    eg_text_add(text, ", \"device\": ");
    eg_json_add_string(text, kernel->device);
    eg_text_add(text, ", \"launches\": %lld, \"seconds\": ", (long long)kernel->launches);
    eg_json_add_number(text, kernel->seconds);
    eg_text_add(text, ", \"share\": ");
    eg_json_add_number(text, kernel->seconds / summary->profile_seconds);
    eg_text_add(text, ", \"bandwidth\": ");
    eg_json_add_number(text, kernel->bandwidth);
    eg_text_add(text, ", \"bandwidth_fraction\": ");
    eg_json_add_number(text, kernel->bandwidth_fraction);
    eg_text_add(text, ", \"limiter\": ");
    eg_json_add_string(text, kernel->limiter);
    eg_text_add(text, "}");
}

static void profile_member(eg_text *text, const eg_summary *summary)
{
    if (summary->kernel_count == 0)
        return;
    eg_text_add(text, ",\n  \"profile\": {\n    \"seconds\": ");
    eg_json_add_number(text, summary->profile_seconds);
    eg_text_add(text, ",\n    \"kernels\": [");
    for (int k = 0; k < summary->kernel_count; k++) {
        eg_text_add(text, "%s", k ? "," : "");
        kernel_entry(text, summary, &summary->kernels[k]);
    }
    eg_text_add(text, "\n    ]\n  }");
}

static void spread_member(eg_text *text, const char *name, const eg_summary_spread *spread)
{
    eg_text_add(text, ", \"%s\": {\"least\": ", name);
    eg_json_add_number(text, spread->least);
    eg_text_add(text, ", \"mean\": ");
    eg_json_add_number(text, spread->mean);
    eg_text_add(text, ", \"most\": ");
    eg_json_add_number(text, spread->most);
    eg_text_add(text, "}");
}

static void of_ranks_member(eg_text *text, const eg_summary *summary)
{
    if (summary->of_ranks_count == 0)
        return;
    eg_text_add(text, ",\n  \"of_ranks\": [");
    for (int i = 0; i < summary->of_ranks_count; i++) {
        const eg_summary_of_ranks *row = &summary->of_ranks[i];
        eg_text_add(text, "%s\n    {\"name\": ", i ? "," : "");
        eg_json_add_string(text, row->name);
        spread_member(text, "calls", &row->calls);
        spread_member(text, "seconds", &row->seconds);
        spread_member(text, "bytes", &row->bytes);
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

static void seconds_member(eg_text *text, const eg_summary_seconds *seconds, bool linear)
{
    enum { OF_ALL = 2 };
    const struct {
        const char *name;
        double value;
    } parts[] = {{"setup", seconds->setup},
                 {"advance", seconds->advance},
                 {"mesh", seconds->mesh},
                 {"operator", seconds->operator_parts},
                 {"preconditioner", seconds->preconditioner},
                 {"coarse", seconds->coarse},
                 {"solve", seconds->solve},
                 {"output", seconds->output}};
    eg_text_add(text, ",\n  \"seconds\": {");
    for (size_t i = 0; i < (linear ? sizeof parts / sizeof *parts : OF_ALL); i++) {
        eg_text_add(text, "%s\"%s\": ", i ? ", " : "", parts[i].name);
        eg_json_add_number(text, parts[i].value);
    }
    eg_text_add(text, "}");
}

static void shots_member(eg_text *text, const eg_summary *summary)
{
    if (summary->shots == 0)
        return;
    eg_text_add(text, ",\n  \"shots\": {\"count\": %lld, \"seconds\": ", (long long)summary->shots);
    eg_json_add_number(text, summary->shot_seconds);
    eg_text_add(text, "}");
}

static void adaptation_member(eg_text *text, const eg_summary *summary)
{
    if (!summary->adapts)
        return;
    eg_text_add(text,
                ",\n  \"adaptation\": {\"changes\": %lld, \"cells_least\": %lld, \"cells_most\": "
                "%lld, \"seconds\": ",
                (long long)summary->adaptations, (long long)summary->cells_least,
                (long long)summary->cells_most);
    eg_json_add_number(text, summary->adapt_seconds);
    eg_text_add(text, "}");
}

void eg_summary_text(const eg_summary *summary, eg_text *text)
{
    char hash[17];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)summary->state_hash);
    eg_text_add(text, "{\n  \"exit\": \"%s\"", eg_run_exit_name(summary->run_exit));
    if (summary->message)
        text_member(text, "message", summary->message);
    if (summary->warning[0])
        text_member(text, "warning", summary->warning);
    eg_text_add(text, ",\n  \"verdicts\": ");
    eg_verdicts_text(&summary->verdicts, "  ", text);
    integer_member(text, "steps", summary->steps);
    real_member(text, "time", summary->time);
    integer_member(text, "ranks", summary->ranks);
    integer_member(text, "cells", summary->cells);
    integer_member(text, "unknowns", summary->unknowns);
    text_member(text, "state_hash", hash);
    eg_text_add(text, ",\n  \"throughput\": {\"value\": ");
    eg_json_add_number(text, summary->throughput);
    eg_text_add(text, ", \"unit\": ");
    eg_json_add_string(text, summary->throughput_unit);
    eg_text_add(text, "}");
    real_member(text, "bandwidth_fraction", summary->bandwidth_fraction);
    text_member(text, "limiter", summary->limiter);
    errors_member(text, summary);
    balance_member(text, summary);
    integer_member(text, "iterations", summary->iterations);
    if (summary->has_residual)
        real_member(text, "residual", summary->residual);
    if (summary->preconditioner[0])
        text_member(text, "preconditioner", summary->preconditioner);
    if (summary->unreproducible)
        eg_text_add(text, ",\n  \"reproducible\": false");
    profile_member(text, summary);
    of_ranks_member(text, summary);
    shots_member(text, summary);
    adaptation_member(text, summary);
    eg_text_add(text,
                ",\n  \"output\": {\"snapshots\": %lld, \"waited_seconds\": ", (long long)summary->snapshots);
    eg_json_add_number(text, summary->output_waited_seconds);
    eg_text_add(text, "}");
    real_member(text, "wall_seconds", summary->wall_seconds);
    seconds_member(text, &summary->seconds, summary->has_residual);
    text_member(text, "device", summary->device);
    text_member(text, "precision", summary->precision);
    text_member(text, "compiler", summary->compiler);
    text_member(text, "version", summary->version);
    if (summary->version_before[0])
        text_member(text, "version_before", summary->version_before);
    text_member(text, "case_hash", summary->case_hash);
    if (summary->projection)
        text_member(text, "projection", summary->projection);
    changes_member(text, summary->changes);
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
