/* The samples of receivers: a ring on the device, and what is read from it. */
#include "scheme/stepper/stepper.h"

#include <math.h>

#include "base/device_math.h"

#include "ader/samples.h"
#include "time/clock.h"

/* Steps whose samples fit into a quarter of the ring: two batches of 8 that may be queued when the host
 * sees the ring three quarters full, and 8 to spare. */
enum { STEPS_AHEAD = 24, LEAST_ROOM = 256 };

static int64_t ring_row_bytes(const eg_stepper *s)
{
    return s->ring.count * s->variables * (int64_t)eg_real_size(s->layout.precision);
}

static eg_status build_ring(eg_stepper *s, double dt)
{
    eg_sample_ring *ring = &s->ring;
    double samples = 4 * ceil(STEPS_AHEAD * (dt / ring->interval) + 1);
    double bytes = samples * (double)ring_row_bytes(s);
    if (!(bytes < 1e15))
        return eg_fail(s->context, EG_CASE,
                       "receivers: an interval of %g s is too short for a time step of %g s: its "
                       "samples would take %.2g bytes; give a longer interval",
                       ring->interval, dt, bytes);
    ring->room = samples > LEAST_ROOM ? (int64_t)samples : LEAST_ROOM;
    return eg_stepper_upload(s, "samples of receivers", ring->room * ring_row_bytes(s), NULL, &ring->buffer);
}

eg_status eg_stepper_build_ring(eg_stepper *s, int64_t count, double interval)
{
    eg_time_state now;
    EG_TRY(eg_time_readback_begin(s->time));
    EG_TRY(eg_time_readback_end(s->time, &now));
    if (count == 0)
        return EG_OK;
    if (!(interval > 0 && isfinite(interval)))
        return eg_fail(s->context, EG_CASE,
                       "receivers: the interval of the samples is %g s; it must be positive", interval);
    s->ring = (eg_sample_ring){.count = count, .interval = interval};
    return build_ring(s, now.dt);
}

void eg_stepper_destroy_ring(eg_stepper *s)
{
    eg_owner_end_within(&s->owned, &s->ring, sizeof s->ring);
    s->ring = (eg_sample_ring){0};
}

int64_t eg_stepper_samples(const eg_stepper *s, double time)
{
    return s->ring.buffer ? eg_sample_last(time, s->ring.interval) + 1 : 0;
}

int64_t eg_stepper_samples_room(const eg_stepper *s)
{
    return s->ring.room;
}

/* The samples that have been written, those of a refused step among them. */
static eg_status count_written(eg_stepper *s, int64_t *valid, int64_t *written)
{
    double clock[CLOCK_SLOTS];
    int64_t count[COUNT_SLOTS];
    EG_TRY(eg_buffer_read(eg_time_clock(s->time), 0, clock, sizeof clock));
    EG_TRY(eg_buffer_read(eg_time_count(s->time), 0, count, sizeof count));
    bool refused = count[COUNT_PAUSE] == PAUSE_NOT_FINITE || count[COUNT_PAUSE] == PAUSE_COLLAPSED;
    *valid = eg_stepper_samples(s, clock[CLOCK_T]);
    *written = eg_stepper_samples(s, clock[refused ? CLOCK_T_NEXT : CLOCK_T]);
    return EG_OK;
}

/* Reads `count` samples that lie in one piece of the ring. */
static eg_status read_piece(eg_stepper *s, int64_t first, int64_t count, int64_t all, void *raw,
                            double *values)
{
    const eg_sample_ring *ring = &s->ring;
    int64_t row = ring->count * s->variables;
    EG_TRY(
        eg_buffer_read(ring->buffer, first % ring->room * ring_row_bytes(s), raw, count * ring_row_bytes(s)));
    for (int64_t k = 0; k < count; k++)
        for (int64_t i = 0; i < ring->count; i++)
            for (int v = 0; v < s->variables; v++)
                values[(i * all + k) * s->variables + v] =
                    eg_layout_load(&s->layout, raw, k * row + i * s->variables + v);
    return EG_OK;
}

eg_status eg_stepper_samples_read(eg_stepper *s, int64_t first, int64_t count, double *values)
{
    const eg_sample_ring *ring = &s->ring;
    int64_t valid, written;
    EG_SCRATCH void *raw = NULL;
    assert(ring->buffer && first >= 0 && count >= 0);
    if (count == 0)
        return EG_OK;
    EG_TRY(count_written(s, &valid, &written));
    assert(first + count <= valid && "samples that are not there yet");
    if (first < written - ring->room)
        return eg_fail(s->context, EG_INTERNAL,
                       "receivers: samples %lld to %lld have been written over; the ring holds "
                       "%lld: read it before it is full",
                       (long long)first, (long long)eg_min_i64(written - ring->room, first + count) - 1,
                       (long long)ring->room);
    int64_t before = eg_min_i64(count, ring->room - first % ring->room);
    EG_TRY(eg_alloc(s->context, count * ring_row_bytes(s), 1, &raw));
    EG_TRY(read_piece(s, first, before, count, raw, values));
    return before < count
               ? read_piece(s, first + before, count - before, count, raw, values + before * s->variables)
               : EG_OK;
}
