/* The help of a command as a manual page, from the same tables: eagre help COMMAND --man. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "eagre/bench.h"

/* Prints a text that troff must not take for a request or an escape. */
static void print_text(const char *text)
{
    bool line_begins = true;
    for (const char *p = text; *p; p++) {
        if (line_begins && (*p == '.' || *p == '\''))
            printf("\\&");
        if (*p == '\\')
            printf("\\e");
        else if (*p == '-')
            printf("\\-");
        else
            putchar(*p);
        line_begins = *p == '\n';
    }
}

static void print_name(const cli_command *command, bool upper)
{
    printf("%s", upper ? "EAGRE\\-" : "eagre\\-");
    for (const char *p = command->name; *p; p++)
        putchar(upper ? toupper((unsigned char)*p) : *p);
}

static void print_option(const cli_option_row *row)
{
    printf(".TP\n.B ");
    if (row->letter)
        printf("\\-%c, ", row->letter);
    printf("\\-\\-");
    print_text(row->name);
    if (row->argument) {
        printf(" \\fI");
        print_text(row->argument);
        printf("\\fR");
    }
    printf("\n");
    print_text(row->sentence);
    printf(".\n");
}

/* `name(i)` and, where there is one, `sentence(i)`, until name(i) is NULL. */
static void print_list(const char *heading, const char *name(int), const char *sentence(int))
{
    printf(".SH %s\n", heading);
    for (int i = 0; name(i); i++) {
        printf(".TP\n.B ");
        print_text(name(i));
        printf("\n");
        if (sentence)
            print_text(sentence(i));
        printf("\n");
    }
}

void cli_manual(const cli_command *command)
{
    printf(".TH ");
    print_name(command, true);
    printf(" 1 \"\" \"eagre %s\" \"User commands\"\n.SH NAME\n", eg_version());
    print_name(command, false);
    printf(" \\- ");
    print_text(command->sentence);
    printf("\n.SH SYNOPSIS\n.B eagre %s\n", command->name);
    if (command->operands[0]) {
        printf(".I ");
        print_text(command->operands);
        printf("\n");
    }
    printf(".RI [ options ]\n");
    if (command->detail[0]) {
        printf(".SH DESCRIPTION\n");
        print_text(command->detail);
    }
    if (strcmp(command->name, "init") == 0)
        print_list("TEMPLATES", eg_template_name, eg_template_head);
    if (strcmp(command->name, "bench") == 0)
        print_list("MODELS", eg_bench_model, NULL);
    printf(".SH OPTIONS\n");
    for (int o = 0; o < CLI_OPTION_COUNT; o++)
        if (command->takes >> o & 1)
            print_option(&cli_option_table[o]);
    printf(".SH SEE ALSO\n.BR eagre (1)\n");
}
