/* Outlines as GeoJSON (RFC 7946), with the projection where it is not that of the RFC, as GDAL reads it. */
#include "io/gis/gis.h"

#include <string.h>

static void add_json_point(eg_text *text, const double x[2])
{
    char number[2][32];
    for (int k = 0; k < 2; k++)
        eg_format_real(x[k], number[k]);
    eg_text_add(text, "[%s, %s]", number[0], number[1]);
}

static void add_ring(eg_text *text, const eg_gis_outline *outline, int64_t ring)
{
    eg_text_add(text, "[");
    for (int64_t i = outline->first[ring]; i < outline->first[ring + 1]; i++) {
        add_json_point(text, outline->x[i]);
        eg_text_add(text, ", ");
    }
    add_json_point(text, outline->x[outline->first[ring]]);
    eg_text_add(text, "]");
}

/* Holes come ring by ring: those of an outer ring are looked up by the lists that hole_lists() makes. */
typedef struct hole_lists {
    int64_t *first, *next; /* [rings] the first hole of a ring, the next one of the same ring; -1: none */
} hole_lists;

static eg_status make_lists(const eg_gis_outline *o, hole_lists *lists)
{
    EG_TRY(eg_alloc(o->context, o->rings, sizeof *lists->first, &lists->first));
    EG_TRY(eg_alloc(o->context, o->rings, sizeof *lists->next, &lists->next));
    for (int64_t r = 0; r < o->rings; r++)
        lists->first[r] = lists->next[r] = -1;
    for (int64_t r = o->rings - 1; r >= 0; r--)
        if (o->within[r] >= 0) {
            lists->next[r] = lists->first[o->within[r]];
            lists->first[o->within[r]] = r;
        }
    return EG_OK;
}

static double add_polygons(eg_text *text, const eg_gis_outline *o, const hole_lists *lists)
{
    double area = 0;
    bool some = false;
    for (int64_t r = 0; r < o->rings; r++) {
        area += o->area[r];
        if (o->area[r] < 0)
            continue;
        eg_text_add(text, "%s\n[", some ? "," : "");
        some = true;
        add_ring(text, o, r);
        for (int64_t hole = lists->first[r]; hole >= 0; hole = lists->next[hole]) {
            eg_text_add(text, ", ");
            add_ring(text, o, hole);
        }
        eg_text_add(text, "]");
    }
    return area;
}

static void add_json_projection(eg_text *text, const char *code)
{
    const char *colon = code ? strchr(code, ':') : NULL;
    if (colon)
        eg_text_add(text,
                    "\"crs\": {\"type\": \"name\", \"properties\": {\"name\": "
                    "\"urn:ogc:def:crs:%.*s::%s\"}},\n",
                    (int)(colon - code), code, colon + 1);
}

static void add_json_file(eg_text *text, const eg_gis_outline *outline, const hole_lists *lists,
                          const eg_gis_about *about)
{
    char above[32], time[32], whole[32];
    eg_text_add(text, "{\"type\": \"FeatureCollection\",\n");
    add_json_projection(text, about->code);
    eg_text_add(text, "\"features\": [{\"type\": \"Feature\",\n\"geometry\": {\"type\": "
                      "\"MultiPolygon\", \"coordinates\": [");
    double area = add_polygons(text, outline, lists);
    eg_format_real(about->above, above);
    eg_format_real(about->time, time);
    eg_format_real(area, whole);
    eg_text_add(text,
                "]},\n\"properties\": {\"variable\": \"%s\", \"unit\": \"%s\", \"above\": %s, "
                "\"time_s\": %s, \"area_m2\": %s}}]}\n",
                about->variable, about->unit, above, time, whole);
}

eg_status eg_gis_write_outline(const char *path, const eg_gis_outline *outline, const eg_gis_about *about)
{
    eg_context *context = outline->context;
    EG_TEXT(text, context);
    hole_lists lists = {0};
    eg_status status = make_lists(outline, &lists);
    if (status == EG_OK) {
        add_json_file(&text, outline, &lists, about);
        status = text.status;
    }
    if (status == EG_OK)
        status = eg_file_write(context, path, text.data, text.length);
    EG_FREE(&lists.first, &lists.next);
    return status;
}
