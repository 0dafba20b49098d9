/* Shapes from a file of any format. */
#include "io/gis/shapes_store.h"

#include <math.h>
#include <string.h>

#include "io/table/raster.h"
#include "io/table/records.h"
#include "io/table/table.h"

/* ---- tables of points */

static int64_t column_of_name(const eg_table *table, const char *name)
{
    for (int64_t c = 0; name && c < table->columns; c++)
        if (strcmp(table->name[c], name) == 0)
            return c;
    for (int64_t c = 0; name && c < table->columns; c++)
        if (eg_shapes_is_name(table->name[c], name))
            return c;
    return -1;
}

static double number_of_row(const eg_table *table, int64_t row, int64_t column)
{
    return column >= 0 ? table->values[row * table->columns + column] : NAN;
}

/* A table of numbers, and of its texts where any are wanted. */
typedef struct shape_table {
    const eg_table *numbers;
    const eg_records *texts; /* row by row the same; NULL: none are wanted */
    int64_t shape;           /* the column; -1: none */
    bool each;               /* each row is a shape */
} shape_table;

static eg_status end_shape(eg_shapes_reader *r, const shape_table *t, int64_t row)
{
    EG_TRY(eg_shapes_end_part(r));
    EG_TRY(eg_shapes_end(r, number_of_row(t->numbers, row, column_of_name(t->numbers, r->attribute))));
    for (int i = 0; i < r->made->texts; i++) {
        int64_t column = column_of_name(t->numbers, r->names[i]);
        if (column >= 0)
            EG_TRY(eg_shapes_set_text(r, i, eg_records_text(t->texts, row, t->numbers->name[column])));
    }
    return EG_OK;
}

static bool is_new_shape(const shape_table *t, int64_t row)
{
    return row == 0 || t->each ||
           (t->shape >= 0 &&
            number_of_row(t->numbers, row, t->shape) != number_of_row(t->numbers, row - 1, t->shape));
}

static eg_status add_table_rows(eg_shapes_reader *r, const shape_table *t)
{
    static const char *const names[] = {"x", "y", "z"};
    int64_t column[3], rows = t->numbers->rows;
    for (int k = 0; k < 3; k++)
        column[k] = column_of_name(t->numbers, names[k]);
    if (column[0] < 0 || column[1] < 0)
        return eg_fail(r->context, EG_INPUT, "%s: has no columns x and y; its first line names the columns",
                       r->path);
    for (int64_t row = 0; row < rows; row++) {
        double x[3];
        if (is_new_shape(t, row)) {
            if (row > 0)
                EG_TRY(end_shape(r, t, row - 1));
            r->feature++;
            EG_TRY(eg_shapes_begin_part(r, r->kind));
        }
        for (int k = 0; k < 3; k++)
            x[k] = number_of_row(t->numbers, row, column[k]);
        if (!isfinite(x[0]) || !isfinite(x[1]))
            return eg_shapes_fail(
                r, "row %lld has no number in x or y; numbers have a decimal point, not a comma",
                (long long)row + 1);
        EG_TRY(eg_shapes_add_point(r, x));
    }
    return end_shape(r, t, rows - 1);
}

static eg_status check_rows(const eg_shapes_reader *r, const eg_table *numbers, const eg_records *texts)
{
    return !texts || numbers->rows == texts->rows
               ? EG_OK
               : eg_fail(r->context, EG_INPUT,
                         "%s: has %lld rows of numbers among %lld; each row has x and y", r->path,
                         (long long)numbers->rows, (long long)texts->rows);
}

