/* Shapes as they grow. */
#include "io/gis/shapes_store.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

/* A ring that ends where it begins has that point once, one that is taken as a line twice. */
static eg_status close_ring(eg_shapes_reader *r, int64_t first)
{
    eg_gis_shapes *s = r->made;
    if (r->kind == EG_GIS_POLYGONS && s->points - first > 1 &&
        memcmp(s->x[first], s->x[s->points - 1], 2 * sizeof(double)) == 0)
        s->points--;
    int64_t least = r->kind == EG_GIS_POLYGONS ? 3 : 2;
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
    int64_t before = s->shapes > 0 ? s->first_part[s->shapes] : 0;
    if (s->parts == before)
        return EG_OK;
    if (r->attribute && !isfinite(value))
        return eg_shapes_fail(r, "has no number '%s'", r->attribute);
    EG_TRY(eg_reserve(r->context, s->shapes + 2, &r->shape_room, sizeof *s->first_part, &s->first_part));
    EG_TRY(eg_reserve(r->context, s->shapes + 1, &r->value_room, sizeof *s->value, &s->value));
    s->value[s->shapes++] = value;
    s->first_part[s->shapes] = s->parts;
    return EG_OK;
}
