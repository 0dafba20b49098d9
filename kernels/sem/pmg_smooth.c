// check: LANES=1
/* Steps of smoothing of p-multigrid (docs/theory/p-multigrid.md). */
#include "sem/groups.h"

/* t = b - y, what a step is to lessen where it is no diagonal that does it. 24 B a node. */
KERNEL_SHAPE(128, 8)
KERNEL pmg_rest(GLOBAL CONST real *RESTRICT b, GLOBAL CONST real *RESTRICT y, GLOBAL real *RESTRICT t,
                long nodes, long groups)
{
    FOR_GROUPS(g, groups)
    FOR_FLAT (j, NODES_OF_GROUP) {
        const long i = g * NODES_OF_GROUP + j;
        if (i < nodes)
            t[i] = b[i] - y[i];
    }
    END_GROUPS
}

/* x = x + omega z; with `start` x = omega z. 24 (16) B a node. */
KERNEL_SHAPE(128, 8)
KERNEL pmg_add(GLOBAL CONST real *RESTRICT z, GLOBAL real *RESTRICT x, real omega, int start, long nodes,
               long groups)
{
    FOR_GROUPS(g, groups)
    FOR_FLAT (j, NODES_OF_GROUP) {
        const long i = g * NODES_OF_GROUP + j;
        if (i < nodes)
            x[i] = start ? omega * z[i] : FMA(omega, z[i], x[i]);
    }
    END_GROUPS
}

/* x = omega inverse b, the step from 0 with the inverse of the diagonal of A; the others are
 * sem_gather_smooth's. 24 B a node. */
KERNEL_SHAPE(128, 8)
KERNEL pmg_begin(GLOBAL CONST real *RESTRICT inverse, GLOBAL CONST real *RESTRICT b, GLOBAL real *RESTRICT x,
                 real omega, long nodes, long groups)
{
    FOR_GROUPS(g, groups)
    FOR_FLAT (j, NODES_OF_GROUP) {
        const long i = g * NODES_OF_GROUP + j;
        if (i < nodes)
            x[i] = (omega * inverse[i]) * b[i];
    }
    END_GROUPS
}
