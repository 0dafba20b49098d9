// check: LANES=8 DEGREE=1 GEOMETRY=0 KAPPA=0 MASS=0 NEAR=1 ITEMS=4
// check: LANES=1 DEGREE=1 GEOMETRY=1 KAPPA=0 MASS=1 NEAR=1 ITEMS=4
// check: LANES=8 DEGREE=3 GEOMETRY=0 KAPPA=1 MASS=2 NEAR=1 ITEMS=16
// check: LANES=1 DEGREE=3 GEOMETRY=0 KAPPA=0 MASS=0 NEAR=1 ITEMS=16
// check: LANES=4 DEGREE=4 GEOMETRY=1 KAPPA=2 MASS=1 NEAR=1 ITEMS=25
// check: LANES=1 DEGREE=7 GEOMETRY=1 KAPPA=1 MASS=0 NEAR=1 ITEMS=64
// check: LANES=2 DEGREE=5 GEOMETRY=2 KAPPA=0 MASS=1 NEAR=1 ITEMS=36
// check: LANES=1 DEGREE=14 GEOMETRY=2 KAPPA=0 MASS=0 NEAR=0 ITEMS=225
/* The error of a solution in the norm of its energy, estimated in each element from what the solution leaves
 * of the equation: docs/theory/spectral-elements.md, (11) to (15). Geometry and coefficients are the
 * operator's, so that at a node all follows from its flux_of(): with G and m of (4), and F the flux f,
 *
 *     left = w |J| s - m du/dt + sum over d of sum over q of S_iq F_q,     S_iq = rho_i / rho_q D_iq
 *     |e|^2 = sum of share rho_0 min(1 / ((2 n + 1) G_dd), 1 / sqrt(m G_dd), 1 / (rho_0 m)) left^2
 *
 * over the nodes of faces that no edge has: (14), in which areas and |J| cancel. */
#define IN_RANGE 0
#include "sem/element.h"
#include "sem/estimate.h"
#include "sem/geometry.h"

/* line[] */
#define SLOPE_AT 0              /* D */
#define STRONG_AT PLANE         /* S */
#define LEGENDRE_AT (2 * PLANE) /* what a value at a node gives to the coefficient of the highest degree */

/* Sums over the nodes of an element. */
#define SUM_G ESTIMATE_DETERMINANT /* six: xi xi, xi eta, xi zeta, eta eta, eta zeta, zeta zeta */
#define SUMS (SUM_G + 6)
#define SUM(q) PRIVATE_AT(sum, item, l, q)
#define SCRATCH (VOLUME > SUMS * PLANE ? VOLUME : SUMS * PLANE)

/* Groups that a multiprocessor should hold, so that a thread has 128 registers at least. */
#define WARPS ((LANES * PLANE + 31) / 32)
#define RESIDENT (WARPS < 16 ? 16 / WARPS : 1)

#if DEGREE == 1
#define OUTPUTS ESTIMATE_ALL_VALUES
#else
#define OUTPUTS ESTIMATE_VALUES
#endif

/* u without its mean, from shared memory where it fits. */
#if NEAR
#define U(q) u[(q)*LANES + l]
#else
#define U(q) (p[(uint)number[(q)*LANES + l]] - mean)
#endif
#define F(q) f[(q)*LANES + l]

/* The row of a matrix, times the line of nodes first, first + stride, ... */
#define ROW_TIMES(value, at, row, ARRAY, first, stride)                                                      \
    UNROLL                                                                                                   \
    for (int eg_m = 0; eg_m < N; eg_m++)                                                                     \
        value = FMA(line[(at) + (row)*N + eg_m], ARRAY((first) + eg_m * (stride)), value);

/* The derivatives of u at node q = (i, j, k). */
#define FIND_SLOPES(i, j, k, q)                                                                              \
    real u_xi = R(0.0), u_eta = R(0.0), u_zeta = R(0.0);                                                     \
    ROW_TIMES(u_xi, SLOPE_AT, i, U, (q) - (i), 1)                                                            \
    ROW_TIMES(u_eta, SLOPE_AT, j, U, (q) - (j)*N, N)                                                         \
    ROW_TIMES(u_zeta, SLOPE_AT, k, U, (q) - (k)*PLANE, PLANE)

