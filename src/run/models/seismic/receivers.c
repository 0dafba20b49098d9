/* Receivers: samples are fetched from the device while the run goes on, and kept. */
#include "run/models/seismic/kind.h"
#include "run/models/seismic/receivers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAC_LETTERS = 8 }; /* of KSTNM */

/* ---- places */

/* Forgets where the receivers were. */
static void clear_places(eg_waves_receivers *r)
{
    EG_FREE(&r->stations.station, &r->owner, &r->own_cell, &r->own_offset, &r->own_reference, &r->values);
    r->stations = (eg_waves_stations){0};
    r->count = r->own = 0;
    r->samples = r->room = 0;
}

/* A receiver at x, and whether this rank samples it: it owns the cell. */
static void take_receiver(eg_waves_receivers *r, const eg_waves_station *station, const eg_location *at,
                          const double x[3])
{
    eg_waves_station *made = &r->stations.station[r->count];
    *made = *station;
    memcpy(made->place.x, x, sizeof made->place.x);
    r->owner[r->count++] = at->owner;
    if (at->held < 0)
        return;
    r->own_cell[r->own] = at->held;
    memcpy(r->own_reference[r->own], at->reference, sizeof *r->own_reference);
    memcpy(r->own_offset[r->own++], x, sizeof *r->own_offset);
}

static eg_status take_located(eg_waves_receivers *r, const double (*x)[3], const eg_location *at)
{
    eg_context *context = r->setup->context;
    char what[256];
    int64_t count = r->all.count;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(count, r->stations.station), EG_BLOCK(count, r->owner),
                    EG_BLOCK(count, r->own_cell), EG_BLOCK(count, r->own_offset),
                    EG_BLOCK(count, r->own_reference)));
    for (int64_t i = 0; i < count; i++) {
        const eg_waves_station *station = &r->all.station[i];
        if (at[i].owner >= 0)
            take_receiver(r, station, &at[i], x[i]);
        else if (!r->shots->drop) {
            snprintf(what, sizeof what, "the receiver '%s'", station->name);
            return eg_waves_refuse_moved(r->setup, r->shots, &station->place, x[i], what);
        }
    }
    r->stations.count = r->count;
    const eg_waves_station *shot = eg_waves_shot(r->shots);
    return r->count > 0 ? EG_OK
                        : eg_case_fail(r->setup->loaded, shot->place.node, EG_CASE,
                                       "shot '%s': all receivers lie outside the mesh", shot->name);
}

/* Which rank samples which. */
eg_status eg_waves_place_receivers(eg_waves_receivers *r)
{
    eg_context *context = r->setup->context;
    EG_SCRATCH double(*x)[3] = NULL;
    EG_SCRATCH eg_location *at = NULL;
    if (r->all.count == 0)
        return EG_OK;
    clear_places(r);
    eg_status status = EG_ALLOC(context, EG_BLOCK(r->all.count, x), EG_BLOCK(r->all.count, at));
    for (int64_t i = 0; status == EG_OK && i < r->all.count; i++)
        eg_waves_move(r->shots, r->shots->follow, &r->all.station[i].place, x[i]);
    status = eg_mesh_locate(r->setup->cells, r->setup->comm, r->all.count, (const double(*)[3])x, at, status);
    if (status == EG_OK)
        status = take_located(r, (const double(*)[3])x, at);
    return eg_comm_agree(r->setup->comm, status);
}

static int compare_codes(const void *left, const void *right)
{
    const eg_waves_station *const *a = left, *const *b = right;
    int order = strncmp((*a)->name, (*b)->name, SAC_LETTERS);
    return order != 0 ? order : strcmp((*a)->name, (*b)->name);
}

/* The header of a SAC file has room for 8 letters of a name: what reads it takes those alike for one
 * station. */
