// check: LANES=8 ITEMS=16 FINE=3 LOW=1 RESIDUAL=0
// check: LANES=4 ITEMS=64 FINE=7 LOW=4 RESIDUAL=1
// check: LANES=1 ITEMS=25 FINE=4 LOW=3 RESIDUAL=0
// check: LANES=2 ITEMS=4 FINE=1 LOW=1 RESIDUAL=1
/* What an element does between a level of degree FINE and one of degree LOW (docs/theory/p-multigrid.md): its
 * share of the restricted residual, and the correction of the nodes that it owns.
 *
 *   N, M    nodes a line of both; node (i, j, k) of an element is number (k N + j) N + i, or (k M + j) M + i
 *   own     [block][N N N][LANES] number of a node where this element is the first that has it; -1: another
 *           is, or its value is given
 *   line    [N][M] the polynomial of degree LOW that is 1 at node a, at node i of degree FINE */
#define N (FINE + 1)
#define M (LOW + 1)
#define LINE(i, a) line[(i)*M + (a)]
#if RESIDUAL
#define REST(n) b[n]
#else
#define REST(n) (b[n] - y[n])
#endif

/* part[block][M M M][LANES]: the transpose of interpolation of b - y at the nodes that the element owns;
 * along the first direction, then the second, then the third, each a product and a chain in ascending nodes.
 * With RESIDUAL b is b - y already, and y anything. 20 B a node. */
KERNEL_SHAPE(LANES *N *N, 4)
KERNEL pmg_restrict(GLOBAL CONST real *RESTRICT b, GLOBAL CONST real *RESTRICT y,
                    GLOBAL CONST int *RESTRICT own, GLOBAL CONST real *RESTRICT line,
                    GLOBAL real *RESTRICT part, long blocks)
{
    FOR_GROUPS(block, blocks)
    SHARED real u[N * N * M * LANES], v[N * M * M * LANES];
    GLOBAL CONST int *number = own + block * (N * N * N * LANES);
    FOR_ITEMS (item, N * N) {
        FOR_LANES (l) {
            real in[N];
            UNROLL
            for (int i = 0; i < N; i++) {
                const int n = number[(item * N + i) * LANES + l];
                const real rest = REST(n < 0 ? 0 : n);
                in[i] = n < 0 ? R(0.0) : rest;
            }
            UNROLL
            for (int a = 0; a < M; a++) {
                real sum = LINE(0, a) * in[0];
                UNROLL
                for (int i = 1; i < N; i++)
                    sum = FMA(LINE(i, a), in[i], sum);
                u[(item * M + a) * LANES + l] = sum;
            }
        }
    }
    BARRIER;
    FOR_ITEMS (item, N * M) {
        const int a = item % M, k = item / M;
        FOR_LANES (l) {
            UNROLL
            for (int c = 0; c < M; c++) {
                real sum = LINE(0, c) * u[(k * N * M + a) * LANES + l];
                UNROLL
                for (int j = 1; j < N; j++)
                    sum = FMA(LINE(j, c), u[((k * N + j) * M + a) * LANES + l], sum);
                v[((k * M + c) * M + a) * LANES + l] = sum;
            }
        }
    }
    BARRIER;
    FOR_ITEMS (item, M * M) {
        FOR_LANES (l) {
            UNROLL
            for (int c = 0; c < M; c++) {
                real sum = LINE(0, c) * v[item * LANES + l];
                UNROLL
                for (int k = 1; k < N; k++)
                    sum = FMA(LINE(k, c), v[(k * M * M + item) * LANES + l], sum);
                part[(block * (M * M * M) + c * M * M + item) * LANES + l] = sum;
            }
        }
    }
    END_GROUPS
}

/* x = x + J coarse at the nodes that the element owns, each sum a product and a chain in ascending nodes of
 * degree LOW; along the first direction, then the second, then the third.
 *
 *   row   [block][M M M][LANES] where the value of a node of degree LOW stands in coarse[]; -1: it is 0
 *
 * ITEMS = N N. 20 B a node. */
KERNEL_SHAPE(LANES *N *N, 4)
KERNEL pmg_prolong(GLOBAL CONST real *RESTRICT coarse, GLOBAL CONST int *RESTRICT row,
                   GLOBAL CONST int *RESTRICT own, GLOBAL CONST real *RESTRICT line, GLOBAL real *RESTRICT x,
                   long blocks)
{
    FOR_GROUPS(block, blocks)
    SHARED real u[N * M * M * LANES], v[N * N * M * LANES];
    PRIVATE(real, more, N); /* of one item */
    GLOBAL CONST int *number = own + block * (N * N * N * LANES);
    GLOBAL CONST int *rows = row + block * (M * M * M * LANES);
    FOR_ITEMS (item, M * M) {
        FOR_LANES (l) {
            real in[M];
            UNROLL
            for (int a = 0; a < M; a++) {
                const int n = rows[(item * M + a) * LANES + l];
                const real there = coarse[n < 0 ? 0 : n];
                in[a] = n < 0 ? R(0.0) : there;
            }
            UNROLL
            for (int i = 0; i < N; i++) {
                real sum = LINE(i, 0) * in[0];
                UNROLL
                for (int a = 1; a < M; a++)
                    sum = FMA(LINE(i, a), in[a], sum);
                u[(item * N + i) * LANES + l] = sum;
            }
        }
    }
    BARRIER;
    FOR_ITEMS (item, N * M) {
        const int i = item % N, c = item / N;
        FOR_LANES (l) {
            UNROLL
            for (int j = 0; j < N; j++) {
                real sum = LINE(j, 0) * u[(c * M * N + i) * LANES + l];
                UNROLL
                for (int a = 1; a < M; a++)
                    sum = FMA(LINE(j, a), u[((c * M + a) * N + i) * LANES + l], sum);
                v[((c * N + j) * N + i) * LANES + l] = sum;
            }
        }
    }
    BARRIER;
    FOR_ITEMS (item, N * N) {
        FOR_LANES (l) {
            UNROLL
            for (int k = 0; k < N; k++) {
                real sum = LINE(k, 0) * v[item * LANES + l];
                UNROLL
                for (int a = 1; a < M; a++)
                    sum = FMA(LINE(k, a), v[(a * N * N + item) * LANES + l], sum);
                const int n = number[(k * N * N + item) * LANES + l];
                PRIVATE_AT(more, 0, l, k) = (n < 0 ? R(0.0) : x[n]) + sum;
            }
        }
        FOR_LANES (l) {
            UNROLL
            for (int k = 0; k < N; k++) {
                const int n = number[(k * N * N + item) * LANES + l];
                if (n >= 0)
                    x[n] = PRIVATE_AT(more, 0, l, k);
            }
        }
    }
    END_GROUPS
}
