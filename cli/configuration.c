/* The user's configuration file: lines "KEY: VALUE", a small part of YAML. */
#include "configuration.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "printable.h"
#include "terminal.h"

/* The options that it may hold: what belongs to the machine and the taste, and changes no result. */
static const int keys[] = {CLI_DEVICE, CLI_JOBS, CLI_SIZE, CLI_DPI};
enum { KEYS = sizeof keys / sizeof *keys };

/* ---- where it is */

static bool join(char path[CLI_CONFIGURATION_PATH], const char *folder, const char *name)
{
    int length = snprintf(path, CLI_CONFIGURATION_PATH, "%s%s", folder, name);
    return length > 0 && length < CLI_CONFIGURATION_PATH;
}

/* Whether the user has named it; path "": there is no place for one. */
static bool find_path(char path[CLI_CONFIGURATION_PATH])
{
    const char *given = getenv("EAGRE_CONFIG"), *folder = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    path[0] = 0;
    if (given && given[0])
        return strcmp(given, "none") != 0 && join(path, given, "");
    bool fits = folder && folder[0] == '/'
                    ? join(path, folder, "/eagre/config.yaml")
                    : home && home[0] && join(path, home, "/.config/eagre/config.yaml");
    if (!fits)
        path[0] = 0;
    return false;
}

/* ---- what it says */

static bool wrong(const cli_configuration *c, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static bool wrong(const cli_configuration *c, int line, const char *format, ...)
{
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (line)
        fprintf(stderr, "eagre: %s:%d: %s\n", c->path, line, text);
    else
        fprintf(stderr, "eagre: %s: %s\n", c->path, text);
    return false;
}

/* Ends the text behind its last character that is no blank; returns its first one. */
static char *trim(char *text)
{
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r", text[length - 1]))
        text[--length] = 0;
    return text;
}

/* Without a comment, which follows a blank, and without quotes around it. */
static char *take_value(char *text)
{
    char quote = text[0] == '"' || text[0] == '\'' ? text[0] : 0;
    char *end = quote ? strchr(text + 1, quote) : strstr(text, " #");
    if (end && quote && (trim(end + 1)[0] == 0 || trim(end + 1)[0] == '#')) {
        *end = 0;
        return text + 1;
    }
    if (end && !quote)
        *end = 0;
    return trim(text);
}

static int key_called(const char *name)
{
    for (int k = 0; k < KEYS; k++)
        if (strcmp(cli_option_table[keys[k]].name, name) == 0)
            return keys[k];
    return -1;
}

static bool unknown_key(const cli_configuration *c, int line, const char *name)
{
    const char *names[KEYS];
    char list[256] = "";
    for (int k = 0; k < KEYS; k++) {
        names[k] = cli_option_table[keys[k]].name;
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", k ? ", " : "", names[k]);
    }
    const char *near = eg_nearest_name(name, names, KEYS);
    return wrong(c, line, "unknown key '%.60s'%s%s%s; the keys are %s", name, near ? "; did you mean '" : "",
                 near ? near : "", near ? "'?" : "", list);
}

/* What the option itself would refuse, so that the message names the file. */
static bool check_value(const cli_configuration *c, int line, int option, const char *value)
{
    double number;
    int64_t whole;
    if (!value[0] || strchr("[{", value[0]))
        return wrong(c, line, "'%s' needs a value: %s: %s", cli_option_table[option].name,
                     cli_option_table[option].name, cli_option_table[option].argument);
    if (option == CLI_JOBS && (!eg_read_integer(value, &whole) || whole < 1))
        return wrong(c, line, "jobs takes a whole number from 1, not '%.60s'", value);
    if (option == CLI_DPI && (!eg_read_number(value, &number) || !(number >= 20 && number <= 2400)))
        return wrong(c, line, "dpi takes a number of pixels an inch from 20 to 2400, not '%.60s'", value);
    if (option == CLI_SIZE && !cli_is_picture_size(value))
        return wrong(
            c, line,
            "size takes a width, or width and height, with a unit (mm, cm, in, px), such as 160x100mm, "
            "not '%.60s'",
            value);
    return true;
}

static bool take_line(cli_configuration *c, int number, char *text)
{
    char *colon = strchr(text, ':');
    if (!trim(text)[0] || trim(text)[0] == '#')
        return true;
    if (strchr(" \t", text[0]))
        return wrong(c, number, "a key begins at the line's first character");
    if (!colon || !strchr(" \t\r", colon[1]))
        return wrong(c, number, "expected KEY: VALUE, found '%.60s'", trim(text));
    *colon = 0;
    const char *name = trim(text), *value = take_value(trim(colon + 1));
    int option = key_called(name);
    if (option < 0)
        return unknown_key(c, number, name);
    if (c->value[option])
        return wrong(c, number, "'%s' is there twice, first in line %d", name, c->line[option]);
    c->value[option] = value;
    c->line[option] = number;
    return check_value(c, number, option, value);
}

static bool take_lines(cli_configuration *c)
{
    int number = 1;
    for (char *line = c->text, *next; line; line = next, number++) {
        next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        if (!take_line(c, number, line))
            return false;
    }
    return true;
}

/* ---- the public calls */

bool cli_configuration_read(cli_configuration *c)
{
    *c = (cli_configuration){{0}, NULL, {NULL}, {0}};
    bool is_named = find_path(c->path);
    FILE *file = c->path[0] ? fopen(c->path, "rbe") : NULL;
    if (!file) {
        bool absent = !c->path[0] || (!is_named && (errno == ENOENT || errno == ENOTDIR));
        if (!absent)
            return wrong(c, 0, "cannot be opened: %s", strerror(errno));
        c->path[0] = 0;
        return true;
    }
    c->text = calloc(1, CLI_CONFIGURATION_BYTES + 1);
    size_t length = c->text ? fread(c->text, 1, CLI_CONFIGURATION_BYTES, file) : 0;
    bool failed = ferror(file) != 0, more = fgetc(file) != EOF;
    fclose(file);
    if (!c->text || failed)
        return wrong(c, 0, c->text ? "cannot be read" : "there is no memory for it");
    if (more || memchr(c->text, 0, length))
        return wrong(c, 0, "is no configuration: it is too long, or no text");
    return take_lines(c);
}

void cli_configuration_free(cli_configuration *c)
{
    free(c->text);
    c->text = NULL;
}

void cli_configuration_apply(const cli_configuration *c, cli_line *line)
{
    for (int k = 0; k < KEYS; k++) {
        int option = keys[k];
        bool takes = line->command->takes >> option & 1;
        if (!takes || !c->value[option] || line->value[option])
            continue;
        line->value[option] = c->value[option];
        if (option == CLI_DEVICE)
            line->device_of = c->path;
    }
}

void cli_configuration_print(const cli_configuration *c)
{
    cli_printf(stdout, "\nconfiguration\n  %s\n", c->path[0] ? c->path : "none");
    for (int k = 0; k < KEYS; k++)
        if (c->value[keys[k]])
            cli_printf(stdout, "  %s: %s\n", cli_option_table[keys[k]].name, c->value[keys[k]]);
}
