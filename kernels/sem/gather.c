// check: LANES=1 DIAGONAL=0 THREADS=256
// check: LANES=1 DIAGONAL=1 THREADS=512
/* The end of y = A p, or of a step of smoothing: sums up what the elements have left for their common nodes,
 * and p.y.
 *
 * Few groups work at once, THREADS each, so that what a chunk reads again is still in a cache. */
#include "linear/solve.h"
#include "field/chunks.h"
#include "sem/smooth.h"

#define ADD(k, c) value = value + part[indices[(c)*n + (k)]];
#if DIAGONAL
#define WITH_DIAGONAL(p, i, value) FMA(diagonal[i], p[i], value)
#else
#define WITH_DIAGONAL(p, i, value) (value)
#endif
/* The nodes of a run: the first contribution, then those that `more` adds; PUT(i, y_i). */
#define EACH_NODE(p, PUT, more)                                                                              \
    FOR_FLAT (k, n) {                                                                                        \
        const int i = nodes_of_run[k];                                                                       \
        real value = part[indices[k]];                                                                       \
        more PUT(i, WITH_DIAGONAL(p, i, value))                                                              \
    }
/* y = A p at the nodes in runs of a chunk. */
#define SUM_RUNS(p, chunk, PUT)                                                                              \
    for (int r = first[chunk]; r < first[(chunk) + 1]; r++) {                                                \
        const int m = run[4 * r], n = run[4 * r + 1];                                                        \
        GLOBAL CONST int *nodes_of_run = node + run[4 * r + 2];                                              \
        GLOBAL CONST int *indices = index + run[4 * r + 3];                                                  \
        if (m <= 0) {                                                                                        \
            FOR_FLAT (k, n) {                                                                                \
                PUT(nodes_of_run[k], R(0.0))                                                                 \
            }                                                                                                \
        } else if (m == 2) {                                                                                 \
            EACH_NODE(p, PUT, ADD(k, 1))                                                                     \
        } else if (m == 4) {                                                                                 \
            EACH_NODE(p, PUT, ADD(k, 1) ADD(k, 2) ADD(k, 3))                                                 \
        } else {                                                                                             \
            EACH_NODE(p, PUT, for (int c = 1; c < m; c++) ADD(k, c))                                         \
        }                                                                                                    \
    }

/* A chunk of nodes a group. Those of them that have contributions in `part` come in runs of nodes that have
 * equally many:
 *
 *   first   [chunks + 1] the runs of a chunk
 *   run     [runs][4] contributions of a node, below 0 where its value is given; nodes, where they begin in
 *           node[], and their contributions in index[]
 *   node    [nodes of runs]
 *   index   for each run [contributions of a node][nodes] where they are in part, in ascending order of
 *           elements. A node with a given value gets 0.
 *   diagonal  [nodes] with DIAGONAL: what boundary conditions add to the diagonal of A, else anything
 *   sums    [chunks] of p_i y_i in double precision, with `products`; else anything
 *
 * y_i = ((first contribution + second) + ...), then FMA(diagonal_i, p_i, y_i); the nodes that are in no run
 * have theirs. Per node of a run 4 B and 8 B written, 12 B a contribution; with products 8 B of p and of y a
 * node. */
KERNEL_SHAPE(THREADS, 1024 / THREADS)
KERNEL sem_gather(GLOBAL CONST real *RESTRICT part, GLOBAL CONST int *RESTRICT first,
                  GLOBAL CONST int *RESTRICT run, GLOBAL CONST int *RESTRICT node,
                  GLOBAL CONST int *RESTRICT index, GLOBAL CONST real *RESTRICT diagonal,
                  GLOBAL CONST real *RESTRICT p, GLOBAL real *RESTRICT y, GLOBAL double *RESTRICT sums,
                  GLOBAL CONST long *RESTRICT count, int products, long nodes, long chunks)
{
    FOR_GROUPS(b, count[SOLVE_END] == END_NONE ? chunks : 0)
    SHARED double s[ACCUMULATORS];
    SHARED double term[WIDE_LOOPS ? 1 : CHUNK];
#define PUT(i, value) y[i] = value;
    SUM_RUNS(p, b, PUT)
#undef PUT
    if (products) {
        BARRIER;
        BEGIN_ACCUMULATORS(s)
        if (WIDE_LOOPS) {
#define PRODUCT(i, j) s[j] += (double)p[i] * (double)y[i];
            EACH_TERM(b, nodes, PRODUCT)
        } else {
            const int terms = (int)(nodes - b * CHUNK < CHUNK ? nodes - b * CHUNK : CHUNK);
            FOR_FLAT (k, terms) {
                term[k] = (double)p[b * CHUNK + k] * (double)y[b * CHUNK + k];
            }
            BARRIER;
            FOR_FLAT (j, ACCUMULATORS) {
                for (int k = j; k < terms; k += ACCUMULATORS)
                    s[j] += term[k];
            }
        }
        END_ACCUMULATORS(s)
        FOR_FLAT (t, 1) {
            sums[b] = s[0];
        }
    }
    (void)diagonal;
    END_GROUPS
}

