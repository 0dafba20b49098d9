/* `eagre info`: tells by a file's content what it is, and has it described. */
#include "eagre/tools.h"
#include "tools/internal.h"

static eg_status info_run(eg_context *context, const char *path, eg_text *text)
{
    EG_SCRATCH char *report = NULL;
    EG_TRY(eg_report_text(context, path, EG_REPORT_FULL, &report));
    eg_text_add(text, "%s", report);
    return EG_OK;
}

static eg_status info_summary(eg_context *context, const char *path, eg_text *text)
{
    EG_SCRATCH char *folder = NULL;
    EG_TRY(eg_path_folder(context, path, &folder));
    return info_run(context, folder, text);
}

typedef eg_status info_function(eg_context *context, const char *path, eg_text *text);

eg_status eg_info_text(eg_context *context, const char *path, char **text)
{
    static info_function *const functions[] = {[EG_FILE_MESH] = eg_info_mesh,
                                               [EG_FILE_SNAPSHOT_MESH] = eg_info_snapshot_mesh,
                                               [EG_FILE_SNAPSHOT] = eg_info_snapshot,
                                               [EG_FILE_SERIES] = eg_info_snapshots,
                                               [EG_FILE_RUN] = info_run,
                                               [EG_FILE_SUMMARY] = info_summary,
                                               [EG_FILE_LIST] = eg_info_file_list,
                                               [EG_FILE_LOG] = eg_info_log,
                                               [EG_FILE_CHECKPOINT] = eg_info_checkpoint,
                                               [EG_FILE_RASTER] = eg_info_raster,
                                               [EG_FILE_TABLE] = eg_info_table,
                                               [EG_FILE_SAC] = eg_info_sac,
                                               [EG_FILE_SEGY] = eg_info_segy,
                                               [EG_FILE_PICTURE] = eg_info_png,
                                               [EG_FILE_CASE] = eg_info_case,
                                               [EG_FILE_NETCDF] = eg_info_given,
                                               [EG_FILE_NUMPY] = eg_info_given,
                                               [EG_FILE_CMT] = eg_info_given,
                                               [EG_FILE_QUAKEML] = eg_info_given,
                                               [EG_FILE_SRF] = eg_info_given,
                                               [EG_FILE_MSEED] = eg_info_given};
    eg_text made = {.context = context};
    eg_file_kind kind = EG_FILE_UNKNOWN;
    eg_status status = eg_tools_kind(context, path, &kind);
    if (status == EG_OK)
        status = functions[kind](context, path, &made);
    return eg_tools_give(&made, status, text);
}
