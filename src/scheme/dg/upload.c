/* Constants on the device, in the precision of the state. */
#include "scheme/dg/internal.h"

eg_status eg_dg_upload(eg_dg *dg, const char *label, int64_t bytes, const void *data,
                       eg_buffer **buffer)
{
    dg->device_bytes += bytes;
    return eg_buffer_upload(dg->device, bytes, label, data, buffer);
}

eg_status eg_dg_upload_reals(eg_dg *dg, const char *label, int64_t count, const double *data,
                             eg_buffer **buffer)
{
    if (dg->layout.precision == EG_F64)
        return eg_dg_upload(dg, label, count * 8, data, buffer);
    float *rounded;
    EG_TRY(eg_alloc(dg->context, count, sizeof *rounded, &rounded));
    for (int64_t i = 0; i < count; i++)
        rounded[i] = (float)data[i];
    eg_status status = eg_dg_upload(dg, label, count * 4, rounded, buffer);
    eg_free(dg->context, &rounded);
    return status;
}
