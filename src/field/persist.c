/* Cells of a state, kept and restored. */
#include "field/persist.h"

eg_status eg_persist_cells(const eg_persist *persist, eg_context *context, const char *name,
                           const eg_layout *layout, int variables, eg_buffer *state)
{
    int64_t bytes = eg_layout_bytes(layout, variables);
    int64_t kept = layout->cells * variables * (int64_t)eg_real_size(layout->precision);
    EG_SCRATCH void *memory = NULL, *cells = NULL;
    EG_TRY(eg_alloc(context, bytes, 1, &memory));
    EG_TRY(eg_alloc(context, kept, 1, &cells));
    EG_TRY(eg_buffer_read(state, 0, memory, bytes));
    eg_layout_read_cells(layout, variables, memory, 0, layout->cells, cells);
    EG_TRY(persist->part(persist, name, cells, kept));
    if (persist->restoring) {
        eg_layout_write_cells(layout, variables, cells, 0, layout->cells, memory);
        EG_TRY(eg_buffer_write(state, 0, memory, bytes));
    }
    return EG_OK;
}
