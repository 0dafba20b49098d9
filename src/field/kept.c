/* Values of cells that a scheme keeps beside its state. */
#include "field/kept.h"

#include "field/halo.h"

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

eg_status eg_kept_create(eg_context *context, eg_device *device, const eg_comm *comm,
                         const eg_layout *own, const eg_layout *shown, eg_precision precision,
                         const char *name, int values, double start, eg_kept *kept)
{
    *kept = (eg_kept){.context = context,
                      .comm = comm,
                      .layout = *own,
                      .shown = *shown,
                      .values = values,
                      .name = name};
    kept->layout.precision = kept->shown.precision = precision;
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

/* The array of all cells, on rank 0, in the layout `shown`. */
static eg_status read_all(const eg_kept *kept, void **all, eg_status status)
{
    int64_t bytes = eg_kept_bytes(kept), whole = bytes;
    void *own = NULL;
    if (kept->comm)
        whole = kept->shown.blocks > 0 ? eg_layout_bytes(&kept->shown, kept->values) : 0;
    if (status == EG_OK)
        status = eg_alloc(kept->context, bytes, 1, &own);
    if (status == EG_OK && kept->comm)
        status = eg_alloc(kept->context, whole, 1, all);
    if (status == EG_OK)
        status = eg_buffer_read(kept->buffer, 0, own, bytes);
    if (kept->comm) {
        status = eg_layout_gather(kept->context, kept->comm, &kept->layout, kept->values, own,
                                  &kept->shown, *all, status);
        eg_free(kept->context, &own);
    } else {
        *all = own;
    }
    return status;
}

eg_status eg_kept_read(const eg_kept *kept, double *values, eg_status status)
{
    const eg_layout *layout = &kept->shown;
    void *all = NULL;
    status = read_all(kept, &all, status);
    for (int64_t c = 0; status == EG_OK && c < layout->cells; c++)
        for (int v = 0; v < kept->values; v++)
            values[c * kept->values + v] = eg_layout_load(
                layout, all, eg_layout_place(layout, kept->values, eg_layout_slot(layout, c), v));
    eg_free(kept->context, &all);
    return status;
}

int64_t eg_kept_bytes(const eg_kept *kept)
{
    return eg_layout_bytes(&kept->layout, kept->values);
}
