/* The operator for processors: a group works on LANES elements side by side; every loop over lanes is a
 * vector. */

#define AT(array, i, j, k) array[(((k)*N + (j)) * N + (i)) * LANES + l]

/* Contributions of the elements of `blocks` blocks, from `first_block` on, to y = A p
 * (docs/theory/spectral-elements.md, (5) to (9)): those of nodes inside an element to y itself, the others to
 * `part`, which sem_gather sums.
 *
 *   p, y      [nodes]
 *   node      [block][VOLUME][LANES] numbers of the nodes; lanes behind the last element repeat it
 *   shape     constants of the elements, or their metric (element.h)
 *   kappa     [block][VOLUME][LANES] with KAPPA_NODE; mass: c, with MASS_NODE and not GEOMETRY_STORED; else
 *             anything
 *   matrix    [MATRIX_VALUES]
 *   b, inverse, omega, smooths  of the kernels for GPUs
 *   part      from first_part on: [block][SURFACE][LANES]
 *
 * Per node of an element: 4 B of number, 8 B of p, 8 B of y or part; trilinear: about 42 + 75 / N operations
 * for the geometry and 6 (SPLIT + 2) for derivatives. */
KERNEL sem_apply_lanes(GLOBAL CONST real *RESTRICT p, GLOBAL CONST int *RESTRICT node,
                       GLOBAL CONST real *RESTRICT shape, GLOBAL CONST real *RESTRICT kappa,
                       GLOBAL CONST real *RESTRICT mass, GLOBAL CONST real *RESTRICT matrix,
                       GLOBAL CONST real *RESTRICT b, GLOBAL CONST real *RESTRICT inverse,
                       GLOBAL real *RESTRICT y, GLOBAL real *RESTRICT part, GLOBAL CONST long *RESTRICT count,
                       real omega, int smooths, long first_part, long first_block, long blocks)
{
    FOR_GROUPS(group, count[SOLVE_END] == END_NONE ? blocks : 0)
    SHARED real u[VOLUME * LANES], fe[VOLUME * LANES], fz[VOLUME * LANES];
    SHARED real gx[PLANE * LANES];
    const long block = first_block + group;
    GLOBAL CONST int *number = node + block * (VOLUME * LANES);
    GLOBAL CONST real *own_shape = shape + block * ((long)SHAPE_VALUES * LANES);
    GLOBAL CONST real *own_kappa = kappa + (KAPPA == KAPPA_NODE ? block * (VOLUME * LANES) : 0);
    GLOBAL CONST real *own_mass = mass + (MASS == MASS_NODE ? block * (VOLUME * LANES) : 0);
    GLOBAL real *own_part = part + (first_part + block * (SURFACE * LANES));

    FOR_ITEMS (i, VOLUME) {
        FOR_LANES (l) {
            u[i * LANES + l] = p[(uint)number[i * LANES + l]];
        }
    }
    BARRIER;
    FOR_ITEMS (item, PLANE) {
        const int i = item % N, k = item / N;
        FOR_LANES (l) {
            real e[SPLIT], o[HALF];
#define IN(m) AT(u, i, m, k)
#define OUT(m, value) AT(fe, i, m, k) = value;
            SPLIT_LINE(IN, e, o)
            ROWS_OF_LINE(0, e, o, OUT)
#undef IN
#undef OUT
        }
    }
    BARRIER;
    for (int j = 0; j < N; j++) {
        FOR_ITEMS (k, N) {
            FOR_LANES (l) {
                real e[SPLIT], o[HALF];
#define IN(m) AT(u, m, j, k)
#define OUT(m, value) gx[(k * N + m) * LANES + l] = value;
                SPLIT_LINE(IN, e, o)
                ROWS_OF_LINE(0, e, o, OUT)
#undef IN
#undef OUT
            }
        }
        BARRIER;
        FOR_ITEMS (i, N) {
            FOR_LANES (l) {
                const column c = column_of(own_shape + l, matrix[NODE_AT + i], matrix[NODE_AT + j],
                                           matrix[WEIGHT_AT + i] * matrix[WEIGHT_AT + j]);
                real e[SPLIT], o[HALF], g[N];
#define IN(m) AT(u, i, j, m)
#define OUT(m, value) g[m] = value;
                SPLIT_LINE(IN, e, o)
                ROWS_OF_LINE(0, e, o, OUT)
#undef IN
#undef OUT
                UNROLL
                for (int k = 0; k < N; k++) {
                    const flux_at_node f =
                        flux_of(c, own_shape + l, own_kappa + l, own_mass + l, (k * N + j) * N + i,
                                matrix[NODE_AT + k], matrix[WEIGHT_AT + k], AT(u, i, j, k),
                                gx[(k * N + i) * LANES + l], AT(fe, i, j, k), g[k]);
                    gx[(k * N + i) * LANES + l] = f.xi;
                    AT(fe, i, j, k) = f.eta;
                    AT(u, i, j, k) = f.mass;
                    g[k] = f.zeta;
                }
#define IN(m) g[m]
#define OUT(m, value) AT(fz, i, j, m) = value;
                SPLIT_LINE(IN, e, o)
                ROWS_OF_LINE(TRANSPOSED_AT, e, o, OUT)
#undef IN
#undef OUT
            }
        }
        BARRIER;
        FOR_ITEMS (k, N) {
            FOR_LANES (l) {
                real e[SPLIT], o[HALF];
#define IN(m) gx[(k * N + m) * LANES + l]
#define OUT(m, value) AT(u, m, j, k) = WITH_MASS(AT(u, m, j, k), value);
                SPLIT_LINE(IN, e, o)
                ROWS_OF_LINE(TRANSPOSED_AT, e, o, OUT)
#undef IN
#undef OUT
            }
        }
        BARRIER;
    }
    FOR_ITEMS (item, PLANE) {
        const int i = item % N, k = item / N;
        FOR_LANES (l) {
            real e[SPLIT], o[HALF];
#define IN(m) AT(fe, i, m, k)
#define OUT(m, value) AT(u, i, m, k) = (AT(u, i, m, k) + (value)) + AT(fz, i, m, k);
            SPLIT_LINE(IN, e, o)
            ROWS_OF_LINE(TRANSPOSED_AT, e, o, OUT)
#undef IN
#undef OUT
        }
    }
    BARRIER;
    FOR_ITEMS (item, VOLUME) {
        const int i = item % N, j = item / N % N, k = item / PLANE;
        if (IS_INSIDE(i, j, k)) {
            FOR_LANES (l) {
                y[(uint)number[item * LANES + l]] = u[item * LANES + l];
            }
        } else {
            const surface_column surface = surface_of(i, j);
            const int s = ON_SURFACE(surface, k);
            FOR_LANES (l) {
                own_part[s * LANES + l] = u[item * LANES + l];
            }
        }
    }
    (void)b, (void)inverse, (void)omega, (void)smooths;
    END_GROUPS
}
