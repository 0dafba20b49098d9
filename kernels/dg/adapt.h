/* The state on other cells, and what they are chosen by (docs/theory/octree-dg.md). Arrays as in
 * dg/stage.h. */
#include "dg/adapt_sizes.h"

/* Where line i along a direction begins, whose nodes are `stride` apart. */
#define LINE_BEGIN_OF(i, stride) ((i) % (stride) + (i) / (stride) * ((stride)*N))
#define LINES (NODES / N)

/* indicator[c] = mean energy density of cell c, and indicator[cells + c] = that of the modes of the highest
 * degree along each direction, J/m^DIM; of the blocks from from_group on. By the quadrature at the nodes;
 * sums over nodes and lines in their order.
 *   weight  [N] of the Gauss-Lobatto quadrature on [-1,1]
 *   top     [N] the mode of the highest degree of values at the nodes of a line; its mean square is 1 */
KERNEL_SHAPE(LANES *DG_ROWS, 1)
KERNEL dg_indicate(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *RESTRICT cell,
                   GLOBAL CONST real *RESTRICT medium, GLOBAL CONST double *RESTRICT weight,
                   GLOBAL CONST real *RESTRICT top, GLOBAL double *RESTRICT indicator,
                   GLOBAL CONST long *RESTRICT count, GLOBAL CONST int *RESTRICT order, int from_group,
                   long cells, long blocks)
{
    FOR_GROUPS(g, blocks)
    const long b = BLOCK_AT(from_group + g), own = g * (VALUES * LANES);
    SHARED double s[(NODES + DIM * LINES) * LANES];
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
#if MEDIUM
    GLOBAL CONST real *own_medium = medium + b * (MEDIA * NODES * LANES);
#else
    GLOBAL CONST real *own_cell = cell + b * (CELL_CONSTANTS * LANES);
#endif
    FOR_ITEMS (i, NODES + DIM * LINES) {
        EACH_LANE (l) {
            if (i < NODES) {
                const phys_state u = phys_load(from + own + i * LANES + l, NODES * LANES);
                s[i * LANES + l] = phys_energy(MATERIAL_AT(i), u);
            } else {
                const int d = (i - NODES) / LINES, line = (i - NODES) % LINES;
                const int stride = d == 0 ? 1 : d == 1 ? N : N * N;
                const int first = LINE_BEGIN_OF(line, stride);
                phys_state u = phys_nothing();
                for (int j = 0; j < N; j++) {
                    const long at = own + (long)(first + j * stride) * LANES + l;
                    u = phys_add_scaled(top[j], phys_load(from + at, NODES * LANES), u);
                }
                s[i * LANES + l] = phys_energy(MATERIAL_AT(first), u);
            }
        }
    }
    BARRIER;
    FOR_FLAT (l, LANES) {
        const long c = b * LANES + l;
        double energy = 0.0, highest = 0.0;
        for (int i = 0; i < NODES; i++) {
            double w = 0.25 * weight[i % N] * weight[i / N % N];
#if DIM == 3
            w = 0.5 * w * weight[i / (N * N)];
#endif
            energy = energy + w * s[i * LANES + l];
        }
        for (int i = 0; i < DIM * LINES; i++) {
            double w = 0.5 * weight[i % N];
#if DIM == 3
            w = 0.5 * w * weight[i % LINES / N];
#endif
            highest = highest + w * s[(NODES + i) * LANES + l];
        }
        if (c < cells) {
            indicator[c] = energy;
            indicator[cells + c] = highest;
        }
    }
    END_GROUPS
}

/* Node values of a cell in s[], multiplied by matrix[N][N] along the lines of one direction. */
#define ALONG_LINES(stride, matrix)                                                                          \
    FOR_FLAT (i, LINES) {                                                                                    \
        real line[N];                                                                                        \
        const int first = LINE_BEGIN_OF(i, stride);                                                          \
        for (int j = 0; j < N; j++)                                                                          \
            line[j] = s[first + j * (stride)];                                                               \
        for (int k = 0; k < N; k++) {                                                                        \
            real sum = R(0.0);                                                                               \
            for (int j = 0; j < N; j++)                                                                      \
                sum = FMA((matrix)[k * N + j], line[j], sum);                                                \
            s[first + k * (stride)] = sum;                                                                   \
        }                                                                                                    \
    }                                                                                                        \
    BARRIER;

