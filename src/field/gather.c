/* The state of all ranks on rank 0. */
#include <string.h>

#include "field/halo.h"

/* Between a state and values in canonical order, from cell `first` on; takes or puts `count` cells. */
static void copy_cells(const eg_layout *layout, int variables, void *state, int64_t first,
                       int64_t count, char *values, bool put)
{
    size_t size = eg_real_size(layout->precision);
    for (int64_t i = 0; i < count; i++) {
        int64_t slot = eg_layout_slot(layout, first + i);
        for (int v = 0; v < variables; v++) {
            char *at = (char *)state + (size_t)eg_layout_place(layout, variables, slot, v) * size;
            char *value = &values[(size_t)(i * variables + v) * size];
            memcpy(put ? at : value, put ? value : at, size);
        }
    }
}

eg_status eg_layout_gather(eg_context *context, const eg_comm *comm, const eg_layout *own,
                           int variables, const void *own_state, const eg_layout *whole,
                           void *whole_state, eg_status status)
{
    int ranks = eg_comm_size(comm);
    bool first = eg_comm_rank(comm) == 0;
    int64_t row = variables * (int64_t)eg_real_size(own->precision);
    char *values = NULL;
    int64_t *cells_of = NULL;
    if (status == EG_OK)
        status = eg_alloc(context, (first ? whole->cells : own->cells) * row, 1, &values);
    if (status == EG_OK)
        status = eg_alloc(context, ranks, sizeof *cells_of, &cells_of);
    status = eg_comm_agree(comm, status);
    if (status == EG_OK) {
        copy_cells(own, variables, (void *)(uintptr_t)own_state, 0, own->cells, values, false);
        eg_comm_gather_counts(comm, own->cells, cells_of);
        for (int r = 0; first && r < ranks; r++)
            cells_of[r] *= row;
        eg_comm_gather(comm, values, own->cells * row, values, cells_of);
        if (first)
            copy_cells(whole, variables, whole_state, 0, whole->cells, values, true);
    }
    eg_free(context, &values);
    eg_free(context, &cells_of);
    return status;
}
