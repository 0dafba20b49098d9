/* The auxiliary queue: a stream of the highest priority, whose kernels get room as soon as any group of
 * another has ended. */
#include "device/cuda/cuda.h"

enum { STREAM_NON_BLOCKING = 1, EVENT_NO_TIMING = 2 };

eg_status eg_cuda_open_aux_queue(eg_device *device)
{
    struct eg_cuda_device *cuda = device->cuda;
    const eg_cuda_driver *driver = &cuda->driver;
    int least = 0, greatest = 0;
    EG_TRY(eg_cuda_check(device, "asking for priorities", driver->stream_priorities(&least, &greatest)));
    EG_TRY(eg_cuda_check(device, "making a stream",
                         driver->stream_create_urgent(&cuda->aux_queue, STREAM_NON_BLOCKING, greatest)));
    EG_TRY(eg_cuda_check(device, "making an event", driver->event_create(&cuda->forked, EVENT_NO_TIMING)));
    return eg_cuda_check(device, "making an event", driver->event_create(&cuda->joined, EVENT_NO_TIMING));
}

void eg_cuda_close_aux_queue(eg_device *device)
{
    const struct eg_cuda_device *cuda = device->cuda;
    if (cuda->forked)
        cuda->driver.event_destroy(cuda->forked);
    if (cuda->joined)
        cuda->driver.event_destroy(cuda->joined);
    if (cuda->aux_queue)
        cuda->driver.stream_destroy(cuda->aux_queue);
}

/* `after` waits for what `before` has so far. */
static eg_status wait(const eg_device *device, void *event, void *before, void *after)
{
    const eg_cuda_driver *driver = &device->cuda->driver;
    EG_TRY(eg_cuda_enter(device));
    int result = driver->event_record(event, before);
    if (result == 0)
        result = driver->stream_wait(after, event, 0);
    return eg_cuda_check(device, "queueing a wait", result);
}

static eg_status fork_aux_queue(eg_device *device)
{
    const struct eg_cuda_device *cuda = device->cuda;
    return wait(device, cuda->forked, cuda->stream, cuda->aux_queue);
}

static eg_status join_aux(eg_device *device)
{
    const struct eg_cuda_device *cuda = device->cuda;
    return wait(device, cuda->joined, cuda->aux_queue, cuda->stream);
}

static void enter_aux(eg_device *device)
{
    assert(device->cuda->queue == device->cuda->stream);
    device->cuda->queue = device->cuda->aux_queue;
}

static void leave_aux(eg_device *device)
{
    assert(device->cuda->queue == device->cuda->aux_queue);
    device->cuda->queue = device->cuda->stream;
}

const eg_aux_queue_backend eg_cuda_aux_queue = {
    .fork = fork_aux_queue, .enter = enter_aux, .leave = leave_aux, .join = join_aux};
