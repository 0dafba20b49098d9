/* The operator for GPUs where an element does not fit into shared memory: a thread has a column of nodes (i,
 * j) in registers, and a group goes through its element plane by plane, k from 0 to n. Each output is the
 * same expression as in lanes.h. */

/* Row `row` of a matrix in registers, its even part in front, times a line. */
#define ROW_OF_LINE(row, middle, e, o, value)                                                                \
    {                                                                                                        \
        real even = PRIVATE_AT(row, item, l, 0) * e[0], odd = PRIVATE_AT(row, item, l, SPLIT) * o[0];        \
        UNROLL                                                                                               \
        for (int m = 1; m < SPLIT; m++)                                                                      \
            even = FMA(PRIVATE_AT(row, item, l, m), e[m], even);                                             \
        UNROLL                                                                                               \
        for (int m = 1; m < HALF; m++)                                                                       \
            odd = FMA(PRIVATE_AT(row, item, l, SPLIT + m), o[m], odd);                                       \
        value = SPLIT > HALF && (middle) == HALF ? odd : odd + even;                                         \
    }

#define LOAD_ROW(row, at, i)                                                                                 \
    UNROLL                                                                                                   \
    for (int m = 0; m < SPLIT; m++)                                                                          \
        PRIVATE_AT(row, item, l, m) = EVEN(at, i, m);                                                        \
    UNROLL                                                                                                   \
    for (int m = 0; m < HALF; m++)                                                                           \
        PRIVATE_AT(row, item, l, SPLIT + m) = ODD(at, i, m);

#define U(k) PRIVATE_AT(u, item, l, k)
#define G(k) PRIVATE_AT(g, item, l, k)

/* As sem_apply_columns with one element a group; ITEMS = PLANE. Shared memory a node: 3 values written, 4
 * lines of N read. */
