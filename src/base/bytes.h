/* bytes: whole numbers as files have them, of 1 to 8 bytes, whatever the machine's order. */
#ifndef EG_BASE_BYTES_H
#define EG_BASE_BYTES_H

#include <stdint.h>
#include <string.h>

static inline void eg_put_little(uint8_t *at, int bytes, uint64_t value)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static inline void eg_put_big(uint8_t *at, int bytes, uint64_t value)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> 8 * (bytes - 1 - i));
}

static inline uint64_t eg_get_little(const uint8_t *at, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)at[i] << 8 * i;
    return value;
}

static inline uint64_t eg_get_big(const uint8_t *at, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value = value << 8 | at[i];
    return value;
}

static inline uint32_t eg_float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float eg_float_of_bits(uint64_t bits)
{
    float value;
    uint32_t low = (uint32_t)bits;
    memcpy(&value, &low, sizeof value);
    return value;
}

static inline uint64_t eg_double_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

#endif
