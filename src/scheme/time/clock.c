/* The clock on the device: its buffers, its kernels, and its readbacks. */
#include "scheme/time/clock.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "field/async_readback.h"
#include "field/owner.h"
#include "time/clock.h" /* kernels/time/clock.h: the slots of the clock */

enum { CLOCK_BYTES = CLOCK_SLOTS * 8, COUNT_BYTES = COUNT_SLOTS * 8 };

struct eg_time {
    eg_context *context;
    eg_device *device;
    eg_owner owned;
    const eg_buffer *part;
    int64_t parts;
    eg_buffer *clock, *count;
    eg_program *program;
    eg_kernel *control, *resume, *prepare;
    const eg_comm *comm; /* NULL: one process */
    eg_link *link;       /* NULL: through the host */
    eg_kernel *fold;     /* of several ranks: */
    eg_buffer *rate;     /* the largest rate of the own cells, then of all */
    eg_precision precision;
    eg_async_readback *readback;
};

static eg_status build_clock_buffers(eg_time *made, const eg_time_options *options)
{
    const double clock[CLOCK_SLOTS] = {[CLOCK_CFL] = options->cfl,
                                       [CLOCK_DT_FIXED] = options->dt,
                                       [CLOCK_DT_LEAST] = options->dt_least > 0 ? options->dt_least : 1e-12};
    const int64_t count[COUNT_SLOTS] = {[COUNT_STEP_STOP] = INT64_MAX, [COUNT_FIRST_PASS] = 1};
    EG_TRY(eg_owner_buffer(&made->owned, made->device, "clock", sizeof clock, &made->clock));
    EG_TRY(eg_owner_buffer(&made->owned, made->device, "counters", sizeof count, &made->count));
    EG_TRY(eg_owner_buffer(&made->owned, made->device, "rate of all", sizeof(double), &made->rate));
    EG_TRY(eg_buffer_write(made->clock, 0, clock, sizeof clock));
    EG_TRY(eg_buffer_write(made->count, 0, count, sizeof count));
    const eg_buffer *looked_at[] = {made->clock, made->count};
    return eg_async_readback_create(made->context, made->device, looked_at, 2, &made->readback);
}

static eg_status build_clock_kernels(eg_time *made, const eg_time_options *options)
{
    const eg_define anew = {"ANEW", 1};
    const eg_program_options program = {.file = "time/control.c",
                                        .precision = options->precision,
                                        .lanes = 1,
                                        .defines = options->anew ? &anew : NULL,
                                        .define_count = options->anew ? 1 : 0};
    EG_TRY(eg_owner_program(&made->owned, made->device, &program, &made->program));
    return EG_KERNELS(made->program, {"time_control", &made->control}, {"time_fold", &made->fold},
                      {"time_prepare", &made->prepare}, {"time_resume", &made->resume});
}

eg_status eg_time_create(eg_context *context, eg_device *device, const eg_time_options *options,
                         eg_time **clock)
{
    *clock = NULL;
    EG_ENDS_WITH(eg_time_destroy) eg_time *made = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = made->owned.context = context;
    made->device = device;
    made->part = options->part;
    made->parts = options->parts;
    made->precision = options->precision;
    made->link = options->link;
    made->comm = eg_comm_size(options->comm) > 1 ? options->comm : NULL;
    EG_TRY(build_clock_buffers(made, options));
    EG_TRY(build_clock_kernels(made, options));
    return eg_hand_over(&made, clock);
}

void eg_time_destroy(eg_time **address)
{
    if (!address || !*address)
        return;
    eg_async_readback_destroy(&(*address)->readback);
    eg_owner_end(&(*address)->owned);
    EG_FREE(address);
}

eg_status eg_time_first_pass(eg_time *clock)
{
    eg_time_state now;
    EG_TRY(eg_time_readback_begin(clock));
    EG_TRY(eg_time_readback_end(clock, &now));
    if (now.pause == EG_PAUSE_EVENT)
        return EG_OK;
    return eg_fail(clock->context, EG_DIVERGED,
                   "the initial state is not finite, or no step is stable for it");
}

