/* $PhysicalNames: dimension, number and name of physical groups; text in every kind of file. */
#include "base/search.h"
#include "mesh/gmsh/msh.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_NAME = 127 };

/* Bytes of the UTF-8 character at p, 0 where there is none. Overlong forms, surrogates and what
 * lies beyond the code space are none. */
static int utf8_sequence_length(const unsigned char *p, const unsigned char *end)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    int length = *p < 0x80 ? 1 : *p >> 5 == 6 ? 2 : *p >> 4 == 14 ? 3 : *p >> 3 == 30 ? 4 : 0;
    if (length == 0 || end - p < length)
        return 0;
    uint32_t code = length == 1 ? *p : *p & (0x7fu >> length);
    for (int i = 1; i < length; i++) {
        if (p[i] >> 6 != 2)
            return 0;
        code = code << 6 | (p[i] & 0x3fu);
    }
    bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < least[length] || code > 0x10ffff || surrogate ? 0 : length;
}

static bool is_text(const char *begin, const char *end)
{
    const unsigned char *p = (const unsigned char *)begin, *stop = (const unsigned char *)end;
    while (p < stop) {
        int length = utf8_sequence_length(p, stop);
        if (length == 0 || *p < ' ' || *p == '"' || *p == 0x7f)
            return false;
        p += length;
    }
    return true;
}

/* The quoted rest of the line, quotes not included. */
static eg_status read_quoted(msh_cursor *c, const char **begin, const char **end)
{
    int64_t at = c->at;
    const char *line = c->data + at, *stop = c->data + c->length;
    const char *newline = memchr(line, '\n', (size_t)(stop - line));
    stop = newline ? newline : stop;
    const char *open = memchr(line, '"', (size_t)(stop - line));
    const char *close = open ? memrchr(open, '"', (size_t)(stop - open)) : NULL;
    if (!open || close == open)
        return eg_msh_fail(c, at, "a physical name in double quotes is missing: add it");
    *begin = open + 1;
    *end = close;
    if (*end == *begin || *end - *begin > LONGEST_NAME)
        return eg_msh_fail(c, at, "a physical name has %lld bytes; it must have from 1 to %d",
                           (long long)(*end - *begin), LONGEST_NAME);
    if (!is_text(*begin, *end))
        return eg_msh_fail(c, at,
                           "the physical name '%s' holds a quote, a control character or bytes "
                           "that are not UTF-8: rename it",
                           eg_msh_quote(*begin, *end).text);
    for (const char *p = line; p < open; p++)
        if (*p != ' ' && *p != '\t')
            return eg_msh_fail(c, at, "the physical name begins with '%s', not with a quote: correct it",
                               eg_msh_quote(p, open).text);
    c->at = close + 1 - c->data;
    return EG_OK;
}

static eg_status read_name(msh_reader *r)
{
    msh_cursor *c = &r->c;
    int64_t dimension, tag;
    const char *begin = NULL, *end = NULL;
    eg_msh_begin(c);
    int64_t at = c->at;
    EG_TRY(eg_msh_integer(c, "a physical group's dimension", 0, 3, &dimension));
    EG_TRY(eg_msh_integer(c, "a physical group's number", -INT32_MAX, INT32_MAX, &tag));
    EG_TRY(read_quoted(c, &begin, &end));
    EG_TRY(eg_reserve(c->context, r->names + 1, &r->name_room, sizeof *r->name, &r->name));
    msh_name *name = &r->name[r->names];
    *name = (msh_name){.dimension = (int)dimension, .tag = (int32_t)(tag < 0 ? -tag : tag)};
    name->at = at;
    EG_TRY(eg_alloc(c->context, end - begin + 1, 1, &name->name));
    memcpy(name->name, begin, (size_t)(end - begin));
    r->names++;
    return eg_msh_end(c);
}

static int compare_physical_names(const void *left, const void *right)
{
    const msh_name *a = left, *b = right;
    if (a->dimension != b->dimension)
        return a->dimension < b->dimension ? -1 : 1;
    if (a->tag != b->tag)
        return a->tag < b->tag ? -1 : 1;
    return a->at < b->at ? -1 : a->at > b->at;
}

eg_status eg_msh_read_names(msh_reader *r)
{
    int64_t count;
    eg_msh_begin(&r->c);
    EG_TRY(eg_msh_count(&r->c, "the number of physical names", sizeof "1 1 \"a\"" - 1, 1, &count));
    EG_TRY(eg_msh_end(&r->c));
    for (int64_t i = 0; i < count; i++)
        EG_TRY(read_name(r));
    if (r->names == 0)
        return EG_OK;
    qsort(r->name, (size_t)r->names, sizeof *r->name, compare_physical_names);
    for (int64_t i = 1; i < r->names; i++)
        if (r->name[i].dimension == r->name[i - 1].dimension && r->name[i].tag == r->name[i - 1].tag)
            return eg_msh_fail(&r->c, r->name[i].at,
                               "the physical group %d of dimension %d has the name '%s' already: "
                               "remove one of its names",
                               r->name[i].tag, r->name[i].dimension, r->name[i - 1].name);
    return EG_OK;
}

const char *eg_msh_find_name(const msh_reader *r, int dimension, int32_t tag)
{
    int64_t low = EG_SEARCH(i, 0, r->names,
                            r->name[i].dimension < dimension ||
                                (r->name[i].dimension == dimension && r->name[i].tag < tag));
    bool found = low < r->names && r->name[low].dimension == dimension && r->name[low].tag == tag;
    return found ? r->name[low].name : NULL;
}
