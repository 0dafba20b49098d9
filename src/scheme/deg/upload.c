/* Arrays on the device that a solver takes over from the one before. */
#include "scheme/deg/internal.h"

eg_status eg_deg_take(eg_deg *deg, eg_buffer **old, const char *label, int64_t bytes, eg_buffer **buffer)
{
    EG_TRY(eg_owner_add(&deg->owned, EG_OWNED_BUFFER, buffer));
    *buffer = *old;
    *old = NULL;
    return eg_buffer_fit(deg->device, bytes, label, buffer);
}

eg_status eg_deg_renew(eg_deg *deg, eg_buffer **old, const char *label, int64_t bytes, eg_buffer **buffer)
{
    if (!deg->generation)
        return eg_stepper_upload(&deg->base, label, bytes, NULL, buffer);
    EG_TRY(eg_deg_take(deg, old, label, bytes, buffer));
    return eg_buffer_clear(*buffer);
}
