/* Asks drivers in a child process (see survey.h). */
#include "device/survey.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* A machine with many GPUs may take ten seconds to wake them up. */
static const double LONGEST_SECONDS = 60;

eg_device_info *eg_survey_add(eg_survey *survey)
{
    survey->count++;
    return survey->count <= EG_SURVEY_DEVICES ? &survey->device[survey->count - 1] : NULL;
}

bool eg_library_is_loaded(const char *name)
{
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    if (library)
        dlclose(library);
    return library != NULL;
}

static void ask_system(const eg_driver_backend *driver, eg_survey *survey)
{
    driver->ask(survey);
    survey->done = true;
}

/* ---- the child */

/* As if nobody had set anything, without a core file, and not longer than the parent. What drivers
 * print goes to `out`. */
static void become_plain(int out)
{
    struct rlimit none = {0, 0};
    sigset_t all;
    for (int s = 1; s < NSIG; s++)
        signal(s, SIG_DFL);
    sigfillset(&all);
    sigprocmask(SIG_UNBLOCK, &all, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CORE, &none);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
}

/* ---- the parent */

/* Keeps the end of what has come from the child. */
static void take_said(int in, char *said, size_t room)
{
    char part[512];
    ssize_t got;
    size_t length = strlen(said);
    while ((got = read(in, part, sizeof part)) > 0 || (got < 0 && errno == EINTR))
        for (ssize_t i = 0; i < got; i++) {
            if (length == room - 1)
                memmove(said, said + 1, --length);
            said[length++] = part[i];
            said[length] = 0;
        }
}

typedef enum ending { NO_ANSWER, GONE, ENDED } ending; /* gone: somebody else has taken its state */

/* Listens until the child is gone, or ends it where that takes too long. What it has started may
 * hold its end of the pipe, so that the end of the pipe tells nothing. */
static ending wait_for(pid_t child, int in, char *said, size_t room, int *state)
{
    double end = eg_clock() + LONGEST_SECONDS;
    pid_t gone = 0;
    said[0] = 0;
    while (gone == 0 && eg_clock() < end) {
        struct pollfd ready = {.fd = in, .events = POLLIN};
        if (poll(&ready, 1, 20) > 0)
            take_said(in, said, room);
        if (ready.revents & POLLHUP)
            gone = waitpid(child, state, 0);
        else
            gone = waitpid(child, state, WNOHANG);
        if (gone < 0 && errno == EINTR)
            gone = 0;
    }
    take_said(in, said, room);
    if (gone != 0)
        return gone == child ? ENDED : GONE;
    kill(child, SIGKILL);
    while (waitpid(child, state, 0) < 0 && errno == EINTR)
        continue;
    return NO_ANSWER;
}

/* The last line that is not empty, as plain letters. */
static const char *last_line(char *said)
{
    size_t length = strlen(said);
    while (length > 0 && (unsigned char)said[length - 1] <= ' ')
        said[--length] = 0;
    char *line = strrchr(said, '\n');
    line = line ? line + 1 : said;
    for (char *p = line; *p; p++)
        if ((unsigned char)*p < ' ' || (unsigned char)*p > '~')
            *p = '?';
    return line;
}

/* The row of a driver that is left out; `spec` is what would have opened it. */
static void add_dead(eg_device_kind kind, const eg_survey *asked, eg_survey *result, const char *how,
                     const char *line)
{
    const char *library = kind == EG_DEVICE_CUDA ? "cuda" : "opencl";
    eg_device_info *row = eg_survey_add(result);
    if (!row)
        return;
    *row = (eg_device_info){.kind = kind};
    if (asked->platform >= 0)
        snprintf(row->spec, sizeof row->spec, "%s:%d.0", library, asked->platform);
    else
        snprintf(row->spec, sizeof row->spec, "%s", library);
    char said[64] = "";
    if (line[0])
        snprintf(said, sizeof said, " (%.46s)", line);
    snprintf(row->name, sizeof row->name, "%.28s: its driver %.18s%.50s and is left out", asked->asking, how,
             said);
}

/* How a child ended that has not answered. */
static void describe_end(ending ended, int state, char *how, size_t room)
{
    if (ended == NO_ANSWER)
        snprintf(how, room, "gives no answer");
    else if (ended == ENDED && WIFSIGNALED(state))
        snprintf(how, room, "dies of SIG%s", sigabbrev_np(WTERMSIG(state)));
    else
        snprintf(how, room, "ends the program");
}

