/* Values of cells that a scheme keeps beside its state. */
#include "field/kept.h"

static eg_status fill(const eg_kept *kept, double start)
{
    int64_t bytes = eg_kept_bytes(kept), size = (int64_t)eg_real_size(kept->layout.precision);
    void *memory;
    EG_TRY(eg_alloc(kept->context, bytes, 1, &memory));
    for (int64_t i = 0; i < bytes / size; i++)
        eg_layout_store(&kept->layout, memory, i, start);
    eg_status status = eg_buffer_write(kept->buffer, 0, memory, bytes);
    eg_free(kept->context, &memory);
    return status;
}

eg_status eg_kept_create(eg_context *context, eg_device *device, const eg_layout *layout,
                         eg_precision precision, const char *name, int values, double start,
                         eg_kept *kept)
{
    *kept = (eg_kept){.context = context, .layout = *layout, .values = values, .name = name};
    kept->layout.precision = precision;
    EG_TRY(eg_buffer_create(device, eg_kept_bytes(kept), name, &kept->buffer));
    return fill(kept, start);
}

void eg_kept_destroy(eg_kept *kept)
{
    eg_buffer_destroy(&kept->buffer);
}

eg_status eg_kept_persist(eg_kept *kept, const eg_persist *persist)
{
    return eg_persist_cells(persist, kept->context, kept->name, &kept->layout, kept->values,
                            kept->buffer);
}

eg_status eg_kept_read(const eg_kept *kept, double *values)
{
    const eg_layout *layout = &kept->layout;
    int64_t bytes = eg_kept_bytes(kept);
    void *memory;
    EG_TRY(eg_alloc(kept->context, bytes, 1, &memory));
    eg_status status = eg_buffer_read(kept->buffer, 0, memory, bytes);
    for (int64_t c = 0; status == EG_OK && c < layout->cells; c++)
        for (int v = 0; v < kept->values; v++)
            values[c * kept->values + v] =
                eg_layout_load(layout, memory,
                               eg_layout_place(layout, kept->values, eg_layout_slot(layout, c), v));
    eg_free(kept->context, &memory);
    return status;
}

int64_t eg_kept_bytes(const eg_kept *kept)
{
    return eg_layout_bytes(&kept->layout, kept->values);
}
