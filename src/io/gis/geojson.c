/* Shapes from GeoJSON (RFC 7946). */
#include "io/gis/shapes_store.h"

#include <math.h>
#include <string.h>

enum { GEOJSON_BYTES = 1 << 30 };

static eg_status add_json_position(eg_shapes_reader *r, const json_t *position)
{
    double x[3] = {NAN, NAN, NAN};
    size_t count = json_array_size(position);
    if (!json_is_array(position) || count < 2)
        return eg_shapes_fail(r, "a point is a list of two numbers or three");
    for (size_t k = 0; k < count && k < 3; k++) {
        const json_t *number = json_array_get(position, k);
        if (!json_is_number(number))
            return eg_shapes_fail(r, "a coordinate of a point is not a number");
        x[k] = json_number_value(number);
    }
    return eg_shapes_add_point(r, x);
}

static eg_status add_line_or_ring(eg_shapes_reader *r, const json_t *positions)
{
    size_t count = json_array_size(positions);
    if (!json_is_array(positions))
        return eg_shapes_fail(r, "its coordinates are no list of points");
    for (size_t i = 0; i < count; i++)
        EG_TRY(add_json_position(r, json_array_get(positions, i)));
    return eg_shapes_end_part(r);
}

/* Lists of parts, `depth` deep. */
static eg_status add_lines_or_rings(eg_shapes_reader *r, const json_t *list, int depth)
{
    if (depth == 0)
        return add_line_or_ring(r, list);
    if (!json_is_array(list))
        return eg_shapes_fail(r, "its coordinates are no list of %s", depth == 1 ? "lines" : "polygons");
    for (size_t i = 0; i < json_array_size(list); i++)
        EG_TRY(add_lines_or_rings(r, json_array_get(list, i), depth - 1));
    return EG_OK;
}

/* Each a part of its own; `depth` -1: one. */
static eg_status add_points(eg_shapes_reader *r, const json_t *positions, int depth)
{
    if (depth < 0) {
        EG_TRY(add_json_position(r, positions));
        return eg_shapes_end_part(r);
    }
    if (!json_is_array(positions))
        return eg_shapes_fail(r, "its coordinates are no list of points");
    for (size_t i = 0; i < json_array_size(positions); i++)
        EG_TRY(add_points(r, json_array_get(positions, i), -1));
    return EG_OK;
}

eg_status eg_shapes_add_geometry(eg_shapes_reader *r, const json_t *geometry)
{
    static const struct {
        const char *type;
        int depth;
        eg_gis_kind kind;
    } kinds[] = {{"Point", -1, EG_GIS_POINTS},    {"MultiPoint", 0, EG_GIS_POINTS},
                 {"LineString", 0, EG_GIS_LINES}, {"MultiLineString", 1, EG_GIS_LINES},
                 {"Polygon", 1, EG_GIS_POLYGONS}, {"MultiPolygon", 2, EG_GIS_POLYGONS}};
    const char *type = json_string_value(json_object_get(geometry, "type"));
    const json_t *members = json_object_get(geometry, "geometries");
    if (type && strcmp(type, "GeometryCollection") == 0) {
        for (size_t i = 0; i < json_array_size(members); i++)
            EG_TRY(eg_shapes_add_geometry(r, json_array_get(members, i)));
        return EG_OK;
    }
    for (size_t k = 0; type && k < sizeof kinds / sizeof *kinds; k++) {
        const json_t *coordinates = json_object_get(geometry, "coordinates");
        if (strcmp(type, kinds[k].type) != 0)
            continue;
        EG_TRY(eg_shapes_begin_part(r, kinds[k].kind));
        return kinds[k].kind == EG_GIS_POINTS ? add_points(r, coordinates, kinds[k].depth)
                                              : add_lines_or_rings(r, coordinates, kinds[k].depth);
    }
    return eg_shapes_fail(r, "is %s, neither a polygon nor a line%s", type ? type : "no geometry",
                          r->wanted & EG_GIS_POINTS ? " nor a point" : "");
}

