// check: LANES=1 DEGREE=1 OVERLAP=1 WEIGHTED=1 COARSE=1 FINE=1 ELEMENTS=8 RESIDENT=1
// check: LANES=1 DEGREE=3 OVERLAP=2 WEIGHTED=0 COARSE=1 FINE=1 ELEMENTS=2 RESIDENT=1
// check: LANES=1 DEGREE=4 OVERLAP=1 WEIGHTED=1 COARSE=0 FINE=1 ELEMENTS=2 RESIDENT=1
// check: LANES=1 DEGREE=7 OVERLAP=1 WEIGHTED=0 COARSE=1 FINE=0 ELEMENTS=1 RESIDENT=1
// check: LANES=1 DEGREE=3 OVERLAP=1 WEIGHTED=1 COARSE=1 FINE=1 APART=1 ELEMENTS=4 RESIDENT=1
/* The kernels of sem/schwarz.c for GPUs: a group works on ELEMENTS elements, whose arrays lie one behind the
 * other (LANES = 1). A thread has a line of nodes in registers, along each direction in turn; neighbouring
 * threads read and write neighbouring numbers. Each output is the same expression as there. */
#include "sem/schwarz.h"

#define COLUMNS (ELEMENTS * PLANE)
#define FACES (ELEMENTS * N * N)
#define REST(item, n) ((int)((uint)(item) % (n)))
#define TURN(item, n) ((int)((uint)(item) / (n)))

/* Shared memory: lines an odd distance apart, so that neighbouring threads read from different banks. */
#define LINE (S | 1)
#define SLICE (S * LINE)
#define ROOM (S * SLICE)
#define ROW (N | 1)

#if COARSE
/* As in sem/schwarz.c: part[element][8]. */
KERNEL_SHAPE(FACES, 1)
KERNEL schwarz_restrict(GLOBAL CONST real *RESTRICT r, GLOBAL CONST int *RESTRICT own,
                        GLOBAL CONST real *RESTRICT hat, GLOBAL real *RESTRICT part, long blocks)
{
    FOR_GROUPS(b, blocks)
    SHARED real u[FACES * ROW], line[FACES * 2], square[ELEMENTS * 4 * N];
    GLOBAL CONST int *number = own + b * (ELEMENTS * VOLUME);
    FOR_ITEMS (item, FACES) {
        const int e = TURN(item, N * N), at = REST(item, N * N);
        FOR_LANES (l) {
            UNROLL
            for (int k = 0; k < N; k++) {
                const int n = number[e * VOLUME + k * N * N + at];
                const real there = r[n < 0 ? 0 : n];
                u[((e * N + k) * N + TURN(at, N)) * ROW + REST(at, N)] = n < 0 ? R(0.0) : there;
            }
        }
    }
    BARRIER;
    FOR_ITEMS (item, FACES) {
        FOR_LANES (l) {
            real low = R(0.0), high = R(0.0);
            UNROLL
            for (int i = 0; i < N; i++) {
                const real value = u[item * ROW + i];
                low = FMA(LOW(i), value, low);
                high = FMA(HIGH(i), value, high);
            }
            line[2 * item] = low;
            line[2 * item + 1] = high;
        }
    }
    BARRIER;
    FOR_ITEMS (item, ELEMENTS * 2 * N) {
        const int a = REST(item, 2), k = TURN(item, 2);
        FOR_LANES (l) {
            real low = R(0.0), high = R(0.0);
            UNROLL
            for (int j = 0; j < N; j++) {
                const real value = line[2 * (k * N + j) + a];
                low = FMA(LOW(j), value, low);
                high = FMA(HIGH(j), value, high);
            }
            square[4 * k + a] = low;
            square[4 * k + 2 + a] = high;
        }
    }
    BARRIER;
    FOR_ITEMS (item, ELEMENTS * 4) {
        const int e = TURN(item, 4), at = REST(item, 4);
        FOR_LANES (l) {
            real low = R(0.0), high = R(0.0);
            UNROLL
            for (int k = 0; k < N; k++) {
                const real value = square[4 * (e * N + k) + at];
                low = FMA(LOW(k), value, low);
                high = FMA(HIGH(k), value, high);
            }
            part[(b * ELEMENTS + e) * 8 + at] = low;
            part[(b * ELEMENTS + e) * 8 + 4 + at] = high;
        }
    }
    END_GROUPS
}
#endif

#if COARSE
/* The coarse solution on the edge of element `e` along the third direction at (i, j): low and high at its
 * ends. */
