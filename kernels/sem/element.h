/* One spectral element of degree n: nodes, lines of nodes, and the derivative along a line.
 *
 * N = n + 1 nodes a line, node (i, j, k) of the element is number (k N + j) N + i.
 * docs/theory/spectral-elements.md has every expression.
 *
 * Constants of the program: DEGREE; GEOMETRY, KAPPA and MASS of sem/kinds.h. */
#include "sem/kinds.h"

#define N (DEGREE + 1)
#define HALF (N / 2)       /* pairs of a node and its mirror image on a line */
#define SPLIT (N - HALF)   /* the same with the node in the middle, where there is one */
#define PLANE (N * N)      /* nodes */
#define VOLUME (N * N * N) /* nodes */

/* Constants of an element: [block][ELEMENT_CONSTANTS][LANES] */
#if GEOMETRY == GEOMETRY_AFFINE
#define KAPPA_AT 6 /* behind the metric */
#define MASS_AT 6  /* c |J|, or |J| */
#define ELEMENT_CONSTANTS 7
#elif GEOMETRY == GEOMETRY_TRILINEAR
#define KAPPA_AT 21 /* behind the coefficients of the map */
#define MASS_AT (KAPPA == KAPPA_TENSOR ? 27 : 22)
#define ELEMENT_CONSTANTS (MASS_AT + 1)
#endif
#if GEOMETRY == GEOMETRY_STORED
#define SHAPE_VALUES ((MASS == MASS_NONE ? 6 : 7) * VOLUME) /* [block][6 or 7][VOLUME][LANES] */
#else
#define SHAPE_VALUES ELEMENT_CONSTANTS
#endif

/* The mass and what the xi derivatives give. */
#if MASS == MASS_NONE
#define WITH_MASS(mass, x) (x)
#else
#define WITH_MASS(mass, x) ((mass) + (x))
#endif

/* The matrices, in one array: rows of the derivative D and of its transpose, each split into what acts on
 * even and odd parts of a line; nodes and weights of Gauss-Lobatto quadrature.
 *     even [N][SPLIT], odd [N][HALF], transposed even [N][SPLIT], transposed odd [N][HALF], node [N], weight
 *         [N] */
#define EVEN_AT 0
#define ODD_AT (N * SPLIT)
#define TRANSPOSED_AT (N * N)
#define NODE_AT (2 * N * N)
#define WEIGHT_AT (NODE_AT + N)
#define MATRIX_VALUES (WEIGHT_AT + N)

/* Element i, m of the parts of D (at 0) or its transpose (at TRANSPOSED_AT). */
#define EVEN(at, i, m) matrix[(at) + (i)*SPLIT + (m)]
#define ODD(at, i, m) matrix[(at) + ODD_AT + (i)*HALF + (m)]

/* Splits the line IN(0) ... IN(N - 1) into its even part e[SPLIT] and odd part o[HALF]. */
#define SPLIT_LINE(IN, e, o)                                                                                 \
    UNROLL                                                                                                   \
    for (int sem_m = 0; sem_m < HALF; sem_m++) {                                                             \
        e[sem_m] = IN(sem_m) + IN(N - 1 - sem_m);                                                            \
        o[sem_m] = IN(sem_m) - IN(N - 1 - sem_m);                                                            \
    }                                                                                                        \
    if (SPLIT > HALF)                                                                                        \
        e[HALF] = IN(HALF);

/* OUT(i, value of row i) for all rows from e and o: what the even part makes is odd. */
#define ROWS_OF_LINE(at, e, o, OUT)                                                                          \
    UNROLL                                                                                                   \
    for (int sem_i = 0; sem_i < HALF; sem_i++) {                                                             \
        real a = EVEN(at, sem_i, 0) * e[0], d = ODD(at, sem_i, 0) * o[0];                                    \
        UNROLL                                                                                               \
        for (int sem_m = 1; sem_m < SPLIT; sem_m++)                                                          \
            a = FMA(EVEN(at, sem_i, sem_m), e[sem_m], a);                                                    \
        UNROLL                                                                                               \
        for (int sem_m = 1; sem_m < HALF; sem_m++)                                                           \
            d = FMA(ODD(at, sem_i, sem_m), o[sem_m], d);                                                     \
        OUT(sem_i, d + a)                                                                                    \
        OUT(N - 1 - sem_i, d - a)                                                                            \
    }                                                                                                        \
    if (SPLIT > HALF) {                                                                                      \
        real d = ODD(at, HALF, 0) * o[0];                                                                    \
        UNROLL                                                                                               \
        for (int sem_m = 1; sem_m < HALF; sem_m++)                                                           \
            d = FMA(ODD(at, HALF, sem_m), o[sem_m], d);                                                      \
        OUT(HALF, d)                                                                                         \
    }

/* The numbers of nodes among those that other elements may share, [SURFACE], so that what is summed at a face
 * or at an edge stands together: of the lower plane the nodes inside, on its four edges and the corners; then
 * the nodes inside the four faces between the planes, and on the edges between them; then the upper plane. */
#define INSIDE (N - 2)
#define FACE (INSIDE * INSIDE)
#define UPPER (PLANE + 4 * FACE + 4 * INSIDE)
#define SURFACE (UPPER + PLANE)
#define IS_BETWEEN(i) ((i) > 0 && (i) < DEGREE)
#define IS_INSIDE(i, j, k) (IS_BETWEEN(i) && IS_BETWEEN(j) && IS_BETWEEN(k))

/* Those of a column (i, j): on the lower plane, and from k = 1 on, `step` apart. */
typedef struct surface_column {
    int lower, between, step;
} surface_column;
#define ON_SURFACE(c, k)                                                                                     \
    ((k) == 0 ? (c).lower : (k) == DEGREE ? UPPER + (c).lower : (c).between + ((k)-1) * (c).step)

FUNCTION surface_column surface_of(int i, int j)
{
    const int right = i > 0, back = j > 0, edge = right + 2 * back;
    const surface_column corner = {FACE + 4 * INSIDE + edge, PLANE + 4 * FACE + edge * INSIDE, 1},
                         along_xi = {FACE + back * INSIDE + i - 1, PLANE + (2 + back) * FACE + i - 1, INSIDE},
                         along_eta = {FACE + (2 + right) * INSIDE + j - 1, PLANE + right * FACE + j - 1,
                                      INSIDE},
                         inside = {(j - 1) * INSIDE + i - 1, 0, 0};
    return IS_BETWEEN(i) ? (IS_BETWEEN(j) ? inside : along_xi) : IS_BETWEEN(j) ? along_eta : corner;
}
