/* summary.json, read back and checked. */
#include "io/report/summary.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUMMARY_BYTES = 1 << 24 };

/* What is being read; the first failure sticks. */
typedef struct reading {
    eg_context *context;
    const char *path;
    eg_status status;
} reading;

static void refuse_member(reading *r, const char *key, const char *expected)
{
    if (r->status == EG_OK)
        r->status = eg_fail(r->context, EG_INPUT, "%s: '%s' is not %s; the file is no summary", r->path, key,
                            expected);
}

/* Copies a text; a missing key leaves "". */
static void read_member_text(reading *r, const json_t *object, const char *key, char *text, size_t room)
{
    const json_t *value = json_object_get(object, key);
    text[0] = 0;
    if (json_is_string(value))
        snprintf(text, room, "%s", json_string_value(value));
    else if (value)
        refuse_member(r, key, "a text");
}

static double member_real(reading *r, const json_t *value, const char *key)
{
    if (!value)
        return 0;
    if (json_is_number(value))
        return json_number_value(value);
    if (!json_is_null(value))
        refuse_member(r, key, "a number or null");
    return NAN;
}

static double read_real(reading *r, const json_t *object, const char *key)
{
    return member_real(r, json_object_get(object, key), key);
}

static int64_t read_member_integer(reading *r, const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (value && !json_is_integer(value))
        refuse_member(r, key, "an integer");
    return json_is_integer(value) ? json_integer_value(value) : 0;
}

static const json_t *read_object(reading *r, const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (value && !json_is_object(value))
        refuse_member(r, key, "an object");
    return json_is_object(value) ? value : NULL;
}

static void read_exit(reading *r, const json_t *root, eg_summary *summary)
{
    char name[EG_SUMMARY_NAME];
    read_member_text(r, root, "exit", name, sizeof name);
    int found = 0;
    while (found < EG_EXIT_COUNT && strcmp(name, eg_run_exit_name((eg_run_exit)found)) != 0)
        found++;
    if (found == EG_EXIT_COUNT)
        refuse_member(r, "exit", "done, diverged, limit or stopped");
    else
        summary->run_exit = (eg_run_exit)found;
}

static void read_hash(reading *r, const json_t *root, eg_summary *summary)
{
    char hash[EG_SUMMARY_NAME];
    read_member_text(r, root, "state_hash", hash, sizeof hash);
    char *end = hash;
    summary->state_hash = strtoull(hash, &end, 16);
    if (*end || strlen(hash) != 16)
        refuse_member(r, "state_hash", "16 hexadecimal digits");
}

static void read_errors(reading *r, const json_t *root, eg_summary *summary)
{
    /* jansson keeps the order of the file, and asks for an object that may be changed. */
    json_t *errors = (json_t *)read_object(r, root, "errors");
    const char *field;
    json_t *entry;
    json_object_foreach(errors, field, entry)
    {
        if (!json_is_object(entry))
            refuse_member(r, field, "an object with l1, l2 and linf");
        if (r->status == EG_OK)
            r->status = eg_summary_add_error(r->context, summary, field, read_real(r, entry, "l1"),
                                             read_real(r, entry, "l2"), read_real(r, entry, "linf"));
        if (r->status == EG_OK && json_object_get(entry, "h1")) {
            eg_summary_error *last = &summary->errors[summary->error_count - 1];
            last->has_h1 = true;
            last->h1 = read_real(r, entry, "h1");
        }
    }
}

static void read_balance(reading *r, const json_t *root, eg_summary *summary)
{
    json_t *balance = (json_t *)read_object(r, root, "balance");
    const char *name;
    json_t *entry;
    json_object_foreach(balance, name, entry)
    {
        double value = member_real(r, entry, name);
        if (r->status == EG_OK)
            r->status = eg_summary_add_balance(r->context, summary, name, value);
    }
}

static void read_kernel(reading *r, const json_t *entry, eg_summary_kernel *kernel)
{
    read_member_text(r, entry, "name", kernel->name, sizeof kernel->name);
    read_member_text(r, entry, "device", kernel->device, sizeof kernel->device);
    kernel->launches = read_member_integer(r, entry, "launches");
    kernel->seconds = read_real(r, entry, "seconds");
    kernel->bandwidth = read_real(r, entry, "bandwidth");
    kernel->bandwidth_fraction = read_real(r, entry, "bandwidth_fraction");
    read_member_text(r, entry, "limiter", kernel->limiter, sizeof kernel->limiter);
}

static void read_profile(reading *r, const json_t *root, eg_summary *summary)
{
    const json_t *profile = read_object(r, root, "profile");
    const json_t *kernels = json_object_get(profile, "kernels");
    if (!profile)
        return;
    summary->profile_seconds = read_real(r, profile, "seconds");
    if (!json_is_array(kernels))
        refuse_member(r, "kernels", "an array of kernels");
    int64_t count = (int64_t)json_array_size(kernels);
    if (r->status == EG_OK)
        r->status = eg_alloc(r->context, count, sizeof *summary->kernels, &summary->kernels);
    if (r->status != EG_OK)
        return;
    summary->kernel_count = (int)count;
    for (int k = 0; k < summary->kernel_count; k++) {
        const json_t *entry = json_array_get(kernels, (size_t)k);
        if (!json_is_object(entry))
            refuse_member(r, "kernels", "an array of objects");
        read_kernel(r, entry, &summary->kernels[k]);
    }
}

