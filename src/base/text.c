/* Text that grows, numbers without locale, suggestions. */
#include "base/base.h"

#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- text */

static bool text_room(eg_text *text, int64_t more)
{
    if (text->status == EG_OK)
        text->status = eg_reserve(text->context, text->length + more + 1, &text->capacity, 1, &text->data);
    return text->status == EG_OK;
}

void eg_text_add(eg_text *text, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    if (length > 0 && text_room(text, length)) {
        vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
        text->length += length;
    }
    va_end(again);
    va_end(args);
}

void eg_text_add_bytes(eg_text *text, const char *bytes, int64_t length)
{
    if (length <= 0 || !text_room(text, length))
        return;
    memcpy(text->data + text->length, bytes, (size_t)length);
    text->length += length;
    text->data[text->length] = 0;
}

const char *eg_text_string(const eg_text *text)
{
    return text->data ? text->data : "";
}

void eg_text_free(eg_text *text)
{
    EG_FREE(&text->data);
    text->length = text->capacity = 0;
}

bool eg_has_ending(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);
    return length > tail && strcasecmp(name + length - tail, ending) == 0;
}

/* ---- numbers */

/* The C locale as an object: made once, never freed, the same for every context (it holds no state). */
static locale_t c_locale;
static pthread_once_t c_locale_once = PTHREAD_ONCE_INIT;

static void make_c_locale(void)
{
    c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

static bool is_decimal_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Length of the decimal number at the start of [p, end), 0 where there is none. */
static size_t real_length(const char *p, const char *end)
{
    const char *begin = p;
    if (p < end && (*p == '+' || *p == '-'))
        p++;
    const char *mantissa = p;
    int digits = 0;
    for (; p < end && is_decimal_digit(*p); p++)
        digits++;
    if (p < end && *p == '.')
        for (p++; p < end && is_decimal_digit(*p); p++)
            digits++;
    if (digits == 0 || p == mantissa)
        return 0;
    if (p < end && (*p == 'e' || *p == 'E')) {
        const char *exponent = p + 1;
        if (exponent < end && (*exponent == '+' || *exponent == '-'))
            exponent++;
        if (exponent < end && is_decimal_digit(*exponent)) {
            for (p = exponent; p < end && is_decimal_digit(*p);)
                p++;
        }
    }
    return (size_t)(p - begin);
}

bool eg_parse_real(const char *begin, const char *end, double *value)
{
    char copy[128];
    size_t length = (size_t)(end - begin);
    if (length == 0 || length >= sizeof copy || real_length(begin, end) != length)
        return false;
    memcpy(copy, begin, length);
    copy[length] = 0;
    pthread_once(&c_locale_once, make_c_locale);
    double parsed = strtod_l(copy, NULL, c_locale);
    if (!isfinite(parsed))
        return false;
    *value = parsed;
    return true;
}

bool eg_parse_integer(const char *begin, const char *end, int64_t *value)
{
    const char *p = begin;
    bool negative = p < end && *p == '-';
    if (p < end && (*p == '+' || *p == '-'))
        p++;
    if (p == end)
        return false;
    int64_t parsed = 0;
    for (; p < end; p++) {
        if (!is_decimal_digit(*p) || parsed > (INT64_MAX - (*p - '0')) / 10)
            return false;
        parsed = parsed * 10 + (*p - '0');
    }
    *value = negative ? -parsed : parsed;
    return true;
}

void eg_format_real(double value, char *buffer)
{
    pthread_once(&c_locale_once, make_c_locale);
    locale_t before = uselocale(c_locale);
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(buffer, 32, "%.*g", digits, value);
        if (!isfinite(value) || strtod(buffer, NULL) == value)
            break;
    }
    uselocale(before);
}

eg_shown eg_real_show(double value)
{
    eg_shown shown;
    eg_format_real(value, shown.text);
    return shown;
}

const char *eg_format_point(int dimension, const double *x, char buffer[EG_POINT_ROOM])
{
    int used = 0;
    assert(dimension >= 1 && dimension <= 3);
    for (int d = 0; d < dimension; d++) {
        int digits = 6;
        for (double most = 1e4; fabs(x[d]) >= most && digits < 17; most *= 10)
            digits++;
        used +=
            snprintf(buffer + used, (size_t)(EG_POINT_ROOM - used), "%s%.*g", d ? ", " : "(", digits, x[d]);
    }
    snprintf(buffer + used, (size_t)(EG_POINT_ROOM - used), ")");
    return buffer;
}

const char *eg_format_value(double value, char buffer[EG_VALUE_ROOM])
{
    if (isnan(value))
        snprintf(buffer, EG_VALUE_ROOM, "not a number");
    else
        snprintf(buffer, EG_VALUE_ROOM, "%g", value);
    return buffer;
}

/* ---- names */

enum { NAME_ROOM = 64 };

/* Edit distance with transpositions of neighbours; names longer than NAME_ROOM are infinitely far. */
static int edit_distance(const char *a, const char *b)
{
    int rows[3][NAME_ROOM + 1];
    int m = (int)strlen(a), n = (int)strlen(b);
    if (m > NAME_ROOM || n > NAME_ROOM)
        return NAME_ROOM;
    int *before = rows[0], *last = rows[1], *now = rows[2];
    for (int j = 0; j <= n; j++)
        before[j] = last[j] = j;
    for (int i = 1; i <= m; i++) {
        now[0] = i;
        for (int j = 1; j <= n; j++) {
            int best = last[j - 1] + (a[i - 1] != b[j - 1]);
            if (last[j] + 1 < best)
                best = last[j] + 1;
            if (now[j - 1] + 1 < best)
                best = now[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            now[j] = best;
        }
        int *spare = before;
        before = last;
        last = now;
        now = spare;
    }
    return last[n];
}

const char *eg_suggest(const char *name, const char *const *candidates, int count)
{
    const char *best = NULL;
    int best_distance = (int)strlen(name) / 3 + 2;
    for (int i = 0; i < count; i++) {
        int distance = edit_distance(name, candidates[i]);
        if (distance < best_distance) {
            best_distance = distance;
            best = candidates[i];
        }
    }
    return best;
}
