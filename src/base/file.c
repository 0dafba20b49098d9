/* Files: read whole, write so that a crash leaves the old or the new file; names and paths. */
#include "base/base.h"
#include "base/parallel.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READ_LEAST = 1 << 26 }; /* bytes worth a thread */

/* A file that is read; of one that becomes shorter meanwhile, its new length. */
typedef struct whole_file {
    eg_context *context;
    eg_status failure;
    const char *path;
    int file;
    char *data;
    int64_t length;
} whole_file;

/* The file ends at a byte. */
static void shorten_name(whole_file *whole, int64_t end)
{
    int64_t length = __atomic_load_n(&whole->length, __ATOMIC_RELAXED);
    while (end < length && !__atomic_compare_exchange_n(&whole->length, &length, end, true, __ATOMIC_RELAXED,
                                                        __ATOMIC_RELAXED)) {
    }
}

static eg_status read_part(void *with, int part, int64_t from, int64_t to)
{
    whole_file *whole = with;
    (void)part;
    for (int64_t at = from; at < to;) {
        ssize_t got = pread(whole->file, whole->data + at, (size_t)(to - at), at);
        if (got < 0 && errno != EINTR)
            return eg_fail(whole->context, whole->failure, "%s: reading failed at byte %lld: %s", whole->path,
                           (long long)at, strerror(errno));
        if (got == 0) {
            shorten_name(whole, at);
            return EG_OK;
        }
        at += got > 0 ? got : 0;
    }
    return EG_OK;
}

eg_status eg_file_read(eg_context *context, eg_status status, const char *path, int64_t max_bytes,
                       char **data, int64_t *length)
{
    *data = NULL;
    *length = 0;
    EG_SCRATCH char *made = NULL;
    EG_ENDS_WITH(eg_file_close) int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat info;
    if (file < 0 || fstat(file, &info) != 0)
        return eg_fail(context, status, "%s: cannot be opened: %s", path, strerror(errno));
    if (!S_ISREG(info.st_mode))
        return eg_fail(context, status, "%s: is not a file", path);
    if (info.st_size > max_bytes)
        return eg_fail(context, status, "%s: has %lld bytes; at most %lld are read", path,
                       (long long)info.st_size, (long long)max_bytes);
    EG_TRY(eg_alloc(context, info.st_size + 1, 1, &made));
    whole_file whole = {context, status, path, file, made, info.st_size};
    EG_TRY(
        eg_in_parts(context, eg_parts(context, info.st_size, READ_LEAST), info.st_size, read_part, &whole));
    *length = whole.length;
    return eg_hand_over(&made, data);
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
    EG_SCRATCH char *temporary = NULL;
    EG_TRY(eg_file_temporary(context, path, &temporary));
    int file = -1;
    eg_status status = eg_file_create(context, temporary, &file);
    if (status == EG_OK)
        status = eg_file_put(context, file, temporary, 0, data, length);
    if (status == EG_OK)
        status = eg_file_publish(context, &file, temporary, path);
    eg_file_remove_open(&file, temporary);
    return status;
}

eg_status eg_path_absolute(eg_context *context, const char *path, char **absolute)
{
    *absolute = NULL;
    if (path[0] == '/')
        return eg_strdup(context, path, absolute);
    char *folder = getcwd(NULL, 0);
    if (!folder)
        return eg_fail(context, EG_IO, "%s: the working folder is not known: %s", path, strerror(errno));
    eg_status status = eg_path_join(context, folder, path, absolute);
    free(folder);
    return status;
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
