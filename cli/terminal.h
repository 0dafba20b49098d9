/* What is printed: errors and the log on stderr, in colour on a terminal; the progress line. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

#include "eagre/eagre.h"

/* Prints the context's last error and returns the exit code of `status`; EG_OK prints nothing. */
int cli_fail(const eg_context *context, eg_status status);
/* With words before the error: the name of the variable whose value is wrong, "EAGRE_DEVICE: ". */
int cli_fail_of(const char *words, const eg_context *context, eg_status status);

/* Prints a complaint about the command line, with the way to its help, and returns 2. */
int cli_usage(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints a text of the library to stdout, frees it, and returns the exit code. */
int cli_print(eg_context *context, eg_status status, char **text);

/* Where a progress line is being shown on a terminal; the log clears it before it writes. */
typedef struct cli_progress {
    bool quiet;
    bool terminal; /* rewritten in place; else a line a minute */
    bool shown;
    double dt;      /* s, the last one above 0 */
    double told;    /* seconds of the run at the last line */
    FILE *warnings; /* gets each warning, a line after it; NULL */
} cli_progress;

/* `quiet` shows nothing. */
void cli_progress_begin(cli_progress *progress, bool quiet);
eg_progress_function cli_progress_show; /* `user` is a cli_progress */
void cli_progress_clear(cli_progress *progress);

/* `user` is a cli_progress. */
eg_log_function cli_log;

#endif
