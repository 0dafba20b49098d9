/* Outlines as GeoJSON (RFC 7946), with the projection where it is not that of the RFC, as GDAL reads it. */
#include "io/gis/gis.h"

#include <string.h>

#include "io/table/plain_text.h"

/* The first point again at the end. */
static void add_ring(eg_text *text, const eg_gis_outline *outline, int64_t ring)
{
    int64_t first = outline->first[ring], end = outline->first[ring + 1];
    for (int64_t i = first; i <= end; i++) {
        const double *x = outline->x[i < end ? i : first];
        eg_text_add(text, "%s[%s, %s]", i > first ? ", " : "[", eg_real_show(x[0]).text,
                    eg_real_show(x[1]).text);
    }
    eg_text_add(text, "]");
}

/* Holes come ring by ring: those of an outer ring are looked up by these lists. */
typedef struct hole_lists {
    int64_t *first, *next; /* [rings] the first hole of a ring, the next one of the same ring; -1: none */
} hole_lists;

static void hole_lists_end(hole_lists *lists)
{
    EG_FREE(&lists->first, &lists->next);
}

static eg_status make_lists(const eg_gis_outline *o, hole_lists *lists)
{
    EG_TRY(EG_ALLOC(o->context, EG_BLOCK(o->rings, lists->first), EG_BLOCK(o->rings, lists->next)));
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

static void add_outline_file(eg_text *text, const eg_gis_outline *outline, const hole_lists *lists,
                             const eg_gis_about *about)
{
    eg_text_add(text, "{\"type\": \"FeatureCollection\",\n");
    add_json_projection(text, about->code);
    eg_text_add(text, "\"features\": [{\"type\": \"Feature\",\n\"geometry\": {\"type\": "
                      "\"MultiPolygon\", \"coordinates\": [");
    double area = add_polygons(text, outline, lists);
    eg_text_add(text,
                "]},\n\"properties\": {\"variable\": \"%s\", \"unit\": \"%s\", \"above\": %s, "
                "\"time_s\": %s, \"area_m2\": %s}}]}\n",
                about->variable, about->unit, eg_real_show(about->above).text, eg_real_show(about->time).text,
                eg_real_show(area).text);
}

eg_status eg_gis_write_outline(const char *path, const eg_gis_outline *outline, const eg_gis_about *about)
{
    eg_context *context = outline->context;
    EG_TEXT(text, context);
    EG_ENDS_WITH(hole_lists_end) hole_lists lists = {0};
    EG_TRY(make_lists(outline, &lists));
    add_outline_file(&text, outline, &lists, about);
    EG_TRY(text.status);
    return eg_file_write(context, path, text.data, text.length);
}
