/* The formats of rasters: ESRI ASCII grids, and what GDAL reads. Inside this folder. */
#ifndef EG_IO_RASTER_FORMATS_H
#define EG_IO_RASTER_FORMATS_H

#include "io/table/raster.h"

/* Whether the file's first bytes are those of a TIFF. EG_INPUT where it cannot be read. */
eg_status eg_raster_is_tiff(eg_context *context, const char *path, bool *is);

/* EG_INPUT where the raster's projection has other coordinates than metres. */
eg_status eg_raster_check_metres(const eg_raster *raster);

/* As eg_raster_projection(), of a TIFF. */
eg_status eg_raster_projection_gdal(eg_context *context, const char *path, char **projection);

/* As eg_raster_read() of options without zeros, by GDAL: the first band, times its scale and with its offset.
 * EG_INPUT, too, where there is no GDAL, the file has no place or is turned, its squares are none, or its
 * coordinates are degrees. */
eg_status eg_raster_read_gdal(eg_context *context, const char *path, const eg_raster_options *options,
                              eg_raster **raster);

/* Whether a file that declares no missing value means one by this number: what others write for it. */
bool eg_raster_is_undeclared(double value);

#endif
