/* Which element holds a point, and where in it: boxes over runs of 16 elements, boxes over 16 of those, and so on, and
 * in an element Newton's iteration on its map.
 *
 * Elements run along the curve, so a run is compact and its box small; and because a box covers consecutive elements,
 * descending the boxes from left to right meets the elements in ascending number: the first that holds the point is the
 * lowest (of each kind; kinds follow each other). */
#include "mesh/hexes_internal.h"

#include <math.h>

enum { FAN = 16, LEVELS = 8 }; /* 16^8 = 2^32 elements */

/* How far outside [-1,1] a reference point may be. */
static const double EDGE = 1e-9;

/* A curved element may reach beyond the box of its points, by this share of the box's longest side. */
static const double BULGE = 0.25;

typedef struct tree_box {
    double low[3], high[3];
} tree_box;

struct eg_hexes_tree {
    int levels;
    int64_t count[LEVELS]; /* boxes of each level; the last level has one */
    tree_box *box[LEVELS]; /* box i of level 0 covers the elements 16 i to 16 i + 15 */
};

void eg_hexes_tree_destroy(eg_context *context, eg_hexes_tree **tree)
{
    if (!*tree)
        return;
    for (int level = 0; level < LEVELS; level++)
        eg_free(context, &(*tree)->box[level]);
    eg_free(context, tree);
}

/* ---- boxes ---- */

static void include_box(tree_box *box, const double low[3], const double high[3])
{
    for (int i = 0; i < 3; i++) {
        box->low[i] = fmin(box->low[i], low[i]);
        box->high[i] = fmax(box->high[i], high[i]);
    }
}

static void grow(tree_box *box, double share)
{
    double longest = 0.0;
    for (int i = 0; i < 3; i++)
        longest = fmax(longest, box->high[i] - box->low[i]);
    for (int i = 0; i < 3; i++) {
        box->low[i] -= share * longest;
        box->high[i] += share * longest;
    }
}

static tree_box box_of_element(const eg_hexes *mesh, int64_t element)
{
    int count = hex_cube(mesh->degree + 1);
    const int32_t *point = mesh->point + element * count;
    const double *first = mesh->x[point[0]];
    tree_box box = {{first[0], first[1], first[2]}, {first[0], first[1], first[2]}};
    for (int p = 1; p < count; p++)
        include_box(&box, mesh->x[point[p]], mesh->x[point[p]]);
    grow(&box, eg_hexes_kind(mesh, element) == EG_HEX_CURVED ? BULGE : 2.0 * EDGE);
    return box;
}

static tree_box box_of_run(const eg_hexes *mesh, int64_t at)
{
    tree_box box = box_of_element(mesh, at * FAN);
    for (int64_t e = at * FAN + 1; e < eg_min_i64(at * FAN + FAN, mesh->elements); e++) {
        tree_box one = box_of_element(mesh, e);
        include_box(&box, one.low, one.high);
    }
    return box;
}

static tree_box box_of_boxes(const tree_box *below, int64_t count, int64_t at)
{
    tree_box box = below[at * FAN];
    for (int64_t i = at * FAN + 1; i < eg_min_i64(at * FAN + FAN, count); i++)
        include_box(&box, below[i].low, below[i].high);
    return box;
}

eg_status eg_hexes_tree_create(eg_hexes *mesh)
{
    EG_TRY(eg_alloc(mesh->context, 1, sizeof *mesh->tree, &mesh->tree));
    eg_hexes_tree *tree = mesh->tree;
    int64_t below = mesh->elements;
    do {
        int level = tree->levels;
        int64_t count = eg_ceil_div(below, FAN);
        EG_TRY(eg_alloc(mesh->context, count, sizeof *tree->box[level], &tree->box[level]));
        for (int64_t i = 0; i < count; i++)
            tree->box[level][i] =
                level == 0 ? box_of_run(mesh, i) : box_of_boxes(tree->box[level - 1], below, i);
        tree->count[level] = below = count;
        tree->levels++;
    } while (below > 1);
    return EG_OK;
}

static bool box_holds(const tree_box *box, const double point[3])
{
    for (int i = 0; i < 3; i++)
        if (!(point[i] >= box->low[i] && point[i] <= box->high[i]))
            return false;
    return true;
}

