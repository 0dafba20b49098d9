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

/* A run's folder has its case, or what it wrote. */
static eg_status is_of_run(eg_context *context, const char *folder, bool *is)
{
    static const char *const names[] = {"case.yaml", "summary.json", "fields"};
    *is = false;
    for (size_t i = 0; i < sizeof names / sizeof *names && !*is; i++) {
        EG_SCRATCH char *path = NULL;
        EG_TRY(eg_path_join(context, folder, names[i], &path));
        *is = eg_is_file(path) || eg_is_folder(path);
    }
    return EG_OK;
}

eg_status eg_export_run_folder(eg_context *context, const char *source, char **found)
{
    EG_SCRATCH char *folder = NULL;
    int above = eg_is_folder(source) ? 2 : 3;
    *found = NULL;
    EG_TRY(eg_path_absolute(context, source, &folder));
    for (int i = 0; i < above; i++) {
        char *next = NULL;
        bool is = false;
        if (eg_is_folder(folder))
            EG_TRY(is_of_run(context, folder, &is));
        if (is)
            return eg_strdup(context, folder, found);
        EG_TRY(eg_path_folder(context, folder, &next));
        EG_FREE(&folder);
        folder = next;
    }
    return EG_OK;
}

/* Maps of several runs have a file .prj beside. */
eg_status eg_export_projection(eg_context *context, const char *source, const char *like, char **projection)
{
    EG_SCRATCH char *folder = NULL;
    *projection = NULL;
    if (like)
        return eg_raster_projection(context, like, projection);
    if (eg_is_file(source))
        EG_TRY(eg_raster_projection(context, source, projection));
    if (*projection)
        return EG_OK;
    EG_TRY(eg_export_run_folder(context, source, &folder));
    return folder ? of_folder(context, folder, projection) : EG_OK;
}

void eg_export_warn_of_projection(eg_context *context, const char *path)
{
    eg_log(context, EG_LOG_WARN,
           "%s: no projection is known, as no raster of the case has one; a reader may take x and y for "
           "degrees of longitude and latitude. --like RASTER gives a projection",
           path);
}