static eg_status warn_of_short_names(const eg_waves_receivers *r, const eg_node *receivers)
{
    EG_SCRATCH const eg_waves_station **sorted = NULL;
    int64_t count = 0;
    if (!eg_node_has(eg_node_child(receivers, "format"), "sac"))
        return EG_OK;
    EG_TRY(eg_alloc(r->setup->context, r->all.count, sizeof *sorted, &sorted));
    for (int64_t i = 0; i < r->all.count; i++)
        if (!r->all.station[i].code[0])
            sorted[count++] = &r->all.station[i];
    qsort(sorted, (size_t)count, sizeof *sorted, compare_codes);
    for (int64_t i = 1; i < count; i++)
        if (strncmp(sorted[i]->name, sorted[i - 1]->name, SAC_LETTERS) == 0) {
            eg_case_warn(r->setup->loaded, sorted[i]->place.node,
                         "the receivers '%s' and '%s' are one station in SAC files, whose headers have room "
                         "for %d letters; take shorter names, or a table with the column station",
                         sorted[i - 1]->name, sorted[i]->name, SAC_LETTERS);
            break;
        }
    return EG_OK;
}

static eg_status check_ground(const eg_setup *setup)
{
    const eg_node *follow = eg_case_find(setup->loaded, "shots.follow");
    return follow ? eg_case_fail(setup->loaded, follow, EG_CASE,
                                 "receivers on the surface do not move with a shot; leave follow out, or "
                                 "give heights with "
                                 "output.receivers.vertical: mesh")
                  : EG_OK;
}

static eg_status list_receivers(eg_waves_receivers *r, const eg_node *receivers)
{
    EG_TRY(eg_waves_list_stations(r->setup, receivers, "receiver", &r->all));
    if (r->all.count == 0)
        return eg_case_fail(r->setup->loaded, receivers, EG_CASE,
                            "output.receivers has no receiver; name one in 'at', or remove it");
    r->interval = eg_node_real(eg_node_child(receivers, "interval"));
    r->variables = eg_waves_needed_variables(r->setup, r->variable);
    EG_TRY(warn_of_short_names(r, receivers));
    double end = eg_case_real(r->setup->loaded, "time.end", 0);
    r->expected = end > 0 ? (int64_t)(end / r->interval) + 2 : 0;
    return eg_waves_check_files(r->setup, &r->all);
}

eg_status eg_waves_open_receivers(const eg_setup *setup, eg_waves_shots *shots, eg_waves_receivers *r)
{
    const eg_node *receivers = eg_case_find(setup->loaded, "output.receivers");
    r->setup = setup;
    r->shots = shots;
    if (!receivers)
        return EG_OK;
    EG_TRY(eg_comm_agree(r->setup->comm, list_receivers(r, receivers)));
    if (eg_node_is(eg_node_child(receivers, "vertical"), "surface"))
        EG_TRY(eg_waves_put_on_ground(setup, &r->all, check_ground(setup)));
    for (int64_t k = shots->run.count - 1; k >= 0; k--) { /* at the first shot last */
        eg_waves_choose_shot(shots, k);
        EG_TRY(eg_waves_place_receivers(r));
    }
    return shots->setup ? EG_OK : eg_waves_place_receivers(r);
}

void eg_waves_close_receivers(eg_waves_receivers *r)
{
    if (!r->setup)
        return;
    clear_places(r);
    eg_waves_free_stations(&r->all);
}

/* ---- samples */

/* Room for so many samples of each receiver; values[sample][receiver][variable]. */
static eg_status make_sample_room(eg_waves_receivers *r, int64_t samples)
{
    int64_t row = (int64_t)r->own * r->variables;
    EG_SCRATCH double *larger = NULL;
    if (samples <= r->room)
        return EG_OK;
    int64_t most = r->expected > 0 ? r->expected : INT64_MAX;
    int64_t room = eg_max_i64(samples, eg_min_i64(2 * r->room, most));
    EG_TRY(eg_alloc(r->setup->context, room * row, sizeof *larger, &larger));
    if (r->samples > 0)
        memcpy(larger, r->values, (size_t)(r->samples * row) * sizeof *larger);
    EG_FREE(&r->values);
    r->room = room;
    return eg_hand_over(&larger, &r->values);
}

/* Samples of the device have all variables. */
static eg_status fetch_samples(eg_waves_receivers *r, int64_t count)
{
    int all = r->setup->kind->waves->system->variables;
    EG_SCRATCH double *values = NULL;
    EG_TRY(make_sample_room(r, r->samples + count));
    EG_TRY(eg_alloc(r->setup->context, r->own * count * all, sizeof *values, &values));
    EG_TRY(eg_stepper_samples_read(r->solver, r->samples, count, values));
    for (int i = 0; i < r->own; i++)
        for (int64_t k = 0; k < count; k++) {
            const double *from = &values[((int64_t)i * count + k) * all];
            double *to = &r->values[((r->samples + k) * r->own + i) * r->variables];
            for (int v = 0; v < r->variables; v++)
                to[v] = from[r->variable[v]];
        }
    r->samples += count;
    return EG_OK;
}

