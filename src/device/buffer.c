/* Buffers, staging memory and events: arguments are checked here, the backend moves the bytes. */
#include "device/backend.h"

#include <stdio.h>
#include <string.h>

/* Small, so that messages stay readable: 1536 bytes, 12.5 MiB. */
static void format_bytes(int64_t bytes, char *text, size_t room)
{
    if (bytes < 1 << 20)
        snprintf(text, room, "%lld bytes", (long long)bytes);
    else
        snprintf(text, room, "%lld MiB", (long long)(bytes >> 20));
}

int64_t eg_device_bytes_used(const eg_device *device)
{
    int64_t used = 0;
    for (const eg_buffer *b = device->buffers; b; b = b->next)
        used += b->bytes;
    return used;
}

eg_status eg_buffer_no_memory(const eg_buffer *buffer, int64_t free_bytes)
{
    eg_device *device = buffer->device;
    char need[32], free_text[32], used[32];
    format_bytes(buffer->bytes, need, sizeof need);
    format_bytes(free_bytes, free_text, sizeof free_text);
    format_bytes(eg_device_bytes_used(device), used, sizeof used);
    return eg_fail(device->context, EG_MEMORY,
                   "%s (%s) has no room for '%s': it needs %s, and %s are free beside the %s that "
                   "this run holds there; take fewer cells, f32 or another device",
                   device->info.spec, device->info.name, buffer->label, need, free_text, used);
}

/* A buffer in `memory` of the host, or with memory of its own where that is NULL. */
static eg_status create_buffer(eg_device *device, int64_t bytes, const char *label, void *memory,
                               eg_buffer **buffer)
{
    assert(device && bytes >= 0 && label && buffer);
    *buffer = NULL;
    EG_SCRATCH char *kept = NULL;
    EG_SCRATCH eg_buffer *made = NULL;
    EG_TRY(eg_strdup(device->context, label, &kept));
    EG_TRY(eg_alloc(device->context, 1, sizeof *made, &made));
    *made = (eg_buffer){
        .device = device, .bytes = bytes, .label = kept, .memory.pointer = memory, .next = device->buffers};
    if (!memory)
        EG_TRY(device->backend->buffer_create(made));
    kept = NULL;
    if (made->next)
        made->next->previous = made;
    device->buffers = made;
    return eg_hand_over(&made, buffer);
}

eg_status eg_buffer_create(eg_device *device, int64_t bytes, const char *label, eg_buffer **buffer)
{
    return create_buffer(device, bytes, label, NULL, buffer);
}

eg_status eg_buffer_upload(eg_device *device, int64_t bytes, const char *label, const void *data,
                           eg_buffer **buffer)
{
    EG_TRY(eg_buffer_create(device, bytes, label, buffer));
    if (data)
        return eg_buffer_write(*buffer, 0, data, bytes);
    /* a new one has zeros, but on the checking device */
    return device->info.kind == EG_DEVICE_CHECKED ? eg_buffer_clear(*buffer) : EG_OK;
}

eg_status eg_buffer_take(eg_device *device, int64_t bytes, const char *label, void *data_address,
                         eg_buffer **buffer)
{
    void *data, *none = NULL;
    memcpy(&data, data_address, sizeof data);
    assert(data);
    if (device->info.kind != EG_DEVICE_HOST) {
        EG_TRY(eg_buffer_upload(device, bytes, label, data, buffer));
        EG_FREE(data_address);
        return EG_OK;
    }
    EG_TRY(create_buffer(device, bytes, label, data, buffer));
    memcpy(data_address, &none, sizeof none);
    return EG_OK;
}

eg_status eg_buffer_lend(eg_device *device, int64_t bytes, const char *label, const void *data,
                         eg_buffer **buffer)
{
    if (device->info.kind != EG_DEVICE_HOST || !data)
        return eg_buffer_upload(device, bytes, label, data, buffer);
    EG_TRY(create_buffer(device, bytes, label, (void *)(uintptr_t)data, buffer));
    (*buffer)->lent = true;
    return EG_OK;
}

eg_status eg_buffer_give(eg_buffer **buffer, void *data_address)
{
    eg_buffer *from = *buffer;
    EG_SCRATCH void *data = NULL;
    if (from->device->info.kind == EG_DEVICE_HOST && !from->lent) {
        data = from->memory.pointer;
        from->memory.pointer = NULL;
    } else {
        EG_TRY(eg_alloc(from->device->context, from->bytes, 1, &data));
        EG_TRY(eg_buffer_read(from, 0, data, from->bytes));
    }
    eg_buffer_destroy(buffer);
    return eg_hand_over(&data, data_address);
}

eg_status eg_buffer_fit(eg_device *device, int64_t bytes, const char *label, eg_buffer **buffer)
{
    bool first = *buffer == NULL;
    if (!first && eg_buffer_bytes(*buffer) >= bytes)
        return EG_OK;
    eg_buffer_destroy(buffer);
    return eg_buffer_create(device, first ? bytes : bytes + bytes / 4, label, buffer);
}

void eg_buffer_destroy(eg_buffer **buffer)
{
    if (!buffer || !*buffer)
        return;
    eg_buffer *gone = *buffer;
    eg_device *device = gone->device;
    if (!gone->lent)
        device->backend->buffer_destroy(gone);
    if (gone->next)
        gone->next->previous = gone->previous;
    if (gone->previous)
        gone->previous->next = gone->next;
    else
        device->buffers = gone->next;
    EG_FREE(&gone->label, buffer);
}

int64_t eg_buffer_bytes(const eg_buffer *buffer)
{
    return buffer->bytes;
}

static bool is_in_buffer(const eg_buffer *buffer, int64_t offset, int64_t bytes)
{
    return offset >= 0 && bytes >= 0 && offset <= buffer->bytes && bytes <= buffer->bytes - offset;
}

