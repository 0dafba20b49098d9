/* The files of receivers: all samples as a table, as SAC files and as SEG-Y. */
#include "run/models/waves/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "io/seismogram/sac.h"
#include "io/seismogram/segy.h"
#include "io/table/csv_out.h"

/* What SEG-Y cannot hold is said before the run. */
eg_status eg_waves_check_files(const eg_waves_model *model)
{
    const eg_node *receivers = eg_case_find(model->setup.loaded, "output.receivers");
    const eg_node *interval = eg_node_child(receivers, "interval"),
                  *format = eg_node_child(receivers, "format");
    const eg_node *end = eg_case_find(model->setup.loaded, "time.end");
    double microseconds = 1e6 * eg_node_real(interval);
    bool wanted = false;
    for (int64_t i = 0; i < eg_node_count(format); i++)
        wanted = wanted || eg_node_is(eg_node_item(format, i), "segy");
    int64_t traces = (int64_t)model->receivers.count * model->kind->system->variables;
    if (!wanted)
        return EG_OK;
    if (traces > EG_SEGY_TRACES)
        return eg_case_fail(
            model->setup.loaded, receivers, EG_CASE,
            "%d receivers of %d variables make %lld traces, SEG-Y holds %d; take fewer, "
            "or leave segy out of output.receivers.format",
            model->receivers.count, model->kind->system->variables, (long long)traces,
            EG_SEGY_TRACES);
    if (fabs(microseconds - floor(microseconds + 0.5)) > 1e-6 || microseconds > EG_SEGY_INTERVAL)
        return eg_case_fail(model->setup.loaded, interval, EG_CASE,
                            "SEG-Y holds intervals of whole microseconds up to %d, not %.9g us; "
                            "take another interval, or "
                            "leave segy out of output.receivers.format",
                            EG_SEGY_INTERVAL, microseconds);
    if (end && eg_node_real(end) / eg_node_real(interval) + 1 > EG_SEGY_SAMPLES)
        return eg_case_fail(model->setup.loaded, interval, EG_CASE,
                            "SEG-Y holds %d samples of a trace, the run gives %.0f; take a longer "
                            "interval, or leave "
                            "segy out of output.receivers.format",
                            EG_SEGY_SAMPLES, floor(eg_node_real(end) / eg_node_real(interval)) + 1);
    return EG_OK;
}

static double sample_at(const eg_waves_model *model, int receiver, int64_t sample, int variable)
{
    const eg_waves_receivers *r = &model->receivers;
    return r->values[(sample * r->count + receiver) * model->kind->system->variables + variable];
}

static eg_status write_rows(const eg_waves_model *model, const char *path, const char *const *names,
                            int count)
{
    const eg_waves_receivers *r = &model->receivers;
    int variables = model->kind->system->variables;
    eg_context *context = model->setup.context;
    double *row = NULL;
    eg_csv *csv = NULL;
    eg_status status;
    EG_TRY_GOTO(eg_alloc(context, count, sizeof *row, &row));
    EG_TRY_GOTO(eg_csv_create(context, path, names, count, &csv));
    for (int64_t k = 0; k < r->samples; k++) {
        row[0] = (double)k * r->interval;
        for (int i = 1; i < count; i++)
            row[i] = sample_at(model, (i - 1) / variables, k, (i - 1) % variables);
        EG_TRY_GOTO(eg_csv_row(csv, row, count));
    }
done:;
    eg_status closed = eg_csv_close(&csv);
    eg_free(context, &row);
    return status != EG_OK ? status : closed;
}

/* Under a temporary name: the table is there whole, or not. */
static eg_status write_named(const eg_waves_model *model, const char *folder,
                             const char *const *names, int count)
{
    eg_context *context = model->setup.context;
    char *path = NULL, *temporary = NULL;
    eg_status status;
    EG_TRY_GOTO(eg_path_join(context, folder, "receivers.csv", &path));
    EG_TRY_GOTO(eg_file_temporary(context, path, &temporary));
    status = write_rows(model, temporary, names, count);
    if (status == EG_OK)
        status = eg_file_commit(context, temporary, path);
    if (status != EG_OK)
        unlink(temporary);
done:
    eg_free(context, &temporary);
    eg_free(context, &path);
    return status;
}

static eg_status write_csv(const eg_waves_model *model, const char *folder)
{
    const eg_waves_receivers *r = &model->receivers;
    const char *const *columns = model->base.kind->gauge_columns;
    int variables = model->kind->system->variables, count = 1 + r->count * variables;
    eg_context *context = model->setup.context;
    eg_text text = {.context = context};
    const char **names = NULL;
    eg_status status;
    eg_text_add(&text, "time_s");
    for (int i = 1; i < count; i++) {
        eg_text_add_bytes(&text, "", 1);
        eg_text_add(&text, "%s_%s", r->stations.station[(i - 1) / variables].name,
                    columns[(i - 1) % variables]);
    }
    EG_TRY_GOTO(text.status);
    EG_TRY_GOTO(eg_alloc(context, count, sizeof *names, &names));
    for (int i = 0; i < count; i++)
        names[i] = i == 0 ? text.data : names[i - 1] + strlen(names[i - 1]) + 1;
    status = write_named(model, folder, names, count);
done:
    eg_text_free(&text);
    eg_free(context, &names);
    return status;
}

/* One component of one receiver, contiguous. */
static void copy_trace(const eg_waves_model *model, int receiver, int variable, double *values)
{
    for (int64_t k = 0; k < model->receivers.samples; k++)
        values[k] = sample_at(model, receiver, k, variable);
}

