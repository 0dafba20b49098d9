/* Names of files and folders. */
#include <string.h>

#include "base/base.h"

eg_status eg_path_join(eg_context *context, const char *folder, const char *name, char **path)
{
    eg_text joined = {.context = context};
    if (name[0] == '/' || !folder || !folder[0])
        eg_text_add(&joined, "%s", name);
    else
        eg_text_add(&joined, "%s%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/", name);
    *path = joined.data;
    return joined.status;
}

eg_status eg_path_folder(eg_context *context, const char *path, char **folder)
{
    const char *slash = strrchr(path, '/');
    EG_TRY(eg_strdup(context, slash ? path : ".", folder));
    if (slash)
        (*folder)[slash == path ? 1 : slash - path] = 0;
    return EG_OK;
}
