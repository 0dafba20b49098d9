/* Receivers: samples are fetched from the device while the run goes on, kept, and written at its end as a table,
 * as SAC files and as SEG-Y. */
#include "run/models/waves/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "io/table/csv_out.h"
#include "io/seismogram/sac.h"
#include "io/seismogram/segy.h"

/* What SEG-Y cannot hold is said before the run. */
static eg_status check_segy(const eg_waves_model *model, const eg_node *receivers)
{
    const eg_node *interval = eg_node_child(receivers, "interval"),
                  *format = eg_node_child(receivers, "format");
    const eg_node *end = eg_case_find(model->setup.loaded, "time.end");
    double microseconds = 1e6 * eg_node_real(interval);
    bool wanted = false;
    for (int64_t i = 0; i < eg_node_count(format); i++)
        wanted = wanted || eg_node_is(eg_node_item(format, i), "segy");
    if (!wanted)
        return EG_OK;
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

/* Keeps the receivers that this rank samples: those whose cells it owns. */
static eg_status take_own(eg_waves_model *model, const eg_location *at)
{
    eg_waves_receivers *r = &model->receivers;
    const eg_node *nodes =
        eg_node_child(eg_case_find(model->setup.loaded, "output.receivers"), "at");
    EG_TRY(eg_alloc(model->setup.context, r->count, sizeof *r->owner, &r->owner));
    EG_TRY(eg_alloc(model->setup.context, r->count, sizeof *r->own_cell, &r->own_cell));
    EG_TRY(eg_alloc(model->setup.context, r->count, sizeof *r->own_offset, &r->own_offset));
    for (int i = 0; i < r->count; i++) {
        if (at[i].owner < 0)
            return eg_waves_refuse_point(&model->setup, eg_node_item(nodes, i), "a receiver",
                                         r->point[i]);
        r->owner[i] = at[i].owner;
        if (at[i].held < 0)
            continue;
        r->own_cell[r->own] = at[i].held;
        memcpy(r->own_offset[r->own++], r->point[i], sizeof *r->point);
    }
    return EG_OK;
}

/* Which rank samples which. Collective, also where `status` is a failure of this rank. */
static eg_status find_owners(eg_waves_model *model, eg_status status)
{
    eg_waves_receivers *r = &model->receivers;
    eg_context *context = model->setup.context;
    double(*x)[3] = NULL;
    eg_location *at = NULL;
    if (status == EG_OK)
        status = eg_alloc(context, r->count, sizeof *x, &x);
    if (status == EG_OK)
        status = eg_alloc(context, r->count, sizeof *at, &at);
    for (int i = 0; status == EG_OK && i < r->count; i++)
        memcpy(x[i], r->point[i], sizeof *r->point);
    status = eg_mesh_locate(&model->setup.mesh->base, model->setup.comm, r->count,
                            (const double(*)[3])x, at, status);
    if (status == EG_OK)
        status = take_own(model, at);
    eg_free(context, &x);
    eg_free(context, &at);
    return status;
}

static eg_status read_places(eg_waves_model *model, const eg_node *at)
{
    eg_waves_receivers *r = &model->receivers;
    EG_TRY(eg_alloc(model->setup.context, r->count, sizeof *r->point, &r->point));
    EG_TRY(eg_alloc(model->setup.context, r->count, sizeof *r->name, &r->name));
    for (int i = 0; i < r->count; i++) {
        r->name[i] = eg_node_key(at, i);
        eg_waves_read_point(eg_node_item(at, i), r->point[i]);
    }
    return EG_OK;
}

eg_status eg_waves_open_receivers(eg_waves_model *model)
{
    eg_waves_receivers *r = &model->receivers;
    const eg_node *receivers = eg_case_find(model->setup.loaded, "output.receivers");
    const eg_node *at = eg_node_child(receivers, "at");
    r->count = (int)eg_node_count(at);
    if (r->count == 0)
        return EG_OK;
    r->interval = eg_node_real(eg_node_child(receivers, "interval"));
    EG_TRY(check_segy(model, receivers));
    return find_owners(model, read_places(model, at));
}

void eg_waves_close_receivers(eg_waves_model *model)
{
    eg_context *context = model->setup.context;
    eg_free(context, &model->receivers.point);
    eg_free(context, &model->receivers.owner);
    eg_free(context, &model->receivers.own_cell);
    eg_free(context, &model->receivers.own_offset);
    eg_free(context, &model->receivers.name);
    eg_free(context, &model->receivers.values);
}

/* Room for so many samples of each receiver; values[sample][receiver][variable]. */
static eg_status make_room(eg_waves_model *model, int64_t samples)
{
    eg_waves_receivers *r = &model->receivers;
    int64_t row = (int64_t)r->own * model->kind->system->variables;
    double *larger;
    if (samples <= r->room)
        return EG_OK;
    int64_t room = eg_max_i64(samples, 2 * r->room);
    EG_TRY(eg_alloc(model->setup.context, room * row, sizeof *larger, &larger));
    if (r->samples > 0)
        memcpy(larger, r->values, (size_t)(r->samples * row) * sizeof *larger);
    eg_free(model->setup.context, &r->values);
    r->values = larger;
    r->room = room;
    return EG_OK;
}

static eg_status fetch(eg_waves_model *model, int64_t count)
{
    eg_waves_receivers *r = &model->receivers;
    int variables = model->kind->system->variables;
    double *values;
    EG_TRY(make_room(model, r->samples + count));
    EG_TRY(eg_alloc(model->setup.context, r->own * count * variables, sizeof *values, &values));
    eg_status status = eg_ader_receivers_read(model->ader, r->samples, count, values);
    for (int i = 0; status == EG_OK && i < r->own; i++)
        for (int64_t k = 0; k < count; k++)
            memcpy(&r->values[((r->samples + k) * r->own + i) * variables],
                   &values[((int64_t)i * count + k) * variables],
                   (size_t)variables * sizeof *values);
    eg_free(model->setup.context, &values);
    if (status == EG_OK)
        r->samples += count;
    return status;
}

static eg_status collect_own(eg_waves_model *model, const eg_time_state *now)
{
    if (model->receivers.own == 0)
        return EG_OK;
    int64_t waiting = eg_ader_receivers_samples(model->ader, now->time) - model->receivers.samples;
    bool full = 4 * waiting >= 3 * eg_ader_receivers_room(model->ader);
    return waiting > 0 && (full || now->pause != EG_PAUSE_NONE) ? fetch(model, waiting) : EG_OK;
}

eg_status eg_waves_collect(eg_model *base, const eg_time_state *now)
{
    eg_waves_model *model = eg_waves_of(base);
    if (model->receivers.count == 0)
        return EG_OK;
    return eg_comm_agree(model->setup.comm, collect_own(model, now));
}

/* ---- many ranks: all samples to rank 0
 * ------------------------------------------------------------------------------------------ */

/* Puts the columns of the ranks, which stand one rank after the other, side by side. */
static void sort_columns(const eg_waves_receivers *r, int ranks, int variables, int64_t samples,
                         const double *from, double *to)
{
    size_t bytes = (size_t)variables * sizeof *to;
    for (int rank = 0; rank < ranks; rank++) {
        int own = 0, at = 0;
        for (int i = 0; i < r->count; i++)
            own += r->owner[i] == rank;
        for (int i = 0; i < r->count; i++)
            if (r->owner[i] == rank) {
                for (int64_t k = 0; k < samples; k++)
                    memcpy(&to[(k * r->count + i) * variables], &from[(k * own + at) * variables],
                           bytes);
                at++;
            }
        from += samples * own * variables;
    }
}

/* The samples of all ranks on rank 0, *sorted[samples][count][variables], which the caller frees; of one
 * process a copy. Collective; all agree on the status. */
static eg_status gather_samples(eg_waves_model *model, double **sorted, int64_t *samples)
{
    eg_waves_receivers *r = &model->receivers;
    const eg_comm *comm = model->setup.comm;
    eg_context *context = model->setup.context;
    int variables = model->kind->system->variables, ranks = eg_comm_size(comm);
    bool first = eg_comm_rank(comm) == 0;
    double most = (double)r->samples, *all = NULL;
    int64_t *bytes_of = NULL;
    eg_comm_max(comm, &most, 1);
    *samples = (int64_t)most;
    int64_t row = variables * (int64_t)sizeof *all,
            whole = first ? *samples * r->count * variables : 0;
    eg_status status = eg_alloc(context, whole, sizeof *all, &all);
    if (status == EG_OK)
        status = eg_alloc(context, whole, sizeof **sorted, sorted);
    if (status == EG_OK)
        status = eg_alloc(context, ranks, sizeof *bytes_of, &bytes_of);
    status = eg_comm_agree(comm, status);
    if (status == EG_OK) {
        for (int i = 0; i < r->count; i++)
            bytes_of[r->owner[i]] += *samples * row;
        eg_comm_gather(comm, r->values, *samples * r->own * row, all, bytes_of);
        if (first)
            sort_columns(r, ranks, variables, *samples, all, *sorted);
    } else {
        eg_free(context, sorted);
    }
    eg_free(context, &all);
    eg_free(context, &bytes_of);
    return status;
}

/* Leaves all samples on rank 0, for its files. */
static eg_status collect_all(eg_waves_model *model)
{
    eg_waves_receivers *r = &model->receivers;
    double *sorted = NULL;
    int64_t samples;
    EG_TRY(gather_samples(model, &sorted, &samples));
    eg_free(model->setup.context, &r->values);
    r->values = sorted;
    r->samples = samples;
    return EG_OK;
}

/* ---- keeping
 * ----------------------------------------------------------------------------------------- */

static eg_status keep_samples(eg_waves_model *model, const eg_time_state *now,
                              const eg_persist *persist)
{
    eg_waves_receivers *r = &model->receivers;
    int64_t row = (int64_t)r->count * model->kind->system->variables, samples;
    double *all = NULL;
    eg_status status = EG_OK;
    if (r->own > 0) {
        int64_t waiting = eg_ader_receivers_samples(model->ader, now->time) - r->samples;
        status = waiting > 0 ? fetch(model, waiting) : EG_OK;
    }
    EG_TRY(eg_comm_agree(model->setup.comm, status));
    EG_TRY(gather_samples(model, &all, &samples));
    status = persist->array(persist->user, "samples", &samples, sizeof samples);
    if (status == EG_OK)
        status =
            persist->array(persist->user, "seismograms", all, samples * row * (int64_t)sizeof *all);
    eg_free(model->setup.context, &all);
    return status;
}

static eg_status restore_samples(eg_waves_model *model, const eg_persist *persist)
{
    eg_waves_receivers *r = &model->receivers;
    int variables = model->kind->system->variables;
    int64_t row = (int64_t)r->count * variables, samples = 0;
    double *all;
    EG_TRY(persist->array(persist->user, "samples", &samples, sizeof samples));
    if (samples < 0 || samples > INT64_MAX / 8 / row)
        return eg_fail(model->setup.context, EG_CHECKPOINT,
                       "the checkpoint has %lld samples of receivers", (long long)samples);
    r->samples = 0;
    EG_TRY(make_room(model, samples));
    EG_TRY(eg_alloc(model->setup.context, samples * row, sizeof *all, &all));
    eg_status status =
        persist->array(persist->user, "seismograms", all, samples * row * (int64_t)sizeof *all);
    for (int i = 0, own = 0; status == EG_OK && i < r->count; i++) {
        if (r->owner[i] != eg_comm_rank(model->setup.comm))
            continue;
        for (int64_t k = 0; k < samples; k++)
            memcpy(&r->values[(k * r->own + own) * variables], &all[(k * r->count + i) * variables],
                   (size_t)variables * sizeof *all);
        own++;
    }
    if (r->own > 0)
        r->samples = samples;
    eg_free(model->setup.context, &all);
    return status;
}

eg_status eg_waves_persist_samples(eg_waves_model *model, const eg_time_state *now,
                                   const eg_persist *persist)
{
    if (model->receivers.count == 0)
        return EG_OK;
    return persist->restoring ? restore_samples(model, persist) : keep_samples(model, now, persist);
}

/* ---- files
 * ------------------------------------------------------------------------------------------ */

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
        eg_text_add(&text, "%s_%s", r->name[(i - 1) / variables], columns[(i - 1) % variables]);
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
    double point[3] = {r->point[receiver][0], r->point[receiver][1], 0};
    double from[3] = {0};
    if (model->sources.count > 0)
        memcpy(from, model->sources.source[0].x, sizeof model->sources.source[0].x);
    copy_trace(model, receiver, variable, values);
    eg_text_add(&name, "%s.%s.sac", r->name[receiver], system->variable[variable]);
    eg_status status = name.status;
    if (status == EG_OK)
        status = eg_path_join(model->setup.context, folder, name.data, &path);
    eg_text_free(&name);
    EG_TRY(status);
    char station[9], component[9];
    snprintf(station, sizeof station, "%.8s", r->name[receiver]);
    snprintf(component, sizeof component, "%.8s", system->code[variable]);
    status = eg_sac_write(model->setup.context, path,
                          &(eg_sac_trace){.station = station,
                                          .component = component,
                                          .unit = system->unit[variable],
                                          .receiver = point,
                                          .source = model->sources.count > 0 ? from : NULL,
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
    trace->receiver[0] = model->receivers.point[receiver][0];
    trace->receiver[1] = model->receivers.point[receiver][1];
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
    double from[3] = {0};
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
    if (model->sources.count > 0)
        memcpy(from, model->sources.source[0].x, sizeof model->sources.source[0].x);
    EG_TRY_GOTO(eg_path_join(context, folder, "receivers.sgy", &path));
    status = eg_segy_write(
        context, path,
        &(eg_segy_options){.title = eg_node_text(eg_case_find(model->setup.loaded, "title")),
                           .lines = lines,
                           .line_count = 2,
                           .dt = r->interval,
                           .samples = r->samples,
                           .source = model->sources.count > 0 ? from : NULL},
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
        EG_TRY(collect_all(model));
    bool writes = eg_comm_rank(comm) == 0 && model->receivers.samples > 0;
    return eg_comm_agree(comm, writes ? write_all(model, folder) : EG_OK);
}
