/* The state of all ranks on rank 0. */
#include "field/halo.h"

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
        eg_layout_read_cells(own, variables, own_state, 0, own->cells, values);
        eg_comm_gather_counts(comm, own->cells, cells_of);
        for (int r = 0; first && r < ranks; r++)
            cells_of[r] *= row;
        eg_comm_gather(comm, values, own->cells * row, values, cells_of);
        if (first)
            eg_layout_write_cells(whole, variables, values, 0, whole->cells, whole_state);
    }
    eg_free(context, &values);
    eg_free(context, &cells_of);
    return status;
}
