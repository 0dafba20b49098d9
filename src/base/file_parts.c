/* Files in parts: created, written at places, published, removed. What a signal interrupts is
 * repeated; what the system takes in part is gone on with. */
#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Repeats a call that gives a negative number where it fails, while a signal interrupts it. */
#define REPEAT_CALL(result, call)                                                                            \
    do {                                                                                                     \
        (result) = (call);                                                                                   \
    } while ((result) < 0 && errno == EINTR)

/* On Linux the descriptor is gone whatever close() says; what fsync() has taken is safe by then. */
void eg_file_close(int *file)
{
    if (*file >= 0)
        close(*file);
    *file = -1;
}

static eg_status fail_system(eg_context *context, const char *path, const char *what, int reason)
{
    return eg_fail(context, EG_IO, "%s: %s: %s", path, what, strerror(reason));
}

eg_status eg_file_create(eg_context *context, const char *temporary, int *file)
{
    REPEAT_CALL(*file, open(temporary, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666));
    if (*file < 0)
        return fail_system(context, temporary, "cannot be created", errno);
    int result;
    REPEAT_CALL(result, flock(*file, LOCK_EX | LOCK_NB));
    if (result < 0 && errno == EWOULDBLOCK) {
        eg_file_close(file);
        return eg_fail(context, EG_IO, "%s: cannot be created: another run is writing it", temporary);
    }
    REPEAT_CALL(result, ftruncate(*file, 0));
    if (result < 0) {
        int reason = errno;
        eg_file_remove_open(file, temporary);
        return fail_system(context, temporary, "cannot be emptied", reason);
    }
    return EG_OK;
}

eg_status eg_file_open(eg_context *context, const char *path, bool writes, int *file)
{
    REPEAT_CALL(*file, open(path, (writes ? O_WRONLY : O_RDONLY) | O_CLOEXEC | O_NOFOLLOW));
    return *file >= 0 ? EG_OK : fail_system(context, path, "cannot be opened", errno);
}

eg_status eg_file_put(eg_context *context, int file, const char *path, int64_t at, const void *data,
                      int64_t length)
{
    for (int64_t done = 0; done < length;) {
        ssize_t put;
        REPEAT_CALL(put, pwrite(file, (const char *)data + done, (size_t)(length - done), at + done));
        if (put <= 0)
            return eg_fail(context, EG_IO, "%s: writing failed at byte %lld: %s", path,
                           (long long)(at + done), strerror(put < 0 ? errno : ENOSPC));
        done += put;
    }
    return EG_OK;
}

void eg_file_begin_synchronise(int file, int64_t at, int64_t length)
{
#ifdef SYNC_FILE_RANGE_WRITE
    sync_file_range(file, at, length, SYNC_FILE_RANGE_WRITE);
#else
    (void)file;
    (void)at;
    (void)length;
#endif
}

eg_status eg_file_get(eg_context *context, eg_status status, int file, const char *path, int64_t at,
                      void *data, int64_t length)
{
    for (int64_t done = 0; done < length;) {
        ssize_t got;
        REPEAT_CALL(got, pread(file, (char *)data + done, (size_t)(length - done), at + done));
        if (got < 0)
            return eg_fail(context, EG_IO, "%s: reading failed at byte %lld: %s", path,
                           (long long)(at + done), strerror(errno));
        if (got == 0)
            return eg_fail(context, status, "%s: is cut short: byte %lld is missing", path,
                           (long long)(at + done));
        done += got;
    }
    return EG_OK;
}

/* Brings the names in the folder of `path` to the disk. A folder that may not be read, or a file
 * system that synchronises no folders, is left to the system. */
