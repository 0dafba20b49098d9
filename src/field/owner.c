/* The list of variables, and how what they hold ends. */
#include "field/owner.h"

#include <string.h>

#include "field/halo.h"

static int64_t place_of_variable(const eg_owner *owner, const void *variable)
{
    int64_t i = owner->count - 1;
    while (i >= 0 && owner->owned[i].variable != variable)
        i--;
    return i;
}

eg_status eg_owner_add(eg_owner *owner, eg_owned_kind kind, void *variable)
{
    if (place_of_variable(owner, variable) >= 0)
        return EG_OK;
    EG_TRY(eg_reserve(owner->context, owner->count + 1, &owner->room, sizeof *owner->owned, &owner->owned));
    owner->owned[owner->count++] = (eg_owned){kind, variable};
    return EG_OK;
}

eg_status eg_owner_alloc(eg_owner *owner, int64_t count, size_t size, void *pointer_address)
{
    EG_TRY(eg_owner_add(owner, EG_OWNED_ARRAY, pointer_address));
    return eg_alloc(owner->context, count, size, pointer_address);
}

eg_status eg_owner_buffer(eg_owner *owner, eg_device *device, const char *label, int64_t bytes,
                          eg_buffer **buffer)
{
    EG_TRY(eg_owner_add(owner, EG_OWNED_BUFFER, buffer));
    return eg_buffer_create(device, bytes, label, buffer);
}

eg_status eg_owner_upload(eg_owner *owner, eg_device *device, const char *label, int64_t bytes,
                          const void *data, eg_buffer **buffer)
{
    EG_TRY(eg_owner_add(owner, EG_OWNED_BUFFER, buffer));
    return eg_buffer_upload(device, bytes, label, data, buffer);
}

eg_status eg_owner_lend(eg_owner *owner, eg_device *device, const char *label, int64_t bytes,
                        const void *data, eg_buffer **buffer)
{
    EG_TRY(eg_owner_add(owner, EG_OWNED_BUFFER, buffer));
    return eg_buffer_lend(device, bytes, label, data, buffer);
}

eg_status eg_owner_upload_reals(eg_owner *owner, eg_device *device, eg_precision precision, const char *label,
                                int64_t count, const double *data, eg_buffer **buffer)
{
    EG_TRY(eg_owner_add(owner, EG_OWNED_BUFFER, buffer));
    return eg_buffer_upload_reals(device, precision, count, label, data, buffer);
}

eg_status eg_owner_program(eg_owner *owner, eg_device *device, const eg_program_options *options,
                           eg_program **program)
{
    EG_TRY(eg_owner_add(owner, EG_OWNED_PROGRAM, program));
    return eg_program_create(device, options, program);
}

static void end_owned(const eg_owned *owned)
{
    switch (owned->kind) {
    case EG_OWNED_ARRAY:
        EG_FREE(owned->variable);
        break;
    case EG_OWNED_BUFFER:
        eg_buffer_destroy(owned->variable);
        break;
    case EG_OWNED_PROGRAM:
        eg_program_destroy(owned->variable);
        break;
    case EG_OWNED_HALO:
        eg_halo_destroy(owned->variable);
        break;
    }
}

static int64_t device_bytes_of(const eg_owned *owned)
{
    const eg_buffer *buffer = owned->kind == EG_OWNED_BUFFER ? *(eg_buffer **)owned->variable : NULL;
    const eg_halo *halo = owned->kind == EG_OWNED_HALO ? *(eg_halo **)owned->variable : NULL;
    return buffer ? eg_buffer_bytes(buffer) : halo ? eg_halo_device_bytes(halo) : 0;
}

int64_t eg_owner_device_bytes(const eg_owner *owner)
{
    int64_t bytes = 0;
    for (int64_t i = 0; i < owner->count; i++)
        bytes += device_bytes_of(&owner->owned[i]);
    return bytes;
}

static bool lies_within(const eg_owned *owned, const void *memory, size_t bytes)
{
    return (uintptr_t)owned->variable - (uintptr_t)memory < bytes;
}

/* Those that lie there have ended, or are another owner's. */
static void forget_within(eg_owner *owner, const void *memory, size_t bytes)
{
    int64_t kept = 0;
    for (int64_t i = 0; i < owner->count; i++)
        if (!lies_within(&owner->owned[i], memory, bytes))
            owner->owned[kept++] = owner->owned[i];
    owner->count = kept;
}

void eg_owner_end_within(eg_owner *owner, const void *memory, size_t bytes)
{
    for (int64_t i = owner->count - 1; i >= 0; i--)
        if (lies_within(&owner->owned[i], memory, bytes))
            end_owned(&owner->owned[i]);
    forget_within(owner, memory, bytes);
}

eg_status eg_owner_hand_over(eg_owner *owner, void *from, eg_owner *next, void *to, size_t bytes)
{
    assert(owner != next);
    EG_TRY(eg_reserve(next->context, next->count + owner->count, &next->room, sizeof *next->owned,
                      &next->owned));
    for (int64_t i = 0; i < owner->count; i++) {
        eg_owned owned = owner->owned[i];
        if (!lies_within(&owned, from, bytes))
            continue;
        owned.variable = (char *)to + ((char *)owned.variable - (char *)from);
        next->owned[next->count++] = owned;
    }
    forget_within(owner, from, bytes);
    if (to == from)
        return EG_OK;
    memcpy(to, from, bytes);
    memset(from, 0, bytes);
    return EG_OK;
}

void eg_owner_end(eg_owner *owner)
{
    while (owner->count > 0)
        end_owned(&owner->owned[--owner->count]);
    EG_FREE(&owner->owned);
    owner->room = 0;
}