/* Lets a child ask; survey->done tells whether it came to the end. */
static eg_status ask_in_child(eg_context *context, const eg_driver_backend *driver, eg_survey *survey,
                              char *how, size_t how_room, char *said, size_t said_room)
{
    int end[2], state = 0;
    if (pipe2(end, O_CLOEXEC | O_NONBLOCK) != 0)
        return eg_fail(context, EG_DEVICE, "device drivers cannot be queried: no pipe: %s", strerror(errno));
    pid_t child = fork();
    if (child == 0) {
        become_plain(end[1]);
        ask_system(driver, survey);
        _exit(0);
    }
    int reason = errno;
    close(end[1]);
    if (child < 0) {
        close(end[0]);
        return eg_fail(context, EG_DEVICE, "device drivers cannot be queried: no process: %s",
                       strerror(reason));
    }
    ending ended = wait_for(child, end[0], said, said_room, &state);
    close(end[0]);
    describe_end(ended, state, how, how_room);
    return EG_OK;
}

/* Asks again without the platform that was the end of the child, until a child comes through. */
static eg_status ask_until_done(eg_context *context, const eg_driver_backend *driver, eg_survey *shared,
                                eg_survey *result)
{
    bool left_out[EG_SURVEY_PLATFORMS] = {false};
    eg_survey dead = {0};
    char how[64], said[256];
    for (;;) {
        *shared = (eg_survey){.platform = -1};
        memcpy(shared->left_out, left_out, sizeof left_out);
        snprintf(shared->asking, sizeof shared->asking, "%s",
                 driver->kind == EG_DEVICE_CUDA ? "CUDA" : "OpenCL");
        EG_TRY(ask_in_child(context, driver, shared, how, sizeof how, said, sizeof said));
        if (shared->done)
            break;
        add_dead(driver->kind, shared, &dead, how, last_line(said));
        int platform = shared->platform;
        shared->count = 0;
        if (platform < 0 || platform >= EG_SURVEY_PLATFORMS || left_out[platform])
            break;
        left_out[platform] = true;
    }
    *result = *shared;
    result->dead = dead.count;
    for (int i = 0; i < dead.count && i < EG_SURVEY_DEVICES; i++) {
        eg_device_info *row = eg_survey_add(result);
        if (row)
            *row = dead.device[i];
    }
    return EG_OK;
}

static eg_status ask_isolated(eg_context *context, const eg_driver_backend *driver, eg_survey *result)
{
    eg_survey *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return eg_fail(context, EG_MEMORY, "device drivers cannot be queried: no memory for their answer");
    eg_status status = ask_until_done(context, driver, shared, result);
    munmap(shared, sizeof *shared);
    return status;
}

/* ---- what is known */

/* Of the process, as its drivers are: a second context gets the same answer. */
static pthread_mutex_t known_lock = PTHREAD_MUTEX_INITIALIZER;
static eg_survey known[2];

/* A child may not use drivers that the process has begun to use, as another library may have: MPI's search
 * for processors asks OpenCL. So those that did not end the child are asked here. */
static void ask_again(const eg_driver_backend *driver, eg_survey *survey)
{
    const eg_survey child = *survey;
    *survey = (eg_survey){.platform = -1};
    memcpy(survey->left_out, child.left_out, sizeof survey->left_out);
    ask_system(driver, survey);
    for (int i = child.count - child.dead; i < child.count && i < EG_SURVEY_DEVICES; i++) {
        eg_device_info *row = eg_survey_add(survey);
        if (row)
            *row = child.device[i];
    }
}

static eg_status learn(eg_context *context, const eg_driver_backend *driver, bool wanted, eg_survey *survey)
{
    bool cuda = driver->kind == EG_DEVICE_CUDA;
    bool here = (cuda && wanted) || eg_library_is_loaded(driver->library);
    if (cuda && here)
        ask_system(driver, survey);
    else
        EG_TRY(ask_isolated(context, driver, survey));
    if (!cuda && here)
        ask_again(driver, survey);
    survey->done = true;
    if (survey->count > EG_SURVEY_DEVICES)
        survey->count = EG_SURVEY_DEVICES;
    if (survey->note[0])
        eg_log(context, EG_LOG_INFO, "%s", survey->note);
    for (int i = 0; i < survey->count; i++)
        if (survey->device[i].max_group == 0)
            eg_log(context, EG_LOG_INFO, "%s: %s", survey->device[i].spec, survey->device[i].name);
    return EG_OK;
}

eg_status eg_survey_drivers(eg_context *context, const eg_driver_backend *driver, bool wanted,
                            const eg_survey **survey)
{
    eg_survey *own = &known[driver->kind == EG_DEVICE_OPENCL];
    pthread_mutex_lock(&known_lock);
    eg_status status = own->done ? EG_OK : learn(context, driver, wanted, own);
    pthread_mutex_unlock(&known_lock);
    *survey = own;
    return status;
}
