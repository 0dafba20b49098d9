/* CUDA devices, buffers, events and launches. */
#include "device/cuda/cuda.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/library.h"
#include "device/survey.h"

enum { STREAM_NON_BLOCKING = 1, EVENT_NO_TIMING = 2 };
/* CUdevice_attribute and CUfunction_attribute */
enum {
    THREADS_PER_BLOCK = 1,
    MULTIPROCESSORS = 16,
    CACHE_BYTES = 38,
    CAPABILITY_MAJOR = 75,
    CAPABILITY_MINOR = 76,
    FUNCTION_THREADS_PER_BLOCK = 0
};

/* ---- device */

static int attribute(const eg_cuda_driver *driver, int id, int which)
{
    int value = 0;
    return driver->device_attribute(&value, which, id) == 0 ? value : 0;
}

static void describe_card(const eg_cuda_driver *driver, const eg_nvrtc *nvrtc, int id, int ordinal,
                          eg_device_info *info)
{
    *info = (eg_device_info){.kind = EG_DEVICE_CUDA, .gpu = true, .f64 = true, .f32 = true};
    snprintf(info->spec, sizeof info->spec, "cuda:%d", ordinal);
    size_t memory = 0;
    int major = 0, minor = 0, version = 0;
    driver->device_name(info->name, sizeof info->name, id);
    driver->device_memory(&memory, id);
    driver->driver_version(&version);
    info->memory = (int64_t)memory;
    info->threads = attribute(driver, id, MULTIPROCESSORS);
    info->max_group = attribute(driver, id, THREADS_PER_BLOCK);
    info->cache = attribute(driver, id, CACHE_BYTES);
    const char *wish = getenv("EAGRE_TENSOR");
    info->tensor = attribute(driver, id, CAPABILITY_MAJOR) == 9 && !(wish && strcmp(wish, "off") == 0);
    if (nvrtc->library) {
        nvrtc->version(&major, &minor);
        snprintf(info->compiler, sizeof info->compiler, "NVRTC %d.%d, --fmad=false, driver %d.%d", major,
                 minor, version / 1000, version % 1000 / 10);
        return;
    }
    char name[48];
    snprintf(name, sizeof name, "%.47s", info->name);
    snprintf(info->name, sizeof info->name,
             "%s: its compiler NVRTC (libnvrtc.so) is not found; install it or set CUDA_HOME", name);
    info->max_group = 0;
}

static void survey_cuda(eg_survey *survey)
{
    eg_cuda_driver driver;
    eg_nvrtc nvrtc;
    int devices = 0, id;
    bool there = eg_cuda_driver_load(&driver, survey->note, sizeof survey->note);
    if (!there && !eg_library_is_open(EG_CUDA_LIBRARY)) /* there is no such library: nothing to tell */
        survey->note[0] = 0;
    if (!there)
        return;
    survey->note[0] = 0;
    eg_nvrtc_load(&nvrtc);
    driver.device_count(&devices);
    for (int i = 0; i < devices; i++) {
        eg_device_info *info = eg_survey_add(survey);
        if (info && driver.device_get(&id, i) == 0)
            describe_card(&driver, &nvrtc, id, i, info);
    }
    eg_library_close(&nvrtc.library);
    eg_library_close(&driver.library);
}

const eg_driver_backend eg_cuda_driver_backend = {EG_DEVICE_CUDA, survey_cuda, EG_CUDA_LIBRARY};

static eg_status open_context(eg_task *self)
{
    eg_device *device = ((struct eg_cuda_opening *)self)->device;
    struct eg_cuda_device *cuda = device->cuda;
    const eg_cuda_driver *driver = &cuda->driver;
    EG_TRY(eg_cuda_check(device, "making a context", driver->context_retain(&cuda->context, cuda->id)));
    EG_TRY(eg_cuda_check(device, "entering the context", driver->context_set(cuda->context)));
    void **const stream[] = {&cuda->stream, &cuda->copies, &cuda->uploads};
    for (int i = 0; i < 3; i++)
        EG_TRY(
            eg_cuda_check(device, "making a stream", driver->stream_create(stream[i], STREAM_NON_BLOCKING)));
    cuda->queue = cuda->stream;
    EG_TRY(eg_cuda_open_aux_queue(device));
    size_t available = 0, total = 0;
    EG_TRY(eg_cuda_check(device, "asking for the memory", driver->memory_info(&available, &total)));
    device->info.memory_free = (int64_t)available;
    return EG_OK;
}

