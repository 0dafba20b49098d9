/* The user's configuration file: values of a few options where neither the command line nor the environment has them.
 *
 *     # ~/.config/eagre/config.yaml
 *     device: cuda:0
 *     dpi: 300
 */
#ifndef CLI_CONFIGURATION_H
#define CLI_CONFIGURATION_H

#include "command.h"

enum { CLI_CONFIGURATION_BYTES = 1 << 16, CLI_CONFIGURATION_PATH = 4096 };

typedef struct cli_configuration {
    char path[CLI_CONFIGURATION_PATH];   /* "": no file is read */
    char *text;                          /* that the values point into */
    const char *value[CLI_OPTION_COUNT]; /* NULL: the file has none */
    int line[CLI_OPTION_COUNT];
} cli_configuration;

/* Reads the file that EAGRE_CONFIG names ("none": none), else $XDG_CONFIG_HOME/eagre/config.yaml, else
 * ~/.config/eagre/config.yaml, of which none needs to be there. False after printing what is wrong, with the line. Free it with
 * cli_configuration_free() either way. */
bool cli_configuration_read(cli_configuration *configuration);
void cli_configuration_free(cli_configuration *configuration);

/* Prints the path and what the file gives, for `eagre version`. */
void cli_configuration_print(const cli_configuration *configuration);

/* Takes the values of options that the command has and the line was not given. */
void cli_configuration_apply(const cli_configuration *configuration, cli_line *line);

#endif
