/* Values of cells that a scheme keeps beside its state. */
#include "field/running_extrema.h"

eg_status eg_running_extrema_create(eg_context *context, eg_device *device, const eg_layout *layout,
                                    eg_precision precision, const char *name, int values, double start,
                                    eg_running_extrema *extrema)
{
    *extrema = (eg_running_extrema){.context = context, .layout = *layout, .values = values, .name = name};
    extrema->layout.precision = precision;
    EG_TRY(eg_buffer_create(device, eg_running_extrema_bytes(extrema), name, &extrema->buffer));
    int64_t bytes = eg_running_extrema_bytes(extrema),
            size = (int64_t)eg_real_size(extrema->layout.precision);
    EG_SCRATCH void *memory = NULL;
    EG_TRY(eg_alloc(extrema->context, bytes, 1, &memory));
    for (int64_t i = 0; i < bytes / size; i++)
        eg_layout_store(&extrema->layout, memory, i, start);
    return eg_buffer_write(extrema->buffer, 0, memory, bytes);
}

eg_status eg_running_extrema_persist(eg_running_extrema *extrema, const eg_persist *persist)
{
    return eg_persist_cells(persist, extrema->context, extrema->name, &extrema->layout, extrema->values,
                            extrema->buffer);
}

eg_status eg_running_extrema_read(const eg_running_extrema *extrema, double *values)
{
    const eg_layout *layout = &extrema->layout;
    int64_t bytes = eg_running_extrema_bytes(extrema);
    EG_SCRATCH void *memory = NULL;
    EG_TRY(eg_alloc(extrema->context, bytes, 1, &memory));
    EG_TRY(eg_buffer_read(extrema->buffer, 0, memory, bytes));
    for (int64_t c = 0; c < layout->cells; c++)
        for (int v = 0; v < extrema->values; v++)
            values[c * extrema->values + v] = eg_layout_load(
                layout, memory, eg_layout_state_index(layout, extrema->values, eg_layout_slot(layout, c), v));
    return EG_OK;
}

int64_t eg_running_extrema_bytes(const eg_running_extrema *extrema)
{
    return eg_layout_bytes(&extrema->layout, extrema->values);
}