#define COLUMN_AT(i, j)                                                                                      \
    column_of(own_shape + l, matrix[NODE_AT + (i)], matrix[NODE_AT + (j)],                                   \
              matrix[WEIGHT_AT + (i)] * matrix[WEIGHT_AT + (j)])
/* flux_of() at node q of column c, k along zeta: from a value and from derivatives. */
#define FLUX_AT(c, k, q, value, xi, eta, zeta)                                                               \
    flux_of(c, own_shape + l, own_kappa + l, own_mass + l, q, matrix[NODE_AT + (k)],                         \
            matrix[WEIGHT_AT + (k)], value, xi, eta, zeta)
#define VOLUME_AT(c, k, q) volume_of(c, own_volume + l, q, matrix[NODE_AT + (k)], matrix[WEIGHT_AT + (k)])

/* w |J| at a node; |J| of a parallelepiped, and w |J| of a curved element, are given. */
FUNCTION real volume_of(column c, GLOBAL CONST double *volume, int node, real zeta, real weight)
{
    (void)volume, (void)node, (void)zeta;
#if GEOMETRY == GEOMETRY_TRILINEAR
    return (c.weight * weight) * FMA(zeta, FMA(zeta, c.j2, c.j1), c.j0);
#elif GEOMETRY == GEOMETRY_AFFINE
    return (c.weight * weight) * R(volume[0]);
#else
    (void)c, (void)weight;
    return R(volume[node * LANES]);
#endif
}

FUNCTION real component_of(flux_at_node f, int d)
{
    return d == 0 ? f.xi : d == 1 ? f.eta : f.zeta;
}

/* What the square of `left` counts at a node of a side: G of the side's direction, m within the time, and
 * whether the side's condition says what flux enters. */
FUNCTION real counts_of(real g, real m, real end_weight, int given)
{
    const real smooth = R(1.0) / (R(2 * DEGREE + 1) * g);
#if MASS == MASS_NONE
    (void)m, (void)end_weight, (void)given;
    return smooth;
#else
    const real some = m > R(0.0) ? m : R(1.0);
    const real layer = R(1.0) / SQRT(some * g), taken = R(1.0) / (end_weight * some);
    const real most = LESSER(smooth, layer), least = given ? most : LESSER(most, taken);
    return m > R(0.0) ? least : smooth;
#endif
}

/* The node (i, j, k) of side `s` that has the indices (a, b) along the other two directions. */
FUNCTION int side_i(int s, int a)
{
    return s / 2 == 0 ? s % 2 * DEGREE : a;
}

FUNCTION int side_j(int s, int a, int b)
{
    return s / 2 == 0 ? a : s / 2 == 1 ? s % 2 * DEGREE : b;
}

FUNCTION int side_k(int s, int b)
{
    return s / 2 == 2 ? s % 2 * DEGREE : b;
}

#define NODE_OF_SIDE(s, a, b)                                                                                \
    const int i = side_i(s, a), j = side_j(s, a, b), k = side_k(s, b), q = (k * N + j) * N + i;

/* ---- the parts of the kernel, each between barriers */

/* Zeros. */
#define BEGIN_SUMS                                                                                           \
    FOR_LANES (l) {                                                                                          \
        UNROLL                                                                                               \
        for (int q = 0; q < SUMS; q++)                                                                       \
            SUM(q) = R(0.0);                                                                                 \
        UNROLL                                                                                               \
        for (int s = 0; s < ESTIMATE_SIDES; s++)                                                             \
            PRIVATE_AT(left, item, l, s) = R(0.0);                                                           \
    }

