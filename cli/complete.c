/* What may stand at the end of a command line, for completion in a shell: eagre complete -- WORD... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "eagre/bench.h"
#include "printable.h"

/* The words of the line after "eagre", and the last of them, which is to be completed. */
typedef struct unfinished {
    eg_context *context;
    const char *const *word;
    int count;
    const char *start;
} unfinished;

/* Prints a word that begins so, with what follows it, and its sentence after a tab. */
static void offer(const unfinished *u, const char *word, const char *end, const char *sentence)
{
    if (strncmp(word, u->start, strlen(u->start)) != 0)
        return;
    cli_printf(stdout, "%s%s%s%s\n", word, end, sentence ? "\t" : "", sentence ? sentence : "");
}

static void offer_commands(const unfinished *u)
{
    for (const cli_command *c = cli_commands; c->name; c++)
        offer(u, c->name, "", c->sentence);
}

static void offer_options(const unfinished *u, const cli_command *command)
{
    for (int o = 0; o < CLI_OPTION_COUNT; o++) {
        char option[64];
        snprintf(option, sizeof option, "--%s", cli_option_table[o].name);
        if (command->takes >> o & 1)
            offer(u, option, "", cli_option_table[o].sentence);
    }
}

static void offer_list(const unfinished *u, const char *name(int), const char *sentence(int))
{
    for (int i = 0; name(i); i++)
        offer(u, name(i), "", sentence ? sentence(i) : NULL);
}

/* The first word of each line from `line` on, and the rest where it is told. */
static void offer_lines(const unfinished *u, eg_status status, char **text, int line, const char *end)
{
    char *rest = status == EG_OK ? *text : NULL;
    for (char *at; (at = strsep(&rest, "\n"));) {
        at[strcspn(at, " ")] = 0;
        if (line-- <= 0 && at[0])
            offer(u, at, end, NULL);
    }
    if (status == EG_OK)
        eg_release_text(u->context, text);
}

static void offer_keys(const unfinished *u, const char *end)
{
    char *text = NULL;
    eg_status status = eg_keys_text(u->context, &text);
    offer_lines(u, status, &text, 0, end);
}

static void offer_devices(const unfinished *u)
{
    char *text = NULL;
    eg_status status =
        eg_devices_text(u->context, &(eg_devices_options){.size = sizeof(eg_devices_options)}, &text);
    offer(u, "auto", "", "the first GPU, else the processor");
    offer(u, "host", "", "the processor");
    offer(u, "checked", "", "the processor, with checks of each access; slow");
    offer_lines(u, status, &text, 1, "");
}

/* "f32|f64": words in small letters are what the option takes. */
static void offer_words(const unfinished *u, const char *argument)
{
    char words[64], *rest = words;
    if (strspn(argument, "abcdefghijklmnopqrstuvwxyz0123456789|") != strlen(argument))
        return;
    snprintf(words, sizeof words, "%s", argument);
    for (char *word; (word = strsep(&rest, "|"));)
        offer(u, word, "", NULL);
}

static void offer_values(const unfinished *u, int option)
{
    switch (option) {
    case CLI_SET:
    case CLI_DRAW:
    case CLI_VARY:
        offer_keys(u, "=");
        break;
    case CLI_DEVICE:
        offer_devices(u);
        break;
    case CLI_ORDER:
    case CLI_MATERIAL_ORDER:
        offer_words(u, "1|2|3|4|5|6|7|8|9|10|11|12");
        break;
    case CLI_MODEL:
        offer_list(u, eg_bench_model, NULL);
        break;
    default:
        offer_words(u, cli_option_table[option].argument);
    }
}

static void offer_operands(const unfinished *u, const cli_command *command)
{
    if (command->run == cli_init)
        offer_list(u, eg_template_name, eg_template_head);
    else if (command->run == cli_explain)
        offer_keys(u, "");
    else if (command->run == cli_schema || command->run == cli_reference)
        offer_list(u, eg_bench_model, NULL);
    else if (command->run == cli_help_run)
        offer_commands(u);
}

/* The option of this command that the word before stands for, which waits for its value; -1. */
static int waiting_option(const cli_command *command, const char *before)
{
    for (int o = 0; o < CLI_OPTION_COUNT; o++) {
        const cli_option_row *row = &cli_option_table[o];
        bool named = strncmp(before, "--", 2) == 0
                         ? strcmp(before + 2, row->name) == 0
                         : before[0] == '-' && before[1] == row->letter && !before[2];
        if (named && row->argument && before[1] && command->takes >> o & 1)
            return o;
    }
    return -1;
}

static void offer_after(const unfinished *u, const cli_command *command)
{
    int option = waiting_option(command, u->word[u->count - 2]);
    if (option >= 0)
        offer_values(u, option);
    else if (u->start[0] == '-')
        offer_options(u, command);
    else
        offer_operands(u, command);
}

int cli_complete(eg_context *context, const cli_line *line, cli_progress *progress)
{
    (void)progress;
    const unfinished u = {.context = context,
                          .word = line->words,
                          .count = line->word_count,
                          .start = line->word_count ? line->words[line->word_count - 1] : ""};
    const cli_command *command = u.count > 1 ? cli_command_find(u.word[0]) : NULL;
    if (u.count <= 1)
        offer_commands(&u);
    else if (command)
        offer_after(&u, command);
    return 0;
}
