/* Values over the plane and space. */
#include "run/given/classes.h"
#include "run/given/columns.h"
#include "run/given/given.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/parallel.h"

static eg_raster_nodata nodata_of(const eg_node *word)
{
    if (!word || eg_node_is(word, "error"))
        return EG_RASTER_NODATA_ERROR;
    return eg_node_is(word, "nearest") ? EG_RASTER_NODATA_NEAREST : EG_RASTER_NODATA_NAN;
}

/* Of a raster of classes: the values that a table has of them in the column that is called as the key. */
static eg_status apply_given_classes(eg_context *context, const eg_node *map, eg_raster *raster)
{
    const eg_node *table = eg_node_child(map, "classes");
    EG_ENDS_WITH(eg_classes_free) eg_classes classes = {0};
    if (!table)
        return EG_OK;
    EG_TRY(eg_classes_read(context, eg_node_path(table), strrchr(eg_node_name(map), '.') + 1,
                           eg_node_dimension(map), &classes));
    return eg_classes_apply(&classes, raster);
}

/* Of a raster of classes: their numbers. */
static eg_status read_numbers(eg_context *context, const eg_node *map, int item, eg_raster **raster)
{
    const eg_node *file = eg_node_child(map, "raster"), *scale = eg_node_child(map, "scale");
    const eg_raster_options options = {.registration = eg_node_is(eg_node_child(map, "register"), "node")
                                                           ? EG_RASTER_NODE
                                                           : EG_RASTER_CORNER,
                                       .nodata = nodata_of(eg_node_child(map, "nodata")),
                                       .value_scale = scale ? eg_node_real(scale) : 1};
    if (eg_node_is_list(file))
        file = eg_node_item(file, item);
    return eg_raster_read(context, eg_node_path(file), &options, raster);
}

eg_status eg_given_read_raster(eg_context *context, const eg_node *map, int item, eg_raster **raster)
{
    EG_TRY(read_numbers(context, map, item, raster));
    return apply_given_classes(context, map, *raster);
}

/* A list of lengths of the case; NULL where it has none. */
static const double *lengths_of(const eg_node *list, int dimension, double *length)
{
    for (int d = 0; list && d < dimension; d++)
        length[d] = eg_node_real(eg_node_item(list, d));
    return list ? length : NULL;
}

eg_status eg_given_read_volume(eg_context *context, const eg_node *map, int dimension, eg_volume **volume)
{
    const eg_node *surface = eg_node_child(map, "surface"), *axes = eg_node_child(map, "axes"),
                  *variable = eg_node_child(map, "variable");
    double origin[3], spacing[3];
    const eg_volume_options options = {
        .dimension = dimension,
        .axes = axes ? eg_node_text(axes) : NULL,
        .origin = lengths_of(eg_node_child(map, "origin"), dimension, origin),
        .spacing = lengths_of(eg_node_child(map, "spacing"), dimension, spacing),
        .variable = variable ? eg_node_text(variable) : NULL,
        .depth = surface != NULL,
        .surface = surface ? eg_node_real(surface) : 0,
        .unit = eg_node_real(eg_node_child(map, "unit")),
        .scale = eg_node_real(eg_node_child(map, "scale")),
        .between =
            eg_node_is(eg_node_child(map, "between"), "nearest") ? EG_VOLUME_NEAREST : EG_VOLUME_LINEAR};
    return eg_volume_read(context, eg_node_path(eg_node_child(map, "volume")), &options, volume);
}

static eg_status read_given_rasters(eg_given *plane, int item)
{
    const eg_node *file = eg_node_child(plane->node, "raster");
    int count = item == EG_GIVEN_EVERY && eg_node_is_list(file) ? (int)eg_node_count(file) : 1;
    EG_TRY(eg_alloc(plane->setup->context, count, sizeof *plane->raster, &plane->raster));
    for (; plane->rasters < count; plane->rasters++) {
        int i = item == EG_GIVEN_EVERY ? plane->rasters : item;
        eg_raster **raster = &plane->raster[plane->rasters];
        EG_TRY(plane->numbers ? read_numbers(plane->setup->context, plane->node, i, raster)
                              : eg_given_read_raster(plane->setup->context, plane->node, i, raster));
        (*raster)->nearest |= plane->numbers;
    }
    return EG_OK;
}

