/* Writes a checkpoint: sections and table one after another, the header last.
 *
 * Bytes go through one buffer to the file; both checksums are taken on the way. Until the header is
 * there the file begins with zeros, which no reader takes for a checkpoint. */
#include "io/checkpoint/format.h"

#include <string.h>

struct eg_checkpoint_writer {
    eg_context *context;
    char *path, *temporary;
    int file;    /* -1: none */
    uint64_t at; /* bytes given to emit(), the header's with them */
    uint8_t *buffer;
    int64_t held; /* bytes in the buffer: those before `at` */
    eg_hash_stream *whole, *section;
    checkpoint_entry *entries; /* [count] */
    int64_t count, capacity;
    bool open;     /* in a section, the last entry */
    uint64_t left; /* of it */
    eg_status failure;
    char failure_text[16384]; /* of a text with two paths in it */
};

/* Keeps the first failure with its text: the context's is overwritten by the next one. */
static eg_status keep_status(eg_checkpoint_writer *writer, eg_status status)
{
    if (status != EG_OK && writer->failure == EG_OK) {
        writer->failure = status;
        strncpy(writer->failure_text, eg_context_error(writer->context), sizeof writer->failure_text - 1);
        eg_file_remove_open(&writer->file, writer->temporary);
    }
    return status;
}

static eg_status kept_failure(eg_checkpoint_writer *writer)
{
    if (writer->failure == EG_OK)
        return EG_OK;
    return eg_fail(writer->context, writer->failure, "%s", writer->failure_text);
}

static eg_status flush(eg_checkpoint_writer *writer)
{
    int64_t held = writer->held;
    writer->held = 0;
    return eg_file_put(writer->context, writer->file, writer->path, (int64_t)writer->at - held,
                       writer->buffer, held);
}

/* The next bytes of the file, at most a chunk: a whole one is not copied. */
static eg_status emit(eg_checkpoint_writer *writer, const void *data, int64_t bytes)
{
    if (bytes == 0)
        return EG_OK;
    eg_hash_add(writer->whole, data, bytes);
    if (writer->held + bytes > CHECKPOINT_CHUNK)
        EG_TRY(flush(writer));
    if (bytes == CHECKPOINT_CHUNK) {
        EG_TRY(eg_file_put(writer->context, writer->file, writer->path, (int64_t)writer->at, data, bytes));
    } else {
        memcpy(writer->buffer + writer->held, data, (size_t)bytes);
        writer->held += bytes;
    }
    writer->at += (uint64_t)bytes;
    return EG_OK;
}

static eg_status align(eg_checkpoint_writer *writer)
{
    static const uint8_t zeros[CHECKPOINT_ALIGNMENT];
    return emit(writer, zeros, (int64_t)(checkpoint_align(writer->at) - writer->at));
}

static eg_status make_file(eg_checkpoint_writer *writer, const char *path)
{
    eg_context *context = writer->context;
    EG_SCRATCH char *folder = NULL;
    EG_TRY(eg_strdup(context, path, &writer->path));
    EG_TRY(eg_file_temporary(context, path, &writer->temporary));
    EG_TRY(eg_alloc(context, CHECKPOINT_CHUNK, 1, &writer->buffer));
    EG_TRY(eg_hash_create(context, &writer->whole));
    EG_TRY(eg_hash_create(context, &writer->section));
    EG_TRY(eg_path_folder(context, path, &folder));
    EG_TRY(eg_folder_create(context, folder));
    writer->at = CHECKPOINT_HEADER;
    return eg_file_create(context, writer->temporary, &writer->file);
}

eg_status eg_checkpoint_writer_create(eg_context *context, const char *path, eg_checkpoint_writer **writer)
{
    assert(context && path && path[0] && writer);
    *writer = NULL;
    EG_ENDS_WITH(eg_checkpoint_writer_abandon) eg_checkpoint_writer *made = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    made->file = -1;
    EG_TRY(make_file(made, path));
    return eg_hand_over(&made, writer);
}

static bool is_name(const char *name)
{
    char room[EG_CHECKPOINT_NAME] = "";
    size_t length = strlen(name);
    memcpy(room, name, length < sizeof room ? length : sizeof room);
    return checkpoint_is_name(room, sizeof room);
}

static bool is_new(const eg_checkpoint_writer *writer, const char *name)
{
    for (int64_t i = 0; i < writer->count; i++)
        if (strcmp(writer->entries[i].name, name) == 0)
            return false;
    return true;
}

static eg_status begin_section(eg_checkpoint_writer *writer, const char *name, int64_t bytes)
{
    EG_TRY(align(writer));
    EG_TRY(eg_reserve(writer->context, writer->count + 1, &writer->capacity, sizeof *writer->entries,
                      &writer->entries));
    checkpoint_entry *entry = &writer->entries[writer->count++];
    *entry = (checkpoint_entry){.offset = writer->at, .bytes = (uint64_t)bytes};
    strcpy(entry->name, name);
    eg_hash_begin(writer->section);
    return EG_OK;
}

