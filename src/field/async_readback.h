/* async_readback: how far a device has come, asked without stopping its queue. A readback copies small
 * buffers aside as they are when all that was queued before is done, and reads the copy beside what is queued
 * after. Two may be under way; they end in the order in which they began. */
#ifndef EG_FIELD_ASYNC_READBACK_H
#define EG_FIELD_ASYNC_READBACK_H

#include "device/device.h"

typedef struct eg_async_readback eg_async_readback;

/* Reads back `count` buffers, at most EG_READBACK_BUFFERS, which outlive them. The caller owns *readback.
 * EG_MEMORY, EG_DEVICE. */
enum { EG_READBACK_BUFFERS = 2 };
eg_status eg_async_readback_create(eg_context *context, eg_device *device, const eg_buffer *const *buffers,
                                   int count, eg_async_readback **readback);
void eg_async_readback_destroy(eg_async_readback **readback);

eg_status eg_async_readback_begin(eg_async_readback *readback);
/* Waits for the first readback that is under way: *memory has the bytes of the buffers, one after the other,
 * and stays what it is until the readback after the next begins. */
eg_status eg_async_readback_end(eg_async_readback *readback, const void **memory);
/* Discards the readbacks that are under way, after a failure. */
void eg_async_readback_discard(eg_async_readback *readback);

int64_t eg_async_readback_bytes(const eg_async_readback *readback); /* on the device */

#endif
