/* Recordings: graphs of CUDA, captured from the device's queue. */
#include "device/cuda/cuda.h"

/* CUstreamCaptureMode: other threads may go on with calls that wait. */
enum { CAPTURE_THREAD_LOCAL = 1 };

typedef struct cuda_recording {
    eg_recording base;
    void *graph; /* CUgraphExec */
} cuda_recording;

static bool can_record(const eg_device *device)
{
    return device->cuda->driver.has_graphs;
}

static eg_status begin_recording(eg_device *device)
{
    const struct eg_cuda_device *cuda = device->cuda;
    EG_TRY(eg_cuda_enter(device));
    return eg_cuda_check(device, "recording a queue",
                         cuda->driver.capture_begin(cuda->stream, CAPTURE_THREAD_LOCAL));
}

static eg_status end_recording(eg_device *device, bool keep, eg_recording **recording)
{
    const struct eg_cuda_device *cuda = device->cuda;
    const eg_cuda_driver *driver = &cuda->driver;
    void *graph = NULL, *made = NULL;
    *recording = NULL;
    EG_TRY(eg_cuda_enter(device));
    int result = driver->capture_end(cuda->stream, &graph);
    if (result == 0 && keep)
        result = driver->graph_instantiate(&made, graph, 0);
    if (graph)
        driver->graph_destroy(graph);
    eg_status status = eg_cuda_check(device, "recording a queue", result);
    cuda_recording *kept = NULL;
    if (status == EG_OK && keep)
        status = eg_alloc(device->context, 1, sizeof *kept, &kept);
    if (kept)
        *kept = (cuda_recording){.base = {device}, .graph = made};
    else if (made)
        driver->graph_exec_destroy(made);
    *recording = (eg_recording *)kept;
    return status;
}

static eg_status queue_recording(const eg_recording *recording)
{
    const struct eg_cuda_device *cuda = recording->device->cuda;
    void *graph = ((const cuda_recording *)recording)->graph;
    EG_TRY(eg_cuda_enter(recording->device));
    return eg_cuda_check(recording->device, "queueing a recording",
                         cuda->driver.graph_launch(graph, cuda->stream));
}

static void destroy_recording(eg_recording **recording)
{
    eg_device *device = (*recording)->device;
    device->cuda->driver.context_set(device->cuda->context);
    device->cuda->driver.graph_exec_destroy(((cuda_recording *)*recording)->graph);
    EG_FREE(recording);
}

const eg_recording_backend eg_cuda_recordings = {.is_there = can_record,
                                                 .begin = begin_recording,
                                                 .end = end_recording,
                                                 .queue = queue_recording,
                                                 .destroy = destroy_recording};
