/* A stage node by node (dg/stage.h): for a processor, whose lanes are the cells of a block, and which reads
 * lines of nodes where they are; and for groups that have a thread for each node, with the cells in shared
 * memory where they fit there (STAGED). */
#include "dg/node.h"

/* a, b: of the stage; `number`: 1 for the first of a step. trace, own_traces: with ONE_STATE
 * (dg/one_state.h). */
KERNEL_SHAPE(LANES *DG_ROWS, DG_RESIDENT)
KERNEL dg_stage(GLOBAL real *q0, GLOBAL real *q1, GLOBAL real *RESTRICT second,
                GLOBAL CONST real *RESTRICT matrix, GLOBAL CONST real *RESTRICT cell,
                GLOBAL CONST real *RESTRICT face, GLOBAL CONST real *RESTRICT curve,
                GLOBAL CONST real *RESTRICT medium, GLOBAL CONST real *RESTRICT meeting,
                GLOBAL CONST long *RESTRICT there, GLOBAL CONST int *RESTRICT turn,
                GLOBAL CONST int *RESTRICT side, GLOBAL CONST double *RESTRICT clock,
                GLOBAL CONST long *RESTRICT count, GLOBAL real *RESTRICT part, GLOBAL int *stop,
                GLOBAL CONST int *RESTRICT order, GLOBAL CONST int *RESTRICT layer, GLOBAL real *trace,
                real a, real b, int number, int from_group, long own_traces, long blocks)
{
    FOR_STAGE_GROUPS(block)
    CELLS_OF_GROUP
    SHARED_OF_VOLUME
    PRIVATE(real, r, VARS);
    PRIVATE(real, bad, 1);
    STAGE_OF_RUN
    LOAD_CELLS
    NODES_OF_BLOCK
    END_GROUPS
}
