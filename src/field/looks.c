/* Looks at small buffers of a device. */
#include "field/looks.h"

enum { RING = 2 };

typedef struct one_look {
    eg_buffer *copy;
    void *memory; /* staging */
    eg_event *event;
} one_look;

struct eg_looks {
    eg_context *context;
    eg_device *device;
    const eg_buffer *buffer[EG_LOOKED_AT];
    int buffers;
    int64_t bytes; /* of all buffers */
    one_look look[RING];
    int next, first; /* to begin, to end */
};

static eg_status build(eg_looks *looks)
{
    for (int i = 0; i < RING; i++) {
        one_look *look = &looks->look[i];
        EG_TRY(eg_buffer_create(looks->device, looks->bytes, "what is looked at", &look->copy));
        EG_TRY(eg_staging_create(looks->device, looks->bytes, &look->memory));
    }
    return EG_OK;
}

eg_status eg_looks_create(eg_context *context, eg_device *device, const eg_buffer *const *buffers,
                          int count, eg_looks **looks)
{
    eg_looks *made;
    assert(count <= EG_LOOKED_AT);
    *looks = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    made->device = device;
    made->buffers = count;
    for (int i = 0; i < count; i++) {
        made->buffer[i] = buffers[i];
        made->bytes += eg_buffer_bytes(buffers[i]);
    }
    eg_status status = build(made);
    if (status != EG_OK)
        eg_looks_destroy(&made);
    *looks = made;
    return status;
}

void eg_looks_destroy(eg_looks **address)
{
    if (!address || !*address)
        return;
    eg_looks *looks = *address;
    eg_looks_forget(looks);
    for (int i = 0; i < RING; i++) {
        eg_staging_destroy(looks->device, &looks->look[i].memory);
        eg_buffer_destroy(&looks->look[i].copy);
    }
    eg_context *context = looks->context;
    eg_free(context, address);
}

eg_status eg_looks_begin(eg_looks *looks)
{
    one_look *look = &looks->look[looks->next];
    int64_t at = 0;
    assert(!look->event && "two looks are under way already");
    for (int i = 0; i < looks->buffers; i++) {
        int64_t bytes = eg_buffer_bytes(looks->buffer[i]);
        EG_TRY(eg_buffer_copy(look->copy, at, looks->buffer[i], 0, bytes));
        at += bytes;
    }
    EG_TRY(eg_buffer_read_begin(look->copy, 0, look->memory, looks->bytes, &look->event));
    looks->next = !looks->next;
    return EG_OK;
}

eg_status eg_looks_end(eg_looks *looks, const void **memory)
{
    one_look *look = &looks->look[looks->first];
    assert(look->event && "no look is under way");
    eg_status status = eg_event_wait(look->event);
    eg_event_destroy(&look->event);
    looks->first = !looks->first;
    *memory = look->memory;
    return status;
}

void eg_looks_forget(eg_looks *looks)
{
    for (int i = 0; i < RING; i++)
        eg_event_destroy(&looks->look[i].event);
    looks->next = looks->first = 0;
}

int64_t eg_looks_bytes(const eg_looks *looks)
{
    return RING * looks->bytes;
}
