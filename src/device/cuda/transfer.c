/* Pinned memory, and large copies through lanes of it in turn. */
#include "device/cuda/cuda.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/parallel.h"

enum { LANE_BYTES = 1 << 25, EVENT_NO_TIMING = 2 };

/* ---- pinned memory */

enum { PAGE = 1 << 12, HUGE_PAGE = 1 << 21 };

/* Zeros in large pages, which all threads touch; NULL where there is no memory. As the driver's own, which
 * stand for them where need be, these blocks are not among those that the context counts. */
static void *take_pages(eg_context *context, int64_t bytes)
{
    int64_t page = bytes >= HUGE_PAGE ? HUGE_PAGE : PAGE, pages = eg_ceil_div(bytes, page);
    char *memory = aligned_alloc((size_t)page, (size_t)(pages * page));
    if (memory && page == HUGE_PAGE)
        madvise(memory, (size_t)(pages * page), MADV_HUGEPAGE); /* advice alone: without them it is slower */
    EG_LOOP_OF(context, memory ? pages : 0, 16)
    for (int64_t i = 0; i < (memory ? pages : 0); i++)
        memset(memory + i * page, 0, (size_t)page);
    return memory;
}

/* The driver takes 1.3 s to make 3.2 GB, page by page on one thread; pages that are there it pins in 0.07 s,
 * of another 0.07 s to touch them (H200, 16 threads). Systems that pin no memory of others make their own. */
int eg_cuda_pinned_create(const eg_device *device, int64_t bytes, void **memory)
{
    const eg_cuda_driver *driver = &device->cuda->driver;
    int64_t whole = eg_ceil_div(eg_max_i64(bytes, 1), PAGE) * PAGE;
    void *pages = take_pages(device->context, whole);
    *memory = pages;
    if (pages && driver->pin(pages, (size_t)whole, 0) == 0)
        return 0;
    free(pages);
    return driver->staging_create(memory, (size_t)whole, 0);
}

void eg_cuda_pinned_destroy(const eg_device *device, void *memory)
{
    const eg_cuda_driver *driver = &device->cuda->driver;
    if (driver->unpin(memory) == 0)
        free(memory);
    else /* the driver's own */
        driver->staging_destroy(memory);
}

/* ---- copies */

/* Pinned memory, and the event at which the device has done with it. */
struct eg_cuda_lane {
    void *memory, *event;
};

static eg_status open_lanes(eg_device *device)
{
    struct eg_cuda_device *cuda = device->cuda;
    int result = 0;
    if (cuda->lane)
        return EG_OK;
    EG_TRY(eg_alloc(device->context, EG_CUDA_LANES, sizeof *cuda->lane, &cuda->lane));
    for (int i = 0; i < EG_CUDA_LANES && result == 0; i++) {
        result = eg_cuda_pinned_create(device, LANE_BYTES, &cuda->lane[i].memory);
        if (result == 0)
            result = cuda->driver.event_create(&cuda->lane[i].event, EVENT_NO_TIMING);
    }
    if (result != 0)
        eg_cuda_close_lanes(device);
    return eg_cuda_check(device, "taking host memory for copies", result);
}

void eg_cuda_close_lanes(eg_device *device)
{
    struct eg_cuda_device *cuda = device->cuda;
    for (int i = 0; cuda->lane && i < EG_CUDA_LANES; i++) {
        if (cuda->lane[i].event)
            cuda->driver.event_destroy(cuda->lane[i].event);
        if (cuda->lane[i].memory)
            eg_cuda_pinned_destroy(device, cuda->lane[i].memory);
    }
    EG_FREE(&cuda->lane);
}

eg_status eg_cuda_write_large(eg_device *device, uint64_t target, const void *data, int64_t bytes)
{
    const struct eg_cuda_device *cuda = device->cuda;
    const eg_cuda_driver *driver = &cuda->driver;
    int result = 0;
    EG_TRY(open_lanes(device));
    for (int64_t at = 0, turn = 0; at < bytes && result == 0; at += LANE_BYTES, turn++) {
        const struct eg_cuda_lane *lane = &cuda->lane[turn % EG_CUDA_LANES];
        int64_t some = eg_min_i64(LANE_BYTES, bytes - at);
        if (turn >= EG_CUDA_LANES)
            result = driver->event_finish(lane->event);
        if (result != 0)
            break;
        eg_copy(device->context, lane->memory, (const char *)data + at, some);
        result = driver->memory_write(target + (uint64_t)at, lane->memory, (size_t)some, cuda->queue);
        if (result == 0)
            result = driver->event_record(lane->event, cuda->queue);
    }
    int finished = driver->stream_finish(cuda->queue);
    return eg_cuda_check(device, "writing a buffer", result != 0 ? result : finished);
}

/* Queues the read of the piece in this turn. */
static int begin_read(const struct eg_cuda_device *cuda, uint64_t source, int64_t bytes, int64_t turn)
{
    const struct eg_cuda_lane *lane = &cuda->lane[turn % EG_CUDA_LANES];
    int64_t at = turn * LANE_BYTES, some = eg_min_i64(LANE_BYTES, bytes - at);
    if (at >= bytes)
        return 0;
    int result = cuda->driver.memory_read(lane->memory, source + (uint64_t)at, (size_t)some, cuda->queue);
    return result != 0 ? result : cuda->driver.event_record(lane->event, cuda->queue);
}

eg_status eg_cuda_read_large(eg_device *device, uint64_t source, void *data, int64_t bytes)
{
    const struct eg_cuda_device *cuda = device->cuda;
    int64_t turns = eg_ceil_div(bytes, LANE_BYTES);
    int result = 0;
    EG_TRY(open_lanes(device));
    for (int64_t turn = 0; turn < EG_CUDA_LANES && result == 0; turn++)
        result = begin_read(cuda, source, bytes, turn);
    for (int64_t turn = 0; turn < turns && result == 0; turn++) {
        const struct eg_cuda_lane *lane = &cuda->lane[turn % EG_CUDA_LANES];
        int64_t at = turn * LANE_BYTES;
        result = cuda->driver.event_finish(lane->event);
        if (result != 0)
            break;
        eg_copy(device->context, (char *)data + at, lane->memory, eg_min_i64(LANE_BYTES, bytes - at));
        result = begin_read(cuda, source, bytes, turn + EG_CUDA_LANES);
    }
    int finished = cuda->driver.stream_finish(cuda->queue);
    return eg_cuda_check(device, "reading a buffer", result != 0 ? result : finished);
}
