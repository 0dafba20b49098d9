/* The files of receivers: all samples as a table, as SAC files, as SEG-Y, as miniSEED and as ASDF. */
#include "run/models/seismic/seismograms.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "io/seismogram/asdf.h"
#include "io/seismogram/sac.h"
#include "io/table/csv_out.h"

/* ---- checks */

/* What SEG-Y cannot hold is said before the run. */
static eg_status check_segy(const eg_setup *setup, const eg_node *receivers, int64_t traces)
{
    const eg_node *interval = eg_node_child(receivers, "interval"),
                  *end = eg_case_find(setup->loaded, "time.end");
    double microseconds = 1e6 * eg_node_real(interval);
    if (traces > EG_SEGY_TRACES)
        return eg_case_fail(setup->loaded, receivers, EG_CASE,
                            "the receivers make %lld traces, SEG-Y holds %d; take fewer receivers or "
                            "variables, or leave segy out of output.receivers.format",
                            (long long)traces, EG_SEGY_TRACES);
    if (fabs(microseconds - floor(microseconds + 0.5)) > 1e-6 || microseconds > EG_SEGY_INTERVAL)
        return eg_case_fail(setup->loaded, interval, EG_CASE,
                            "SEG-Y holds intervals of whole microseconds up to %d, not %.9g us; take another "
                            "interval, or leave segy out of output.receivers.format",
                            EG_SEGY_INTERVAL, microseconds);
    if (end && eg_node_real(end) / eg_node_real(interval) + 1 > EG_SEGY_SAMPLES)
        return eg_case_fail(setup->loaded, interval, EG_CASE,
                            "SEG-Y holds %d samples of a trace, the run gives %.0f; take a longer interval, "
                            "or leave segy out of output.receivers.format",
                            EG_SEGY_SAMPLES, floor(eg_node_real(end) / eg_node_real(interval)) + 1);
    return EG_OK;
}

eg_status eg_waves_check_files(const eg_setup *setup, const eg_waves_stations *stations)
{
    const eg_node *receivers = eg_case_find(setup->loaded, "output.receivers"),
                  *format = eg_node_child(receivers, "format");
    eg_component components[EG_COMPONENTS];
    EG_TRY(eg_waves_check_network(setup));
    EG_TRY(eg_waves_check_dates(setup));
    if (eg_node_has(format, "mseed") || eg_node_has(format, "asdf"))
        EG_TRY(eg_waves_check_seed(setup, stations));
    if (!eg_node_has(format, "segy"))
        return EG_OK;
    return check_segy(setup, receivers, stations->count * eg_waves_components(setup, components));
}

/* ---- what all formats write */

typedef struct writer {
    const eg_waves_samples *samples;
    eg_context *context;
    const char *folder;
    eg_component component[EG_COMPONENTS];
    int components;
    bool dated;
    int64_t start; /* date of time 0, ms since 1970 */
} writer;

/* One component of one receiver, contiguous. */
static void copy_trace(const writer *w, int64_t station, const eg_component *c, double *values)
{
    double sum = 0;
    for (int64_t k = 0; k < w->samples->count; k++) {
        values[k] = c->integrated ? sum : eg_waves_value(w->samples, station, c, k);
        if (c->integrated && k + 1 < w->samples->count)
            sum += eg_waves_increment(w->samples, station, c, k);
    }
}

/* The path of the file of all receivers. */
static eg_status name_file(const writer *w, const char *end, char **path)
{
    EG_TEXT(name, w->context);
    eg_text_add(&name, "%s%s", w->samples->shot ? w->samples->shot : "receivers", end);
    EG_TRY(name.status);
    return eg_path_join(w->context, w->folder, name.data, path);
}

/* ---- one table */

/* Sums of integrals go along in row[], which holds the row before. */
static void fill_csv_row(const writer *w, int64_t k, double *row)
{
    row[0] = (double)k * w->samples->interval;
    for (int64_t s = 0; s < w->samples->stations->count; s++)
        for (int i = 0; i < w->components; i++) {
            const eg_component *c = &w->component[i];
            double *value = &row[1 + s * w->components + i];
            if (!c->integrated)
                *value = eg_waves_value(w->samples, s, c, k);
            else if (k > 0)
                *value += eg_waves_increment(w->samples, s, c, k - 1);
        }
}

static eg_status write_csv_rows(const writer *w, const char *path, const char *const *names, int count)
{
    EG_SCRATCH double *row = NULL;
    eg_csv *csv = NULL;
    EG_TRY(eg_alloc(w->context, count, sizeof *row, &row));
    eg_status status = eg_csv_create(w->context, path, names, count, NULL, &csv);
    for (int64_t k = 0; status == EG_OK && k < w->samples->count; k++) {
        fill_csv_row(w, k, row);
        status = eg_csv_row(csv, row, count);
    }
    eg_status closed = eg_csv_close(&csv);
    return status != EG_OK ? status : closed;
}

