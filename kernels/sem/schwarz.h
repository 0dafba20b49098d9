/* The subdomain of an element and the tables of its lines, for the kernels of the two-scale Schwarz
 * preconditioner (docs/theory/schwarz.md).
 *
 *   N nodes a line of the element, S = N + 2 OVERLAP of its subdomain, whose nodes (i, j, k) have number (k S
 *       + j) S + i
 *   own    [block][N N N][LANES] number of a node where this element is the first that has it; -1: another
 *          is, or its value is given
 *   hat    [2][N] the linear functions that are 1 at the lower and at the upper end of a line, at its
 * nodes */
#define N (DEGREE + 1)
#define S (N + 2 * OVERLAP)
#define VOLUME (N * N * N)
#define PLANE (S * S)
#define CUBE (S * S * S)
#define LOW(i) hat[i]
#define HIGH(i) hat[N + (i)]

/* What a node's value is multiplied by on the way in and out. */
#if WEIGHTED
#define WEIGHTED_BY(n, value) (weight[n] * (value))
#else
#define WEIGHTED_BY(n, value) (value)
#endif

/* Tables of a direction for each of nine cases of its two ends: [case][S][S] eigenvectors, those of a node in
 * a row, and [S] eigenvalues behind them. */
#define TABLE (S * S + S)
#define FORWARD(mode, node) ((node)*S + (mode))
#define BACK(node, mode) ((node)*S + (mode))

/* in[S] times a matrix of a table, FROM(at): OUT(i, value of row i). A row is a chain in ascending
 * columns. */
#define ROWS(FROM, MATRIX, in, OUT)                                                                          \
    for (int row = 0; row < S; row++) {                                                                      \
        real sum = FROM(MATRIX(row, 0)) * in[0];                                                             \
        UNROLL                                                                                               \
        for (int m = 1; m < S; m++)                                                                          \
            sum = FMA(FROM(MATRIX(row, m)), in[m], sum);                                                     \
        OUT(row, sum)                                                                                        \
    }
