/* Constants on the device, in the precision of the state. */
#include "scheme/dg/internal.h"

eg_status eg_dg_upload(eg_dg *dg, const char *label, int64_t bytes, const void *data, eg_buffer **buffer)
{
    dg->device_bytes += bytes;
    return eg_buffer_upload(dg->device, bytes, label, data, buffer);
}

void eg_dg_release(eg_dg *dg, eg_buffer **buffer)
{
    dg->device_bytes -= *buffer ? eg_buffer_bytes(*buffer) : 0;
    eg_buffer_destroy(buffer);
}

eg_status eg_dg_upload_reals(eg_dg *dg, const char *label, int64_t count, const double *data,
                             eg_buffer **buffer)
{
    dg->device_bytes += count * (int64_t)eg_real_size(dg->layout.precision);
    return eg_buffer_upload_reals(dg->device, dg->layout.precision, count, label, data, buffer);
}
