/* Making, queueing, and what is read from a state while a run pauses. */
#include "scheme/stepper/stepper.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/parallel.h"

/* ---- making */

void eg_stepper_begin(eg_stepper *s, const eg_stepper_class *class, eg_device *device, const eg_mesh *mesh,
                      int degree, const eg_comm *comm, eg_link *link)
{
    s->reads = &eg_stepper_space_class;
    s->class = class;
    s->degree = degree;
    s->context = s->owned.context = mesh->context;
    s->device = device;
    s->domain = mesh;
    s->comm = mesh->partition ? comm : NULL;
    s->link = link;
}

void eg_stepper_end(eg_stepper *s)
{
    eg_recording_destroy(&s->recorded);
    eg_recording_destroy(&s->outdated);
    eg_time_destroy(&s->time);
    eg_owner_end(&s->owned);
}

eg_status eg_stepper_agree(const eg_stepper *s, eg_status status)
{
    return eg_comm_agree(s->comm, status);
}

eg_status eg_stepper_upload(eg_stepper *s, const char *label, int64_t bytes, const void *data,
                            eg_buffer **buffer)
{
    return eg_owner_upload(&s->owned, s->device, label, bytes, data, buffer);
}

eg_status eg_stepper_upload_reals(eg_stepper *s, const char *label, int64_t count, const double *data,
                                  eg_buffer **buffer)
{
    return eg_owner_upload_reals(&s->owned, s->device, s->layout.precision, label, count, data, buffer);
}

eg_status eg_stepper_upload_all(eg_stepper *s, bool reals, const eg_upload *all, size_t count)
{
    for (size_t i = 0; i < count; i++)
        EG_TRY(reals ? eg_stepper_upload_reals(s, all[i].label, all[i].size, all[i].data, all[i].buffer)
                     : eg_stepper_upload(s, all[i].label, all[i].size, all[i].data, all[i].buffer));
    return EG_OK;
}

eg_status eg_stepper_upload_tiles(eg_stepper *s, const char *label, const eg_tiles *products, int count,
                                  eg_buffer **buffer)
{
    int64_t values = 0;
    for (int i = 0; i < count; i++)
        values += eg_tiles_values(&products[i]);
    EG_SCRATCH double *tiles = NULL;
    EG_TRY(eg_alloc(s->context, values, sizeof *tiles, &tiles));
    double *to = tiles;
    for (int i = 0; i < count; i++) {
        eg_tiles_fill(&products[i], to);
        to += eg_tiles_values(&products[i]);
    }
    return eg_stepper_upload_reals(s, label, values, tiles, buffer);
}

eg_status eg_stepper_take(eg_stepper *s, const char *label, int64_t bytes, void *data_address,
                          eg_buffer **buffer)
{
    EG_TRY(eg_owner_add(&s->owned, EG_OWNED_BUFFER, buffer));
    return eg_buffer_take(s->device, bytes, label, data_address, buffer);
}

void eg_stepper_free(eg_stepper *s, void *pointer_address, size_t bytes)
{
    void **block = pointer_address;
    if (*block)
        eg_owner_end_within(&s->owned, *block, bytes);
    eg_free(s->context, block);
}

eg_status eg_stepper_program(eg_stepper *s, const eg_program_options *options, eg_program **program)
{
    return eg_owner_program(&s->owned, s->device, options, program);
}

eg_status eg_stepper_bind(eg_stepper *s, const eg_arg *args, int arg_count)
{
    const eg_buffer *clock = eg_time_clock(s->time), *count = eg_time_count(s->time);
    for (int64_t i = 0; i < s->owned.count; i++) {
        const eg_owned *owned = &s->owned.owned[i];
        eg_program *program = owned->kind == EG_OWNED_PROGRAM ? *(eg_program **)owned->variable : NULL;
        if (!program)
            continue;
        EG_TRY(EG_BIND_ALL(program, EG_BUFFER("q0", s->q[0]), EG_BUFFER("q1", s->q[1]),
                           EG_BUFFER("clock", clock), EG_BUFFER("count", count)));
        EG_TRY(eg_program_bind(program, args, arg_count));
    }
    return EG_OK;
}

eg_status eg_stepper_halo_of_cells(eg_stepper *s, int variables, eg_buffer *const state[2], eg_halo **halo)
{
    EG_TRY(eg_owner_add(&s->owned, EG_OWNED_HALO, halo));
    return eg_halo_create_of_cells(s->device, s->comm, s->link, s->domain, &s->layout, variables, state,
                                   halo);
}

