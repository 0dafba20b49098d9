// check: LANES=1
/* A level of p-multigrid seen among the nodes of the finest, where each of its nodes has a place
 * (docs/theory/p-multigrid.md, "Many ranks").
 *
 *   place    [nodes of the level] where in a vector of the finest
 *   number   [nodes of the finest] the other way; -1: no node of the level has its place here */
#include "field/chunks.h"
#include "sem/groups.h"

/* level = what stands at the places of `finest`. 20 B a node of the level. */
KERNEL_SHAPE(128, 8)
KERNEL pmg_take(GLOBAL CONST real *RESTRICT finest, GLOBAL CONST int *RESTRICT index,
                GLOBAL real *RESTRICT level, long nodes, long groups)
{
    FOR_GROUPS(g, groups)
    FOR_FLAT (j, NODES_OF_GROUP) {
        const long i = g * NODES_OF_GROUP + j;
        if (i < nodes)
            level[i] = finest[index[i]];
    }
    END_GROUPS
}

/* The other way; 0 elsewhere. 12 B a node of the finest, 8 B one of the level. */
KERNEL_SHAPE(128, 8)
KERNEL pmg_put(GLOBAL CONST real *RESTRICT level, GLOBAL CONST int *RESTRICT number,
               GLOBAL real *RESTRICT finest, long nodes, long groups)
{
    FOR_GROUPS(g, groups)
    FOR_FLAT (j, NODES_OF_GROUP) {
        const long i = g * NODES_OF_GROUP + j;
        if (i < nodes) {
            const int n = number[i];
            const real value = level[n < 0 ? 0 : n];
            finest[i] = n < 0 ? R(0.0) : value;
        }
    }
    END_GROUPS
}

/* sums[chunk] = the sum of p_i y_i in double precision. 16 B a node. */
KERNEL_SHAPE(ACCUMULATORS, 8)
KERNEL pmg_product(GLOBAL CONST real *RESTRICT p, GLOBAL CONST real *RESTRICT y, GLOBAL double *RESTRICT sums,
                   long nodes, long chunks)
{
    FOR_GROUPS(b, chunks)
    SHARED double s[ACCUMULATORS];
    BEGIN_ACCUMULATORS(s)
#define PRODUCT(i, j) s[j] += (double)p[i] * (double)y[i];
    EACH_TERM(b, nodes, PRODUCT)
    END_ACCUMULATORS(s)
    FOR_FLAT (t, 1) {
        sums[b] = s[0];
    }
    END_GROUPS
}
