/* eagre: the command. Finds the command, takes its line apart, runs it in a context of its own. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "configuration.h"
#include "stopping.h"
#include "terminal.h"

/* What was printed has to arrive: a full disk behind a redirection is an error. */
static int close_stdout(int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    fprintf(stderr, "eagre: standard output cannot be written: %s\n", strerror(errno));
    return code ? code : eg_status_exit_code(EG_IO);
}

/* What check finds goes into its JSON, quiet or not. */
static eg_log_level level_of(const cli_line *line)
{
    bool kept = line->command->run == cli_check && line->given[CLI_JSON];
    if (line->given[CLI_QUIET] && !kept)
        return EG_LOG_QUIET;
    if (line->given[CLI_VERBOSE] > 1)
        return EG_LOG_DEBUG;
    return line->given[CLI_VERBOSE] ? EG_LOG_INFO : EG_LOG_WARN;
}

static int run_line(const cli_line *line)
{
    cli_progress progress;
    cli_progress_begin(&progress, line->given[CLI_QUIET] > 0);
    eg_context *context = NULL;
    eg_status status = eg_context_create(&(eg_context_options){.size = sizeof(eg_context_options),
                                                               .log = cli_log,
                                                               .log_user = &progress,
                                                               .level = level_of(line)},
                                         &context);
    if (status != EG_OK)
        return cli_fail(NULL, status);
    if (line->given[CLI_VERBOSE] && line->configuration && line->configuration->path[0])
        fprintf(stderr, "configuration: %s\n", line->configuration->path);
    int code = line->command->run(context, line, &progress);
    eg_context_destroy(&context);
    return code;
}

/* With what the configuration file adds to the line. */
static int run_configured(cli_line *line)
{
    cli_configuration configuration;
    int code = eg_status_exit_code(EG_USAGE);
    bool fine = cli_configuration_read(&configuration);
    if (fine) {
        cli_configuration_apply(&configuration, line);
        line->configuration = &configuration;
        code = run_line(line);
    }
    cli_configuration_free(&configuration);
    return code;
}

static int run_command(int argc, char **argv, const cli_command *command)
{
    cli_line line;
    int code = eg_status_exit_code(EG_USAGE);
    if (cli_line_parse(argc, argv, command, &line)) {
        bool needs_none = command->run == cli_help_run || command->run == cli_complete;
        if (line.given[CLI_HELP]) {
            cli_help_command(command);
            code = 0;
        } else {
            code = needs_none ? run_line(&line) : run_configured(&line);
        }
    }
    cli_line_free(&line);
    return code;
}

static int unknown_command(const char *name)
{
    const char *near = cli_command_nearest(name);
    return cli_usage(NULL, "unknown %s '%s'%s%s%s", name[0] == '-' ? "option" : "command", name,
                     near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

bool cli_has_neighbours(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *size = getenv(names[i]);
        if (size && atoi(size) > 1)
            return true;
    }
    return false;
}

/* Threads that wait at the end of a loop should soon sleep on a shared machine, and at once where ranks may
 * have more threads than there are processors: one that spins keeps away the one it waits for. The OpenMP
 * library reads the environment when it is loaded, before main(), so the program starts anew with it. What
 * the user has set stays. */
static void wait_shortly(char **argv)
{
    char path[4096];
    if (getenv("GOMP_SPINCOUNT") || getenv("OMP_WAIT_POLICY"))
        return;
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return;
    path[length] = 0;
    const char *slash = strrchr(path, '/');
    if (slash && strncmp(slash + 1, "ld", 2) == 0) /* started by the loader, as a bundle is */
        return;
    setenv("GOMP_SPINCOUNT", cli_has_neighbours() ? "0" : "20000", 1);
    execv(path, argv); /* comes back where that fails: then threads wait as the library wants */
}

int main(int argc, char **argv)
{
    wait_shortly(argv);
    cli_signals_ignore();
    if (argc < 2)
        return cli_usage(NULL, "give a command: eagre COMMAND ..., such as eagre run case.yaml");
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    if (strcmp(name, "--version") == 0)
        name = "version";
    const cli_command *command = cli_command_find(name);
    return close_stdout(command ? run_command(argc, argv, command) : unknown_command(name));
}
