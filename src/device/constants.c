/* Numbers as constants of a program: dialect source for eg_program_options.generated. */
#include "device/device.h"

eg_status eg_constants_source(eg_context *context, eg_precision precision, const char *name,
                              int count, const double *values, char **source)
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
