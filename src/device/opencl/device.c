/* OpenCL devices, buffers and events. */
#include "device/opencl/opencl.h"

#include <string.h>

#include "device/library.h"

/* ---- device */

static void opencl_close(eg_device *device)
{
    struct eg_opencl_device *opencl = device->opencl;
    if (opencl->copies)
        opencl->cl.clReleaseCommandQueue(opencl->copies);
    if (opencl->uploads)
        opencl->cl.clReleaseCommandQueue(opencl->uploads);
    if (opencl->queue)
        opencl->cl.clReleaseCommandQueue(opencl->queue);
    if (opencl->context)
        opencl->cl.clReleaseContext(opencl->context);
    eg_library_close(&opencl->cl.library);
    EG_FREE(&opencl->driver, &device->opencl);
}

/* What a compiled program depends on: platform, device and driver. */
static eg_status describe_driver(eg_device *device)
{
    struct eg_opencl_device *opencl = device->opencl;
    static const cl_device_info property[] = {CL_DEVICE_VENDOR, CL_DEVICE_NAME, CL_DEVICE_VERSION,
                                              CL_DRIVER_VERSION, CL_DEVICE_EXTENSIONS};
    eg_text text = {.context = device->context};
    for (size_t i = 0; i < sizeof property / sizeof *property; i++) {
        char value[2048];
        eg_opencl_text(&opencl->cl, opencl->id, property[i], value, sizeof value);
        eg_text_add(&text, "%s\n", value);
    }
    opencl->driver = text.data;
    opencl->keeps = text.data && strcasestr(text.data, "pocl") != NULL;
    return text.status;
}

static eg_status open_queues(eg_device *device)
{
    struct eg_opencl_device *opencl = device->opencl;
    cl_int code;
    cl_ulong largest = 0;
    opencl->context = opencl->cl.clCreateContext(NULL, 1, &opencl->id, NULL, NULL, &code);
    EG_TRY(eg_opencl_check(device, "creating a context", code));
    cl_command_queue *const queue[] = {&opencl->queue, &opencl->copies, &opencl->uploads};
    for (int i = 0; i < 3; i++) {
        *queue[i] = opencl->cl.clCreateCommandQueue(opencl->context, opencl->id, 0, &code);
        EG_TRY(eg_opencl_check(device, "creating a queue", code));
    }
    code =
        opencl->cl.clGetDeviceInfo(opencl->id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof largest, &largest, NULL);
    opencl->largest = (int64_t)largest;
    EG_TRY(eg_opencl_check(device, "asking for the memory", code));
    return describe_driver(device);
}

static eg_status opencl_open(eg_device *device, const eg_device_spec *spec)
{
    struct eg_opencl_device *opencl;
    EG_TRY(eg_alloc(device->context, 1, sizeof *opencl, &opencl));
    device->opencl = opencl;
    eg_status status;
    if (!eg_opencl_load(&opencl->cl) ||
        !eg_opencl_find(&opencl->cl, spec->number[0], spec->number[1], &opencl->id)) {
        status = eg_fail(device->context, EG_DEVICE, "opencl:%d.%d is no longer present",
                         (int)spec->number[0], (int)spec->number[1]);
    } else {
        eg_opencl_describe(&opencl->cl, opencl->id, spec->number[0], spec->number[1], &device->info);
        status = open_queues(device);
    }
    if (status != EG_OK)
        opencl_close(device);
    return status;
}

static eg_status opencl_finish(eg_device *device)
{
    struct eg_opencl_device *opencl = device->opencl;
    EG_TRY(eg_opencl_check(device, "what was queued", opencl->cl.clFinish(opencl->uploads)));
    EG_TRY(eg_opencl_check(device, "what was queued", opencl->cl.clFinish(opencl->queue)));
    return eg_opencl_check(device, "what was queued", opencl->cl.clFinish(opencl->copies));
}