/* The member of that name, or else one that differs from it in the case of letters. */
static json_t *find_property(json_t *properties, const char *name)
{
    json_t *found = json_object_get(properties, name);
    for (void *at = json_object_iter(properties); !found && at; at = json_object_iter_next(properties, at))
        if (eg_shapes_is_name(json_object_iter_key(at), name))
            found = json_object_iter_value(at);
    return found;
}

/* The members of a feature that are texts or numbers. */
static eg_status add_json_texts(eg_shapes_reader *r, json_t *properties)
{
    for (int i = 0; i < r->made->texts; i++) {
        const json_t *value = find_property(properties, r->names[i]);
        if (json_is_number(value))
            EG_TRY(eg_shapes_set_text(r, i, eg_real_show(json_number_value(value)).text));
        else if (json_is_boolean(value))
            EG_TRY(eg_shapes_set_text(r, i, json_is_true(value) ? "true" : "false"));
        else
            EG_TRY(eg_shapes_set_text(r, i, json_string_value(value)));
    }
    return EG_OK;
}

static eg_status add_json_feature(eg_shapes_reader *r, const json_t *feature)
{
    const json_t *geometry = json_object_get(feature, "geometry");
    const json_t *number =
        r->attribute ? find_property(json_object_get(feature, "properties"), r->attribute) : NULL;
    r->feature++;
    if (!geometry || json_is_null(geometry)) {
        r->made->without++;
        return EG_OK;
    }
    int64_t before = r->made->shapes;
    EG_TRY(eg_shapes_add_geometry(r, geometry));
    EG_TRY(eg_shapes_end(r, json_is_number(number) ? json_number_value(number) : NAN));
    return r->made->shapes > before ? add_json_texts(r, json_object_get(feature, "properties")) : EG_OK;
}

/* As GDAL writes it: "urn:ogc:def:crs:EPSG::32632", "EPSG:32632"; CRS84 is WGS 84 in degrees. Another one is
 * not known. */
static eg_status take_crs(eg_shapes_reader *r, const json_t *root)
{
    const json_t *properties = json_object_get(json_object_get(root, "crs"), "properties");
    const char *name = json_string_value(json_object_get(properties, "name"));
    const char *last = name ? strrchr(name, ':') : NULL;
    EG_TEXT(code, r->context);
    if (last && strcmp(last, ":CRS84") == 0)
        return eg_shapes_set_projection(r, "EPSG:4326");
    if (!last || !strstr(name, "EPSG:") || strspn(last + 1, "0123456789") != strlen(last + 1))
        return EG_OK;
    eg_text_add(&code, "EPSG:%s", last + 1);
    return code.status == EG_OK ? eg_shapes_set_projection(r, eg_text_string(&code)) : code.status;
}

static eg_status add_root(eg_shapes_reader *r, const json_t *root)
{
    const char *type = json_string_value(json_object_get(root, "type"));
    const json_t *features = json_object_get(root, "features");
    if (!type)
        return eg_fail(r->context, EG_INPUT, "%s: is not GeoJSON: it has no 'type'", r->path);
    EG_TRY(take_crs(r, root));
    if (strcmp(type, "Feature") == 0)
        return add_json_feature(r, root);
    if (strcmp(type, "FeatureCollection") != 0) {
        r->feature = 1;
        EG_TRY(eg_shapes_add_geometry(r, root));
        return eg_shapes_end(r, NAN);
    }
    for (size_t i = 0; i < json_array_size(features); i++)
        EG_TRY(add_json_feature(r, json_array_get(features, i)));
    return EG_OK;
}

eg_status eg_shapes_read_geojson(eg_shapes_reader *r)
{
    EG_SCRATCH char *data = NULL;
    int64_t length;
    json_error_t error;
    EG_TRY(eg_file_read(r->context, EG_INPUT, r->path, GEOJSON_BYTES, &data, &length));
    json_auto_t *root = json_loadb(data, (size_t)length, JSON_DECODE_INT_AS_REAL, &error);
    EG_FREE(&data);
    if (!root)
        return eg_fail(r->context, EG_INPUT, "%s:%d: %s; this is not GeoJSON", r->path, error.line,
                       error.text);
    return add_root(r, root);
}