eg_status eg_waves_collect_samples(eg_waves_receivers *r, const eg_time_state *now)
{
    if (r->count == 0)
        return EG_OK;
    if (r->own == 0)
        return eg_comm_agree(r->setup->comm, EG_OK);
    int64_t waiting = eg_stepper_samples(r->solver, now->time) - r->samples;
    bool full = 4 * waiting >= 3 * eg_stepper_samples_room(r->solver);
    bool fetches = waiting > 0 && (full || now->pause != EG_PAUSE_NONE);
    return eg_comm_agree(r->setup->comm, fetches ? fetch_samples(r, waiting) : EG_OK);
}

/* ---- many ranks: all samples to rank 0 */

/* Puts the columns of the ranks, which stand one rank after the other, side by side. */
static void sort_receiver_columns(const eg_waves_receivers *r, int ranks, int variables, int64_t samples,
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
                    memcpy(&to[(k * r->count + i) * variables], &from[(k * own + at) * variables], bytes);
                at++;
            }
        from += samples * own * variables;
    }
}

/* The samples of all ranks on rank 0, *sorted[samples][count][variables], which the caller frees; of one
 * process a copy. Collective; all agree on the status. */
static eg_status gather_samples(eg_waves_receivers *r, double **sorted, int64_t *samples)
{
    const eg_comm *comm = r->setup->comm;
    eg_context *context = r->setup->context;
    int variables = r->variables, ranks = eg_comm_size(comm);
    bool first = eg_comm_rank(comm) == 0;
    EG_SCRATCH double *all = NULL, *made = NULL;
    EG_SCRATCH int64_t *bytes_of = NULL;
    double most = (double)r->samples;
    eg_comm_max(comm, &most, 1);
    *samples = (int64_t)most;
    int64_t row = variables * (int64_t)sizeof *all, whole = first ? *samples * r->count * variables : 0;
    eg_status status =
        EG_ALLOC(context, EG_BLOCK(whole, all), EG_BLOCK(whole, made), EG_BLOCK(ranks, bytes_of));
    EG_TRY(eg_comm_agree(comm, status));
    for (int i = 0; i < r->count; i++)
        bytes_of[r->owner[i]] += *samples * row;
    eg_comm_gather(comm, r->values, *samples * r->own * row, all, bytes_of);
    if (first)
        sort_receiver_columns(r, ranks, variables, *samples, all, made);
    return eg_hand_over(&made, sorted);
}

/* ---- keeping */

static eg_status keep_samples(eg_waves_receivers *r, const eg_time_state *now, const eg_persist *persist)
{
    EG_SCRATCH double *all = NULL;
    int64_t row = (int64_t)r->count * r->variables, samples;
    int64_t waiting = r->own > 0 ? eg_stepper_samples(r->solver, now->time) - r->samples : 0;
    EG_TRY(eg_comm_agree(r->setup->comm, waiting > 0 ? fetch_samples(r, waiting) : EG_OK));
    EG_TRY(gather_samples(r, &all, &samples));
    EG_TRY(persist->array(persist, "samples", &samples, sizeof samples));
    return persist->array(persist, "seismograms", all, samples * row * (int64_t)sizeof *all);
}

/* Those of own receivers of all[samples][count][variables]; there is room. */
static void take_own_samples(eg_waves_receivers *r, int64_t samples, const double *all)
{
    int variables = r->variables;
    for (int i = 0, own = 0; i < r->count; i++) {
        if (r->owner[i] != eg_comm_rank(r->setup->comm))
            continue;
        for (int64_t k = 0; k < samples; k++)
            memcpy(&r->values[(k * r->own + own) * variables], &all[(k * r->count + i) * variables],
                   (size_t)variables * sizeof *all);
        own++;
    }
    if (r->own > 0)
        r->samples = samples;
}