static void cuda_close(eg_device *device)
{
    struct eg_cuda_device *cuda = device->cuda;
    if (cuda->opening)
        eg_task_join(&cuda->opening->task, EG_DEVICE); /* tells nothing */
    if (cuda->context)
        cuda->driver.context_set(cuda->context);
    if (cuda->copies)
        cuda->driver.stream_destroy(cuda->copies);
    if (cuda->uploads)
        cuda->driver.stream_destroy(cuda->uploads);
    eg_cuda_close_lanes(device);
    eg_cuda_close_aux_queue(device);
    if (cuda->stream)
        cuda->driver.stream_destroy(cuda->stream);
    if (cuda->context) {
        cuda->driver.context_set(NULL);
        cuda->driver.context_release(cuda->id);
    }
    eg_library_close(&cuda->nvrtc.library);
    eg_library_close(&cuda->driver.library);
    EG_FREE(&cuda->opening, &device->cuda);
}

static eg_status begin_opening(eg_device *device, int ordinal)
{
    struct eg_cuda_device *cuda = device->cuda;
    const eg_cuda_driver *driver = &cuda->driver;
    EG_TRY(eg_cuda_check(device, "finding the device", driver->device_get(&cuda->id, ordinal)));
    describe_card(driver, &cuda->nvrtc, cuda->id, ordinal, &device->info);
    driver->driver_version(&cuda->driver_version);
    snprintf(cuda->architecture, sizeof cuda->architecture, "sm_%d%d",
             attribute(driver, cuda->id, CAPABILITY_MAJOR), attribute(driver, cuda->id, CAPABILITY_MINOR));
    EG_TRY(eg_alloc(device->context, 1, sizeof *cuda->opening, &cuda->opening));
    *cuda->opening = (struct eg_cuda_opening){.task = {.work = open_context, .what = "opens the device"},
                                              .device = device};
    return eg_task_start(device->context, &cuda->opening->task);
}

static eg_status cuda_open(eg_device *device, const eg_device_spec *spec)
{
    struct eg_cuda_device *cuda;
    EG_TRY(eg_alloc(device->context, 1, sizeof *cuda, &cuda));
    device->cuda = cuda;
    char reason[128] = "NVRTC cannot be loaded";
    eg_status status;
    if (!eg_cuda_driver_load(&cuda->driver, reason, sizeof reason) || !eg_nvrtc_load(&cuda->nvrtc))
        status = eg_fail(device->context, EG_DEVICE, "cuda:%d is no longer present: %s", (int)spec->number[0],
                         reason);
    else
        status = begin_opening(device, (int)spec->number[0]);
    if (status != EG_OK)
        cuda_close(device);
    return status;
}

static eg_status cuda_finish(eg_device *device)
{
    const struct eg_cuda_device *cuda = device->cuda;
    EG_TRY(eg_cuda_enter(device));
    EG_TRY(eg_cuda_check(device, "what was queued", cuda->driver.stream_finish(cuda->stream)));
    EG_TRY(eg_cuda_check(device, "what was queued", cuda->driver.stream_finish(cuda->aux_queue)));
    return eg_cuda_check(device, "what was queued", cuda->driver.stream_finish(cuda->copies));
}

/* Cells as threads; with nodes, a warp of cells and the nodes as items. */
static int cuda_lanes(const eg_device *device, eg_precision precision, int nodes)
{
    (void)device;
    (void)precision;
    return nodes == 1 ? 128 : 32;
}

/* ---- buffers */

static eg_status cuda_buffer_create(eg_buffer *buffer)
{
    eg_device *device = buffer->device;
    const struct eg_cuda_device *cuda = device->cuda;
    const eg_cuda_driver *driver = &cuda->driver;
    EG_TRY(eg_cuda_enter(device));
    size_t bytes = (size_t)eg_max_i64(buffer->bytes, 1), available = 0, total = 0;
    int result = driver->memory_create(&buffer->memory.address, bytes);
    if (result == EG_CUDA_OUT_OF_MEMORY) {
        driver->memory_info(&available, &total);
        return eg_buffer_no_memory(buffer, (int64_t)available);
    }
    EG_TRY(eg_cuda_check(device, "creating a buffer", result));
    eg_status status = eg_cuda_check(device, "clearing a buffer",
                                     driver->memory_set(buffer->memory.address, 0, bytes, cuda->queue));
    if (status != EG_OK)
        driver->memory_destroy(buffer->memory.address);
    return status;
}

static void cuda_buffer_destroy(eg_buffer *buffer)
{
    const eg_device *device = buffer->device;
    device->cuda->driver.context_set(device->cuda->context);
    device->cuda->driver.memory_destroy(buffer->memory.address);
}