/* Integrals over the column (i, j); f: the mass of a node. */
#define ADD_INTEGRALS                                                                                        \
    FOR_ITEMS (item, PLANE) {                                                                                \
        const int i = item % N, j = item / N;                                                                \
        BEGIN_SUMS                                                                                           \
        for (int k = 0; k < N; k++) {                                                                        \
            const int q = k * PLANE + item;                                                                  \
            FOR_LANES (l) {                                                                                  \
                const column c = COLUMN_AT(i, j);                                                            \
                const flux_at_node x = FLUX_AT(c, k, q, R(1.0), R(1.0), R(0.0), R(0.0)),                     \
                                   e = FLUX_AT(c, k, q, R(0.0), R(0.0), R(1.0), R(0.0)),                     \
                                   z = FLUX_AT(c, k, q, R(0.0), R(0.0), R(0.0), R(1.0));                     \
                const real stored = per_mass * x.mass, here = U(q), whole = timed ? here : here + mean;      \
                const real weight = timed ? stored : VOLUME_AT(c, k, q);                                     \
                FIND_SLOPES(i, j, k, q)                                                                      \
                const real f_xi = FMA(x.xi, u_xi, FMA(x.eta, u_eta, x.zeta * u_zeta));                       \
                const real f_eta = FMA(x.eta, u_xi, FMA(e.eta, u_eta, e.zeta * u_zeta));                     \
                const real f_zeta = FMA(x.zeta, u_xi, FMA(e.zeta, u_eta, z.zeta * u_zeta));                  \
                SUM(ESTIMATE_ENERGY) += FMA(u_xi, f_xi, FMA(u_eta, f_eta, u_zeta * f_zeta));                 \
                SUM(ESTIMATE_STORED) += stored * (whole * whole);                                            \
                SUM(ESTIMATE_MASS) += weight;                                                                \
                SUM(ESTIMATE_VARIES) += weight * (here * here);                                              \
                SUM(SUM_G) += x.xi;                                                                          \
                SUM(SUM_G + 1) += x.eta;                                                                     \
                SUM(SUM_G + 2) += x.zeta;                                                                    \
                SUM(SUM_G + 3) += e.eta;                                                                     \
                SUM(SUM_G + 4) += e.zeta;                                                                    \
                SUM(SUM_G + 5) += z.zeta;                                                                    \
                F(q) = weight;                                                                               \
            }                                                                                                \
        }                                                                                                    \
    }

/* The highest degree along the three lines (a, b). */
#define ADD_HIGHEST                                                                                          \
    FOR_ITEMS (item, PLANE) {                                                                                \
        const int first_of[3] = {item * N, item / N * PLANE + item % N, item};                               \
        for (int d = 0; d < 3; d++) {                                                                        \
            const int stride = d == 0 ? 1 : d == 1 ? N : PLANE;                                              \
            FOR_LANES (l) {                                                                                  \
                real coefficient = R(0.0), weight = R(0.0);                                                  \
                ROW_TIMES(coefficient, LEGENDRE_AT, 0, U, first_of[d], stride)                               \
                UNROLL                                                                                       \
                for (int m = 0; m < N; m++)                                                                  \
                    weight += F(first_of[d] + m * stride);                                                   \
                SUM(ESTIMATE_HIGHEST) += (weight * (coefficient * coefficient)) / R(2 * DEGREE + 1);         \
            }                                                                                                \
        }                                                                                                    \
    }

/* f: the flux along direction d. */
#define FIND_FLUXES(d)                                                                                       \
    FOR_ITEMS (item, PLANE) {                                                                                \
        const int i = item % N, j = item / N;                                                                \
        for (int k = 0; k < N; k++) {                                                                        \
            const int q = k * PLANE + item;                                                                  \
            FOR_LANES (l) {                                                                                  \
                const column c = COLUMN_AT(i, j);                                                            \
                FIND_SLOPES(i, j, k, q)                                                                      \
                F(q) = component_of(FLUX_AT(c, k, q, R(0.0), u_xi, u_eta, u_zeta), d);                       \
            }                                                                                                \
        }                                                                                                    \
    }

/* What that leaves at the nodes (a, b) of the sides. */
#define ADD_LEFT(d)                                                                                          \
    FOR_ITEMS (item, PLANE) {                                                                                \
        for (int s = 0; s < ESTIMATE_SIDES; s++) {                                                           \
            NODE_OF_SIDE(s, item % N, item / N)                                                              \
            const int row = d == 0 ? i : d == 1 ? j : k;                                                     \
            FOR_LANES (l) {                                                                                  \
                ROW_TIMES(PRIVATE_AT(left, item, l, s), STRONG_AT, row, F, q - row * stride, stride)         \
            }                                                                                                \
        }                                                                                                    \
    }

