/* `eagre info`: tells by a file's content what it is, and has it described. */
#include "eagre/tools.h"
#include "run/tools_internal.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { HEAD_BYTES = 512 };

static bool ends_in(const char *path, const char *ending)
{
    size_t length = strlen(path), tail = strlen(ending);
    return length > tail && strcasecmp(path + length - tail, ending) == 0;
}

/* Reads the first bytes; what is left of `head` stays zero. */
static eg_status read_head(eg_context *context, const char *path, char head[HEAD_BYTES + 1])
{
    memset(head, 0, HEAD_BYTES + 1);
    FILE *file = fopen(path, "rbe");
    if (!file)
        return eg_fail(context, EG_INPUT, "%s: cannot be opened: %s", path, strerror(errno));
    size_t got = fread(head, 1, HEAD_BYTES, file);
    bool failed = ferror(file) != 0;
    fclose(file);
    if (failed)
        return eg_fail(context, EG_INPUT, "%s: cannot be read", path);
    if (got == 0)
        return eg_fail(context, EG_INPUT, "%s: is empty", path);
    return EG_OK;
}

static bool is_raster(const char *head)
{
    static const char *const keys[] = {"ncols",     "nrows",     "xllcorner", "yllcorner",
                                       "xllcenter", "yllcenter", "cellsize",  "nodata_value"};
    if (strncmp(head, "\xef\xbb\xbf", 3) == 0) /* the mark that some editors put first */
        head += 3;
    while (isspace((unsigned char)*head))
        head++;
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        size_t length = strlen(keys[k]);
        if (strncasecmp(head, keys[k], length) == 0 && isspace((unsigned char)head[length]))
            return true;
    }
    return false;
}

static eg_status info_summary(eg_context *context, const char *path, eg_text *text)
{
    char *folder = NULL, *report = NULL;
    EG_TRY(eg_path_folder(context, path, &folder));
    eg_status status = eg_report_text(context, folder, EG_REPORT_FULL, &report);
    if (status == EG_OK)
        eg_text_add(text, "%s", report);
    eg_release_text(context, &report);
    eg_free(context, &folder);
    return status;
}

static eg_status info_folder(eg_context *context, const char *path, eg_text *text)
{
    char *summary = NULL, *report = NULL;
    EG_TRY(eg_path_join(context, path, "summary.json", &summary));
    bool is_run = eg_tools_is_file(summary);
    eg_free(context, &summary);
    if (!is_run)
        return eg_info_snapshots(context, path, text);
    EG_TRY(eg_report_text(context, path, EG_REPORT_FULL, &report));
    eg_text_add(text, "%s", report);
    eg_release_text(context, &report);
    return EG_OK;
}

static eg_status info_file(eg_context *context, const char *path, eg_text *text)
{
    char head[HEAD_BYTES + 1];
    EG_TRY(read_head(context, path, head));
    if (strncmp(head, "$MeshFormat", 11) == 0 || strncmp(head, "$Comments", 9) == 0 ||
        ends_in(path, ".msh"))
        return eg_info_mesh(context, path, text);
    if (memcmp(head, "\x89HDF\r\n\x1a\n", 8) == 0 || ends_in(path, ".vtkhdf"))
        return eg_info_snapshot(context, path, text);
    if (memcmp(head,
               "\x89"
               "eagre\r\n",
               8) == 0 ||
        ends_in(path, ".eagre"))
        return eg_info_checkpoint(context, path, text);
    if (ends_in(path, ".series"))
        return eg_info_snapshots(context, path, text);
    if (strcmp(eg_tools_base_name(path), "summary.json") == 0)
        return info_summary(context, path, text);
    if (is_raster(head) || ends_in(path, ".asc"))
        return eg_info_raster(context, path, text);
    if (ends_in(path, ".csv"))
        return eg_info_series(context, path, text);
    if (ends_in(path, ".yaml") || ends_in(path, ".yml"))
        return eg_info_case(context, path, text);
    return eg_fail(context, EG_INPUT,
                   "%s: is nothing that is known here: a Gmsh mesh (.msh), a snapshot (.vtkhdf) or "
                   "an index of them (.series), a run's folder or its summary.json, a checkpoint "
                   "(.eagre), a raster (.asc), a time series (.csv) or a case (.yaml)",
                   path);
}

eg_status eg_info_text(eg_context *context, const char *path, char **text)
{
    eg_text made = {.context = context};
    bool folder = eg_tools_is_folder(path);
    eg_status status = folder ? info_folder(context, path, &made) : info_file(context, path, &made);
    return eg_tools_give(&made, status, text);
}
