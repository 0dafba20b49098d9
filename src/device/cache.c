/* The cache of compiled programs on disk (see cache.h). */
#include "device/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>

enum { MAX_ENTRY_BYTES = 1 << 30, KEY_LENGTH = 32 };

/* How long a process waits for another that builds the same program: far longer than that takes. */
static const double LONGEST_WAIT = 120; /* s */

typedef struct cache_trailer {
    char magic[8];
    char key[KEY_LENGTH];
    int64_t bytes;
    uint64_t hash[2];
} cache_trailer;

static const char cache_magic[8] = "eagre-c2";

static cache_trailer trailer_of(const char *key, const char *data, int64_t bytes)
{
    uint64_t seed = XXH3_64bits(key, KEY_LENGTH);
    XXH128_hash_t hash = XXH3_128bits_withSeed(data, (size_t)bytes, seed);
    cache_trailer trailer = {.bytes = bytes, .hash = {hash.high64, hash.low64}};
    memcpy(trailer.magic, cache_magic, sizeof trailer.magic);
    memcpy(trailer.key, key, sizeof trailer.key);
    return trailer;
}

/* The form of entries is part of the key, so that those of other versions are not looked at. */
void eg_cache_key(const char *identity, const char *source, char key[EG_CACHE_KEY_ROOM])
{
    uint64_t form = XXH3_64bits(cache_magic, sizeof cache_magic);
    XXH128_hash_t first = XXH3_128bits_withSeed(identity, strlen(identity), form);
    XXH128_hash_t hash = XXH3_128bits_withSeed(source, strlen(source), first.high64 ^ (first.low64 * 3));
    snprintf(key, EG_CACHE_KEY_ROOM, "%016llx%016llx", (unsigned long long)(hash.high64 ^ first.high64),
             (unsigned long long)(hash.low64 ^ first.low64));
}

void eg_cache_warn(eg_context *context, bool *warned, const char *format, ...)
{
    char text[4096];
    EG_FORMAT(text, format);
    eg_log(context, *warned ? EG_LOG_INFO : EG_LOG_WARN, "cache: %s", text);
    *warned = true;
}

/* ---- the folder */

/* *folder is NULL where the environment names none. */
static eg_status cache_folder(eg_context *context, char **folder)
{
    const char *own = getenv("EAGRE_CACHE"), *xdg = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    *folder = NULL;
    if (own && own[0])
        return eg_strdup(context, own, folder);
    if (xdg && xdg[0] == '/')
        return eg_path_join(context, xdg, "eagre", folder);
    if (home && home[0])
        return eg_path_join(context, home, ".cache/eagre", folder);
    return EG_OK;
}

/* Whether only this user and root can have written it; else `reason` says who could. */
static bool is_trusted(const struct stat *info, char *reason, size_t room)
{
    bool own = info->st_uid == geteuid() || info->st_uid == 0;
    bool closed = (info->st_mode & (S_IWGRP | S_IWOTH)) == 0;
    if (!own)
        snprintf(reason, room, "it belongs to user %ld, not to this one (%ld)", (long)info->st_uid,
                 (long)geteuid());
    else if (!closed)
        snprintf(reason, room, "others may write to it (mode %04o; chmod go-w ends that)",
                 (unsigned)info->st_mode & 07777);
    return own && closed;
}

/* Opens the folder; -1 with a reason where it cannot be used, without one where it is not there. */
static int open_cache_folder(const char *folder, char *reason, size_t room)
{
    struct stat info;
    reason[0] = 0;
    int opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0 && errno != ENOENT)
        snprintf(reason, room, "it cannot be opened: %s", strerror(errno));
    if (opened < 0)
        return -1;
    if (fstat(opened, &info) == 0 && is_trusted(&info, reason, room))
        return opened;
    close(opened);
    return -1;
}

/* Creates the folder where it is not there, for this user alone. */
static eg_status create_folder(eg_context *context, const char *folder)
{
    EG_SCRATCH char *above = NULL;
    struct stat info;
    if (stat(folder, &info) == 0)
        return EG_OK;
    EG_TRY(eg_path_folder(context, folder, &above));
    EG_TRY(eg_folder_create(context, above));
    if (mkdir(folder, 0700) == 0 || errno == EEXIST)
        return EG_OK;
    return eg_fail(context, EG_IO, "%s: cannot be created as a folder: %s", folder, strerror(errno));
}

/* ---- looking up */

/* NULL where the bytes are what was stored under the key, else what is wrong with them. */
static const char *what_is_broken(const char *key, const char *data, int64_t length)
{
    cache_trailer is;
    if (length < (int64_t)sizeof is)
        return "it is too short";
    int64_t bytes = length - (int64_t)sizeof is;
    memcpy(&is, data + bytes, sizeof is);
    if (memcmp(is.magic, cache_magic, sizeof is.magic) != 0 || is.bytes != bytes)
        return "its end is not where it should be";
    if (memcmp(is.key, key, sizeof is.key) != 0)
        return "it is the entry of another program";
    cache_trailer should = trailer_of(key, data, bytes);
    if (should.hash[0] != is.hash[0] || should.hash[1] != is.hash[1])
        return "its checksum differs";
    return NULL;
}

