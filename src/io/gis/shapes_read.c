/* Shapes from a file of any format. */
#include "io/gis/shapes_store.h"

#include <math.h>
#include <string.h>

#include "io/table/table.h"

/* ---- tables of points */

static int64_t column_of_name(const eg_table *table, const char *name)
{
    for (int64_t c = 0; name && c < table->columns; c++)
        if (strcmp(table->name[c], name) == 0)
            return c;
    return -1;
}

static double number_of_row(const eg_table *table, int64_t row, int64_t column)
{
    return column >= 0 ? table->values[row * table->columns + column] : NAN;
}

static eg_status end_shape(eg_shapes_reader *r, const eg_table *table, int64_t row)
{
    EG_TRY(eg_shapes_end_part(r));
    return eg_shapes_end(r, number_of_row(table, row, column_of_name(table, r->attribute)));
}

static eg_status add_table_rows(eg_shapes_reader *r, const eg_table *table)
{
    static const char *const names[] = {"x", "y", "z"};
    int64_t column[3], shape = column_of_name(table, "shape");
    for (int k = 0; k < 3; k++)
        column[k] = column_of_name(table, names[k]);
    if (column[0] < 0 || column[1] < 0)
        return eg_fail(r->context, EG_INPUT, "%s: has no columns x and y; its first line names the columns",
                       r->path);
    for (int64_t row = 0; row < table->rows; row++) {
        double x[3];
        bool new = row == 0 ||
                   (shape >= 0 && number_of_row(table, row, shape) != number_of_row(table, row - 1, shape));
        if (new &&row > 0)
            EG_TRY(end_shape(r, table, row - 1));
        r->feature += new;
        for (int k = 0; k < 3; k++)
            x[k] = number_of_row(table, row, column[k]);
        EG_TRY(eg_shapes_add_point(r, x));
    }
    return end_shape(r, table, table->rows - 1);
}

eg_status eg_shapes_read_table(eg_shapes_reader *r)
{
    EG_ENDS_WITH(eg_table_destroy) eg_table *table = NULL;
    EG_TRY(eg_table_read(r->context, r->path, &table));
    return table->is_cut ? eg_fail(r->context, EG_INPUT,
                                   "%s: the last line has no line end, so it may have been cut "
                                   "short; if it is whole, add a line end",
                                   r->path)
                         : add_table_rows(r, table);
}

/* ---- the public calls */

static bool is_geojson(const char *path)
{
    return eg_has_ending(path, ".geojson") || eg_has_ending(path, ".json");
}

eg_status eg_gis_shapes_each_beside(eg_context *context, const char *path, eg_beside each)
{
    return is_geojson(path) || eg_has_ending(path, ".csv")
               ? EG_OK
               : eg_gdal_each_beside(context, path, EG_GDAL_VECTOR, each);
}

static eg_status read_any(eg_shapes_reader *r)
{
    EG_TRY(is_geojson(r->path)              ? eg_shapes_read_geojson(r)
           : eg_has_ending(r->path, ".csv") ? eg_shapes_read_table(r)
                                            : eg_shapes_read_gdal(r));
    return r->made->shapes > 0 ? EG_OK
                               : eg_fail(r->context, EG_INPUT, "%s: holds no %s", r->path,
                                         r->kind == EG_GIS_POLYGONS ? "polygon" : "line");
}

eg_status eg_gis_shapes_read(eg_context *context, const char *path, eg_gis_kind kind, const char *attribute,
                             eg_gis_shapes **shapes)
{
    EG_ENDS_WITH(eg_gis_shapes_destroy) eg_gis_shapes *made = NULL;
    *shapes = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    EG_TRY(eg_strdup(context, path, &made->name));
    EG_TRY(read_any(&(eg_shapes_reader){
        .context = context, .path = path, .attribute = attribute, .kind = kind, .made = made}));
    return eg_hand_over(&made, shapes);
}

void eg_gis_shapes_destroy(eg_gis_shapes **shapes)
{
    if (*shapes)
        EG_FREE(&(*shapes)->name, &(*shapes)->first_part, &(*shapes)->first, &(*shapes)->x, &(*shapes)->value,
                shapes);
}
