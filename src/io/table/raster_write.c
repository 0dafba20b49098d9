/* Writing of rasters: ESRI ASCII grids, and GeoTIFF by GDAL. */
#include "io/table/gdal.h"
#include "io/table/plain_text.h"
#include "io/table/raster.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char MISSING[] = "-9999";
static const double MISSING_VALUE = -9999;

/* ---- ESRI ASCII grids */

/* The shortest of f32: some digits do, and 9 always. */
static void format_single(float value, char buffer[32])
{
    for (int digits = 6; digits <= 9; digits++) {
        double back;
        snprintf(buffer, 32, "%.*g", digits, (double)value);
        if (eg_parse_real(buffer, buffer + strlen(buffer), &back) && (float)back == value)
            return;
    }
}

static void add_grid_value(eg_text *text, double value, bool single)
{
    char buffer[32] = "";
    if (single)
        format_single((float)value, buffer);
    else
        eg_format_real(value, buffer);
    const char *shown = isnan(value) ? MISSING : buffer;
    eg_text_add_bytes(text, shown, (int64_t)strlen(shown));
}

/* Beside NAME.asc in NAME.prj, where other programs look for it. */
static eg_status write_projection(eg_context *context, const char *path, const char *projection)
{
    EG_TEXT(name, context);
    eg_text_add_bytes(&name, path, (int64_t)(strrchr(path, '.') - path));
    eg_text_add(&name, ".prj");
    EG_TRY(name.status);
    return eg_file_write(context, eg_text_string(&name), projection, (int64_t)strlen(projection));
}

static eg_status fail_stopped(eg_context *context, const char *path)
{
    return eg_fail(context, EG_STOPPED, "stopped while %s was written", path);
}

static eg_status write_text(eg_context *context, const char *path, const eg_raster *raster, bool single)
{
    EG_TEXT(text, context);
    double half = raster->spacing / 2;
    eg_text_add(&text, "ncols %lld\nnrows %lld\nxllcorner %s\nyllcorner %s\ncellsize %s\nNODATA_value %s\n",
                (long long)raster->columns, (long long)raster->rows,
                eg_real_show(raster->first[0] - half).text, eg_real_show(raster->first[1] - half).text,
                eg_real_show(raster->spacing).text, MISSING);
    for (int64_t row = raster->rows - 1; row >= 0 && !eg_context_is_stopped(context); row--)
        for (int64_t c = 0; c < raster->columns; c++) {
            add_grid_value(&text, raster->value[row * raster->columns + c], single);
            eg_text_add_bytes(&text, c + 1 < raster->columns ? " " : "\n", 1);
        }
    EG_TRY(text.status);
    if (eg_context_is_stopped(context))
        EG_TRY(fail_stopped(context, path));
    EG_TRY(eg_file_write(context, path, text.data, text.length));
    return raster->projection ? write_projection(context, path, raster->projection) : EG_OK;
}

/* ---- GeoTIFF */

typedef struct tiff_writer {
    eg_context *context;
    const char *path;
    const eg_raster *raster;
    eg_gdal gdal;
    void *memory; /* the raster as GDAL has it */
} tiff_writer;

static void tiff_writer_end(tiff_writer *w)
{
    if (w->memory)
        w->gdal.GDALClose(w->memory);
    eg_gdal_close(&w->gdal);
}

static eg_status fail_to_write(const tiff_writer *w)
{
    if (eg_context_is_stopped(w->context))
        return fail_stopped(w->context, w->path);
    return eg_fail(w->context, EG_IO, "%s: GDAL cannot write it: %s", w->path, eg_gdal_reason(&w->gdal));
}

