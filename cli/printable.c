/* Texts without what a terminal would obey (printable.h). */
#include "printable.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of the well-formed UTF-8 character at `p`, 0 where there is none. */
static size_t character(const unsigned char *p, size_t left, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = p[0] < 0x80 ? 1 : p[0] < 0xC2 ? 0 : p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : 4;
    if (length == 0 || length > left || p[0] > 0xF4)
        return 0;
    *code = length == 1 ? p[0] : p[0] & (0xFFu >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((p[i] & 0xC0) != 0x80)
            return 0;
        *code = *code << 6 | (p[i] & 0x3F);
    }
    bool surrogate = *code >= 0xD800 && *code <= 0xDFFF;
    return *code < least[length] || *code > 0x10FFFF || surrogate ? 0 : length;
}

/* Controls (C0, DEL, C1), what turns the direction of writing, and breaks of lines that are none. */
static bool is_obeyed(uint32_t code)
{
    if (code < 0x20)
        return code != '\n' && code != '\t';
    return (code >= 0x7F && code < 0xA0) || code == 0x061C || code == 0x200E || code == 0x200F ||
           (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) || code == 0xFEFF;
}

/* The carriage return of a line that ends as Windows has it. */
static bool ends_line(const char *text, size_t length, size_t at)
{
    return text[at] == '\r' && (at + 1 == length || text[at + 1] == '\n');
}

void cli_write(FILE *stream, const char *text, size_t length)
{
    size_t begin = 0, at = 0;
    while (at < length) {
        uint32_t code = 0;
        size_t bytes = character((const unsigned char *)text + at, length - at, &code);
        if (bytes > 0 && (!is_obeyed(code) || ends_line(text, length, at))) {
            at += bytes;
            continue;
        }
        fwrite(text + begin, 1, at - begin, stream);
        if (bytes > 0)
            fprintf(stream, "\\u%04x", (unsigned)code);
        else
            fprintf(stream, "\\x%02x", (unsigned)(unsigned char)text[at]);
        at += bytes > 0 ? bytes : 1;
        begin = at;
    }
    fwrite(text + begin, 1, length - begin, stream);
}

void cli_put(FILE *stream, const char *text)
{
    cli_write(stream, text, strlen(text));
}

void cli_printf(FILE *stream, const char *format, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, format);
    int length = vasprintf(&text, format, args);
    va_end(args);
    if (length >= 0)
        cli_write(stream, text, (size_t)length);
    else
        fputs("out of memory\n", stream);
    free(text);
}