/* The end of a step of smoothing, to = x + omega D^-1 (b - A x), with the sums of sem_gather: at the nodes
 * that are in runs, or with `all` at all nodes, the others of which have A x. A processor gains nothing by a
 * step inside elements: its lanes are elements, whose nodes are far apart. 12 B a contribution, 36 B a node
 * of a run; with `all` 12 B a node of a run and 40 B a node. */
KERNEL_SHAPE(THREADS, 1024 / THREADS)
KERNEL sem_gather_smooth(GLOBAL CONST real *RESTRICT part, GLOBAL CONST int *RESTRICT first,
                         GLOBAL CONST int *RESTRICT run, GLOBAL CONST int *RESTRICT node,
                         GLOBAL CONST int *RESTRICT index, GLOBAL CONST real *RESTRICT diagonal,
                         GLOBAL CONST real *RESTRICT inverse, GLOBAL CONST real *RESTRICT b,
                         GLOBAL CONST real *RESTRICT x, GLOBAL real *RESTRICT to, real omega, int all,
                         long nodes, long chunks)
{
    FOR_GROUPS(group, chunks)
#define PUT(i, value) to[i] = SMOOTHED(i, x, value);
    if (!all) {
        SUM_RUNS(x, group, PUT)
    }
#undef PUT
#define PUT(i, value) to[i] = value;
    if (all) {
        SUM_RUNS(x, group, PUT)
        BARRIER;
#define SMOOTH(i, j) to[i] = SMOOTHED(i, x, to[i]);
        EACH_TERM(group, nodes, SMOOTH)
    }
#undef PUT
    (void)diagonal;
    END_GROUPS
}

/* The same sums of doubles alone, at nodes with a given value too: of what the set-up adds up at nodes. */
KERNEL_SHAPE(THREADS, 1024 / THREADS)
KERNEL sem_gather_sums(GLOBAL CONST double *RESTRICT part, GLOBAL CONST int *RESTRICT first,
                       GLOBAL CONST int *RESTRICT run, GLOBAL CONST int *RESTRICT node,
                       GLOBAL CONST int *RESTRICT index, GLOBAL double *RESTRICT y, long chunks)
{
    FOR_GROUPS(b, chunks)
    for (int r = first[b]; r < first[b + 1]; r++) {
        const int m = run[4 * r] < 0 ? -run[4 * r] : run[4 * r], n = run[4 * r + 1];
        FOR_FLAT (k, n) {
            GLOBAL CONST int *of_node = index + run[4 * r + 3] + k;
            double value = 0.0;
            for (int c = 0; c < m; c++)
                value += part[of_node[c * n]];
            y[node[run[4 * r + 2] + k]] = value;
        }
    }
    END_GROUPS
}

/* inverse = 1 / the diagonal of A, of doubles, with DIAGONAL what boundary conditions add to it; 0 where the
 * value is given. A chunk of nodes a group. */
KERNEL_SHAPE(ACCUMULATORS, 8)
KERNEL sem_inverse(GLOBAL CONST double *RESTRICT sum, GLOBAL CONST double *RESTRICT factor,
                   GLOBAL CONST char *RESTRICT given, GLOBAL real *RESTRICT inverse, long nodes, long chunks)
{
    FOR_GROUPS(b, chunks)
    FOR_FLAT (j, CHUNK) {
        const long i = b * CHUNK + j;
        if (i < nodes) {
            const double diagonal = DIAGONAL ? sum[i] + factor[i] : sum[i];
            inverse[i] = given[i] ? R(0.0) : R(1.0 / diagonal);
        }
    }
    END_GROUPS
}
