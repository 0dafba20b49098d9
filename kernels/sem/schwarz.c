// check: LANES=8 DEGREE=1 OVERLAP=1 WEIGHTED=0 COARSE=1 FINE=1
// check: LANES=8 DEGREE=3 OVERLAP=2 WEIGHTED=1 COARSE=1 FINE=1
// check: LANES=4 DEGREE=4 OVERLAP=1 WEIGHTED=1 COARSE=0 FINE=1
// check: LANES=1 DEGREE=7 OVERLAP=1 WEIGHTED=0 COARSE=1 FINE=0
// check: LANES=8 DEGREE=3 OVERLAP=2 WEIGHTED=1 COARSE=1 FINE=1 APART=1
/* What an element does for the two-scale Schwarz preconditioner z = P r: its share of the coarse residual;
 * the solution on its nodes and OVERLAP layers of its neighbours' by fast diagonalisation, and the coarse
 * correction. For processors: LANES elements side by side. With APART the coarse correction has a
 * kernel of its own, so that its solution may come later. */
#include "sem/schwarz.h"

#if COARSE
/* part[block][8][LANES]: the coarse functions of the corners times r, summed over the nodes that the element
 * owns; along the first direction, then the second, then the third, each a chain in ascending nodes from 0.
 * 12 B a node. */
KERNEL schwarz_restrict(GLOBAL CONST real *RESTRICT r, GLOBAL CONST int *RESTRICT own,
                        GLOBAL CONST real *RESTRICT hat, GLOBAL real *RESTRICT part, long blocks)
{
    FOR_GROUPS(b, blocks)
    SHARED real line[2 * N * N * LANES], square[4 * N * LANES];
    GLOBAL CONST int *number = own + b * (VOLUME * LANES);
    FOR_ITEMS (item, N * N) {
        FOR_LANES (l) {
            real low = R(0.0), high = R(0.0);
            UNROLL
            for (int i = 0; i < N; i++) {
                const int n = number[(item * N + i) * LANES + l];
                const real there = r[n < 0 ? 0 : n], value = n < 0 ? R(0.0) : there;
                low = FMA(LOW(i), value, low);
                high = FMA(HIGH(i), value, high);
            }
            line[(2 * item) * LANES + l] = low;
            line[(2 * item + 1) * LANES + l] = high;
        }
    }
    BARRIER;
    FOR_ITEMS (item, 2 * N) {
        const int a = item % 2, k = item / 2;
        FOR_LANES (l) {
            real low = R(0.0), high = R(0.0);
            UNROLL
            for (int j = 0; j < N; j++) {
                const real value = line[(2 * (k * N + j) + a) * LANES + l];
                low = FMA(LOW(j), value, low);
                high = FMA(HIGH(j), value, high);
            }
            square[(4 * k + a) * LANES + l] = low;
            square[(4 * k + 2 + a) * LANES + l] = high;
        }
    }
    BARRIER;
    FOR_ITEMS (item, 4) {
        FOR_LANES (l) {
            real low = R(0.0), high = R(0.0);
            UNROLL
            for (int k = 0; k < N; k++) {
                const real value = square[(4 * k + item) * LANES + l];
                low = FMA(LOW(k), value, low);
                high = FMA(HIGH(k), value, high);
            }
            part[(b * 8 + item) * LANES + l] = low;
            part[(b * 8 + 4 + item) * LANES + l] = high;
        }
    }
    END_GROUPS
}
#endif

#if COARSE
/* Adds the coarse correction to HERE, the value at node `at` of the subdomain of lane l, for nodes that the
 * element owns. */
