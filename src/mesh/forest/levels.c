/* Dividing leaves until each has the level that is wanted of it. */
#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "mesh/forest/octrees.h"

enum { LEAVES_LEAST = 256, LINE_MOST = EG_HEX_GEOMETRY_DEGREE + 1 };

/* What rounding may leave of a curved leaf outside the box of its control points, as a share of the box's
 * longest side. */
static const double ROUNDING = 1e-13;

/* ---- where a leaf is
 *
 * The map of a tree on a leaf is a polynomial of the same degree: its values at the leaf's own nodes are
 * found along one direction after the other. */

/* x[count] takes the values that weight[n][n] gives along the direction of this stride. */
static void weigh_leaves(int n, int count, int stride, const double (*weight)[LINE_MOST], double (*x)[3])
{
    double line[LINE_MOST][3];
    for (int p = 0; p < count; p++) {
        if (p / stride % n != 0)
            continue;
        for (int i = 0; i < n; i++)
            for (int c = 0; c < 3; c++) {
                line[i][c] = 0;
                for (int j = 0; j < n; j++)
                    line[i][c] += weight[i][j] * x[p + j * stride][c];
            }
        for (int i = 0; i < n; i++)
            memcpy(x[p + i * stride], line[i], sizeof line[i]);
    }
}

/* Lagrange's polynomials of the equidistant nodes of [-1,1] at those of [low, high]. */
static void equidistant_weights(int degree, double low, double high, double (*weight)[LINE_MOST])
{
    for (int i = 0; i <= degree; i++) {
        double at = 0.5 * degree * (1 + low + (high - low) * i / degree); /* 0 to degree */
        for (int j = 0; j <= degree; j++) {
            weight[i][j] = 1;
            for (int k = 0; k <= degree; k++)
                weight[i][j] *= k == j ? 1 : (at - k) / (j - k);
        }
    }
}

/* The leaf's nodes, as many as the tree has; x[] has room for them. */
static int nodes_of_leaf(const eg_macro *m, const eg_leaf *leaf, double (*x)[3])
{
    double weight[LINE_MOST][LINE_MOST];
    int n = m->degree + 1, count = m->dimension == 3 ? n * n * n : n * n;
    memcpy(x, m->x[(int64_t)leaf->tree * count], (size_t)count * sizeof *x);
    for (int d = 0, stride = 1; d < m->dimension; d++, stride *= n) {
        double low = 2.0 * leaf->at[d] / EG_FOREST_ROOT - 1;
        equidistant_weights(m->degree, low, low + 2 * eg_leaf_edge(leaf), weight);
        weigh_leaves(n, count, stride, (const double(*)[LINE_MOST])weight, x);
    }
    return count;
}

static int corners_of_leaf(const eg_forest *forest, const eg_leaf *leaf, double (*x)[3])
{
    int corners = 1 << forest->base.dimension;
    for (int c = 0; c < corners; c++) {
        double at[3] = {0};
        for (int d = 0; d < forest->base.dimension; d++)
            at[d] = 2.0 * leaf->at[d] / EG_FOREST_ROOT - 1 + 2 * (c >> d & 1) * eg_leaf_edge(leaf);
        eg_forest_map_tree(forest, leaf->tree, at, x[c], NULL);
    }
    return corners;
}

/* inverse[degree + 1][degree + 1] of the Bernstein polynomials at the equidistant nodes, which is totally
 * positive: Gauss' elimination needs no pivots. */
static void invert_bernstein(int degree, double (*inverse)[LINE_MOST])
{
    double matrix[LINE_MOST][LINE_MOST];
    for (int i = 0; i <= degree; i++) {
        double t = (double)i / degree, choose = 1;
        for (int j = 0; j <= degree; j++) {
            matrix[i][j] = choose * pow(t, j) * pow(1 - t, degree - j);
            inverse[i][j] = i == j;
            choose *= (double)(degree - j) / (j + 1);
        }
    }
    for (int k = 0; k <= degree; k++) {
        double pivot = matrix[k][k];
        for (int j = 0; j <= degree; j++) {
            matrix[k][j] /= pivot;
            inverse[k][j] /= pivot;
        }
        for (int i = 0; i <= degree; i++) {
            double factor = matrix[i][k];
            for (int j = 0; i != k && j <= degree; j++) {
                matrix[i][j] -= factor * matrix[k][j];
                inverse[i][j] -= factor * inverse[k][j];
            }
        }
    }
}

