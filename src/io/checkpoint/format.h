/* The checkpoint's format, for those who write and read it: checkpoint.h has the layout. */
#ifndef EG_IO_CHECKPOINT_FORMAT_H
#define EG_IO_CHECKPOINT_FORMAT_H

#include "io/checkpoint/checkpoint.h"

enum {
    CHECKPOINT_HEADER = 64,  /* bytes of a header in 1.0, the least of any minor version */
    CHECKPOINT_ENTRY = 64,   /* of an entry */
    CHECKPOINT_LIMIT = 4096, /* most bytes that a newer minor version may give to either */
    CHECKPOINT_SUMMED = 48,  /* bytes of the header that the checksum of the whole goes over */
    CHECKPOINT_ALIGNMENT = 64,
    CHECKPOINT_NUMBER = 40, /* bytes of a number */
    CHECKPOINT_CHUNK = 1 << 20
};

/* The header's fields, as the drawing in checkpoint.h has them. */
typedef struct checkpoint_header {
    unsigned major, minor, header_bytes, entry_bytes, sections;
    uint64_t file_bytes, table;
    eg_hash128 sum;
} checkpoint_header;

/* An entry of the table. The name is not yet looked at: it may lack its final zero. */
typedef struct checkpoint_entry {
    char name[EG_CHECKPOINT_NAME];
    uint64_t offset, bytes;
    eg_hash128 sum;
} checkpoint_entry;

void checkpoint_put_header(uint8_t bytes[CHECKPOINT_HEADER], const checkpoint_header *header);
/* False where the bytes do not begin as a checkpoint does. */
bool checkpoint_get_header(const uint8_t bytes[CHECKPOINT_HEADER], checkpoint_header *header);
void checkpoint_put_entry(uint8_t bytes[CHECKPOINT_ENTRY], const checkpoint_entry *entry);
void checkpoint_get_entry(const uint8_t bytes[CHECKPOINT_ENTRY], checkpoint_entry *entry);

void checkpoint_put_number(uint8_t bytes[CHECKPOINT_NUMBER], const eg_checkpoint_number *number);
/* False where the bytes are no number. */
bool checkpoint_get_number(const uint8_t bytes[CHECKPOINT_NUMBER], eg_checkpoint_number *number);

/* Whether room[0..size) holds a name of 1 to size - 1 printing characters, and zeros behind it. */
bool checkpoint_is_name(const char *room, size_t size);

static inline bool checkpoint_sums_agree(eg_hash128 a, eg_hash128 b)
{
    return a.low == b.low && a.high == b.high;
}

/* The next multiple of the alignment; `at` is at most INT64_MAX. */
static inline uint64_t checkpoint_align(uint64_t at)
{
    return (at + CHECKPOINT_ALIGNMENT - 1) / CHECKPOINT_ALIGNMENT * CHECKPOINT_ALIGNMENT;
}

#endif