eg_status eg_given_open(const eg_setup *setup, const eg_node *node, int item, eg_range range, eg_given *plane)
{
    *plane = (eg_given){
        .setup = setup, .node = node, .range = range, .from_mesh = eg_node_child(node, "mesh") != NULL};
    if (eg_node_child(node, "volume")) {
        eg_status status =
            eg_given_read_volume(setup->context, node, setup->cells->dimension, &plane->volume);
        return status == EG_INPUT ? eg_given_fail_at_key(setup->context, setup->loaded, node, "", status)
                                  : status;
    }
    return eg_node_child(node, "raster") ? read_given_rasters(plane, item) : EG_OK;
}

void eg_given_close(eg_given *plane)
{
    for (int i = 0; i < plane->rasters; i++)
        eg_raster_destroy(&plane->raster[i]);
    EG_FREE(&plane->raster);
    plane->rasters = 0;
    eg_volume_destroy(&plane->volume);
}

static double mean_vertex_z(const eg_plane *mesh, int64_t cell)
{
    double sum = 0;
    for (int64_t k = mesh->first[cell]; k < mesh->first[cell + 1]; k++)
        sum += mesh->x[mesh->vertex[k]][2];
    return sum / (double)(mesh->first[cell + 1] - mesh->first[cell]);
}

const char *eg_given_place(int dimension, const double *x, char place[EG_POINT_ROOM])
{
    if (dimension == 3)
        snprintf(place, EG_POINT_ROOM, "(%.9g, %.9g, %.9g)", x[0], x[1], x[2]);
    else
        snprintf(place, EG_POINT_ROOM, "(%.9g, %.9g)", x[0], x[1]);
    return place;
}

const char *eg_given_point(const eg_setup *setup, const double *x, char place[EG_POINT_ROOM])
{
    return eg_given_place(setup->cells->dimension, x, place);
}

eg_status eg_given_check(const eg_setup *setup, const eg_node *node, eg_range range, int64_t cell,
                         const double *point, double value)
{
    bool low = range == EG_RANGE_NOT_NEGATIVE ? value < 0 : range == EG_RANGE_POSITIVE && value <= 0;
    if (isfinite(value) && !low)
        return EG_OK;
    char text[EG_VALUE_ROOM], place[EG_POINT_ROOM];
    const char *wanted = range == EG_RANGE_POSITIVE ? "above zero" : "zero or more";
    return eg_case_fail(setup->loaded, node, EG_CASE, "%s is %s at cell %lld, %s; it must be %s",
                        eg_node_name(node), eg_format_value(value, text),
                        (long long)eg_mesh_whole_number(setup->cells, cell),
                        eg_given_point(setup, point, place), isfinite(value) ? wanted : "a finite number");
}

eg_status eg_given_check_time(const eg_setup *setup, const eg_node *node, const double *point, double t,
                              eg_status status)
{
    const double at[3] = {point ? point[0] : t, point ? point[1] : 0, t};
    double value = eg_expression_eval(eg_node_expression(node), at);
    char text[EG_VALUE_ROOM], place[64] = "";
    if (isfinite(value))
        return EG_OK;
    if (point)
        snprintf(place, sizeof place, "(%.9g, %.9g), ", point[0], point[1]);
    return eg_case_fail(setup->loaded, node, status,
                        "%s is %s at %st = %.9g s; it must be a finite number at all times of the "
                        "run, its end included",
                        eg_node_name(node), eg_format_value(value, text), place, t);
}

eg_status eg_given_fail_at_key(eg_context *context, eg_case *loaded, const eg_node *node, const char *where,
                               eg_status status)
{
    EG_SCRATCH char *why = NULL;
    if (eg_strdup(context, eg_context_error(context), &why) == EG_OK)
        status = eg_case_fail(loaded, node, status, "%s%s: %s", eg_node_name(node), where, why);
    return status;
}

