/* Shapes by GDAL: all features of all layers, each as the GeoJSON that GDAL makes of it. */
#include "io/gis/shapes_store.h"

#include <math.h>
#include <string.h>

#include "io/table/gdal.h"

static eg_status add_gdal_texts(eg_shapes_reader *r, const eg_gdal *g, void *feature)
{
    for (int i = 0; i < r->made->texts; i++) {
        int field = g->OGR_F_GetFieldIndex(feature, r->names[i]);
        if (field >= 0 && g->OGR_F_IsFieldSetAndNotNull(feature, field))
            EG_TRY(eg_shapes_set_text(r, i, g->OGR_F_GetFieldAsString(feature, field)));
    }
    return EG_OK;
}

/* NaN where there is none: "30 cm" is no number, of which GDAL would take the 30. */
static double number_of_field(const eg_gdal *g, void *feature, int field)
{
    double number;
    if (field < 0 || !g->OGR_F_IsFieldSetAndNotNull(feature, field))
        return NAN;
    const char *text = g->OGR_F_GetFieldAsString(feature, field);
    return eg_parse_real(text, text + strlen(text), &number) ? g->OGR_F_GetFieldAsDouble(feature, field)
                                                             : NAN;
}

static eg_status add_gdal_feature(eg_shapes_reader *r, const eg_gdal *g, void *feature)
{
    void *geometry = g->OGR_F_GetGeometryRef(feature);
    r->feature++;
    r->made->without += geometry == NULL;
    if (!geometry)
        return EG_OK;
    char *text = g->OGR_G_ExportToJson(geometry);
    json_auto_t *json = text ? json_loads(text, JSON_DECODE_INT_AS_REAL, NULL) : NULL;
    g->VSIFree(text);
    EG_TRY(json ? eg_shapes_add_geometry(r, json) : eg_shapes_fail(r, "GDAL cannot read its geometry"));
    int field = r->attribute ? g->OGR_F_GetFieldIndex(feature, r->attribute) : -1;
    int64_t before = r->made->shapes;
    EG_TRY(eg_shapes_end(r, number_of_field(g, feature, field)));
    return r->made->shapes > before ? add_gdal_texts(r, g, feature) : EG_OK;
}

/* A GeoPackage without a projection has one called "Undefined geographic SRS" or "Undefined Cartesian SRS". */
static bool is_defined(const eg_gdal *g, void *reference)
{
    static const char undefined[] = "Undefined ";
    const char *name = reference ? g->OSRGetName(reference) : NULL;
    return reference && !(name && strncmp(name, undefined, strlen(undefined)) == 0);
}

static eg_status take_projection(eg_shapes_reader *r, const eg_gdal *g, void *layer)
{
    void *reference = g->OGR_L_GetSpatialRef(layer);
    char *text = NULL;
    if (!is_defined(g, reference) || g->OSRExportToWkt(reference, &text) != EG_GDAL_NONE)
        return EG_OK;
    eg_status status = eg_shapes_set_projection(r, text);
    g->VSIFree(text);
    return status;
}

static eg_status add_layers(eg_shapes_reader *r, const eg_gdal *g, void *file)
{
    for (int l = 0; l < g->GDALDatasetGetLayerCount(file); l++) {
        void *layer = g->GDALDatasetGetLayer(file, l), *feature;
        EG_TRY(take_projection(r, g, layer));
        g->OGR_L_ResetReading(layer);
        while ((feature = g->OGR_L_GetNextFeature(layer))) {
            eg_status status = add_gdal_feature(r, g, feature);
            g->OGR_F_Destroy(feature);
            EG_TRY(status);
        }
    }
    return EG_OK;
}

eg_status eg_shapes_read_gdal(eg_shapes_reader *r)
{
    EG_ENDS_WITH(eg_gdal_close) eg_gdal g = {0};
    EG_TRY(eg_gdal_refuse_journal(r->context, r->path));
    if (!eg_is_file(r->path) && !eg_is_folder(r->path))
        return eg_fail(r->context, EG_INPUT, "%s: cannot be opened: there is no such file", r->path);
    EG_TRY(eg_gdal_open(r->context, r->path, "convert it to GeoJSON elsewhere with ogr2ogr", &g));
    void *file = eg_gdal_open_file(&g, r->path, EG_GDAL_VECTOR);
    if (!file)
        return eg_fail(r->context, EG_INPUT,
                       "%s: GDAL cannot read it: %s; formats are " EG_GDAL_VECTOR_FORMATS
                       ", beside GeoJSON and tables",
                       r->path, eg_gdal_reason(&g));
    eg_status status = add_layers(r, &g, file);
    g.GDALClose(file);
    return status;
}