/* Of curved cells, whose means the projection does not keep, what they lack. */
#if GEOMETRY == DG_CURVED
/* Line after line, each with its own sum; the first values of a variable begin it. */
#define WEIGH_LINES(part, sign, begins, values)                                                              \
    FOR_FLAT (i, LINES) {                                                                                    \
        double sum = (begins) ? 0.0 : lacking[i];                                                            \
        for (int j = i * N; j < (i + 1) * N; j++)                                                            \
            sum = sum + (sign)*own_mean[(part)*NODES + j] * (double)(values);                                \
        lacking[i] = sum;                                                                                    \
    }                                                                                                        \
    BARRIER;
#define OWN_MEAN                                                                                             \
    SHARED double lacking[LINES];                                                                            \
    GLOBAL CONST double *own_mean = mean + (joins ? (long)joined[c] * ((1 << DIM) + 1) * NODES : 0);
#define WEIGH_CHILD                                                                                          \
    if (joins) {                                                                                             \
        WEIGH_LINES(child, 1.0, child == 0, s[j])                                                            \
    }
/* Behind the last child: adds what the mean lacks. */
#define KEEP_MEAN                                                                                            \
    if (joins && child == (1 << DIM) - 1) {                                                                  \
        WEIGH_LINES(1 << DIM, -1.0, 0, q0[to + (long)(p * NODES + j) * LANES])                               \
        FOR_FLAT (i, NODES) {                                                                                \
            double sum = 0.0;                                                                                \
            for (int j = 0; j < LINES; j++)                                                                  \
                sum = sum + lacking[j];                                                                      \
            const long at = to + (long)(p * NODES + i) * LANES;                                              \
            q0[at] = q0[at] + R(sum);                                                                        \
        }                                                                                                    \
        BARRIER;                                                                                             \
    }
#else
#define OWN_MEAN
#define WEIGH_CHILD
#define KEEP_MEAN
#endif

/* q0 = the state on new cells, from `old`, that on the cells before, [old block][STORED][NODES][old_lanes].
 *   from    [cells] the old cell, or the first of the children
 *   origin  [cells] ADAPT_SAME; ADAPT_CHILDREN; ADAPT_PARENT + which child: bit d, the upper half along
 *           direction d
 *   split   [2][N][N] values at the nodes of the halves of a line
 *   join    [2][N][N] what each half gives the projection onto the line
 * and of curved cells, whose means the projection does not keep,
 *   mean    [joined cells][2^DIM + 1][NODES] what a node of each child, and of the cell, weighs in the mean
 *           over the cell
 *   joined  [cells] the number of a joined cell there
 * One group a new cell, variable after variable. */
KERNEL_SHAPE(64, 1)
KERNEL dg_adapt(GLOBAL CONST real *RESTRICT old, GLOBAL real *RESTRICT q0, GLOBAL CONST int *RESTRICT from,
                GLOBAL CONST int *RESTRICT origin, GLOBAL CONST real *RESTRICT split,
                GLOBAL CONST real *RESTRICT join, GLOBAL CONST double *RESTRICT mean,
                GLOBAL CONST int *RESTRICT joined, long old_lanes, long cells)
{
    FOR_GROUPS(c, cells)
    SHARED real s[NODES];
    const long to = c / LANES * (VALUES * LANES) + c % LANES;
    const int kind = origin[c];
    const int joins = kind == ADAPT_CHILDREN;
    GLOBAL CONST real *matrix = joins ? join : split;
    OWN_MEAN
    FOR_FLAT (i, kind == ADAPT_SAME ? VALUES : 0) { /* ADAPT_NONE is left as it is */
        q0[to + (long)i * LANES] =
            old[from[c] / old_lanes * (VALUES * old_lanes) + from[c] % old_lanes + i * old_lanes];
    }
    for (int k = 0; k < (kind <= ADAPT_SAME ? 0 : STORED * (joins ? 1 << DIM : 1)); k++) {
        const int p = joins ? k >> DIM : k;
        const int child = joins ? k & ((1 << DIM) - 1) : kind - ADAPT_PARENT;
        const long source = from[c] + (joins ? child : 0);
        const long begin = source / old_lanes * (VALUES * old_lanes) + source % old_lanes;
        FOR_FLAT (i, NODES) {
            s[i] = old[begin + (long)(p * NODES + i) * old_lanes];
        }
        BARRIER;
        WEIGH_CHILD
        ALONG_LINES(1, matrix + (child & 1) * (N * N))
        ALONG_LINES(N, matrix + (child >> 1 & 1) * (N * N))
#if DIM == 3
        ALONG_LINES(N * N, matrix + (child >> 2 & 1) * (N * N))
#endif
        FOR_FLAT (i, NODES) {
            const long at = to + (long)(p * NODES + i) * LANES;
            q0[at] = joins && child > 0 ? q0[at] + s[i] : s[i];
        }
        BARRIER;
        KEEP_MEAN
    }
    END_GROUPS
}