static eg_status fail_at_cell(const eg_given *plane, int64_t cell, eg_status status)
{
    char where[40];
    snprintf(where, sizeof where, " at cell %lld",
             (long long)eg_mesh_whole_number(plane->setup->cells, cell));
    return eg_given_fail_at_key(plane->setup->context, plane->setup->loaded, plane->node, where, status);
}

/* The first raster that has a value gives it; the last one says what holds where none has. */
static eg_status sample_rasters(const eg_given *plane, const double *point, double *value)
{
    int last = plane->rasters - 1;
    for (int i = 0; i < last; i++)
        if (eg_raster_find(plane->raster[i], point[0], point[1], value))
            return EG_OK;
    eg_status status = eg_raster_sample(plane->raster[last], point[0], point[1], value);
    if (status == EG_OK || last == 0)
        return status;
    char place[EG_POINT_ROOM];
    return eg_fail(plane->setup->context, EG_INPUT,
                   "none of the %d rasters has a value at %s, where the last one, %s, must have "
                   "one: use a larger raster, or a smaller mesh",
                   plane->rasters, eg_given_point(plane->setup, point, place), plane->raster[last]->name);
}

eg_status eg_given_at(const eg_given *plane, int64_t cell, const double *point, double *value)
{
    return eg_given_at_or(plane, cell, point, NAN, value);
}

eg_status eg_given_at_or(const eg_given *plane, int64_t cell, const double *point, double otherwise,
                         double *value)
{
    if (plane->raster || plane->volume) {
        eg_status status = plane->volume ? eg_volume_sample(plane->volume, point, value)
                                         : sample_rasters(plane, point, value);
        if (status == EG_OK && plane->raster && isnan(*value))
            *value = otherwise;
        if (status != EG_OK)
            return fail_at_cell(plane, cell, status);
    } else {
        *value = plane->from_mesh ? mean_vertex_z(plane->setup->mesh, cell)
                                  : eg_expression_eval(eg_node_expression(plane->node), point);
    }
    return eg_given_check(plane->setup, plane->node, plane->range, cell, point, *value);
}

/* Cells of a region whose values are given. */
typedef struct filling {
    const eg_given *given;
    int region; /* -1: of all */
    double *values;
} filling;

static bool is_in_region(const filling *f, int64_t cell)
{
    return f->region < 0 || f->given->setup->cells->region[cell] == f->region;
}

/* Where the case says so, the mean or the lowest of the values in the cell instead of that at its centroid, of
 * the raster that has that. A cell without any keeps it. */
static void sample_cell(const eg_given *given, int64_t cell, double *value)
{
    const eg_node *sample = eg_node_child(given->node, "sample");
    const eg_mesh *mesh = given->setup->cells;
    double corner[EG_CELL_VERTICES][2], there;
    int i = 0;
    if (!sample || eg_node_is(sample, "centroid"))
        return;
    int corners = eg_plane_cell_vertices(eg_plane_of(mesh), cell, corner);
    while (i + 1 < given->rasters &&
           !eg_raster_find(given->raster[i], mesh->centroid[cell][0], mesh->centroid[cell][1], &there))
        i++;
    eg_raster_in_cell(given->raster[i], (const double(*)[2])corner, corners, eg_node_is(sample, "lowest"),
                      value);
}

static eg_status fill_given_cells(void *with, int part, int64_t from, int64_t to)
{
    const filling *f = with;
    const eg_mesh *mesh = f->given->setup->cells;
    (void)part;
    for (int64_t c = from; c < to; c++)
        if (is_in_region(f, c)) {
            EG_TRY(eg_given_at(f->given, c, mesh->centroid[c], &f->values[c]));
            if (f->given->raster)
                sample_cell(f->given, c, &f->values[c]);
        }
    return EG_OK;
}