static eg_status cuda_buffer_write(eg_buffer *buffer, int64_t offset, const void *data, int64_t bytes)
{
    eg_device *device = buffer->device;
    const struct eg_cuda_device *cuda = device->cuda;
    EG_TRY(eg_cuda_enter(device));
    if (bytes >= EG_CUDA_LARGE)
        return eg_cuda_write_large(device, buffer->memory.address + (uint64_t)offset, data, bytes);
    EG_TRY(eg_cuda_check(device, "writing a buffer",
                         cuda->driver.memory_write(buffer->memory.address + (uint64_t)offset, data,
                                                   (size_t)bytes, cuda->queue)));
    return eg_cuda_check(device, "writing a buffer", cuda->driver.stream_finish(cuda->queue));
}

static eg_status cuda_buffer_read(const eg_buffer *buffer, int64_t offset, void *data, int64_t bytes)
{
    eg_device *device = buffer->device;
    const struct eg_cuda_device *cuda = device->cuda;
    EG_TRY(eg_cuda_enter(device));
    if (bytes >= EG_CUDA_LARGE)
        return eg_cuda_read_large(device, buffer->memory.address + (uint64_t)offset, data, bytes);
    EG_TRY(eg_cuda_check(device, "reading a buffer",
                         cuda->driver.memory_read(data, buffer->memory.address + (uint64_t)offset,
                                                  (size_t)bytes, cuda->queue)));
    return eg_cuda_check(device, "reading a buffer", cuda->driver.stream_finish(cuda->queue));
}

static eg_status cuda_buffer_copy(eg_buffer *target, int64_t target_offset, const eg_buffer *source,
                                  int64_t source_offset, int64_t bytes)
{
    const struct eg_cuda_device *cuda = target->device->cuda;
    EG_TRY(eg_cuda_enter(target->device));
    return eg_cuda_check(target->device, "copying a buffer",
                         cuda->driver.memory_copy(target->memory.address + (uint64_t)target_offset,
                                                  source->memory.address + (uint64_t)source_offset,
                                                  (size_t)bytes, cuda->queue));
}

static eg_status cuda_staging_create(eg_device *device, int64_t bytes, void **memory)
{
    EG_TRY(eg_cuda_enter(device));
    int result = eg_cuda_pinned_create(device, bytes, memory);
    if (result == EG_CUDA_OUT_OF_MEMORY)
        return eg_fail(device->context, EG_MEMORY, "no %lld bytes of host memory for copies from %s",
                       (long long)bytes, device->info.spec);
    return eg_cuda_check(device, "taking host memory for copies", result);
}

static void cuda_staging_destroy(eg_device *device, void *memory)
{
    device->cuda->driver.context_set(device->cuda->context);
    eg_cuda_pinned_destroy(device, memory);
}

/* ---- events */

/* The copies' stream waits for what the other has queued; one event serves first as the mark there
 * and then as the end of the copy. */
static eg_status cuda_read_begin(const eg_buffer *buffer, int64_t offset, void *data, int64_t bytes,
                                 eg_event *event)
{
    eg_device *device = buffer->device;
    const struct eg_cuda_device *cuda = device->cuda;
    const eg_cuda_driver *driver = &cuda->driver;
    EG_TRY(eg_cuda_enter(device));
    EG_TRY(eg_cuda_check(device, "making an event",
                         driver->event_create(&event->handle.pointer, EVENT_NO_TIMING)));
    int result = driver->event_record(event->handle.pointer, cuda->queue);
    if (result == 0)
        result = driver->stream_wait(cuda->copies, event->handle.pointer, 0);
    if (result == 0 && cuda->copy_mark)
        result = driver->event_record(cuda->copy_mark, cuda->copies);
    if (result == 0 && bytes > 0)
        result =
            driver->memory_read(data, buffer->memory.address + (uint64_t)offset, (size_t)bytes, cuda->copies);
    if (result == 0)
        result = driver->event_record(event->handle.pointer, cuda->copies);
    if (result != 0)
        driver->event_destroy(event->handle.pointer);
    return eg_cuda_check(device, "queueing a read", result);
}