/* Cells as threads; with nodes, a warp of cells and the nodes as items. */
static int opencl_lanes(const eg_device *device, eg_precision precision, int nodes)
{
    (void)precision;
    int lanes = nodes == 1 ? 128 : 32;
    while (lanes > device->info.max_group)
        lanes /= 2;
    return lanes;
}

/* ---- buffers */

static eg_status opencl_buffer_create(eg_buffer *buffer)
{
    eg_device *device = buffer->device;
    struct eg_opencl_device *opencl = device->opencl;
    int64_t left = device->info.memory - eg_device_bytes_used(device);
    if (buffer->bytes > opencl->largest || buffer->bytes > left)
        return eg_buffer_no_memory(buffer, eg_min_i64(opencl->largest, left));
    static const cl_ulong zero[8];
    size_t rounded = ((size_t)buffer->bytes / sizeof zero + 1) * sizeof zero;
    cl_int code;
    cl_mem memory = opencl->cl.clCreateBuffer(opencl->context, CL_MEM_READ_WRITE, rounded, NULL, &code);
    if (code == CL_SUCCESS) {
        /* the driver may take the memory only now */
        code = opencl->cl.clEnqueueFillBuffer(opencl->queue, memory, zero, sizeof zero, 0, rounded, 0, NULL,
                                              NULL);
        if (code != CL_SUCCESS)
            opencl->cl.clReleaseMemObject(memory);
    }
    if (code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_RESOURCES ||
        code == CL_OUT_OF_HOST_MEMORY || code == CL_INVALID_BUFFER_SIZE)
        return eg_buffer_no_memory(buffer, eg_min_i64(opencl->largest, left));
    EG_TRY(eg_opencl_check(device, "creating a buffer", code));
    buffer->memory.pointer = memory;
    return EG_OK;
}

static void opencl_buffer_destroy(eg_buffer *buffer)
{
    buffer->device->opencl->cl.clReleaseMemObject(buffer->memory.pointer);
}

static eg_status opencl_buffer_write(eg_buffer *buffer, int64_t offset, const void *data, int64_t bytes)
{
    struct eg_opencl_device *opencl = buffer->device->opencl;
    cl_int code =
        opencl->cl.clEnqueueWriteBuffer(opencl->queue, buffer->memory.pointer, CL_TRUE, (size_t)offset,
                                        (size_t)bytes, data, 0, NULL, opencl->timed);
    return eg_opencl_check(buffer->device, "writing a buffer", code);
}

static eg_status opencl_buffer_read(const eg_buffer *buffer, int64_t offset, void *data, int64_t bytes)
{
    struct eg_opencl_device *opencl = buffer->device->opencl;
    cl_int code = opencl->cl.clEnqueueReadBuffer(opencl->queue, buffer->memory.pointer, CL_TRUE,
                                                 (size_t)offset, (size_t)bytes, data, 0, NULL, opencl->timed);
    return eg_opencl_check(buffer->device, "reading a buffer", code);
}

static eg_status opencl_buffer_copy(eg_buffer *target, int64_t target_offset, const eg_buffer *source,
                                    int64_t source_offset, int64_t bytes)
{
    struct eg_opencl_device *opencl = target->device->opencl;
    cl_int code = opencl->cl.clEnqueueCopyBuffer(
        opencl->queue, source->memory.pointer, target->memory.pointer, (size_t)source_offset,
        (size_t)target_offset, (size_t)bytes, 0, NULL, opencl->timed);
    return eg_opencl_check(target->device, "copying a buffer", code);
}

/* ---- events */

