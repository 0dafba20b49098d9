/* Finds GDAL at run time. */
#include "io/table/gdal.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Versions of the library's file that are tried, the newest first: 26 is GDAL 3.0. */
enum { NEWEST = 60, OLDEST = 26 };

/* NODELETE: drivers leave state behind that must keep its code. */
static const int HOW = RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE;

static void *find_library(void)
{
    const char *given = getenv("EAGRE_GDAL");
    if (given && given[0])
        return strcmp(given, "none") == 0 ? NULL : dlopen(given, HOW);
    void *library = dlopen("libgdal.so", HOW); /* of the development package */
    for (int version = NEWEST; !library && version >= OLDEST; version--) {
        char name[32];
        snprintf(name, sizeof name, "libgdal.so.%d", version);
        library = dlopen(name, HOW);
    }
    return library;
}

static bool find_function(void *library, const char *name, void *address)
{
    void *symbol = dlsym(library, name);
    memcpy(address, &symbol, sizeof symbol);
    return symbol != NULL;
}

static const char *find_functions(eg_gdal *gdal)
{
    const char *missing = NULL;
#define FIND(gives, name, parameters)                                                              \
    missing = find_function(gdal->library, #name, &gdal->name) ? missing : #name;
    EG_GDAL_FUNCTIONS(FIND)
#undef FIND
    return missing;
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
        eg_gdal_close(gdal);
        return eg_fail(context, EG_INPUT,
                       "%s: this needs GDAL 3, and the one that was found has no function %s", path,
                       missing);
    }
    gdal->CPLSetErrorHandler(gdal->CPLQuietErrorHandler);
    gdal->GDALAllRegister();
    gdal->CPLErrorReset();
    return EG_OK;
}

void eg_gdal_close(eg_gdal *gdal)
{
    if (gdal->library)
        dlclose(gdal->library);
    gdal->library = NULL;
}

bool eg_gdal_is_there(void)
{
    eg_gdal gdal = {.library = find_library()};
    bool there = gdal.library && !find_functions(&gdal);
    eg_gdal_close(&gdal);
    return there;
}

const char *eg_gdal_reason(const eg_gdal *gdal)
{
    const char *reason = gdal->CPLGetLastErrorMsg();
    return reason && reason[0] ? reason : "no reason given";
}
