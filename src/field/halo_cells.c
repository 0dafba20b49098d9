/* The ghosts of a state: whole cells, as a layout has them. */
#include "field/halo.h"

static void list_items(const eg_mesh *mesh, const eg_layout *layout, int32_t *send, int32_t *receive)
{
    const eg_partition *partition = mesh->partition;
    for (int64_t i = 0; i < partition->send_first[partition->neighbours]; i++)
        send[i] = eg_layout_slot(layout, partition->send_cell[i]);
    for (int64_t i = 0; i < layout->ghosts; i++)
        receive[i] = layout->ghost_slot + (int32_t)i;
}

eg_status eg_halo_create_of_cells(eg_device *device, const eg_comm *comm, eg_link *link, const eg_mesh *mesh,
                                  const eg_layout *layout, int variables, eg_buffer *const state[2],
                                  eg_halo **halo)
{
    const eg_partition *partition = mesh->partition;
    eg_context *context = mesh->context;
    EG_SCRATCH int32_t *send = NULL, *receive = NULL;
    *halo = NULL;
    if (!partition)
        return EG_OK;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(partition->send_first[partition->neighbours], send),
                    EG_BLOCK(layout->ghosts, receive)));
    list_items(mesh, layout, send, receive);
    const eg_halo_options options = {.link = link,
                                     .precision = layout->precision,
                                     .state = {state[0], state[1]},
                                     .values = variables,
                                     .lanes = layout->state_lanes,
                                     .neighbours = partition->neighbours,
                                     .rank_of = partition->rank_of,
                                     .send_first = partition->send_first,
                                     .receive_first = partition->ghost_first,
                                     .send_item = send,
                                     .receive_item = receive};
    return eg_halo_create(context, device, comm, &options, halo);
}

/* Value i of all cells and ghosts, cell by cell, is at this index of a state. */
static int64_t state_index(const eg_layout *layout, int variables, int64_t i)
{
    return eg_layout_state_index(layout, variables, eg_layout_slot(layout, i / variables),
                                 (int)(i % variables));
}

eg_status eg_halo_fill_cells(const eg_comm *comm, const eg_mesh *mesh, const eg_layout *layout, int variables,
                             eg_buffer *state)
{
    eg_context *context = mesh->context;
    int64_t bytes = eg_layout_bytes(layout, variables), own = layout->cells * variables;
    int64_t all = own + layout->ghosts * variables;
    EG_SCRATCH double *values = NULL;
    EG_SCRATCH char *memory = NULL;
    if (!mesh->partition)
        return EG_OK;
    eg_status status = EG_ALLOC(context, EG_BLOCK(all, values), EG_BLOCK(bytes, memory));
    if (status == EG_OK)
        status = eg_buffer_read(state, 0, memory, bytes);
    for (int64_t i = 0; status == EG_OK && i < own; i++)
        values[i] = eg_layout_load(layout, memory, state_index(layout, variables, i));
    status = eg_halo_fill_host(comm, mesh, values, variables, status);
    for (int64_t i = own; status == EG_OK && i < all; i++)
        eg_layout_store(layout, memory, state_index(layout, variables, i), values[i]);
    if (status == EG_OK)
        status = eg_buffer_write(state, 0, memory, bytes);
    return eg_comm_agree(comm, status);
}
