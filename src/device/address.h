/* address: where the memory of a buffer is, for programs that look at it without a copy. */
#ifndef EG_DEVICE_ADDRESS_H
#define EG_DEVICE_ADDRESS_H

#include "device/device.h"

/* Memory of the host, or the address on a CUDA device; NULL where there is no such address (OpenCL). It is
 * the buffer's: valid as long as that. */
void *eg_buffer_address(const eg_buffer *buffer);

/* The number of a CUDA device ("cuda:1": 1); 0 of others. */
int eg_device_ordinal(const eg_device *device);

#endif
