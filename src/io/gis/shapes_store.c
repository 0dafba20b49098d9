/* Shapes as they grow. */
#include "io/gis/shapes_store.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "io/table/raster.h"

bool eg_shapes_is_name(const char *a, const char *b)
{
    return strcasecmp(a, b) == 0;
}

eg_status eg_shapes_set_projection(eg_shapes_reader *r, const char *projection)
{
    char **kept = &r->made->projection;
    if (!projection || !projection[0])
        return EG_OK;
    if (!*kept)
        return eg_strdup(r->context, projection, kept);
    return eg_projections_are_same(r->context, *kept, projection)
               ? EG_OK
               : eg_fail(r->context, EG_INPUT,
                         "%s: its layers lie in different projections; take one with ogr2ogr", r->path);
}

eg_status eg_shapes_fail(const eg_shapes_reader *r, const char *format, ...)
{
    char text[400];
    EG_FORMAT(text, format);
    return eg_fail(r->context, EG_INPUT, "%s: feature %lld: %s", r->path, (long long)r->feature, text);
}

eg_status eg_shapes_add_point(eg_shapes_reader *r, const double x[3])
{
    eg_gis_shapes *s = r->made;
    if (!isfinite(x[0]) || !isfinite(x[1]) || isinf(x[2]))
        return eg_shapes_fail(r, "a point is not finite");
    EG_TRY(eg_reserve(r->context, s->points + 1, &r->point_room, sizeof *s->x, &s->x));
    memcpy(s->x[s->points++], x, sizeof *s->x);
    return EG_OK;
}

static int64_t parts_before(const eg_gis_shapes *s)
{
    return s->shapes > 0 ? s->first_part[s->shapes] : 0;
}

eg_status eg_shapes_begin_part(eg_shapes_reader *r, eg_gis_kind kind)
{
    static const char *const is[] = {
        [EG_GIS_POLYGONS] = "a polygon", [EG_GIS_LINES] = "a line", [EG_GIS_POINTS] = "a point"};
    static const char *const needed[] = {
        [EG_GIS_POLYGONS] = "polygons", [EG_GIS_LINES] = "lines", [EG_GIS_POINTS] = "points"};
    if (kind == EG_GIS_POLYGONS && !(r->wanted & EG_GIS_POLYGONS) && (r->wanted & EG_GIS_LINES)) {
        kind = EG_GIS_LINES;
        r->made->outlines++;
    }
    if (!(r->wanted & kind))
        return eg_shapes_fail(r, "is %s; %s are needed", is[kind], needed[r->wanted]);
    if (r->made->parts > parts_before(r->made) && r->kind != kind)
        return eg_shapes_fail(r, "is %s and %s at once; split it", is[r->kind], is[kind]);
    r->kind = kind;
    return EG_OK;
}

/* A ring that ends where it begins has that point once, one that is taken as a line twice. */
static eg_status close_ring(eg_shapes_reader *r, int64_t first)
{
    eg_gis_shapes *s = r->made;
    if (r->kind == EG_GIS_POLYGONS && s->points - first > 1 &&
        memcmp(s->x[first], s->x[s->points - 1], 2 * sizeof(double)) == 0)
        s->points--;
    int64_t least = r->kind == EG_GIS_POLYGONS ? 3 : r->kind == EG_GIS_LINES ? 2 : 1;
    return s->points - first >= least ? EG_OK
                                      : eg_shapes_fail(r, "%s needs %lld points or more, and has %lld",
                                                       r->kind == EG_GIS_POLYGONS ? "a ring" : "a line",
                                                       (long long)least, (long long)(s->points - first));
}

eg_status eg_shapes_end_part(eg_shapes_reader *r)
{
    eg_gis_shapes *s = r->made;
    EG_TRY(eg_reserve(r->context, s->parts + 2, &r->part_room, sizeof *s->first, &s->first));
    EG_TRY(close_ring(r, s->first[s->parts]));
    s->first[++s->parts] = s->points;
    return EG_OK;
}

eg_status eg_shapes_end(eg_shapes_reader *r, double value)
{
    eg_gis_shapes *s = r->made;
    if (s->parts == parts_before(s))
        return EG_OK;
    if (r->attribute && !isfinite(value))
        return eg_shapes_fail(r, "has no number '%s'", r->attribute);
    EG_TRY(eg_reserve(r->context, s->shapes + 2, &r->shape_room, sizeof *s->first_part, &s->first_part));
    EG_TRY(eg_reserve(r->context, s->shapes + 1, &r->value_room, sizeof *s->value, &s->value));
    EG_TRY(eg_reserve(r->context, s->shapes + 1, &r->kind_room, sizeof *s->kind, &s->kind));
    if (s->texts > 0)
        EG_TRY(eg_reserve(r->context, (s->shapes + 1) * s->texts, &r->text_room, sizeof *s->text, &s->text));
    for (int i = 0; i < s->texts; i++)
        s->text[s->shapes * s->texts + i] = NULL;
    s->kind[s->shapes] = r->kind;
    s->value[s->shapes++] = value;
    s->first_part[s->shapes] = s->parts;
    return EG_OK;
}

eg_status eg_shapes_set_text(eg_shapes_reader *r, int i, const char *text)
{
    eg_gis_shapes *s = r->made;
    return text && text[0] ? eg_strdup(r->context, text, &s->text[(s->shapes - 1) * s->texts + i]) : EG_OK;
}
