/* The clock of OpenCL's queues: they are made anew so that they keep the times of what they do. */
#include "device/opencl/opencl.h"

#include <math.h>

enum { ANCHOR_BYTES = 8, ANCHORS = 8 };

struct eg_opencl_timing {
    cl_event event[EG_PROFILE_SLOTS];
};

/* Empties a queue and makes it anew. */
static eg_status renew_queue(eg_device *device, cl_command_queue_properties properties,
                             cl_command_queue *queue)
{
    struct eg_opencl_device *opencl = device->opencl;
    cl_int code;
    EG_TRY(eg_opencl_check(device, "what was queued", opencl->cl.clFinish(*queue)));
    cl_command_queue made = opencl->cl.clCreateCommandQueue(opencl->context, opencl->id, properties, &code);
    EG_TRY(eg_opencl_check(device, "creating a queue", code));
    opencl->cl.clReleaseCommandQueue(*queue);
    *queue = made;
    return EG_OK;
}

static eg_status opencl_begin_timing(eg_device *device)
{
    struct eg_opencl_device *opencl = device->opencl;
    EG_TRY(renew_queue(device, CL_QUEUE_PROFILING_ENABLE, &opencl->queue));
    EG_TRY(renew_queue(device, CL_QUEUE_PROFILING_ENABLE, &opencl->copies));
    return eg_alloc(device->context, 1, sizeof *opencl->timing, &opencl->timing);
}

/* The queues stay as they are: they only keep times that nobody asks for. */
static void opencl_end_timing(eg_device *device)
{
    struct eg_opencl_device *opencl = device->opencl;
    opencl->timed = NULL;
    for (int i = 0; opencl->timing && i < EG_PROFILE_SLOTS; i++)
        if (opencl->timing->event[i])
            opencl->cl.clReleaseEvent(opencl->timing->event[i]);
    EG_FREE(&opencl->timing);
}

static eg_status opencl_time_before(eg_device *device, eg_queue queue, int slot)
{
    (void)queue;
    struct eg_opencl_device *opencl = device->opencl;
    cl_event *event = &opencl->timing->event[slot];
    if (*event) /* of what was queued and not counted */
        opencl->cl.clReleaseEvent(*event);
    *event = NULL;
    opencl->timed = event;
    return EG_OK;
}

static eg_status opencl_time_after(eg_device *device, eg_queue queue, int slot)
{
    (void)queue;
    (void)slot;
    device->opencl->timed = NULL;
    return EG_OK;
}

/* The device's clock, s. */
static eg_status event_time(eg_device *device, cl_event event, cl_profiling_info which, double *seconds)
{
    cl_ulong nanoseconds = 0;
    cl_int code =
        device->opencl->cl.clGetEventProfilingInfo(event, which, sizeof nanoseconds, &nanoseconds, NULL);
    *seconds = 1e-9 * (double)nanoseconds;
    return eg_opencl_check(device, "reading the clock", code);
}

/* One estimate of what eg_clock() has more than the device's clock, from the end of a small copy. */
static eg_status estimate_offset(eg_device *device, cl_mem anchor, double *offset)
{
    struct eg_opencl_device *opencl = device->opencl;
    const char zero[ANCHOR_BYTES] = {0};
    cl_event event;
    double seconds;
    cl_int code = opencl->cl.clEnqueueWriteBuffer(opencl->queue, anchor, CL_TRUE, 0, ANCHOR_BYTES, zero, 0,
                                                  NULL, &event);
    *offset = eg_clock();
    EG_TRY(eg_opencl_check(device, "reading the clock", code));
    eg_status status = event_time(device, event, CL_PROFILING_COMMAND_END, &seconds);
    opencl->cl.clReleaseEvent(event);
    *offset -= seconds;
    return status;
}

/* What eg_clock() has more than the device's clock. An estimate is too large by the time between the end of
 * the copy and the look at eg_clock(), which on a busy machine may be long: so the least of several. */
static eg_status find_offset(eg_device *device, double *offset)
{
    struct eg_opencl_device *opencl = device->opencl;
    cl_int code;
    cl_mem anchor = opencl->cl.clCreateBuffer(opencl->context, CL_MEM_READ_WRITE, ANCHOR_BYTES, NULL, &code);
    EG_TRY(eg_opencl_check(device, "creating a buffer", code));
    eg_status status = EG_OK;
    *offset = INFINITY;
    for (int i = 0; i < ANCHORS && status == EG_OK; i++) {
        double estimate = INFINITY;
        status = estimate_offset(device, anchor, &estimate);
        *offset = fmin(*offset, estimate);
    }
    opencl->cl.clReleaseMemObject(anchor);
    return status;
}

static eg_status opencl_read_times(eg_device *device, int count, double (*pair)[2])
{
    struct eg_opencl_device *opencl = device->opencl;
    double offset;
    EG_TRY(eg_device_finish(device));
    EG_TRY(find_offset(device, &offset));
    for (int i = 0; i < count; i++) {
        cl_event event = opencl->timing->event[i];
        EG_TRY(event_time(device, event, CL_PROFILING_COMMAND_START, &pair[i][0]));
        EG_TRY(event_time(device, event, CL_PROFILING_COMMAND_END, &pair[i][1]));
        pair[i][0] += offset;
        pair[i][1] += offset;
        opencl->cl.clReleaseEvent(event);
        opencl->timing->event[i] = NULL;
    }
    return EG_OK;
}

const eg_timing_backend eg_opencl_timing = {.begin = opencl_begin_timing,
                                            .end = opencl_end_timing,
                                            .before = opencl_time_before,
                                            .after = opencl_time_after,
                                            .read = opencl_read_times};
