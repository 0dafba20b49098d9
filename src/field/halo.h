/* halo: what the ranks of a run give each other, once on the host and in every step on the device.
 *
 * An item is what belongs to one ghost: a cell's state, or the trace on one face. What goes to a neighbour
 * and what comes from it is listed in the same order on both sides. Kernels: field/halo.c. */
#ifndef EG_FIELD_HALO_H
#define EG_FIELD_HALO_H

#include "comm/comm.h"
#include "device/link.h"
#include "field/layout.h"

/* Fills the ghosts of values[cells + ghosts], of `size` bytes a cell, with what their owners have; nothing
 * where the mesh is whole. Collective, also where `status` is a failure of this rank; gives the status that
 * all agree on. */
eg_status eg_halo_fill_ghosts(const eg_comm *comm, const eg_mesh *mesh, void *values, int64_t size,
                              eg_status status);
/* The same of values[cells + ghosts][per_cell]. */
static inline eg_status eg_halo_fill_host(const eg_comm *comm, const eg_mesh *mesh, double *values,
                                          int per_cell, eg_status status)
{
    return eg_halo_fill_ghosts(comm, mesh, values, per_cell * (int64_t)sizeof *values, status);
}

/* Messages on the host: item i of those for and from neighbour n is at first[n] + i, of `size` bytes. */
typedef struct eg_halo_messages {
    int neighbours;
    const int *rank_of;                        /* [neighbours] */
    const int64_t *send_first, *receive_first; /* [neighbours + 1] */
    void *send, *receive;
    int64_t size;
} eg_halo_messages;

/* Sends and receives them once. Collective, also where `status` is a failure of this rank; all agree on the
 * status. */
eg_status eg_halo_send_receive(eg_context *context, const eg_comm *comm, const eg_halo_messages *messages,
                               eg_status status);

/* The link between the devices of all ranks; NULL where there is none, and `why` tells the reason in words;
 * messages go through the host then. EAGRE_EXCHANGE=host in the environment wants that (EG_USAGE for other
 * words but auto). Collective. The caller owns the link. EG_DEVICE where the library is there and fails,
 * which ends the job. */
eg_status eg_halo_connect(eg_context *context, eg_device *device, const eg_comm *comm, eg_link **link,
                          char *why, int64_t room);

typedef struct eg_halo eg_halo;

/* Items of neighbour n are first[n] to first[n + 1] of the places. All is copied. */
typedef struct eg_halo_options {
    eg_link *link; /* between the devices; NULL: through the host. Outlives the halo. */
    eg_precision precision;
    /* two states taken in turn, or one array twice; NULL: eg_halo_fill() names it */
    const eg_buffer *state[2];
    int values,
        lanes; /* of the array [pack][values][lanes], a power of two: item n stands in pack n / lanes */
    int neighbours;
    const int *rank_of;                        /* [neighbours] */
    const int64_t *send_first, *receive_first; /* [neighbours + 1] */
    const int32_t *send_item, *receive_item;   /* numbers of items */
} eg_halo_options;

/* Makes what an exchange needs on the device. Device, comm and states outlive it. The caller owns it.
 * EG_MEMORY, EG_DEVICE; EG_MESH where a message is too long. Not collective. */
eg_status eg_halo_create(eg_context *context, eg_device *device, const eg_comm *comm,
                         const eg_halo_options *options, eg_halo **halo);
void eg_halo_destroy(eg_halo **halo);

/* Brings the ghosts of the state that the step writes up to date, behind all that was queued; nothing moves
 * where the clock pauses. `count` is that of the clock. Begin sends what the own cells have, end waits for
 * what comes; kernels that need no ghosts may be queued between, into another queue (eg_aux_queue_leave()) so
 * that they go on beside. All ranks call both, also where something has failed before. */
eg_status eg_halo_begin(eg_halo *halo, const eg_buffer *count);
eg_status eg_halo_end(eg_halo *halo, const eg_buffer *count);

/* Both, one after the other; NULL: nothing. */
eg_status eg_halo_exchange(eg_halo *halo, const eg_buffer *count);

/* Of a halo that was made without states: brings the ghosts of a vector up to date, behind all that was
 * queued. All ranks call it; NULL: nothing. */
eg_status eg_halo_fill(eg_halo *halo, const eg_buffer *vector);
/* The two halves of that, as eg_halo_begin() and eg_halo_end(). */
eg_status eg_halo_fill_begin(eg_halo *halo, const eg_buffer *vector);
eg_status eg_halo_fill_end(eg_halo *halo);

/* ---- the ghosts of a state, [pack][variables][lanes of the pack] of a layout (halo_cells.c) */

/* eg_halo_create() of a state whose items are cells, in two copies that are taken in turn; a whole mesh has
 * none: *halo is NULL. */
eg_status eg_halo_create_of_cells(eg_device *device, const eg_comm *comm, eg_link *link, const eg_mesh *mesh,
                                  const eg_layout *layout, int variables, eg_buffer *const state[2],
                                  eg_halo **halo);

/* Gives the ghosts of a state on the device what their owners have, once. Collective; all agree on the
 * status. */
eg_status eg_halo_fill_cells(const eg_comm *comm, const eg_mesh *mesh, const eg_layout *layout, int variables,
                             eg_buffer *state);

int64_t eg_halo_device_bytes(const eg_halo *halo);
int64_t eg_halo_sent_bytes(const eg_halo *halo); /* in a step, to all neighbours; NULL: 0 */

/* The blocks of a group of cells: `order` on the device lists those first that hold cells which other ranks
 * have as ghosts, `blocks` of them (kernels/field/partition_boundary.h). A whole mesh has none: order is
 * NULL. */
typedef struct eg_partition_boundary {
    eg_buffer *order;
    int64_t blocks;
} eg_partition_boundary;

/* also[own cells]: further cells that wait for ghosts; NULL: none. The caller owns what is in
 * *partition_boundary. EG_MEMORY, EG_DEVICE. */
eg_status eg_partition_boundary_create(eg_context *context, eg_device *device, const eg_mesh *mesh,
                                       const eg_layout *layout, int group, const bool *also,
                                       eg_partition_boundary *partition_boundary);

#endif
