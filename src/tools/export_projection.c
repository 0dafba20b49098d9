/* The projection of what is exported. */
#include "tools/export.h"

#include "io/table/raster.h"
#include "io/report/summary.h"

/* Of the run in this folder; NULL: it is none that has ended, or has no projection. */
static eg_status of_folder(eg_context *context, const char *folder, char **projection)
{
    EG_SCRATCH char *path = NULL;
    EG_ENDS_WITH(eg_summary_close) eg_summary *summary = NULL;
    EG_TRY(eg_path_join(context, folder, "summary.json", &path));
    if (!eg_is_file(path))
        return EG_OK;
    EG_TRY(eg_summary_open(context, path, &summary));
    return eg_strdup(context, summary->projection, projection);
}

/* A snapshot stands in its run's folder, or in one of that. Maps of several runs have a file .prj beside. */
eg_status eg_export_projection(eg_context *context, const char *source, const char *like, char **projection)
{
    enum { ABOVE = 3 };
    EG_SCRATCH char *folder = NULL;
    *projection = NULL;
    if (like)
        return eg_raster_projection(context, like, projection);
    if (eg_is_file(source))
        EG_TRY(eg_raster_projection(context, source, projection));
    EG_TRY(eg_path_absolute(context, source, &folder));
    for (int i = 0; i < ABOVE && !*projection; i++) {
        char *above = NULL;
        if (eg_is_folder(folder))
            EG_TRY(of_folder(context, folder, projection));
        EG_TRY(eg_path_folder(context, folder, &above));
        EG_FREE(&folder);
        folder = above;
    }
    return EG_OK;
}

void eg_export_warn_of_projection(eg_context *context, const char *path)
{
    eg_log(context, EG_LOG_WARN,
           "%s: no projection is known, as no raster of the case has one; a reader may take x and y for "
           "degrees of longitude and latitude. --like RASTER gives a projection",
           path);
}
