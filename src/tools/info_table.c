/* `eagre info` on tables, seismograms, and the smaller files of a run. */
#include "io/report/file_list.h"
#include "io/table/plain_text.h"
#include "io/seismogram/sac.h"
#include "io/seismogram/segy.h"
#include "io/table/table.h"
#include "tools/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LOG_MAX_BYTES = 1 << 30, PNG_MAX_BYTES = 1 << 28 };

/* ---- tables */

/* What a table of a run is about; NULL: another one. */
static const char *subject_of(const char *path)
{
    static const char *const subjects[][2] = {
        {"gauges.csv", "the state at the gauges"},
        {"probes.csv", "the solution at the probes"},
        {"balance.csv", "what the domain holds, and what went through its boundaries"},
        {"errors.csv", "errors against the exact solution"},
        {"solves.csv", "iterations of each step"},
        {"residuals.csv", "the residual in each iteration of the last solve"},
        {"receivers.csv", "samples of the receivers"},
        {"profile.csv", "the last launches of kernels"}};
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
        if (strcmp(eg_tools_base_name(path), subjects[i][0]) == 0)
            return subjects[i][1];
    return NULL;
}

static void add_column_line(const eg_table *table, int64_t c, eg_text *text)
{
    eg_column column = eg_table_column(table, c);
    eg_text_add(text, "  %-24s ", table->name[c]);
    if (column.numbers == 0)
        eg_text_add(text, "%s", table->rows ? "no number" : "no row yet");
    else
        eg_text_add(text, "%.9g to %.9g%s", column.low, column.high,
                    column.is_ascending && table->rows > 1 ? ", ascending" : "");
    if (column.numbers > 0 && column.numbers < table->rows)
        eg_text_add(text, "; %lld fields are no numbers", (long long)(table->rows - column.numbers));
    eg_text_add(text, "\n");
}

eg_status eg_info_table(eg_context *context, const char *path, eg_text *text)
{
    EG_ENDS_WITH(eg_table_destroy) eg_table *table = NULL;
    const char *subject = subject_of(path);
    EG_TRY(eg_table_read(context, path, &table));
    eg_text_add(text, "%s: table%s%s\n", path, subject ? ": " : "", subject ? subject : "");
    eg_text_add(text, "  rows        %lld%s\n", (long long)table->rows,
                table->is_cut ? "; the last line has no end and is left out" : "");
    eg_text_add(text, "  columns     %lld%s\n", (long long)table->columns,
                table->has_header ? "" : ", without names");
    eg_text_add(text, "columns\n");
    for (int64_t c = 0; c < table->columns; c++)
        add_column_line(table, c, text);
    return EG_OK;
}

/* ---- seismograms */

static void add_named_position(const char *name, const double x[3], eg_text *text)
{
    eg_text_add(text, "  %-11s (%.9g, %.9g, %.9g) m\n", name, x[0], x[1], x[2]);
}

static void add_named_word(const char *name, const char *word, eg_text *text)
{
    if (word[0])
        eg_text_add(text, "  %-11s %s\n", name, word);
}

eg_status eg_info_sac(eg_context *context, const char *path, eg_text *text)
{
    EG_ENDS_WITH(eg_sac_destroy) eg_sac *sac = NULL;
    EG_TRY(eg_sac_read(context, path, &sac));
    eg_text_add(text, "%s: seismogram (SAC)\n", path);
    add_named_word("station", sac->station, text);
    add_named_word("component", sac->component, text);
    add_named_word("network", sac->network, text);
    add_named_word("event", sac->event, text);
    add_named_word("unit", sac->unit, text);
    eg_text_add(text, "  samples     %lld, %.9g s apart\n", (long long)sac->count, sac->dt);
    eg_text_add(text, "  time        %.9g to %.9g s\n", sac->begin,
                sac->begin + sac->dt * (double)(sac->count - 1));
    eg_text_add(text, "  range       %.9g to %.9g, mean %.9g\n", sac->minimum, sac->maximum, sac->mean);
    if (sac->has_receiver)
        add_named_position("receiver", sac->receiver, text);
    if (sac->has_source)
        add_named_position("source", sac->source, text);
    return EG_OK;
}

