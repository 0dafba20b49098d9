/* The cache of compiled programs on disk (see cache.h). */
#include "device/cache.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

enum { MAX_ENTRY_BYTES = 1 << 30 };

typedef struct cache_trailer {
    char magic[8];
    int64_t bytes;
    uint64_t hash[2];
} cache_trailer;

static const char cache_magic[8] = "eagre-c1";

static cache_trailer trailer_of(const char *data, int64_t bytes)
{
    XXH128_hash_t hash = XXH3_128bits(data, (size_t)bytes);
    cache_trailer trailer = {.bytes = bytes, .hash = {hash.high64, hash.low64}};
    memcpy(trailer.magic, cache_magic, sizeof trailer.magic);
    return trailer;
}

void eg_cache_key(const char *identity, const char *source, char key[EG_CACHE_KEY_ROOM])
{
    XXH128_hash_t first = XXH3_128bits(identity, strlen(identity));
    XXH128_hash_t hash =
        XXH3_128bits_withSeed(source, strlen(source), first.high64 ^ (first.low64 * 3));
    snprintf(key, EG_CACHE_KEY_ROOM, "%016llx%016llx",
             (unsigned long long)(hash.high64 ^ first.high64),
             (unsigned long long)(hash.low64 ^ first.low64));
}

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

/* ---- looking up
 * ------------------------------------------------------------------------------------------- */

/* NULL where the bytes are what was stored, else what is wrong with them. */
static const char *what_is_broken(const char *data, int64_t length)
{
    cache_trailer is;
    if (length < (int64_t)sizeof is)
        return "it is too short";
    int64_t bytes = length - (int64_t)sizeof is;
    memcpy(&is, data + bytes, sizeof is);
    if (memcmp(is.magic, cache_magic, sizeof is.magic) != 0 || is.bytes != bytes)
        return "its end is not where it should be";
    cache_trailer should = trailer_of(data, bytes);
    if (should.hash[0] != is.hash[0] || should.hash[1] != is.hash[1])
        return "its checksum differs";
    return NULL;
}

static eg_status read_entry(eg_context *context, eg_cache_entry *entry, bool *found)
{
    if (access(entry->path, F_OK) != 0)
        return EG_OK;
    int64_t length;
    eg_status status =
        eg_file_read(context, EG_IO, entry->path, MAX_ENTRY_BYTES, &entry->data, &length);
    if (status == EG_MEMORY)
        return status;
    const char *broken =
        status == EG_OK ? what_is_broken(entry->data, length) : eg_context_error(context);
    if (broken) {
        eg_log(context, EG_LOG_WARN, "cache: %s is broken (%s) and is built again", entry->path,
               broken);
        return EG_OK;
    }
    entry->bytes = length - (int64_t)sizeof(cache_trailer);
    *found = true;
    return EG_OK;
}

eg_status eg_cache_find(eg_context *context, const char *key, eg_cache_entry *entry, bool *found)
{
    *found = false;
    *entry = (eg_cache_entry){0};
    char *folder;
    EG_TRY(cache_folder(context, &folder));
    if (!folder)
        return EG_OK;
    eg_status status = eg_path_join(context, folder, key, &entry->path);
    eg_free(context, &folder);
    if (status == EG_OK)
        status = read_entry(context, entry, found);
    if (!*found)
        eg_cache_release(context, entry);
    return status;
}

/* ---- storing
 * ------------------------------------------------------------------------------------------- */

eg_status eg_temporary_folder(eg_context *context, char **folder)
{
    const char *base = getenv("TMPDIR");
    EG_TRY(eg_path_join(context, base && base[0] ? base : "/tmp", "eagre-XXXXXX", folder));
    if (mkdtemp(*folder))
        return EG_OK;
    eg_status status = eg_fail(context, EG_IO,
                               "%s: no temporary folder can be made there: %s; set TMPDIR to a "
                               "folder that can be written",
                               *folder, strerror(errno));
    eg_free(context, folder);
    return status;
}

static eg_status write_entry(eg_context *context, const char *folder, const char *key,
                             const eg_text *content, char **path)
{
    EG_TRY(eg_folder_create(context, folder));
    EG_TRY(eg_path_join(context, folder, key, path));
    eg_status status = eg_file_write(context, *path, content->data, content->length);
    if (status != EG_OK)
        eg_free(context, path);
    return status;
}

/* Into the cache, else with a warning into a private folder. */
static eg_status write_somewhere(eg_context *context, const char *key, const eg_text *content,
                                 eg_cache_entry *entry)
{
    char *folder;
    EG_TRY(cache_folder(context, &folder));
    eg_status status = EG_IO;
    const char *reason = "none of EAGRE_CACHE, XDG_CACHE_HOME and HOME is set";
    if (folder) {
        status = write_entry(context, folder, key, content, &entry->path);
        reason = eg_context_error(context);
    }
    if (status == EG_IO) {
        eg_log(context, EG_LOG_WARN,
               "cache: compiled programs are not kept: %s (EAGRE_CACHE names another folder)",
               reason);
        status = eg_temporary_folder(context, &entry->private_folder);
        if (status == EG_OK)
            status = write_entry(context, entry->private_folder, key, content, &entry->path);
    }
    eg_free(context, &folder);
    return status;
}

eg_status eg_cache_store(eg_context *context, const char *key, char **data, int64_t bytes,
                         eg_cache_entry *entry)
{
    *entry = (eg_cache_entry){.data = *data, .bytes = bytes};
    *data = NULL;
    cache_trailer trailer = trailer_of(entry->data, bytes);
    eg_text content = {.context = context};
    eg_text_add_bytes(&content, entry->data, bytes);
    eg_text_add_bytes(&content, (const char *)&trailer, sizeof trailer);
    eg_status status = content.status;
    if (status == EG_OK)
        status = write_somewhere(context, key, &content, entry);
    eg_text_free(&content);
    if (status != EG_OK)
        eg_cache_release(context, entry);
    return status;
}

void eg_cache_release(eg_context *context, eg_cache_entry *entry)
{
    if (entry->private_folder) {
        if (entry->path)
            unlink(entry->path);
        rmdir(entry->private_folder);
    }
    eg_free(context, &entry->private_folder);
    eg_free(context, &entry->path);
    eg_free(context, &entry->data);
    *entry = (eg_cache_entry){0};
}