eg_status eg_shapes_read_table(eg_shapes_reader *r)
{
    EG_ENDS_WITH(eg_table_destroy) eg_table *numbers = NULL;
    EG_ENDS_WITH(eg_records_destroy) eg_records *texts = NULL;
    EG_TRY(eg_table_read(r->context, r->path, &numbers));
    if (numbers->is_cut)
        return eg_fail(r->context, EG_INPUT,
                       "%s: the last line has no line end, so it may have been cut "
                       "short; if it is whole, add a line end",
                       r->path);
    if (r->made->texts > 0)
        EG_TRY(eg_records_read(r->context, r->path, NULL, "", &texts));
    EG_TRY(check_rows(r, numbers, texts));
    shape_table t = {.numbers = numbers, .texts = texts, .shape = column_of_name(numbers, "shape")};
    t.each = (r->wanted & EG_GIS_POINTS) && t.shape < 0;
    r->kind = t.each ? EG_GIS_POINTS : r->wanted == EG_GIS_POLYGONS ? EG_GIS_POLYGONS : EG_GIS_LINES;
    return add_table_rows(r, &t);
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

static eg_status check_metres(const eg_shapes_reader *r)
{
    const char *projection = r->made->projection;
    EG_SCRATCH char *unit = NULL, *name = NULL, *code = NULL;
    EG_TRY(eg_projection_unit(r->context, projection, &unit));
    if (!unit)
        return EG_OK;
    EG_TRY(eg_projection_name(r->context, projection, &name, &code));
    return eg_fail(r->context, EG_INPUT,
                   "%s: its coordinates are in %s (%s), those of a mesh in metres; project it with ogr2ogr "
                   "-t_srs EPSG:CODE, or where they are metres say so with -a_srs EPSG:CODE",
                   r->path, unit, name ? name : projection);
}

static eg_status read_any(eg_shapes_reader *r)
{
    EG_TRY(is_geojson(r->path)              ? eg_shapes_read_geojson(r)
           : eg_has_ending(r->path, ".csv") ? eg_shapes_read_table(r)
                                            : eg_shapes_read_gdal(r));
    EG_TRY(check_metres(r));
    return r->made->shapes > 0 ? EG_OK
                               : eg_fail(r->context, EG_INPUT, "%s: holds no %s", r->path,
                                         r->wanted == EG_GIS_POLYGONS ? "polygon"
                                         : r->wanted == EG_GIS_LINES  ? "line"
                                         : r->wanted == EG_GIS_POINTS ? "point"
                                                                      : "shape");
}

static eg_status read_shapes(eg_context *context, eg_shapes_reader *r, int texts, eg_gis_shapes **shapes)
{
    EG_ENDS_WITH(eg_gis_shapes_destroy) eg_gis_shapes *made = NULL;
    *shapes = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = r->context = context;
    made->texts = texts;
    EG_TRY(eg_strdup(context, r->path, &made->name));
    r->made = made;
    EG_TRY(read_any(r));
    return eg_hand_over(&made, shapes);
}

eg_status eg_gis_shapes_read(eg_context *context, const char *path, eg_gis_kind wanted, const char *attribute,
                             eg_gis_shapes **shapes)
{
    return read_shapes(context, &(eg_shapes_reader){.path = path, .attribute = attribute, .wanted = wanted},
                       0, shapes);
}

eg_status eg_gis_shapes_read_texts(eg_context *context, const char *path, eg_gis_kind wanted,
                                   const char *const *names, int texts, eg_gis_shapes **shapes)
{
    return read_shapes(context, &(eg_shapes_reader){.path = path, .names = names, .wanted = wanted}, texts,
                       shapes);
}

void eg_gis_shapes_destroy(eg_gis_shapes **shapes)
{
    eg_gis_shapes *s = *shapes;
    if (!s)
        return;
    for (int64_t i = 0; s->text && i < s->shapes * s->texts; i++)
        EG_FREE(&s->text[i]);
    EG_FREE(&s->name, &s->projection, &s->first_part, &s->first, &s->x, &s->value, &s->kind, &s->text,
            shapes);
}

/* ---- remarks */

static const char *plural(int64_t count)
{
    return count == 1 ? "" : "s";
}

void eg_gis_shapes_add_remarks(const eg_gis_shapes *s, eg_text *text)
{
    if (s->without > 0)
        eg_text_add(text, "%lld feature%s without a geometry %s left out", (long long)s->without,
                    plural(s->without), s->without == 1 ? "is" : "are");
    if (s->outlines > 0)
        eg_text_add(text, "%s%lld polygon%s taken as %s", s->without > 0 ? "; " : "", (long long)s->outlines,
                    s->outlines == 1 ? " is" : "s are", s->outlines == 1 ? "its outline" : "their outlines");
}