eg_status eg_stepper_partition_boundary(eg_stepper *s, int group, const bool *also,
                                        eg_partition_boundary *boundary)
{
    EG_TRY(eg_owner_add(&s->owned, EG_OWNED_BUFFER, &boundary->order));
    return eg_partition_boundary_create(s->context, s->device, s->domain, &s->layout, group, also, boundary);
}

eg_status eg_stepper_build_clock(eg_stepper *s, const eg_time_options *options, eg_stepper *before)
{
    eg_time_options made = *options;
    if (before) {
        s->time = before->time;
        before->time = NULL;
        return eg_time_change_cells(s->time, options->part, options->parts);
    }
    made.precision = s->layout.precision;
    made.comm = s->comm;
    made.link = s->link;
    return eg_time_create(s->context, s->device, &made, &s->time);
}

/* ---- steps */

static eg_status queue_step_count(eg_stepper *s, int steps)
{
    for (int i = 0; i < steps; i++)
        EG_TRY(s->class->step(s));
    s->queued += steps;
    return EG_OK;
}

/* All steps are alike: what changes is on the device. The first ones may look for kernels. */
static bool is_recordable(const eg_stepper *s)
{
    return !s->comm && s->queued >= EG_STEPPER_RECORDED && eg_device_records(s->device) &&
           !(s->class->waits && s->class->waits(s));
}

static eg_status queue_recorded(eg_stepper *s)
{
    if (!s->recorded) {
        EG_TRY(eg_record_begin(s->device));
        EG_TRY(eg_record_end(s->device, queue_step_count(s, EG_STEPPER_RECORDED), &s->recorded));
    }
    EG_TRY(eg_recording_queue(s->recorded));
    eg_recording_destroy(&s->outdated); /* while the device is at work */
    return EG_OK;
}

eg_status eg_stepper_queue(eg_stepper *s, int steps)
{
    while (steps >= EG_STEPPER_RECORDED && is_recordable(s)) {
        EG_TRY(queue_recorded(s));
        steps -= EG_STEPPER_RECORDED;
    }
    return queue_step_count(s, steps);
}

eg_status eg_stepper_queue_shared(eg_stepper *s, eg_halo *halo, const eg_stepper_stage *parts, int stage,
                                  eg_status status)
{
    const eg_buffer *count = eg_time_count(s->time);
    if (status == EG_OK)
        status = eg_aux_queue_fork(s->device);
    eg_aux_queue_enter(s->device);
    if (status == EG_OK && parts->before)
        status = parts->before(s, stage);
    eg_status begun = eg_halo_begin(halo, count);
    eg_aux_queue_leave(s->device);
    if (status == EG_OK && parts->beside)
        status = parts->beside(s, stage);
    eg_aux_queue_enter(s->device);
    eg_status ended = eg_halo_end(halo, count);
    status = status != EG_OK ? status : begun != EG_OK ? begun : ended;
    if (status == EG_OK && parts->after)
        status = parts->after(s, stage);
    eg_aux_queue_leave(s->device);
    eg_status joined = eg_aux_queue_join(s->device);
    return status != EG_OK ? status : joined;
}

eg_status eg_stepper_exchange(eg_stepper *s)
{
    const eg_buffer *count = eg_time_count(s->time);
    eg_halo *halo;
    for (int stage = 0; (halo = s->class->halo(s, stage)) != NULL; stage++)
        EG_TRY(eg_halo_exchange(halo, count));
    return eg_time_reduce_rate(s->time);
}

int64_t eg_stepper_sent_bytes(const eg_stepper *s)
{
    const eg_halo *halo;
    int64_t bytes = 0;
    for (int stage = 0; (halo = s->class->halo(s, stage)) != NULL; stage++)
        bytes += eg_halo_sent_bytes(halo);
    return bytes;
}

int64_t eg_stepper_device_bytes(const eg_stepper *s)
{
    return s->beside + eg_owner_device_bytes(&s->owned) + (s->time ? eg_time_device_bytes(s->time) : 0);
}

/* ---- the state */

eg_status eg_stepper_current(const eg_stepper *s, int *index)
{
    return s->class->current ? s->class->current(s, index) : eg_time_parity(s->time, index);
}

eg_status eg_stepper_host_state(eg_stepper *s, void **state)
{
    *state = NULL;
    return s->class->host_state ? s->class->host_state(s, state) : EG_OK;
}

