/* cache: compiled programs on disk.
 *
 * An entry is the file KEY in the cache folder: the compiled bytes, then a trailer with their
 * length and checksum. A trailer rather than a header, so that the host's shared objects can be
 * loaded from the entry itself. Entries are written under a temporary name and renamed. */
#ifndef EG_DEVICE_CACHE_H
#define EG_DEVICE_CACHE_H

#include "base/base.h"

enum { EG_CACHE_KEY_ROOM = 40 };

typedef struct eg_cache_entry {
    char *path; /* a file that holds the bytes and the trailer */
    char *data;
    int64_t bytes;
    char *private_folder; /* where the cache cannot be written: gone when the entry is released */
} eg_cache_entry;

/* The key of a program: the hash (XXH3-128, in hexadecimal) of its identity and its source. */
void eg_cache_key(const char *identity, const char *source, char key[EG_CACHE_KEY_ROOM]);

/* Looks the key up; *found with *entry filled (release it), or not found. A broken entry is logged
 * as a warning and counts as not found. Fails on lack of memory only. */
eg_status eg_cache_find(eg_context *context, const char *key, eg_cache_entry *entry, bool *found);

/* Stores the bytes under the key and fills *entry; entry takes over *data, also on failure. Where
 * the cache folder cannot be written, a warning is logged and the bytes go to a private temporary
 * folder; EG_IO where that fails too. */
eg_status eg_cache_store(eg_context *context, const char *key, char **data, int64_t bytes,
                         eg_cache_entry *entry);

void eg_cache_release(eg_context *context, eg_cache_entry *entry);

/* Creates a folder of our own below $TMPDIR or /tmp (eg_free); EG_IO where that cannot be. */
eg_status eg_temporary_folder(eg_context *context, char **folder);

#endif
