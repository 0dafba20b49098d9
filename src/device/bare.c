/* The bare text of a program: what tells it from other programs. */
#include "device/source.h"

#include <string.h>

/* The end of a comment, a blank, an end of line or a #line that begins at p; p where something else does. */
static const char *skip_layout(const char *p, bool line_starts)
{
    if (p[0] == '/' && p[1] == '*') {
        const char *end = strstr(p + 2, "*/");
        return end ? end + 2 : p + strlen(p);
    }
    if (p[0] == '/' && p[1] == '/') {
        while (*p && *p != '\n') /* a line that ends with a backslash goes on */
            p += p[0] == '\\' && p[1] ? 2 : 1;
        return p;
    }
    if (p[0] == '\\' && p[1] == '\n')
        return p + 2;
    if (line_starts && strncmp(p, "#line ", 6) == 0)
        return p + strcspn(p, "\n");
    return p + (*p == ' ' || *p == '\n' || *p == '\t' || *p == '\r');
}

/* The end of the string or character that begins at p (of one that is not closed, the end of the line); of
 * anything else, one character. */
static const char *end_of_piece(const char *p)
{
    char quote = *p++;
    if (quote != '"' && quote != '\'')
        return p;
    while (*p && *p != '\n' && *p != quote)
        p += p[0] == '\\' && p[1] ? 2 : 1;
    return p + (*p == quote);
}

/* The end of a line counts before and behind a directive; elsewhere it is a blank. */
eg_status eg_source_bare(eg_context *context, const char *text, char **bare)
{
    EG_TRY(eg_alloc(context, (int64_t)strlen(text) + 1, 1, bare));
    char *out = *bare, gap = 0;
    bool line_starts = true, directive = false;
    for (const char *p = text, *end; *p; p = end) {
        end = skip_layout(p, line_starts);
        if (end > p) {
            bool line_ends = *p == '\n';
            if (*p != '\\' && gap != '\n') /* a backslash joins two lines without a blank */
                gap = line_ends && directive ? '\n' : ' ';
            line_starts |= line_ends;
            directive &= !line_ends;
            continue;
        }
        bool begins = line_starts && *p == '#';
        if ((gap || begins) && out > *bare)
            *out++ = begins ? '\n' : gap;
        gap = 0;
        directive |= begins;
        line_starts = false;
        end = end_of_piece(p);
        memcpy(out, p, (size_t)(end - p));
        out += end - p;
    }
    return EG_OK;
}