static eg_status cuda_write_begin(eg_buffer *buffer, int64_t offset, const void *data, int64_t bytes,
                                  const eg_event *after, eg_event *event)
{
    eg_device *device = buffer->device;
    const struct eg_cuda_device *cuda = device->cuda;
    const eg_cuda_driver *driver = &cuda->driver;
    EG_TRY(eg_cuda_enter(device));
    EG_TRY(eg_cuda_check(device, "making an event",
                         driver->event_create(&event->handle.pointer, EVENT_NO_TIMING)));
    int result = after ? driver->stream_wait(cuda->uploads, after->handle.pointer, 0) : 0;
    if (result == 0)
        result = driver->memory_write(buffer->memory.address + (uint64_t)offset, data, (size_t)bytes,
                                      cuda->uploads);
    if (result == 0)
        result = driver->event_record(event->handle.pointer, cuda->uploads);
    if (result != 0)
        driver->event_destroy(event->handle.pointer);
    return eg_cuda_check(device, "queueing a write", result);
}

static eg_status cuda_queue_wait(const eg_event *event)
{
    const struct eg_cuda_device *cuda = event->device->cuda;
    EG_TRY(eg_cuda_enter(event->device));
    return eg_cuda_check(event->device, "queueing a wait",
                         cuda->driver.stream_wait(cuda->queue, event->handle.pointer, 0));
}

static eg_status cuda_event_wait(eg_event *event)
{
    EG_TRY(eg_cuda_enter(event->device));
    return eg_cuda_check(event->device, "reading a buffer",
                         event->device->cuda->driver.event_finish(event->handle.pointer));
}

static void cuda_event_destroy(eg_event *event)
{
    const struct eg_cuda_device *cuda = event->device->cuda;
    cuda->driver.context_set(cuda->context);
    cuda->driver.event_destroy(event->handle.pointer);
}

/* ---- programs */

static eg_status cuda_load(eg_program *program, const eg_cache_entry *compiled)
{
    EG_TRY(eg_cuda_enter(program->device));
    return eg_cuda_check(program->device, "loading a program",
                         program->device->cuda->driver.module_load(&program->module.pointer, compiled->data));
}

static void cuda_unload(eg_program *program)
{
    const struct eg_cuda_device *cuda = program->device->cuda;
    cuda->driver.context_set(cuda->context);
    cuda->driver.module_unload(program->module.pointer);
}

static eg_status cuda_kernel_create(eg_kernel *kernel)
{
    eg_device *device = kernel->program->device;
    const eg_cuda_driver *driver = &device->cuda->driver;
    EG_TRY(eg_cuda_enter(device));
    EG_TRY(eg_cuda_check(
        device, kernel->source->name,
        driver->function_get(&kernel->function, kernel->program->module.pointer, kernel->source->name)));
    /* the launch bounds */
    return eg_cuda_check(
        device, "asking for a kernel's group",
        driver->function_attribute(&kernel->threads, FUNCTION_THREADS_PER_BLOCK, kernel->function));
}

static eg_status cuda_launch(eg_kernel *kernel, int64_t groups, void **value, const size_t *size)
{
    (void)size;
    eg_device *device = kernel->program->device;
    const struct eg_cuda_device *cuda = device->cuda;
    if (groups > INT_MAX)
        return eg_fail(device->context, EG_DEVICE,
                       "kernel %s: %lld groups are more than CUDA's %d; take more lanes",
                       kernel->source->name, (long long)groups, INT_MAX);
    EG_TRY(eg_cuda_enter(device));
    return eg_cuda_check(device, kernel->source->name,
                         cuda->driver.launch(kernel->function, (unsigned)groups, 1, 1,
                                             (unsigned)kernel->threads, 1, 1, 0, cuda->queue, value, NULL));
}

const eg_backend eg_cuda_backend = {
    .timing = &eg_cuda_timing,
    .aux_queue = &eg_cuda_aux_queue,
    .link = &eg_cuda_links,
    .recordings = &eg_cuda_recordings,
    .open = cuda_open,
    .close = cuda_close,
    .finish = cuda_finish,
    .lanes = cuda_lanes,
    .buffer_create = cuda_buffer_create,
    .buffer_destroy = cuda_buffer_destroy,
    .buffer_write = cuda_buffer_write,
    .buffer_read = cuda_buffer_read,
    .buffer_copy = cuda_buffer_copy,
    .staging_create = cuda_staging_create,
    .staging_destroy = cuda_staging_destroy,
    .read_begin = cuda_read_begin,
    .write_begin = cuda_write_begin,
    .queue_wait = cuda_queue_wait,
    .event_wait = cuda_event_wait,
    .event_destroy = cuda_event_destroy,
    .target = "target/cuda.h",
    .footer = "\n}\n",
    .identity = eg_cuda_identity,
    .compile = eg_cuda_compile,
    .load = cuda_load,
    .unload = cuda_unload,
    .kernel_create = cuda_kernel_create,
    .launch = cuda_launch,
};
