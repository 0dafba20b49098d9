/* Numbers in the precision of a program: as constants of it, dialect source for eg_program_options.generated;
 * and in a buffer. */
#include "base/parallel.h"
#include "device/backend.h"

eg_status eg_constants_source(eg_context *context, eg_precision precision, const char *name, int count,
                              const double *values, char **source)
{
    eg_text text = {.context = context};
    eg_text_add(&text, "#define %s {", name);
    for (int i = 0; i < count; i++)
        if (precision == EG_F32)
            eg_text_add(&text, "%af,", (float)values[i]);
        else
            eg_text_add(&text, "%a,", values[i]);
    eg_text_add(&text, "}\n");
    *source = text.data;
    return text.status;
}

eg_status eg_buffer_upload_reals(eg_device *device, eg_precision precision, int64_t count, const char *label,
                                 const double *data, eg_buffer **buffer)
{
    if (precision == EG_F64)
        return eg_buffer_upload(device, count * 8, label, data, buffer);
    EG_SCRATCH float *rounded = NULL;
    EG_TRY(eg_alloc(device->context, count, sizeof *rounded, &rounded));
    EG_LOOP(device->context, count)
    for (int64_t i = 0; i < count; i++)
        rounded[i] = (float)data[i];
    return eg_buffer_upload(device, count * 4, label, rounded, buffer);
}
