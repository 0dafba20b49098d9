/* Inside the list of files: what its text and its use share. */
#ifndef EG_IO_FILE_LIST_INTERNAL_H
#define EG_IO_FILE_LIST_INTERNAL_H

#include "io/report/file_list.h"

#include <stdio.h>

void file_list_sort(eg_file_list *list); /* by name */

/* 32 hexadecimal digits, the high half first, as xxhsum -H128 prints them. */
void file_list_digits(eg_hash128 hash, char digits[33]);

/* Hash of the lines "VERSION\n" and, for each file, "NAME BYTES DIGITS\n". */
eg_status file_list_hash(const eg_file_list *list, eg_hash128 *hash);

/* The text of a sorted list; EG_MEMORY. */
eg_status file_list_text(const eg_file_list *list, eg_text *text);

/* A name of a file within the folder. */
bool file_list_is_name(const char *name);

/* Seal and hash of an open file of measured->bytes bytes; `path` is for messages. */
eg_status file_list_measure(eg_context *context, int file, const char *path, eg_listed_file *measured);

#endif
