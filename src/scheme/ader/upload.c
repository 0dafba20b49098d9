/* Constants on the device, in the precision of the state. */
#include "scheme/ader/internal.h"

eg_status eg_ader_upload(eg_ader *ader, const char *label, int64_t bytes, const void *data,
                         eg_buffer **buffer)
{
    ader->device_bytes += bytes;
    return eg_buffer_upload(ader->device, bytes, label, data, buffer);
}

eg_status eg_ader_upload_reals(eg_ader *ader, const char *label, int64_t count, const double *data,
                               eg_buffer **buffer)
{
    if (ader->layout.precision == EG_F64)
        return eg_ader_upload(ader, label, count * 8, data, buffer);
    float *rounded;
    EG_TRY(eg_alloc(ader->context, count, sizeof *rounded, &rounded));
    for (int64_t i = 0; i < count; i++)
        rounded[i] = (float)data[i];
    eg_status status = eg_ader_upload(ader, label, count * 4, rounded, buffer);
    eg_free(ader->context, &rounded);
    return status;
}
