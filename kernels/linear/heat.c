// check: LANES=1
/* Steps of heat, all but the solve (docs/theory/heat.md). Vectors are real [nodes], a group works on a chunk
 * of them; sums is double [chunks], in the order of field/chunks.h. */
#include "field/chunks.h"

/* The solution so far, continued: first + (second + third), where with `three` the third counts. */
#define CONTINUED(i) FMA(a, before[i], three ? FMA(second, earlier[i], third *oldest[i]) : second *earlier[i])

/* right = load + capacity (w1 before + w2 earlier), which is 0 where a value is given, since load and
 * capacity are; start = e1 before + (e2 earlier + e3 oldest); and the sums of (right - lift)^2, where lift,
 * with `lifted`, is A times the given values. 6 (8) values a node. */
KERNEL_SHAPE(ACCUMULATORS, 8)
KERNEL heat_prepare(GLOBAL CONST real *RESTRICT load, GLOBAL CONST real *RESTRICT capacity,
                    GLOBAL CONST real *RESTRICT lift, GLOBAL CONST real *RESTRICT before,
                    GLOBAL CONST real *RESTRICT earlier, GLOBAL CONST real *RESTRICT oldest,
                    GLOBAL real *RESTRICT right, GLOBAL real *RESTRICT start, GLOBAL double *RESTRICT sums,
                    double w1, double w2, double e1, double e2, double e3, int three, int lifted, long nodes,
                    long chunks)
{
    FOR_GROUPS(b, chunks)
    SHARED double s[ACCUMULATORS];
    const real now = R(w1), then = R(w2), a = R(e1), second = R(e2), third = R(e3);
    BEGIN_ACCUMULATORS(s)
#define PREPARE(i, j)                                                                                        \
    {                                                                                                        \
        const real history = FMA(now, before[i], then * earlier[i]);                                         \
        const real value = FMA(capacity[i], history, load[i]);                                               \
        const real held = lifted ? value - lift[i] : value;                                                  \
        right[i] = value;                                                                                    \
        start[i] = CONTINUED(i);                                                                             \
        s[j] += (double)held * (double)held;                                                                 \
    }
    EACH_TERM(b, nodes, PREPARE)
    END_ACCUMULATORS(s)
    FOR_FLAT (t, 1) {
        sums[b] = s[0];
    }
    (void)third;
    END_GROUPS
}

/* Sums of capacity_i d_i^2, d the solution less the solutions before it, continued as in heat_prepare. 5
 * values a node. */
KERNEL_SHAPE(ACCUMULATORS, 8)
KERNEL heat_difference(GLOBAL CONST real *RESTRICT solution, GLOBAL CONST real *RESTRICT capacity,
                       GLOBAL CONST real *RESTRICT before, GLOBAL CONST real *RESTRICT earlier,
                       GLOBAL CONST real *RESTRICT oldest, GLOBAL double *RESTRICT sums, double e1, double e2,
                       double e3, int three, long nodes, long chunks)
{
    FOR_GROUPS(b, chunks)
    SHARED double s[ACCUMULATORS];
    const real a = R(e1), second = R(e2), third = R(e3);
    BEGIN_ACCUMULATORS(s)
#define DIFFERENCE(i, j)                                                                                     \
    {                                                                                                        \
        const double d = (double)(solution[i] - CONTINUED(i));                                               \
        s[j] += (double)capacity[i] * d * d;                                                                 \
    }
    EACH_TERM(b, nodes, DIFFERENCE)
    END_ACCUMULATORS(s)
    FOR_FLAT (t, 1) {
        sums[b] = s[0];
    }
    (void)third;
    END_GROUPS
}

/* vector = 0. A chunk a group. */
KERNEL_SHAPE(ACCUMULATORS, 8)
KERNEL heat_clear(GLOBAL real *RESTRICT vector, long nodes, long chunks)
{
    FOR_GROUPS(b, chunks)
    FOR_FLAT (j, CHUNK) {
        if (b * CHUNK + j < nodes)
            vector[b * CHUNK + j] = R(0.0);
    }
    END_GROUPS
}

/* vector = value at the nodes of a list without repetitions. A chunk of the list a group. */
KERNEL_SHAPE(ACCUMULATORS, 8)
KERNEL heat_give(GLOBAL CONST int *RESTRICT node, GLOBAL CONST real *RESTRICT value,
                 GLOBAL real *RESTRICT vector, long count, long chunks)
{
    FOR_GROUPS(b, chunks)
    FOR_FLAT (j, CHUNK) {
        const long k = b * CHUNK + j;
        if (k < count)
            vector[node[k]] = value[k];
    }
    END_GROUPS
}
