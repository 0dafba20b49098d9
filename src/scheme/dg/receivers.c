/* Receivers on the device: their places, the ring of samples, and what is read from it. The kernel is dg/receive.h. */
#include "scheme/dg/internal.h"

#include <math.h>

#include "base/device_math.h"

#include "ader/samples.h"
#include "dg/sizes.h"
#include "time/clock.h"

/* Steps whose samples fit into a quarter of the ring: two batches of 8 that may be queued when the host
 * sees the ring three quarters full, and 8 to spare. */
enum { STEPS_AHEAD = 24, LEAST_ROOM = 256 };

/* The dense output of both schemes, by powers of the time in a step: factors of the state, then of what each stage leaves
 * (docs/theory/octree-dg.md). */
static const double of_low_storage[EG_DG_STAGES + 1][DENSE_POWERS] = {
    {1, 0, 0, 0, 0},
    {0, 1, -1.9934122515602428, 1.3547999916855209, -0.21172871812604888},
    {0, 0, 2.9103074296814104, -3.230861542341855, 0.69976442566007202},
    {0, 0, 0.58998135768604065, 2.2017909662978554, -1.9688172945969142},
    {0, 0, 0.44993023243423252, -0.56048622376068591, 0.81000644727557547},
    {0, 0, -0.35740174545131814, 0.44522181492386892, 0.065237178495601178}};
static const double of_strong[][DENSE_POWERS] = {
    {1, -1, -1, 1, 0}, {0, 1, -1, 0, 0}, {0, 0, 2, -2, 0}, {0, 0, 0, 1, 0}};

struct eg_dg_receivers {
    int64_t count, room; /* receivers; samples of the ring */
    double interval;
    eg_buffer *slot, *basis, *dense, *seen, *ring;
    eg_kernel *kernel;
};

/* ---- building */

static void find_basis(const eg_dg *dg, const eg_dg_receiver *receiver, double *values)
{
    double basis[3][EG_LINE_NODES];
    int n = dg->edge;
    for (int d = 0; d < dg->dimension; d++)
        eg_line_values((eg_line){EG_LINE_GLL, n - 1}, receiver->reference[d], basis[d], NULL);
    for (int i = 0; i < dg->nodes; i++) {
        values[i] = basis[0][i % n] * basis[1][i / n % n];
        if (dg->dimension == 3)
            values[i] *= basis[2][i / (n * n)];
    }
}

static eg_status build_places(eg_dg *dg, const eg_dg_options *options)
{
    eg_dg_receivers *made = dg->receivers;
    int32_t *slot = NULL;
    double *basis = NULL;
    eg_status status = eg_alloc(dg->context, made->count, sizeof *slot, &slot);
    if (status == EG_OK)
        status = eg_alloc(dg->context, made->count * dg->nodes, sizeof *basis, &basis);
    for (int64_t i = 0; status == EG_OK && i < made->count; i++) {
        slot[i] = eg_layout_slot(&dg->layout, options->receivers[i].cell);
        find_basis(dg, &options->receivers[i], &basis[i * dg->nodes]);
    }
    if (status == EG_OK)
        status = eg_dg_upload(dg, "cells of receivers", made->count * 4, slot, &made->slot);
    if (status == EG_OK)
        status = eg_dg_upload_reals(dg, "polynomials at receivers", made->count * dg->nodes, basis,
                                    &made->basis);
    eg_free(dg->context, &slot);
    eg_free(dg->context, &basis);
    return status;
}

static eg_status build_ring(eg_dg *dg, double dt)
{
    eg_dg_receivers *made = dg->receivers;
    int64_t size = (int64_t)eg_real_size(dg->layout.precision);
    int64_t row = made->count * dg->system->variables * size, stages = eg_dg_stages(dg);
    double samples = 4 * ceil(STEPS_AHEAD * (dt / made->interval) + 1);
    if (!(samples * (double)row < 1e15))
        return eg_fail(dg->context, EG_CASE,
                       "receivers: an interval of %g s is too short for a time step of %g s: its "
                       "samples would take %.2g bytes",
                       made->interval, dt, samples * (double)row);
    made->room = samples > LEAST_ROOM ? (int64_t)samples : LEAST_ROOM;
    EG_TRY(eg_dg_upload(dg, "dense output", (stages + 1) * DENSE_POWERS * 8,
                        dg->steps == EG_DG_SSPRK3 ? &of_strong[0][0] : &of_low_storage[0][0],
                        &made->dense));
    EG_TRY(eg_dg_upload(dg, "stages at receivers", (stages + 1) * row, NULL, &made->seen));
    return eg_dg_upload(dg, "samples of receivers", made->room * row, NULL, &made->ring);
}

static eg_status bind(eg_dg *dg)
{
    eg_dg_receivers *made = dg->receivers;
    EG_TRY(eg_kernel_get(dg->program, "dg_sample", &made->kernel));
    return EG_BIND(made->kernel, EG_BUFFER("slot", made->slot), EG_BUFFER("basis", made->basis),
                   EG_BUFFER("dense", made->dense), EG_BUFFER("seen", made->seen),
                   EG_BUFFER("ring", made->ring), EG_BUFFER("clock", eg_time_clock(dg->time)),
                   EG_BUFFER("count", eg_time_count(dg->time)),
                   EG_DOUBLE("interval", made->interval), EG_LONG("samples", made->room),
                   EG_LONG("receivers", made->count));
}

