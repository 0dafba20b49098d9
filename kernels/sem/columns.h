/* The operator for GPUs: a thread has a column of nodes (i, j), zeta running, in registers. Lines along xi
 * and eta it takes from shared memory, each line whole, so that it is split and multiplied no more often than
 * in lanes.h. Each output is the same expression as there. A group works on ELEMENTS elements; LANES = 1. */

/* Shared memory of an element, so that neighbouring threads find different banks whatever direction their
 * lines have. Where N is a power of two, node i of line j stands at i ^ j, and planes are a line further
 * apart; else lines are an odd distance apart. */
#if (N & (N - 1)) == 0
#define LINE N
#define SLICE (PLANE + N)
#define PLACE(i, j) ((i) ^ (j))
#else
#define LINE (N | 1)
#define SLICE (N * LINE)
#define PLACE(i, j) (i)
#endif
#define CUBE (N * SLICE)

/* The thread with number `item` has of element ELEMENT_OF(item) the column (i, j), the line (j, k) along xi
 * and the line (i, k) along eta: each time the same two numbers. */
#define COLUMNS (ELEMENTS * PLANE)
#define ELEMENT_OF(item) ((int)((uint)(item) / PLANE))
#define NODE_OF(item) ((int)((uint)(item) % PLANE))
#define FIRST_OF(item) ((int)((uint)(item) % N))
#define SECOND_OF(item) ((int)((uint)(item) % PLANE / N))
#define COLUMN_AT(item)                                                                                      \
    (ELEMENT_OF(item) * CUBE + SECOND_OF(item) * LINE + PLACE(FIRST_OF(item), SECOND_OF(item)))
#define PLANE_AT(item) (ELEMENT_OF(item) * CUBE + SECOND_OF(item) * SLICE)
#define XI(array, m) array[plane + first * LINE + PLACE(m, first)]
#define ETA(array, m) array[plane + (m)*LINE + PLACE(first, m)]

/* The matrices as constants of the program, where the caller gives them: they are then operands of
 * instructions. */
#ifdef LINE_MATRICES
CONSTANTS(constants, MATRIX_VALUES, LINE_MATRICES)
#define CONSTANT(at) constants[at]
#undef EVEN
#undef ODD
#define EVEN(at, i, m) CONSTANT((at) + (i)*SPLIT + (m))
#define ODD(at, i, m) CONSTANT((at) + ODD_AT + (i)*HALF + (m))
#else
#define CONSTANT(at) matrix[at]
#endif

#define U(k) PRIVATE_AT(u, item, l, k)
#define G(k) PRIVATE_AT(g, item, l, k)

/* As sem_apply_lanes, with the arrays of one element behind those of the other (LANES = 1); ITEMS = COLUMNS,
 * and the last group is filled up with copies of the last element. With `smooths` y is p after a step of
 * smoothing instead (sem/smooth.h), which sem_gather_smooth ends: 24 B more a node inside. Shared memory a
 * node: 6 values written, 8 read. */
