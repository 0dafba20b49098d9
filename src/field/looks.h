/* looks: how far a device has come, asked without stopping its queue. A look copies small buffers aside as they are when
 * all that was queued before is done, and reads the copy beside what is queued after. Two may be under way; they end in
 * the order in which they began. */
#ifndef EG_FIELD_LOOKS_H
#define EG_FIELD_LOOKS_H

#include "device/device.h"

typedef struct eg_looks eg_looks;

/* Looks at `count` buffers, at most EG_LOOKED_AT, which outlive them. The caller owns *looks. EG_MEMORY, EG_DEVICE. */
enum { EG_LOOKED_AT = 2 };
eg_status eg_looks_create(eg_context *context, eg_device *device, const eg_buffer *const *buffers,
                          int count, eg_looks **looks);
void eg_looks_destroy(eg_looks **looks);

eg_status eg_looks_begin(eg_looks *looks);
/* Waits for the first look that is under way: *memory has the bytes of the buffers, one after the other, and stays what
 * it is until the look after the next begins. */
eg_status eg_looks_end(eg_looks *looks, const void **memory);
/* Forgets the looks that are under way, after a failure. */
void eg_looks_forget(eg_looks *looks);

int64_t eg_looks_bytes(const eg_looks *looks); /* on the device */

#endif
