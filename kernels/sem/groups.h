/* How much some kernels work on: read by the kernels and by their caller. */
#ifndef EG_KERNELS_SEM_GROUPS_H
#define EG_KERNELS_SEM_GROUPS_H

#define NODES_OF_GROUP 512 /* of sem/pmg_smooth.c and sem/pmg_indices.c */
#define ROWS_OF_GROUP 256  /* of sem/row_sums.c */

/* Numbers of a node in sem/metric.c: G, then these; and means of an element. */
#define METRIC_TERMS 8
#define MASS_TERM 6
#define JACOBIAN_TERM 7
#define METRIC_MEANS 4

#define MAP_VALUES 21 /* of a trilinear element */

/* Elements round one: 13 + x + 3 y + 9 z, each -1, 0 or 1; 13 is the element itself. */
#define ROUND 27
#define ROUND_MIDDLE 13
#define ROUND_FACES 6
#define ROUND_EDGES 12
#define ROUND_CORNERS 8

#endif