KERNEL_SHAPE(COLUMNS, RESIDENT)
KERNEL sem_apply_columns(GLOBAL CONST real *RESTRICT p, GLOBAL CONST int *RESTRICT node,
                         GLOBAL CONST real *RESTRICT shape, GLOBAL CONST real *RESTRICT kappa,
                         GLOBAL CONST real *RESTRICT mass, GLOBAL CONST real *RESTRICT matrix,
                         GLOBAL CONST real *RESTRICT b, GLOBAL CONST real *RESTRICT inverse,
                         GLOBAL real *RESTRICT y, GLOBAL real *RESTRICT part,
                         GLOBAL CONST long *RESTRICT count, real omega, int smooths, long first_part,
                         long first_block, long blocks)
{
    FOR_GROUPS(group, count[SOLVE_END] == END_NONE ? blocks : 0)
    SHARED real sa[ELEMENTS * CUBE], sb[ELEMENTS * CUBE];
    PRIVATE(real, u, N);
    PRIVATE(real, g, N);
    const long block = first_block + group;
    GLOBAL CONST int *number = node + block * (ELEMENTS * VOLUME);

    FOR_ITEMS (item, COLUMNS) {
        FOR_LANES (l) {
            const int from = ELEMENT_OF(item) * VOLUME + NODE_OF(item), at = COLUMN_AT(item);
            real e[SPLIT], o[HALF];
            UNROLL
            for (int k = 0; k < N; k++)
                U(k) = p[number[from + k * PLANE]];
            UNROLL
            for (int k = 0; k < N; k++)
                sa[at + k * SLICE] = U(k);
#define OUT(m, value) G(m) = value;
            SPLIT_LINE(U, e, o)
            ROWS_OF_LINE(0, e, o, OUT)
#undef OUT
        }
    }
    BARRIER;
    FOR_ITEMS (item, COLUMNS) {
        FOR_LANES (l) {
            const int plane = PLANE_AT(item), first = FIRST_OF(item);
            real e[SPLIT], o[HALF];
#define IN(m) XI(sa, m)
#define OUT(m, value) XI(sb, m) = value;
            SPLIT_LINE(IN, e, o)
            ROWS_OF_LINE(0, e, o, OUT)
#undef IN
#undef OUT
        }
    }
    BARRIER;
    FOR_ITEMS (item, COLUMNS) {
        FOR_LANES (l) {
            const int plane = PLANE_AT(item), first = FIRST_OF(item);
            real e[SPLIT], o[HALF];
#define IN(m) ETA(sa, m)
#define OUT(m, value) ETA(sa, m) = value;
            SPLIT_LINE(IN, e, o)
            ROWS_OF_LINE(0, e, o, OUT)
#undef IN
#undef OUT
        }
    }
    BARRIER;
    FOR_ITEMS (item, COLUMNS) {
        FOR_LANES (l) {
            const int i = FIRST_OF(item), j = SECOND_OF(item), at = COLUMN_AT(item);
            const long element = block * ELEMENTS + ELEMENT_OF(item);
            GLOBAL CONST real *own_shape = shape + element * SHAPE_VALUES;
            GLOBAL CONST real *own_kappa = kappa + (KAPPA == KAPPA_NODE ? element * VOLUME : 0);
            GLOBAL CONST real *own_mass = mass + (MASS == MASS_NODE ? element * VOLUME : 0);
            const column c = column_of(own_shape, matrix[NODE_AT + i], matrix[NODE_AT + j],
                                       matrix[WEIGHT_AT + i] * matrix[WEIGHT_AT + j]);
            real e[SPLIT], o[HALF];
            UNROLL
            for (int k = 0; k < N; k++) {
                const flux_at_node f = flux_of(c, own_shape, own_kappa, own_mass, k * PLANE + NODE_OF(item),
                                               CONSTANT(NODE_AT + k), CONSTANT(WEIGHT_AT + k), U(k),
                                               sb[at + k * SLICE], sa[at + k * SLICE], G(k));
                sb[at + k * SLICE] = f.xi;
                sa[at + k * SLICE] = f.eta;
                U(k) = f.mass;
                G(k) = f.zeta;
            }
#define OUT(m, value) G(m) = value;
            SPLIT_LINE(G, e, o)
            ROWS_OF_LINE(TRANSPOSED_AT, e, o, OUT)
#undef OUT
        }
    }
    BARRIER;
    FOR_ITEMS (item, COLUMNS) {
        FOR_LANES (l) {
            const int plane = PLANE_AT(item), first = FIRST_OF(item);
            real e[SPLIT], o[HALF];
#define IN(m) XI(sb, m)
#define OUT(m, value) XI(sb, m) = value;
            SPLIT_LINE(IN, e, o)
            ROWS_OF_LINE(TRANSPOSED_AT, e, o, OUT)
#undef IN
#undef OUT
#define IN(m) ETA(sa, m)
#define OUT(m, value) ETA(sa, m) = value;
            SPLIT_LINE(IN, e, o)
            ROWS_OF_LINE(TRANSPOSED_AT, e, o, OUT)
#undef IN
#undef OUT
        }
    }
    BARRIER;
    FOR_ITEMS (item, COLUMNS) {
        FOR_LANES (l) {
            const int i = FIRST_OF(item), j = SECOND_OF(item), at = COLUMN_AT(item);
            const int from = ELEMENT_OF(item) * VOLUME + NODE_OF(item);
            const surface_column surface = surface_of(i, j);
            GLOBAL real *own_part = part + (first_part + (block * ELEMENTS + ELEMENT_OF(item)) * SURFACE);
            UNROLL
            for (int k = 0; k < N; k++)
                U(k) = (WITH_MASS(U(k), sb[at + k * SLICE]) + sa[at + k * SLICE]) + G(k);
            if (smooths && IS_BETWEEN(i) && IS_BETWEEN(j)) {
                UNROLL
                for (int k = 1; k < DEGREE; k++) {
                    const int n = number[from + k * PLANE];
                    U(k) = SMOOTHED(n, p, U(k));
                }
            }
            UNROLL
            for (int k = 0; k < N; k++) {
                if (IS_INSIDE(i, j, k))
                    y[number[from + k * PLANE]] = U(k);
                else
                    own_part[ON_SURFACE(surface, k)] = U(k);
            }
        }
    }
    END_GROUPS
}

#undef U
#undef G