eg_status eg_checkpoint_writer_begin(eg_checkpoint_writer *writer, const char *name, int64_t bytes)
{
    assert(writer && name && bytes >= 0);
    assert(writer->failure != EG_OK || !writer->open);
    assert(is_name(name) && is_new(writer, name));
    assert(writer->count < EG_CHECKPOINT_SECTIONS);
    EG_TRY(kept_failure(writer));
    writer->open = true;
    writer->left = (uint64_t)bytes;
    return keep_status(writer, begin_section(writer, name, bytes));
}

eg_status eg_checkpoint_writer_write(eg_checkpoint_writer *writer, const void *data, int64_t bytes)
{
    assert(writer && bytes >= 0 && (data || bytes == 0));
    EG_TRY(kept_failure(writer));
    assert(writer->open && (uint64_t)bytes <= writer->left);
    writer->left -= (uint64_t)bytes;
    /* Chunk by chunk: what both checksums and the system look at stays in the cache. */
    for (int64_t at = 0; at < bytes; at += CHECKPOINT_CHUNK) {
        const uint8_t *chunk = (const uint8_t *)data + at;
        int64_t length = eg_min_i64(CHECKPOINT_CHUNK, bytes - at);
        eg_hash_add(writer->section, chunk, length);
        EG_TRY(keep_status(writer, emit(writer, chunk, length)));
    }
    return EG_OK;
}

eg_status eg_checkpoint_writer_end(eg_checkpoint_writer *writer)
{
    assert(writer);
    EG_TRY(kept_failure(writer));
    assert(writer->open && writer->left == 0);
    writer->open = false;
    writer->entries[writer->count - 1].sum = eg_hash_value(writer->section);
    return EG_OK;
}

eg_status eg_checkpoint_writer_section(eg_checkpoint_writer *writer, const char *name, const void *data,
                                       int64_t bytes)
{
    EG_TRY(eg_checkpoint_writer_begin(writer, name, bytes));
    EG_TRY(eg_checkpoint_writer_write(writer, data, bytes));
    return eg_checkpoint_writer_end(writer);
}

eg_status eg_checkpoint_writer_numbers(eg_checkpoint_writer *writer, const char *name,
                                       const eg_checkpoint_number *numbers, int64_t count)
{
    assert(writer && (numbers || count == 0) && count >= 0);
    EG_TRY(eg_checkpoint_writer_begin(writer, name, count * CHECKPOINT_NUMBER));
    for (int64_t i = 0; i < count; i++) {
        assert(checkpoint_is_name(numbers[i].name, sizeof numbers[i].name));
        uint8_t bytes[CHECKPOINT_NUMBER];
        checkpoint_put_number(bytes, &numbers[i]);
        EG_TRY(eg_checkpoint_writer_write(writer, bytes, sizeof bytes));
    }
    return eg_checkpoint_writer_end(writer);
}

/* Table and header. The header's checksum closes the one of the whole. */
static eg_status write_ends(eg_checkpoint_writer *writer)
{
    EG_TRY(align(writer));
    checkpoint_header header = {.major = EG_CHECKPOINT_MAJOR,
                                .minor = EG_CHECKPOINT_MINOR,
                                .header_bytes = CHECKPOINT_HEADER,
                                .entry_bytes = CHECKPOINT_ENTRY,
                                .sections = (unsigned)writer->count,
                                .table = writer->at};
    for (int64_t i = 0; i < writer->count; i++) {
        uint8_t entry[CHECKPOINT_ENTRY];
        checkpoint_put_entry(entry, &writer->entries[i]);
        EG_TRY(emit(writer, entry, sizeof entry));
    }
    EG_TRY(flush(writer));
    uint8_t bytes[CHECKPOINT_HEADER];
    header.file_bytes = writer->at;
    checkpoint_put_header(bytes, &header);
    eg_hash_add(writer->whole, bytes, CHECKPOINT_SUMMED);
    header.sum = eg_hash_value(writer->whole);
    checkpoint_put_header(bytes, &header);
    return eg_file_put(writer->context, writer->file, writer->path, 0, bytes, sizeof bytes);
}

eg_status eg_checkpoint_writer_finish(eg_checkpoint_writer **writer, int64_t *bytes)
{
    assert(writer && *writer && ((*writer)->failure != EG_OK || !(*writer)->open));
    eg_checkpoint_writer *w = *writer;
    eg_status status = kept_failure(w);
    if (status == EG_OK)
        status = write_ends(w);
    if (status == EG_OK)
        status = eg_file_publish(w->context, &w->file, w->temporary, w->path);
    if (bytes)
        *bytes = status == EG_OK ? (int64_t)(*writer)->at : 0;
    eg_checkpoint_writer_abandon(writer);
    return status;
}

void eg_checkpoint_writer_abandon(eg_checkpoint_writer **writer)
{
    if (!writer || !*writer)
        return;
    eg_checkpoint_writer *ended = *writer;
    eg_file_remove_open(&ended->file, ended->temporary);
    eg_hash_destroy(&ended->whole);
    eg_hash_destroy(&ended->section);
    EG_FREE(&ended->entries, &ended->buffer, &ended->temporary, &ended->path, writer);
}
