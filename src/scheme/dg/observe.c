/* What is read from a run while it pauses, and what a step costs. */
#include "scheme/dg/internal.h"

#include <math.h>
#include <stdio.h>

#include "base/parallel.h"

const eg_layout *eg_dg_layout(const eg_dg *dg)
{
    return &dg->layout;
}

int eg_dg_unknowns_per_cell(const eg_dg *dg)
{
    return dg->values;
}

int64_t eg_dg_state_bytes(const eg_dg *dg)
{
    return eg_layout_bytes(&dg->layout, dg->values);
}

eg_status eg_dg_current(const eg_dg *dg, int *index)
{
    int32_t stop = 0;
    EG_TRY(eg_time_parity(dg->time, index));
    EG_TRY(eg_buffer_read(dg->stop, 0, &stop, sizeof stop));
    if (stop > 0) /* the stage `stop` began from it */
        *index = (*index + stop - 1) % 2;
    return EG_OK;
}

eg_status eg_dg_read(eg_dg *dg, void *memory)
{
    int current;
    void *state;
    if (dg->stream) {
        EG_TRY(eg_dg_stream_state(dg, &state));
        eg_copy(dg->context, memory, state, eg_dg_state_bytes(dg));
        return EG_OK;
    }
    EG_TRY(eg_dg_current(dg, &current));
    return eg_buffer_read(dg->q[current], 0, memory, eg_dg_state_bytes(dg));
}

/* Room for a copy of the state on the device, where there is some: made for the second snapshot. The first is that of the
 * beginning, when nothing goes on that would have to wait. */
static eg_status make_aside(eg_dg *dg)
{
    int64_t bytes = eg_dg_state_bytes(dg);
    bool first = !dg->observed;
    dg->observed = true;
    if (first || dg->aside || dg->waits)
        return EG_OK;
    eg_status status = EG_MEMORY;
    if (bytes <= eg_dg_room(dg))
        status = eg_buffer_create(dg->device, bytes, "state set aside", &dg->aside);
    if (status == EG_OK)
        dg->device_bytes += bytes;
    if (status != EG_MEMORY)
        return status;
    dg->waits = true;
    eg_log(dg->context, EG_LOG_INFO,
           "the device has no room for a copy of the state (%.3g GB): while a snapshot goes to the "
           "host, the run waits",
           (double)bytes / 1e9);
    return EG_OK;
}

eg_status eg_dg_snapshot_begin(eg_dg *dg, void *memory, eg_event **event)
{
    int current;
    int64_t bytes = eg_dg_state_bytes(dg);
    *event = NULL;
    if (dg->stream)
        return eg_dg_read(dg, memory);
    EG_TRY(eg_dg_current(dg, &current));
    EG_TRY(make_aside(dg));
    if (!dg->aside) {
        EG_TRY(eg_buffer_read_begin(dg->q[current], 0, memory, bytes, event));
        return eg_event_wait(*event);
    }
    EG_TRY(eg_buffer_copy(dg->aside, 0, dg->q[current], 0, bytes));
    return eg_buffer_read_begin(dg->aside, 0, memory, bytes, event);
}

eg_status eg_dg_hash_chunks(const eg_dg *dg, const void *memory, uint64_t *chunks)
{
    return eg_layout_hash_chunks(dg->context, &dg->layout, dg->values, memory, chunks);
}

/* Of a state out of core. */
static eg_status persist_stream(eg_dg *dg, const eg_persist *persist)
{
    void *state, *cells;
    int64_t own = dg->mesh->base.own;
    int64_t bytes = own * dg->values * (int64_t)eg_real_size(dg->layout.precision);
    EG_TRY(eg_dg_stream_state(dg, &state));
    EG_TRY(eg_alloc(dg->context, eg_max_i64(bytes, 1), 1, &cells));
    eg_layout_read_cells(&dg->layout, dg->values, state, 0, own, cells);
    eg_status status = persist->part(persist->user, "state", cells, bytes);
    if (status == EG_OK && persist->restoring)
        eg_layout_write_cells(&dg->layout, dg->values, cells, 0, own, state);
    eg_free(dg->context, &cells);
    return status;
}

static eg_status persist_state(eg_dg *dg, const eg_persist *persist)
{
    int current;
    if (dg->stream)
        return persist_stream(dg, persist);
    EG_TRY(eg_dg_current(dg, &current));
    return eg_persist_cells(persist, dg->context, "state", &dg->layout, dg->values, dg->q[current]);
}

eg_status eg_dg_persist(eg_dg *dg, const eg_persist *persist)
{
    EG_TRY(persist_state(dg, persist));
    EG_TRY(eg_dg_persist_pml(dg, persist));
    EG_TRY(eg_time_persist(dg->time, persist));
    return persist->restoring ? eg_dg_visit_all(dg, eg_dg_leave_all_traces, 0) : EG_OK;
}

/* ---- divergence */