#define EACH_CORRECTION(HERE)                                                                                \
    FOR_ITEMS (item, 8) {                                                                                    \
        FOR_LANES (l) {                                                                                      \
            const int n = vertex[(b * 8 + item) * LANES + l];                                                \
            const real there = coarse[n < 0 ? 0 : n];                                                        \
            corner[item * LANES + l] = n < 0 ? R(0.0) : there;                                               \
        }                                                                                                    \
    }                                                                                                        \
    BARRIER;                                                                                                 \
    FOR_ITEMS (item, VOLUME) {                                                                               \
        const int i = item % N, j = item / N % N, k = item / (N * N);                                        \
        const int at = ((k + OVERLAP) * S + j + OVERLAP) * S + i + OVERLAP;                                  \
        FOR_LANES (l) {                                                                                      \
            real e[4];                                                                                       \
            UNROLL                                                                                           \
            for (int m = 0; m < 4; m++)                                                                      \
                e[m] = FMA(HIGH(i), corner[(2 * m + 1) * LANES + l], LOW(i) * corner[2 * m * LANES + l]);    \
            const real low = FMA(HIGH(j), e[1], LOW(j) * e[0]), high = FMA(HIGH(j), e[3], LOW(j) * e[2]);    \
            const real more = FMA(HIGH(k), high, LOW(k) * low);                                              \
            const real here = HERE;                                                                          \
            HERE = own[(b * VOLUME + item) * LANES + l] < 0 ? here : here + more;                            \
        }                                                                                                    \
    }                                                                                                        \
    BARRIER;
#endif

#if COARSE && APART
/* part, which schwarz_solve has left, gets the coarse correction. 20 B a node of the element. */
KERNEL schwarz_correct(GLOBAL CONST int *RESTRICT own, GLOBAL CONST int *RESTRICT vertex,
                       GLOBAL CONST real *RESTRICT coarse, GLOBAL CONST real *RESTRICT hat,
                       GLOBAL real *RESTRICT part, long blocks)
{
    FOR_GROUPS(b, blocks)
    SHARED real corner[8 * LANES];
    EACH_CORRECTION(part[(b * CUBE + at) * LANES + l])
    END_GROUPS
}
#endif

/* From the tables of the lanes side by side, `tables` being where those of the direction begin. */
#define OF_LANE(at) tables[(at)*LANES + l]

/* Along a direction, in place: line `item` begins at node `from`, and its nodes are `next` apart. */
#define EACH_LINE(MATRIX, direction)                                                                         \
    FOR_ITEMS (item, PLANE) {                                                                                \
        LOCAL CONST real *tables = own_table + (direction) * (TABLE * LANES);                                \
        FOR_LANES (l) {                                                                                      \
            real in[S];                                                                                      \
            UNROLL                                                                                           \
            for (int m = 0; m < S; m++)                                                                      \
                in[m] = NODE(m);                                                                             \
            UNROLL                                                                                           \
            ROWS(OF_LANE, MATRIX, in, OUT)                                                                   \
        }                                                                                                    \
    }                                                                                                        \
    BARRIER;

#define DIVIDED(k, value)                                                                                    \
    const real d = FMA(a[2 * LANES + l], OF_LANE(PLANE + (k)), plane);                                       \
    w[k] = d > R(0.0) ? (value) / d : R(0.0);
#define OUT(m, value) NODE(m) = value;

/* part[block][CUBE][LANES]: the contribution of the element to z at the nodes of its subdomain.
 *
 *   node    [block][CUBE][LANES] numbers of nodes, -1 where there is none or its value is given: 0 goes in
 *   vertex  [block][8][LANES] rows of the coarse matrix, -1: none
 *   coarse  the coarse solution, by rows
 *   end     [block][3][LANES] the case of each direction
 *   weight  [nodes] with WEIGHTED: what goes in and what comes out is multiplied by; else anything
 *   shape   [block][4][LANES] a_0, a_1, a_2, m of a_0 K.M.M + a_1 M.K.M + a_2 M.M.K + m M.M.M
 *
 * Per node of a subdomain 12 B read, 8 B written, 12 S operations. */
