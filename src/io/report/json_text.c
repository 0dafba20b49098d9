/* Texts and numbers as JSON has them. */
#include "io/report/json_text.h"

#include <math.h>
#include <string.h>

#include "base/bytes.h"

void eg_json_add_string(eg_text *text, const char *string)
{
    eg_text_add(text, "\"");
    for (const char *p = string; *p;) {
        uint32_t code;
        int length = eg_utf8_character(p, &code);
        if (length == 0)
            eg_text_add(text, "?");
        else if (*p == '"' || *p == '\\')
            eg_text_add(text, "\\%c", *p);
        else if (code < ' ')
            eg_text_add(text, "\\u%04x", (unsigned)code);
        else
            eg_text_add_bytes(text, p, length);
        p += length ? length : 1;
    }
    eg_text_add(text, "\"");
}

void eg_json_add_number(eg_text *text, double value)
{
    eg_text_add(text, "%s", isfinite(value) ? eg_real_show(value).text : "null");
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
