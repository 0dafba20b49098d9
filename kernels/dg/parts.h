/* A stage (dg/stage.h) as three kernels, of which a profile tells the cost of each: volume, fluxes and
 * update, as Hanindhito (2020) has them. The same bits as dg/nodes.h; what a node loses per time goes through
 * memory between them:
 *   loss    [block][VARS][NODES][LANES] */
#include "dg/node.h"

/* The volume term. */
KERNEL_SHAPE(LANES *DG_ROWS, DG_RESIDENT)
KERNEL dg_volume(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL real *RESTRICT loss,
                 GLOBAL CONST real *RESTRICT matrix, GLOBAL CONST real *RESTRICT cell,
                 GLOBAL CONST real *RESTRICT curve, GLOBAL CONST real *RESTRICT medium,
                 GLOBAL CONST long *RESTRICT count, GLOBAL CONST int *RESTRICT stop,
                 GLOBAL CONST int *RESTRICT order, GLOBAL CONST int *RESTRICT layer, int number,
                 int from_group, long blocks)
{
    FOR_STAGE_GROUPS(block)
    SHARED_OF_VOLUME
    FROM_OF_RUN
    CELL_OF_RUN
    WEAK_OF_VOLUME
    FOR_ITEMS (i, NODES) {
        INDICES_OF_NODE
        VOLUME_OF_NODE
    }
    END_GROUPS
}

/* What the fluxes add at the nodes of faces. */
KERNEL_SHAPE(LANES *DG_ROWS, DG_RESIDENT)
KERNEL dg_flux(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL real *RESTRICT loss,
               GLOBAL CONST real *RESTRICT cell, GLOBAL CONST real *RESTRICT face,
               GLOBAL CONST real *RESTRICT curve, GLOBAL CONST real *RESTRICT medium,
               GLOBAL CONST real *RESTRICT meeting, GLOBAL CONST long *RESTRICT there,
               GLOBAL CONST int *RESTRICT turn, GLOBAL CONST int *RESTRICT side,
               GLOBAL CONST long *RESTRICT count, GLOBAL CONST int *RESTRICT stop,
               GLOBAL CONST int *RESTRICT order, GLOBAL CONST int *RESTRICT layer, int number, int from_group,
               long blocks)
{
    FOR_STAGE_GROUPS(block)
    FROM_OF_RUN
    CELL_OF_RUN
    FACES_OF_RUN
    FOR_ITEMS (i, NODES) {
        INDICES_OF_NODE
        EACH_DIRECTION(FACES_OF_NODE)
    }
    END_GROUPS
}

/* The next state; a, b and number as of dg_stage. */
KERNEL_SHAPE(LANES *DG_ROWS, DG_RESIDENT)
KERNEL dg_update(GLOBAL real *q0, GLOBAL real *q1, GLOBAL real *RESTRICT second, GLOBAL real *RESTRICT loss,
                 GLOBAL CONST real *RESTRICT cell, GLOBAL CONST real *RESTRICT medium,
                 GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count,
                 GLOBAL real *RESTRICT part, GLOBAL int *stop, GLOBAL CONST int *RESTRICT order,
                 GLOBAL CONST int *RESTRICT layer, real a, real b, int number, int from_group, long blocks)
{
    FOR_STAGE_GROUPS(block)
    PRIVATE(real, bad, 1);
    FROM_OF_RUN
    TO_OF_RUN
    SHARES_OF_RUN
    CLEAR_BAD
    FOR_ITEMS (i, NODES) {
        UPDATE_OF_NODE
    }
    REPORT_BAD
    END_GROUPS
}
