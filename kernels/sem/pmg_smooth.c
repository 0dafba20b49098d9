// check: LANES=1
/* Steps of smoothing of p-multigrid (docs/theory/p-multigrid.md). */
#include "sem/groups.h"

/* t = b - y, what a step is to lessen where it is no diagonal that does it. 24 B a node. */
KERNEL_SHAPE(128, 8)
KERNEL pmg_rest(GLOBAL CONST real *RESTRICT b, GLOBAL CONST real *RESTRICT y,
                GLOBAL real *RESTRICT t, long nodes, long groups)
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
KERNEL pmg_add(GLOBAL CONST real *RESTRICT z, GLOBAL real *RESTRICT x, real omega, int start,
               long nodes, long groups)
{
    FOR_GROUPS(g, groups)
    FOR_FLAT (j, NODES_OF_GROUP) {
        const long i = g * NODES_OF_GROUP + j;
        if (i < nodes)
            x[i] = start ? omega * z[i] : FMA(omega, z[i], x[i]);
    }
    END_GROUPS
}

/* x = x + omega inverse (b - y), where y = A x and inverse is that of the diagonal of A; with `start` x =
 * omega inverse b. 40 (24) B a node. */
KERNEL_SHAPE(128, 8)
KERNEL pmg_smooth(GLOBAL CONST real *RESTRICT inverse, GLOBAL CONST real *RESTRICT b,
                  GLOBAL CONST real *RESTRICT y, GLOBAL real *RESTRICT x, real omega, int start,
                  long nodes, long groups)
{
    FOR_GROUPS(g, groups)
    FOR_FLAT (j, NODES_OF_GROUP) {
        const long i = g * NODES_OF_GROUP + j;
        if (i < nodes) {
            const real step = omega * inverse[i];
            if (start)
                x[i] = step * b[i];
            else
                x[i] = FMA(step, b[i] - y[i], x[i]);
        }
    }
    END_GROUPS
}
