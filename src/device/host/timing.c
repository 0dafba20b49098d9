/* The clock of the host's queue: what is queued is done when the call returns. */
#include "device/host/host.h"

#include <string.h>

static eg_status host_begin_timing(eg_device *device)
{
    return eg_alloc(device->context, EG_PROFILE_SLOTS, sizeof *device->host->pair, &device->host->pair);
}

static void host_end_timing(eg_device *device)
{
    EG_FREE(&device->host->pair);
}

static eg_status host_time_before(eg_device *device, eg_queue queue, int slot)
{
    (void)queue;
    device->host->pair[slot][0] = eg_clock();
    return EG_OK;
}

static eg_status host_time_after(eg_device *device, eg_queue queue, int slot)
{
    (void)queue;
    device->host->pair[slot][1] = eg_clock();
    return EG_OK;
}

static eg_status host_read_times(eg_device *device, int count, double (*pair)[2])
{
    memcpy(pair, device->host->pair, (size_t)count * sizeof *pair);
    return EG_OK;
}

const eg_timing_backend eg_host_timing = {.begin = host_begin_timing,
                                          .end = host_end_timing,
                                          .before = host_time_before,
                                          .after = host_time_after,
                                          .read = host_read_times};