/* ---- in an element ---- */

/* Solves jacobian step = way by Cramer's rule; false where it cannot. */
static bool solve(const double jacobian[3][3], const double way[3], double step[3])
{
    double whole = eg_hex_determinant(jacobian);
    for (int d = 0; d < 3; d++) {
        double changed[3][3];
        for (int i = 0; i < 3; i++)
            for (int c = 0; c < 3; c++)
                changed[i][c] = c == d ? way[i] : jacobian[i][c];
        step[d] = eg_hex_determinant((const double(*)[3])changed) / whole;
        if (!isfinite(step[d]))
            return false;
    }
    return true;
}

/* One step of Newton's iteration, kept within [-1.5, 1.5]^3: how far it went; -1 where there is none. *kept tells that
 * it was held back. */
static double newton_step(const eg_hexes *mesh, int64_t element, const double point[3],
                          double at[3], bool *kept)
{
    double x[3], jacobian[3][3], move[3], size = 0.0;
    eg_hexes_map(mesh, element, at, x, jacobian);
    double way[3] = {point[0] - x[0], point[1] - x[1], point[2] - x[2]};
    *kept = false;
    if (!solve((const double(*)[3])jacobian, way, move))
        return -1.0;
    for (int d = 0; d < 3; d++) {
        double to = fmin(1.5, fmax(-1.5, at[d] + move[d]));
        *kept = *kept || to != at[d] + move[d];
        size = fmax(size, fabs(to - at[d]));
        at[d] = to;
    }
    return size;
}

/* Newton's iteration from `at`; true where it comes to rest. Far from the origin rounding keeps it moving by more than
 * 1e-13: then it is at rest as far as EDGE goes. What is held back time and again has no end inside. */
static bool find_from(const eg_hexes *mesh, int64_t element, const double point[3], double at[3])
{
    enum { STEPS = 25, PATIENCE = 4 };
    double size = 1.0;
    int held_back = 0;
    for (int step = 0; step < STEPS && size > 1e-13; step++) {
        bool kept;
        size = newton_step(mesh, element, point, at, &kept);
        held_back = kept ? held_back + 1 : 0;
        if (size < 0.0 || held_back == PATIENCE)
            return false;
    }
    return size <= EDGE;
}

static bool is_inside(double at[3])
{
    for (int d = 0; d < 3; d++) {
        if (!(fabs(at[d]) <= 1.0 + EDGE))
            return false;
        at[d] = fmin(1.0, fmax(-1.0, at[d]));
    }
    return true;
}

/* Whether the element holds the point. From the middle Newton's iteration finds it in all but strongly curved elements;
 * there it begins near each corner too. */
static bool element_holds(const eg_hexes *mesh, int64_t element, const double point[3],
                          double reference[3])
{
    tree_box box = box_of_element(mesh, element);
    if (!box_holds(&box, point))
        return false;
    int starts = eg_hexes_kind(mesh, element) == EG_HEX_PARALLELEPIPED ? 1 : 9;
    for (int start = 0; start < starts; start++) {
        for (int d = 0; d < 3; d++)
            reference[d] = start == 0 ? 0.0 : (start - 1) >> d & 1 ? 0.6 : -0.6;
        if (find_from(mesh, element, point, reference) && is_inside(reference))
            return true;
    }
    return false;
}

static int64_t descend(const eg_hexes *mesh, int level, int64_t at, const double point[3],
                       double reference[3])
{
    const eg_hexes_tree *tree = mesh->tree;
    if (!box_holds(&tree->box[level][at], point))
        return -1;
    int64_t below = level == 0 ? mesh->elements : tree->count[level - 1];
    for (int64_t i = at * FAN; i < eg_min_i64(at * FAN + FAN, below); i++) {
        int64_t found = level > 0 ? descend(mesh, level - 1, i, point, reference)
                                  : (element_holds(mesh, i, point, reference) ? i : -1);
        if (found >= 0)
            return found;
    }
    return -1;
}

int64_t eg_hexes_locate(const eg_hexes *mesh, const double point[3], double reference[3])
{
    return descend(mesh, mesh->tree->levels - 1, 0, point, reference);
}
