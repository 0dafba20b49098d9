/* The state of all ranks on rank 0. */
#include "field/halo.h"

/* The cells of the largest part. */
static int64_t most_cells(int64_t cells, int ranks)
{
    int64_t most = 0;
    for (int r = 0; r < ranks; r++) {
        int64_t first, last;
        eg_mesh_range(cells, ranks, r, &first, &last);
        most = eg_max_i64(most, last - first);
    }
    return most;
}

/* Rank 0 puts the own cells, then those of the others as they come. */
static void take_all(const eg_comm *comm, const eg_layout *whole, int variables, void *whole_state,
                     char *values)
{
    int ranks = eg_comm_size(comm);
    int64_t row = variables * (int64_t)eg_real_size(whole->precision);
    for (int r = 0; r < ranks; r++) {
        int64_t first, last;
        eg_mesh_range(whole->cells, ranks, r, &first, &last);
        if (r > 0)
            eg_comm_take(comm, r, values, (last - first) * row);
        eg_layout_write_cells(whole, variables, values, first, last, whole_state);
    }
}

eg_status eg_layout_gather(eg_context *context, const eg_comm *comm, const eg_layout *own,
                           int variables, const void *own_state, const eg_layout *whole,
                           void *whole_state, eg_status status)
{
    bool first = eg_comm_rank(comm) == 0;
    int64_t row = variables * (int64_t)eg_real_size(own->precision);
    int64_t room = first ? most_cells(whole->cells, eg_comm_size(comm)) : own->cells;
    char *values = NULL;
    if (status == EG_OK)
        status = eg_alloc(context, room * row, 1, &values);
    status = eg_comm_agree(comm, status);
    if (status == EG_OK) {
        eg_layout_read_cells(own, variables, own_state, 0, own->cells, values);
        if (first)
            take_all(comm, whole, variables, whole_state, values);
        else
            eg_comm_give(comm, values, own->cells * row);
    }
    eg_free(context, &values);
    return status;
}
