/* Finds GDAL at run time. */
#include "io/table/gdal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "device/library.h"

/* Versions of the library's file that are tried, the newest first: 26 is GDAL 3.0. */
enum { NEWEST = 60, OLDEST = 26 };

static void *find_library(void)
{
    const char *given = getenv("EAGRE_GDAL");
    if (given && given[0])
        return strcmp(given, "none") == 0 ? NULL : eg_library_open(given);
    void *library = eg_library_open("libgdal.so"); /* of the development package */
    for (int version = NEWEST; !library && version >= OLDEST; version--) {
        char name[32];
        snprintf(name, sizeof name, "libgdal.so.%d", version);
        library = eg_library_open(name);
    }
    return library;
}

static const char *find_functions(eg_gdal *gdal)
{
    const char *missing = NULL;
#define FIND(gives, name, parameters)                                                                        \
    missing = eg_library_find(gdal->library, #name, &gdal->name) ? missing : #name;
    EG_GDAL_FUNCTIONS(FIND)
#undef FIND
    return missing;
}

/* No file sends GDAL to a host, or to other files through tables and functions of SQLite. NULL: as it was. */
static void set_bounds(const eg_gdal *gdal, bool set)
{
    static const char *const options[][2] = {{"CPL_VSIL_CURL_ALLOWED_EXTENSIONS", ".none"},
                                             {"OGR_SQLITE_STATIC_VIRTUAL_OGR", "NO"},
                                             {"ALLOW_OGR_SQL_FUNCTIONS_FROM_TRIGGER_AND_VIEW", "NO"}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        gdal->CPLSetThreadLocalConfigOption(options[i][0], set ? options[i][1] : NULL);
}

eg_status eg_gdal_open(eg_context *context, const char *path, const char *otherwise, eg_gdal *gdal)
{
    *gdal = (eg_gdal){.library = find_library()};
    if (!gdal->library)
        return eg_fail(context, EG_INPUT,
                       "%s: this needs GDAL, which is not installed: libgdal.so was not found "
                       "(Debian and Ubuntu install it with the package gdal-bin)%s%s",
                       path, otherwise ? "; or " : "", otherwise ? otherwise : "");
    const char *missing = find_functions(gdal);
    if (missing) {
        eg_library_close(&gdal->library);
        return eg_fail(context, EG_INPUT,
                       "%s: this needs GDAL 3, and the one that was found has no function %s", path, missing);
    }
    set_bounds(gdal, true);
    gdal->CPLSetErrorHandler(gdal->CPLQuietErrorHandler);
    gdal->GDALAllRegister();
    gdal->CPLErrorReset();
    return EG_OK;
}

void eg_gdal_close(eg_gdal *gdal)
{
    if (!gdal->library)
        return;
    set_bounds(gdal, false);
    eg_library_close(&gdal->library);
    gdal->library = NULL;
}

bool eg_gdal_is_there(void)
{
    eg_gdal gdal = {.library = find_library()};
    bool there = gdal.library && !find_functions(&gdal);
    if (gdal.library)
        eg_library_close(&gdal.library);
    return there;
}

const char *eg_gdal_reason(const eg_gdal *gdal)
{
    const char *reason = gdal->CPLGetLastErrorMsg();
    return reason && reason[0] ? reason : "no reason given";
}

void *eg_gdal_open_file(const eg_gdal *gdal, const char *path, unsigned kind)
{
    static const char *const rasters[] = {"GTiff", NULL};
    static const char *const vectors[] = {"ESRI Shapefile", "GPKG",        "FlatGeobuf",
                                          "MapInfo File",   "OpenFileGDB", NULL};
    return gdal->GDALOpenEx(path, EG_GDAL_READ | EG_GDAL_VERBOSE | kind,
                            kind == EG_GDAL_RASTER ? rasters : vectors, NULL, NULL);
}

eg_status eg_gdal_refuse_journal(eg_context *context, const char *path)
{
    EG_TEXT(name, context);
    struct stat info;
    eg_text_add(&name, "%s-wal", path);
    EG_TRY(name.status);
    if (stat(eg_text_string(&name), &info) == 0 && info.st_size > 0)
        return eg_fail(context, EG_INPUT,
                       "%s: changes of it are still in %s; close the program that edits it, or copy it "
                       "with ogr2ogr",
                       path, eg_text_string(&name));
    return EG_OK;
}

eg_status eg_gdal_each_beside(eg_context *context, const char *path, unsigned kind, eg_beside each)
{
    EG_ENDS_WITH(eg_gdal_close) eg_gdal gdal = {0};
    if (!eg_gdal_is_there())
        return EG_OK;
    EG_TRY(eg_gdal_refuse_journal(context, path));
    EG_TRY(eg_gdal_open(context, path, NULL, &gdal));
    void *file = eg_gdal_open_file(&gdal, path, kind);
    char **names = file ? gdal.GDALGetFileList(file) : NULL;
    eg_status status = EG_OK;
    for (int i = 0; status == EG_OK && names && names[i]; i++)
        if (strcmp(names[i], path) != 0)
            status = each.visit(each.user, names[i]);
    gdal.CSLDestroy(names);
    if (file)
        gdal.GDALClose(file);
    return status;
}