eg_status eg_time_refuse(const eg_time *clock, const eg_mesh *mesh, int64_t cell, double how_bad,
                         const char *state)
{
    char message[768] = "no step can be taken from the initial state", place[EG_POINT_ROOM];
    if (cell < mesh->own)
        snprintf(message, sizeof message,
                 "no finite and stable step can be taken from the initial state: cell %lld (element "
                 "%lld of %s) at %s, region '%s': %s",
                 (long long)eg_mesh_whole_number(mesh, cell), (long long)mesh->source[cell], mesh->origin,
                 eg_format_point(mesh->dimension, mesh->centroid[cell], place),
                 mesh->regions.name[mesh->region[cell]], state);
    else
        how_bad = -INFINITY;
    if (clock->comm) {
        int worst = eg_comm_first_largest(clock->comm, how_bad);
        eg_comm_broadcast(clock->comm, worst, message, sizeof message);
    }
    eg_status status = eg_fail(clock->context, EG_DIVERGED, "%s", message);
    return eg_comm_agree(clock->comm, status);
}

/* At the present time; parity -1: as it is. */
static eg_status prepare_pass(eg_time *clock, int parity)
{
    return EG_LAUNCH(clock->prepare, 1, EG_BUFFER("clock", clock->clock), EG_BUFFER("count", clock->count),
                     EG_INT("parity", parity));
}

eg_status eg_time_change_cells(eg_time *clock, const eg_buffer *part, int64_t parts)
{
    clock->part = part;
    clock->parts = parts;
    return prepare_pass(clock, 1); /* which the pass turns */
}

eg_status eg_time_repeat_first_pass(eg_time *clock)
{
    return prepare_pass(clock, -1);
}

/* The largest rate of the own cells. */
static eg_status fold_rate(eg_time *clock)
{
    return EG_LAUNCH(clock->fold, 1, EG_BUFFER("part", clock->part), EG_LONG("parts", clock->parts),
                     EG_BUFFER("rate", clock->rate));
}

/* Waits for the step. */
static eg_status read_fastest(eg_time *clock, double *rate)
{
    float single;
    bool wide = clock->precision == EG_F64;
    EG_TRY(fold_rate(clock));
    EG_TRY(eg_buffer_read(clock->rate, 0, wide ? (void *)rate : &single, wide ? 8 : 4));
    *rate = wide ? *rate : (double)single;
    return EG_OK;
}

/* Makes the rate that of all ranks; they go on together, or fail together. */
static eg_status reduce_rate(eg_time *clock, eg_status status)
{
    double value[2] = {0, 0}; /* rate; whether some rank has failed */
    if (status == EG_OK)
        status = read_fastest(clock, &value[0]);
    value[1] = status != EG_OK;
    eg_comm_max(clock->comm, value, 2);
    if (value[1] > 0)
        return eg_comm_agree(clock->comm, status);
    float single = (float)value[0];
    bool wide = clock->precision == EG_F64;
    return eg_buffer_write(clock->rate, 0, wide ? (void *)&value[0] : &single, wide ? 8 : 4);
}

/* The same from device to device: the host does not wait. Nobody asks the others how they are; who fails ends
 * the job. */
static eg_status link_rate(eg_time *clock, eg_status status)
{
    if (status == EG_OK)
        status = fold_rate(clock);
    if (status == EG_OK)
        status = eg_link_max(clock->link, clock->rate, clock->precision);
    eg_comm_leave(clock->comm, status);
    return status;
}

static eg_status find_step_rate(eg_time *clock, eg_status status)
{
    if (!clock->comm)
        return status;
    return clock->link ? link_rate(clock, status) : reduce_rate(clock, status);
}

eg_status eg_time_reduce_rate(eg_time *clock)
{
    return find_step_rate(clock, EG_OK);
}

eg_status eg_time_queue(eg_time *clock, eg_status status)
{
    EG_TRY(find_step_rate(clock, status));
    return EG_LAUNCH(clock->control, 1, EG_BUFFER("part", clock->comm ? clock->rate : clock->part),
                     EG_LONG("parts", clock->comm ? 1 : clock->parts), EG_BUFFER("clock", clock->clock),
                     EG_BUFFER("count", clock->count));
}

eg_status eg_time_resume_until(eg_time *clock, double t_stop, int64_t step_stop)
{
    return EG_LAUNCH(clock->resume, 1, EG_BUFFER("clock", clock->clock), EG_BUFFER("count", clock->count),
                     EG_DOUBLE("t_stop", t_stop), EG_LONG("step_stop", step_stop));
}

