/* Plain text files, line by line: what the readers of series and rasters share. A slice is a piece
 * of the file in memory; nothing is copied or owned. */
#ifndef EG_IO_PLAIN_TEXT_H
#define EG_IO_PLAIN_TEXT_H

#include "base/base.h"

typedef struct eg_slice {
    const char *begin, *end;
} eg_slice;

static inline int64_t eg_slice_length(eg_slice slice)
{
    return slice.end - slice.begin;
}

typedef struct eg_lines {
    eg_context *context;
    const char *path;         /* the caller's, for messages */
    const char *cursor, *end; /* what is left of the file */
    int64_t number;           /* of the line given last, counted from 1 */
    bool ended;               /* whether that line had a line end */
} eg_lines;

/* Reads the whole file (eg_free(data)) and sets *lines to its start, behind a UTF-8 byte order mark. EG_INPUT
 * for a file that cannot be read, is above max_bytes, or holds zero bytes (UTF-16, binary). */
eg_status eg_lines_open(eg_context *context, const char *path, int64_t max_bytes, char **data,
                        eg_lines *lines);

/* The next line without its end (\n or \r\n); false at the end of the file. */
bool eg_lines_next(eg_lines *lines, eg_slice *line);

/* EG_INPUT "PATH:LINE: TEXT", of no line (0) "PATH: TEXT". */
eg_status eg_lines_fail(const eg_lines *lines, int64_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* EG_INPUT where the line given last has no line end. */
eg_status eg_lines_check_end(const eg_lines *lines, eg_slice line);

static inline bool eg_is_blank(char c)
{
    return c == ' ' || c == '\t';
}
/* Without blanks and tabs at both ends. */
eg_slice eg_slice_trim(eg_slice slice);

/* The next line of a table, without blanks at its ends: empty ones and comments (#) are passed over. */
bool eg_rows_next(eg_lines *lines, eg_slice *row);
/* What separates the fields of a row: the first of ; , and tab that it has outside of double quotes, else
 * blanks. */
char eg_row_separator(eg_slice row);
/* What in a field keeps the separator from separating. */
typedef enum eg_row_kind {
    EG_ROW_PLAIN,
    EG_ROW_BRACKETS, /* of blanks: brackets, in which a unit stands */
    EG_ROW_QUOTES    /* double quotes (RFC 4180), which the field keeps */
} eg_row_kind;
/* Cuts the next field off a row; false where it is used up (rest->begin is NULL). */
bool eg_row_field(char separator, eg_row_kind kind, eg_slice *rest, eg_slice *field);
/* Whether a field has a quote that is not closed in its line. */
bool eg_field_is_open(eg_slice field);
/* Appends what a field says, without its quotes. */
void eg_field_add(eg_text *text, eg_slice field);

/* Letter case does not matter. */
bool eg_slice_is_word(eg_slice slice, const char *word);

/* The slice as a message shows it: at most 40 bytes, "..." where it was longer, ? for what does not print. */
eg_shown eg_slice_show(eg_slice slice);

#endif
