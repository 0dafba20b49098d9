// check: LANES=1
// check: LANES=8
/* What the set-up takes of the geometry of elements, in double precision in every run: metric, integrals, the
 * diagonal, constants of elements. docs/theory/spectral-elements.md has the expressions.
 *
 * LANES elements are a block, as for the operator; a row has a number for each lane. A launch works on a
 * batch of blocks, from `first_block` on. A line has `to` nodes, and `from` points of the mesh's geometry.
 *
 *   terms     [blocks of the batch][METRIC_TERMS][to^3][LANES] of each node the metric G (xi xi, xi eta, xi
 *             zeta, eta eta, eta zeta, zeta zeta), c |J| w, |J|
 *   kappa, c, value   rows of coefficients of all blocks. A block has its own `of_block` rows behind those of
 *             the one before, 0: one block serves all. So has a node `of_node` rows, 0: one node serves all.
 *             */
#include "sem/groups.h"

#define THREADS (LANES < 64 ? 64 / LANES * LANES : LANES)

typedef struct vector {
    double x, y, z;
} vector;

FUNCTION vector cross(vector u, vector v)
{
    const vector w = {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    return w;
}

FUNCTION double dot(vector u, vector v)
{
    return u.x * v.x + u.y * v.y + u.z * v.z;
}

FUNCTION vector times(double s, vector u)
{
    const vector w = {s * u.x, s * u.y, s * u.z};
    return w;
}

/* Three numbers, `next` apart. */
FUNCTION vector vector_at(GLOBAL CONST double *at, long next)
{
    const vector w = {at[0], at[next], at[2 * next]};
    return w;
}

/* |J| times the gradients of the reference coordinates, and |J|; p, q, r are the derivatives of the place. */
typedef struct frame {
    vector g0, g1, g2;
    double jacobian;
} frame;

FUNCTION frame frame_of(vector p, vector q, vector r)
{
    frame f;
    f.g0 = cross(q, r);
    f.g1 = cross(r, p);
    f.g2 = cross(p, q);
    f.jacobian = p.x * f.g0.x + q.x * f.g1.x + r.x * f.g2.x;
    return f;
}

/* The rows of kappa. */
typedef struct tensor {
    vector x, y, z;
} tensor;

/* Of 3 numbers (xx yy zz) or 6 (xx xy xz yy yz zz). */
FUNCTION tensor tensor_at(GLOBAL CONST double *kappa, int components)
{
    const int full = components == 6;
    const double xx = kappa[0], xy = full ? kappa[LANES] : 0.0, xz = full ? kappa[2 * LANES] : 0.0;
    const double yy = kappa[(full ? 3 : 1) * LANES], yz = full ? kappa[4 * LANES] : 0.0;
    const double zz = kappa[(full ? 5 : 2) * LANES];
    const tensor t = {{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}};
    return t;
}

FUNCTION vector flux_of(tensor t, vector g)
{
    const vector w = {dot(t.x, g), dot(t.y, g), dot(t.z, g)};
    return w;
}

/* The terms of a node, `next` apart: G = (w / |J|) g kappa g, from the fluxes kappa g. */
FUNCTION void put_terms(frame f, vector f0, vector f1, vector f2, double weight, double c, long next,
                        GLOBAL double *terms)
{
    const double scale = weight / f.jacobian;
    terms[0] = scale * dot(f.g0, f0);
    terms[next] = scale * dot(f.g0, f1);
    terms[2 * next] = scale * dot(f.g0, f2);
    terms[3 * next] = scale * dot(f.g1, f1);
    terms[4 * next] = scale * dot(f.g1, f2);
    terms[5 * next] = scale * dot(f.g2, f2);
    terms[MASS_TERM * next] = c * (weight * f.jacobian);
    terms[JACOBIAN_TERM * next] = f.jacobian;
}

/* The derivatives of the map, one direction of the tensor product after the other, then the terms; with
 * `components` 0 of these |J| alone.
 *
 *   x         [points of the mesh][3]
 *   point     [elements of the mesh][from^3]
 *   element   [blocks][LANES] numbers in the mesh
 *   line      [2][to][from] values and slopes of the polynomials of the geometry's points at the nodes
 *   plan      [steps][5] of the tensor product: where the matrix is in line[]; how many numbers the direction
 *             has within it, and without; from which row of `work` on it reads and writes
 *   work      [blocks of the batch][work_rows][LANES]: places, what is between, from derivative_row on
 *             [direction][coordinate][to^3] derivatives
 *
 * Per node 8 numbers written; of a straight element about 60 operations for the map and 110 for the terms. */
KERNEL_SHAPE(THREADS, 8)
KERNEL sem_metric(GLOBAL CONST double *RESTRICT x, GLOBAL CONST int *RESTRICT point,
                  GLOBAL CONST int *RESTRICT element, GLOBAL CONST double *RESTRICT line,
                  GLOBAL CONST int *RESTRICT plan, GLOBAL CONST double *RESTRICT node_weight,
                  GLOBAL CONST double *RESTRICT kappa, GLOBAL CONST double *RESTRICT c,
                  GLOBAL double *RESTRICT work, GLOBAL double *RESTRICT terms, int from, int to, int steps,
                  int components, int kappa_of_node, int c_of_node, long kappa_of_block, long c_of_block,
                  long work_rows, long derivative_row, long first_block, long blocks)
{
    FOR_GROUPS(group, blocks)
    const long b = first_block + group;
    const int points = from * from * from, volume = to * to * to;
    const long next = (long)volume * LANES;
    GLOBAL double *own = work + group * work_rows * LANES;
    FOR_ITEMS (at, points) {
        FOR_LANES (l) {
            GLOBAL CONST double *place = x + 3 * (long)point[(long)element[b * LANES + l] * points + at];
            own[at * LANES + l] = place[0];
            own[(points + at) * LANES + l] = place[1];
            own[(2 * points + at) * LANES + l] = place[2];
        }
    }
    BARRIER;
    for (int s = 0; s < steps; s++) {
        GLOBAL CONST double *matrix = line + plan[5 * s];
        GLOBAL CONST double *in = own + plan[5 * s + 3] * LANES;
        GLOBAL double *out = own + plan[5 * s + 4] * LANES;
        const int inner = plan[5 * s + 1], outer = plan[5 * s + 2], far = inner * LANES;
        FOR_ITEMS (item, WIDE_LOOPS ? outer : outer * to * inner) { /* a thread of a GPU takes one row */
            const int o = WIDE_LOOPS ? item : item / inner / to;
            const int first_t = WIDE_LOOPS ? 0 : item / inner % to, end_t = WIDE_LOOPS ? to : first_t + 1;
            const int first_q = WIDE_LOOPS ? 0 : item % inner, end_q = WIDE_LOOPS ? inner : first_q + 1;
            for (int t = first_t; t < end_t; t++) {
                GLOBAL CONST double *weight = matrix + t * from;
                for (int q = first_q; q < end_q; q++) {
                    GLOBAL CONST double *here = in + (o * from * inner + q) * LANES;
                    GLOBAL double *sum = out + ((o * to + t) * inner + q) * LANES;
                    FOR_LANES (l) {
                        sum[l] = (0.0 + weight[0] * here[l]) + weight[1] * here[far + l];
                    }
                    for (int f = 2; f < from; f++) {
                        FOR_LANES (l) {
                            sum[l] += weight[f] * here[f * far + l];
                        }
                    }
                }
            }
        }
        BARRIER;
    }
    FOR_ITEMS (i, volume) {
        GLOBAL CONST double *p = own + (derivative_row + i) * LANES;
        GLOBAL CONST double *kappa_here = kappa + (b * kappa_of_block + i * kappa_of_node) * LANES;
        GLOBAL CONST double *c_here = c + (b * c_of_block + i * c_of_node) * LANES;
        GLOBAL double *to_terms = terms + group * METRIC_TERMS * next + i * LANES;
        if (components == 0) {
            FOR_LANES (l) {
                const frame f = frame_of(vector_at(p + l, next), vector_at(p + 3 * next + l, next),
                                         vector_at(p + 6 * next + l, next));
                to_terms[JACOBIAN_TERM * next + l] = f.jacobian;
            }
        } else if (components == 1) {
            FOR_LANES (l) {
                const frame f = frame_of(vector_at(p + l, next), vector_at(p + 3 * next + l, next),
                                         vector_at(p + 6 * next + l, next));
                const double k = kappa_here[l];
                put_terms(f, times(k, f.g0), times(k, f.g1), times(k, f.g2), node_weight[i], c_here[l], next,
                          to_terms + l);
            }
        } else {
            FOR_LANES (l) {
                const frame f = frame_of(vector_at(p + l, next), vector_at(p + 3 * next + l, next),
                                         vector_at(p + 6 * next + l, next));
                const tensor t = tensor_at(kappa_here + l, components);
                put_terms(f, flux_of(t, f.g0), flux_of(t, f.g1), flux_of(t, f.g2), node_weight[i], c_here[l],
                          next, to_terms + l);
            }
        }
    }
    END_GROUPS
}

/* What an element adds to the sums at its nodes: those inside it have it at once, the others in `part`, which
 * sem_gather_sums() sums.
 *
 *   surface   [to^3] the number of a node on the surface, -1: inside (sem/element.h)
 *   node      [blocks][to^3][LANES]
 *   part      from first_part on: [blocks][surfaces][LANES] */
#define PUT_SUM(sum)                                                                                         \
    if (surface[i] < 0) {                                                                                    \
        FOR_LANES (l) {                                                                                      \
            y[(uint)node[(b * volume + i) * LANES + l]] = 0.0 + sum[l];                                      \
        }                                                                                                    \
    } else {                                                                                                 \
        FOR_LANES (l) {                                                                                      \
            part[first_part + (b * surfaces + surface[i]) * LANES + l] = sum[l];                             \
        }                                                                                                    \
    }

/* The diagonal of A: D_ii twice and D_im in the other two directions.
 *
 *   square    [i][m] D_mi^2        pair   [3][to^3] 2 D_ii D_jj of xi eta, xi zeta, eta zeta
 *
 * Per node 3 to + 3 products and sums. */
KERNEL_SHAPE(THREADS, 8)
KERNEL sem_diagonal(GLOBAL CONST double *RESTRICT terms, GLOBAL CONST double *RESTRICT square,
                    GLOBAL CONST double *RESTRICT pair, GLOBAL CONST int *RESTRICT surface,
                    GLOBAL CONST int *RESTRICT node, GLOBAL double *RESTRICT part, GLOBAL double *RESTRICT y,
                    int to, int surfaces, long first_part, long first_block, long blocks)
{
    FOR_GROUPS(group, blocks)
    const long b = first_block + group;
    const int volume = to * to * to;
    const long next = (long)volume * LANES;
    GLOBAL CONST double *own = terms + group * METRIC_TERMS * next;
    FOR_ITEMS (i, volume) {
        double sum[LANES];
        FOR_LANES (l) {
            sum[l] = own[MASS_TERM * next + i * LANES + l];
        }
        for (int d = 0, stride = 1, entry = 0; d < 3; d++, stride *= to, entry = d == 1 ? 3 : 5) {
            const int at = i / stride % to;
            GLOBAL CONST double *first = own + entry * next + (i - at * stride) * LANES;
            for (int m = 0; m < to; m++) {
                FOR_LANES (l) {
                    sum[l] += square[at * to + m] * first[m * stride * LANES + l];
                }
            }
        }
        for (int e = 0; e < 3; e++) {
            GLOBAL CONST double *mixed = own + (e < 2 ? e + 1 : 4) * next + i * LANES;
            FOR_LANES (l) {
                sum[l] += pair[e * volume + i] * mixed[l];
            }
        }
        PUT_SUM(sum)
    }
    END_GROUPS
}

/* The integral of a function against the polynomial of each node: value w |J|. */
KERNEL_SHAPE(THREADS, 8)
KERNEL sem_integrate(GLOBAL CONST double *RESTRICT terms, GLOBAL CONST double *RESTRICT node_weight,
                     GLOBAL CONST double *RESTRICT value, GLOBAL CONST int *RESTRICT surface,
                     GLOBAL CONST int *RESTRICT node, GLOBAL double *RESTRICT part, GLOBAL double *RESTRICT y,
                     int to, int surfaces, int of_node, long of_block, long first_part, long first_block,
                     long blocks)
{
    FOR_GROUPS(group, blocks)
    const long b = first_block + group;
    const int volume = to * to * to;
    GLOBAL CONST double *jacobian = terms + (group * METRIC_TERMS + JACOBIAN_TERM) * volume * LANES;
    FOR_ITEMS (i, volume) {
        GLOBAL CONST double *here = value + (b * of_block + i * of_node) * LANES;
        double sum[LANES];
        FOR_LANES (l) {
            sum[l] = here[l] * (node_weight[i] * jacobian[i * LANES + l]);
        }
        PUT_SUM(sum)
    }
    END_GROUPS
}

/* Of each element the sum of the same terms, and that of their magnitudes, in the order of nodes and as the
 * two doubles of eg_sum: totals[blocks][2][2][LANES]. */
KERNEL_SHAPE(THREADS, 8)
KERNEL sem_total(GLOBAL CONST double *RESTRICT terms, GLOBAL CONST double *RESTRICT node_weight,
                 GLOBAL CONST double *RESTRICT value, GLOBAL double *RESTRICT totals, int to, int of_node,
                 long of_block, long first_block, long blocks)
{
    FOR_GROUPS(group, blocks)
    const long b = first_block + group;
    const int volume = to * to * to;
    GLOBAL CONST double *jacobian = terms + (group * METRIC_TERMS + JACOBIAN_TERM) * volume * LANES;
    FOR_ITEMS (v, 2) {
        double high[LANES], low[LANES];
        FOR_LANES (l) {
            high[l] = 0.0;
            low[l] = 0.0;
        }
        for (int i = 0; i < volume; i++) {
            GLOBAL CONST double *here = value + (b * of_block + i * of_node) * LANES;
            FOR_LANES (l) {
                const double given = here[l] * (node_weight[i] * jacobian[i * LANES + l]);
                const double term = v == 1 && given < 0.0 ? -given : given;
                const double sum = high[l] + term, back = sum - high[l];
                low[l] += (high[l] - (sum - back)) + (term - back);
                high[l] = sum;
            }
        }
        FOR_LANES (l) {
            totals[(b * 4 + 2 * v) * LANES + l] = high[l];
            totals[(b * 4 + 2 * v + 1) * LANES + l] = low[l];
        }
    }
    END_GROUPS
}

/* Means over the reference element, of volume 8: xi xi, eta eta, zeta zeta, c |J|. They are those of slots:
 * means[blocks][LANES][METRIC_MEANS]. */
KERNEL_SHAPE(THREADS, 8)
KERNEL sem_means(GLOBAL CONST double *RESTRICT terms, GLOBAL double *RESTRICT means, int to, long first_block,
                 long blocks)
{
    FOR_GROUPS(group, blocks)
    const int volume = to * to * to;
    FOR_ITEMS (v, METRIC_MEANS) {
        const int entry = v == 0 ? 0 : v == 1 ? 3 : v == 2 ? 5 : MASS_TERM;
        GLOBAL CONST double *own = terms + (group * METRIC_TERMS + entry) * volume * LANES;
        double sum[LANES];
        FOR_LANES (l) {
            sum[l] = 0.0;
        }
        for (int i = 0; i < volume; i++) {
            FOR_LANES (l) {
                sum[l] += own[i * LANES + l];
            }
        }
        FOR_LANES (l) {
            means[((first_block + group) * LANES + l) * METRIC_MEANS + v] = sum[l] / 8.0;
        }
    }
    END_GROUPS
}

/* The metric of every node as the operator has it: shape[blocks][values][LANES]. */
KERNEL_SHAPE(THREADS, 8)
KERNEL sem_store_metric(GLOBAL CONST double *RESTRICT terms, GLOBAL real *RESTRICT shape, int to, int values,
                        long first_block, long blocks)
{
    FOR_GROUPS(group, blocks)
    GLOBAL CONST double *own = terms + group * METRIC_TERMS * (long)(to * to * to) * LANES;
    GLOBAL real *own_shape = shape + (first_block + group) * values * LANES;
    FOR_ITEMS (v, values) {
        FOR_LANES (l) {
            own_shape[v * LANES + l] = R(own[v * LANES + l]);
        }
    }
    END_GROUPS
}

/* Constants of parallelepipeds, from their first nodes: the metric over the weight, c |J|. corner_weight: of
 * quadrature. kappa is taken out again where it is given by nodes (kappa_of_node above 0), and c (c_inside
 * 0). */
KERNEL_SHAPE(THREADS, 8)
KERNEL sem_store_affine(GLOBAL CONST double *RESTRICT terms, GLOBAL CONST double *RESTRICT kappa,
                        GLOBAL CONST double *RESTRICT c, GLOBAL real *RESTRICT shape, double corner_weight,
                        int to, int kappa_of_node, int c_inside, long kappa_of_block, long c_of_block,
                        long first_block, long blocks)
{
    FOR_GROUPS(group, blocks)
    const long b = first_block + group, next = (long)(to * to * to) * LANES;
    GLOBAL CONST double *own = terms + group * METRIC_TERMS * next;
    FOR_ITEMS (v, 7) {
        FOR_LANES (l) {
            const double divisor =
                kappa_of_node > 0 ? corner_weight * kappa[b * kappa_of_block * LANES + l] : corner_weight;
            const double inside = c_inside ? c[b * c_of_block * LANES + l] : 1.0;
            const double value = v < 6 ? own[v * next + l] / divisor : inside * own[JACOBIAN_TERM * next + l];
            shape[(b * 7 + v) * LANES + l] = R(value);
        }
    }
    END_GROUPS
}

/* Of a trilinear map the coefficients of xi, eta, zeta, xi eta, eta zeta, zeta xi, xi eta zeta, from the
 * centroid, so that little is lost far from the origin. */
#define MONOMIAL(v) (0x7563421 >> 4 * ((v) / 3) & 7)

FUNCTION int is_odd(int bits)
{
    return (bits ^ bits >> 1 ^ bits >> 2) & 1;
}

/* A number of kappa: the only one, or of xx xy xz yy yz zz. */
FUNCTION double entry_of(GLOBAL CONST double *kappa, int components, int entry)
{
    double value = kappa[0];
    if (components > 1) {
        const tensor t = tensor_at(kappa, components);
        value = entry < 3 ? (entry == 0   ? t.x.x
                             : entry == 1 ? t.x.y
                                          : t.x.z)
                          : (entry == 3   ? t.y.y
                             : entry == 4 ? t.y.z
                                          : t.z.z);
    }
    return value;
}

/* Constants of trilinear elements: the map, kappa (6 values where it is a tensor), c; and the least and the
 * most of 1, of what the operator divides and of what it divides by: range[blocks][4][LANES]. */
KERNEL_SHAPE(THREADS, 8)
KERNEL sem_store_trilinear(GLOBAL CONST double *RESTRICT terms, GLOBAL CONST double *RESTRICT x,
                           GLOBAL CONST int *RESTRICT point, GLOBAL CONST double *RESTRICT centroid,
                           GLOBAL CONST int *RESTRICT element, GLOBAL CONST double *RESTRICT node_weight,
                           GLOBAL CONST double *RESTRICT kappa, GLOBAL CONST double *RESTRICT c,
                           GLOBAL real *RESTRICT shape, GLOBAL double *RESTRICT range, int from, int to,
                           int values, int components, int kappa_of_node, int c_inside, long kappa_of_block,
                           long c_of_block, long first_block, long blocks)
{
    FOR_GROUPS(group, blocks)
    const long b = first_block + group, next = (long)(to * to * to) * LANES;
    const int points = from * from * from, last = from - 1;
    GLOBAL CONST double *own_kappa = kappa + b * kappa_of_block * LANES;
    GLOBAL real *own_shape = shape + b * values * LANES;
    FOR_ITEMS (v, MAP_VALUES) {
        FOR_LANES (l) {
            const long e = element[b * LANES + l];
            double sum = 0.0;
            for (int corner = 0; corner < 8; corner++) {
                const int at = ((corner >> 2) * from + (corner >> 1 & 1)) * last * from + (corner & 1) * last;
                const double place = x[3 * (long)point[e * points + at] + v % 3] - centroid[3 * e + v % 3];
                sum += is_odd(MONOMIAL(v) & ~corner) ? -place : place;
            }
            own_shape[v * LANES + l] = R(0.125 * sum);
        }
    }
    FOR_ITEMS (v, values - MAP_VALUES) {
        const int is_c = v == values - MAP_VALUES - 1;
        FOR_LANES (l) {
            const double inside = c_inside ? c[b * c_of_block * LANES + l] : 1.0;
            own_shape[(MAP_VALUES + v) * LANES + l] =
                R(is_c ? inside : entry_of(own_kappa + l, components, v));
        }
    }
    FOR_ITEMS (v, 4) {
        FOR_LANES (l) {
            double least = 1.0, most = 1.0;
            for (int i = 0; i < to * to * to; i++) {
                const double k = components == 1 ? own_kappa[i * kappa_of_node * LANES + l] : 1.0;
                const double jacobian = terms[(group * METRIC_TERMS + JACOBIAN_TERM) * next + i * LANES + l];
                const double here = v < 2 ? node_weight[i] * k : jacobian;
                least = here < least ? here : least;
                most = here > most ? here : most;
            }
            range[(b * 4 + v) * LANES + l] = v % 2 ? most : least;
        }
    }
    END_GROUPS
}