/* Of an expression, at many cells at once. */
static eg_status fill_given_block(const filling *f, int count, const int64_t *cell)
{
    const eg_given *given = f->given;
    const eg_mesh *mesh = given->setup->cells;
    double x[EG_POINTS_AT_ONCE][3], value[EG_POINTS_AT_ONCE];
    eg_point_columns columns;
    for (int i = 0; i < count; i++)
        memcpy(x[i], mesh->centroid[cell[i]], sizeof x[i]);
    eg_point_columns_fill(&columns, count, (const double(*)[3])x, 0);
    eg_point_columns_evaluate(&columns, given->node, count, value);
    for (int i = 0; i < count; i++) {
        EG_TRY(eg_given_check(given->setup, given->node, given->range, cell[i], x[i], value[i]));
        f->values[cell[i]] = value[i];
    }
    return EG_OK;
}

static eg_status fill_by_expression(void *with, int part, int64_t from, int64_t to)
{
    const filling *f = with;
    int64_t cell[EG_POINTS_AT_ONCE];
    int count = 0;
    (void)part;
    for (int64_t c = from; c < to; c++) {
        if (is_in_region(f, c))
            cell[count++] = c;
        if (count == EG_POINTS_AT_ONCE || c == to - 1) {
            EG_TRY(fill_given_block(f, count, cell));
            count = 0;
        }
    }
    return EG_OK;
}

eg_status eg_given_fill_from(const eg_given *given, int region, double *values)
{
    enum { LEAST = 1 << 13 };
    eg_context *context = given->setup->context;
    int64_t cells = given->setup->cells->own;
    filling f = {given, region, values};
    if (given->raster || given->volume || given->from_mesh)
        return fill_given_cells(&f, 0, 0, cells);
    return eg_in_parts(context, eg_parts(context, cells, LEAST), cells, fill_by_expression, &f);
}

eg_status eg_given_fill(const eg_setup *setup, const eg_node *node, int region, eg_range range,
                        double *values)
{
    EG_ENDS_WITH(eg_given_close) eg_given plane = {0};
    EG_TRY(eg_given_open(setup, node, EG_GIVEN_EVERY, range, &plane));
    return eg_given_fill_from(&plane, region, values);
}

eg_status eg_given_fill_classes(const eg_setup *setup, const eg_node *node, int region, double *values)
{
    EG_ENDS_WITH(eg_given_close)
    eg_given plane = {.setup = setup, .node = node, .range = EG_RANGE_ANY, .numbers = true};
    EG_TRY(read_given_rasters(&plane, EG_GIVEN_EVERY));
    return eg_given_fill_from(&plane, region, values);
}

/* ---- looked at, where a scheme does not take it */

static double look_at_rasters(const eg_given *given, const double *x)
{
    double value = NAN;
    for (int i = 0; i < given->rasters; i++)
        if (eg_raster_find(given->raster[i], x[0], x[1], &value))
            return value;
    return NAN;
}

eg_status eg_given_points(const eg_given *plane, int64_t cell, int count, const double (*x)[3],
                          double *values)
{
    if (plane->raster || plane->volume || plane->from_mesh) {
        for (int i = 0; i < count; i++)
            EG_TRY(eg_given_at(plane, cell, x[i], &values[i]));
        return EG_OK;
    }
    eg_given_look(plane, 0, count, x, values);
    for (int i = 0; i < count; i++)
        EG_TRY(eg_given_check(plane->setup, plane->node, plane->range, cell, x[i], values[i]));
    return EG_OK;
}

void eg_given_look(const eg_given *given, double time, int count, const double (*x)[3], double *values)
{
    eg_point_columns columns;
    if (!given->raster && !given->volume && !given->from_mesh) {
        eg_point_columns_fill(&columns, count, x, time);
        eg_point_columns_evaluate(&columns, given->node, count, values);
        return;
    }
    for (int i = 0; i < count; i++) {
        values[i] = NAN;
        if (given->raster)
            values[i] = look_at_rasters(given, x[i]);
        else if (given->volume && eg_volume_covers(given->volume, x[i]))
            (void)eg_volume_sample(given->volume, x[i], &values[i]);
    }
}

const char *eg_given_column(const eg_node *map, const char *key)
{
    const eg_node *column = eg_node_child(map, key);
    return column && !eg_node_is_default(column) ? eg_node_text(column) : NULL;
}
