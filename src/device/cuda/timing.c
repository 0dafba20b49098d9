/* The clock of CUDA's streams: an event before and one after what is queued. Times between events are single
 * precision, so they are taken from an event that is never far back. */
#include "device/cuda/cuda.h"

enum { EVENT_DEFAULT = 0 };

struct eg_cuda_timing {
    void *event[EG_PROFILE_SLOTS][2];
    void *origin;
    double origin_clock; /* of eg_clock(), when the origin was reached */
};

/* Makes now the origin. */
static eg_status set_origin(eg_device *device)
{
    struct eg_cuda_timing *timing = device->cuda->timing;
    const eg_cuda_driver *driver = &device->cuda->driver;
    EG_TRY(eg_device_finish(device));
    int result = driver->event_record(timing->origin, device->cuda->stream);
    if (result == 0)
        result = driver->event_finish(timing->origin);
    timing->origin_clock = eg_clock();
    return eg_cuda_check(device, "reading the clock", result);
}

static eg_status make_events(eg_device *device)
{
    struct eg_cuda_timing *timing = device->cuda->timing;
    const eg_cuda_driver *driver = &device->cuda->driver;
    int result = driver->event_create(&timing->origin, EVENT_DEFAULT);
    for (int i = 0; i < 2 * EG_PROFILE_SLOTS && result == 0; i++)
        result = driver->event_create(&timing->event[i / 2][i % 2], EVENT_DEFAULT);
    return eg_cuda_check(device, "making an event", result);
}

static void cuda_end_timing(eg_device *device)
{
    struct eg_cuda_device *cuda = device->cuda;
    struct eg_cuda_timing *timing = cuda->timing;
    if (!timing)
        return;
    cuda->driver.context_set(cuda->context);
    for (int i = 0; i < 2 * EG_PROFILE_SLOTS; i++)
        if (timing->event[i / 2][i % 2])
            cuda->driver.event_destroy(timing->event[i / 2][i % 2]);
    if (timing->origin)
        cuda->driver.event_destroy(timing->origin);
    cuda->copy_mark = NULL;
    EG_FREE(&cuda->timing);
}

static eg_status cuda_begin_timing(eg_device *device)
{
    EG_TRY(eg_cuda_enter(device));
    EG_TRY(eg_alloc(device->context, 1, sizeof *device->cuda->timing, &device->cuda->timing));
    eg_status status = make_events(device);
    if (status == EG_OK)
        status = set_origin(device);
    if (status != EG_OK)
        cuda_end_timing(device);
    return status;
}

static eg_status record(eg_device *device, eg_queue queue, int slot, int which)
{
    const struct eg_cuda_device *cuda = device->cuda;
    void *stream = queue == EG_QUEUE_FIRST ? cuda->stream
                   : queue == EG_QUEUE_AUX ? cuda->aux_queue
                                           : cuda->copies;
    EG_TRY(eg_cuda_enter(device));
    return eg_cuda_check(device, "marking a queue",
                         cuda->driver.event_record(cuda->timing->event[slot][which], stream));
}

/* A read that is begun waits for another stream first: it begins after that. */
static eg_status cuda_time_before(eg_device *device, eg_queue queue, int slot)
{
    if (queue != EG_QUEUE_COPIES)
        return record(device, queue, slot, 0);
    device->cuda->copy_mark = device->cuda->timing->event[slot][0];
    return EG_OK;
}

static eg_status cuda_time_after(eg_device *device, eg_queue queue, int slot)
{
    device->cuda->copy_mark = NULL;
    return record(device, queue, slot, 1);
}

static eg_status cuda_read_times(eg_device *device, int count, double (*pair)[2])
{
    const struct eg_cuda_timing *timing = device->cuda->timing;
    const eg_cuda_driver *driver = &device->cuda->driver;
    EG_TRY(eg_device_finish(device));
    for (int i = 0; i < 2 * count; i++) {
        float milliseconds;
        EG_TRY(
            eg_cuda_check(device, "reading the clock",
                          driver->event_elapsed(&milliseconds, timing->origin, timing->event[i / 2][i % 2])));
        pair[i / 2][i % 2] = timing->origin_clock + 1e-3 * (double)milliseconds;
    }
    return set_origin(device);
}

const eg_timing_backend eg_cuda_timing = {.begin = cuda_begin_timing,
                                          .end = cuda_end_timing,
                                          .before = cuda_time_before,
                                          .after = cuda_time_after,
                                          .read = cuda_read_times};
