/* Marks of picture.png: gauges, receivers, sources, layers; and what maps say of their output. */
#include "run/observe/observe.h"

#include <math.h>

/* Receivers of a line, and along each side of a grid, that are drawn: more are closer than their markers. */
enum { LINE_MOST = 101, GRID_MOST = 21 };

void eg_picture_points_free(eg_picture_points *points)
{
    EG_FREE(&points->place, &points->name, &points->kind);
}

static eg_status add_mark(const eg_run *run, const double x[2], const char *name, eg_point_kind kind,
                          eg_picture_points *points)
{
    if (points->count == points->room) {
        int64_t room = points->room, names = room, kinds = room;
        EG_TRY(eg_reserve(run->context, room + 1, &room, sizeof *points->place, &points->place));
        EG_TRY(eg_reserve(run->context, room, &names, sizeof *points->name, &points->name));
        EG_TRY(eg_reserve(run->context, room, &kinds, sizeof *points->kind, &points->kind));
        points->room = (int)eg_min_i64(room, eg_min_i64(names, kinds));
    }
    for (int k = 0; k < 2; k++)
        points->place[points->count][k] = x[k];
    points->name[points->count] = name;
    points->kind[points->count++] = kind;
    return EG_OK;
}

static eg_status add_marks(const eg_run *run, const eg_node *map, const char *key, eg_point_kind kind,
                           eg_picture_points *points)
{
    for (int64_t i = 0; i < eg_node_count(map); i++) {
        const eg_node *item = eg_node_item(map, i), *at = key ? eg_node_child(item, key) : item;
        double x[2];
        if (!at) /* a table of sources */
            continue;
        eg_node_reals(at, 0, 2, x);
        EG_TRY(add_mark(run, x, eg_node_key(map, i), kind, points));
    }
    return EG_OK;
}

static double interpolate_mark(double a, double b, int64_t i, int64_t n)
{
    return n > 1 ? a + (double)i / (double)(n - 1) * (b - a) : a;
}

/* The first has the name of the line or the grid. */
static eg_status add_regular_marks(const eg_run *run, const eg_node *map, int64_t item, int axes,
                                   eg_picture_points *points)
{
    const eg_node *node = eg_node_item(map, item), *counts = eg_node_child(node, "count");
    double from[2], to[2];
    int64_t shown[2] = {1, 1};
    eg_node_reals(eg_node_child(node, "from"), 0, 2, from);
    eg_node_reals(eg_node_child(node, "to"), 0, 2, to);
    for (int k = 0; k < axes; k++)
        shown[k] = axes == 1 ? eg_min_i64(eg_node_integer(counts), LINE_MOST)
                             : eg_min_i64(eg_node_integer(eg_node_item(counts, k)), GRID_MOST);
    for (int64_t j = 0; j < shown[1]; j++)
        for (int64_t i = 0; i < shown[0]; i++) {
            const double x[2] = {interpolate_mark(from[0], to[0], i, shown[0]),
                                 axes == 1 ? interpolate_mark(from[1], to[1], i, shown[0])
                                           : interpolate_mark(from[1], to[1], j, shown[1])};
            EG_TRY(add_mark(run, x, i + j == 0 ? eg_node_key(map, item) : NULL, EG_POINT_RECEIVER, points));
        }
    return EG_OK;
}

eg_status eg_picture_points_find(const eg_run *run, eg_picture_points *points)
{
    const eg_node *receivers = eg_case_find(run->loaded, "output.receivers");
    const eg_node *lines = eg_node_child(receivers, "lines");
    const eg_node *grids = eg_node_child(receivers, "grids");
    EG_TRY(add_marks(run, eg_case_find(run->loaded, "output.gauges"), NULL, EG_POINT_GAUGE, points));
    EG_TRY(add_marks(run, eg_node_child(receivers, "at"), NULL, EG_POINT_RECEIVER, points));
    for (int64_t i = 0; i < eg_node_count(lines); i++)
        EG_TRY(add_regular_marks(run, lines, i, 1, points));
    for (int64_t i = 0; i < eg_node_count(grids); i++)
        EG_TRY(add_regular_marks(run, grids, i, 2, points));
    return add_marks(run, eg_case_find(run->loaded, "sources"), "at", EG_POINT_SOURCE, points);
}

/* ---- layers */

