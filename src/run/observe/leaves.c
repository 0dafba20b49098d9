/* Leaves of forests in pictures: their corners, and where outlines go. */
#include "run/observe/observe.h"

static void map_leaf(const eg_forest *forest, int64_t leaf, const double reference[3], double x[3])
{
    forest->base.class->map(&forest->base, leaf, reference, x, NULL);
}

void eg_leaf_corners(const eg_forest *forest, int64_t leaf, double x[4][3])
{
    static const double corner[4][3] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (int c = 0; c < 4; c++)
        map_leaf(forest, leaf, corner[c], x[c]);
}

void eg_leaf_points(const eg_forest *forest, int64_t leaf, int degree, double (*x)[3])
{
    int side = degree + 1;
    for (int n = 0; n < side * side * side; n++) {
        const int at[3] = {n % side, n / side % side, n / side / side};
        double reference[3];
        for (int d = 0; d < 3; d++)
            reference[d] = 2 * (double)at[d] / degree - 1;
        map_leaf(forest, leaf, reference, x[n]);
    }
}

/* The smaller one of two leaves draws what is between them, of equals the one with the lower number. */
static bool is_leaf_outlined(const eg_forest *forest, int64_t leaf, int side)
{
    const eg_mesh *mesh = &forest->base;
    const eg_leaf_face *face = eg_forest_face(forest, leaf, side);
    if (face->side == EG_SIDE_BOUNDARY)
        return true;
    if (face->side == EG_SIDE_FINE || mesh->region[face->across] == mesh->region[leaf])
        return false;
    return face->side == EG_SIDE_COARSE ||
           eg_mesh_whole_number(mesh, leaf) < eg_mesh_whole_number(mesh, face->across);
}

void eg_leaf_outlines(const eg_forest *forest, int64_t leaf, bool outlined[EG_FOREST_FACES])
{
    for (int side = 0; side < 2 * forest->base.dimension; side++)
        outlined[side] = is_leaf_outlined(forest, leaf, side);
}

int64_t eg_leaf_segments(const eg_forest *forest, double (*segments)[4])
{
    /* the corners at the ends of the faces */
    static const int end[4][2] = {{0, 3}, {1, 2}, {0, 1}, {3, 2}};
    int64_t count = 0;
    for (int64_t leaf = 0; leaf < forest->base.own; leaf++) {
        double x[4][3];
        bool outlined[EG_FOREST_FACES];
        eg_leaf_outlines(forest, leaf, outlined);
        eg_leaf_corners(forest, leaf, x);
        for (int side = 0; side < 4; side++) {
            if (outlined[side] && segments)
                for (int i = 0; i < 4; i++)
                    segments[count][i] = x[end[side][i / 2]][i % 2];
            count += outlined[side];
        }
    }
    return count;
}
