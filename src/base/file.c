/* Files: read whole, write so that a crash leaves the old or the new file, folders and paths. */
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

static eg_status write_all(eg_context *context, int file, const char *path, const char *data,
                           int64_t length)
{
    for (int64_t done = 0; done < length;) {
        ssize_t put = write(file, data + done, (size_t)(length - done));
        if (put > 0)
            done += put;
        else if (put == 0 || errno != EINTR)
            return eg_fail(context, EG_IO, "%s: writing failed at byte %lld: %s", path,
                           (long long)done, strerror(errno));
    }
    return EG_OK;
}

eg_status eg_file_temporary(eg_context *context, const char *path, char **temporary)
{
    eg_text name = {.context = context};
    eg_text_add(&name, "%s.tmp%ld", path, (long)getpid());
    *temporary = name.data;
    return name.status;
}

static eg_status sync_path(eg_context *context, const char *path, int flags)
{
    int file = open(path, flags | O_CLOEXEC);
    if (file < 0 || fsync(file) != 0) {
        int reason = errno;
        if (file >= 0)
            close(file);
        return eg_fail(context, EG_IO, "%s: cannot be synchronised: %s", path, strerror(reason));
    }
    close(file);
    return EG_OK;
}

eg_status eg_file_commit(eg_context *context, const char *temporary, const char *path)
{
    EG_TRY(sync_path(context, temporary, O_RDONLY));
    if (rename(temporary, path) != 0)
        return eg_fail(context, EG_IO, "%s: cannot be renamed to %s: %s", temporary, path,
                       strerror(errno));
    char *folder;
    EG_TRY(eg_path_folder(context, path, &folder));
    eg_status status = sync_path(context, folder, O_RDONLY | O_DIRECTORY);
    eg_free(context, &folder);
    return status;
}

eg_status eg_file_write(eg_context *context, const char *path, const void *data, int64_t length)
{
    char *temporary;
    EG_TRY(eg_file_temporary(context, path, &temporary));
    eg_status status;
    int file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) {
        status = eg_fail(context, EG_IO, "%s: cannot be created: %s", temporary, strerror(errno));
    } else {
        status = write_all(context, file, temporary, data, length);
        if (close(file) != 0 && status == EG_OK)
            status = eg_fail(context, EG_IO, "%s: closing failed: %s", temporary, strerror(errno));
        if (status == EG_OK)
            status = eg_file_commit(context, temporary, path);
        if (status != EG_OK)
            unlink(temporary);
    }
    eg_free(context, &temporary);
    return status;
}

eg_status eg_folder_create(eg_context *context, const char *path)
{
    char *copy;
    EG_TRY(eg_strdup(context, path, &copy));
    eg_status status = EG_OK;
    for (char *p = copy + 1; status == EG_OK; p++) {
        if (*p != '/' && *p != 0)
            continue;
        char kept = *p;
        *p = 0;
        struct stat info;
        if (mkdir(copy, 0777) != 0 && !(stat(copy, &info) == 0 && S_ISDIR(info.st_mode)))
            status = eg_fail(context, EG_IO, "%s: cannot be created as a folder: %s", copy,
                             strerror(errno));
        *p = kept;
        if (kept == 0)
            break;
    }
    eg_free(context, &copy);
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

eg_status eg_path_folder(eg_context *context, const char *path, char **folder)
{
    const char *slash = strrchr(path, '/');
    EG_TRY(eg_strdup(context, slash ? path : ".", folder));
    if (slash)
        (*folder)[slash == path ? 1 : slash - path] = 0;
    return EG_OK;
}
