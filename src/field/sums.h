/* sums: sums of chunks (kernels/field/chunks.h), which ranks have of their own terms, on the device of each
 * rank for all terms, in the order of all; so a kernel adds them up as it does on one process. They go
 * through the host. */
#ifndef EG_FIELD_SUMS_H
#define EG_FIELD_SUMS_H

#include "comm/comm.h"
#include "device/device.h"

typedef struct eg_sums eg_sums;

/* For arrays [columns][chunks] of doubles, `chunks` those of this rank. Collective, also where `status` is a
 * failure of this rank; all agree on the status. EG_MEMORY, EG_DEVICE. The caller owns *sums. */
eg_status eg_sums_create(eg_context *context, eg_device *device, const eg_comm *comm, int columns,
                         int64_t chunks, eg_status status, eg_sums **sums);
void eg_sums_destroy(eg_sums **sums);

/* Gathers some of the columns of `own` on all ranks, behind all that was queued: *all has them in
 * [columns][*chunks], in their places. It belongs to the sums and holds until the next call. Waits.
 * Collective. */
eg_status eg_sums_allgather(eg_sums *sums, const eg_buffer *own, int first, int columns,
                            const eg_buffer **all, int64_t *chunks);

int64_t eg_sums_device_bytes(const eg_sums *sums); /* NULL: 0 */

#endif
