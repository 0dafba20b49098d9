/* Rasters by GDAL. */
#include "io/table/raster_formats.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/table/gdal.h"
#include "io/table/plain_text.h"

static const char OTHERWISE[] = "convert it to an ASCII grid elsewhere with gdal_translate -of AAIGrid";

/* Above this, a number stands for something that was not declared, as in ASCII grids. */
static const double RASTER_LARGEST = 1e30;

/* Sides of squares agree so far: files hold them with rounded digits. */
static const double SAME_SIDE = 1e-6;

typedef struct gdal_reader {
    eg_context *context;
    const char *path;
    const eg_raster_options *options;
    eg_gdal gdal;
    void *file, *band;
    double scale, offset, nodata;
    int has_nodata;
} gdal_reader;

eg_status eg_raster_is_tiff(eg_context *context, const char *path, bool *is)
{
    static const char *const magics[] = {"II*\0", "MM\0*", "II+\0", "MM\0+"};
    char head[4] = {0};
    *is = false;
    FILE *file = fopen(path, "rbe");
    if (!file)
        return eg_fail(context, EG_INPUT, "%s: cannot be opened: %s", path, strerror(errno));
    size_t got = fread(head, 1, sizeof head, file);
    fclose(file);
    for (int i = 0; i < 4; i++)
        *is |= got == sizeof head && memcmp(head, magics[i], sizeof head) == 0;
    return EG_OK;
}

/* ---- where it lies */

static eg_status open_raster(gdal_reader *r)
{
    const eg_gdal *g = &r->gdal;
    r->file = eg_gdal_open_file(g, r->path, EG_GDAL_RASTER);
    if (!r->file)
        return eg_fail(r->context, EG_INPUT, "%s: GDAL cannot read it: %s", r->path, eg_gdal_reason(g));
    if (g->GDALGetRasterCount(r->file) < 1)
        return eg_fail(r->context, EG_INPUT, "%s: holds no band of numbers", r->path);
    r->band = g->GDALGetRasterBand(r->file, 1);
    int given;
    r->nodata = g->GDALGetRasterNoDataValue(r->band, &r->has_nodata);
    r->scale = g->GDALGetRasterScale(r->band, &given);
    if (!given || r->scale == 0)
        r->scale = 1;
    r->offset = g->GDALGetRasterOffset(r->band, &given);
    if (!given)
        r->offset = 0;
    return EG_OK;
}

static eg_status check_raster_place(const gdal_reader *r, const double t[6])
{
    for (int i = 0; i < 6; i++)
        if (!isfinite(t[i]))
            return eg_fail(r->context, EG_INPUT, "%s: its georeference is not finite", r->path);
    if (t[2] != 0 || t[4] != 0)
        return eg_fail(r->context, EG_INPUT,
                       "%s: the raster is rotated; make a north-up raster with gdalwarp", r->path);
    if (!(t[1] > 0) || !(t[5] < 0))
        return eg_fail(r->context, EG_INPUT,
                       "%s: the raster is not north-up; make a north-up raster with gdalwarp", r->path);
    if (fabs(t[1] + t[5]) > SAME_SIDE * t[1])
        return eg_fail(r->context, EG_INPUT,
                       "%s: its pixels are %s wide and %s high; make them square with gdalwarp -tr %s %s",
                       r->path, eg_real_show(t[1]).text, eg_real_show(-t[5]).text, eg_real_show(t[1]).text,
                       eg_real_show(t[1]).text);
    return EG_OK;
}

/* As the reader of ASCII grids has it, whose squares begin at an outer corner. */
static eg_status take_raster_place(const gdal_reader *r, eg_raster *raster)
{
    const eg_gdal *g = &r->gdal;
    double t[6];
    if (g->GDALGetGeoTransform(r->file, t) != EG_GDAL_NONE)
        return eg_fail(r->context, EG_INPUT, "%s: has no georeference; set one with gdal_edit.py -a_ullr",
                       r->path);
    const char *projection = g->GDALGetProjectionRef(r->file);
    if (projection && projection[0])
        EG_TRY(eg_strdup(r->context, projection, &raster->projection));
    EG_TRY(eg_raster_check_metres(raster));
    EG_TRY(check_raster_place(r, t));
    raster->columns = g->GDALGetRasterXSize(r->file);
    raster->rows = g->GDALGetRasterYSize(r->file);
    raster->spacing = t[1];
    bool squares = r->options->registration == EG_RASTER_CORNER;
    const double low[2] = {t[0], t[3] - (double)raster->rows * t[1]};
    const int64_t side[2] = {raster->columns, raster->rows};
    for (int k = 0; k < 2; k++) {
        double inset = squares ? 0 : raster->spacing / 2;
        raster->first[k] = low[k] + raster->spacing / 2;
        raster->low[k] = low[k] + inset;
        raster->high[k] = low[k] + (double)side[k] * raster->spacing - inset;
        if (!(raster->low[k] + 1e-6 * t[1] > raster->low[k]) || side[k] < (squares ? 1 : 2))
            return eg_fail(r->context, EG_INPUT,
                           "%s: %lld pixels of %s from %s on: in double precision neighbouring pixels "
                           "coincide, or there are too few pixels to interpolate; check the georeference",
                           r->path, (long long)side[k], eg_real_show(t[1]).text, eg_real_show(low[k]).text);
    }
    return EG_OK;
}

