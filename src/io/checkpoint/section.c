/* Sections of an open checkpoint: by name, in parts, whole, and as numbers. */
#include "io/checkpoint/read.h"

#include <string.h>

const checkpoint_entry *checkpoint_find(const eg_checkpoint *checkpoint, const char *name)
{
    for (int64_t i = 0; i < checkpoint->count; i++)
        if (strcmp(checkpoint->entries[i].name, name) == 0)
            return &checkpoint->entries[i];
    return NULL;
}

void eg_checkpoint_describe(const eg_checkpoint *checkpoint, eg_checkpoint_description *description)
{
    assert(checkpoint && description);
    *description = (eg_checkpoint_description){.path = checkpoint->path,
                                               .major = (int)checkpoint->header.major,
                                               .minor = (int)checkpoint->header.minor,
                                               .bytes = (int64_t)checkpoint->header.file_bytes,
                                               .sections = (int)checkpoint->count};
}

const char *eg_checkpoint_section_at(const eg_checkpoint *checkpoint, int i, int64_t *bytes)
{
    assert(checkpoint && bytes && i >= 0 && i < checkpoint->count);
    *bytes = (int64_t)checkpoint->entries[i].bytes;
    return checkpoint->entries[i].name;
}

bool eg_checkpoint_has(const eg_checkpoint *checkpoint, const char *name)
{
    assert(checkpoint && name);
    return checkpoint_find(checkpoint, name) != NULL;
}

static eg_status find_section(eg_checkpoint *checkpoint, const char *name, const checkpoint_entry **entry)
{
    assert(checkpoint && name);
    *entry = checkpoint_find(checkpoint, name);
    if (*entry)
        return EG_OK;
    return eg_fail(checkpoint->context, EG_CHECKPOINT, "%s: has no section '%s'", checkpoint->path, name);
}

static eg_status get_section(eg_checkpoint *checkpoint, const checkpoint_entry *entry, int64_t offset,
                             void *buffer, int64_t bytes)
{
    return eg_file_get(checkpoint->context, EG_CHECKPOINT, checkpoint->file, checkpoint->path,
                       (int64_t)entry->offset + offset, buffer, bytes);
}

eg_status eg_checkpoint_bytes(eg_checkpoint *checkpoint, const char *name, int64_t *bytes)
{
    const checkpoint_entry *entry;
    assert(bytes);
    *bytes = 0;
    EG_TRY(find_section(checkpoint, name, &entry));
    *bytes = (int64_t)entry->bytes;
    return EG_OK;
}

eg_status eg_checkpoint_read(eg_checkpoint *checkpoint, const char *name, int64_t offset, void *buffer,
                             int64_t bytes)
{
    const checkpoint_entry *entry;
    assert(offset >= 0 && bytes >= 0 && (buffer || bytes == 0));
    EG_TRY(find_section(checkpoint, name, &entry));
    int64_t length = (int64_t)entry->bytes;
    if (offset > length || bytes > length - offset)
        return eg_fail(checkpoint->context, EG_CHECKPOINT,
                       "%s: section '%s' has %lld bytes; %lld at its byte %lld are needed", checkpoint->path,
                       name, (long long)length, (long long)bytes, (long long)offset);
    return get_section(checkpoint, entry, offset, buffer, bytes);
}

/* The file may have changed since it was opened, and memory costs less than a wrong result. */
static eg_status compare_section_sum(eg_checkpoint *checkpoint, const checkpoint_entry *entry,
                                     const void *buffer)
{
    EG_ENDS_WITH(eg_hash_destroy) eg_hash_stream *stream = NULL;
    EG_TRY(eg_hash_create(checkpoint->context, &stream));
    if (entry->bytes > 0)
        eg_hash_add(stream, buffer, (int64_t)entry->bytes);
    if (checkpoint_sums_agree(eg_hash_value(stream), entry->sum))
        return EG_OK;
    return eg_fail(checkpoint->context, EG_CHECKPOINT,
                   "%s: has changed since it was opened: section '%s' has another checksum", checkpoint->path,
                   entry->name);
}

eg_status eg_checkpoint_read_all(eg_checkpoint *checkpoint, const char *name, void *buffer, int64_t bytes)
{
    const checkpoint_entry *entry;
    assert(bytes >= 0 && (buffer || bytes == 0));
    EG_TRY(find_section(checkpoint, name, &entry));
    if (entry->bytes != (uint64_t)bytes)
        return eg_fail(checkpoint->context, EG_CHECKPOINT, "%s: section '%s' has %llu bytes, not %lld",
                       checkpoint->path, name, (unsigned long long)entry->bytes, (long long)bytes);
    EG_TRY(get_section(checkpoint, entry, 0, buffer, bytes));
    return compare_section_sum(checkpoint, entry, buffer);
}

eg_status eg_checkpoint_text(eg_checkpoint *checkpoint, const char *name, char **text, int64_t *bytes)
{
    EG_SCRATCH char *read = NULL;
    int64_t length;
    EG_TRY(eg_checkpoint_bytes(checkpoint, name, &length));
    EG_TRY(eg_alloc(checkpoint->context, length + 1, 1, &read));
    EG_TRY(eg_checkpoint_read_all(checkpoint, name, read, length));
    if (bytes)
        *bytes = length;
    return eg_hand_over(&read, text);
}

static eg_status find_number(eg_checkpoint *checkpoint, const char *section, const char *name, bool is_real,
                             eg_checkpoint_number *number)
{
    const checkpoint_entry *entry;
    assert(name);
    EG_TRY(find_section(checkpoint, section, &entry));
    for (int64_t at = 0; at + CHECKPOINT_NUMBER <= (int64_t)entry->bytes; at += CHECKPOINT_NUMBER) {
        uint8_t bytes[CHECKPOINT_NUMBER];
        EG_TRY(get_section(checkpoint, entry, at, bytes, sizeof bytes));
        if (!checkpoint_get_number(bytes, number) || strcmp(number->name, name) != 0)
            continue;
        if (number->is_real == is_real)
            return EG_OK;
        return eg_fail(checkpoint->context, EG_CHECKPOINT, "%s: section '%s' has '%s' as %s, not as %s",
                       checkpoint->path, section, name, number->is_real ? "a real number" : "an integer",
                       is_real ? "a real number" : "an integer");
    }
    return eg_fail(checkpoint->context, EG_CHECKPOINT, "%s: section '%s' has no number '%s'",
                   checkpoint->path, section, name);
}

eg_status eg_checkpoint_integer(eg_checkpoint *checkpoint, const char *section, const char *name,
                                int64_t *value)
{
    eg_checkpoint_number number = {.integer = 0};
    eg_status status = find_number(checkpoint, section, name, false, &number);
    *value = status == EG_OK ? number.integer : 0;
    return status;
}

eg_status eg_checkpoint_real(eg_checkpoint *checkpoint, const char *section, const char *name, double *value)
{
    eg_checkpoint_number number = {.real = 0};
    eg_status status = find_number(checkpoint, section, name, true, &number);
    *value = status == EG_OK ? number.real : 0;
    return status;
}