/* The control points of a curved leaf in Bernstein's form: the leaf lies in their convex hull. */
static int controls_of_leaf(const eg_macro *m, const eg_leaf *leaf, double (*x)[3])
{
    double weight[LINE_MOST][LINE_MOST];
    int n = m->degree + 1, count = nodes_of_leaf(m, leaf, x);
    invert_bernstein(m->degree, weight);
    for (int d = 0, stride = 1; d < m->dimension; d++, stride *= n)
        weigh_leaves(n, count, stride, (const double(*)[LINE_MOST])weight, x);
    return count;
}

/* A box around a leaf; in the plane flat. */
static void find_bounds(const eg_forest *forest, const eg_leaf *leaf, double low[3], double high[3])
{
    double x[LINE_MOST * LINE_MOST * LINE_MOST][3];
    bool straight = forest_is_straight(forest);
    int count = straight ? corners_of_leaf(forest, leaf, x) : controls_of_leaf(&forest->macro, leaf, x);
    eg_box box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int p = 0; p < count; p++)
        eg_box_include(&box, x[p], x[p]);
    if (!straight)
        eg_box_grow(&box, ROUNDING);
    memcpy(low, box.low, sizeof box.low);
    memcpy(high, box.high, sizeof box.high);
}

/* ---- dividing */

typedef struct marking {
    const eg_forest *forest;
    const eg_forest_levels *levels;
    const eg_leaf *leaf;
    uint8_t *mark;
    int level; /* of the leaves that were not asked before */
} marking;

static eg_status mark_part(void *with, int part, int64_t from, int64_t to)
{
    const marking *m = with;
    (void)part;
    for (int64_t i = from; i < to; i++) {
        double low[3], high[3];
        if (m->leaf[i].level != m->level)
            continue;
        find_bounds(m->forest, &m->leaf[i], low, high);
        if (m->levels->wanted(m->levels, m->forest, &m->leaf[i], low, high) > m->level)
            m->mark[i] = EG_WISH_FINER;
    }
    return EG_OK;
}

static eg_status mark_leaves(marking *m, const eg_comm *comm, int64_t own)
{
    eg_context *context = m->forest->base.context;
    const struct eg_forest_topology *topology = m->forest->topology;
    EG_SCRATCH eg_leaf *leaf = NULL;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(own, leaf), EG_BLOCK(own, m->mark)));
    m->leaf = leaf;
    topology->library->leaves(topology->octrees, leaf);
    EG_TRY(eg_in_parts(context, eg_parts(context, own, LEAVES_LEAST), own, mark_part, m));
    return eg_forest_check_finer(m->forest, comm, own, m->mark);
}

/* Divides what is to be divided of the leaves of one level. */
static eg_status divide_leaves(const eg_forest *forest, const eg_comm *comm, const eg_forest_levels *levels,
                               int level)
{
    const struct eg_forest_topology *topology = forest->topology;
    marking m = {.forest = forest, .levels = levels, .level = level};
    eg_status status = eg_comm_agree(comm, mark_leaves(&m, comm, topology->library->own(topology->octrees)));
    if (status == EG_OK)
        topology->library->refine(topology->octrees, m.mark);
    EG_FREE(&m.mark);
    return status;
}

eg_status eg_forest_divide(const eg_forest *forest, const eg_comm *comm, const eg_forest_options *options)
{
    const struct eg_forest_topology *topology = forest->topology;
    int64_t before = -1;
    for (int level = options->level; level < EG_FOREST_LEVEL && options->levels; level++) {
        before = topology->library->all(topology->octrees);
        EG_TRY(divide_leaves(forest, comm, options->levels, level));
        if (topology->library->all(topology->octrees) == before)
            break;
    }
    if (options->levels)
        topology->library->balance(topology->octrees);
    return EG_OK;
}
