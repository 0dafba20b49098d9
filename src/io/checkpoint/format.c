/* Header, entries and numbers of a checkpoint as bytes, little-endian on every machine. */
#include "io/checkpoint/format.h"

#include "base/bytes.h"

static const uint8_t magic[8] = {0x89, 'e', 'a', 'g', 'r', 'e', '\r', '\n'};

static void put_sum(uint8_t *bytes, eg_hash128 sum)
{
    eg_put_little(bytes, 8, sum.low);
    eg_put_little(bytes + 8, 8, sum.high);
}

static eg_hash128 get_sum(const uint8_t *bytes)
{
    return (eg_hash128){.low = eg_get_little(bytes, 8), .high = eg_get_little(bytes + 8, 8)};
}

void checkpoint_put_header(uint8_t bytes[CHECKPOINT_HEADER], const checkpoint_header *header)
{
    memset(bytes, 0, CHECKPOINT_HEADER);
    memcpy(bytes, magic, sizeof magic);
    eg_put_little(bytes + 8, 2, header->major);
    eg_put_little(bytes + 10, 2, header->minor);
    eg_put_little(bytes + 12, 4, header->header_bytes);
    eg_put_little(bytes + 16, 8, header->file_bytes);
    eg_put_little(bytes + 24, 8, header->table);
    eg_put_little(bytes + 32, 4, header->sections);
    eg_put_little(bytes + 36, 4, header->entry_bytes);
    put_sum(bytes + CHECKPOINT_SUMMED, header->sum);
}

bool checkpoint_get_header(const uint8_t bytes[CHECKPOINT_HEADER], checkpoint_header *header)
{
    *header = (checkpoint_header){.major = (unsigned)eg_get_little(bytes + 8, 2),
                                  .minor = (unsigned)eg_get_little(bytes + 10, 2),
                                  .header_bytes = (unsigned)eg_get_little(bytes + 12, 4),
                                  .file_bytes = eg_get_little(bytes + 16, 8),
                                  .table = eg_get_little(bytes + 24, 8),
                                  .sections = (unsigned)eg_get_little(bytes + 32, 4),
                                  .entry_bytes = (unsigned)eg_get_little(bytes + 36, 4),
                                  .sum = get_sum(bytes + CHECKPOINT_SUMMED)};
    return memcmp(bytes, magic, sizeof magic) == 0;
}

void checkpoint_put_entry(uint8_t bytes[CHECKPOINT_ENTRY], const checkpoint_entry *entry)
{
    memcpy(bytes, entry->name, EG_CHECKPOINT_NAME);
    eg_put_little(bytes + 32, 8, entry->offset);
    eg_put_little(bytes + 40, 8, entry->bytes);
    put_sum(bytes + 48, entry->sum);
}

void checkpoint_get_entry(const uint8_t bytes[CHECKPOINT_ENTRY], checkpoint_entry *entry)
{
    memcpy(entry->name, bytes, EG_CHECKPOINT_NAME);
    entry->offset = eg_get_little(bytes + 32, 8);
    entry->bytes = eg_get_little(bytes + 40, 8);
    entry->sum = get_sum(bytes + 48);
}

void checkpoint_put_number(uint8_t bytes[CHECKPOINT_NUMBER], const eg_checkpoint_number *number)
{
    uint64_t value = (uint64_t)number->integer;
    if (number->is_real)
        memcpy(&value, &number->real, sizeof value);
    memset(bytes, 0, CHECKPOINT_NUMBER);
    memcpy(bytes, number->name, sizeof number->name);
    bytes[31] = number->is_real ? 'r' : 'i';
    eg_put_little(bytes + 32, 8, value);
}

bool checkpoint_get_number(const uint8_t bytes[CHECKPOINT_NUMBER], eg_checkpoint_number *number)
{
    uint64_t value = eg_get_little(bytes + 32, 8);
    memset(number, 0, sizeof *number);
    memcpy(number->name, bytes, sizeof number->name);
    number->is_real = bytes[31] == 'r';
    if (number->is_real)
        memcpy(&number->real, &value, sizeof value);
    else
        number->integer = (int64_t)value;
    return checkpoint_is_name(number->name, sizeof number->name) && (bytes[31] == 'r' || bytes[31] == 'i');
}

bool checkpoint_is_name(const char *room, size_t size)
{
    size_t length = 0;
    while (length < size && room[length] > ' ' && room[length] <= '~')
        length++;
    if (length == 0 || length == size)
        return false;
    for (size_t i = length; i < size; i++)
        if (room[i] != 0)
            return false;
    return true;
}
