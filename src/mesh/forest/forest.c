/* The finished forest: destroying it, asking it. */
#include <math.h>
#include <string.h>

#include "base/search.h"
#include "mesh/forest/octrees.h"

static void destroy_forest(eg_mesh *mesh)
{
    eg_forest *f = (eg_forest *)mesh;
    if (f->topology) {
        if (f->topology->octrees)
            f->topology->library->destroy(&f->topology->octrees);
        eg_hexes_destroy(&f->topology->shape);
        eg_forest_joints_free(&f->topology->joints);
        EG_FREE(&f->topology->ghost_number, &f->topology);
    }
    EG_FREE(&f->macro.x, &f->macro.region, &f->macro.source, &f->macro.boundary, &f->leaf, &f->face,
            &f->finer);
    eg_mesh_free(mesh);
}

eg_status eg_forest_begin(eg_context *context, int dimension, eg_forest **forest)
{
    eg_forest *made;
    *forest = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    eg_mesh_begin(context, dimension == 3 ? &eg_forest_space_class : &eg_forest_plane_class, &made->base);
    eg_status status = eg_alloc(context, 1, sizeof *made->topology, &made->topology);
    if (status != EG_OK) {
        destroy_forest(&made->base);
        return status;
    }
    made->topology->joints.context = context;
    *forest = made;
    return EG_OK;
}

/* ---- maps */

/* The place alone: the same sums as map_tree_corners(). */
static void place_corners(const eg_macro *m, const double (*node)[3], const double at[3], double x[3])
{
    double sum[3] = {0};
    for (int c = 0; c < 1 << m->dimension; c++) {
        double weight = 1;
        for (int d = 0; d < m->dimension; d++)
            weight *= c >> d & 1 ? 0.5 * (1 + at[d]) : 0.5 * (1 - at[d]);
        for (int i = 0; i < 3; i++)
            sum[i] += weight * node[forest_corner(m->degree, c)][i];
    }
    memcpy(x, sum, sizeof sum);
}

/* The map of a tree of degree 1, or of an affine one, from its corners. */
static void map_tree_corners(const eg_macro *m, int32_t tree, const double at[3], double x[3],
                             double jacobian[3][3])
{
    int corners = 1 << m->dimension;
    const double(*node)[3] = (const double(*)[3])m->x + tree * (int64_t)eg_forest_tree_nodes(m);
    double sum[3][4] = {{0}}; /* the place, and along each direction */
    if (!jacobian) {
        place_corners(m, node, at, x);
        return;
    }
    for (int c = 0; c < corners; c++) {
        double weight[4] = {1, 1, 1, 1};
        for (int d = 0; d < m->dimension; d++) {
            double value = c >> d & 1 ? 0.5 * (1 + at[d]) : 0.5 * (1 - at[d]);
            for (int w = 0; w < 4; w++)
                weight[w] *= w != d + 1 ? value : c >> d & 1 ? 0.5 : -0.5;
        }
        for (int i = 0; i < 3; i++)
            for (int w = 0; w < 4; w++)
                sum[i][w] += weight[w] * node[forest_corner(m->degree, c)][i];
    }
    for (int i = 0; i < 3; i++) {
        x[i] = sum[i][0];
        for (int d = 0; d < 3; d++)
            jacobian[i][d] = d < m->dimension ? sum[i][1 + d] : i == d;
    }
}

void eg_forest_map_tree(const eg_forest *forest, int32_t tree, const double at[3], double x[3],
                        double jacobian[3][3])
{
    if (forest_is_straight(forest))
        map_tree_corners(&forest->macro, tree, at, x, jacobian);
    else
        eg_hexes_map(forest->topology->shape, tree, at, x, jacobian);
}

void eg_forest_map_leaf(const eg_forest *forest, const eg_leaf *leaf, const double reference[3], double x[3],
                        double jacobian[3][3])
{
    double at[3];
    int dimension = forest->base.dimension;
    /* The place in the tree of one in the leaf. */
    double edge = eg_leaf_edge(leaf);
    at[2] = 0;
    for (int d = 0; d < dimension; d++)
        at[d] = 2.0 * leaf->at[d] / EG_FOREST_ROOT - 1 + edge * (reference[d] + 1);
    eg_forest_map_tree(forest, leaf->tree, at, x, jacobian);
    for (int i = 0; i < 3 && jacobian; i++)
        for (int d = 0; d < dimension; d++)
            jacobian[i][d] *= eg_leaf_edge(leaf);
}

