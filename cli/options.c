/* Takes a command line apart, and says what is wrong with it. */
#include "configuration.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terminal.h"

const cli_option_row cli_option_table[CLI_OPTION_COUNT] = {
#define CLI_ROW(id, name, letter, argument, sentence) {name, letter, argument, sentence},
    CLI_OPTIONS(CLI_ROW)
#undef CLI_ROW
};

static int find_long(const char *name, size_t length)
{
    for (int o = 0; o < CLI_OPTION_COUNT; o++)
        if (strlen(cli_option_table[o].name) == length && memcmp(cli_option_table[o].name, name, length) == 0)
            return o;
    return -1;
}

static int find_letter(char letter)
{
    for (int o = 0; o < CLI_OPTION_COUNT; o++)
        if (cli_option_table[o].letter == letter && letter)
            return o;
    return -1;
}

/* The one name that begins so; NULL. */
static const char *completed(const char *start, const char *const *names, int count)
{
    const char *found = NULL;
    for (int i = 0; i < count; i++)
        if (start[0] && strncmp(names[i], start, strlen(start)) == 0) {
            if (found)
                return NULL;
            found = names[i];
        }
    return found;
}

/* The option of this command that is likely meant; NULL. */
static const char *nearest_option(const cli_command *command, const char *name)
{
    const char *names[CLI_OPTION_COUNT];
    int count = 0;
    for (int o = 0; o < CLI_OPTION_COUNT; o++)
        if (command->takes >> o & 1)
            names[count++] = cli_option_table[o].name;
    const char *whole = completed(name, names, count);
    return whole ? whole : eg_nearest_name(name, names, count);
}

static bool unknown_option(const cli_command *command, const char *given, const char *name)
{
    const char *near = nearest_option(command, name);
    if (near)
        cli_usage(command->name, "unknown option '%s'; did you mean '--%s'?", given, near);
    else
        cli_usage(command->name, "unknown option '%s'", given);
    return false;
}

static bool take(cli_line *line, int option, const char *value)
{
    const cli_option_row *row = &cli_option_table[option];
    if (!(line->command->takes >> option & 1)) {
        cli_usage(line->command->name, "%s does not take --%s", line->command->name, row->name);
        return false;
    }
    bool may_be_empty = option == CLI_TITLE; /* no title */
    if (row->argument && !(value && (value[0] || may_be_empty))) {
        cli_usage(line->command->name, "--%s needs a value: --%s %s", row->name, row->name, row->argument);
        return false;
    }
    if (!row->argument && value) {
        cli_usage(line->command->name, "--%s takes no value", row->name);
        return false;
    }
    line->given[option]++;
    line->value[option] = value;
    if (value)
        line->taken[line->taken_count++] = (struct cli_taken){option, value};
    if (option == CLI_SET) {
        if (!strchr(value, '=') || value[0] == '=') {
            cli_usage(line->command->name, "--set takes KEY=VALUE, such as --set time.end=2, not '%s'",
                      value);
            return false;
        }
        line->settings[line->setting_count++] = value;
    }
    return true;
}

/* "--name", "--name=value", "--name value"; *at moves past what was taken. */
static bool take_long(cli_line *line, int argc, char **argv, int *at)
{
    const char *given = argv[*at], *name = given + 2;
    size_t length = strcspn(name, "=");
    int option = find_long(name, length);
    if (option < 0) {
        char copy[64];
        snprintf(copy, sizeof copy, "%.*s", (int)length, name);
        return unknown_option(line->command, given, copy);
    }
    const char *value = name[length] ? name + length + 1 : NULL;
    if (!value && cli_option_table[option].argument && *at + 1 < argc)
        value = argv[++*at];
    return take(line, option, value);
}

/* "-q", "-vv", "-o DIR", "-oDIR". */
static bool take_letters(cli_line *line, int argc, char **argv, int *at)
{
    const char *given = argv[*at];
    for (const char *p = given + 1; *p; p++) {
        int option = find_letter(*p);
        if (option < 0)
            return unknown_option(line->command, given, given + 1);
        if (!cli_option_table[option].argument) {
            if (!take(line, option, NULL))
                return false;
            continue;
        }
        const char *value = p[1] ? p + 1 : *at + 1 < argc ? argv[++*at] : NULL;
        return take(line, option, value);
    }
    return true;
}

static bool take_operand(cli_line *line, const char *text)
{
    if (line->operand_count == line->command->most) {
        cli_usage(line->command->name, "'%s' is one argument too many: eagre %s %s", text,
                  line->command->name, line->command->operands);
        return false;
    }
    line->operand[line->operand_count++] = text;
    return true;
}

/* Where no option names the device the environment may. */
static void take_environment(cli_line *line)
{
    const char *device = getenv("EAGRE_DEVICE");
    if (!device || !device[0] || !(line->command->takes & CLI_TAKES(DEVICE)) || line->given[CLI_DEVICE])
        return;
    line->value[CLI_DEVICE] = device;
    line->device_of = "EAGRE_DEVICE";
}

static bool take_words(cli_line *line, int count, char **words)
{
    line->words = (const char *const *)words;
    line->word_count = count;
    return true;
}

bool cli_line_parse(int argc, char **argv, const cli_command *command, cli_line *line)
{
    *line = (cli_line){.command = command};
    line->settings = calloc((size_t)argc + 1, sizeof *line->settings);
    line->taken = calloc((size_t)argc + 1, sizeof *line->taken);
    if (!line->settings || !line->taken) {
        cli_fail(NULL, EG_MEMORY);
        return false;
    }
    bool options_over = false;
    for (int i = 2; i < argc; i++) {
        const char *text = argv[i];
        bool fine;
        if (options_over || text[0] != '-' || !text[1])
            fine = take_operand(line, text);
        else if (strcmp(text, "--") == 0 && command->run == cli_complete)
            return take_words(line, argc - i - 1, argv + i + 1);
        else if (strcmp(text, "--") == 0)
            fine = options_over = true;
        else if (text[1] == '-')
            fine = take_long(line, argc, argv, &i);
        else
            fine = take_letters(line, argc, argv, &i);
        if (!fine)
            return false;
    }
    take_environment(line);
    if (line->given[CLI_HELP] || line->operand_count >= command->least)
        return true;
    cli_usage(command->name, "%s needs %s: eagre %s %s", command->name,
              command->least - line->operand_count == 2 ? "two names" : "a name", command->name,
              command->operands);
    return false;
}

int cli_line_fail(const cli_line *line, const eg_context *context, eg_status status)
{
    const char *device = line->value[CLI_DEVICE];
    char words[CLI_CONFIGURATION_PATH + 16] = "";
    if ((status == EG_USAGE || status == EG_DEVICE) && line->device_of &&
        strstr(eg_context_error(context), device))
        snprintf(words, sizeof words, "%s: ", line->device_of);
    return cli_fail_of(words, context, status);
}

int cli_line_values(const cli_line *line, int option, const char **values)
{
    int count = 0;
    for (int i = 0; i < line->taken_count; i++)
        if (line->taken[i].option == option)
            values[count++] = line->taken[i].value;
    return count;
}

void cli_line_free(cli_line *line)
{
    free(line->settings);
    free(line->taken);
    line->settings = NULL;
    line->taken = NULL;
}