/* The error that this stands for, at the nodes of sides that no edge has. */
#define WEIGH_LEFT                                                                                           \
    FOR_ITEMS (item, PLANE) {                                                                                \
        const int a = item % N, b_of_item = item / N;                                                        \
        if (a > 0 && a < DEGREE && b_of_item > 0 && b_of_item < DEGREE) {                                    \
            for (int s = 0; s < ESTIMATE_SIDES; s++) {                                                       \
                NODE_OF_SIDE(s, a, b_of_item)                                                                \
                const int d = s / 2;                                                                         \
                FOR_LANES (l) {                                                                              \
                    const real end_weight = matrix[WEIGHT_AT], inner = R(1.0) - R(0.5) * end_weight;         \
                    const column c = COLUMN_AT(i, j);                                                        \
                    const flux_at_node one = FLUX_AT(c, k, q, R(1.0), R(d == 0), R(d == 1), R(d == 2));      \
                    const real stored = per_mass * one.mass,                                                 \
                               load = VOLUME_AT(c, k, q) *                                                   \
                                      R(own_source[(source_nodes > 1 ? q * LANES : 0) + l]);                 \
                    const real missing = PRIVATE_AT(left, item, l, s) +                                      \
                                         FMA(-stored, rate[(uint)number[q * LANES + l]], load);              \
                    const real counts = (end_weight / (inner * inner)) *                                     \
                                        counts_of(component_of(one, d), stored * in_time, end_weight,        \
                                                  given[group * LANES + l] >> s & 1);                        \
                    SUM(ESTIMATE_ERROR) += counts * (missing * missing);                                     \
                    SUM(ESTIMATE_NOISE) = GREATER(SUM(ESTIMATE_NOISE), counts);                              \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
    }

/* Of degree 1 the flux through each side, and what a missing one counts, by the corners. */
#define WEIGH_FLUXES                                                                                         \
    FOR_ITEMS (s, ESTIMATE_SIDES) {                                                                          \
        FOR_LANES (l) {                                                                                      \
            real flux = R(0.0), counts = R(0.0);                                                             \
            UNROLL                                                                                           \
            for (int corner = 0; corner < 4; corner++) {                                                     \
                NODE_OF_SIDE(s, corner % 2, corner / 2)                                                      \
                const column c = COLUMN_AT(i, j);                                                            \
                FIND_SLOPES(i, j, k, q)                                                                      \
                const flux_at_node one =                                                                     \
                    FLUX_AT(c, k, q, R(1.0), R(s / 2 == 0), R(s / 2 == 1), R(s / 2 == 2));                   \
                flux += component_of(FLUX_AT(c, k, q, R(0.0), u_xi, u_eta, u_zeta), s / 2);                  \
                counts += counts_of(component_of(one, s / 2), (per_mass * one.mass) * in_time,               \
                                    matrix[WEIGHT_AT], given[group * LANES + l] >> s & 1);                   \
            }                                                                                                \
            out[(group * LANES + l) * OUTPUTS + ESTIMATE_FLUX + s] = s % 2 ? flux : -flux;                   \
            out[(group * LANES + l) * OUTPUTS + ESTIMATE_COUNTS + s] = counts / R(16.0);                     \
        }                                                                                                    \
    }

/* The sums of all columns, to shared memory. */
#define SHARE_SUMS                                                                                           \
    FOR_ITEMS (item, PLANE) {                                                                                \
        FOR_LANES (l) {                                                                                      \
            UNROLL                                                                                           \
            for (int q = 0; q < SUMS; q++)                                                                   \
                F(q *PLANE + item) = SUM(q);                                                                 \
        }                                                                                                    \
    }

/* Their sums over the columns, one after the other. */
#define ADD_COLUMNS                                                                                          \
    FOR_ITEMS (q, SUMS) {                                                                                    \
        FOR_LANES (l) {                                                                                      \
            real total = F(q * PLANE);                                                                       \
            for (int item = 1; item < PLANE; item++) {                                                       \
                const real term = F(q * PLANE + item);                                                       \
                total = q == ESTIMATE_NOISE ? GREATER(total, term) : total + term;                           \
            }                                                                                                \
            F(q *PLANE) = total;                                                                             \
        }                                                                                                    \
    }

/* What comes out. */
#define G_OF(m) (double)F((SUM_G + (m)) * PLANE)

#define PUT_SUMS                                                                                             \
    FOR_ITEMS (q, ESTIMATE_VALUES) {                                                                         \
        FOR_LANES (l) {                                                                                      \
            const double xx = G_OF(0), xy = G_OF(1), xz = G_OF(2), yy = G_OF(3), yz = G_OF(4), zz = G_OF(5); \
            const double determinant =                                                                       \
                FMA64(xx, FMA64(yy, zz, -(yz * yz)),                                                         \
                      FMA64(-xy, FMA64(xy, zz, -(yz * xz)), xz * FMA64(xy, yz, -(yy * xz))));                \
            out[(group * LANES + l) * OUTPUTS + q] =                                                         \
                q == ESTIMATE_DETERMINANT ? determinant : (double)F(q * PLANE);                              \
        }                                                                                                    \
    }

/* ---- the kernel */

/* Elements of `blocks` blocks from `first_block` of the operator's on, a block a group; `source`, `volume`,
 * `given` and `out` begin with that one.
 *
 *   p, rate   [nodes] u; u, or du/dt: what c multiplies
 *   node, shape, kappa, mass, matrix  as in sem_apply_lanes
 *   line      [2 N + 1][N] SLOPE_AT, STRONG_AT, LEGENDRE_AT
 *   source    [block][source_nodes][LANES], source_nodes 1 or VOLUME
 *   volume    [block][LANES] |J| with GEOMETRY_AFFINE; [block][VOLUME][LANES] w |J| with GEOMETRY_STORED
 *   given     [block][LANES] bit s: the condition at side s says what flux enters
 *   out       [block][LANES][OUTPUTS] (sem/estimate.h)
 *
 * `per_mass` times the operator's m is the integral of c, and in_time times that is the m that counts above;
 * `timed`: norms are by c. Per node of an element 4 B and u are read; fluxes are computed once for each
 * direction, so that one array holds them. */
KERNEL_SHAPE(LANES *PLANE, RESIDENT)
KERNEL sem_estimate(GLOBAL CONST real *RESTRICT p, GLOBAL CONST real *rate, GLOBAL CONST int *RESTRICT node,
                    GLOBAL CONST real *RESTRICT shape, GLOBAL CONST real *RESTRICT kappa,
                    GLOBAL CONST real *RESTRICT mass, GLOBAL CONST real *RESTRICT matrix,
                    GLOBAL CONST real *RESTRICT line, GLOBAL CONST double *RESTRICT source,
                    GLOBAL CONST double *RESTRICT volume, GLOBAL CONST int *RESTRICT given,
                    GLOBAL double *RESTRICT out, real mean, real per_mass, real in_time, int timed,
                    int source_nodes, long first_block, long blocks)
{
    FOR_GROUPS(group, blocks)
#if NEAR
    SHARED real u[VOLUME * LANES];
#endif
    SHARED real f[SCRATCH * LANES];
    PRIVATE(real, sum, SUMS);
    PRIVATE(real, left, ESTIMATE_SIDES);
    const long b = first_block + group;
    GLOBAL CONST int *number = node + b * (VOLUME * LANES);
    GLOBAL CONST real *own_shape = shape + b * ((long)SHAPE_VALUES * LANES);
    GLOBAL CONST real *own_kappa = kappa + (KAPPA == KAPPA_NODE ? b * (VOLUME * LANES) : 0);
    GLOBAL CONST real *own_mass = mass + (MASS == MASS_NODE ? b * (VOLUME * LANES) : 0);
    GLOBAL CONST double *own_volume = volume + (GEOMETRY == GEOMETRY_AFFINE   ? group * LANES
                                                : GEOMETRY == GEOMETRY_STORED ? group * (VOLUME * LANES)
                                                                              : 0);
    GLOBAL CONST double *own_source = source + group * ((long)source_nodes * LANES);

#if NEAR
    FOR_ITEMS (q, VOLUME) {
        FOR_LANES (l) {
            u[q * LANES + l] = p[(uint)number[q * LANES + l]] - mean;
        }
    }
    BARRIER;
#endif
    ADD_INTEGRALS
    BARRIER;
#if DEGREE > 1
    ADD_HIGHEST
    BARRIER;
    for (int d = 0; d < 3; d++) {
        const int stride = d == 0 ? 1 : d == 1 ? N : PLANE;
        FIND_FLUXES(d)
        BARRIER;
        ADD_LEFT(d)
        BARRIER;
    }
    WEIGH_LEFT
#else
    (void)rate, (void)own_source;
    WEIGH_FLUXES
#endif
    BARRIER;
    SHARE_SUMS
    BARRIER;
    ADD_COLUMNS
    BARRIER;
    (void)timed, (void)given;
    PUT_SUMS
    END_GROUPS
}
