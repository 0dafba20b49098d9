/* bytes: whole numbers as files have them, of 1 to 8 bytes, whatever the machine's order; and the characters
 * of UTF-8. */
#ifndef EG_BASE_BYTES_H
#define EG_BASE_BYTES_H

#include <stdbool.h>
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

/* ---- UTF-8 */

/* Whether a byte goes on a character that has begun before. */
static inline bool eg_utf8_goes_on(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* Bytes of the character at `text`, whose number *code is, of a text that ends with a zero; 0 where there is
 * none: a wrong byte, one that is written too long, a surrogate, one beyond Unicode. */
static inline int eg_utf8_character(const char *text, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)text[0];
    int bytes = first < 0x80   ? 1
                : first < 0xC0 ? 0
                : first < 0xE0 ? 2
                : first < 0xF0 ? 3
                : first < 0xF8 ? 4
                               : 0;
    *code = bytes == 1 ? first : first & (0x7Fu >> bytes);
    for (int i = 1; i < bytes; i++) {
        if (!eg_utf8_goes_on(text[i]))
            return 0;
        *code = *code << 6 | ((unsigned char)text[i] & 0x3F);
    }
    return *code < least[bytes] || *code > 0x10FFFF || (*code >= 0xD800 && *code <= 0xDFFF) ? 0 : bytes;
}

#endif