/* ---- numbers */

static eg_status take_raster_row(const gdal_reader *r, eg_raster *raster, int64_t row)
{
    double *value = &raster->value[(raster->rows - 1 - row) * raster->columns];
    int columns = (int)raster->columns;
    if (r->gdal.GDALRasterIO(r->band, EG_GDAL_READ, 0, (int)row, columns, 1, value, columns, 1,
                             EG_GDAL_FLOAT64, 0, 0) != EG_GDAL_NONE)
        return eg_fail(r->context, EG_INPUT, "%s: row %lld cannot be read: %s", r->path, (long long)row + 1,
                       eg_gdal_reason(&r->gdal));
    for (int c = 0; c < columns; c++) {
        bool declared = value[c] == r->nodata || (double)(float)value[c] == (double)(float)r->nodata;
        if (isnan(value[c]) || (r->has_nodata ? declared : eg_raster_is_undeclared(value[c]))) {
            value[c] = NAN;
            raster->missing++;
            continue;
        }
        if (fabs(value[c]) > RASTER_LARGEST)
            return eg_fail(r->context, EG_INPUT,
                           "%s: the number in row %lld from the north, column %d, %s, is out of "
                           "range; where it stands for a missing value, gdal_edit.py -a_nodata says so",
                           r->path, (long long)row + 1, c + 1, eg_real_show(value[c]).text);
        value[c] = (value[c] * r->scale + r->offset) * r->options->value_scale;
        raster->least = fmin(raster->least, value[c]);
        raster->largest = fmax(raster->largest, value[c]);
    }
    return EG_OK;
}

static eg_status take_squares(const gdal_reader *r, eg_raster *raster)
{
    int64_t need = raster->columns * raster->rows;
    EG_TRY(eg_alloc(r->context, need, sizeof *raster->value, &raster->value));
    raster->least = INFINITY;
    raster->largest = -INFINITY;
    for (int64_t row = 0; row < raster->rows; row++)
        EG_TRY(take_raster_row(r, raster, row));
    return raster->missing < need
               ? EG_OK
               : eg_fail(r->context, EG_INPUT, "%s: every number is missing; there is nothing to sample",
                         r->path);
}

static void gdal_reader_end(gdal_reader *r)
{
    if (r->file)
        r->gdal.GDALClose(r->file);
    eg_gdal_close(&r->gdal);
}

eg_status eg_raster_read_gdal(eg_context *context, const char *path, const eg_raster_options *options,
                              eg_raster **raster)
{
    EG_ENDS_WITH(gdal_reader_end) gdal_reader r = {.context = context, .path = path, .options = options};
    EG_ENDS_WITH(eg_raster_destroy) eg_raster *made = NULL;
    *raster = NULL;
    EG_TRY(eg_gdal_open(context, path, OTHERWISE, &r.gdal));
    EG_TRY(open_raster(&r));
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    made->nodata = options->nodata;
    made->format = "GeoTIFF";
    EG_TRY(eg_strdup(context, path, &made->name));
    EG_TRY(take_raster_place(&r, made));
    EG_TRY(take_squares(&r, made));
    return eg_hand_over(&made, raster);
}

eg_status eg_raster_projection_gdal(eg_context *context, const char *path, char **projection)
{
    EG_ENDS_WITH(eg_gdal_close) eg_gdal gdal = {0};
    if (!eg_gdal_is_there())
        return EG_OK;
    EG_TRY(eg_gdal_open(context, path, OTHERWISE, &gdal));
    void *file = eg_gdal_open_file(&gdal, path, EG_GDAL_RASTER);
    if (!file)
        return EG_OK;
    const char *found = gdal.GDALGetProjectionRef(file);
    eg_status status = found && found[0] ? eg_strdup(context, found, projection) : EG_OK;
    gdal.GDALClose(file);
    return status;
}

eg_status eg_raster_unit(eg_context *context, const char *path, char **unit)
{
    EG_ENDS_WITH(eg_gdal_close) eg_gdal gdal = {0};
    bool tiff;
    *unit = NULL;
    EG_TRY(eg_raster_is_tiff(context, path, &tiff));
    if (!tiff || !eg_gdal_is_there())
        return EG_OK;
    EG_TRY(eg_gdal_open(context, path, OTHERWISE, &gdal));
    void *file = eg_gdal_open_file(&gdal, path, EG_GDAL_RASTER);
    void *band = file && gdal.GDALGetRasterCount(file) > 0 ? gdal.GDALGetRasterBand(file, 1) : NULL;
    const char *found = band ? gdal.GDALGetRasterUnitType(band) : NULL;
    eg_status status = found && found[0] ? eg_strdup(context, found, unit) : EG_OK;
    if (file)
        gdal.GDALClose(file);
    return status;
}