static void read_seconds(reading *r, const json_t *root, eg_summary_seconds *seconds)
{
    const json_t *parts = read_object(r, root, "seconds");
    *seconds = (eg_summary_seconds){.setup = read_real(r, parts, "setup"),
                                    .advance = read_real(r, parts, "advance"),
                                    .verdicts = read_real(r, parts, "judging"),
                                    .mesh = read_real(r, parts, "mesh"),
                                    .operator_parts = read_real(r, parts, "operator"),
                                    .preconditioner = read_real(r, parts, "preconditioner"),
                                    .coarse = read_real(r, parts, "coarse"),
                                    .solve = read_real(r, parts, "solve"),
                                    .output = read_real(r, parts, "output")};
}

/* A text of any length, which may be absent. */
static void read_long_text(reading *r, const json_t *root, const char *key, char **to)
{
    const json_t *text = json_object_get(root, key);
    if (text && !json_is_string(text))
        refuse_member(r, key, "a text");
    else if (r->status == EG_OK)
        r->status = eg_strdup(r->context, json_string_value(text), to);
}

/* Summaries of older versions have none. */
static void read_verdicts(reading *r, const json_t *array, eg_verdicts *verdicts)
{
    eg_status status = EG_OK;
    if (array && !eg_verdicts_read(r->context, array, verdicts, &status))
        refuse_member(r, "verdicts", "an array of verdicts");
    if (r->status == EG_OK)
        r->status = status;
}

static void read_start(reading *r, const json_t *root, eg_date *start)
{
    char text[EG_DATE_ROOM];
    const char *why;
    read_member_text(r, root, "start", text, sizeof text);
    if (text[0] && !eg_date_read(text, text + strlen(text), start, &why))
        refuse_member(r, "start", "a date");
}

static void read_members(reading *r, const json_t *root, eg_summary *s)
{
    read_exit(r, root, s);
    read_long_text(r, root, "message", &s->message);
    read_long_text(r, root, "projection", &s->projection);
    read_member_text(r, root, "warning", s->warning, sizeof s->warning);
    read_verdicts(r, json_object_get(root, "verdicts"), &s->verdicts);
    s->steps = read_member_integer(r, root, "steps");
    s->time = read_real(r, root, "time");
    read_start(r, root, &s->start);
    s->ranks = (int)read_member_integer(r, root, "ranks");
    s->cells = read_member_integer(r, root, "cells");
    s->unknowns = read_member_integer(r, root, "unknowns");
    read_hash(r, root, s);
    const json_t *throughput = read_object(r, root, "throughput");
    s->throughput = read_real(r, throughput, "value");
    read_member_text(r, throughput, "unit", s->throughput_unit, sizeof s->throughput_unit);
    s->bandwidth_fraction = read_real(r, root, "bandwidth_fraction");
    read_member_text(r, root, "limiter", s->limiter, sizeof s->limiter);
    read_errors(r, root, s);
    read_balance(r, root, s);
    s->iterations = read_member_integer(r, root, "iterations");
    s->has_residual = json_object_get(root, "residual") != NULL;
    s->residual = read_real(r, root, "residual");
    read_member_text(r, root, "preconditioner", s->preconditioner, sizeof s->preconditioner);
    s->unreproducible = json_is_false(json_object_get(root, "reproducible"));
    read_profile(r, root, s);
    const json_t *adaptation = read_object(r, root, "adaptation");
    s->adapts = json_object_get(root, "adaptation") != NULL;
    s->adaptations = read_member_integer(r, adaptation, "changes");
    s->cells_least = read_member_integer(r, adaptation, "cells_least");
    s->cells_most = read_member_integer(r, adaptation, "cells_most");
    s->adapt_seconds = read_real(r, adaptation, "seconds");
    const json_t *output = read_object(r, root, "output");
    s->snapshots = read_member_integer(r, output, "snapshots");
    s->output_waited_seconds = read_real(r, output, "waited_seconds");
    s->wall_seconds = read_real(r, root, "wall_seconds");
    read_seconds(r, root, &s->seconds);
    read_member_text(r, root, "device", s->device, sizeof s->device);
    read_member_text(r, root, "precision", s->precision, sizeof s->precision);
    read_member_text(r, root, "compiler", s->compiler, sizeof s->compiler);
    read_member_text(r, root, "version", s->version, sizeof s->version);
    read_member_text(r, root, "case_hash", s->case_hash, sizeof s->case_hash);
}

eg_status eg_summary_read(eg_context *context, const char *path, eg_summary *summary)
{
    assert(context && path && summary);
    memset(summary, 0, sizeof *summary);
    EG_SCRATCH char *text = NULL;
    int64_t length = 0;
    EG_TRY(eg_file_read(context, EG_INPUT, path, SUMMARY_BYTES, &text, &length));
    json_error_t error;
    json_auto_t *root = json_loadb(text, (size_t)length, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(root))
        return eg_fail(context, EG_INPUT, "%s:%d:%d: is no summary: %s", path, root ? 1 : error.line,
                       root ? 1 : error.column, root ? "not a JSON object" : error.text);
    reading r = {.context = context, .path = path};
    read_members(&r, root, summary);
    if (r.status != EG_OK)
        eg_summary_free(summary);
    return r.status;
}

eg_status eg_summary_open(eg_context *context, const char *path, eg_summary **summary)
{
    EG_ENDS_WITH(eg_summary_close) eg_summary *made = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    EG_TRY(eg_summary_read(context, path, made));
    return eg_hand_over(&made, summary);
}

void eg_summary_close(eg_summary **summary)
{
    if (*summary)
        eg_summary_free(*summary);
    EG_FREE(summary);
}
