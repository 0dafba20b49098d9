/* replicated_rows: a vector by rows of a coarse matrix, of which each rank has computed its own range, on the
 * host of all ranks: what goes into a solver that is the same on every rank. */
#ifndef EG_SCHEME_SEM_REPLICATED_ROWS_H
#define EG_SCHEME_SEM_REPLICATED_ROWS_H

#include "scheme/sem/coarse/trilinear.h"

typedef struct eg_replicated_rows eg_replicated_rows;

/* Collective, also where `status` is a failure of this rank; all agree on the status. One process has all
 * rows. EG_MEMORY, EG_DEVICE. The caller owns *rows. */
eg_status eg_replicated_rows_create(const eg_trilinear *coarse, eg_device *device, eg_precision precision,
                                    eg_status status, eg_replicated_rows **rows);
void eg_replicated_rows_destroy(eg_replicated_rows **rows);

/* [own rows] where a rank puts what it has computed; NULL of one process. It belongs to the other. */
eg_buffer *eg_replicated_rows_own(const eg_replicated_rows *rows);
/* Of several ranks: whole[rows] becomes what all have put there. Waits. Collective. */
eg_status eg_replicated_rows_allgather(const eg_replicated_rows *rows, eg_buffer *whole);

/* The same in steps: queues the copy of the own rows to their place on the host; where all rows are there,
 * [rows]; gives them to all ranks, collective. */
eg_status eg_replicated_rows_read_begin(const eg_replicated_rows *rows, const eg_buffer *own,
                                        eg_event **event);
void *eg_replicated_rows_staging(const eg_replicated_rows *rows);
void eg_replicated_rows_allgather_staging(const eg_replicated_rows *rows);

int64_t eg_replicated_rows_device_bytes(const eg_replicated_rows *rows); /* NULL: 0 */

#endif