static eg_status put_rows(const tiff_writer *w, void *band, float *line)
{
    const eg_raster *raster = w->raster;
    int columns = (int)raster->columns;
    for (int64_t row = 0; row < raster->rows; row++) {
        const double *value = &raster->value[(raster->rows - 1 - row) * columns];
        for (int c = 0; c < columns; c++)
            line[c] = (float)(isnan(value[c]) ? MISSING_VALUE : value[c]);
        if (w->gdal.GDALRasterIO(band, EG_GDAL_WRITE, 0, (int)row, columns, 1, line, columns, 1,
                                 EG_GDAL_FLOAT32, 0, 0) != EG_GDAL_NONE)
            return fail_to_write(w);
    }
    return EG_OK;
}

static eg_status fill_memory(tiff_writer *w)
{
    const eg_gdal *g = &w->gdal;
    const eg_raster *raster = w->raster;
    void *driver = g->GDALGetDriverByName("MEM");
    if (driver)
        w->memory =
            g->GDALCreate(driver, "", (int)raster->columns, (int)raster->rows, 1, EG_GDAL_FLOAT32, NULL);
    if (!w->memory)
        return fail_to_write(w);
    double half = raster->spacing / 2;
    double place[6] = {raster->first[0] - half,
                       raster->spacing,
                       0,
                       raster->first[1] + (double)(raster->rows - 1) * raster->spacing + half,
                       0,
                       -raster->spacing};
    void *band = g->GDALGetRasterBand(w->memory, 1);
    if (g->GDALSetGeoTransform(w->memory, place) != EG_GDAL_NONE ||
        g->GDALSetRasterNoDataValue(band, MISSING_VALUE) != EG_GDAL_NONE ||
        (raster->projection && g->GDALSetProjection(w->memory, raster->projection) != EG_GDAL_NONE))
        return fail_to_write(w);
    EG_SCRATCH float *line = NULL;
    EG_TRY(eg_alloc(w->context, raster->columns, sizeof *line, &line));
    return put_rows(w, band, line);
}

/* GDAL asks as it goes, and ends where it gets 0. */
static int ask_whether_stopped(double done, const char *message, void *context)
{
    (void)done;
    (void)message;
    return !eg_context_is_stopped(context);
}

/* The driver of cloud-optimised files, which GDAL has from 3.1 on; one of tiles before that. */
static eg_status copy_to(const tiff_writer *w, const char *path)
{
    static const char *const cloud[] = {"COMPRESS=DEFLATE", NULL};
    static const char *const tiles[] = {"COMPRESS=DEFLATE", "TILED=YES", NULL};
    void *driver = w->gdal.GDALGetDriverByName("COG");
    const char *const *options = driver ? cloud : tiles;
    if (!driver)
        driver = w->gdal.GDALGetDriverByName("GTiff");
    void *made =
        driver ? w->gdal.GDALCreateCopy(driver, path, w->memory, 0, options, ask_whether_stopped, w->context)
               : NULL;
    if (!made)
        return fail_to_write(w);
    w->gdal.GDALClose(made);
    return EG_OK;
}

static eg_status write_tiff(eg_context *context, const char *path, const eg_raster *raster)
{
    EG_ENDS_WITH(tiff_writer_end) tiff_writer w = {.context = context, .path = path, .raster = raster};
    EG_SCRATCH char *temporary = NULL;
    EG_TRY(eg_gdal_open(context, path, "write an ASCII grid, with the ending .asc", &w.gdal));
    EG_TRY(fill_memory(&w));
    EG_TRY(eg_file_temporary(context, path, &temporary));
    eg_status status = copy_to(&w, temporary);
    if (status == EG_OK)
        return eg_file_commit(context, temporary, path);
    remove(temporary);
    return status;
}

eg_status eg_raster_write(eg_context *context, const char *path, const eg_raster *raster, bool single)
{
    if (eg_has_ending(path, ".asc"))
        return write_text(context, path, raster, single);
    if (eg_has_ending(path, ".tif") || eg_has_ending(path, ".tiff"))
        return write_tiff(context, path, raster);
    return eg_fail(context, EG_USAGE, "%s: a raster's name ends in .asc (ESRI ASCII grid) or .tif (GeoTIFF)",
                   path);
}
