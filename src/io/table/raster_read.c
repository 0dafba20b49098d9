/* Reading of rasters of any format. */
#include "io/table/raster_formats.h"

#include <math.h>

#include "io/table/gdal.h"

eg_status eg_raster_read(eg_context *context, const char *path, const eg_raster_options *options,
                         eg_raster **raster)
{
    eg_raster_options with_defaults = options ? *options : (eg_raster_options){0};
    bool tiff;
    if (with_defaults.value_scale == 0)
        with_defaults.value_scale = 1;
    assert(isfinite(with_defaults.value_scale));
    *raster = NULL;
    EG_TRY(eg_raster_is_tiff(context, path, &tiff));
    return tiff ? eg_raster_read_gdal(context, path, &with_defaults, raster)
                : eg_raster_read_text(context, path, &with_defaults, raster);
}

eg_status eg_raster_projection(eg_context *context, const char *path, char **projection)
{
    bool tiff;
    *projection = NULL;
    EG_TRY(eg_raster_is_tiff(context, path, &tiff));
    return tiff ? eg_raster_projection_gdal(context, path, projection)
                : eg_raster_projection_text(context, path, projection);
}

eg_status eg_raster_each_beside(eg_context *context, const char *path, eg_beside each)
{
    bool tiff;
    EG_SCRATCH char *projection = NULL;
    EG_TRY(eg_raster_is_tiff(context, path, &tiff));
    if (tiff)
        return eg_gdal_each_beside(context, path, EG_GDAL_RASTER, each);
    EG_TRY(eg_raster_projection_path(context, path, &projection));
    return projection ? each.visit(each.user, projection) : EG_OK;
}
