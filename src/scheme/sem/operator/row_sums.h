/* Sums over elements by rows: what elements leave, each at a place of its own, is added up for the rows of a
 * vector in one order, without atomics. */
#ifndef EG_SCHEME_SEM_ROW_SUMS_H
#define EG_SCHEME_SEM_ROW_SUMS_H

#include "device/device.h"

typedef struct eg_row_sums eg_row_sums;

/* What elements leave: [blocks of `lanes` elements][values][lanes], and the row of each value, -1: it is not
 * summed. */
typedef struct eg_row_parts {
    const int32_t *row;
    int64_t elements;
    int values, lanes;
    int64_t from;  /* the row that is y_0: rows before it are not summed, nor those behind the last */
    int32_t *many; /* [rows] becomes how many values a row has; NULL: nobody asks */
} eg_row_parts;

/* Makes the lists for `rows` rows; `parts` is not kept. EG_MEMORY, EG_DEVICE. The caller owns *sums. */
eg_status eg_row_sums_create(eg_context *context, eg_device *device, eg_precision precision,
                             const eg_row_parts *parts, int64_t rows, eg_row_sums **sums);
/* The two halves of that. Between them a thread makes the lists, where loops have several; parts->row and
 * parts->many are the thread's. The second half is to be called whatever has happened, with the `status` of
 * the rest, which it gives where that is a failure; *sums may be NULL. */
eg_status eg_row_sums_begin(eg_context *context, const eg_row_parts *parts, int64_t rows, eg_row_sums **sums);
eg_status eg_row_sums_end(eg_row_sums *sums, eg_device *device, eg_precision precision, eg_status status);
void eg_row_sums_destroy(eg_row_sums **sums);

/* Queues y_i = ((0 + first) + second) + ... of the values for row i, elements ascending and values of an
 * element ascending. `part` holds the values, as the parts have them. */
eg_status eg_row_sums_apply(const eg_row_sums *sums, const eg_buffer *part, eg_buffer *y);

int64_t eg_row_sums_device_bytes(const eg_row_sums *sums);

#endif