static eg_status restore_samples(eg_waves_receivers *r, const eg_persist *persist)
{
    EG_SCRATCH double *all = NULL;
    int64_t row = (int64_t)r->count * r->variables, samples = 0;
    EG_TRY(persist->array(persist, "samples", &samples, sizeof samples));
    if (samples < 0 || samples > INT64_MAX / 8 / row)
        return eg_fail(r->setup->context, EG_CHECKPOINT, "the checkpoint has %lld samples of receivers",
                       (long long)samples);
    r->samples = 0;
    EG_TRY(make_sample_room(r, samples));
    EG_TRY(eg_alloc(r->setup->context, samples * row, sizeof *all, &all));
    EG_TRY(persist->array(persist, "seismograms", all, samples * row * (int64_t)sizeof *all));
    take_own_samples(r, samples, all);
    return EG_OK;
}

eg_status eg_waves_persist_samples(eg_waves_receivers *r, const eg_time_state *now, const eg_persist *persist)
{
    if (r->count == 0)
        return EG_OK;
    return persist->restoring ? restore_samples(r, persist) : keep_samples(r, now, persist);
}

/* ---- another mesh */

/* All samples on all ranks, *all[samples][count][variables], which the caller frees. Collective; all
 * agree. */
static eg_status share_samples(eg_waves_receivers *r, double **all, int64_t *samples)
{
    const eg_comm *comm = r->setup->comm;
    int64_t row = (int64_t)r->count * r->variables;
    EG_TRY(gather_samples(r, all, samples));
    eg_status status = EG_OK;
    if (eg_comm_rank(comm) > 0) {
        EG_FREE(all);
        status = eg_alloc(r->setup->context, *samples * row, sizeof **all, all);
    }
    EG_TRY(eg_comm_agree(comm, status));
    eg_comm_broadcast(comm, 0, *all, *samples * row * (int64_t)sizeof **all);
    return EG_OK;
}

/* Samples go where their receivers have gone. */
static eg_status move_samples(eg_waves_receivers *before, eg_waves_receivers *r)
{
    EG_SCRATCH double *all = NULL;
    int64_t samples = 0;
    eg_status status = share_samples(before, &all, &samples);
    if (status == EG_OK)
        status = make_sample_room(r, samples);
    if (status == EG_OK)
        take_own_samples(r, samples, all);
    return eg_comm_agree(r->setup->comm, status);
}

eg_status eg_waves_relocate_receivers(eg_waves_receivers *r)
{
    eg_waves_receivers before = *r;
    if (r->count == 0)
        return EG_OK;
    r->owner = NULL;
    r->values = NULL;
    eg_status status = eg_waves_place_receivers(r);
    if (status == EG_OK && memcmp(before.owner, r->owner, (size_t)r->count * sizeof *r->owner) == 0) {
        r->values = before.values;
        r->samples = before.samples;
        r->room = before.room;
        before.values = NULL;
    } else if (status == EG_OK) {
        status = move_samples(&before, r);
    }
    EG_FREE(&before.owner, &before.values);
    return status;
}

/* ---- files */

static eg_status write_seismograms(const eg_waves_receivers *r, const eg_waves_sources *sources,
                                   const char *folder)
{
    const eg_waves_station *shot = eg_waves_shot(r->shots);
    double from[3];
    if (sources->count > 0)
        eg_waves_move(r->shots, NULL, &sources->source[0].place, from);
    eg_waves_samples samples = {.setup = r->setup,
                                .stations = &r->stations,
                                .source = sources->count > 0 ? from : NULL,
                                .shot = shot ? shot->name : NULL,
                                .record = eg_waves_shot_number(r->shots),
                                .interval = r->interval,
                                .count = r->samples,
                                .columns = r->variables,
                                .values = r->values};
    for (int v = 0; v < r->variables; v++)
        samples.column[r->variable[v]] = v;
    return eg_waves_write_files(&samples, folder);
}

eg_status eg_waves_write_samples(eg_waves_receivers *r, const eg_waves_sources *sources, const char *folder)
{
    if (r->count == 0)
        return EG_OK;
    const eg_comm *comm = r->setup->comm;
    EG_SCRATCH double *sorted = NULL;
    if (eg_comm_size(comm) > 1) { /* all samples come to rank 0, for its files */
        EG_TRY(gather_samples(r, &sorted, &r->samples));
        EG_FREE(&r->values);
        EG_TRY(eg_hand_over(&sorted, &r->values));
    }
    bool writes = eg_comm_rank(comm) == 0 && r->samples > 0;
    return eg_comm_agree(comm, writes ? write_seismograms(r, sources, folder) : EG_OK);
}