/* Under a temporary name: the table is there whole, or not. */
static eg_status write_csv(const writer *w)
{
    const eg_waves_stations *stations = w->samples->stations;
    int count = 1 + (int)stations->count * w->components;
    EG_TEXT(text, w->context);
    EG_SCRATCH const char **names = NULL;
    EG_SCRATCH char *path = NULL, *temporary = NULL;
    eg_text_add(&text, "time_s");
    for (int i = 1; i < count; i++) {
        eg_text_add_bytes(&text, "", 1);
        eg_text_add(&text, "%s_%s", stations->station[(i - 1) / w->components].name,
                    w->component[(i - 1) % w->components].column);
    }
    EG_TRY(text.status);
    EG_TRY(eg_alloc(w->context, count, sizeof *names, &names));
    for (int i = 0; i < count; i++)
        names[i] = i == 0 ? text.data : names[i - 1] + strlen(names[i - 1]) + 1;
    EG_TRY(name_file(w, ".csv", &path));
    EG_TRY(eg_file_temporary(w->context, path, &temporary));
    eg_status status = write_csv_rows(w, temporary, names, count);
    if (status == EG_OK)
        status = eg_file_commit(w->context, temporary, path);
    if (status != EG_OK)
        unlink(temporary);
    return status;
}

/* ---- SAC */

static eg_status write_sac_trace(const writer *w, int64_t station, const eg_component *c, double *values)
{
    const eg_waves_station *which = &w->samples->stations->station[station];
    const char *network = eg_waves_network(w->samples->setup, which);
    EG_TEXT(name, w->context);
    EG_SCRATCH char *path = NULL;
    char code[9];
    copy_trace(w, station, c, values);
    if (w->samples->shot)
        eg_text_add(&name, "%s.", w->samples->shot);
    eg_text_add(&name, "%s.%s.sac", which->name, c->name);
    EG_TRY(name.status);
    EG_TRY(eg_path_join(w->context, w->folder, name.data, &path));
    snprintf(code, sizeof code, "%.8s", which->code[0] ? which->code : which->name);
    return eg_sac_write(w->context, path,
                        &(eg_sac_trace){.station = code,
                                        .component = c->code,
                                        .network = network[0] ? network : NULL,
                                        .origin = w->dated ? &w->start : NULL,
                                        .unit = c->unit,
                                        .receiver = which->place.x,
                                        .source = w->samples->source,
                                        .dt = w->samples->interval,
                                        .count = w->samples->count,
                                        .values = values});
}

static eg_status write_sac(const writer *w)
{
    EG_SCRATCH double *values = NULL;
    EG_TRY(eg_alloc(w->context, w->samples->count, sizeof *values, &values));
    for (int64_t s = 0; s < w->samples->stations->count; s++)
        for (int i = 0; i < w->components; i++)
            EG_TRY(write_sac_trace(w, s, &w->component[i], values));
    return EG_OK;
}

/* ---- SEG-Y */

/* Its axes: z is the elevation, which is y of the plane. */
static void turn_place(int dimension, const double x[3], double turned[3])
{
    turned[0] = x[0];
    turned[1] = dimension == 3 ? x[1] : 0;
    turned[2] = dimension == 3 ? x[2] : x[1];
}

static eg_segy_component component_code(int dimension, const eg_component *c)
{
    const char *axis = strrchr(c->name, '_');
    bool moves = strcmp(c->unit, "m/s") == 0 || strcmp(c->unit, "m") == 0;
    if (strcmp(c->name, "pressure") == 0)
        return EG_SEGY_PRESSURE;
    if (!moves || !axis)
        return EG_SEGY_SEISMIC;
    if (axis[1] == 'x')
        return EG_SEGY_IN_LINE;
    return (axis[1] == 'z') == (dimension == 3) ? EG_SEGY_VERTICAL : EG_SEGY_CROSS_LINE;
}

static void describe_trace(const writer *w, const eg_waves_station *station, const eg_component *c,
                           eg_segy_trace *trace)
{
    int dimension = w->samples->setup->cells->dimension;
    turn_place(dimension, station->place.x, trace->receiver);
    trace->component = component_code(dimension, c);
    trace->unit = strcmp(c->unit, "Pa") == 0    ? EG_SEGY_PASCAL
                  : strcmp(c->unit, "m/s") == 0 ? EG_SEGY_METRE_PER_SECOND
                  : strcmp(c->unit, "m") == 0   ? EG_SEGY_METRE
                                                : EG_SEGY_UNIT_UNKNOWN;
}

static eg_status put_segy(const writer *w, const eg_segy_trace *traces, int64_t count)
{
    static const char *const lines[] = {
        "TRACES: RECEIVER BY RECEIVER, COMPONENTS IN THE ORDER OF RECEIVERS.CSV",
        "X OF THE PLANE IS X, Y OF THE PLANE IS THE ELEVATION AND THE VERTICAL COMPONENT"};
    const eg_setup *setup = w->samples->setup;
    bool plane = setup->cells->dimension == 2;
    double from[3] = {0};
    EG_SCRATCH char *path = NULL;
    if (w->samples->source)
        turn_place(setup->cells->dimension, w->samples->source, from);
    EG_TRY(name_file(w, ".sgy", &path));
    return eg_segy_write(w->context, path,
                         &(eg_segy_options){.title = eg_node_text(eg_case_find(setup->loaded, "title")),
                                            .lines = lines,
                                            .line_count = plane ? 2 : 1,
                                            .dt = w->samples->interval,
                                            .samples = w->samples->count,
                                            .source = w->samples->source ? from : NULL,
                                            .record = w->samples->record,
                                            .origin = w->dated ? &w->start : NULL},
                         traces, count);
}

