/* Runs a program without a shell and takes what it prints. */
#include "device/host/host.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void eg_command_add(eg_command *command, const char *format, ...)
{
    if (command->status == EG_OK && command->count == EG_MAX_ARGUMENTS)
        command->status =
            eg_fail(command->context, EG_DEVICE,
                    "a command line has more than %d words; shorten CC", EG_MAX_ARGUMENTS);
    if (command->status != EG_OK)
        return;
    va_list args;
    va_start(args, format);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char **word = &command->word[command->count];
    command->status = eg_alloc(command->context, length + 1, 1, word);
    if (command->status != EG_OK)
        return;
    va_start(args, format);
    vsnprintf(*word, (size_t)length + 1, format, args);
    va_end(args);
    command->count++;
}

void eg_command_free(eg_command *command)
{
    for (int i = 0; i < command->count; i++)
        eg_free(command->context, &command->word[i]);
    command->count = 0;
}

/* The environment with the C locale, so that messages and versions read the same everywhere. The
 * strings stay the environment's own. */
static eg_status plain_environment(eg_context *context, char ***copy)
{
    static char locale[] = "LC_ALL=C";
    int64_t count = 0, kept = 0;
    while (environ && environ[count])
        count++;
    EG_TRY(eg_alloc(context, count + 2, sizeof **copy, copy));
    for (int64_t i = 0; i < count; i++)
        if (strncmp(environ[i], "LC_ALL=", 7) != 0)
            (*copy)[kept++] = environ[i];
    (*copy)[kept] = locale;
    return EG_OK;
}

static int spawn(const eg_command *command, const char *folder, char **environment, int out,
                 pid_t *child)
{
    posix_spawn_file_actions_t actions;
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed)
        return failed;
    failed = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (!failed)
        failed = posix_spawn_file_actions_adddup2(&actions, out, 1);
    if (!failed)
        failed = posix_spawn_file_actions_adddup2(&actions, out, 2);
    if (!failed)
        failed = posix_spawn_file_actions_addchdir_np(&actions, folder);
    if (!failed)
        failed = posix_spawn(child, command->word[0], &actions, NULL, command->word, environment);
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

static void read_all(int in, eg_text *output)
{
    char part[4096];
    for (;;) {
        ssize_t got = read(in, part, sizeof part);
        if (got > 0)
            eg_text_add_bytes(output, part, got);
        else if (got == 0 || errno != EINTR)
            return;
    }
}

eg_status eg_command_run(const eg_command *command, const char *folder, eg_text *output,
                         int *exit_code)
{
    eg_context *context = command->context;
    EG_TRY(command->status);
    char **environment;
    EG_TRY(plain_environment(context, &environment));
    int end[2] = {-1, -1}, state = 0;
    pid_t child;
    int failed = pipe2(end, O_CLOEXEC) != 0 ? errno : 0;
    if (!failed)
        failed = spawn(command, folder, environment, end[1], &child);
    if (end[1] >= 0)
        close(end[1]);
    if (!failed) {
        read_all(end[0], output);
        while (waitpid(child, &state, 0) < 0 && !failed)
            failed = errno == EINTR ? 0 : errno;
    }
    if (end[0] >= 0)
        close(end[0]);
    eg_free(context, &environment);
    if (failed)
        return eg_fail(context, EG_DEVICE, "%s cannot be run: %s", command->word[0],
                       strerror(failed));
    *exit_code = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
    return output->status;
}

/* ---- folders that go with the process */

/* In a session of its own and with all signals blocked: Ctrl-C is for everybody on the terminal. */
static int spawn_guard(char *const *word, int in, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t all;
    sigfillset(&all);
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed)
        return failed;
    failed = posix_spawnattr_init(&attributes);
    if (!failed) {
        failed = posix_spawn_file_actions_adddup2(&actions, in, 0);
        if (!failed)
            failed = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
        if (!failed)
            failed = posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
        if (!failed)
            failed = posix_spawnattr_setsigmask(&attributes, &all);
        if (!failed)
            failed =
                posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
        if (!failed)
            failed = posix_spawn(child, word[0], &actions, &attributes, word, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

/* A child waits for the end of a pipe, which the system closes with this process however that ends: no
 * handler of signals is needed, which a library has no right to, and none hears SIGKILL. A compiler that is
 * still at work may put a file there once more, hence the loop. */
void eg_folder_guard_begin(const char *folder, const char *first, const char *second,
                           eg_folder_guard *guard)
{
    static char script[] =
        "read x; i=0; while [ -d \"$1\" ] && [ $i -lt 100 ]; do rm -f \"$2\" \"$3\"; "
        "rmdir \"$1\" 2>/dev/null && break; i=$((i+1)); sleep 0.1; done";
    static char shell[] = "/bin/sh", option[] = "-c", name[] = "eagre-guard";
    char *const word[] = {shell,          option,        script,         name,
                          (char *)folder, (char *)first, (char *)second, NULL};
    int end[2];
    *guard = (eg_folder_guard){.end = -1};
    if (pipe2(end, O_CLOEXEC) != 0)
        return;
    if (spawn_guard(word, end[0], &guard->child) == 0)
        guard->end = end[1];
    else
        close(end[1]);
    close(end[0]);
}

void eg_folder_guard_end(eg_folder_guard *guard)
{
    if (guard->child <= 0 || guard->end < 0)
        return;
    close(guard->end);
    while (waitpid(guard->child, NULL, 0) < 0 && errno == EINTR)
        continue;
    *guard = (eg_folder_guard){.end = -1};
}
