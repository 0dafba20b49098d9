/* The host as a device: buffers are memory, a launch is a call, and everything is done when the
 * call returns. */
#include "device/host/host.h"

#include "device/library.h"
#include "base/parallel.h"

#include <stdio.h>
#include <unistd.h>

/* ---- device */

/* Everything of the description but the compiler. */
static void describe_processors(eg_device_info *info, const eg_device_spec *spec)
{
    info->kind = spec->kind;
    bool checked = spec->kind == EG_DEVICE_CHECKED;
    int all = checked ? 1 : eg_host_processors();
    int threads = spec->number[0] > 0 ? (int)spec->number[0] : all;
    snprintf(info->spec, sizeof info->spec, "%s:%d", checked ? "checked" : "host", threads);
    eg_host_processor_name(info->name, sizeof info->name);
    info->threads = checked ? 1 : threads;
    eg_host_memory(&info->memory, &info->memory_free);
    /* the second level: the third is shared with others, and how much of it is ours nobody tells */
    long cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
    info->cache = cache > 0 ? (int64_t)cache * info->threads : 0;
    info->max_group = 1;
    info->f64 = info->f32 = true;
}

static eg_status host_open(eg_device *device, const eg_device_spec *spec)
{
    eg_context *context = device->context;
    EG_SCRATCH struct eg_host_device *host = NULL;
    describe_processors(&device->info, spec);
    EG_TRY(eg_alloc(context, 1, sizeof *host, &host));
    host->checked = spec->kind == EG_DEVICE_CHECKED;
    host->threads = spec->number[0] > 0 ? (int)spec->number[0] : device->info.threads;
    char version[96];
    EG_TRY(eg_host_find_compiler(context, host, version, sizeof version));
    snprintf(device->info.compiler, sizeof device->info.compiler, "%s%s", version,
             host->compiler.count ? ", -march=native -ffp-contract=off" : "");
    return eg_hand_over(&host, &device->host);
}

static void host_close(eg_device *device)
{
    eg_command_free(&device->host->compiler);
    EG_FREE(&device->host->identity, &device->host->signal_stack, &device->host);
}

static eg_status host_describe(eg_context *context, eg_device_info *info)
{
    struct eg_host_device host = {0};
    char version[96];
    *info = (eg_device_info){0};
    describe_processors(info, &(eg_device_spec){.kind = EG_DEVICE_HOST});
    EG_TRY(eg_host_find_compiler(context, &host, version, sizeof version));
    snprintf(info->compiler, sizeof info->compiler, "%s", version);
    eg_command_free(&host.compiler);
    return EG_OK;
}

/* One vector of reals: what is needed of a cell stays in the first cache for any number of nodes. */
static int host_lanes(const eg_device *device, eg_precision precision, int nodes)
{
    (void)device;
    /* finite volumes: two vectors, so that the instructions of one hide the latency of the other */
    return nodes == 1 ? 2 * eg_host_vector(precision) : eg_host_vector(precision);
}

/* ---- buffers */

static char *bytes_at(const eg_buffer *buffer, int64_t offset)
{
    return (char *)buffer->memory.pointer + offset;
}

static eg_status host_buffer_create(eg_buffer *buffer)
{
    enum { SMALL = 1 << 20 }; /* not worth a look */
    int64_t total, available = 0;
    if (buffer->bytes > SMALL)
        eg_host_memory(&total, &available);
    /* The kernel promises more than there is and kills later: ask first. */
    if (available > 0 && buffer->bytes > available)
        return eg_buffer_no_memory(buffer, available);
    if (buffer->device->host->checked)
        return eg_checked_memory_create(buffer);
    if (eg_alloc(buffer->device->context, buffer->bytes, 1, &buffer->memory.pointer) == EG_OK)
        return EG_OK;
    eg_host_memory(&total, &available);
    return eg_buffer_no_memory(buffer, available);
}

static void host_buffer_destroy(eg_buffer *buffer)
{
    if (buffer->device->host->checked)
        eg_checked_memory_destroy(buffer);
    else
        EG_FREE(&buffer->memory.pointer);
}

static eg_status host_buffer_write(eg_buffer *buffer, int64_t offset, const void *data, int64_t bytes)
{
    assert(!buffer->device->host->recording);
    eg_copy(buffer->device->context, bytes_at(buffer, offset), data, bytes);
    return EG_OK;
}

static eg_status host_buffer_read(const eg_buffer *buffer, int64_t offset, void *data, int64_t bytes)
{
    assert(!buffer->device->host->recording);
    eg_copy(buffer->device->context, data, bytes_at(buffer, offset), bytes);
    return EG_OK;
}

static eg_status host_buffer_copy(eg_buffer *target, int64_t target_offset, const eg_buffer *source,
                                  int64_t source_offset, int64_t bytes)
{
    assert(!source->device->host->recording);
    eg_copy(target->device->context, bytes_at(target, target_offset), bytes_at(source, source_offset), bytes);
    return EG_OK;
}

/* ---- programs */

static void host_unload(eg_program *program)
{
    eg_library_close(&program->module.pointer);
}

static eg_status host_kernel_create(eg_kernel *kernel)
{
    char name[2 * EG_NAME_ROOM];
    snprintf(name, sizeof name, "eg_launch_%s", kernel->source->name);
    if (kernel->program->built_in)
        kernel->launcher = eg_host_built_in_launcher(kernel->program, kernel->source->name);
    else
        eg_library_find(kernel->program->module.pointer, name, &kernel->launcher);
    if (!kernel->launcher)
        return eg_fail(kernel->program->device->context, EG_INTERNAL,
                       "%s:%d: kernel %s stands in a part that the preprocessor left out",
                       kernel->source->file, kernel->source->line, kernel->source->name);
    return EG_OK;
}

static eg_status host_launch(eg_kernel *kernel, int64_t groups, void **value, const size_t *size)
{
    const struct eg_host_device *host = kernel->program->device->host;
    if (host->recording)
        return eg_host_record(kernel, groups, value, size);
    if (host->checked)
        return eg_checked_launch(kernel, groups, value);
    kernel->launcher(value, host->threads, (long)groups);
    return EG_OK;
}

const eg_backend eg_host_backend = {
    .timing = &eg_host_timing,
    .recordings = &eg_host_recordings,
    .describe = host_describe,
    .open = host_open,
    .close = host_close,
    .lanes = host_lanes,
    .buffer_create = host_buffer_create,
    .buffer_destroy = host_buffer_destroy,
    .buffer_write = host_buffer_write,
    .buffer_read = host_buffer_read,
    .buffer_copy = host_buffer_copy,
    .target = "target/host.h",
    .footer = "",
    .identity = eg_host_identity,
    .take_built_in = eg_host_take_built_in,
    .epilogue = eg_host_epilogue,
    .compile = eg_host_compile,
    .load = eg_host_load,
    .unload = host_unload,
    .kernel_create = host_kernel_create,
    .launch = host_launch,
};