static bool is_finite(const eg_dg *dg, const void *memory, int64_t cell)
{
    int64_t slot = eg_layout_slot(&dg->layout, cell);
    for (int v = 0; v < dg->values; v++)
        if (!(fabs(eg_layout_load(&dg->layout, memory,
                                  eg_layout_state_index(&dg->layout, dg->values, slot, v))) < 1e30))
            return false;
    return true;
}

eg_status eg_dg_divergence_site(eg_dg *dg, int64_t *cell)
{
    int current;
    void *memory;
    EG_TRY(eg_dg_current(dg, &current));
    int64_t bytes = eg_dg_state_bytes(dg);
    EG_TRY(eg_alloc(dg->context, bytes, 1, &memory));
    eg_status status =
        dg->stream ? eg_dg_read(dg, memory) : eg_buffer_read(dg->q[!current], 0, memory, bytes);
    *cell = -1;
    for (int64_t c = 0; status == EG_OK && *cell < 0 && c < dg->mesh->base.own; c++)
        if (!is_finite(dg, memory, c))
            *cell = c;
    eg_free(dg->context, &memory);
    return status;
}

/* The cell with the least step. */
static int64_t slowest(const eg_dg *dg)
{
    int64_t found = 0;
    for (int64_t c = 1; c < dg->mesh->base.own; c++)
        if (dg->rate[c] > dg->rate[found])
            found = c;
    return found;
}

eg_status eg_dg_first_pass(eg_dg *dg)
{
    int64_t cell;
    char text[96];
    eg_status status = eg_time_first_pass(dg->time);
    if (status != EG_DIVERGED)
        return status;
    status = eg_dg_divergence_site(dg, &cell);
    EG_TRY(dg->comm ? eg_comm_agree(dg->comm, status) : status);
    bool infinite = cell >= 0;
    cell = infinite || dg->mesh->base.own == 0 ? eg_max_i64(cell, 0) : slowest(dg);
    double step = dg->mesh->base.own > 0 ? eg_dg_cell_step(dg, cell) : INFINITY;
    snprintf(text, sizeof text, "%sits stable step is %.3g s",
             infinite ? "a value is not finite or beyond 1e30; " : "", step);
    return eg_time_refuse(dg->time, &dg->mesh->base, cell, infinite ? INFINITY : -step, text);
}

double eg_dg_cell_step(const eg_dg *dg, int64_t cell)
{
    return dg->cfl / dg->rate[cell];
}

/* ---- cost */

/* Of a stage: the state is read and the next one written; the second array is written, and but in the first stage
 * read. Neighbours' values are in the cache. */
static double bytes_of_stages(const eg_dg *dg, int first, int last)
{
    double size = (double)eg_real_size(dg->layout.precision), values = 0;
    for (int i = first; i < last; i++)
        values += i == 0 ? 3 : dg->steps == EG_DG_SSPRK3 ? 3 : 4;
    int metric = dg->geometry == 0 ? dg->dimension : dg->dimension * dg->dimension;
    double faces = 2 * dg->dimension * (1 + dg->system->face_constants[dg->flux]);
    double constants = metric + dg->system->materials + faces;
    return (double)dg->mesh->base.own * (size * (values * dg->values + (last - first) * constants) +
                                         (last - first) * 2.0 * dg->dimension * 16);
}

/* Multiply-adds of the derivatives, all variables in all directions. */
static double flops_of_stage(const eg_dg *dg)
{
    return 2.0 * (double)dg->mesh->base.own * dg->values * dg->edge * dg->dimension;
}

double eg_dg_bytes_per_step(const eg_dg *dg)
{
    return bytes_of_stages(dg, 0, eg_dg_stages(dg));
}

double eg_dg_flops_per_step(const eg_dg *dg)
{
    return flops_of_stage(dg) * eg_dg_stages(dg);
}

/* Of volume, fluxes and update as a kernel each: the volume reads the state and writes the loss; the fluxes read and write it
 * at the nodes of faces, and read the state on both sides there; the update has all of a stage, and reads the loss. */
static void set_costs_of_parts(const eg_dg *dg)
{
    int stages = eg_dg_stages(dg);
    double state = (double)eg_dg_state_bytes(dg);
    double on_faces = state * 2 * dg->dimension / dg->edge;
    double outer = 1 - pow(1 - 2.0 / dg->edge, dg->dimension); /* nodes that lie on a face */
    eg_kernel_cost(dg->part_of[0], dg->blocks, 2 * state, flops_of_stage(dg));
    eg_kernel_cost(dg->part_of[1], dg->blocks, on_faces + 3 * outer * state, 0);
    eg_kernel_cost(dg->part_of[2], dg->blocks, bytes_of_stages(dg, 0, stages) / stages + state, 0);
}

void eg_dg_set_costs(const eg_dg *dg)
{
    int stages = eg_dg_stages(dg);
    if (dg->parts)
        set_costs_of_parts(dg);
    else
        eg_kernel_cost(dg->stage, dg->blocks, bytes_of_stages(dg, 0, stages) / stages,
                       flops_of_stage(dg));
}
