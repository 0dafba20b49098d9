/* Many processes at a time. Signals are blocked and taken one after the other, so that no handler is needed. */
#include "members.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "printable.h"

enum {
    FAILURES_TOLD = 10,
    LINE_SECONDS = 10,   /* between two lines of progress */
    STOPPING_SECONDS = 5 /* of the wall time, in which no member is begun */
};

typedef struct worker {
    pid_t process; /* 0: none */
    int64_t member;
} worker;

typedef struct pool {
    eg_context *context;
    eg_ensemble *ensemble;
    const cli_line *line;
    cli_progress *progress;
    int jobs, running;
    worker *workers; /* [jobs] */
    int64_t next, ended, failed, left, members;
    double end, told;        /* s: of the wall time, INFINITY: never; of the last line */
    bool stopping, has_told; /* no member begins; those that run have been told to stop */
    int interrupts;
    sigset_t waited, before; /* signals that are taken; the mask that members get */
    char **program;          /* [program_words] how this program was started */
    int program_words;
    char *command_line; /* of these */
} pool;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ---- how the program is started: as this one was, up to its command. A loader may stand before it. */

static bool read_command_line(pool *p)
{
    size_t length = 0, room = 0;
    FILE *file = fopen("/proc/self/cmdline", "re");
    if (!file)
        return false;
    for (int c; (c = fgetc(file)) != EOF;) {
        if (length + 2 > room) {
            char *larger = realloc(p->command_line, room = 2 * room + 4096);
            if (!larger)
                break;
            p->command_line = larger;
        }
        p->command_line[length++] = (char)c;
        p->command_line[length] = 0;
    }
    bool whole = !ferror(file) && feof(file) && length > 0;
    fclose(file);
    return whole;
}

static bool find_program(pool *p)
{
    if (!read_command_line(p) || !(p->program = calloc(64, sizeof *p->program)))
        return false;
    for (char *word = p->command_line; p->program_words < 63; word += strlen(word) + 1) {
        if (p->program_words > 0 && strcmp(word, p->line->command->name) == 0)
            return true;
        p->program[p->program_words++] = word;
    }
    return false;
}

/* ---- a member's process */

/* Words of its command line; a fresh list, whose numbers are in `numbers`. NULL: no memory. */
static const char **make_words(const pool *p, const eg_ensemble_member *member, int job, char numbers[64])
{
    const cli_line *line = p->line;
    int settings = member->state == EG_MEMBER_INTERRUPTED ? 0 : member->setting_count, n = 0;
    const char **word = calloc((size_t)(p->program_words + 2 * settings + 24), sizeof *word);
    if (!word)
        return NULL;
    for (; n < p->program_words; n++)
        word[n] = p->program[n];
    word[n++] = member->state == EG_MEMBER_INTERRUPTED ? "resume" : "run";
    word[n++] = "-q";
    word[n++] = "--no-measure";
    word[n++] = "--device";
    word[n++] = eg_ensemble_device(p->ensemble, job);
    if (line->given[CLI_OVERCOMMIT])
        word[n++] = "--overcommit";
    if (line->given[CLI_LANES]) {
        word[n++] = "--lanes";
        word[n++] = line->value[CLI_LANES];
    }
    if (isfinite(p->end)) {
        snprintf(numbers, 64, "%.0f", fmax(1, floor(p->end - now())));
        word[n++] = "--walltime";
        word[n++] = numbers;
    }
    for (int i = 0; i < settings; i++) {
        word[n++] = "--set";
        word[n++] = member->settings[i];
    }
    if (member->state == EG_MEMBER_ANEW)
        word[n++] = "--force";
    if (member->state != EG_MEMBER_INTERRUPTED) {
        word[n++] = "-o";
        word[n++] = member->folder;
    }
    word[n++] = "--";
    word[n++] = member->state == EG_MEMBER_INTERRUPTED ? member->folder : line->operand[0];
    return word;
}

/* In the new process: it stops with its parent, hears signals as the parent did before, and says what it says
 * to a file. Nothing here allocates. */