eg_status eg_file_synchronise_folder(eg_context *context, const char *path)
{
    EG_SCRATCH char *folder = NULL;
    EG_TRY(eg_path_folder(context, path, &folder));
    EG_ENDS_WITH(eg_file_close) int file = -1;
    int result = -1;
    REPEAT_CALL(file, open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (file >= 0)
        REPEAT_CALL(result, fsync(file));
    if (result < 0 && errno != EACCES && errno != EINVAL)
        return fail_system(context, folder, "cannot be synchronised", errno);
    return EG_OK;
}

/* rename() takes the place of whatever has the name. Of what is no plain file, such as /dev/full or a link,
 * that would destroy something that is not ours. */
static eg_status refuse_special(eg_context *context, const char *path)
{
    struct stat info;
    if (lstat(path, &info) != 0 || S_ISREG(info.st_mode))
        return EG_OK;
    return eg_fail(context, EG_IO, "%s: is %s, not a plain file: it is left alone; give another name", path,
                   S_ISDIR(info.st_mode)   ? "a folder"
                   : S_ISLNK(info.st_mode) ? "a symbolic link"
                                           : "a device or a pipe");
}

static eg_status rename_file(eg_context *context, int file, const char *temporary, const char *path)
{
    int result;
    EG_TRY(refuse_special(context, path));
    EG_TRY(eg_file_named(context, file, path, NULL));
    REPEAT_CALL(result, rename(temporary, path));
    if (result == 0)
        return EG_OK;
    int reason = errno;
    eg_file_unnamed(context, path);
    return eg_fail(context, EG_IO, "%s: cannot be renamed to %s: %s", temporary, path, strerror(reason));
}

/* Brings to the disk first what another descriptor has written. */
eg_status eg_file_commit(eg_context *context, const char *temporary, const char *path)
{
    EG_ENDS_WITH(eg_file_close) int file = -1;
    int result = -1;
    REPEAT_CALL(file, open(temporary, O_RDONLY | O_CLOEXEC));
    if (file >= 0)
        REPEAT_CALL(result, fsync(file));
    if (result != 0)
        return fail_system(context, temporary, "cannot be synchronised", errno);
    EG_TRY(rename_file(context, file, temporary, path));
    return eg_file_synchronise_folder(context, path);
}

eg_status eg_file_synchronise(eg_context *context, int *file, const char *path)
{
    int result;
    REPEAT_CALL(result, fsync(*file));
    int reason = errno;
    eg_file_close(file);
    return result == 0 ? EG_OK : fail_system(context, path, "cannot be synchronised", reason);
}

/* Through the descriptor that wrote: the system tells it what was lost on the way to the disk. After
 * a failed fsync there is no second try, since the system may have dropped the bytes. */
eg_status eg_file_complete(eg_context *context, int *file, const char *temporary)
{
    int result;
    REPEAT_CALL(result, fsync(*file));
    if (result == 0)
        return EG_OK;
    int reason = errno;
    eg_file_remove_open(file, temporary);
    return fail_system(context, temporary, "cannot be synchronised", reason);
}

eg_status eg_file_name(eg_context *context, int *file, const char *temporary, const char *path)
{
    eg_status status = rename_file(context, *file, temporary, path);
    if (status == EG_OK)
        eg_file_close(file);
    else
        eg_file_remove_open(file, temporary);
    return status;
}

eg_status eg_file_publish(eg_context *context, int *file, const char *temporary, const char *path)
{
    EG_TRY(eg_file_complete(context, file, temporary));
    EG_TRY(eg_file_name(context, file, temporary, path));
    return eg_file_synchronise_folder(context, path);
}

static int remove_path(const char *path)
{
    int result;
    REPEAT_CALL(result, unlink(path));
    return result;
}

/* The name goes before the lock does, so that nobody else finds a file that is not locked. */
void eg_file_remove_open(int *file, const char *temporary)
{
    if (*file < 0)
        return;
    remove_path(temporary);
    eg_file_close(file);
}

eg_status eg_file_remove(eg_context *context, const char *path)
{
    if (remove_path(path) != 0 && errno != ENOENT)
        return fail_system(context, path, "cannot be removed", errno);
    return EG_OK;
}

bool eg_file_of_temporary(const char *name, char *of, size_t room)
{
    const char *end = strstr(name, ".tmp");
    size_t length = end ? (size_t)(end - name) : room;
    if (length == 0 || length >= room)
        return false;
    const char *number = end + 4;
    if (number[0] == 0 || number[strspn(number, "0123456789")] != 0)
        return false;
    memcpy(of, name, length);
    of[length] = 0;
    return true;
}

bool eg_file_remove_dead(const char *temporary)
{
    int file, result;
    REPEAT_CALL(file, open(temporary, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (file < 0)
        return false;
    REPEAT_CALL(result, flock(file, LOCK_EX | LOCK_NB));
    if (result == 0)
        result = remove_path(temporary);
    eg_file_close(&file);
    return result == 0;
}

/* A folder that is there, or was made by another just now, is fine. */
static eg_status make_one_folder(eg_context *context, const char *path)
{
    struct stat info;
    int result;
    REPEAT_CALL(result, mkdir(path, 0777));
    int reason = errno;
    if (result == 0)
        return eg_file_synchronise_folder(context, path);
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        return EG_OK;
    return fail_system(context, path, "cannot be created as a folder", reason);
}

eg_status eg_folder_create(eg_context *context, const char *path)
{
    EG_SCRATCH char *copy = NULL;
    EG_TRY(eg_strdup(context, path, &copy));
    for (char *p = copy + 1;; p++) {
        if (*p != '/' && *p != 0)
            continue;
        char kept = *p;
        *p = 0;
        EG_TRY(make_one_folder(context, copy));
        *p = kept;
        if (kept == 0)
            break;
    }
    return EG_OK;
}
