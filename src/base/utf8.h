/* utf8: the characters of texts that come from anywhere. */
#ifndef EG_BASE_UTF8_H
#define EG_BASE_UTF8_H

#include <stdbool.h>
#include <stdint.h>

/* Whether a byte goes on a character that has begun before. */
static inline bool eg_utf8_goes_on(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* Bytes of the character at `text`, whose number *code is, of a text that ends with a zero; 0 where there is none: a wrong
 * byte, one that is written too long, a surrogate, one beyond Unicode. */
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