/* Opens an entry that is to be trusted; -1 with a reason, without one where there is none. */
static int open_entry(int folder, const char *key, struct stat *info, char *reason, size_t room)
{
    reason[0] = 0;
    int file = openat(folder, key, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0 && errno == ELOOP)
        snprintf(reason, room, "it is a symbolic link");
    else if (file < 0 && errno != ENOENT)
        snprintf(reason, room, "it cannot be opened: %s", strerror(errno));
    if (file < 0)
        return -1;
    if (fstat(file, info) != 0)
        snprintf(reason, room, "its attributes cannot be read: %s", strerror(errno));
    else if (!S_ISREG(info->st_mode))
        snprintf(reason, room, "it is not a file");
    else if (info->st_size > MAX_ENTRY_BYTES)
        snprintf(reason, room, "it has %lld bytes", (long long)info->st_size);
    else if (is_trusted(info, reason, room))
        return file;
    close(file);
    return -1;
}

/* Reads the entry; `reason` is empty where it is whole or not there. */
static eg_status read_entry(eg_context *context, int folder, eg_cache_entry *entry, char *reason, size_t room)
{
    struct stat info;
    entry->file = open_entry(folder, entry->key, &info, reason, room);
    if (entry->file < 0)
        return EG_OK;
    EG_TRY(eg_alloc(context, info.st_size, 1, &entry->data));
    if (eg_file_get(context, EG_IO, entry->file, entry->key, 0, entry->data, info.st_size) != EG_OK)
        snprintf(reason, room, "%s", eg_context_error(context));
    else if (what_is_broken(entry->key, entry->data, info.st_size))
        snprintf(reason, room, "%s", what_is_broken(entry->key, entry->data, info.st_size));
    entry->bytes = info.st_size - (int64_t)sizeof(cache_trailer);
    return EG_OK;
}

/* An entry without data: for the key, in memory. */
static eg_cache_entry entry_of(const char *key)
{
    eg_cache_entry entry = {.file = -1};
    snprintf(entry.key, sizeof entry.key, "%s", key);
    return entry;
}

eg_status eg_cache_find(eg_context *context, bool *warned, const char *key, eg_cache_entry *entry,
                        bool *found)
{
    EG_SCRATCH char *path = NULL;
    char reason[512];
    *found = false;
    *entry = entry_of(key);
    EG_TRY(cache_folder(context, &path));
    EG_ENDS_WITH(eg_file_close) int folder = path ? open_cache_folder(path, reason, sizeof reason) : -1;
    eg_status status = EG_OK;
    if (folder >= 0) {
        status = read_entry(context, folder, entry, reason, sizeof reason);
        *found = status == EG_OK && entry->file >= 0 && !reason[0];
        if (status == EG_OK && reason[0] && warned)
            eg_cache_warn(context, warned, "%s/%s is broken (%s) and is built again", path, key, reason);
    }
    if (!*found)
        eg_cache_release(entry);
    return status;
}

/* ---- building once */

/* Locks the key's byte of the file. Descriptions of open files own such locks, so that a process
 * that ends, however it does, leaves none behind. */
static void lock_byte(int file, const char *key)
{
    char start[16];
    snprintf(start, sizeof start, "%s", key);
    struct flock byte = {.l_type = F_WRLCK, .l_start = strtoll(start, NULL, 16), .l_len = 1};
    double end = eg_clock() + LONGEST_WAIT;
    long pause = 2000000; /* ns */
    while (fcntl(file, F_OFD_SETLK, &byte) != 0 && (errno == EAGAIN || errno == EACCES) && eg_clock() < end) {
        nanosleep(&(struct timespec){.tv_nsec = pause}, NULL);
        pause = pause < 64000000 ? 2 * pause : pause;
    }
}

eg_status eg_cache_lock(eg_context *context, const char *key, int *lock)
{
    EG_SCRATCH char *path = NULL;
    char reason[512];
    *lock = -1;
    EG_TRY(cache_folder(context, &path));
    eg_status status = path ? create_folder(context, path) : EG_OK;
    EG_ENDS_WITH(eg_file_close)
    int folder = path && status == EG_OK ? open_cache_folder(path, reason, sizeof reason) : -1;
    if (folder >= 0)
        *lock = openat(folder, "lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (*lock >= 0)
        lock_byte(*lock, key);
    return status == EG_IO ? EG_OK : status; /* what is wrong with the folder, storing tells */
}

/* ---- storing */

/* A new file for the entry, under a name that no other process and no earlier try has. */
static int create_temporary(int folder, const char *key, char *name, size_t room)
{
    int file = -1;
    errno = EEXIST;
    for (int attempt = 0; file < 0 && errno == EEXIST && attempt < 100; attempt++) {
        snprintf(name, room, "%s.tmp%ld%09ld%02d", key, (long)getpid(),
                 (long)(1e9 * (eg_clock() - (double)(long)eg_clock())) % 1000000000, attempt);
        file = openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644);
    }
    return file;
}