static void map(const eg_mesh *mesh, int64_t cell, const double reference[3], double x[3],
                double jacobian[3][3])
{
    const eg_forest *f = (const eg_forest *)mesh;
    eg_forest_map_leaf(f, &f->leaf[cell], reference, x, jacobian);
}

/* ---- points */

/* How near to a leaf's border a point counts as on it, as a part of the tree's edge. */
static const double EDGE = 1e-12;

static bool begins_below(const eg_forest *f, int64_t leaf, int32_t tree, uint64_t key)
{
    const eg_leaf *l = &f->leaf[leaf];
    return l->tree < tree || (l->tree == tree && forest_key(f->base.dimension, l->at) <= key);
}

int64_t eg_forest_find_leaf(const eg_forest *f, int32_t tree, uint64_t key)
{
    int dimension = f->base.dimension;
    int64_t low = EG_SEARCH(i, 0, f->base.own, begins_below(f, i, tree, key));
    if (low == 0 || f->leaf[low - 1].tree != tree)
        return -1;
    const eg_leaf *found = &f->leaf[low - 1];
    return key - forest_key(dimension, found->at) < forest_keys(dimension, found->level) ? low - 1 : -1;
}

/* The lowest own leaf that holds the place of the tree, [-1,1]^dimension; on a border there are several. */
static int64_t lowest_leaf(const eg_forest *f, int32_t tree, const double place[3])
{
    int64_t lowest = -1;
    for (int way = 0; way < 1 << f->base.dimension; way++) {
        int32_t at[3] = {0};
        for (int d = 0; d < f->base.dimension; d++) {
            double shifted = 0.5 * (place[d] + 1) + (way >> d & 1 ? EDGE : -EDGE);
            at[d] = (int32_t)fmin(EG_FOREST_ROOT - 1, fmax(0, floor(shifted * EG_FOREST_ROOT)));
        }
        int64_t leaf = eg_forest_find_leaf(f, tree, forest_key(f->base.dimension, at));
        if (leaf >= 0 && (lowest < 0 || leaf < lowest))
            lowest = leaf;
    }
    return lowest;
}

static int64_t locate(const eg_mesh *mesh, const double x[3], double reference[3])
{
    const eg_forest *f = (const eg_forest *)mesh;
    double at[3], point[3] = {x[0], x[1], mesh->dimension == 3 ? x[2] : 0};
    int64_t tree = eg_hexes_locate(f->topology->shape, point, at);
    int64_t leaf = tree < 0 ? -1 : lowest_leaf(f, (int32_t)tree, at);
    if (leaf < 0)
        return -1;
    const eg_leaf *l = &f->leaf[leaf];
    reference[2] = 0;
    for (int d = 0; d < mesh->dimension; d++) {
        double corner = 2.0 * l->at[d] / EG_FOREST_ROOT - 1;
        reference[d] = fmin(1, fmax(-1, (at[d] - corner) / eg_leaf_edge(l) - 1));
    }
    return leaf;
}

/* ---- as a mesh of any class */

static int64_t whole_number(const eg_mesh *mesh, int64_t cell)
{
    const eg_forest *f = (const eg_forest *)mesh;
    return cell < mesh->own ? mesh->before + cell : f->topology->ghost_number[cell - mesh->own];
}

static uint64_t hash(const eg_mesh *mesh)
{
    return ((const eg_forest *)mesh)->hash;
}

#define FOREST_CLASS(name_, dimension_, shape_)                                                              \
    {                                                                                                        \
        .name = name_, .dimension = dimension_, .least_chunk = 1, .groups = 1, .group = {{.shape = shape_}}, \
        .destroy = destroy_forest, .map = map, .locate = locate, .whole_number = whole_number, .hash = hash  \
    }

const eg_mesh_class eg_forest_plane_class = FOREST_CLASS("quadtrees", 2, EG_SHAPE_QUADRANGLE);
const eg_mesh_class eg_forest_space_class = FOREST_CLASS("octrees", 3, EG_SHAPE_HEXAHEDRON);
