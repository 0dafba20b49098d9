/* diagnostic: errors and warnings about places in a text, collected and rendered with the line and
 * a caret.
 *
 *     dam.yaml:12:7: error: unknown key 'maning' in materials.bed; did you mean 'manning'?
 *       12 |       maning: 0.03
 *          |       ^~~~~~
 */
#ifndef EG_IO_DIAGNOSTIC_H
#define EG_IO_DIAGNOSTIC_H

#include "base/base.h"

/* A text that places point into. A source that has no lines (a setting of the command line, a
 * default) is told by its name alone. */
typedef struct eg_source {
    const char *name;
    const char *text; /* followed by a zero byte */
    int64_t length;
    int64_t *line_start; /* [lines] byte where each line begins */
    int64_t lines;       /* 0: told by the name alone */
} eg_source;

/* Finds the lines of source->text. `line_start` is allocated: free it with eg_source_close(). */
eg_status eg_source_open(eg_context *context, eg_source *source);
void eg_source_close(eg_source *source);

/* A run of `width` characters (not bytes) of one line. Lines and columns count from 1. */
typedef struct eg_file_position {
    const eg_source *source;
    int32_t line, column, width;
} eg_file_position;

/* Byte in source->text of a place, or -1 where the source has no such line or column. */
int64_t eg_file_position_byte(const eg_file_position *position);

/* "NAME:LINE:COLUMN: ", or "NAME: " where there are no lines. */
void eg_file_position_write(eg_text *text, const eg_file_position *position);

typedef struct eg_diagnostic {
    eg_file_position position;
    char *message;
    int64_t number; /* order of adding: what keeps the sort stable */
} eg_diagnostic;

/* Zero-initialise with the context set. */
typedef struct eg_diagnostics {
    eg_context *context;
    eg_diagnostic *list;
    int64_t count, capacity;
    int64_t left_out; /* errors beyond EG_DIAGNOSTICS_MOST */
    eg_status status; /* EG_MEMORY once memory ran out */
} eg_diagnostics;

/* A file with more errors than this has one cause; the rest is counted only. */
enum { EG_DIAGNOSTICS_MOST = 50, EG_DIAGNOSTIC_ROOM = 2048 /* of a message */ };

/* EG_OK always, so that a check can end with it. */
eg_status eg_diagnostics_add(eg_diagnostics *diagnostics, const eg_file_position *position,
                             const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Fails with `status` and all messages, in the order of their places, and forgets them. EG_OK where
 * there are none; EG_MEMORY where adding one failed. */
eg_status eg_diagnostics_finish(eg_diagnostics *diagnostics, eg_status status);

/* Forgets all messages. */
void eg_diagnostics_free(eg_diagnostics *diagnostics);

#endif
