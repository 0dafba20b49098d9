/* The order of a list of files, and the hash over it. */
#include "io/report/file_list_internal.h"

#include <stdlib.h>
#include <string.h>

static int by_listed_name(const void *a, const void *b)
{
    return strcmp(((const eg_listed_file *)a)->name, ((const eg_listed_file *)b)->name);
}

void file_list_sort(eg_file_list *list)
{
    if (list->count > 1)
        qsort(list->file, (size_t)list->count, sizeof *list->file, by_listed_name);
}

void file_list_digits(eg_hash128 hash, char digits[33])
{
    snprintf(digits, 33, "%016llx%016llx", (unsigned long long)hash.high, (unsigned long long)hash.low);
}

eg_status file_list_hash(const eg_file_list *list, eg_hash128 *hash)
{
    EG_ENDS_WITH(eg_hash_destroy) eg_hash_stream *stream = NULL;
    EG_TEXT(line, list->context);
    EG_TRY(eg_hash_create(list->context, &stream));
    eg_hash_add(stream, list->version, (int64_t)strlen(list->version));
    eg_hash_add(stream, "\n", 1);
    for (int64_t i = 0; i < list->count; i++) {
        char digits[33];
        file_list_digits(list->file[i].hash, digits);
        line.length = 0;
        eg_text_add(&line, "%s %lld %s\n", list->file[i].name, (long long)list->file[i].bytes, digits);
        eg_hash_add(stream, eg_text_string(&line), line.length);
    }
    *hash = eg_hash_value(stream);
    return line.status;
}

void eg_file_list_free(eg_file_list *list)
{
    for (int64_t i = 0; i < list->count; i++)
        EG_FREE(&list->file[i].name);
    EG_FREE(&list->file);
    list->count = list->capacity = 0;
}

const eg_listed_file *eg_file_list_find(const eg_file_list *list, const char *name)
{
    eg_listed_file sought = {.name = (char *)name};
    return list->count > 0
               ? bsearch(&sought, list->file, (size_t)list->count, sizeof *list->file, by_listed_name)
               : NULL;
}