static void become_member(const pool *p, const char *const *word, const char *said, pid_t parent)
{
    int input = open("/dev/null", O_RDONLY), output = open(said, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent || input < 0 || output < 0 || dup2(input, STDIN_FILENO) < 0 ||
        dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0)
        _exit(eg_status_exit_code(EG_IO));
    close(input);
    close(output);
    sigprocmask(SIG_SETMASK, &p->before, NULL);
    execv("/proc/self/exe", (char *const *)word);
    static const char text[] = "eagre: the process of a member cannot be started\n";
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
        _exit(eg_status_exit_code(EG_IO));
    _exit(eg_status_exit_code(EG_INTERNAL));
}

/* Starts a member. An exit code, 0; -1: there are too many processes now, and some of them are members. */
static int start(pool *p, int64_t i, int job)
{
    eg_ensemble_member member;
    char numbers[64];
    pid_t parent = getpid();
    eg_status status = eg_ensemble_describe(p->ensemble, i, &member);
    if (status != EG_OK)
        return cli_fail(p->context, status);
    const char **word = make_words(p, &member, job, numbers);
    if (!word)
        return cli_fail(NULL, EG_MEMORY);
    pid_t process = fork();
    if (process == 0)
        become_member(p, word, member.said, parent);
    int reason = errno;
    free(word);
    if (process > 0) {
        p->workers[job] = (worker){process, i};
        p->running++;
        return 0;
    }
    if (reason == EAGAIN && p->running > 0)
        return -1;
    fprintf(stderr, "eagre: a process cannot be started: %s\n", strerror(reason));
    return eg_status_exit_code(EG_IO);
}

/* ---- what there is to say */

static void tell_progress(pool *p, bool last)
{
    double time = now();
    if (p->progress->quiet || (!last && time - p->told < LINE_SECONDS))
        return;
    p->told = time;
    fprintf(stderr, "eagre: %lld of %lld members have ended%s\n", (long long)p->ended, (long long)p->members,
            p->stopping ? "; the others stop" : "");
}

/* A member that has not gone well; it has written why, unless it was killed. */
static void tell_failure(pool *p, int64_t i, int code)
{
    eg_ensemble_member member;
    if (p->failed++ >= FAILURES_TOLD || eg_ensemble_describe(p->ensemble, i, &member) != EG_OK)
        return;
    cli_printf(stderr, "eagre: member '%s': ", member.name);
    if (code < 0)
        cli_printf(stderr, "its process was killed");
    else
        cli_printf(stderr, "exit code %d", code);
    struct stat told;
    bool says = stat(member.said, &told) == 0 && told.st_size > 0;
    cli_printf(stderr, says ? "; see %s\n" : "\n", member.said);
}

/* ---- ends */

/* A file of nothing need not stay. */
static void clear_message(pool *p, int64_t i)
{
    eg_ensemble_member member;
    struct stat told;
    if (eg_ensemble_describe(p->ensemble, i, &member) == EG_OK && stat(member.said, &told) == 0 &&
        told.st_size == 0)
        unlink(member.said);
}

static void end_member(pool *p, int job, int how)
{
    int64_t i = p->workers[job].member;
    int code = WIFEXITED(how) ? WEXITSTATUS(how) : -1;
    bool stopped = code == eg_status_exit_code(EG_STOPPED) || code == eg_status_exit_code(EG_UNFINISHED) ||
                   (code < 0 && (p->stopping || WTERMSIG(how) == SIGKILL));
    p->workers[job].process = 0;
    p->running--;
    p->left += stopped;
    p->ended += !stopped;
    eg_ensemble_tell(p->ensemble, i, stopped ? eg_status_exit_code(EG_STOPPED) : code);
    clear_message(p, i);
    if (code != 0 && (!stopped || (code < 0 && !p->stopping)))
        tell_failure(p, i, code);
}

static void take_ends(pool *p)
{
    int how;
    for (int job = 0; job < p->jobs; job++)
        if (p->workers[job].process > 0 &&
            waitpid(p->workers[job].process, &how, WNOHANG) == p->workers[job].process)
            end_member(p, job, how);
}

static void signal_members(const pool *p, int number)
{
    for (int job = 0; job < p->jobs; job++)
        if (p->workers[job].process > 0)
            kill(p->workers[job].process, number);
}

static void stop(pool *p)
{
    if (!p->has_told)
        signal_members(p, SIGTERM);
    p->stopping = p->has_told = true;
}