/* Without the time and the totals behind it. */
static int64_t values_bytes(const eg_stepper *s)
{
    return eg_layout_bytes(&s->layout, s->values);
}

int64_t eg_stepper_state_bytes(const eg_stepper *s)
{
    return values_bytes(s) + (s->timed + s->totals * s->domain->own) * (int64_t)sizeof(double);
}

const double *eg_stepper_copy_totals(const eg_stepper *s, const void *memory, int64_t cell)
{
    const double *behind = (const double *)((const char *)memory + values_bytes(s));
    assert(s->totals == 0 || values_bytes(s) % (int64_t)sizeof(double) == 0);
    return s->totals > 0 ? behind + s->timed + s->totals * cell : NULL;
}

/* Those of all own cells at the end of a copy. Waits. */
static eg_status put_totals(eg_stepper *s, void *memory)
{
    int64_t at = eg_stepper_state_bytes(s) - s->totals * s->domain->own * (int64_t)sizeof(double);
    return s->totals > 0 ? s->class->read_totals(s, s->domain->own, NULL, (double *)((char *)memory + at))
                         : EG_OK;
}

/* The time of the state, or of the step that was refused. Waits. */
static eg_status put_time(eg_stepper *s, bool refused, void *memory)
{
    eg_time_step step;
    if (!s->timed)
        return EG_OK;
    EG_TRY(eg_time_read_step(s->time, &step));
    memcpy((char *)memory + values_bytes(s), refused ? &step.end : &step.begin, sizeof(double));
    return EG_OK;
}

double eg_stepper_copy_time(const eg_stepper *s, const void *memory)
{
    double time = 0;
    if (s->timed)
        memcpy(&time, (const char *)memory + values_bytes(s), sizeof time);
    return time;
}

eg_status eg_stepper_snapshot_begin(eg_stepper *s, void *memory, eg_event **event)
{
    int current;
    void *state;
    int64_t bytes = values_bytes(s);
    *event = NULL;
    EG_TRY(eg_stepper_host_state(s, &state));
    if (state)
        return eg_stepper_read(s, memory);
    if (s->class->make_aside)
        EG_TRY(s->class->make_aside(s));
    EG_TRY(put_time(s, false, memory));
    if (s->totals_in_snapshots)
        EG_TRY(put_totals(s, memory));
    EG_TRY(eg_stepper_current(s, &current));
    if (s->aside) {
        EG_TRY(eg_buffer_copy(s->aside, 0, s->q[current], 0, bytes));
        return eg_buffer_read_begin(s->aside, 0, memory, bytes, event);
    }
    EG_TRY(eg_buffer_read_begin(s->q[current], 0, memory, bytes, event));
    return eg_event_wait(*event);
}

void *eg_stepper_host_cell(const eg_stepper *s, void *state, int64_t cell)
{
    return (char *)state + (s->class->host_shift ? s->class->host_shift(s, cell) : 0);
}

typedef struct host_copy {
    eg_stepper *stepper;
    char *memory;
    void *state;
} host_copy;

static eg_status copy_blocks(void *with, int part, int64_t from, int64_t to)
{
    const host_copy *copy = with;
    const eg_layout *layout = &copy->stepper->layout;
    int64_t bytes = (int64_t)copy->stepper->values * layout->lanes * (int64_t)eg_real_size(layout->precision);
    (void)part;
    for (int64_t b = from; b < to; b++) {
        const char *state = eg_stepper_host_cell(copy->stepper, copy->state, b * layout->lanes);
        memcpy(copy->memory + b * bytes, state + b * bytes, (size_t)bytes);
    }
    return EG_OK;
}

/* What is behind the blocks of cells is left as it is. */
static eg_status copy_host(eg_stepper *s, void *state, void *memory)
{
    host_copy copy = {.stepper = s, .memory = memory, .state = state};
    int64_t blocks = eg_ceil_div(s->domain->own, s->layout.lanes);
    return eg_in_parts(s->context, eg_parts(s->context, blocks, 16), blocks, copy_blocks, &copy);
}

/* The state, or the other one. */
static eg_status read_state(eg_stepper *s, bool other, void *memory)
{
    int current;
    void *state;
    int64_t bytes = values_bytes(s);
    EG_TRY(eg_stepper_host_state(s, &state));
    if (state)
        return copy_host(s, state, memory);
    EG_TRY(put_time(s, other, memory));
    if (!other)
        EG_TRY(put_totals(s, memory));
    EG_TRY(eg_stepper_current(s, &current));
    return eg_buffer_read(s->q[current ^ other], 0, memory, bytes);
}

