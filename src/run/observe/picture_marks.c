/* Marks of picture.png: gauges, receivers, sources, layers; and what maps say of their output. */
#include "run/observe/observe.h"

#include <math.h>

/* Receivers of a line, and along each side of a grid, that are drawn: more are closer than their markers. */
enum { LINE_MOST = 101, GRID_MOST = 21 };

void eg_picture_points_free(eg_picture_points *points)
{
    EG_FREE(&points->place, &points->name, &points->kind);
}

/* What marks are looked for in. */
typedef struct mark_search {
    eg_context *context;
    const eg_picture_view *view;
    eg_picture_points *points;
} mark_search;

static bool is_in_view(const eg_picture_view *view, const double x[3])
{
    static const double NEAR = 0.01; /* of the domain */
    int n = view->normal;
    return n < 0 || fabs(x[n] - view->at) <= NEAR * (view->high[n] - view->low[n]);
}

static eg_status add_mark(const mark_search *in, const double x[3], const char *name, eg_point_kind kind)
{
    eg_picture_points *points = in->points;
    if (!is_in_view(in->view, x))
        return EG_OK;
    if (points->count == points->room) {
        int64_t room = points->room, names = room, kinds = room;
        EG_TRY(eg_reserve(in->context, room + 1, &room, sizeof *points->place, &points->place));
        EG_TRY(eg_reserve(in->context, room, &names, sizeof *points->name, &points->name));
        EG_TRY(eg_reserve(in->context, room, &kinds, sizeof *points->kind, &points->kind));
        points->room = (int)eg_min_i64(room, eg_min_i64(names, kinds));
    }
    for (int k = 0; k < 2; k++)
        points->place[points->count][k] = x[in->view->axis[k]];
    points->name[points->count] = name;
    points->kind[points->count++] = kind;
    return EG_OK;
}

static eg_status add_marks(const mark_search *in, const eg_node *map, const char *key, eg_point_kind kind)
{
    for (int64_t i = 0; i < eg_node_count(map); i++) {
        const eg_node *item = eg_node_item(map, i), *at = key ? eg_node_child(item, key) : item;
        double x[3] = {0, 0, 0};
        if (!at || eg_node_is_map(at)) /* a file, of sources or of shapes that are not read */
            continue;
        eg_node_reals(at, 0, in->view->dimension, x);
        EG_TRY(add_mark(in, x, eg_node_key(map, i), kind));
    }
    return EG_OK;
}

static double interpolate_mark(double a, double b, int64_t i, int64_t n)
{
    return n > 1 ? a + (double)i / (double)(n - 1) * (b - a) : a;
}

/* Receivers along a line, or a grid of as many axes as there are; the first has the name. */
static eg_status add_regular_marks(const mark_search *in, const eg_node *map, int64_t item, bool is_grid)
{
    const eg_node *node = eg_node_item(map, item), *counts = eg_node_child(node, "count");
    int dimension = in->view->dimension, axes = is_grid ? dimension : 1;
    double from[3] = {0, 0, 0}, to[3] = {0, 0, 0};
    int64_t shown[3] = {1, 1, 1};
    eg_node_reals(eg_node_child(node, "from"), 0, dimension, from);
    eg_node_reals(eg_node_child(node, "to"), 0, dimension, to);
    for (int k = 0; k < axes; k++)
        shown[k] = is_grid ? eg_min_i64(eg_node_integer(eg_node_item(counts, k)), GRID_MOST)
                           : eg_min_i64(eg_node_integer(counts), LINE_MOST);
    for (int64_t n = 0; n < shown[0] * shown[1] * shown[2]; n++) {
        const int64_t at[3] = {n % shown[0], n / shown[0] % shown[1], n / (shown[0] * shown[1])};
        double x[3];
        for (int k = 0; k < 3; k++)
            x[k] = interpolate_mark(from[k], to[k], at[is_grid ? k : 0], shown[is_grid ? k : 0]);
        EG_TRY(add_mark(in, x, n == 0 ? eg_node_key(map, item) : NULL, EG_POINT_RECEIVER));
    }
    return EG_OK;
}

eg_status eg_picture_points_find(eg_context *context, const eg_case *loaded, const eg_picture_view *view,
                                 eg_picture_points *points)
{
    const mark_search in = {context, view, points};
    const eg_node *receivers = eg_case_find(loaded, "output.receivers");
    const eg_node *lines = eg_node_child(receivers, "lines");
    const eg_node *grids = eg_node_child(receivers, "grids");
    EG_TRY(add_marks(&in, eg_case_find(loaded, "output.gauges"), NULL, EG_POINT_GAUGE));
    EG_TRY(add_marks(&in, eg_case_find(loaded, "output.probes"), NULL, EG_POINT_GAUGE));
    EG_TRY(add_marks(&in, eg_node_child(receivers, "at"), NULL, EG_POINT_RECEIVER));
    for (int64_t i = 0; i < eg_node_count(lines); i++)
        EG_TRY(add_regular_marks(&in, lines, i, false));
    for (int64_t i = 0; i < eg_node_count(grids); i++)
        EG_TRY(add_regular_marks(&in, grids, i, true));
    return add_marks(&in, eg_case_find(loaded, "sources"), "at", EG_POINT_SOURCE);
}

/* ---- layers */

double eg_picture_layer_width(const eg_case *loaded, const char *boundary)
{
    static const char *const keys[] = {"absorbing", "pml"};
    const eg_node *node = eg_node_child(eg_case_find(loaded, "boundaries"), boundary);
    for (int k = 0; k < 2; k++) {
        const eg_node *width = eg_node_is_map(node) ? eg_node_child(node, keys[k]) : NULL;
        if (width)
            return eg_node_real(width);
    }
    return 0;
}

static double layer_width(const eg_run *run, int boundary)
{
    return eg_picture_layer_width(run->loaded, run->mesh->boundaries.name[boundary]);
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
    map->label = eg_output_words(output);
    map->has_north = run->projection != NULL && map->axis_names[0] == NULL;
    map->unit = output->unit;
    map->time = run->now.time;
    map->start = *eg_case_start(run->loaded);
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
