/* Texts and numbers as JSON has them. */
#include "io/report/json_text.h"

#include <math.h>
#include <string.h>

/* Length of the UTF-8 sequence at p, 0 where there is none. */
static int sequence_length(const unsigned char *p)
{
    int length = p[0] < 0x80                   ? 1
                 : p[0] >= 0xc2 && p[0] < 0xe0 ? 2
                 : (p[0] & 0xf0) == 0xe0       ? 3
                 : p[0] >= 0xf0 && p[0] < 0xf5 ? 4
                                               : 0;
    for (int i = 1; i < length; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xf0 && p[1] < 0x90);
    bool beyond = (p[0] == 0xed && p[1] > 0x9f) || (p[0] == 0xf4 && p[1] > 0x8f);
    return length > 1 && (overlong || beyond) ? 0 : length;
}

void eg_json_add_string(eg_text *text, const char *string)
{
    eg_text_add(text, "\"");
    const unsigned char *p = (const unsigned char *)string;
    while (*p) {
        int length = sequence_length(p);
        if (length == 0)
            eg_text_add(text, "?");
        else if (*p == '"' || *p == '\\')
            eg_text_add(text, "\\%c", *p);
        else if (*p < ' ')
            eg_text_add(text, "\\u%04x", *p);
        else
            eg_text_add_bytes(text, (const char *)p, length);
        p += length ? length : 1;
    }
    eg_text_add(text, "\"");
}

void eg_json_add_number(eg_text *text, double value)
{
    char number[32] = "null";
    if (isfinite(value))
        eg_format_real(value, number);
    eg_text_add(text, "%s", number);
}

void eg_json_add(eg_text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    for (const char *p = format; *p; p++)
        if (*p == '\'')
            eg_text_add(text, "\"");
        else if (*p != '%')
            eg_text_add_bytes(text, p, 1);
        else if (*++p == 's')
            eg_json_add_string(text, va_arg(args, const char *));
        else if (*p == 'g')
            eg_json_add_number(text, va_arg(args, double));
        else {
            eg_text_add(text, "%lld", va_arg(args, long long));
            p += strlen("ll");
        }
    va_end(args);
}
