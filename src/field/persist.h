/* persist: how a solver hands over what it continues from, and takes it back.
 *
 * One function of a solver serves both directions: it names its arrays one after the other, each in a form
 * that no device, lanes or ranks show in. When a state is kept, the array holds the values and `array` takes
 * them; when it is restored, `array` fills it and the solver puts the values to work. */
#ifndef EG_FIELD_PERSIST_H
#define EG_FIELD_PERSIST_H

#include "field/layout.h"

/* A caller's own struct begins with this one. */
typedef struct eg_persist {
    bool restoring;
    /* `name`: letters, digits, - and ., at most 31, one an array.
     *
     *     array   of rank 0 when a state is kept, whole on each rank that asks when it is restored. Not
     *             collective
     *     part    what the ranks have one after the other, each its own `bytes`. Collective; begins with
     *             eg_comm_agree()
     *     bytes   of the whole array; while restoring. Not collective */
    eg_status (*array)(const struct eg_persist *self, const char *name, void *data, int64_t bytes);
    eg_status (*part)(const struct eg_persist *self, const char *name, void *data, int64_t bytes);
    eg_status (*bytes)(const struct eg_persist *self, const char *name, int64_t *bytes);
} eg_persist;

/* An array that files of an older eagre lack: then `data` stays as it is. */
static inline eg_status eg_persist_newer(const eg_persist *persist, const char *name, void *data,
                                         int64_t bytes)
{
    int64_t there;
    bool lacks = persist->restoring && persist->bytes(persist, name, &there) != EG_OK;
    return lacks ? EG_OK : persist->array(persist, name, data, bytes);
}

/* The values of every cell of a state on the device, [cells][variables] in canonical order and the layout's
 * precision; restored, the rest of the buffer stays, and all of it where `part` leaves what it is given.
 * Collective. */
eg_status eg_persist_cells(const eg_persist *persist, eg_context *context, const char *name,
                           const eg_layout *layout, int variables, eg_buffer *state);

#endif
