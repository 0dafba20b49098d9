/* The list of a run's files: measuring, writing, comparing. */
#include "io/report/file_list.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/snapshot/vtkhdf.h"

enum { CHUNK = 1 << 20 };

/* ---- measuring */

static eg_status hash_bytes(eg_context *context, int file, const char *path, int64_t bytes, eg_hash128 *hash)
{
    EG_ENDS_WITH(eg_hash_destroy) eg_hash_stream *stream = NULL;
    EG_SCRATCH char *piece = NULL;
    EG_TRY(eg_hash_create(context, &stream));
    EG_TRY(eg_alloc(context, eg_min_i64(CHUNK, bytes), 1, &piece));
    for (int64_t at = 0; at < bytes; at += CHUNK) {
        int64_t here = eg_min_i64(CHUNK, bytes - at);
        EG_TRY(eg_file_get(context, EG_IO, file, path, at, piece, here));
        eg_hash_add(stream, piece, here);
    }
    *hash = eg_hash_value(stream);
    return EG_OK;
}

/* Opens a plain file, which the caller closes in any case, and tells its length. */
static eg_status open_plain_file(eg_context *context, const char *path, int *file, int64_t *bytes)
{
    struct stat info;
    do {
        *file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    } while (*file < 0 && errno == EINTR);
    if (*file < 0 && errno == ENOENT)
        return eg_fail(context, EG_IO, "%s: is missing", path);
    if (*file < 0)
        return eg_fail(context, EG_IO, "%s: cannot be opened: %s", path, strerror(errno));
    if (fstat(*file, &info) != 0 || !S_ISREG(info.st_mode))
        return eg_fail(context, EG_IO, "%s: is not a file", path);
    *bytes = info.st_size;
    return EG_OK;
}

eg_status file_list_measure(eg_context *context, int file, const char *path, eg_listed_file *measured)
{
    char head[EG_H5_SEAL];
    measured->sealed = measured->bytes >= EG_H5_SEAL &&
                       pread(file, head, sizeof head, 0) == (ssize_t)sizeof head && eg_h5_is_sealed(head);
    int64_t hashed = measured->sealed ? EG_H5_SEAL : measured->bytes;
    return hash_bytes(context, file, path, hashed, &measured->hash);
}

/* Length and hash of a file; *sealed where it has a seal. */
static eg_status measure_file(eg_context *context, const char *path, eg_listed_file *measured)
{
    EG_ENDS_WITH(eg_file_close) int file = -1;
    EG_TRY(open_plain_file(context, path, &file, &measured->bytes));
    return file_list_measure(context, file, path, measured);
}

eg_status eg_file_list_add(eg_file_list *list, const char *folder, const char *name)
{
    eg_listed_file made = {0};
    EG_SCRATCH char *path = NULL;
    EG_TRY(eg_reserve(list->context, list->count + 1, &list->capacity, sizeof *list->file, &list->file));
    EG_TRY(eg_path_join(list->context, folder, name, &path));
    EG_TRY(measure_file(list->context, path, &made));
    EG_TRY(eg_strdup(list->context, name, &made.name));
    list->file[list->count++] = made;
    return EG_OK;
}

/* ---- writing */

eg_status eg_file_list_write(eg_file_list *list, const char *path)
{
    EG_TEXT(text, list->context);
    file_list_sort(list);
    snprintf(list->version, sizeof list->version, "%s", EAGRE_VERSION);
    EG_TRY(file_list_text(list, &text));
    return eg_file_write(list->context, path, text.data, text.length);
}

/* ---- comparing */

eg_status eg_file_list_glance(eg_context *context, const char *folder, const eg_listed_file *file)
{
    EG_SCRATCH char *path = NULL;
    eg_listed_file is = {0};
    EG_TRY(eg_path_join(context, folder, file->name, &path));
    EG_TRY(measure_file(context, path, &is));
    if (is.bytes != file->bytes)
        return eg_fail(context, EG_IO, "%s: is %s: it has %lld of %lld bytes", path,
                       is.bytes < file->bytes ? "cut short" : "longer than it was", (long long)is.bytes,
                       (long long)file->bytes);
    if (is.sealed != file->sealed || is.hash.low != file->hash.low || is.hash.high != file->hash.high)
        return eg_fail(context, EG_IO, "%s: is damaged or was changed: its checksum differs", path);
    return EG_OK;
}

eg_status eg_file_list_check(eg_context *context, const char *folder, const eg_listed_file *file)
{
    EG_SCRATCH char *path = NULL;
    EG_TRY(eg_file_list_glance(context, folder, file));
    EG_TRY(eg_path_join(context, folder, file->name, &path));
    eg_h5 h5 = {.context = context, .failure = EG_IO, .path = path};
    return file->sealed ? eg_h5_check(&h5) : EG_OK;
}
