/* cell_transfer: where the values of new cells come from, when a mesh changes, and between which ranks they
 * move. */
#ifndef EG_MESH_CELL_TRANSFER_H
#define EG_MESH_CELL_TRANSFER_H

#include "mesh/mesh.h"

/* Old cells, by numbers in the whole old mesh. */
typedef struct eg_move {
    int rank; /* that they go to, or come from; it may be this one */
    int64_t first, count;
} eg_move;

/* Where the values of own new cells come from: of old ones that follow each other, and which other ranks may
 * have. */
typedef struct eg_cell_transfer {
    eg_context *context;
    int64_t first, count; /* the old cells that are needed: numbers in the whole old mesh */
    int32_t *from;        /* [new own] the old cell, or the first of its children, counted from `first` */
    uint8_t *origin;      /* [new own] eg_leaf_origin, or eg_bisected_origin */
    /* [new own] of a leaf's parent the which: bit d, the upper half along direction d; else 0 */
    uint8_t *child;
    int ranks;
    eg_move *send, *receive; /* [ranks] own old cells that others need; needed ones by owners */
} eg_cell_transfer;

/* One of so many ranks for `own` new cells, of zeros. EG_MEMORY; the caller owns *transfer. */
eg_status eg_cell_transfer_create(eg_context *context, int ranks, int64_t own, eg_cell_transfer **transfer);
/* Sets *transfer to NULL; NULL is fine. */
void eg_cell_transfer_destroy(eg_cell_transfer **transfer);
/* Fills first, count, send and receive: rank r needs the old cells from need[2 r] to need[2 r + 1], or none
 * where the first is -1. `old` is the part of this rank. */
void eg_cell_transfer_plan(eg_cell_transfer *transfer, const eg_mesh *old, const eg_comm *comm,
                           const double *need);
/* Moves `bytes` of each old cell: from[old own], of which the first has the number `before` in the whole, to
 * to[transfer->count]. EG_MEMORY; EG_MESH where a message is too long. Collective, also where `status` is a
 * failure of this rank; all agree on the status. */
eg_status eg_cell_transfer_move(const eg_cell_transfer *transfer, const eg_comm *comm, int64_t before,
                                int64_t bytes, const void *from, void *to, eg_status status);

#endif
