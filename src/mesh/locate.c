/* Which cell holds a point: boxes over runs of 16 cells, boxes over 16 of those, and so on.
 *
 * Cells run along the curve, so a run is compact and its box small; and because a box covers
 * consecutive cells, descending the boxes from left to right meets the cells in ascending number:
 * the first that holds the point is the lowest. */
#include "mesh/internal.h"

enum { FAN = 16, LEVELS = 8 }; /* 16^8 = 2^32 cells */

typedef struct tree_box {
    double low[2], high[2];
} tree_box;

struct eg_mesh_tree {
    int levels;
    int64_t count[LEVELS]; /* boxes of each level; the last level has one */
    tree_box *box[LEVELS]; /* box i of level 0 covers the cells 16 i to 16 i + 15 */
};

void eg_mesh_tree_destroy(eg_context *context, eg_mesh_tree **tree)
{
    if (!*tree)
        return;
    for (int level = 0; level < LEVELS; level++)
        eg_free(context, &(*tree)->box[level]);
    eg_free(context, tree);
}

static void include_box(tree_box *box, const double low[2], const double high[2])
{
    for (int i = 0; i < 2; i++) {
        box->low[i] = low[i] < box->low[i] ? low[i] : box->low[i];
        box->high[i] = high[i] > box->high[i] ? high[i] : box->high[i];
    }
}

/* The box of the run `at` of level 0. */
static tree_box box_of_cells(const eg_mesh *mesh, int64_t at)
{
    int64_t begin = mesh->first[at * FAN];
    int64_t end = mesh->first[eg_min_i64(at * FAN + FAN, mesh->cells)];
    const double *x = mesh->x[mesh->vertex[begin]];
    tree_box box = {{x[0], x[1]}, {x[0], x[1]}};
    for (int64_t i = begin + 1; i < end; i++)
        include_box(&box, mesh->x[mesh->vertex[i]], mesh->x[mesh->vertex[i]]);
    return box;
}

static tree_box box_of_boxes(const tree_box *below, int64_t count, int64_t at)
{
    tree_box box = below[at * FAN];
    for (int64_t i = at * FAN + 1; i < eg_min_i64(at * FAN + FAN, count); i++)
        include_box(&box, below[i].low, below[i].high);
    return box;
}

eg_status eg_mesh_tree_create(eg_mesh *mesh)
{
    EG_TRY(eg_alloc(mesh->context, 1, sizeof *mesh->tree, &mesh->tree));
    eg_mesh_tree *tree = mesh->tree;
    int64_t below = mesh->cells;
    do {
        int level = tree->levels;
        int64_t count = eg_ceil_div(below, FAN);
        EG_TRY(eg_alloc(mesh->context, count, sizeof *tree->box[level], &tree->box[level]));
        for (int64_t i = 0; i < count; i++)
            tree->box[level][i] =
                level == 0 ? box_of_cells(mesh, i) : box_of_boxes(tree->box[level - 1], below, i);
        tree->count[level] = below = count;
        tree->levels++;
    } while (below > 1);
    return EG_OK;
}

/* Faces are tested in their own orientation: both cells of a face get the same exact answer. */
static bool cell_holds(const eg_mesh *mesh, int64_t cell, const double point[2])
{
    for (int64_t i = mesh->first[cell]; i < mesh->first[cell + 1]; i++) {
        int32_t face = mesh->cell_face[i];
        int side = eg_mesh_orientation(mesh->x[mesh->face_vertex[face][0]],
                                       mesh->x[mesh->face_vertex[face][1]], point);
        if (mesh->face_cell[face][0] == cell ? side < 0 : side > 0)
            return false;
    }
    return true;
}

static bool box_holds(const tree_box *box, const double point[2])
{
    return point[0] >= box->low[0] && point[0] <= box->high[0] && point[1] >= box->low[1] &&
           point[1] <= box->high[1];
}

static int64_t descend(const eg_mesh *mesh, int level, int64_t at, const double point[2])
{
    const eg_mesh_tree *tree = mesh->tree;
    if (!box_holds(&tree->box[level][at], point))
        return -1;
    int64_t below = level == 0 ? mesh->cells : tree->count[level - 1];
    for (int64_t i = at * FAN; i < eg_min_i64(at * FAN + FAN, below); i++) {
        int64_t found =
            level > 0 ? descend(mesh, level - 1, i, point) : (cell_holds(mesh, i, point) ? i : -1);
        if (found >= 0)
            return found;
    }
    return -1;
}

int64_t eg_mesh_locate(const eg_mesh *mesh, const double point[2])
{
    return descend(mesh, mesh->tree->levels - 1, 0, point);
}