eg_status eg_buffer_write(eg_buffer *buffer, int64_t offset, const void *data, int64_t bytes)
{
    assert(is_in_buffer(buffer, offset, bytes));
    if (bytes == 0)
        return EG_OK;
    eg_device *device = buffer->device;
    eg_queue queue = eg_profile_queue(device);
    EG_TRY(eg_profile_before(device, queue));
    return eg_profile_after_copy(device, "write", queue, bytes,
                                 device->backend->buffer_write(buffer, offset, data, bytes));
}

eg_status eg_buffer_read(const eg_buffer *buffer, int64_t offset, void *data, int64_t bytes)
{
    assert(is_in_buffer(buffer, offset, bytes));
    if (bytes == 0)
        return EG_OK;
    eg_device *device = buffer->device;
    eg_queue queue = eg_profile_queue(device);
    EG_TRY(eg_profile_before(device, queue));
    return eg_profile_after_copy(device, "read", queue, bytes,
                                 device->backend->buffer_read(buffer, offset, data, bytes));
}

eg_status eg_buffer_copy(eg_buffer *target, int64_t target_offset, const eg_buffer *source,
                         int64_t source_offset, int64_t bytes)
{
    assert(target->device == source->device);
    assert(is_in_buffer(target, target_offset, bytes) && is_in_buffer(source, source_offset, bytes));
    assert(target != source || target_offset + bytes <= source_offset ||
           source_offset + bytes <= target_offset);
    if (bytes == 0)
        return EG_OK;
    eg_device *device = target->device;
    eg_queue queue = eg_profile_queue(device);
    EG_TRY(eg_profile_before(device, queue));
    eg_status status = device->backend->buffer_copy(target, target_offset, source, source_offset, bytes);
    return eg_profile_after_copy(device, "copy", queue, 2 * bytes, status);
}

/* The first zeros come from the host; then what is there is copied behind itself. */
eg_status eg_buffer_clear(eg_buffer *buffer)
{
    enum { FIRST = 1 << 16 };
    int64_t bytes = buffer->bytes, done = eg_min_i64(bytes, FIRST);
    EG_SCRATCH void *zeros = NULL;
    EG_TRY(eg_alloc(buffer->device->context, done, 1, &zeros));
    EG_TRY(eg_buffer_write(buffer, 0, zeros, done));
    for (int64_t count; done < bytes; done += count) {
        count = eg_min_i64(done, bytes - done);
        EG_TRY(eg_buffer_copy(buffer, done, buffer, 0, count));
    }
    return EG_OK;
}

eg_status eg_staging_create(eg_device *device, int64_t bytes, void **memory)
{
    assert(bytes >= 0);
    *memory = NULL;
    if (!device->backend->staging_create)
        return eg_alloc(device->context, bytes, 1, memory);
    return device->backend->staging_create(device, bytes, memory);
}

void eg_staging_destroy(eg_device *device, void **memory)
{
    if (!*memory)
        return;
    if (device->backend->staging_destroy)
        device->backend->staging_destroy(device, *memory);
    else
        eg_free(device->context, memory);
    *memory = NULL;
}

static eg_status read_begin(const eg_buffer *buffer, int64_t offset, void *data, int64_t bytes,
                            eg_event *event)
{
    eg_device *device = buffer->device;
    const eg_backend *backend = device->backend;
    if (bytes > 0)
        EG_TRY(eg_profile_before(device, EG_QUEUE_COPIES));
    eg_status begun = backend->finish ? backend->read_begin(buffer, offset, data, bytes, event)
                                      : backend->buffer_read(buffer, offset, data, bytes);
    if (bytes == 0)
        return begun;
    eg_status status = eg_profile_after_copy(device, "read", EG_QUEUE_COPIES, bytes, begun);
    if (begun == EG_OK && status != EG_OK && backend->finish)
        backend->event_destroy(event);
    return status;
}

eg_status eg_buffer_read_begin(const eg_buffer *buffer, int64_t offset, void *data, int64_t bytes,
                               eg_event **event)
{
    assert(is_in_buffer(buffer, offset, bytes) && event);
    *event = NULL;
    eg_device *device = buffer->device;
    EG_SCRATCH eg_event *made = NULL;
    EG_TRY(eg_alloc(device->context, 1, sizeof *made, &made));
    made->device = device;
    EG_TRY(read_begin(buffer, offset, data, bytes, made));
    return eg_hand_over(&made, event);
}

eg_status eg_buffer_write_begin(eg_buffer *buffer, int64_t offset, const void *data, int64_t bytes,
                                eg_event *after, eg_event **event)
{
    assert(is_in_buffer(buffer, offset, bytes) && bytes > 0 && event);
    eg_device *device = buffer->device;
    EG_SCRATCH eg_event *made = NULL;
    *event = NULL;
    EG_TRY(eg_alloc(device->context, 1, sizeof *made, &made));
    made->device = device;
    EG_TRY(device->backend->finish ? device->backend->write_begin(buffer, offset, data, bytes, after, made)
                                   : device->backend->buffer_write(buffer, offset, data, bytes));
    return eg_hand_over(&made, event);
}

eg_status eg_queue_wait(eg_event *event)
{
    const eg_backend *backend = event->device->backend;
    return backend->finish ? backend->queue_wait(event) : EG_OK;
}

eg_status eg_event_wait(eg_event *event)
{
    const eg_backend *backend = event->device->backend;
    return backend->finish ? backend->event_wait(event) : EG_OK;
}

void eg_event_destroy(eg_event **event)
{
    if (*event && (*event)->device->backend->finish)
        (*event)->device->backend->event_destroy(*event);
    EG_FREE(event);
}
