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
                GLOBAL CONST int *RESTRICT order, GLOBAL real *trace, real a, real b, int number,
                int from_group, long own_traces, long blocks)
{
    FOR_PARTITION_GROUPS(block, STAGE_BLOCKS)
#if !IN_PLACE
    SHARED real s[VALUES * LANES];
#endif
    SHARED_OF_VOLUME
    PRIVATE(real, r, VARS);
    PRIVATE(real, bad, 1);
    STAGE_OF_RUN
#if !IN_PLACE
    FOR_FLAT (i, VALUES * LANES) {
        s[i] = from[own + i];
    }
    BARRIER;
#endif
    WEAK_OF_VOLUME
    CLEAR_BAD
    FOR_ITEMS (i, NODES) {
        INDICES_OF_NODE
        VOLUME_OF_NODE
        EACH_DIRECTION(FACES_OF_NODE)
        UPDATE_OF_NODE
        TRACES_OF_NODE
    }
    REPORT_BAD
    END_GROUPS
}
