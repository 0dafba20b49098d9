/* Constants on the device, in the precision of the state. */
#include "scheme/ader/internal.h"

eg_status eg_ader_upload(eg_ader *ader, const char *label, int64_t bytes, const void *data,
                         eg_buffer **buffer)
{
    ader->device_bytes += bytes;
    return eg_buffer_upload(ader->device, bytes, label, data, buffer);
}

void eg_ader_release(eg_ader *ader, eg_buffer **buffer)
{
    ader->device_bytes -= *buffer ? eg_buffer_bytes(*buffer) : 0;
    eg_buffer_destroy(buffer);
}

eg_status eg_ader_upload_reals(eg_ader *ader, const char *label, int64_t count, const double *data,
                               eg_buffer **buffer)
{
    ader->device_bytes += count * (int64_t)eg_real_size(ader->layout.precision);
    return eg_buffer_upload_reals(ader->device, ader->layout.precision, count, label, data, buffer);
}
