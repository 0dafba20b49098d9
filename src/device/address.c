/* Where the memory of a buffer is. */
#include "device/address.h"

#include <stdlib.h>
#include <string.h>

#include "device/backend.h"

void *eg_buffer_address(const eg_buffer *buffer)
{
    switch (buffer->device->info.kind) {
    case EG_DEVICE_HOST:
    case EG_DEVICE_CHECKED:
        return buffer->memory.pointer;
    case EG_DEVICE_CUDA:
        return (void *)(uintptr_t)buffer->memory.address;
    case EG_DEVICE_OPENCL:
        break;
    }
    return NULL;
}

int eg_device_ordinal(const eg_device *device)
{
    const char *colon = strchr(device->info.spec, ':');
    return device->info.kind == EG_DEVICE_CUDA && colon ? atoi(colon + 1) : 0;
}
