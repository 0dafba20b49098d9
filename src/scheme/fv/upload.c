/* Constants and programs on the device, in the precision of the state. */
#include "scheme/fv/internal.h"

eg_status eg_fv_upload(eg_fv *fv, const char *label, int64_t bytes, const void *data,
                       eg_buffer **buffer)
{
    fv->device_bytes += bytes;
    return eg_buffer_upload(fv->device, bytes, label, data, buffer);
}

eg_status eg_fv_take(eg_fv *fv, const char *label, int64_t bytes, void *data_address,
                     eg_buffer **buffer)
{
    fv->device_bytes += bytes;
    return eg_buffer_take(fv->device, bytes, label, data_address, buffer);
}

eg_status eg_fv_program(eg_fv *fv, const char *file, int lanes, const eg_define *defines, int count,
                        const char *generated, eg_program **program)
{
    const eg_program_options options = {.file = file,
                                        .precision = fv->layout.precision,
                                        .lanes = lanes,
                                        .defines = defines,
                                        .define_count = count,
                                        .generated = generated};
    return eg_program_create(fv->device, &options, program);
}