static eg_status opencl_read_begin(const eg_buffer *buffer, int64_t offset, void *data, int64_t bytes,
                                   eg_event *event)
{
    eg_device *device = buffer->device;
    struct eg_opencl_device *opencl = device->opencl;
    cl_event ready, done = NULL;
    EG_TRY(eg_opencl_check(device, "queueing a read",
                           opencl->cl.clEnqueueBarrierWithWaitList(opencl->queue, 0, NULL, &ready)));
    cl_int code = opencl->cl.clFlush(opencl->queue);
    if (code == CL_SUCCESS && bytes == 0) {
        event->handle.pointer = ready;
        return EG_OK;
    }
    if (code == CL_SUCCESS)
        code = opencl->cl.clEnqueueReadBuffer(opencl->copies, buffer->memory.pointer, CL_FALSE,
                                              (size_t)offset, (size_t)bytes, data, 1, &ready, &done);
    if (code == CL_SUCCESS && opencl->timed) {
        *opencl->timed = done;
        opencl->cl.clRetainEvent(done);
    }
    if (code == CL_SUCCESS)
        code = opencl->cl.clFlush(opencl->copies);
    opencl->cl.clReleaseEvent(ready);
    event->handle.pointer = done;
    return eg_opencl_check(device, "queueing a read", code);
}

/* The host waits for `after`: a driver may take `data`, which is not pinned, when the write is queued, and a
 * read that is queued before it may yet bring them. */
static eg_status opencl_write_begin(eg_buffer *buffer, int64_t offset, const void *data, int64_t bytes,
                                    const eg_event *after, eg_event *event)
{
    eg_device *device = buffer->device;
    struct eg_opencl_device *opencl = device->opencl;
    cl_event done = NULL, before = after ? after->handle.pointer : NULL;
    cl_int code = after ? opencl->cl.clWaitForEvents(1, &before) : CL_SUCCESS;
    if (code == CL_SUCCESS)
        code = opencl->cl.clEnqueueWriteBuffer(opencl->uploads, buffer->memory.pointer, CL_FALSE,
                                               (size_t)offset, (size_t)bytes, data, 0, NULL, &done);
    if (code == CL_SUCCESS)
        code = opencl->cl.clFlush(opencl->uploads);
    event->handle.pointer = done;
    return eg_opencl_check(device, "queueing a write", code);
}

static eg_status opencl_queue_wait(const eg_event *event)
{
    const struct eg_opencl_device *opencl = event->device->opencl;
    cl_event before = event->handle.pointer, made = NULL;
    cl_int code = opencl->cl.clEnqueueBarrierWithWaitList(opencl->queue, 1, &before, &made);
    if (code == CL_SUCCESS)
        opencl->cl.clReleaseEvent(made);
    return eg_opencl_check(event->device, "queueing a wait", code);
}

static eg_status opencl_event_wait(eg_event *event)
{
    cl_event handle = event->handle.pointer;
    return eg_opencl_check(event->device, "reading a buffer",
                           event->device->opencl->cl.clWaitForEvents(1, &handle));
}

static void opencl_event_destroy(eg_event *event)
{
    event->device->opencl->cl.clReleaseEvent(event->handle.pointer);
}

const eg_backend eg_opencl_backend = {
    .timing = &eg_opencl_timing,
    .open = opencl_open,
    .close = opencl_close,
    .finish = opencl_finish,
    .lanes = opencl_lanes,
    .buffer_create = opencl_buffer_create,
    .buffer_destroy = opencl_buffer_destroy,
    .buffer_write = opencl_buffer_write,
    .buffer_read = opencl_buffer_read,
    .buffer_copy = opencl_buffer_copy,
    .read_begin = opencl_read_begin,
    .write_begin = opencl_write_begin,
    .queue_wait = opencl_queue_wait,
    .event_wait = opencl_event_wait,
    .event_destroy = opencl_event_destroy,
    .target = "target/opencl.h",
    .footer = "",
    .prologue = eg_opencl_prologue,
    .identity = eg_opencl_identity,
    .compile = eg_opencl_compile,
    .load = eg_opencl_load_program,
    .unload = eg_opencl_unload_program,
    .kernel_create = eg_opencl_kernel_create,
    .kernel_destroy = eg_opencl_kernel_destroy,
    .launch = eg_opencl_launch,
};
