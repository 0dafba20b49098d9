/* Errors, log and progress on stderr. */
#include "terminal.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "printable.h"

static const char *const BOLD = "\033[1m", *const RED = "\033[1;31m", *const YELLOW = "\033[1;33m",
                         *const GREEN = "\033[1;32m", *const PLAIN = "\033[0m";

static const double LINE_SECONDS = 60;

/* Colour: on a terminal, where NO_COLOR is unset or empty (no-color.org). */
static bool in_colour(void)
{
    const char *refused = getenv("NO_COLOR"), *kind = getenv("TERM");
    return !(refused && refused[0]) && isatty(STDERR_FILENO) && kind && strcmp(kind, "dumb") != 0;
}

/* Writes `length` bytes of text in a colour. */
static void put(const char *colour, const char *text, size_t length)
{
    if (colour)
        fputs(colour, stderr);
    cli_write(stderr, text, length);
    if (colour)
        fputs(PLAIN, stderr);
}

/* One line: "place: error: sentence", a caret line, or anything else. */
static void put_line(const char *line, size_t length, bool colour)
{
    static const struct {
        const char *word;
        const char *const *colour;
    } kinds[] = {{": error: ", &RED}, {": warning: ", &YELLOW}};
    for (size_t k = 0; colour && k < sizeof kinds / sizeof *kinds; k++) {
        const char *found = memmem(line, length, kinds[k].word, strlen(kinds[k].word));
        if (!found)
            continue;
        size_t word = strlen(kinds[k].word) - 2, place = (size_t)(found - line) + 1;
        put(BOLD, line, place);
        put(*kinds[k].colour, found + 1, word);
        put(NULL, found + 1 + word, length - place - word);
        fputc('\n', stderr);
        return;
    }
    size_t lead = strspn(line, " |");
    bool caret = colour && lead < length && line[lead] == '^';
    put(caret ? GREEN : NULL, line, length);
    fputc('\n', stderr);
}

static void put_text(const char *text)
{
    bool colour = in_colour();
    for (const char *p = text; *p;) {
        size_t length = strcspn(p, "\n");
        put_line(p, length, colour);
        p += length + (p[length] == '\n');
    }
}

/* Whether the first line has the form of a compiler's message already. */
static bool has_place(const char *text)
{
    size_t length = strcspn(text, "\n");
    return memmem(text, length, ": error: ", 9) != NULL;
}

int cli_fail(const eg_context *context, eg_status status)
{
    return cli_fail_of("", context, status);
}

int cli_fail_of(const char *words, const eg_context *context, eg_status status)
{
    if (status == EG_OK)
        return 0;
    if (context && eg_context_is_silent(context)) /* rank 0 says the same */
        return eg_status_exit_code(status);
    const char *text = context ? eg_context_error(context) : "";
    if (!text[0])
        text = eg_status_sentence(status);
    fflush(stdout);
    flockfile(stderr);
    if (!has_place(text))
        put(in_colour() ? RED : NULL, "eagre: ", 7);
    put(NULL, words, strlen(words));
    put_text(text);
    funlockfile(stderr);
    return eg_status_exit_code(status);
}

/* Of processes that a launcher has started together the first one tells what is wrong with their command
 * line. */
static bool is_first(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *rank = getenv(names[i]);
        if (rank)
            return strcmp(rank, "0") == 0;
    }
    return true;
}

int cli_usage(const char *command, const char *format, ...)
{
    va_list args;
    if (!is_first())
        return eg_status_exit_code(EG_USAGE);
    va_start(args, format);
    fflush(stdout);
    flockfile(stderr);
    put(in_colour() ? RED : NULL, "eagre: ", 7);
    char *text = NULL;
    if (vasprintf(&text, format, args) >= 0)
        cli_put(stderr, text);
    free(text);
    if (command)
        fprintf(stderr, "\n  eagre %s --help tells more\n", command);
    else
        fprintf(stderr, "\n  eagre help lists the commands\n");
    funlockfile(stderr);
    va_end(args);
    return eg_status_exit_code(EG_USAGE);
}

int cli_print(eg_context *context, eg_status status, char **text)
{
    if (status != EG_OK)
        return cli_fail(context, status);
    cli_put(stdout, *text);
    eg_release_text(context, text);
    return 0;
}

/* ---- log */

