/* files.json: what a run's folder holds when the run has ended, so that it can be proved whole.
 *
 *     {
 *       "version": "0.1.0",
 *       "files": [
 *         {"name": "balance.csv", "bytes": 822, "xxh3_128": "0f5d... 32 hexadecimal digits"},
 *         {"name": "fields/fields-000000.vtkhdf", "bytes": 4608, "seal": "79c0..."}
 *       ],
 *       "xxh3_128": "..."
 *     }
 *
 * Files stand in the order of their names, which are relative to the folder. Snapshots and their meshes carry
 * a seal of their own, length and checksum in their first 512 bytes (vtkhdf_seal.c); of these the list has
 * the XXH3-128 of the seal, so that a run need not read at its end all that it wrote. The last number goes
 * over the line "VERSION\n" and the lines "NAME BYTES DIGITS\n" of all files: the list itself cannot be
 * changed unnoticed. */
#ifndef EG_IO_FILE_LIST_H
#define EG_IO_FILE_LIST_H

#include "base/base.h"

#define EG_FILE_LIST_NAME "files.json"

typedef struct eg_listed_file {
    char *name;      /* "fields/fields-000000.vtkhdf" */
    int64_t bytes;   /* of the file */
    bool sealed;     /* the hash is that of its seal */
    eg_hash128 hash; /* else of all its bytes */
} eg_listed_file;

/* Begin with {.context = context}; end with eg_file_list_free(). */
typedef struct eg_file_list {
    eg_context *context;
    eg_listed_file *file; /* [count] */
    int64_t count, capacity;
    char version[32]; /* of the program that wrote it */
} eg_file_list;

/* Measures folder/name and appends it. EG_IO where it cannot be read. */
eg_status eg_file_list_add(eg_file_list *list, const char *folder, const char *name);

/* Sorts the list and writes it: under a temporary name, synchronised, renamed. EG_IO. */
eg_status eg_file_list_write(eg_file_list *list, const char *path);

/* Reads a list into an empty one. EG_INPUT, naming the file, where it is damaged or no such list; EG_IO
 * where it is not there. */
eg_status eg_file_list_read(eg_file_list *list, const char *path);

/* Whether folder/file->name is what was listed: all its bytes are read. EG_IO says what is wrong with it:
 * missing, cut short, longer, damaged, not to be read. */
eg_status eg_file_list_check(eg_context *context, const char *folder, const eg_listed_file *file);

/* The same look without reading what stands behind a seal. */
eg_status eg_file_list_glance(eg_context *context, const char *folder, const eg_listed_file *file);

/* The entry of that name, or NULL. The list is sorted: it was written or read. */
const eg_listed_file *eg_file_list_find(const eg_file_list *list, const char *name);

void eg_file_list_free(eg_file_list *list);

/* ---- inside: what a list's text and its use share */

void file_list_sort(eg_file_list *list); /* by name */
/* The text of a sorted list; EG_MEMORY. */
eg_status file_list_text(const eg_file_list *list, eg_text *text);
/* A name of a file within the folder. */
bool file_list_is_name(const char *name);
/* Seal and hash of an open file of measured->bytes bytes; `path` is for messages. */
eg_status file_list_measure(eg_context *context, int file, const char *path, eg_listed_file *measured);

#endif
