/* The Gmsh reader's cursor: words and numbers, text or binary, each checked as it is read. */
#include "mesh/gmsh/msh.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

eg_status eg_msh_fail(const msh_cursor *c, int64_t at, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (c->binary)
        return eg_fail(c->context, EG_MESH, "%s: byte %lld: %s", c->name, (long long)at, text);
    int64_t line = 1;
    for (int64_t i = 0; i < at && i < c->length; i++)
        line += c->data[i] == '\n';
    return eg_fail(c->context, EG_MESH, "%s:%lld: %s", c->name, (long long)line, text);
}

int64_t eg_msh_left(const msh_cursor *c)
{
    return c->length - c->at;
}

msh_quote eg_msh_quote(const char *begin, const char *end)
{
    enum { LONGEST = 40 };
    msh_quote quote = {{0}};
    for (int i = 0; i < LONGEST && begin + i < end; i++)
        quote.text[i] = begin[i] >= ' ' && begin[i] <= '~' ? begin[i] : '?';
    if (end - begin > LONGEST)
        memcpy(quote.text + LONGEST, "...", 4);
    return quote;
}

/* ---- words ---- */

static bool is_blank_byte(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r';
}

static void skip_blanks(msh_cursor *c)
{
    while (c->at < c->length && is_blank_byte(c->data[c->at]))
        c->at++;
}

void eg_msh_begin(msh_cursor *c)
{
    if (c->raw)
        return;
    while (c->at < c->length && (is_blank_byte(c->data[c->at]) || c->data[c->at] == '\n'))
        c->at++;
}

bool eg_msh_word(msh_cursor *c, const char **begin, const char **end)
{
    skip_blanks(c);
    *begin = c->data + c->at;
    while (c->at < c->length && !is_blank_byte(c->data[c->at]) && c->data[c->at] != '\n')
        c->at++;
    *end = c->data + c->at;
    return *end > *begin;
}

eg_status eg_msh_end(msh_cursor *c)
{
    if (c->raw)
        return EG_OK;
    const char *begin, *end;
    int64_t at = c->at;
    if (eg_msh_word(c, &begin, &end))
        return eg_msh_fail(c, at, "the line should end before '%s': remove what is too much",
                           eg_msh_quote(begin, end).text);
    if (c->at < c->length)
        c->at++;
    return EG_OK;
}

/* ---- numbers ---- */

static eg_status fail_short(const msh_cursor *c, const char *what)
{
    if (c->at < c->length && !c->raw)
        return eg_msh_fail(c, c->at, "the line ends before %s: add what is missing", what);
    return eg_msh_fail(c, c->length, "the file ends before %s: it is cut short; save it again", what);
}

/* The next `size` bytes in this machine's order. */
static eg_status read_raw(msh_cursor *c, const char *what, int size, void *value)
{
    if (eg_msh_left(c) < size)
        return fail_short(c, what);
    unsigned char *to = value;
    for (int i = 0; i < size; i++)
        to[i] = (unsigned char)c->data[c->at + (c->swap ? size - 1 - i : i)];
    c->at += size;
    return EG_OK;
}

/* A word that is no number. A section that ends too early is the commonest cause. */
static eg_status fail_word(const msh_cursor *c, const char *what, const char *kind, const char *begin,
                           const char *end)
{
    msh_quote word = eg_msh_quote(begin, end);
    if (*begin == '$')
        return eg_msh_fail(c, begin - c->data,
                           "'%s' stands where %s is expected: the section holds less than its "
                           "count says; save it again",
                           word.text, what);
    return eg_msh_fail(c, begin - c->data, "%s is '%s', not %s: correct it", what, word.text, kind);
}

static eg_status read_text_integer(msh_cursor *c, const char *what, int64_t *value)
{
    const char *begin, *end;
    if (!eg_msh_word(c, &begin, &end))
        return fail_short(c, what);
    if (!eg_parse_integer(begin, end, value))
        return fail_word(c, what, "a whole number (of at most 64 bits)", begin, end);
    return EG_OK;
}

/* An integer of `size` bytes, or a word. `at` is where it stands. */
static eg_status read_integer(msh_cursor *c, const char *what, int size, int64_t *at, int64_t *value)
{
    if (!c->raw) {
        skip_blanks(c);
        *at = c->at;
        return read_text_integer(c, what, value);
    }
    *at = c->at;
    if (size == 8)
        return read_raw(c, what, 8, value);
    int32_t narrow = 0;
    EG_TRY(read_raw(c, what, 4, &narrow));
    *value = narrow;
    return EG_OK;
}

static eg_status check_number_range(const msh_cursor *c, int64_t at, const char *what, int64_t low,
                                    int64_t high, int64_t value)
{
    if (value >= low && value <= high)
        return EG_OK;
    if (low == high)
        return eg_msh_fail(c, at, "%s is %lld; it must be %lld: correct it", what, (long long)value,
                           (long long)low);
    if (high == INT64_MAX)
        return eg_msh_fail(c, at, "%s is %lld; it must be at least %lld: correct it", what, (long long)value,
                           (long long)low);
    return eg_msh_fail(c, at, "%s is %lld; it must be from %lld to %lld: correct it", what, (long long)value,
                       (long long)low, (long long)high);
}

eg_status eg_msh_integer(msh_cursor *c, const char *what, int64_t low, int64_t high, int64_t *value)
{
    int64_t at;
    EG_TRY(read_integer(c, what, 4, &at, value));
    return check_number_range(c, at, what, low, high, *value);
}

eg_status eg_msh_size(msh_cursor *c, const char *what, int64_t low, int64_t high, int64_t *value)
{
    int64_t at;
    EG_TRY(read_integer(c, what, 8, &at, value));
    return check_number_range(c, at, what, low, high, *value);
}

eg_status eg_msh_real(msh_cursor *c, const char *what, double *value)
{
    if (c->raw) {
        int64_t at = c->at;
        EG_TRY(read_raw(c, what, 8, value));
        if (!isfinite(*value))
            return eg_msh_fail(c, at, "%s is %s, not a finite number: correct it", what,
                               isnan(*value) ? "nan" : "infinite");
        return EG_OK;
    }
    const char *begin, *end;
    if (!eg_msh_word(c, &begin, &end))
        return fail_short(c, what);
    if (!eg_parse_real(begin, end, value))
        return fail_word(c, what, "a finite number", begin, end);
    return EG_OK;
}

eg_status eg_msh_check_room(const msh_cursor *c, int64_t at, const char *what, int64_t value, int64_t bytes)
{
    int64_t room = eg_msh_left(c) / bytes;
    if (value <= room)
        return EG_OK;
    return eg_msh_fail(c, at,
                       "%s is %lld, but what follows has room for at most %lld: the file is cut "
                       "short or the number is wrong; save it again",
                       what, (long long)value, (long long)room);
}

eg_status eg_msh_count(msh_cursor *c, const char *what, int64_t text_bytes, int64_t raw_bytes, int64_t *value)
{
    int64_t at;
    EG_TRY(read_integer(c, what, 8, &at, value));
    EG_TRY(check_number_range(c, at, what, 0, INT64_MAX, *value));
    return eg_msh_check_room(c, at, what, *value, c->raw ? raw_bytes : text_bytes);
}
