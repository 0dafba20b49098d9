/* Arrays on the device. */
#include "scheme/deg/internal.h"

eg_status eg_deg_upload(eg_deg *deg, const char *label, int64_t bytes, const void *data, eg_buffer **buffer)
{
    deg->device_bytes += bytes;
    return eg_buffer_upload(deg->device, bytes, label, data, buffer);
}

eg_status eg_deg_upload_reals(eg_deg *deg, const char *label, int64_t count, const double *data,
                              eg_buffer **buffer)
{
    deg->device_bytes += count * (int64_t)eg_real_size(deg->layout.precision);
    return eg_buffer_upload_reals(deg->device, deg->layout.precision, count, label, data, buffer);
}

eg_status eg_deg_take(eg_deg *deg, eg_buffer **old, const char *label, int64_t bytes, eg_buffer **buffer)
{
    *buffer = *old;
    *old = NULL;
    deg->device_bytes += bytes;
    return eg_buffer_fit(deg->device, bytes, label, buffer);
}

eg_status eg_deg_renew(eg_deg *deg, eg_buffer **old, const char *label, int64_t bytes, eg_buffer **buffer)
{
    if (!deg->generation)
        return eg_deg_upload(deg, label, bytes, NULL, buffer);
    EG_TRY(eg_deg_take(deg, old, label, bytes, buffer));
    return eg_buffer_clear(*buffer);
}