bool eg_time_has_come(double event, double now)
{
    return event <= now * (1 + 0x1p-49);
}

eg_status eg_time_readback_begin(eg_time *clock)
{
    return eg_async_readback_begin(clock->readback);
}

eg_status eg_time_readback_end(eg_time *clock, eg_time_state *now)
{
    const void *memory;
    eg_status status = eg_async_readback_end(clock->readback, &memory);
    if (clock->link)
        eg_comm_leave(clock->comm, status); /* the others' devices may wait for this one */
    double value[CLOCK_SLOTS];
    int64_t count[COUNT_SLOTS];
    memcpy(value, memory, sizeof value);
    memcpy(count, (const char *)memory + sizeof value, sizeof count);
    *now = (eg_time_state){.time = value[CLOCK_T],
                           .dt = value[CLOCK_DT] > 0 ? value[CLOCK_DT] : value[CLOCK_DT_FREE],
                           .steps = count[COUNT_STEPS],
                           .pause = (eg_pause)count[COUNT_PAUSE]};
    return eg_comm_agree(clock->comm, status);
}

eg_status eg_time_read_step(eg_time *clock, eg_time_step *step)
{
    double value[CLOCK_SLOTS];
    EG_TRY(eg_buffer_read(clock->clock, 0, value, sizeof value));
    *step = (eg_time_step){value[CLOCK_T], value[CLOCK_T_NEXT], value[CLOCK_DT]};
    return EG_OK;
}

eg_status eg_time_parity(eg_time *clock, int *parity)
{
    int64_t count[COUNT_SLOTS];
    EG_TRY(eg_buffer_read(clock->count, 0, count, sizeof count));
    *parity = (int)count[COUNT_PARITY];
    return EG_OK;
}

/* At a moment between two steps. */
static eg_status set_time(eg_time *clock, double time, double dt_free, int64_t steps)
{
    double value[CLOCK_SLOTS];
    int64_t count[COUNT_SLOTS];
    EG_TRY(eg_buffer_read(clock->clock, 0, value, sizeof value));
    EG_TRY(eg_buffer_read(clock->count, 0, count, sizeof count));
    value[CLOCK_T] = value[CLOCK_T_NEXT] = time;
    value[CLOCK_DT] = 0;
    value[CLOCK_DT_FREE] = dt_free;
    count[COUNT_STEPS] = steps;
    count[COUNT_PAUSE] = PAUSE_EVENT;
    EG_TRY(eg_buffer_write(clock->clock, 0, value, sizeof value));
    return eg_buffer_write(clock->count, 0, count, sizeof count);
}

eg_status eg_time_restart(eg_time *clock)
{
    double value[CLOCK_SLOTS];
    int64_t count[COUNT_SLOTS];
    EG_TRY(eg_buffer_read(clock->clock, 0, value, sizeof value));
    EG_TRY(eg_buffer_read(clock->count, 0, count, sizeof count));
    return set_time(clock, 0, value[CLOCK_DT_FREE], count[COUNT_STEPS]);
}

eg_status eg_time_persist(eg_time *clock, const eg_persist *persist)
{
    double value[CLOCK_SLOTS];
    int64_t count[COUNT_SLOTS];
    struct {
        double time, dt_free;
        int64_t steps;
    } kept;
    EG_TRY(eg_buffer_read(clock->clock, 0, value, sizeof value));
    EG_TRY(eg_buffer_read(clock->count, 0, count, sizeof count));
    kept.time = value[CLOCK_T];
    kept.dt_free = value[CLOCK_DT_FREE];
    kept.steps = count[COUNT_STEPS];
    EG_TRY(persist->array(persist, "clock", &kept, sizeof kept));
    return persist->restoring ? set_time(clock, kept.time, kept.dt_free, kept.steps) : EG_OK;
}

const eg_buffer *eg_time_clock(const eg_time *clock)
{
    return clock->clock;
}

const eg_buffer *eg_time_count(const eg_time *clock)
{
    return clock->count;
}

int64_t eg_time_device_bytes(const eg_time *clock)
{
    return eg_buffer_bytes(clock->clock) + eg_buffer_bytes(clock->count) +
           eg_async_readback_bytes(clock->readback);
}