static void add_trace(const eg_segy *segy, int64_t t, eg_text *text)
{
    const eg_segy_header *header = &segy->headers[t];
    double low = INFINITY, high = -INFINITY;
    for (int64_t i = 0; i < segy->samples; i++) {
        low = fmin(low, segy->values[t * segy->samples + i]);
        high = fmax(high, segy->values[t * segy->samples + i]);
    }
    eg_text_add(text, "  %-6d %s %s at (%.9g, %.9g, %.9g) m, %.9g to %.9g\n", header->number,
                eg_segy_component_name(header->component), eg_segy_unit_name(header->unit),
                header->receiver[0], header->receiver[1], header->receiver[2], low, high);
}

eg_status eg_info_segy(eg_context *context, const char *path, eg_text *text)
{
    EG_ENDS_WITH(eg_segy_destroy) eg_segy *segy = NULL;
    EG_TRY(eg_segy_read(context, path, &segy));
    eg_text_add(text, "%s: seismograms (SEG-Y revision 1)\n", path);
    for (int l = 0; l < EG_SEGY_LINES; l++)
        if (strlen(segy->text[l]) > 3) /* more than the number of the line */
            eg_text_add(text, "  %s\n", segy->text[l]);
    eg_text_add(text, "  samples     %lld, %.9g s apart, from %.9g s\n", (long long)segy->samples, segy->dt,
                segy->headers[0].begin);
    eg_text_add(text, "  traces      %lld\n", (long long)segy->count);
    add_named_position("source", segy->headers[0].source, text);
    eg_text_add(text, "traces\n");
    for (int64_t t = 0; t < segy->count; t++)
        add_trace(segy, t, text);
    return EG_OK;
}

/* ---- the smaller files of a run */

eg_status eg_info_snapshot_mesh(eg_context *context, const char *path, eg_text *text)
{
    (void)context;
    int length = (int)(strlen(path) - strlen(".mesh.h5"));
    eg_text_add(text,
                "%s: the mesh of a set of snapshots\n  described by eagre info of one of them, or of "
                "their index %.*s.vtkhdf.series\n",
                path, length, path);
    return EG_OK;
}

eg_status eg_info_file_list(eg_context *context, const char *path, eg_text *text)
{
    EG_ENDS_WITH(eg_file_list_free) eg_file_list list = {.context = context};
    int64_t bytes = 0;
    EG_TRY(eg_file_list_read(&list, path));
    for (int64_t i = 0; i < list.count; i++)
        bytes += list.file[i].bytes;
    eg_text_add(text, "%s: list of a run's files, by eagre %s\n  files       %lld, %s\n", path, list.version,
                (long long)list.count, eg_tools_bytes(bytes).text);
    for (int64_t i = 0; i < list.count; i++)
        eg_text_add(text, "  %-40s %10s\n", list.file[i].name, eg_tools_bytes(list.file[i].bytes).text);
    return EG_OK;
}

eg_status eg_info_log(eg_context *context, const char *path, eg_text *text)
{
    EG_SCRATCH char *data = NULL;
    eg_lines lines;
    eg_slice line, last = {"", ""};
    int64_t count = 0;
    EG_TRY(eg_lines_open(context, path, LOG_MAX_BYTES, &data, &lines));
    for (; eg_lines_next(&lines, &line); count++)
        last = line;
    eg_text_add(text, "%s: log of a run\n  lines       %lld\n  the last    ", path, (long long)count);
    last = eg_slice_trim(last);
    eg_text_add_bytes(text, last.begin, eg_slice_length(last));
    eg_text_add(text, "\n");
    return EG_OK;
}

eg_status eg_info_png(eg_context *context, const char *path, eg_text *text)
{
    EG_SCRATCH char *data = NULL;
    int64_t length = 0;
    EG_TRY(eg_file_read(context, EG_INPUT, path, PNG_MAX_BYTES, &data, &length));
    const unsigned char *at = (const unsigned char *)data + 16; /* width and height, big-endian */
    if (length < 33)
        return eg_fail(context, EG_INPUT, "%s: is a PNG picture that was cut short", path);
    eg_text_add(text, "%s: picture (PNG), %d x %d pixels\n", path, at[2] << 8 | at[3], at[6] << 8 | at[7]);
    return EG_OK;
}