KERNEL_SHAPE(LANES *PLANE, RESIDENT)
KERNEL sem_apply_slab(GLOBAL CONST real *RESTRICT p, GLOBAL CONST int *RESTRICT node,
                      GLOBAL CONST real *RESTRICT shape, GLOBAL CONST real *RESTRICT kappa,
                      GLOBAL CONST real *RESTRICT mass, GLOBAL CONST real *RESTRICT matrix,
                      GLOBAL CONST real *RESTRICT b, GLOBAL CONST real *RESTRICT inverse,
                      GLOBAL real *RESTRICT y, GLOBAL real *RESTRICT part, GLOBAL CONST long *RESTRICT count,
                      real omega, int smooths, long first_part, long first_block, long blocks)
{
    FOR_GROUPS(group, count[SOLVE_END] == END_NONE ? blocks : 0)
    SHARED real su[PLANE * LANES], sx[PLANE * LANES], se[PLANE * LANES];
    PRIVATE(real, u, N);
    PRIVATE(real, g, N);
    PRIVATE(real, row_xi, N);
    PRIVATE(real, row_eta, N);
    PRIVATE(real, transposed_xi, N);
    PRIVATE(real, transposed_eta, N);
    PRIVATE(column, geometry, 1);
    const long block = first_block + group;
    GLOBAL CONST int *number = node + block * (VOLUME * LANES);
    GLOBAL CONST real *own_shape = shape + block * ((long)SHAPE_VALUES * LANES);
    GLOBAL CONST real *own_kappa = kappa + (KAPPA == KAPPA_NODE ? block * (VOLUME * LANES) : 0);
    GLOBAL CONST real *own_mass = mass + (MASS == MASS_NODE ? block * (VOLUME * LANES) : 0);
    GLOBAL real *own_part = part + (first_part + block * (SURFACE * LANES));

    FOR_ITEMS (item, PLANE) {
        FOR_LANES (l) {
            const int i = item % N, j = item / N;
            real e[SPLIT], o[HALF];
            UNROLL
            for (int k = 0; k < N; k++)
                U(k) = p[number[(k * PLANE + item) * LANES + l]];
#define OUT(m, value) G(m) = value;
            SPLIT_LINE(U, e, o)
            ROWS_OF_LINE(0, e, o, OUT)
#undef OUT
            LOAD_ROW(row_xi, 0, i)
            LOAD_ROW(row_eta, 0, j)
            LOAD_ROW(transposed_xi, TRANSPOSED_AT, i)
            LOAD_ROW(transposed_eta, TRANSPOSED_AT, j)
            PRIVATE_AT(geometry, item, l, 0) =
                column_of(own_shape + l, matrix[NODE_AT + i], matrix[NODE_AT + j],
                          matrix[WEIGHT_AT + i] * matrix[WEIGHT_AT + j]);
        }
    }
    UNROLL
    for (int k = 0; k < N; k++) {
        FOR_ITEMS (item, PLANE) {
            FOR_LANES (l) {
                su[item * LANES + l] = U(k);
            }
        }
        BARRIER;
        FOR_ITEMS (item, PLANE) {
            FOR_LANES (l) {
                const int i = item % N, j = item / N;
                real e[SPLIT], o[HALF], u_xi, u_eta;
#define IN(m) su[(j * N + (m)) * LANES + l]
                SPLIT_LINE(IN, e, o)
#undef IN
                ROW_OF_LINE(row_xi, i, e, o, u_xi)
#define IN(m) su[((m)*N + i) * LANES + l]
                SPLIT_LINE(IN, e, o)
#undef IN
                ROW_OF_LINE(row_eta, j, e, o, u_eta)
                const flux_at_node f = flux_of(PRIVATE_AT(geometry, item, l, 0), own_shape + l, own_kappa + l,
                                               own_mass + l, k * PLANE + item, matrix[NODE_AT + k],
                                               matrix[WEIGHT_AT + k], U(k), u_xi, u_eta, G(k));
                sx[item * LANES + l] = f.xi;
                se[item * LANES + l] = f.eta;
                U(k) = f.mass;
                G(k) = f.zeta;
            }
        }
        BARRIER;
        FOR_ITEMS (item, PLANE) {
            FOR_LANES (l) {
                const int i = item % N, j = item / N;
                real e[SPLIT], o[HALF], from_xi, from_eta;
#define IN(m) sx[(j * N + (m)) * LANES + l]
                SPLIT_LINE(IN, e, o)
#undef IN
                ROW_OF_LINE(transposed_xi, i, e, o, from_xi)
#define IN(m) se[((m)*N + i) * LANES + l]
                SPLIT_LINE(IN, e, o)
#undef IN
                ROW_OF_LINE(transposed_eta, j, e, o, from_eta)
                U(k) = WITH_MASS(U(k), from_xi) + from_eta;
            }
        }
    }
    FOR_ITEMS (item, PLANE) {
        FOR_LANES (l) {
            const int i = item % N, j = item / N;
            const surface_column surface = surface_of(i, j);
            real e[SPLIT], o[HALF];
#define OUT(m, value) U(m) = U(m) + (value);
            SPLIT_LINE(G, e, o)
            ROWS_OF_LINE(TRANSPOSED_AT, e, o, OUT)
#undef OUT
            if (smooths && IS_BETWEEN(i) && IS_BETWEEN(j)) {
                UNROLL
                for (int k = 1; k < DEGREE; k++) {
                    const int n = number[(k * PLANE + item) * LANES + l];
                    U(k) = SMOOTHED(n, p, U(k));
                }
            }
            UNROLL
            for (int k = 0; k < N; k++) {
                if (IS_INSIDE(i, j, k))
                    y[number[(k * PLANE + item) * LANES + l]] = U(k);
                else
                    own_part[l * SURFACE + ON_SURFACE(surface, k)] = U(k);
            }
        }
    }
    END_GROUPS
}

#undef U
#undef G
