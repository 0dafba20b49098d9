/* What the kernels of shallow water and their caller share. */
#ifndef EG_KERNELS_FV_KINDS_H
#define EG_KERNELS_FV_KINDS_H

#define SW_STATE 4 /* values of a cell: h, u, v, root of h */

/* Constants of an open face: outward unit normal, length, 1/chi', 1/n (conveyance weight), velocity of uniform flow
 * beyond an outflow over h^(2/3), 0: still water beyond. */
#define OPEN_CONSTANTS 6

/* Kinds of open boundaries. */
#define OPEN_OUTFLOW 0
#define OPEN_LEVEL 1
#define OPEN_DISCHARGE 2
#define OPEN_RADIATE 3
#define OPEN_INFLOW 4

#endif
