/* cache: compiled programs on disk.
 *
 * An entry is the file KEY in the cache folder: the compiled bytes, then a trailer with their length, the key
 * and a checksum over all of it. A trailer rather than a header, so that the host's shared objects can be
 * loaded from the entry itself. Entries are written under a temporary name and renamed.
 *
 * What an entry holds is executed. So folder and entry must belong to this user or to root and be
 * writable by nobody else; the entry is opened once, without following a link, and is read and
 * loaded through that descriptor. Everything in the folder is reached through the folder's own
 * descriptor: whoever may rename what lies above it gains nothing. */
#ifndef EG_DEVICE_CACHE_H
#define EG_DEVICE_CACHE_H

#include "base/base.h"

enum { EG_CACHE_KEY_ROOM = 40 };

typedef struct eg_cache_entry {
    char key[EG_CACHE_KEY_ROOM];
    char *data;
    int64_t bytes;
    int file; /* of the cache, open, beginning with the bytes; -1: they are in memory alone */
} eg_cache_entry;

/* The key of a program: the hash (XXH3-128, in hexadecimal) of its identity and source (bare: source.h). */
void eg_cache_key(const char *identity, const char *source, char key[EG_CACHE_KEY_ROOM]);

/* Logs a line about the cache: the first one as a warning, what follows as information. */
void eg_cache_warn(eg_context *context, bool *warned, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Looks the key up; *found with *entry filled (release it), or not found. An entry that is broken or not to
 * be trusted is logged (unless warned is NULL) and counts as not found. Fails on lack of memory only. */
eg_status eg_cache_find(eg_context *context, bool *warned, const char *key, eg_cache_entry *entry,
                        bool *found);

/* Of many processes that need one program, one builds it: whoever did not find the key takes its
 * lock, looks again, builds and stores, and gives the lock back by eg_file_close(). Waits for the
 * process that has it, two minutes at most. The lock is a byte of the file `lock` in the folder;
 * *lock is -1 where there can be none, and then each process builds for itself. Fails on lack of
 * memory only. */
eg_status eg_cache_lock(eg_context *context, const char *key, int *lock);

/* Stores the bytes under the key, in place of what is there, and fills *entry; entry takes over
 * *data, also on failure. Where the cache cannot be written or trusted, that is logged and the
 * entry has no file. Fails on lack of memory only. */
eg_status eg_cache_store(eg_context *context, bool *warned, const char *key, char **data, int64_t bytes,
                         eg_cache_entry *entry);

void eg_cache_release(eg_cache_entry *entry);

/* Creates a folder of our own below $TMPDIR or /tmp, as an absolute path (eg_free); EG_IO where
 * that cannot be, or where others could exchange it. */
eg_status eg_temporary_folder(eg_context *context, char **folder);

#endif
