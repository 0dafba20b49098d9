/* Seals the image of a checkpoint for tests: damage behind checksums that agree. */
#include "io/checkpoint/format.h"

#include "base/bytes.h"

static eg_hash128 sum_of(eg_hash_stream *stream, const uint8_t *data, uint64_t bytes)
{
    eg_hash_begin(stream);
    eg_hash_add(stream, data, (int64_t)bytes);
    return eg_hash_value(stream);
}

static void seal_entry(eg_hash_stream *stream, uint8_t *file, uint64_t length, uint64_t at)
{
    checkpoint_entry entry;
    checkpoint_get_entry(file + at, &entry);
    if (entry.offset > length || entry.bytes > length - entry.offset)
        return;
    entry.sum = sum_of(stream, file + entry.offset, entry.bytes);
    checkpoint_put_entry(file + at, &entry);
}

void eg_checkpoint_seal(eg_context *context, uint8_t *file, int64_t length)
{
    checkpoint_header header;
    EG_ENDS_WITH(eg_hash_destroy) eg_hash_stream *stream = NULL;
    uint64_t bytes = (uint64_t)length;
    if (bytes < CHECKPOINT_HEADER || eg_hash_create(context, &stream) != EG_OK)
        return;
    checkpoint_get_header(file, &header);
    uint64_t at = header.table;
    unsigned sections = header.sections;
    if (header.entry_bytes < CHECKPOINT_ENTRY || sections > EG_CHECKPOINT_SECTIONS)
        sections = 0;
    for (unsigned i = 0; i < sections && at <= bytes && bytes - at >= CHECKPOINT_ENTRY;
         i++, at += header.entry_bytes)
        seal_entry(stream, file, bytes, at);
    eg_hash_begin(stream);
    eg_hash_add(stream, file + CHECKPOINT_HEADER, length - CHECKPOINT_HEADER);
    eg_hash_add(stream, file, CHECKPOINT_SUMMED);
    eg_hash128 whole = eg_hash_value(stream);
    eg_put_little(file + CHECKPOINT_SUMMED, 8, whole.low);
    eg_put_little(file + CHECKPOINT_SUMMED + 8, 8, whole.high);
}