static eg_status build(eg_dg *dg, const eg_dg_options *options, double dt)
{
    if (options->receiver_count == 0)
        return EG_OK;
    if (!(options->receiver_interval > 0 && isfinite(options->receiver_interval)))
        return eg_fail(dg->context, EG_CASE,
                       "receivers: the interval of the samples is %g s; it must be positive",
                       options->receiver_interval);
    EG_TRY(eg_alloc(dg->context, 1, sizeof *dg->receivers, &dg->receivers));
    dg->receivers->count = options->receiver_count;
    dg->receivers->interval = options->receiver_interval;
    EG_TRY(build_places(dg, options));
    EG_TRY(build_ring(dg, dt));
    EG_TRY(bind(dg));
    return eg_dg_visit_all(dg, eg_dg_queue_receivers, 0);
}

eg_status eg_dg_build_receivers(eg_dg *dg, const eg_dg_options *options)
{
    eg_time_state now;
    if (!dg->comm && options->receiver_count == 0)
        return EG_OK;
    EG_TRY(eg_time_readback_begin(dg->time));
    EG_TRY(eg_time_readback_end(dg->time, &now));
    eg_status status = build(dg, options, now.dt);
    return dg->comm ? eg_comm_agree(dg->comm, status) : status;
}

void eg_dg_destroy_receivers(eg_dg *dg)
{
    eg_dg_receivers *r = dg->receivers;
    if (!r)
        return;
    eg_buffer **buffers[] = {&r->slot, &r->basis, &r->dense, &r->seen, &r->ring};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        eg_dg_release(dg, buffers[i]);
    eg_free(dg->context, &dg->receivers);
}

eg_status eg_dg_queue_receivers(eg_dg *dg, int stage)
{
    if (!dg->receivers)
        return EG_OK;
    return EG_LAUNCH(dg->receivers->kernel, dg->receivers->count, EG_BUFFER("q0", dg->q[0]),
                     EG_BUFFER("q1", dg->q[1]), EG_BUFFER("second", dg->second),
                     EG_INT("number", stage), EG_INT("from_group", (int32_t)dg->held.from),
                     EG_LONG("blocks", dg->held.blocks));
}

/* ---- reading */

int64_t eg_dg_receivers_samples(const eg_dg *dg, double time)
{
    return dg->receivers ? eg_sample_last(time, dg->receivers->interval) + 1 : 0;
}

int64_t eg_dg_receivers_room(const eg_dg *dg)
{
    return dg->receivers ? dg->receivers->room : 0;
}

/* The samples that have been written, those of a refused step among them. */
static eg_status count_written(eg_dg *dg, int64_t *valid, int64_t *written)
{
    double clock[CLOCK_SLOTS];
    int64_t count[COUNT_SLOTS];
    EG_TRY(eg_buffer_read(eg_time_clock(dg->time), 0, clock, sizeof clock));
    EG_TRY(eg_buffer_read(eg_time_count(dg->time), 0, count, sizeof count));
    bool refused = count[COUNT_PAUSE] == PAUSE_NOT_FINITE || count[COUNT_PAUSE] == PAUSE_COLLAPSED;
    *valid = eg_dg_receivers_samples(dg, clock[CLOCK_T]);
    *written = eg_dg_receivers_samples(dg, clock[refused ? CLOCK_T_NEXT : CLOCK_T]);
    return EG_OK;
}

/* Reads `count` samples that lie in one piece of the ring. */
static eg_status read_piece(eg_dg *dg, int64_t first, int64_t count, int64_t all, void *raw,
                            double *values)
{
    const eg_dg_receivers *r = dg->receivers;
    int variables = dg->system->variables;
    int64_t row = r->count * variables, size = (int64_t)eg_real_size(dg->layout.precision);
    EG_TRY(eg_buffer_read(r->ring, first % r->room * row * size, raw, count * row * size));
    for (int64_t k = 0; k < count; k++)
        for (int64_t i = 0; i < r->count; i++)
            for (int v = 0; v < variables; v++)
                values[(i * all + k) * variables + v] =
                    eg_layout_load(&dg->layout, raw, k * row + i * variables + v);
    return EG_OK;
}

eg_status eg_dg_receivers_read(eg_dg *dg, int64_t first, int64_t count, double *values)
{
    const eg_dg_receivers *r = dg->receivers;
    int64_t valid, written, row = r->count * dg->system->variables;
    void *raw;
    if (count == 0)
        return EG_OK;
    EG_TRY(count_written(dg, &valid, &written));
    assert(first >= 0 && first + count <= valid && "samples that are not there yet");
    if (first < written - r->room)
        return eg_fail(dg->context, EG_INTERNAL,
                       "receivers: samples from %lld on have been written over; the ring holds "
                       "%lld: read it before it is full",
                       (long long)first, (long long)r->room);
    int64_t before = eg_min_i64(count, r->room - first % r->room);
    EG_TRY(eg_alloc(dg->context, count * row, eg_real_size(dg->layout.precision), &raw));
    eg_status status = read_piece(dg, first, before, count, raw, values);
    if (status == EG_OK && before < count)
        status = read_piece(dg, first + before, count - before, count, raw,
                            values + before * dg->system->variables);
    eg_free(dg->context, &raw);
    return status;
}