#define COARSE_EDGE(e, i, j)                                                                                 \
    GLOBAL CONST int *corner = vertex + (b * ELEMENTS + (e)) * 8;                                            \
    real middle[4], low, high;                                                                               \
    UNROLL                                                                                                   \
    for (int m = 0; m < 4; m++) {                                                                            \
        const int n0 = corner[2 * m], n1 = corner[2 * m + 1];                                                \
        const real c0 = coarse[n0 < 0 ? 0 : n0], c1 = coarse[n1 < 0 ? 0 : n1];                               \
        middle[m] = FMA(HIGH(i), n1 < 0 ? R(0.0) : c1, LOW(i) * (n0 < 0 ? R(0.0) : c0));                     \
    }                                                                                                        \
    low = FMA(HIGH(j), middle[1], LOW(j) * middle[0]);                                                       \
    high = FMA(HIGH(j), middle[3], LOW(j) * middle[2]);
#define COARSE_AT(k) FMA(HIGH(k), high, LOW(k) * low)
#endif

#if COARSE && APART
/* As in sem/schwarz.c. */
KERNEL_SHAPE(FACES, 1)
KERNEL schwarz_correct(GLOBAL CONST int *RESTRICT own, GLOBAL CONST int *RESTRICT vertex,
                       GLOBAL CONST real *RESTRICT coarse, GLOBAL CONST real *RESTRICT hat,
                       GLOBAL real *RESTRICT part, long blocks)
{
    FOR_GROUPS(b, blocks)
    FOR_ITEMS (item, FACES) {
        const int e = TURN(item, N * N), i = REST(item, N), j = TURN(REST(item, N * N), N);
        FOR_LANES (l) {
            COARSE_EDGE(e, i, j)
            UNROLL
            for (int k = 0; k < N; k++) {
                const int mine = own[((b * ELEMENTS + e) * N + k) * N * N + j * N + i];
                const long at =
                    (b * ELEMENTS + e) * CUBE + (k + OVERLAP) * PLANE + (j + OVERLAP) * S + i + OVERLAP;
                const real here = part[at], more = COARSE_AT(k);
                part[at] = mine < 0 ? here : here + more;
            }
        }
    }
    END_GROUPS
}
#endif

#define OF_CASE(at) table[t + (at)]
/* The table of a direction with a neighbour at both ends as constants of the program, where the caller gives
 * it. */
#ifdef BETWEEN_NEIGHBOURS
CONSTANTS(between, TABLE, BETWEEN_NEIGHBOURS)
#define BETWEEN(at) between[at]
#define TWO_NEIGHBOURS 4 /* the number of that case */
#define ROWS_OF_CASE(MATRIX, t, in, OUT)                                                                     \
    if ((t) == TWO_NEIGHBOURS * TABLE) {                                                                     \
        UNROLL                                                                                               \
        ROWS(BETWEEN, MATRIX, in, OUT)                                                                       \
    } else {                                                                                                 \
        UNROLL                                                                                               \
        ROWS(OF_CASE, MATRIX, in, OUT)                                                                       \
    }
#else
#define ROWS_OF_CASE(MATRIX, t, in, OUT)                                                                     \
    UNROLL                                                                                                   \
    ROWS(OF_CASE, MATRIX, in, OUT)
#endif

/* Along a direction, in place: the line of each item begins at `from`, its nodes are `next` apart. */
#define EACH_LINE(MATRIX, direction, from, next)                                                             \
    FOR_ITEMS (item, COLUMNS) {                                                                              \
        const int e = TURN(item, PLANE), x = REST(item, S), y = TURN(REST(item, PLANE), S);                  \
        const int begin = e * ROOM + (from);                                                                 \
        FOR_LANES (l) {                                                                                      \
            const int t = end[(b * ELEMENTS + e) * 3 + (direction)] * TABLE;                                 \
            real in[S];                                                                                      \
            UNROLL                                                                                           \
            for (int m = 0; m < S; m++)                                                                      \
                in[m] = u[begin + m * (next)];                                                               \
            ROWS_OF_CASE(MATRIX, t, in, OUT)                                                                 \
        }                                                                                                    \
    }                                                                                                        \
    BARRIER;

