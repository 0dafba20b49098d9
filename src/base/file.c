/* Files: read whole, write so that a crash leaves the old or the new file; names and paths. */
#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

eg_status eg_file_read(eg_context *context, eg_status status, const char *path, int64_t max_bytes,
                       char **data, int64_t *length)
{
    *data = NULL;
    *length = 0;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat info;
    if (file < 0 || fstat(file, &info) != 0) {
        int reason = errno;
        if (file >= 0)
            close(file);
        return eg_fail(context, status, "%s: cannot be opened: %s", path, strerror(reason));
    }
    if (!S_ISREG(info.st_mode)) {
        close(file);
        return eg_fail(context, status, "%s: is not a file", path);
    }
    if (info.st_size > max_bytes) {
        close(file);
        return eg_fail(context, status, "%s: has %lld bytes; at most %lld are read", path,
                       (long long)info.st_size, (long long)max_bytes);
    }
    eg_status made = eg_alloc(context, info.st_size + 1, 1, data);
    ssize_t got = 1;
    while (made == EG_OK && *length < info.st_size && got != 0) {
        got = read(file, *data + *length, (size_t)(info.st_size - *length));
        if (got > 0)
            *length += got;
        else if (got < 0 && errno != EINTR)
            made = eg_fail(context, status, "%s: reading failed at byte %lld: %s", path,
                           (long long)*length, strerror(errno));
    }
    close(file);
    if (made != EG_OK)
        eg_free(context, data);
    return made;
}

eg_status eg_file_temporary(eg_context *context, const char *path, char **temporary)
{
    eg_text name = {.context = context};
    eg_text_add(&name, "%s.tmp%ld", path, (long)getpid());
    *temporary = name.data;
    return name.status;
}

eg_status eg_file_write(eg_context *context, const char *path, const void *data, int64_t length)
{
    char *temporary;
    EG_TRY(eg_file_temporary(context, path, &temporary));
    int file = -1;
    eg_status status = eg_file_create(context, temporary, &file);
    if (status == EG_OK)
        status = eg_file_put(context, file, temporary, 0, data, length);
    if (status == EG_OK)
        status = eg_file_publish(context, &file, temporary, path);
    eg_file_discard(&file, temporary);
    eg_free(context, &temporary);
    return status;
}

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

eg_status eg_path_absolute(eg_context *context, const char *path, char **absolute)
{
    *absolute = NULL;
    if (path[0] == '/')
        return eg_strdup(context, path, absolute);
    char *folder = getcwd(NULL, 0);
    if (!folder)
        return eg_fail(context, EG_IO, "%s: the working folder is not known: %s", path,
                       strerror(errno));
    eg_status status = eg_path_join(context, folder, path, absolute);
    free(folder);
    return status;
}

eg_status eg_path_folder(eg_context *context, const char *path, char **folder)
{
    const char *slash = strrchr(path, '/');
    EG_TRY(eg_strdup(context, slash ? path : ".", folder));
    if (slash)
        (*folder)[slash == path ? 1 : slash - path] = 0;
    return EG_OK;
}

bool eg_is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool eg_is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}