KERNEL schwarz_solve(GLOBAL CONST real *RESTRICT r, GLOBAL CONST int *RESTRICT node,
                     GLOBAL CONST int *RESTRICT own, GLOBAL CONST int *RESTRICT vertex,
                     GLOBAL CONST real *RESTRICT coarse, GLOBAL CONST real *RESTRICT hat,
                     GLOBAL CONST real *RESTRICT table, GLOBAL CONST int *RESTRICT end,
                     GLOBAL CONST real *RESTRICT shape, GLOBAL CONST real *RESTRICT weight,
                     GLOBAL real *RESTRICT part, long blocks)
{
    FOR_GROUPS(b, blocks)
    SHARED real u[CUBE * LANES], own_table[3 * TABLE * LANES], corner[8 * LANES];
    GLOBAL CONST int *number = node + b * (CUBE * LANES);
    GLOBAL CONST int *own_end = end + b * (3 * LANES);
    GLOBAL CONST real *a = shape + b * (4 * LANES);
#if FINE
    FOR_ITEMS (item, 3 * TABLE) {
        const int direction = item / TABLE, at = item % TABLE;
        FOR_LANES (l) {
            own_table[item * LANES + l] = table[own_end[direction * LANES + l] * TABLE + at];
        }
    }
    FOR_ITEMS (item, CUBE) {
        FOR_LANES (l) {
            const int n = number[item * LANES + l], there = n < 0 ? 0 : n;
            u[item * LANES + l] = WEIGHTED_BY(there, r[there]);
        }
        FOR_LANES (l) {
            u[item * LANES + l] = number[item * LANES + l] < 0 ? R(0.0) : u[item * LANES + l];
        }
    }
    BARRIER;
#define NODE(m) u[(item * S + (m)) * LANES + l]
    EACH_LINE(FORWARD, 0)
#undef NODE
#define NODE(m) u[(item / S * PLANE + item % S + (m)*S) * LANES + l]
    EACH_LINE(FORWARD, 1)
#undef NODE
#define NODE(m) u[(item + (m)*PLANE) * LANES + l]
    FOR_ITEMS (item, PLANE) {
        LOCAL CONST real *tables = own_table + 2 * (TABLE * LANES);
        FOR_LANES (l) {
            const real value_x = own_table[(PLANE + item % S) * LANES + l],
                       value_y = own_table[(TABLE + PLANE + item / S) * LANES + l];
            const real plane = FMA(a[LANES + l], value_y, FMA(a[l], value_x, a[3 * LANES + l]));
            real in[S], w[S];
            UNROLL
            for (int m = 0; m < S; m++)
                in[m] = NODE(m);
            UNROLL
            ROWS(OF_LANE, FORWARD, in, DIVIDED)
            UNROLL
            ROWS(OF_LANE, BACK, w, OUT)
        }
    }
    BARRIER;
#undef NODE
#define NODE(m) u[(item / S * PLANE + item % S + (m)*S) * LANES + l]
    EACH_LINE(BACK, 1)
#undef NODE
#define NODE(m) u[(item * S + (m)) * LANES + l]
    EACH_LINE(BACK, 0)
#undef NODE
#if WEIGHTED
    FOR_ITEMS (item, CUBE) {
        FOR_LANES (l) {
            const int n = number[item * LANES + l];
            u[item * LANES + l] = WEIGHTED_BY(n < 0 ? 0 : n, u[item * LANES + l]);
        }
    }
    BARRIER;
#endif
#else
    FOR_ITEMS (item, CUBE) {
        FOR_LANES (l) {
            u[item * LANES + l] = R(0.0);
        }
    }
    (void)r, (void)number, (void)own_end, (void)own_table, (void)a, (void)table;
#endif
#if COARSE && !APART
    EACH_CORRECTION(u[at * LANES + l])
#else
    (void)own, (void)vertex, (void)coarse, (void)hat, (void)corner;
#endif
    (void)weight;
    FOR_ITEMS (item, CUBE) {
        FOR_LANES (l) {
            part[(b * CUBE + item) * LANES + l] = u[item * LANES + l];
        }
    }
    END_GROUPS
}
