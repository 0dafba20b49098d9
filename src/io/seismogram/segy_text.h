/* The textual header of SEG-Y: 40 lines of 80 characters, numbered "C 1" to "C40", in EBCDIC. */
#ifndef EG_IO_SEGY_TEXT_H
#define EG_IO_SEGY_TEXT_H

#include "io/seismogram/segy.h"

/* Lines 39 and 40 are the standard's own; a line's text begins behind its number. */
enum {
    EG_SEGY_FREE_LINES = 38,
    EG_SEGY_TEXT_COLUMN = 4,
    EG_SEGY_TEXT_BYTES = EG_SEGY_LINES * EG_SEGY_COLUMNS
};

/* Zero-initialise. */
typedef struct eg_segy_text {
    char line[EG_SEGY_FREE_LINES][EG_SEGY_COLUMNS - EG_SEGY_TEXT_COLUMN + 1]; /* ASCII */
    int used;      /* lines; may count on beyond those that are there */
    bool replaced; /* a character was written as ? */
} eg_segy_text;

/* Adds UTF-8 text as one or more lines, broken at a blank where there is one. */
void eg_segy_text_add(eg_segy_text *text, const char *string);

/* The header's bytes; text->used is at most EG_SEGY_FREE_LINES. */
void eg_segy_text_encode(const eg_segy_text *text, uint8_t bytes[EG_SEGY_TEXT_BYTES]);

/* Lines of ASCII from a header in EBCDIC, or in ASCII where its first byte is an ASCII C; ? for
 * what has no place in both; without the blanks at the ends of lines. */
void eg_segy_text_decode(const uint8_t *bytes, char (*lines)[EG_SEGY_COLUMNS + 1]);

#endif
