/* running_extrema: a few values of each cell that the steps of a scheme keep up to date beside the state,
 * such as the largest ever reached. They stand on the device as a state with so many variables does
 * (layout.h), and go into checkpoints. */
#ifndef EG_FIELD_RUNNING_EXTREMA_H
#define EG_FIELD_RUNNING_EXTREMA_H

#include "comm/comm.h"
#include "field/persist.h"

typedef struct eg_running_extrema {
    eg_context *context;
    eg_layout layout;
    int values;       /* of a cell */
    const char *name; /* of its array in a checkpoint; static */
    eg_buffer *buffer;
} eg_running_extrema;

/* Makes the array, every value `start`. `layout` is the scheme's, of any precision; the numbers are of
 * `precision`. The caller owns it, and destroys it in any case. EG_MEMORY, EG_DEVICE. */
eg_status eg_running_extrema_create(eg_context *context, eg_device *device, const eg_layout *layout,
                                    eg_precision precision, const char *name, int values, double start,
                                    eg_running_extrema *extrema);

/* Keeps or restores the values of all cells. Collective. */
eg_status eg_running_extrema_persist(eg_running_extrema *extrema, const eg_persist *persist);

/* Fills values[own cells][extrema->values] in canonical order. */
eg_status eg_running_extrema_read(const eg_running_extrema *extrema, double *values);

int64_t eg_running_extrema_bytes(const eg_running_extrema *extrema);

#endif