/* As in sem/schwarz.c: part[element][CUBE]. Shared memory a node: 6 values read, 6 written. */
KERNEL_SHAPE(COLUMNS, RESIDENT)
KERNEL schwarz_solve(GLOBAL CONST real *RESTRICT r, GLOBAL CONST int *RESTRICT node,
                     GLOBAL CONST int *RESTRICT own, GLOBAL CONST int *RESTRICT vertex,
                     GLOBAL CONST real *RESTRICT coarse, GLOBAL CONST real *RESTRICT hat,
                     GLOBAL CONST real *RESTRICT table, GLOBAL CONST int *RESTRICT end,
                     GLOBAL CONST real *RESTRICT shape, GLOBAL CONST real *RESTRICT weight,
                     GLOBAL real *RESTRICT part, long blocks)
{
    FOR_GROUPS(b, blocks)
    SHARED real u[ELEMENTS * ROOM];
    GLOBAL CONST int *number = node + b * (ELEMENTS * CUBE);
#if FINE
    FOR_ITEMS (item, COLUMNS) {
        const int e = TURN(item, PLANE), at = REST(item, PLANE);
        FOR_LANES (l) {
            UNROLL
            for (int k = 0; k < S; k++) {
                const int n = number[e * CUBE + k * PLANE + at];
                const real there = WEIGHTED_BY(n < 0 ? 0 : n, r[n < 0 ? 0 : n]);
                u[e * ROOM + k * SLICE + TURN(at, S) * LINE + REST(at, S)] = n < 0 ? R(0.0) : there;
            }
        }
    }
    BARRIER;
#define OUT(i, value) u[begin + (i)] = value;
    EACH_LINE(FORWARD, 0, y * SLICE + x * LINE, 1)
#undef OUT
#define OUT(j, value) u[begin + (j)*LINE] = value;
    EACH_LINE(FORWARD, 1, y * SLICE + x, LINE)
#undef OUT
    FOR_ITEMS (item, COLUMNS) {
        const int e = TURN(item, PLANE), x = REST(item, S), y = TURN(REST(item, PLANE), S);
        const int begin = e * ROOM + y * LINE + x;
        FOR_LANES (l) {
            GLOBAL CONST int *own_end = end + (b * ELEMENTS + e) * 3;
            GLOBAL CONST real *a = shape + (b * ELEMENTS + e) * 4;
            const int t = own_end[2] * TABLE;
            const real value_x = table[own_end[0] * TABLE + PLANE + x],
                       value_y = table[own_end[1] * TABLE + PLANE + y];
            const real plane = FMA(a[1], value_y, FMA(a[0], value_x, a[3]));
            real in[S], w[S];
            UNROLL
            for (int m = 0; m < S; m++)
                in[m] = u[begin + m * SLICE];
#define OUT(k, value)                                                                                        \
    const real d = FMA(a[2], table[t + PLANE + (k)], plane);                                                 \
    w[k] = d > R(0.0) ? (value) / d : R(0.0);
            ROWS_OF_CASE(FORWARD, t, in, OUT)
#undef OUT
#define OUT(k, value) u[begin + (k)*SLICE] = value;
            ROWS_OF_CASE(BACK, t, w, OUT)
#undef OUT
        }
    }
    BARRIER;
#define OUT(j, value) u[begin + (j)*LINE] = value;
    EACH_LINE(BACK, 1, y * SLICE + x, LINE)
#undef OUT
#define OUT(i, value) u[begin + (i)] = value;
    EACH_LINE(BACK, 0, y * SLICE + x * LINE, 1)
#undef OUT
#else
    FOR_ITEMS (item, ELEMENTS * ROOM) {
        FOR_LANES (l) {
            u[item] = R(0.0);
        }
    }
    BARRIER;
    (void)r, (void)table, (void)end, (void)shape;
#endif
    FOR_ITEMS (item, COLUMNS) {
        const int e = TURN(item, PLANE), at = REST(item, PLANE);
        const int i = REST(at, S) - OVERLAP, j = TURN(at, S) - OVERLAP;
        const int inside = i >= 0 && i < N && j >= 0 && j < N;
        FOR_LANES (l) {
#if COARSE && !APART
            COARSE_EDGE(e, inside ? i : 0, inside ? j : 0)
#endif
            UNROLL
            for (int k = 0; k < S; k++) {
                real value = u[e * ROOM + k * SLICE + TURN(at, S) * LINE + REST(at, S)];
#if FINE && WEIGHTED
                const int n = number[e * CUBE + k * PLANE + at];
                value = WEIGHTED_BY(n < 0 ? 0 : n, value);
#endif
#if COARSE && !APART
                if (k >= OVERLAP && k < OVERLAP + N) {
                    const int z = k - OVERLAP;
                    const int mine = (b * ELEMENTS + e) * VOLUME + (z * N + j) * N + i;
                    const real more = COARSE_AT(z);
                    value = inside && own[inside ? mine : 0] >= 0 ? value + more : value;
                }
#endif
                part[(b * ELEMENTS + e) * CUBE + k * PLANE + at] = value;
            }
        }
    }
    (void)own, (void)vertex, (void)coarse, (void)hat, (void)weight, (void)number;
    END_GROUPS
}
