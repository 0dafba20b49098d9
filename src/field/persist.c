/* Cells of a state, kept and restored. */
#include "field/persist.h"

eg_status eg_persist_cells(const eg_persist *persist, eg_context *context, const char *name,
                           const eg_layout *layout, int variables, eg_buffer *state)
{
    int64_t bytes = eg_layout_bytes(layout, variables);
    int64_t kept = layout->cells * variables * (int64_t)eg_real_size(layout->precision);
    void *memory = NULL, *cells = NULL;
    eg_status status;
    EG_TRY_GOTO(eg_alloc(context, bytes, 1, &memory));
    EG_TRY_GOTO(eg_alloc(context, kept, 1, &cells));
    EG_TRY_GOTO(eg_buffer_read(state, 0, memory, bytes));
    eg_layout_read_cells(layout, variables, memory, 0, layout->cells, cells);
    EG_TRY_GOTO(persist->part(persist, name, cells, kept));
    if (persist->restoring) {
        eg_layout_write_cells(layout, variables, cells, 0, layout->cells, memory);
        status = eg_buffer_write(state, 0, memory, bytes);
    }
done:
    eg_free(context, &memory);
    eg_free(context, &cells);
    return status;
}
