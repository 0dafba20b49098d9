/* Runs a program without a shell, sends it what it reads and takes what it prints. */
#include "device/host/host.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

void eg_command_add(eg_command *command, const char *format, ...)
{
    if (command->status == EG_OK && command->count == EG_MAX_ARGUMENTS)
        command->status = eg_fail(command->context, EG_DEVICE,
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
        EG_FREE(&command->word[i]);
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

/* `in` -1: it has no input. */
static int spawn(const eg_command *command, const char *folder, char **environment, int in, int out,
                 pid_t *child)
{
    posix_spawn_file_actions_t actions;
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed)
        return failed;
    failed = in < 0 ? posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
                    : posix_spawn_file_actions_adddup2(&actions, in, 0);
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

static void read_output(int in, eg_text *output)
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

static void close_end(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

/* What is sent goes through a socket: of a pipe that nobody reads a signal would tell. */
eg_status eg_command_begin(const eg_command *command, const char *folder, bool reads,
                           eg_running_command *running)
{
    char **environment;
    int out[2] = {-1, -1}, in[2] = {-1, -1};
    *running = (eg_running_command){.in = -1, .out = -1};
    EG_TRY(command->status);
    EG_TRY(plain_environment(command->context, &environment));
    int failed = pipe2(out, O_CLOEXEC) != 0 ? errno : 0;
    if (!failed && reads)
        failed = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) != 0 ? errno : 0;
    if (!failed)
        failed = spawn(command, folder, environment, in[1], out[1], &running->child);
    close_end(&in[1]);
    close_end(&out[1]);
    EG_FREE(&environment);
    running->in = in[0];
    running->out = out[0];
    if (!failed)
        return EG_OK;
    close_end(&running->in);
    close_end(&running->out);
    return eg_fail(command->context, EG_DEVICE, "%s cannot be run: %s", command->word[0], strerror(failed));
}

void eg_command_send(const eg_running_command *running, const void *data, int64_t length)
{
    const char *from = data;
    while (length > 0) {
        ssize_t sent = send(running->in, from, (size_t)length, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR)
            return;
        from += sent > 0 ? sent : 0;
        length -= sent > 0 ? sent : 0;
    }
}

eg_status eg_command_end(const eg_command *command, eg_running_command *running, eg_text *output,
                         int *exit_code)
{
    int state = 0, failed = 0;
    close_end(&running->in);
    read_output(running->out, output);
    while (waitpid(running->child, &state, 0) < 0 && !failed)
        failed = errno == EINTR ? 0 : errno;
    close_end(&running->out);
    if (failed)
        return eg_fail(command->context, EG_DEVICE, "%s cannot be run: %s", command->word[0],
                       strerror(failed));
    *exit_code = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
    return output->status;
}

eg_status eg_command_run(const eg_command *command, const char *folder, eg_text *output, int *exit_code)
{
    eg_running_command running;
    EG_TRY(eg_command_begin(command, folder, false, &running));
    return eg_command_end(command, &running, output, exit_code);
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
            failed = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
        if (!failed)
            failed = posix_spawn(child, word[0], &actions, &attributes, word, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

/* A child waits for the end of a socket, which the system closes with this process however that ends: no
 * handler of signals is needed, which a library has no right to, and none hears SIGKILL. A line is the number
 * of a process to end then, and a second one takes it back. The folder stays until the socket ends: what that
 * process made in it is still to be read. A compiler that is still at work may put a file there once more,
 * hence the second loop. */
void eg_folder_guard_begin(const char *folder, const char *const *files, eg_folder_guard *guard)
{
    static char script[] = "d=$1; shift; while read p; do read x || kill -9 \"$p\"; done; i=0; "
                           "while [ -d \"$d\" ] && [ $i -lt 100 ]; do rm -f \"$@\"; "
                           "rmdir \"$d\" 2>/dev/null && break; i=$((i+1)); sleep 0.1; done";
    static char shell[] = "/bin/sh", option[] = "-c", name[] = "eagre-guard";
    char *word[6 + EG_GUARDED_FILES] = {shell, option, script, name, (char *)folder};
    int end[2];
    *guard = (eg_folder_guard){.end = -1};
    for (int i = 0; files[i]; i++) {
        assert(i < EG_GUARDED_FILES);
        word[5 + i] = (char *)files[i];
    }
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, end) != 0)
        return;
    if (spawn_guard(word, end[0], &guard->child) == 0)
        guard->end = end[1];
    else
        close(end[1]);
    close(end[0]);
}

static void tell_guard(const eg_folder_guard *guard, const char *line)
{
    if (guard->end >= 0 && send(guard->end, line, strlen(line), MSG_NOSIGNAL) < 0)
        return; /* it is gone, which is no failure */
}

void eg_folder_guard_watch(eg_folder_guard *guard, pid_t child)
{
    char line[32];
    snprintf(line, sizeof line, "%ld\n", (long)child);
    tell_guard(guard, line);
}

void eg_folder_guard_leave(eg_folder_guard *guard)
{
    tell_guard(guard, "ended\n");
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