static eg_status write_sac_trace(const eg_waves_model *model, const char *folder, int receiver,
                                 int variable, double *values)
{
    const eg_waves_receivers *r = &model->receivers;
    const eg_linear *system = model->kind->system;
    eg_text name = {.context = model->setup.context};
    char *path = NULL;
    const eg_waves_station *which = &r->stations.station[receiver];
    const double *from = model->sources.count > 0 ? model->sources.source[0].place.x : NULL;
    copy_trace(model, receiver, variable, values);
    eg_text_add(&name, "%s.%s.sac", which->name, system->variable[variable]);
    eg_status status = name.status;
    if (status == EG_OK)
        status = eg_path_join(model->setup.context, folder, name.data, &path);
    eg_text_free(&name);
    EG_TRY(status);
    char station[9], component[9];
    snprintf(station, sizeof station, "%.8s", which->code[0] ? which->code : which->name);
    snprintf(component, sizeof component, "%.8s", system->code[variable]);
    status = eg_sac_write(model->setup.context, path,
                          &(eg_sac_trace){.station = station,
                                          .component = component,
                                          .network = which->network[0] ? which->network : NULL,
                                          .unit = system->unit[variable],
                                          .receiver = which->place.x,
                                          .source = from,
                                          .dt = r->interval,
                                          .count = r->samples,
                                          .values = values});
    eg_free(model->setup.context, &path);
    return status;
}

static eg_status write_sac(const eg_waves_model *model, const char *folder)
{
    double *values;
    EG_TRY(eg_alloc(model->setup.context, model->receivers.samples, sizeof *values, &values));
    eg_status status = EG_OK;
    for (int i = 0; i < model->receivers.count; i++)
        for (int v = 0; status == EG_OK && v < model->kind->system->variables; v++)
            status = write_sac_trace(model, folder, i, v, values);
    eg_free(model->setup.context, &values);
    return status;
}

static void describe_trace(const eg_waves_model *model, int receiver, int variable,
                           eg_segy_trace *trace)
{
    const char *unit = model->kind->system->unit[variable],
               *name = model->kind->system->variable[variable];
    memcpy(trace->receiver, model->receivers.stations.station[receiver].place.x,
           sizeof trace->receiver);
    trace->unit = strcmp(unit, "Pa") == 0    ? EG_SEGY_PASCAL
                  : strcmp(unit, "m/s") == 0 ? EG_SEGY_METRE_PER_SECOND
                                             : EG_SEGY_UNIT_UNKNOWN;
    trace->component = strcmp(name, "velocity_x") == 0   ? EG_SEGY_IN_LINE
                       : strcmp(name, "velocity_y") == 0 ? EG_SEGY_VERTICAL
                       : strcmp(name, "velocity_z") == 0 ? EG_SEGY_CROSS_LINE
                       : strcmp(name, "pressure") == 0   ? EG_SEGY_PRESSURE
                                                         : EG_SEGY_SEISMIC;
}

static eg_status write_segy(const eg_waves_model *model, const char *folder)
{
    static const char *const lines[] = {
        "TRACES: RECEIVER BY RECEIVER, COMPONENTS IN THE ORDER OF RECEIVERS.CSV",
        "X OF THE PLANE IS X, Y OF THE PLANE IS Y; Y COUNTS AS VERTICAL COMPONENT"};
    const eg_waves_receivers *r = &model->receivers;
    eg_context *context = model->setup.context;
    int variables = model->kind->system->variables;
    int64_t count = (int64_t)r->count * variables;
    const double *from = model->sources.count > 0 ? model->sources.source[0].place.x : NULL;
    eg_segy_trace *traces = NULL;
    double *values = NULL;
    char *path = NULL;
    eg_status status;
    EG_TRY_GOTO(eg_alloc(context, count, sizeof *traces, &traces));
    EG_TRY_GOTO(eg_alloc(context, count * r->samples, sizeof *values, &values));
    for (int64_t i = 0; i < count; i++) {
        describe_trace(model, (int)(i / variables), (int)(i % variables), &traces[i]);
        copy_trace(model, (int)(i / variables), (int)(i % variables), &values[i * r->samples]);
        traces[i].values = &values[i * r->samples];
    }
    EG_TRY_GOTO(eg_path_join(context, folder, "receivers.sgy", &path));
    status = eg_segy_write(
        context, path,
        &(eg_segy_options){.title = eg_node_text(eg_case_find(model->setup.loaded, "title")),
                           .lines = lines,
                           .line_count = 2,
                           .dt = r->interval,
                           .samples = r->samples,
                           .source = from},
        traces, count);
done:
    eg_free(context, &traces);
    eg_free(context, &values);
    eg_free(context, &path);
    return status;
}

static eg_status write_all(const eg_waves_model *model, const char *folder)
{
    const eg_node *format = eg_case_find(model->setup.loaded, "output.receivers.format");
    EG_TRY(eg_folder_create(model->setup.context, folder));
    for (int64_t i = 0; i < eg_node_count(format); i++) {
        const eg_node *one = eg_node_item(format, i);
        EG_TRY(eg_node_is(one, "csv")   ? write_csv(model, folder)
               : eg_node_is(one, "sac") ? write_sac(model, folder)
                                        : write_segy(model, folder));
    }
    return EG_OK;
}

eg_status eg_waves_write(eg_model *base, const char *folder)
{
    eg_waves_model *model = eg_waves_of(base);
    const eg_comm *comm = model->setup.comm;
    if (model->receivers.count == 0)
        return EG_OK;
    if (eg_comm_size(comm) > 1)
        EG_TRY(eg_waves_collect_all(model));
    bool writes = eg_comm_rank(comm) == 0 && model->receivers.samples > 0;
    return eg_comm_agree(comm, writes ? write_all(model, folder) : EG_OK);
}
