/* Seals the image of a checkpoint: damage behind checksums that agree. */
#ifndef CHECKPOINT_SEAL_H
#define CHECKPOINT_SEAL_H

#include "base/bytes.h"
#include "io/checkpoint/format.h"

static void seal_entry(eg_hash_stream *stream, uint8_t *file, uint64_t length, uint64_t at)
{
    checkpoint_entry entry;
    checkpoint_get_entry(file + at, &entry);
    if (entry.offset > length || entry.bytes > length - entry.offset)
        return;
    eg_hash_begin(stream);
    eg_hash_add(stream, file + entry.offset, (int64_t)entry.bytes);
    entry.sum = eg_hash_value(stream);
    checkpoint_put_entry(file + at, &entry);
}

/* Writes the checksums that its bytes have into the image of a file, so that damage elsewhere is
 * what a reader finds. Entries that do not lie in the image are left alone. */
static void seal_checkpoint(eg_context *context, uint8_t *file, int64_t length)
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

#endif
