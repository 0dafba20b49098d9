/* The nodes of a cell and of a face; node (i, j, k) is i + N (j + N k). */
#if DIM == 3
#define NODES (N * N * N)
#define FACE_NODES (N * N)
#else
#define NODES (N * N)
#define FACE_NODES N
#endif
/* Of a node: the variables, and behind them what the medium remembers (dg/memory.h). */
#ifndef BODIES
#define BODIES 0
#endif
#if BODIES
#define STORED (VARS + BODIES * STRESSES)
#define MEDIA (MATERIALS + BODIES * SHARES)
#else
#define STORED VARS
#define MEDIA MATERIALS
#endif
#define VALUES (STORED * NODES)
#define WAVE_VALUES (VARS * NODES)
#define STRIDE_x 1
#define STRIDE_y N
#define STRIDE_z (N * N)
#define NUMBER_x 0
#define NUMBER_y 1
#define NUMBER_z 2
/* The indices on a face of direction d of the node with the indices at_x, at_y, at_z. */
#define FIRST_x at_y
#define FIRST_y at_x
#define FIRST_z at_x
#if DIM == 3
#define OTHER_x at_z
#define OTHER_y at_z
#define OTHER_z at_y
#else
#define OTHER_x 0
#define OTHER_y 0
#endif