static eg_status write_segy(const writer *w)
{
    const eg_waves_stations *stations = w->samples->stations;
    int64_t count = stations->count * w->components, length = w->samples->count;
    EG_SCRATCH eg_segy_trace *traces = NULL;
    EG_SCRATCH double *values = NULL;
    EG_TRY(EG_ALLOC(w->context, EG_BLOCK(count, traces), EG_BLOCK(count * length, values)));
    for (int64_t i = 0; i < count; i++) {
        const eg_component *c = &w->component[i % w->components];
        int64_t station = i / w->components;
        describe_trace(w, &stations->station[station], c, &traces[i]);
        copy_trace(w, station, c, &values[i * length]);
        traces[i].values = &values[i * length];
    }
    return put_segy(w, traces, count);
}

/* ---- miniSEED */

static eg_status add_mseed_traces(const writer *w, const char *path, double *values, eg_mseed *mseed)
{
    for (int64_t s = 0; s < w->samples->stations->count; s++)
        for (int i = 0; i < w->components; i++) {
            eg_seed_name name;
            eg_waves_seed_name(w->samples->setup, &w->samples->stations->station[s], &w->component[i],
                               w->samples->interval, &name);
            copy_trace(w, s, &w->component[i], values);
            EG_TRY(eg_mseed_add(mseed, path, &name, values));
        }
    return EG_OK;
}

static eg_status write_mseed(const writer *w)
{
    EG_ENDS_WITH(eg_mseed_destroy) eg_mseed *mseed = NULL;
    EG_SCRATCH double *values = NULL;
    EG_SCRATCH char *path = NULL;
    EG_TRY(name_file(w, ".mseed", &path));
    EG_TRY(eg_alloc(w->context, w->samples->count, sizeof *values, &values));
    EG_TRY(eg_mseed_create(
        w->context,
        &(eg_mseed_options){.dt = w->samples->interval, .samples = w->samples->count, .start = w->start},
        &mseed));
    EG_TRY(add_mseed_traces(w, path, values, mseed));
    return eg_mseed_write(mseed, path);
}

/* ---- ASDF */

static eg_status add_asdf_traces(const writer *w, double *values, eg_asdf *asdf)
{
    const eg_waves_stations *list = w->samples->stations;
    for (int64_t s = 0; s < list->count; s++) {
        const eg_geographic_station *place = list->station[s].geographic;
        eg_seed_name name;
        for (int i = 0; i < w->components; i++) {
            eg_waves_seed_name(w->samples->setup, &list->station[s], &w->component[i], w->samples->interval,
                               &name);
            copy_trace(w, s, &w->component[i], values);
            EG_TRY(eg_asdf_add(asdf, &name, values));
        }
        if (place)
            EG_TRY(eg_asdf_add_station(asdf, &name, place));
    }
    return EG_OK;
}

static eg_status write_asdf(const writer *w)
{
    const eg_node *event = eg_case_find(w->samples->setup->loaded, "sources.quakeml.file");
    const eg_asdf_options options = {.dt = w->samples->interval,
                                     .samples = w->samples->count,
                                     .start = w->start,
                                     .quakeml = event ? eg_node_path(event) : NULL};
    EG_ENDS_WITH(eg_asdf_destroy) eg_asdf *asdf = NULL;
    EG_SCRATCH double *values = NULL;
    EG_SCRATCH char *path = NULL;
    EG_TRY(name_file(w, ".h5", &path));
    EG_TRY(eg_alloc(w->context, w->samples->count, sizeof *values, &values));
    EG_TRY(eg_asdf_create(w->context, &options, &asdf));
    EG_TRY(add_asdf_traces(w, values, asdf));
    return eg_asdf_write(asdf, path);
}

/* ---- all */

eg_status eg_waves_write_files(const eg_waves_samples *samples, const char *folder)
{
    const eg_setup *setup = samples->setup;
    const eg_node *format = eg_case_find(setup->loaded, "output.receivers.format");
    writer w = {.samples = samples, .context = setup->context, .folder = folder};
    w.components = eg_waves_components(setup, w.component);
    w.dated = eg_waves_start_time(setup, &w.start);
    EG_TRY(eg_folder_create(setup->context, folder));
    for (int64_t i = 0; i < eg_node_count(format); i++) {
        const eg_node *one = eg_node_item(format, i);
        EG_TRY(eg_node_is(one, "csv")     ? write_csv(&w)
               : eg_node_is(one, "sac")   ? write_sac(&w)
               : eg_node_is(one, "mseed") ? write_mseed(&w)
               : eg_node_is(one, "asdf")  ? write_asdf(&w)
                                          : write_segy(&w));
    }
    return EG_OK;
}
