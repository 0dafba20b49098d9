/* GDAL, found at run time: the program is built and runs without it.
 *
 * The library is looked for when a file needs it. EAGRE_GDAL in the environment names the file to take;
 * "none" takes none. Calls into it come from one thread. */
#ifndef EG_IO_GDAL_H
#define EG_IO_GDAL_H

#include "io/table/beside.h"

/* X(what it gives, name, parameters): the functions that are used, as gdal.h, ogr_api.h, ogr_srs_api.h,
 * cpl_error.h and cpl_vsi.h of version 3.1 declare them; handles are pointers, enumerations int. */
#define EG_GDAL_FUNCTIONS(X)                                                                                 \
    X(void, GDALAllRegister, (void))                                                                         \
    X(void *, CPLSetErrorHandler, (void (*)(int, int, const char *)))                                        \
    X(void, CPLQuietErrorHandler, (int, int, const char *))                                                  \
    X(const char *, CPLGetLastErrorMsg, (void))                                                              \
    X(void, CPLErrorReset, (void))                                                                           \
    X(void, CPLSetThreadLocalConfigOption, (const char *, const char *))                                     \
    X(void, CSLDestroy, (char **))                                                                           \
    X(void *, GDALOpenEx,                                                                                    \
      (const char *, unsigned, const char *const *, const char *const *, const char *const *))               \
    X(void *, GDALGetDriverByName, (const char *))                                                           \
    X(void *, GDALCreate, (void *, const char *, int, int, int, int, const char *const *))                   \
    X(void *, GDALCreateCopy,                                                                                \
      (void *, const char *, void *, int, const char *const *, int (*)(double, const char *, void *),        \
       void *))                                                                                              \
    X(void, GDALClose, (void *))                                                                             \
    X(char **, GDALGetFileList, (void *))                                                                    \
    X(int, GDALGetRasterCount, (void *))                                                                     \
    X(int, GDALGetRasterXSize, (void *))                                                                     \
    X(int, GDALGetRasterYSize, (void *))                                                                     \
    X(void *, GDALGetRasterBand, (void *, int))                                                              \
    X(int, GDALRasterIO, (void *, int, int, int, int, int, void *, int, int, int, int, int))                 \
    X(double, GDALGetRasterNoDataValue, (void *, int *))                                                     \
    X(int, GDALSetRasterNoDataValue, (void *, double))                                                       \
    X(const char *, GDALGetRasterUnitType, (void *))                                                         \
    X(double, GDALGetRasterScale, (void *, int *))                                                           \
    X(double, GDALGetRasterOffset, (void *, int *))                                                          \
    X(int, GDALGetGeoTransform, (void *, double *))                                                          \
    X(int, GDALSetGeoTransform, (void *, double *))                                                          \
    X(const char *, GDALGetProjectionRef, (void *))                                                          \
    X(int, GDALSetProjection, (void *, const char *))                                                        \
    X(int, GDALDatasetGetLayerCount, (void *))                                                               \
    X(void *, GDALDatasetGetLayer, (void *, int))                                                            \
    X(void *, OGR_L_GetSpatialRef, (void *))                                                                 \
    X(void, OGR_L_ResetReading, (void *))                                                                    \
    X(void *, OGR_L_GetNextFeature, (void *))                                                                \
    X(void, OGR_F_Destroy, (void *))                                                                         \
    X(void *, OGR_F_GetGeometryRef, (void *))                                                                \
    X(int, OGR_F_GetFieldIndex, (void *, const char *))                                                      \
    X(int, OGR_F_IsFieldSetAndNotNull, (void *, int))                                                        \
    X(double, OGR_F_GetFieldAsDouble, (void *, int))                                                         \
    X(const char *, OGR_F_GetFieldAsString, (void *, int))                                                   \
    X(char *, OGR_G_ExportToJson, (void *))                                                                  \
    X(void, VSIFree, (void *))                                                                               \
    X(void *, OSRNewSpatialReference, (const char *))                                                        \
    X(void, OSRDestroySpatialReference, (void *))                                                            \
    X(int, OSRImportFromEPSG, (void *, int))                                                                 \
    X(int, OSRExportToWkt, (void *, char **))                                                                \
    X(int, OSRStripVertical, (void *))                                                                       \
    X(int, OSRIsSame, (void *, void *))                                                                      \
    X(int, OSRIsGeographic, (void *))                                                                        \
    X(double, OSRGetLinearUnits, (void *, char **))                                                          \
    X(int, OSRMorphFromESRI, (void *))                                                                       \
    X(const char *, OSRGetName, (void *))                                                                    \
    X(const char *, OSRGetAuthorityName, (void *, const char *))                                             \
    X(const char *, OSRGetAuthorityCode, (void *, const char *))

typedef struct eg_gdal {
    void *library;
#define EG_GDAL_POINTER(gives, name, parameters) gives(*name) parameters;
    EG_GDAL_FUNCTIONS(EG_GDAL_POINTER)
#undef EG_GDAL_POINTER
} eg_gdal;

/* Of the functions' int parameters and results, as GDAL numbers them. */
enum {
    EG_GDAL_NONE = 0,      /* CE_None */
    EG_GDAL_READ = 0,      /* GF_Read, GDAL_OF_READONLY */
    EG_GDAL_WRITE = 1,     /* GF_Write */
    EG_GDAL_FLOAT32 = 6,   /* GDT_Float32 */
    EG_GDAL_FLOAT64 = 7,   /* GDT_Float64 */
    EG_GDAL_RASTER = 0x02, /* GDAL_OF_RASTER */
    EG_GDAL_VECTOR = 0x04, /* GDAL_OF_VECTOR */
    EG_GDAL_VERBOSE = 0x40 /* GDAL_OF_VERBOSE_ERROR */
};

/* Opens the library, for the file `path` that needs it; the caller closes it. `otherwise` is what one can do
 * without it. EG_INPUT names the package where there is none. */
eg_status eg_gdal_open(eg_context *context, const char *path, const char *otherwise, eg_gdal *gdal);
void eg_gdal_close(eg_gdal *gdal);

/* Opens a file to read it: rasters (EG_GDAL_RASTER) as GeoTIFF, shapes (EG_GDAL_VECTOR) as one of
 * EG_GDAL_VECTOR_FORMATS, whatever its name; no other driver sees it, for some follow what a file says to
 * other files or hosts. NULL: eg_gdal_reason(). */
#define EG_GDAL_VECTOR_FORMATS "shapefile, GeoPackage, FlatGeobuf, MapInfo and file geodatabase"
void *eg_gdal_open_file(const eg_gdal *gdal, const char *path, unsigned kind);

/* EG_INPUT where a GeoPackage has changes in its journal, FILE-wal: SQLite merges them when the file is read,
 * and so changes an input. */
eg_status eg_gdal_refuse_journal(eg_context *context, const char *path);

/* Visits the files that GDAL reads beside the one at `path`, of that kind: .dbf, .tfw, .aux.xml and others.
 * Without GDAL, and of a file that it does not read, none: whoever reads it says what is wrong. */
eg_status eg_gdal_each_beside(eg_context *context, const char *path, unsigned kind, eg_beside each);

/* Whether there is one, without a message. */
bool eg_gdal_is_there(void);

/* The last error of the library, or "no reason given". */
const char *eg_gdal_reason(const eg_gdal *gdal);

#endif
