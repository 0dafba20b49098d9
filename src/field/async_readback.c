/* Asynchronous copies of small buffers of a device to the host. */
#include "field/async_readback.h"

enum { RING = 2 };

typedef struct readback_slot {
    eg_buffer *copy;
    void *memory; /* staging */
    eg_event *event;
} readback_slot;

struct eg_async_readback {
    eg_context *context;
    eg_device *device;
    const eg_buffer *buffer[EG_READBACK_BUFFERS];
    int buffers;
    int64_t bytes; /* of all buffers */
    readback_slot slot[RING];
    int next, first; /* to begin, to end */
};

eg_status eg_async_readback_create(eg_context *context, eg_device *device, const eg_buffer *const *buffers,
                                   int count, eg_async_readback **readback)
{
    EG_ENDS_WITH(eg_async_readback_destroy) eg_async_readback *made = NULL;
    assert(count <= EG_READBACK_BUFFERS);
    *readback = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    made->device = device;
    made->buffers = count;
    for (int i = 0; i < count; i++) {
        made->buffer[i] = buffers[i];
        made->bytes += eg_buffer_bytes(buffers[i]);
    }
    for (int i = 0; i < RING; i++) {
        readback_slot *slot = &made->slot[i];
        EG_TRY(eg_buffer_create(made->device, made->bytes, "readback", &slot->copy));
        EG_TRY(eg_staging_create(made->device, made->bytes, &slot->memory));
    }
    return eg_hand_over(&made, readback);
}

void eg_async_readback_destroy(eg_async_readback **address)
{
    if (!address || !*address)
        return;
    eg_async_readback *readback = *address;
    eg_async_readback_discard(readback);
    for (int i = 0; i < RING; i++) {
        eg_staging_destroy(readback->device, &readback->slot[i].memory);
        eg_buffer_destroy(&readback->slot[i].copy);
    }
    EG_FREE(address);
}

eg_status eg_async_readback_begin(eg_async_readback *readback)
{
    readback_slot *slot = &readback->slot[readback->next];
    int64_t at = 0;
    assert(!slot->event && "two looks are under way already");
    for (int i = 0; i < readback->buffers; i++) {
        int64_t bytes = eg_buffer_bytes(readback->buffer[i]);
        EG_TRY(eg_buffer_copy(slot->copy, at, readback->buffer[i], 0, bytes));
        at += bytes;
    }
    EG_TRY(eg_buffer_read_begin(slot->copy, 0, slot->memory, readback->bytes, &slot->event));
    readback->next = !readback->next;
    return EG_OK;
}

eg_status eg_async_readback_end(eg_async_readback *readback, const void **memory)
{
    readback_slot *slot = &readback->slot[readback->first];
    assert(slot->event && "no look is under way");
    eg_status status = eg_event_wait(slot->event);
    eg_event_destroy(&slot->event);
    readback->first = !readback->first;
    *memory = slot->memory;
    return status;
}

void eg_async_readback_discard(eg_async_readback *readback)
{
    for (int i = 0; i < RING; i++)
        eg_event_destroy(&readback->slot[i].event);
    readback->next = readback->first = 0;
}

int64_t eg_async_readback_bytes(const eg_async_readback *readback)
{
    return RING * readback->bytes;
}