/* The width of the layer before a boundary; 0: it has none. */
static double layer_width(const eg_run *run, int boundary)
{
    static const char *const keys[] = {"absorbing", "pml"};
    const char *name = run->mesh->boundaries.name[boundary];
    const eg_node *node = eg_node_child(eg_case_find(run->loaded, "boundaries"), name);
    for (int k = 0; k < 2; k++) {
        const eg_node *width = eg_node_is_map(node) ? eg_node_child(node, keys[k]) : NULL;
        if (width)
            return eg_node_real(width);
    }
    return 0;
}

/* The face from a to b, moved inside by the width: towards the centroid of its cell. */
static void move_face_inside(const double a[2], const double b[2], const double centroid[2], double width,
                             double segment[4])
{
    double normal[2] = {-(b[1] - a[1]), b[0] - a[0]}, length = hypot(normal[0], normal[1]);
    double side = normal[0] * (centroid[0] - a[0]) + normal[1] * (centroid[1] - a[1]);
    for (int k = 0; k < 2; k++) {
        double step = (side < 0 ? -width : width) * normal[k] / length;
        segment[k] = a[k] + step;
        segment[2 + k] = b[k] + step;
    }
}

static int64_t leaf_layers(const eg_run *run, double (*segments)[4])
{
    static const int end[4][2] = {{0, 3}, {1, 2}, {0, 1}, {3, 2}};
    const eg_forest *forest = eg_forest_of(run->mesh);
    int64_t count = 0;
    for (int64_t leaf = 0; leaf < run->mesh->own; leaf++)
        for (int side = 0; side < 4; side++) {
            const eg_leaf_face *face = eg_forest_face(forest, leaf, side);
            double width = face->side == EG_SIDE_BOUNDARY ? layer_width(run, face->across) : 0, x[4][3];
            if (!(width > 0))
                continue;
            eg_leaf_corners(forest, leaf, x);
            if (segments)
                move_face_inside(x[end[side][0]], x[end[side][1]], run->mesh->centroid[leaf], width,
                                 segments[count]);
            count++;
        }
    return count;
}

int64_t eg_picture_layers(const eg_run *run, double (*segments)[4])
{
    int64_t count = 0;
    if (eg_mesh_is_forest(run->mesh))
        return leaf_layers(run, segments);
    const eg_plane *mesh = eg_plane_of(run->mesh);
    for (int64_t cell = 0; cell < mesh->base.own; cell++)
        for (int64_t k = mesh->first[cell]; k < mesh->first[cell + 1]; k++) {
            int32_t face = mesh->cell_face[k], boundary = mesh->face_boundary[face];
            double width = boundary >= 0 ? layer_width(run, boundary) : 0;
            if (!(width > 0))
                continue;
            const int32_t *ends = mesh->face_vertex[face];
            if (segments)
                move_face_inside(mesh->x[ends[0]], mesh->x[ends[1]], mesh->base.centroid[cell], width,
                                 segments[count]);
            count++;
        }
    return count;
}

/* ---- maps */

void eg_picture_take_magnitudes(int64_t count, int components, double *values)
{
    for (int64_t i = 0; i < count && components > 1; i++) {
        double square = 0;
        for (int k = 0; k < components; k++)
            square += values[i * components + k] * values[i * components + k];
        values[i] = sqrt(square);
    }
}

void eg_picture_describe(const eg_run *run, const eg_output *output, eg_map *map)
{
    const eg_node *range = eg_case_find(run->loaded, "output.picture.range");
    map->label = output->name;
    map->unit = output->unit;
    map->time = run->now.time;
    map->has_range = range != NULL;
    map->low = range ? eg_node_real(eg_node_item(range, 0)) : map->low;
    map->high = range ? eg_node_real(eg_node_item(range, 1)) : map->high;
    map->regions = run->mesh->regions.count > 1 ? run->mesh->regions.count : 0;
    map->region_names = (const char *const *)run->mesh->regions.name;
}

eg_status eg_picture_write(const eg_run *run, eg_map *map)
{
    const eg_node *contours = eg_case_find(run->loaded, "output.picture.contours");
    EG_SCRATCH double *levels = NULL;
    EG_SCRATCH char *path = NULL;
    map->contour_count = contours ? (int)eg_node_count(contours) : 0;
    EG_TRY(eg_run_path(run, "picture.png", &path));
    EG_TRY(eg_alloc(run->context, map->contour_count, sizeof *levels, &levels));
    eg_node_reals(contours, 0, map->contour_count, levels);
    map->contours = levels;
    return eg_plot_map(run->context, path, map, NULL);
}