/* Members that have begun know when the time ends. */
static void look_at_time(pool *p)
{
    if (p->end - now() < STOPPING_SECONDS)
        p->stopping = true;
}

/* Waits for a signal, or a second. */
static void take_signal(pool *p)
{
    int number = sigtimedwait(&p->waited, NULL, &(struct timespec){.tv_sec = 1});
    if (number == SIGINT && ++p->interrupts > 1)
        signal_members(p, SIGKILL);
    if (number == SIGUSR2)
        signal_members(p, SIGUSR2);
    else if (number > 0 && number != SIGCHLD)
        stop(p);
}

/* ---- all of it */

static bool is_ended(pool *p, int64_t i)
{
    eg_ensemble_member member;
    return eg_ensemble_describe(p->ensemble, i, &member) == EG_OK && member.state == EG_MEMBER_ENDED;
}

/* Fills free workers. An exit code. */
static int start_some(pool *p)
{
    for (int job = 0; job < p->jobs && !p->stopping; job++) {
        while (p->next < p->members && is_ended(p, p->next)) {
            p->next++;
            p->ended++;
        }
        if (p->next == p->members)
            return 0;
        if (p->workers[job].process > 0)
            continue;
        int code = start(p, p->next, job);
        if (code < 0)
            return 0;
        if (code > 0)
            return code;
        p->next++;
    }
    return 0;
}

static int run_all(pool *p)
{
    int code = 0;
    while (code == 0) {
        look_at_time(p);
        code = start_some(p);
        if (p->running == 0)
            break;
        if (code)
            stop(p);
        take_signal(p);
        take_ends(p);
        tell_progress(p, false);
    }
    while (p->running > 0) {
        take_signal(p);
        take_ends(p);
    }
    p->left += p->members - p->next;
    return code;
}

static pthread_t waiting_thread;

/* Threads of libraries that began before do not block signals: such a one passes them on. This one gets them here before and
 * behind the time in which it waits for them. */
static void pass_on(int number)
{
    if (pthread_equal(pthread_self(), waiting_thread))
        signal(number, SIG_DFL);
    pthread_kill(waiting_thread, number);
}

static void block_signals(pool *p)
{
    static const int taken[] = {SIGCHLD, SIGTERM, SIGINT, SIGUSR1, SIGUSR2, SIGHUP, SIGXCPU};
    struct sigaction now, passed = {.sa_handler = pass_on, .sa_flags = SA_RESTART};
    waiting_thread = pthread_self();
    sigemptyset(&p->waited);
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        if (taken[i] == SIGHUP && sigaction(SIGHUP, NULL, &now) == 0 && now.sa_handler == SIG_IGN)
            continue; /* nohup has SIGHUP ignored, and so it stays */
        sigaddset(&p->waited, taken[i]);
        sigaction(taken[i], &passed,
                  NULL); /* also of SIGCHLD: where it is ignored ends of members are not kept */
    }
    sigprocmask(SIG_BLOCK, &p->waited, &p->before);
}

int cli_members_run(eg_context *context, eg_ensemble *ensemble, const cli_line *line, double walltime,
                    cli_progress *progress, int64_t *left)
{
    pool p = {.context = context,
              .ensemble = ensemble,
              .line = line,
              .progress = progress,
              .jobs = eg_ensemble_jobs(ensemble),
              .members = eg_ensemble_count(ensemble),
              .end = walltime > 0 ? now() + walltime : INFINITY,
              .told = now()};
    int code = eg_status_exit_code(EG_MEMORY);
    p.workers = calloc((size_t)p.jobs, sizeof *p.workers);
    if (p.workers && find_program(&p)) {
        block_signals(&p);
        code = run_all(&p);
        sigprocmask(SIG_SETMASK, &p.before, NULL);
    } else {
        fprintf(stderr, "eagre: how this program was started is not known (/proc/self/cmdline)\n");
    }
    if (p.failed > FAILURES_TOLD)
        fprintf(stderr, "eagre: %lld further members have not gone well\n",
                (long long)(p.failed - FAILURES_TOLD));
    free(p.workers);
    free(p.program);
    free(p.command_line);
    *left = p.left;
    return code;
}
