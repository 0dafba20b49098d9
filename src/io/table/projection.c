/* Projections, as their texts in WKT or as "EPSG:32632": which are the same, and what they are called. Heights
 * that one of them has beside are left out. */
#include "io/table/gdal.h"
#include "io/table/raster_formats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char code_begin[] = "EPSG:";

static bool is_code(const char *projection)
{
    return strncmp(projection, code_begin, strlen(code_begin)) == 0;
}

/* Of a code, or of a text that may be ESRI's kind of WKT; NULL where it is none. */
static void *reference_of(const eg_gdal *gdal, const char *projection)
{
    void *reference = gdal->OSRNewSpatialReference(is_code(projection) ? NULL : projection);
    if (!reference)
        return NULL;
    if (!is_code(projection))
        gdal->OSRMorphFromESRI(reference);
    else if (gdal->OSRImportFromEPSG(reference, atoi(projection + strlen(code_begin))) != EG_GDAL_NONE) {
        gdal->OSRDestroySpatialReference(reference);
        return NULL;
    }
    gdal->OSRStripVertical(reference);
    return reference;
}

bool eg_projections_are_same(eg_context *context, const char *a, const char *b)
{
    EG_ENDS_WITH(eg_gdal_close) eg_gdal gdal = {0};
    if (strcmp(a, b) == 0 || !eg_gdal_is_there())
        return strcmp(a, b) == 0 || is_code(a) != is_code(b);
    if (eg_gdal_open(context, "", NULL, &gdal) != EG_OK)
        return false;
    void *of[2] = {reference_of(&gdal, a), reference_of(&gdal, b)};
    bool same = of[0] && of[1] && gdal.OSRIsSame(of[0], of[1]);
    for (int i = 0; i < 2; i++)
        if (of[i])
            gdal.OSRDestroySpatialReference(of[i]);
    return same;
}

static eg_status copy_unit(eg_context *context, const eg_gdal *gdal, void *reference, char **unit)
{
    char *name = NULL;
    if (gdal->OSRIsGeographic(reference))
        return eg_strdup(context, "degrees", unit);
    double metres = gdal->OSRGetLinearUnits(reference, &name); /* the name is the reference's own */
    return fabs(metres - 1) > 1e-9 ? eg_strdup(context, name && name[0] ? name : "another unit", unit)
                                   : EG_OK;
}

eg_status eg_projection_unit(eg_context *context, const char *projection, char **unit)
{
    EG_ENDS_WITH(eg_gdal_close) eg_gdal gdal = {0};
    *unit = NULL;
    if (!projection || !eg_gdal_is_there())
        return EG_OK;
    EG_TRY(eg_gdal_open(context, "", NULL, &gdal));
    void *reference = reference_of(&gdal, projection);
    if (!reference)
        return EG_OK;
    eg_status status = copy_unit(context, &gdal, reference, unit);
    gdal.OSRDestroySpatialReference(reference);
    return status;
}

eg_status eg_raster_check_metres(const eg_raster *raster)
{
    EG_SCRATCH char *unit = NULL;
    EG_TRY(eg_projection_unit(raster->context, raster->projection, &unit));
    return unit
               ? eg_fail(raster->context, EG_INPUT,
                         "%s: its coordinates are in %s, those of a mesh in metres; project it with gdalwarp "
                         "-t_srs EPSG:CODE",
                         raster->name, unit)
               : EG_OK;
}

static eg_status copy_code(eg_context *context, const eg_gdal *gdal, void *reference, char **code)
{
    const char *authority = gdal->OSRGetAuthorityName(reference, NULL);
    const char *number = gdal->OSRGetAuthorityCode(reference, NULL);
    EG_TEXT(text, context);
    if (!authority || !number)
        return EG_OK;
    eg_text_add(&text, "%s:%s", authority, number);
    EG_TRY(text.status);
    return eg_strdup(context, eg_text_string(&text), code);
}

eg_status eg_projection_name(eg_context *context, const char *projection, char **name, char **code)
{
    EG_ENDS_WITH(eg_gdal_close) eg_gdal gdal = {0};
    *name = *code = NULL;
    if (!projection || (!eg_gdal_is_there() && !is_code(projection)))
        return EG_OK;
    if (!eg_gdal_is_there()) {
        EG_TRY(eg_strdup(context, projection, name));
        return eg_strdup(context, projection, code);
    }
    EG_TRY(eg_gdal_open(context, "", NULL, &gdal));
    void *reference = reference_of(&gdal, projection);
    if (!reference)
        return EG_OK;
    eg_status status = eg_strdup(context, gdal.OSRGetName(reference), name);
    if (status == EG_OK)
        status = copy_code(context, &gdal, reference, code);
    gdal.OSRDestroySpatialReference(reference);
    return status;
}
