/* The textual header of SEG-Y: wrapping, EBCDIC. */
#include "io/seismogram/segy_text.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = EG_SEGY_COLUMNS - EG_SEGY_TEXT_COLUMN, FIRST = ' ', LAST = '~', QUESTION = 0x6f };

/* EBCDIC of the ASCII characters from blank to tilde; ? for those that code pages 37, 500 and 1047
 * have in different places: ! [ ] ^ | */
static const uint8_t ebcdic[LAST - FIRST + 1] = {
    0x40, 0x6f, 0x7f, 0x7b, 0x5b, 0x6c, 0x50, 0x7d, 0x4d, 0x5d, 0x5c, 0x4e, 0x6b, 0x60, 0x4b, 0x61,
    0xf0, 0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0x7a, 0x5e, 0x4c, 0x7e, 0x6e, 0x6f,
    0x7c, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6,
    0xd7, 0xd8, 0xd9, 0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9, 0x6f, 0xe0, 0x6f, 0x6f, 0x6d,
    0x79, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96,
    0x97, 0x98, 0x99, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9, 0xc0, 0x6f, 0xd0, 0xa1};

/* How many of the bytes go on this line: up to WIDTH characters, less a word that does not fit. */
static size_t line_length(const char *string)
{
    size_t bytes = 0, characters = 0, blank = 0;
    for (; string[bytes]; bytes++) {
        bool goes_on = ((uint8_t)string[bytes] & 0xc0) == 0x80; /* of a character of UTF-8 */
        if (!goes_on && characters++ == WIDTH)
            return string[bytes] == ' ' || blank == 0 ? bytes : blank;
        if (string[bytes] == ' ')
            blank = bytes;
    }
    return bytes;
}

/* Puts bytes on the line, each character as one of the ASCII characters that EBCDIC has. */
static void put_line(eg_segy_text *text, const char *string, size_t length)
{
    int column = 0;
    for (size_t i = 0; i < length; i++) {
        uint8_t c = (uint8_t)string[i];
        if ((c & 0xc0) == 0x80)
            continue;
        bool known = c >= FIRST && c <= LAST && (c == '?' || ebcdic[c - FIRST] != QUESTION);
        text->replaced = text->replaced || !known;
        if (text->used < EG_SEGY_FREE_LINES)
            text->line[text->used][column++] = known ? (char)c : '?';
    }
    text->used++;
}

void eg_segy_text_add(eg_segy_text *text, const char *string)
{
    do {
        size_t length = line_length(string);
        put_line(text, string, length);
        string += length;
        while (*string == ' ')
            string++;
    } while (*string);
}

void eg_segy_text_encode(const eg_segy_text *text, uint8_t bytes[EG_SEGY_TEXT_BYTES])
{
    assert(text->used <= EG_SEGY_FREE_LINES);
    for (int i = 0; i < EG_SEGY_LINES; i++) {
        char line[EG_SEGY_COLUMNS + 1];
        const char *string = i < EG_SEGY_FREE_LINES ? text->line[i] : "SEG Y REV1";
        if (i == EG_SEGY_LINES - 1)
            string = "END TEXTUAL HEADER";
        int length = snprintf(line, sizeof line, "C%2d %s", i + 1, string);
        for (int k = 0; k < EG_SEGY_COLUMNS; k++)
            bytes[i * EG_SEGY_COLUMNS + k] = ebcdic[k < length ? line[k] - FIRST : 0];
    }
}

void eg_segy_text_decode(const uint8_t *bytes, char (*lines)[EG_SEGY_COLUMNS + 1])
{
    bool ascii = bytes[0] == 'C';
    for (int i = 0; i < EG_SEGY_LINES; i++, bytes += EG_SEGY_COLUMNS) {
        int length = 0;
        for (int k = 0; k < EG_SEGY_COLUMNS; k++) {
            const uint8_t *found = bytes[k] == QUESTION ? NULL : memchr(ebcdic, bytes[k], sizeof ebcdic);
            char c = ascii ? (char)bytes[k] : found ? (char)(FIRST + (found - ebcdic)) : '?';
            lines[i][k] = c >= FIRST && c <= LAST ? c : '?';
            if (lines[i][k] != ' ')
                length = k + 1;
        }
        lines[i][length] = 0;
    }
}