void cli_log(void *user, eg_log_level level, const char *line)
{
    cli_progress *progress = user;
    if (level == EG_LOG_WARN && progress->warnings)
        fprintf(progress->warnings, "%s\n", line);
    if (level == EG_LOG_WARN && progress->quiet)
        return;
    flockfile(stderr);
    cli_progress_clear(progress);
    if (level == EG_LOG_WARN && !memmem(line, strlen(line), ": warning: ", 11))
        put(in_colour() ? YELLOW : NULL, "eagre: warning: ", 16);
    put_text(line);
    funlockfile(stderr);
}

/* ---- progress */

void cli_progress_begin(cli_progress *progress, bool quiet)
{
    *progress = (cli_progress){.quiet = quiet, .terminal = isatty(STDERR_FILENO) != 0};
}

/* The part of the run that is done, 0 to 1, by time or by steps, whichever is further. */
static double part_done(const eg_progress *p)
{
    double by_time = isfinite(p->time_end) && p->time_end > 0 ? p->time / p->time_end : 0;
    double by_steps =
        p->steps_end > 0 && p->steps_end < INT64_MAX ? (double)p->steps / (double)p->steps_end : 0;
    return fmin(1, fmax(by_time, by_steps));
}

static void format_left(double seconds, char *buffer, size_t room)
{
    if (!isfinite(seconds) || seconds > 99 * 3600.0) {
        snprintf(buffer, room, "-");
        return;
    }
    int64_t whole = (int64_t)(seconds + 0.5);
    if (whole >= 3600)
        snprintf(buffer, room, "%d h %02d min", (int)(whole / 3600), (int)(whole / 60 % 60));
    else if (whole >= 60)
        snprintf(buffer, room, "%d min %02d s", (int)(whole / 60), (int)(whole % 60));
    else
        snprintf(buffer, room, "%d s", (int)whole);
}

/* Appends to a line of `room` bytes; what does not fit is cut off. */
static void add(char *line, size_t room, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void add(char *line, size_t room, const char *format, ...)
{
    size_t used = strlen(line);
    va_list args;
    va_start(args, format);
    vsnprintf(line + used, room - used, format, args);
    va_end(args);
}

/* "mass error 2e-16": the model's word, with blanks. */
static void add_drift(const eg_progress *p, char *line, size_t room)
{
    if (!p->drift_name || !isfinite(p->drift))
        return;
    size_t at = strlen(line);
    add(line, room, "  %s %.0e", p->drift_name, p->drift);
    for (char *c = line + at; *c; c++)
        if (*c == '_')
            *c = ' ';
}

/* A solve alone has no time: then its iterations and its residual tell how far it has come. */
static void format_progress(const eg_progress *p, double dt, char *line, size_t room)
{
    char left[48];
    double done = part_done(p);
    bool in_time = p->steps_end > 0 || (isfinite(p->time_end) && p->time_end > 0);
    line[0] = 0;
    if (in_time)
        add(line, room, "%5.1f %%  t %.4g s  dt %.2g s  ", 100 * done, p->time, dt);
    else
        add(line, room, "iteration %lld, residual %.1e, to reach %.1e  ", (long long)p->iterations,
            p->residual, p->goal);
    add(line, room, "%.3g M %s", p->rate / 1e6, p->rate_unit);
    if (in_time) {
        format_left(p->left, left, sizeof left);
        add(line, room, "  ETA %s", left);
    }
    if (in_time && p->iterations > 0)
        add(line, room, "  iteration %lld", (long long)p->iterations);
    add_drift(p, line, room);
}

static size_t terminal_width(void)
{
    struct winsize size;
    bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 8;
    return known ? size.ws_col - 1u : 79;
}

void cli_progress_show(void *user, const eg_progress *progress)
{
    cli_progress *shown = user;
    char line[256];
    if (shown->quiet || (!shown->terminal && progress->seconds - shown->told < LINE_SECONDS))
        return;
    if (progress->dt > 0) /* it is 0 while the run holds at an event */
        shown->dt = progress->dt;
    format_progress(progress, shown->dt, line, sizeof line);
    flockfile(stderr);
    shown->told = progress->seconds;
    if (shown->terminal) {
        size_t width = terminal_width();
        line[width < sizeof line ? width : sizeof line - 1] = 0;
        fprintf(stderr, "\r%s\033[K", line);
        shown->shown = true;
    } else {
        fprintf(stderr, "eagre: %s\n", line);
    }
    fflush(stderr);
    funlockfile(stderr);
}

void cli_progress_clear(cli_progress *progress)
{
    if (!progress || !progress->shown)
        return;
    fputs("\r\033[K", stderr);
    progress->shown = false;
}
