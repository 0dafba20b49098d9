/* What pictures of snapshots take of the run that they are of: marks of its case, and whether y is north. */
#include "run/models/models.h"
#include "tools/export.h"
#include "tools/picture/snapshot.h"

#include <string.h>

void eg_snapshot_marks_free(eg_snapshot_marks *marks)
{
    eg_picture_points_free(&marks->points);
    EG_FREE(&marks->lines.segment);
    eg_case_destroy(&marks->loaded);
    eg_context_destroy(&marks->quiet);
}

/* The case.yaml of the run that the snapshot is of; NULL: there is none. */
static eg_status find_case_file(eg_context *context, const char *source, char **found)
{
    EG_SCRATCH char *folder = NULL;
    EG_TRY(eg_export_run_folder(context, source, &folder));
    if (!folder)
        return EG_OK;
    EG_TRY(eg_path_join(context, folder, "case.yaml", found));
    if (!eg_is_file(*found))
        EG_FREE(found);
    return EG_OK;
}

static eg_status find_marks(const eg_picture_view *view, eg_snapshot_marks *marks)
{
    eg_context *context = marks->quiet;
    EG_TRY(eg_picture_points_find(context, marks->loaded, view, &marks->points));
    EG_TRY(eg_picture_box_layers(context, marks->loaded, view, &marks->lines));
    return eg_picture_interfaces(context, marks->loaded, view, &marks->lines);
}

/* The run has told what there is to say of its case: a context without a log says it no more. */
eg_status eg_snapshot_marks_find(eg_context *context, const char *source, const eg_picture_view *view,
                                 eg_snapshot_marks *marks)
{
    EG_SCRATCH char *path = NULL, *projection = NULL;
    marks->is_looked_for = true;
    EG_TRY(eg_export_projection(context, source, NULL, &projection));
    marks->has_north = projection && view->normal < 0;
    EG_TRY(find_case_file(context, source, &path));
    if (!path)
        return EG_OK;
    EG_TRY(eg_context_create(NULL, &marks->quiet));
    eg_status status = eg_case_load(marks->quiet, eg_models, path, NULL, 0, &marks->loaded);
    if (status == EG_OK && eg_case_model_of(marks->loaded)->dimensions == view->dimension)
        status = find_marks(view, marks);
    if (status == EG_MEMORY)
        return eg_fail(context, EG_MEMORY, "%s", eg_context_error(marks->quiet));
    if (status != EG_OK)
        eg_log(context, EG_LOG_WARN, "no places and interfaces are marked: %s",
               eg_context_error(marks->quiet));
    return EG_OK;
}
