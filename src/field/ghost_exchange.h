/* ghost_exchange: which values a rank receives from others, and which it sends to them. The values are
 * vectors of a part's nodes (mesh/hexes/hexes.h): the rank's own first, behind them ghosts, which are own
 * ones of other ranks. */
#ifndef EG_FIELD_GHOST_EXCHANGE_H
#define EG_FIELD_GHOST_EXCHANGE_H

#include "field/halo.h"
#include "mesh/hexes/hexes.h"

/* Items of neighbour n are first[n] to first[n + 1] of the places. */
typedef struct eg_ghost_exchange {
    eg_context *context;
    int neighbours;
    int *rank_of;                        /* [neighbours] */
    int64_t *send_first, *receive_first; /* [neighbours + 1] */
    int32_t *send_index, *receive_index; /* indices in a vector: own nodes, ghosts */
} eg_ghost_exchange;

/* Finds out, by asking the owners, who sends which of the ghosts with needed[ghost] (NULL: all). Collective,
 * also where `status` is a failure of this rank; all agree on the status. EG_MEMORY. The caller owns
 * *exchange. */
eg_status eg_ghost_exchange_create(eg_context *context, const eg_comm *comm, const eg_hex_nodes *nodes,
                                   const uint8_t *needed, eg_status status, eg_ghost_exchange **exchange);
void eg_ghost_exchange_destroy(eg_ghost_exchange **exchange);

/* Fills the ghosts of values[nodes], of `size` bytes each, on the host, with what their owners have.
 * Collective, also where `status` is a failure of this rank; all agree on the status. */
eg_status eg_ghost_exchange_values(const eg_ghost_exchange *exchange, const eg_comm *comm, void *values,
                                   size_t size, eg_status status);

/* The same for vectors on the device, again and again: eg_halo_fill(). EG_MEMORY, EG_DEVICE. Not collective.
 * The caller owns *halo. */
eg_status eg_ghost_exchange_halo(const eg_ghost_exchange *exchange, eg_device *device, const eg_comm *comm,
                                 eg_link *link, eg_precision precision, eg_halo **halo);

#endif