eg_status eg_stepper_read(eg_stepper *s, void *memory)
{
    return read_state(s, false, memory);
}

eg_status eg_stepper_hash(const eg_stepper *s, const void *memory, uint64_t *hash)
{
    return eg_layout_hash(s->context, &s->layout, s->values, memory, hash);
}

eg_status eg_stepper_persist(eg_stepper *s, const eg_persist *persist)
{
    return s->class->persist(s, persist);
}

/* Between the state and the values of its cells one after the other, block by block. */
static void copy_state_cells(eg_stepper *s, void *state, char *cells, bool back)
{
    int64_t own = s->domain->own, lanes = s->layout.lanes;
    int64_t bytes = s->values * (int64_t)eg_real_size(s->layout.precision);
    for (int64_t c = 0; c < own; c += lanes) {
        void *block = eg_stepper_host_cell(s, state, c);
        int64_t end = eg_min_i64(c + lanes, own);
        if (back)
            eg_layout_write_cells(&s->layout, s->values, cells + c * bytes, c, end, block);
        else
            eg_layout_read_cells(&s->layout, s->values, block, c, end, cells + c * bytes);
    }
}

static eg_status persist_host(eg_stepper *s, const eg_persist *persist, void *state)
{
    EG_SCRATCH char *cells = NULL;
    int64_t bytes = s->domain->own * s->values * (int64_t)eg_real_size(s->layout.precision);
    EG_TRY(eg_alloc(s->context, eg_max_i64(bytes, 1), 1, &cells));
    copy_state_cells(s, state, cells, false);
    EG_TRY(persist->part(persist, "state", cells, bytes));
    if (persist->restoring)
        copy_state_cells(s, state, cells, true);
    return EG_OK;
}

eg_status eg_stepper_persist_state(eg_stepper *s, const eg_persist *persist)
{
    int current;
    void *state;
    EG_TRY(eg_stepper_host_state(s, &state));
    if (state)
        return persist_host(s, persist, state);
    EG_TRY(eg_stepper_current(s, &current));
    return eg_persist_cells(persist, s->context, "state", &s->layout, s->values, s->q[current]);
}

/* ---- divergence */

eg_status eg_stepper_read_refused(eg_stepper *s, void *memory)
{
    /* a refused step has written its state to the other buffer */
    return read_state(s, true, memory);
}

static bool is_finite_cell(const eg_stepper *s, const void *memory, int64_t cell)
{
    int64_t slot = eg_layout_slot(&s->layout, cell);
    for (int v = 0; v < s->values; v++)
        if (!eg_layout_is_finite(&s->layout, memory, eg_layout_state_index(&s->layout, s->values, slot, v)))
            return false;
    return true;
}

eg_status eg_stepper_divergence_site(eg_stepper *s, int64_t *cell)
{
    EG_SCRATCH void *memory = NULL;
    EG_TRY(eg_alloc(s->context, eg_stepper_state_bytes(s), 1, &memory));
    EG_TRY(eg_stepper_read_refused(s, memory));
    *cell = -1;
    for (int64_t c = 0; *cell < 0 && c < s->domain->own; c++)
        if (!is_finite_cell(s, memory, c))
            *cell = c;
    return EG_OK;
}

/* The cell with the least step. */
static int64_t slowest_rank(const eg_stepper *s)
{
    int64_t found = 0;
    for (int64_t c = 1; c < s->domain->own; c++)
        if (s->class->cell_step(s, c) < s->class->cell_step(s, found))
            found = c;
    return found;
}

eg_status eg_stepper_first_pass(eg_stepper *s)
{
    int64_t cell;
    char text[96];
    eg_status status = eg_time_first_pass(s->time);
    if (status != EG_DIVERGED)
        return status;
    EG_TRY(eg_stepper_agree(s, eg_stepper_divergence_site(s, &cell)));
    bool infinite = cell >= 0;
    cell = infinite || s->domain->own == 0 ? eg_max_i64(cell, 0) : slowest_rank(s);
    double step = s->domain->own > 0 ? s->class->cell_step(s, cell) : INFINITY;
    snprintf(text, sizeof text, "%sits stable step is %.3g s",
             infinite ? "a value is not finite or beyond 1e30; " : "", step);
    return eg_time_refuse(s->time, s->domain, cell, infinite ? INFINITY : -step, text);
}
