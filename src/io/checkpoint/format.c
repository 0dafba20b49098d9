/* Header, entries and numbers of a checkpoint as bytes, little-endian on every machine. */
#include "io/checkpoint/format.h"

#include <string.h>

static const uint8_t magic[8] = {0x89, 'e', 'a', 'g', 'r', 'e', '\r', '\n'};

static void put_number(uint8_t *bytes, int count, uint64_t value)
{
    for (int i = 0; i < count; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

static uint64_t get_number(const uint8_t *bytes, int count)
{
    uint64_t value = 0;
    for (int i = 0; i < count; i++)
        value |= (uint64_t)bytes[i] << 8 * i;
    return value;
}

static void put_sum(uint8_t *bytes, eg_hash128 sum)
{
    put_number(bytes, 8, sum.low);
    put_number(bytes + 8, 8, sum.high);
}

static eg_hash128 get_sum(const uint8_t *bytes)
{
    return (eg_hash128){.low = get_number(bytes, 8), .high = get_number(bytes + 8, 8)};
}

void checkpoint_put_header(uint8_t bytes[CHECKPOINT_HEADER], const checkpoint_header *header)
{
    memset(bytes, 0, CHECKPOINT_HEADER);
    memcpy(bytes, magic, sizeof magic);
    put_number(bytes + 8, 2, header->major);
    put_number(bytes + 10, 2, header->minor);
    put_number(bytes + 12, 4, header->header_bytes);
    put_number(bytes + 16, 8, header->file_bytes);
    put_number(bytes + 24, 8, header->table);
    put_number(bytes + 32, 4, header->sections);
    put_number(bytes + 36, 4, header->entry_bytes);
    put_sum(bytes + CHECKPOINT_SUMMED, header->sum);
}

bool checkpoint_get_header(const uint8_t bytes[CHECKPOINT_HEADER], checkpoint_header *header)
{
    *header = (checkpoint_header){.major = (unsigned)get_number(bytes + 8, 2),
                                  .minor = (unsigned)get_number(bytes + 10, 2),
                                  .header_bytes = (unsigned)get_number(bytes + 12, 4),
                                  .file_bytes = get_number(bytes + 16, 8),
                                  .table = get_number(bytes + 24, 8),
                                  .sections = (unsigned)get_number(bytes + 32, 4),
                                  .entry_bytes = (unsigned)get_number(bytes + 36, 4),
                                  .sum = get_sum(bytes + CHECKPOINT_SUMMED)};
    return memcmp(bytes, magic, sizeof magic) == 0;
}

void checkpoint_put_entry(uint8_t bytes[CHECKPOINT_ENTRY], const checkpoint_entry *entry)
{
    memcpy(bytes, entry->name, EG_CHECKPOINT_NAME);
    put_number(bytes + 32, 8, entry->offset);
    put_number(bytes + 40, 8, entry->bytes);
    put_sum(bytes + 48, entry->sum);
}

void checkpoint_get_entry(const uint8_t bytes[CHECKPOINT_ENTRY], checkpoint_entry *entry)
{
    memcpy(entry->name, bytes, EG_CHECKPOINT_NAME);
    entry->offset = get_number(bytes + 32, 8);
    entry->bytes = get_number(bytes + 40, 8);
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
    put_number(bytes + 32, 8, value);
}

bool checkpoint_get_number(const uint8_t bytes[CHECKPOINT_NUMBER], eg_checkpoint_number *number)
{
    uint64_t value = get_number(bytes + 32, 8);
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
