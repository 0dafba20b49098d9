/* The list of a run's files: its order, the hash over it, and its text, which is JSON, and back. */
#include "io/report/file_list.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/report/json_text.h"

enum { LIST_BYTES = 1 << 28 }; /* a longer list is not one of ours */

/* ---- order and hash */

static int by_listed_name(const void *a, const void *b)
{
    return strcmp(((const eg_listed_file *)a)->name, ((const eg_listed_file *)b)->name);
}

void file_list_sort(eg_file_list *list)
{
    if (list->count > 1)
        qsort(list->file, (size_t)list->count, sizeof *list->file, by_listed_name);
}

/* 32 hexadecimal digits, the high half first, as xxhsum -H128 prints them. */
static eg_shown show_digits(eg_hash128 hash)
{
    eg_shown shown;
    snprintf(shown.text, sizeof shown.text, "%016llx%016llx", (unsigned long long)hash.high,
             (unsigned long long)hash.low);
    return shown;
}

/* Of the lines "VERSION\n" and, for each file, "NAME BYTES DIGITS\n". */
static eg_status hash_list(const eg_file_list *list, eg_hash128 *hash)
{
    EG_ENDS_WITH(eg_hash_destroy) eg_hash_stream *stream = NULL;
    EG_TEXT(line, list->context);
    EG_TRY(eg_hash_create(list->context, &stream));
    eg_hash_add(stream, list->version, (int64_t)strlen(list->version));
    eg_hash_add(stream, "\n", 1);
    for (int64_t i = 0; i < list->count; i++) {
        line.length = 0;
        eg_text_add(&line, "%s %lld %s\n", list->file[i].name, (long long)list->file[i].bytes,
                    show_digits(list->file[i].hash).text);
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

/* ---- to JSON */

eg_status file_list_text(const eg_file_list *list, eg_text *text)
{
    eg_hash128 hash;
    EG_TRY(hash_list(list, &hash));
    eg_json_add(text, "{\n  'version': %s,\n  'files': [", list->version);
    for (int64_t i = 0; i < list->count; i++) {
        const eg_listed_file *file = &list->file[i];
        eg_text_add(text, "%s\n    ", i ? "," : "");
        eg_json_add(text, "{'name': %s, 'bytes': %lld, %s: %s}", file->name, (long long)file->bytes,
                    file->sealed ? "seal" : "xxh3_128", show_digits(file->hash).text);
    }
    eg_json_add(text, "\n  ],\n  'xxh3_128': %s\n}\n", show_digits(hash).text);
    return text->status;
}

/* ---- from JSON */

static bool read_digits(const json_t *value, eg_hash128 *hash)
{
    const char *digits = json_string_value(value);
    if (!digits || strlen(digits) != 32 || strspn(digits, "0123456789abcdef") != 32)
        return false;
    char high[17] = "";
    memcpy(high, digits, 16);
    *hash = (eg_hash128){.high = strtoull(high, NULL, 16), .low = strtoull(digits + 16, NULL, 16)};
    return true;
}

/* It stays within the folder. */
bool file_list_is_name(const char *name)
{
    if (!name || !name[0] || name[0] == '/')
        return false;
    for (const char *part = name; part; part = strchr(part, '/') ? strchr(part, '/') + 1 : NULL)
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == 0))
            return false;
    return true;
}

static eg_status read_listed_file(eg_file_list *list, const json_t *entry, const char *path)
{
    const json_t *seal = json_object_get(entry, "seal"), *bytes = json_object_get(entry, "bytes");
    const char *name = json_string_value(json_object_get(entry, "name"));
    eg_listed_file made = {.sealed = seal != NULL, .bytes = json_integer_value(bytes)};
    if (!file_list_is_name(name) || !json_is_integer(bytes) || made.bytes < 0 ||
        !read_digits(seal ? seal : json_object_get(entry, "xxh3_128"), &made.hash))
        return eg_fail(list->context, EG_INPUT,
                       "%s: entry %lld lacks a name, bytes or checksum: this is no list of files", path,
                       (long long)list->count);
    EG_TRY(eg_reserve(list->context, list->count + 1, &list->capacity, sizeof *list->file, &list->file));
    EG_TRY(eg_strdup(list->context, name, &made.name));
    list->file[list->count++] = made;
    return EG_OK;
}

/* Whether it is the text of that list, to the byte: what means the same to JSON is no text of a run. */
static eg_status check_text(const eg_file_list *list, const char *given, int64_t length, const char *path)
{
    EG_TEXT(text, list->context);
    EG_TRY(file_list_text(list, &text));
    if (text.length != length || memcmp(text.data, given, (size_t)length) != 0)
        return eg_fail(list->context, EG_INPUT,
                       "%s: is damaged or was changed: it is not the text that a run writes", path);
    return EG_OK;
}

static eg_status read_entries(eg_file_list *list, const json_t *root, const char *path)
{
    const json_t *files = json_object_get(root, "files");
    const char *version = json_string_value(json_object_get(root, "version"));
    eg_hash128 told, is;
    if (!json_is_array(files) || !version || !read_digits(json_object_get(root, "xxh3_128"), &told))
        return eg_fail(list->context, EG_INPUT, "%s: is no list of files", path);
    snprintf(list->version, sizeof list->version, "%s", version);
    for (size_t i = 0; i < json_array_size(files); i++)
        EG_TRY(read_listed_file(list, json_array_get(files, i), path));
    EG_TRY(hash_list(list, &is));
    if (is.low != told.low || is.high != told.high)
        return eg_fail(list->context, EG_INPUT, "%s: is damaged or was changed: its checksum differs", path);
    return EG_OK;
}

static eg_status read_list_text(eg_file_list *list, const char *path)
{
    EG_SCRATCH char *text = NULL;
    int64_t length;
    json_error_t error;
    EG_TRY(eg_file_read(list->context, EG_IO, path, LIST_BYTES, &text, &length));
    json_auto_t *root = json_loadb(text, (size_t)length, JSON_REJECT_DUPLICATES, &error);
    EG_TRY(root ? read_entries(list, root, path)
                : eg_fail(list->context, EG_INPUT, "%s:%d:%d: is not JSON: %s", path, error.line,
                          error.column, error.text));
    EG_TRY(check_text(list, text, length, path));
    file_list_sort(list);
    return EG_OK;
}

eg_status eg_file_list_read(eg_file_list *list, const char *path)
{
    eg_status status = read_list_text(list, path);
    if (status != EG_OK)
        eg_file_list_free(list);
    return status;
}
