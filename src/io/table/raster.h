/* Rasters: values on a regular grid, read from an ESRI ASCII grid or, by GDAL, a GeoTIFF, sampled bilinearly.
 *
 * The file. A header of lines "key value" (ncols, nrows, xllcorner or xllcenter, yllcorner or yllcenter,
 * cellsize, NODATA_value; in any order and letter case), then nrows * ncols numbers, row by row from the
 * north, each row from the west. Without NODATA_value, -9999, -32767, -32768, -99999 and -3.4e38 stand for a
 * missing value, as the format says.
 *
 * Registration. The file does not tell whether its numbers belong to squares or to points:
 *   corner: number (i, j) belongs to the centre of a square of side cellsize, and xllcorner is the
 *           outer corner of the first square. Covered: ncols * cellsize; in the outer half square
 *           the value at the edge continues as a constant.
 *   node:   number (i, j) belongs to a grid point, and the first point is xllcorner itself.
 *           Covered: (ncols - 1) * cellsize.
 * With xllcenter the first number is at xllcenter in both. A GeoTIFF tells where the middles of its squares
 * are, and its numbers belong to these in both. */
#ifndef EG_IO_RASTER_H
#define EG_IO_RASTER_H

#include "io/table/beside.h"

typedef enum eg_raster_registration { EG_RASTER_CORNER, EG_RASTER_NODE } eg_raster_registration;

/* What a sample gives where a value that it needs (weight above zero) is missing. */
typedef enum eg_raster_nodata {
    EG_RASTER_NODATA_ERROR,   /* an error that names the point and the missing value's place */
    EG_RASTER_NODATA_NEAREST, /* the nearest value that there is */
    EG_RASTER_NODATA_NAN      /* NaN, also at a point that is not covered */
} eg_raster_nodata;

/* Zero means default. */
typedef struct eg_raster_options {
    eg_raster_registration registration;
    eg_raster_nodata nodata;
    double value_scale; /* the file's numbers times this are SI; 0: 1 */
} eg_raster_options;

/* Read it, do not change it. */
typedef struct eg_raster {
    eg_context *context;
    char *name; /* path of the file, for messages */
    int64_t columns, rows;
    double first[2];        /* place of value[0], m: the south-west one */
    double spacing;         /* m */
    double low[2], high[2]; /* the rectangle that is covered, m */
    double *value;          /* [rows][columns] rows from the SOUTH; NaN where the file has no data */
    int64_t missing;        /* number of NaN in value[] */
    double least, largest;  /* of the values that are there */
    eg_raster_nodata nodata;
    bool nearest;       /* samples are the nearest values, not bilinear: as of classes */
    const char *format; /* "ESRI ASCII grid" or "GeoTIFF" */
    char *projection;   /* as WKT: of a GeoTIFF, or what is in the file .prj beside a grid; NULL: not known */
} eg_raster;

/* Reads a raster; the caller owns it. EG_INPUT with file, line, value and a way out for: a file
 * that is not there, a key that is unknown, doubled, missing or out of range, a number that is
 * none, fewer or more numbers than ncols * nrows, no valid number at all. The counts are held
 * against the file's length before memory is taken. */
eg_status eg_raster_read(eg_context *context, const char *path, const eg_raster_options *options,
                         eg_raster **raster);

/* Writes a raster by the ending of its name: ".asc" an ESRI ASCII grid, with its projection in a file ".prj"
 * beside it, ".tif" or ".tiff" a cloud-optimised GeoTIFF of f32, by GDAL. NaN is -9999, NODATA_value. The
 * numbers of a grid are the shortest that read back to the same f32 where `single`, else f64. value[] as in
 * eg_raster; what it says of values is not looked at. EG_USAGE for another ending, EG_INPUT without GDAL,
 * EG_IO. */
eg_status eg_raster_write(eg_context *context, const char *path, const eg_raster *raster, bool single);

/* The projection of a raster alone, which the caller frees; NULL where it is not known, or cannot be told
 * without GDAL. EG_MEMORY. */
eg_status eg_raster_projection(eg_context *context, const char *path, char **projection);
/* The unit of a raster's values, as a GeoTIFF has it, which the caller frees; NULL where it has none, or without
 * GDAL. EG_MEMORY. */
eg_status eg_raster_unit(eg_context *context, const char *path, char **unit);
/* Visits the files that are read beside a raster: of an ASCII grid NAME.prj, of a GeoTIFF what GDAL takes. */
eg_status eg_raster_each_beside(eg_context *context, const char *path, eg_beside each);
/* Whether two projections, as WKT or as "EPSG:32632", are one, as far as GDAL can tell; without it, whether
 * their texts are the same, or of two kinds. */
bool eg_projections_are_same(eg_context *context, const char *a, const char *b);
/* The unit of its coordinates, "degrees" or "US survey foot", where they are not in metres, as far as GDAL can
 * tell; else, and of NULL, NULL. The caller frees it. EG_MEMORY. */
eg_status eg_projection_unit(eg_context *context, const char *projection, char **unit);
/* What a projection is called, "WGS 84 / UTM zone 32N", and its code, "EPSG:32632"; the caller frees them;
 * NULL where it is not known. EG_MEMORY. */
eg_status eg_projection_name(eg_context *context, const char *projection, char **name, char **code);

/* Whether the point (m) is covered, with a millionth of the spacing to spare for round-off. */
bool eg_raster_covers(const eg_raster *raster, double x, double y);

/* The value at a point (m), bilinear, where the point is covered and no value that it needs is missing. */
bool eg_raster_find(const eg_raster *raster, double x, double y, double *value);

/* Whether eg_raster_find() has a value at each point of the rectangle from low to high (m). */
bool eg_raster_fills(const eg_raster *raster, const double low[2], const double high[2]);

/* The mean, or the lowest, of the values that belong to points in a convex polygon of corner[corners] (m),
 * counter-clockwise; false, and *value as it was, where there is none. */
bool eg_raster_in_cell(const eg_raster *raster, const double (*corner)[2], int corners, bool lowest,
                       double *value);

/* Places (m) of values, there or missing, in such a polygon, row by row: the first `room` of them; returns how many
 * there are. */
int64_t eg_raster_places_in_cell(const eg_raster *raster, const double (*corner)[2], int corners,
                                 int64_t room, double (*place)[2]);

/* The value of the nearest place where the point (m) is covered and it is not missing. */
bool eg_raster_find_nearest(const eg_raster *raster, double x, double y, double *value);

/* The value at a point (m), bilinear. EG_INPUT names the point and the bounds when it is not
 * covered, and the missing value when there is no data (see eg_raster_nodata). */
eg_status eg_raster_sample(const eg_raster *raster, double x, double y, double *value);

/* Frees the raster and sets *raster to NULL; NULL is fine. */
void eg_raster_destroy(eg_raster **raster);

#endif
