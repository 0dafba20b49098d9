/* Opens a checkpoint and verifies it, then hands out its sections.
 *
 * The order of looking: header alone, its sizes against the file's length, the table against both,
 * then every byte once for the checksums. Nothing is believed before it was compared with the
 * length of the file, so a wrong number cannot ask for memory or for bytes that are not there. */
#include "io/checkpoint/read.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

/* Fails with EG_CHECKPOINT; the file's name comes first. */
#define BAD(checkpoint, format, ...)                                                                         \
    eg_fail((checkpoint)->context, EG_CHECKPOINT, "%s: " format, (checkpoint)->path, __VA_ARGS__)

static eg_status get_checkpoint_bytes(eg_checkpoint *checkpoint, uint64_t at, void *data, int64_t bytes)
{
    return eg_file_get(checkpoint->context, EG_CHECKPOINT, checkpoint->file, checkpoint->path, (int64_t)at,
                       data, bytes);
}

/* O_NONBLOCK: a pipe of this name must not hold the run up. */
static eg_status open_checkpoint(eg_checkpoint *checkpoint, uint64_t *length)
{
    struct stat info;
    do {
        checkpoint->file = open(checkpoint->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    } while (checkpoint->file < 0 && errno == EINTR);
    if (checkpoint->file < 0 || fstat(checkpoint->file, &info) != 0)
        return eg_fail(checkpoint->context, EG_IO, "%s: cannot be opened: %s", checkpoint->path,
                       strerror(errno));
    if (!S_ISREG(info.st_mode))
        return BAD(checkpoint, "%s", "is not a file");
    *length = (uint64_t)info.st_size;
    return EG_OK;
}

static eg_status check_lengths(eg_checkpoint *checkpoint, const checkpoint_header *h, uint64_t length)
{
    if (h->header_bytes < CHECKPOINT_HEADER || h->header_bytes > CHECKPOINT_LIMIT || h->header_bytes % 8)
        return BAD(checkpoint, "is damaged: byte 12: a header of %u bytes", h->header_bytes);
    if (h->entry_bytes < CHECKPOINT_ENTRY || h->entry_bytes > CHECKPOINT_LIMIT || h->entry_bytes % 8)
        return BAD(checkpoint, "is damaged: byte 36: entries of %u bytes", h->entry_bytes);
    if (h->sections > EG_CHECKPOINT_SECTIONS)
        return BAD(checkpoint, "is damaged: byte 32: %u sections", h->sections);
    if (h->file_bytes > length)
        return BAD(checkpoint, "is cut short: it has %llu of %llu bytes", (unsigned long long)length,
                   (unsigned long long)h->file_bytes);
    if (h->file_bytes < length)
        return BAD(checkpoint, "is damaged: it has %llu bytes, %llu by its header",
                   (unsigned long long)length, (unsigned long long)h->file_bytes);
    uint64_t table = (uint64_t)h->sections * h->entry_bytes;
    if (h->header_bytes > length || table > length || h->table != length - table)
        return BAD(checkpoint,
                   "is damaged: byte 24: a table at byte %llu, of %u sections, in a file of %llu bytes",
                   (unsigned long long)h->table, h->sections, (unsigned long long)length);
    return EG_OK;
}

static eg_status read_checkpoint_header(eg_checkpoint *checkpoint, uint64_t length)
{
    uint8_t bytes[CHECKPOINT_HEADER];
    checkpoint_header *h = &checkpoint->header;
    if (length < CHECKPOINT_HEADER)
        return BAD(checkpoint, "is cut short: it has %llu bytes, a header has %d", (unsigned long long)length,
                   CHECKPOINT_HEADER);
    EG_TRY(get_checkpoint_bytes(checkpoint, 0, bytes, sizeof bytes));
    if (!checkpoint_get_header(bytes, h))
        return BAD(checkpoint, "%s", "is no checkpoint: it does not begin as one");
    if (h->major != EG_CHECKPOINT_MAJOR)
        return BAD(checkpoint,
                   "is of format %u.%u, and this eagre reads %d.x: continue with the eagre that wrote it",
                   h->major, h->minor, EG_CHECKPOINT_MAJOR);
    return check_lengths(checkpoint, h, length);
}

/* Sections must stand in order, each where the one before it ends. */
static eg_status check_section(eg_checkpoint *checkpoint, uint64_t at, const checkpoint_entry *entry,
                               uint64_t *end)
{
    uint64_t table = checkpoint->header.table;
    if (!checkpoint_is_name(entry->name, sizeof entry->name))
        return BAD(checkpoint, "is damaged: byte %llu: not the name of a section", (unsigned long long)at);
    if (checkpoint_find(checkpoint, entry->name))
        return BAD(checkpoint, "is damaged: byte %llu: a second section '%s'", (unsigned long long)at,
                   entry->name);
    if (entry->offset != checkpoint_align(*end) || entry->offset > table ||
        entry->bytes > table - entry->offset)
        return BAD(checkpoint,
                   "is damaged: byte %llu: section '%s' of %llu bytes at byte %llu, expected at "
                   "byte %llu and before byte %llu",
                   (unsigned long long)at + 32, entry->name, (unsigned long long)entry->bytes,
                   (unsigned long long)entry->offset, (unsigned long long)checkpoint_align(*end),
                   (unsigned long long)table);
    *end = entry->offset + entry->bytes;
    return EG_OK;
}

static eg_status read_section_table(eg_checkpoint *checkpoint)
{
    const checkpoint_header *h = &checkpoint->header;
    uint64_t end = h->header_bytes;
    EG_TRY(eg_alloc(checkpoint->context, h->sections, sizeof *checkpoint->entries, &checkpoint->entries));
    for (unsigned i = 0; i < h->sections; i++) {
        uint64_t at = h->table + (uint64_t)i * h->entry_bytes;
        uint8_t bytes[CHECKPOINT_ENTRY];
        EG_TRY(get_checkpoint_bytes(checkpoint, at, bytes, sizeof bytes));
        checkpoint_get_entry(bytes, &checkpoint->entries[i]);
        EG_TRY(check_section(checkpoint, at, &checkpoint->entries[i], &end));
        checkpoint->count++;
    }
    if (checkpoint_align(end) != h->table)
        return BAD(checkpoint, "is damaged: byte 24: the table at byte %llu, expected at byte %llu",
                   (unsigned long long)h->table, (unsigned long long)checkpoint_align(end));
    return EG_OK;
}

/* What the verification holds while it goes through the file. */
typedef struct verifier {
    uint8_t *chunk; /* [room] */
    int64_t room;
    eg_hash_stream *whole, *section;
} verifier;

/* Adds the bytes from *at to `end` to the checksum of the whole, and to `section` where there is one. */
static eg_status sum_bytes(eg_checkpoint *checkpoint, verifier *v, uint64_t *at, uint64_t end,
                           eg_hash_stream *section)
{
    while (*at < end) {
        int64_t bytes = (int64_t)(end - *at);
        bytes = eg_min_i64(bytes, v->room);
        EG_TRY(get_checkpoint_bytes(checkpoint, *at, v->chunk, bytes));
        eg_hash_add(v->whole, v->chunk, bytes);
        if (section)
            eg_hash_add(section, v->chunk, bytes);
        *at += (uint64_t)bytes;
    }
    return EG_OK;
}

static eg_status sum_read_section(eg_checkpoint *checkpoint, verifier *v, uint64_t *at,
                                  const checkpoint_entry *entry)
{
    EG_TRY(sum_bytes(checkpoint, v, at, entry->offset, NULL));
    eg_hash_begin(v->section);
    EG_TRY(sum_bytes(checkpoint, v, at, entry->offset + entry->bytes, v->section));
    if (checkpoint_sums_agree(eg_hash_value(v->section), entry->sum))
        return EG_OK;
    return BAD(checkpoint,
               "is damaged: section '%s', %llu bytes at byte %llu, does not have the checksum it "
               "was written with",
               entry->name, (unsigned long long)entry->bytes, (unsigned long long)entry->offset);
}

static eg_status sum_file(eg_checkpoint *checkpoint, verifier *v)
{
    const checkpoint_header *h = &checkpoint->header;
    uint64_t at = CHECKPOINT_HEADER;
    for (int64_t i = 0; i < checkpoint->count; i++)
        EG_TRY(sum_read_section(checkpoint, v, &at, &checkpoint->entries[i]));
    EG_TRY(sum_bytes(checkpoint, v, &at, h->file_bytes, NULL));
    uint8_t bytes[CHECKPOINT_HEADER];
    EG_TRY(get_checkpoint_bytes(checkpoint, 0, bytes, sizeof bytes));
    eg_hash_add(v->whole, bytes, CHECKPOINT_SUMMED);
    if (checkpoint_sums_agree(eg_hash_value(v->whole), h->sum))
        return EG_OK;
    return BAD(checkpoint, "%s",
               "is damaged: its sections are whole, but header, table or the bytes between them do "
               "not have the checksum they were written with");
}

static eg_status verify_sums(eg_checkpoint *checkpoint)
{
    eg_context *context = checkpoint->context;
    int64_t room = eg_min_i64(CHECKPOINT_CHUNK, (int64_t)checkpoint->header.file_bytes);
    EG_SCRATCH uint8_t *chunk = NULL;
    EG_ENDS_WITH(eg_hash_destroy) eg_hash_stream *whole = NULL, *section = NULL;
    EG_TRY(eg_alloc(context, room, 1, &chunk));
    EG_TRY(eg_hash_create(context, &whole));
    EG_TRY(eg_hash_create(context, &section));
    return sum_file(checkpoint,
                    &(verifier){.chunk = chunk, .room = room, .whole = whole, .section = section});
}

static eg_status open_and_check(eg_checkpoint *checkpoint, const char *path, bool contents)
{
    uint64_t length = 0;
    EG_TRY(eg_strdup(checkpoint->context, path, &checkpoint->path));
    EG_TRY(open_checkpoint(checkpoint, &length));
    EG_TRY(read_checkpoint_header(checkpoint, length));
    EG_TRY(read_section_table(checkpoint));
    return contents ? verify_sums(checkpoint) : EG_OK;
}

eg_status checkpoint_open(eg_context *context, const char *path, bool contents, eg_checkpoint **checkpoint)
{
    *checkpoint = NULL;
    EG_ENDS_WITH(eg_checkpoint_close) eg_checkpoint *made = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    made->file = -1;
    EG_TRY(open_and_check(made, path, contents));
    return eg_hand_over(&made, checkpoint);
}

eg_status eg_checkpoint_open(eg_context *context, const char *path, eg_checkpoint **checkpoint)
{
    assert(context && path && checkpoint);
    return checkpoint_open(context, path, true, checkpoint);
}

void eg_checkpoint_close(eg_checkpoint **checkpoint)
{
    if (!checkpoint || !*checkpoint)
        return;
    eg_checkpoint *closed = *checkpoint;
    eg_file_close(&closed->file);
    EG_FREE(&closed->entries, &closed->path, checkpoint);
}