/* Writes the entry into the folder; on success *file holds it. */
static eg_status write_entry(eg_context *context, int folder, const eg_cache_entry *entry, int *file)
{
    char name[EG_CACHE_KEY_ROOM + 64];
    cache_trailer trailer = trailer_of(entry->key, entry->data, entry->bytes);
    int made = create_temporary(folder, entry->key, name, sizeof name);
    if (made < 0)
        return eg_fail(context, EG_IO, "no file can be created there: %s", strerror(errno));
    /* the creation mask may have been set to give more than is wanted, or an ACL inherited */
    eg_status status = fchmod(made, 0644) == 0
                           ? EG_OK
                           : eg_fail(context, EG_IO, "%s: the mode cannot be set: %s", name, strerror(errno));
    if (status == EG_OK)
        status = eg_file_put(context, made, name, 0, entry->data, entry->bytes);
    if (status == EG_OK)
        status = eg_file_put(context, made, name, entry->bytes, &trailer, sizeof trailer);
    if (status == EG_OK && (fsync(made) != 0 || renameat(folder, name, folder, entry->key) != 0))
        status = eg_fail(context, EG_IO, "%s: cannot be written: %s", entry->key, strerror(errno));
    if (status == EG_OK) {
        *file = made;
        return EG_OK;
    }
    unlinkat(folder, name, 0);
    close(made);
    return status;
}

static eg_status write_to_cache(eg_context *context, const char *path, eg_cache_entry *entry)
{
    char reason[512];
    EG_TRY(create_folder(context, path));
    EG_ENDS_WITH(eg_file_close) int folder = open_cache_folder(path, reason, sizeof reason);
    if (folder < 0)
        return eg_fail(context, EG_IO, "%s: %s", path, reason[0] ? reason : "it is gone");
    eg_status status = write_entry(context, folder, entry, &entry->file);
    if (status == EG_IO) {
        snprintf(reason, sizeof reason, "%s", eg_context_error(context));
        return eg_fail(context, EG_IO, "%s: %s", path, reason);
    }
    return status;
}

eg_status eg_cache_store(eg_context *context, bool *warned, const char *key, char **data, int64_t bytes,
                         eg_cache_entry *entry)
{
    char *path = NULL;
    *entry = entry_of(key);
    entry->data = *data;
    entry->bytes = bytes;
    *data = NULL;
    eg_status status = cache_folder(context, &path);
    const char *reason = "none of EAGRE_CACHE, XDG_CACHE_HOME and HOME is set";
    if (status == EG_OK && path) {
        status = write_to_cache(context, path, entry);
        reason = eg_context_error(context);
    }
    if (status == EG_IO || (status == EG_OK && !path)) {
        eg_cache_warn(context, warned,
                      "compiled programs are not kept: %s (set EAGRE_CACHE to another folder)", reason);
        status = EG_OK;
    }
    EG_FREE(&path);
    if (status != EG_OK)
        eg_cache_release(entry);
    return status;
}

void eg_cache_release(eg_cache_entry *entry)
{
    eg_file_close(&entry->file);
    EG_FREE(&entry->data);
    *entry = (eg_cache_entry){.file = -1};
}

/* ---- temporary folders */

/* Where everybody may write and the sticky bit is not set, anybody may exchange the folder. */
static eg_status check_is_safe(eg_context *context, const char *base)
{
    struct stat info;
    if (stat(base, &info) != 0 || !(info.st_mode & S_IWOTH) || (info.st_mode & S_ISVTX))
        return EG_OK;
    return eg_fail(context, EG_IO,
                   "%s: any user may replace files there (mode %04o without the sticky bit); set "
                   "TMPDIR to a folder of your own",
                   base, (unsigned)info.st_mode & 07777);
}

eg_status eg_temporary_folder(eg_context *context, char **folder)
{
    const char *named = getenv("TMPDIR");
    EG_SCRATCH char *base = NULL, *made = NULL;
    *folder = NULL;
    EG_TRY(eg_path_absolute(context, named && named[0] ? named : "/tmp", &base));
    EG_TRY(check_is_safe(context, base));
    EG_TRY(eg_path_join(context, base, "eagre-XXXXXX", &made));
    if (!mkdtemp(made))
        return eg_fail(context, EG_IO,
                       "%s: no temporary folder can be made there: %s; set TMPDIR to a "
                       "folder that can be written",
                       made, strerror(errno));
    return eg_hand_over(&made, folder);
}
