/* Sums over elements by rows: what elements leave, each at a place of its own, is added up for the rows of a
 * vector in one order, without atomics. */
#ifndef EG_SCHEME_SEM_ROW_SUMS_H
#define EG_SCHEME_SEM_ROW_SUMS_H

#include "device/device.h"

typedef struct eg_row_sums eg_row_sums;

/* What elements leave: [blocks of `lanes` elements][values][lanes], lanes a power of two. */
typedef struct eg_row_parts {
    const eg_buffer *row; /* of ints: the row of each value, -1: it is not summed */
    int64_t blocks;
    int values, lanes;
    int64_t from; /* the row that is y_0: rows before it are not summed, nor those behind the last */
} eg_row_parts;

/* Makes the lists for `rows` rows, on the device. EG_MESH for 2^31 values and more, EG_MEMORY, EG_DEVICE. The
 * caller owns *sums. */
eg_status eg_row_sums_create(eg_context *context, eg_device *device, eg_precision precision,
                             const eg_row_parts *parts, int64_t rows, eg_row_sums **sums);
/* The two halves of that: the first one queues, the second waits for it and queues the rest. Between them the
 * device may be given other work. `parts` is not kept, its buffer is there until the second half. Where that
 * is not called the sums are to be destroyed only. */
eg_status eg_row_sums_begin(eg_context *context, eg_device *device, eg_precision precision,
                            const eg_row_parts *parts, int64_t rows, eg_row_sums **sums);
eg_status eg_row_sums_end(eg_row_sums *sums);
void eg_row_sums_destroy(eg_row_sums **sums);

/* Queues y_i = ((0 + first) + second) + ... of the values for row i, elements ascending and values of an
 * element ascending. `part` holds the values, as the parts have them. */
eg_status eg_row_sums_apply(const eg_row_sums *sums, const eg_buffer *part, eg_buffer *y);

/* Queues weight_i = 1 / sqrt(how many values row i has), 0 where it has none. */
eg_status eg_row_sums_weigh(const eg_row_sums *sums, eg_buffer *weight);

int64_t eg_row_sums_device_bytes(const eg_row_sums *sums);

#endif
