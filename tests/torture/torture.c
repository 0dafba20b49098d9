/* A library to preload (LD_PRELOAD) that makes the nth system call on files, or the nth allocation,
 * go wrong.
 *
 *   EAGRE_TORTURE_FOLDER=/a/folder   which calls count: those of paths in and below it, and of what
 *                                    was opened there (not needed for malloc)
 *   EAGRE_TORTURE=WHAT:N             what happens at call N, from 1 on:
 *     kill, kill-after               SIGKILL before or after the call
 *     ENOSPC, EIO, EINTR             the call fails and does nothing; close() closes all the same
 *     short                          write and pwrite take half of the bytes; others are as ever
 *     malloc, malloc-eagre           not a system call: allocation N gives NULL; of all, or of
 *                                    eg_alloc() alone (calloc() of single bytes, which nothing else calls)
 *   EAGRE_TORTURE=WHAT:N+            and so does every later one, close() and unlink() apart
 *   EAGRE_TORTURE=count              nothing goes wrong; the number of calls is written to standard
 *                                    error at the end ("torture: 17 calls"); count-malloc and
 *                                    count-malloc-eagre count allocations
 *   EAGRE_TORTURE=list               as count, and each call has its line
 *
 * Counted are open, openat, creat, write, pwrite, ftruncate, fsync, fdatasync, rename, renameat,
 * unlink, unlinkat, mkdir, mkdirat and close. Reading is not counted: it harms nothing. Calls inside
 * the C library (stdio) are not seen. Only the process that was started with the variables is
 * tortured, not its children; where the program replaces itself (exec), counting begins anew. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DESCRIPTORS = 4096, ROOM = 4096 };

typedef enum action { NOTHING, KILL, KILL_AFTER, FAIL, SHORT } action;
typedef enum subject { FILES, ALL_MEMORY, EAGRE_MEMORY } subject;

/* Read once, before main(). */
static struct {
    bool active, count, list, on;
    subject subject;
    action action;
    int error;
    long first;
    char folder[ROOM];
    size_t folder_length;
    pid_t process;
} plan;

static atomic_long calls;
static atomic_bool watched[DESCRIPTORS];

/* ---- what is asked for ---- */

static void read_what(const char *text)
{
    static const struct {
        const char *name;
        subject subject;
        action action;
        int error;
    } table[] = {{"kill:", FILES, KILL, 0},
                 {"kill-after:", FILES, KILL_AFTER, 0},
                 {"ENOSPC:", FILES, FAIL, ENOSPC},
                 {"EIO:", FILES, FAIL, EIO},
                 {"EINTR:", FILES, FAIL, EINTR},
                 {"short:", FILES, SHORT, 0},
                 {"malloc:", ALL_MEMORY, FAIL, ENOMEM},
                 {"malloc-eagre:", EAGRE_MEMORY, FAIL, ENOMEM}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strncmp(text, table[i].name, strlen(table[i].name)) == 0) {
            char *end;
            plan.subject = table[i].subject;
            plan.action = table[i].action;
            plan.error = table[i].error;
            plan.first = strtol(text + strlen(table[i].name), &end, 10);
            plan.on = *end == '+';
            plan.active = plan.first > 0 && (*end == 0 || (plan.on && end[1] == 0));
        }
}

/* Children find the number of the process that was started in their environment; a program that replaces
 * itself keeps it. */
static bool is_first_process(void)
{
    static const char name[] = "EAGRE_TORTURE_PROCESS";
    const char *first = getenv(name);
    char own[32];
    snprintf(own, sizeof own, "%ld", (long)getpid());
    if (!first)
        setenv(name, own, 1);
    return !first || strcmp(first, own) == 0;
}

__attribute__((constructor)) static void begin(void)
{
    const char *what = getenv("EAGRE_TORTURE"), *folder = getenv("EAGRE_TORTURE_FOLDER");
    if (!what || !is_first_process())
        return;
    if (folder && strlen(folder) < ROOM)
        strcpy(plan.folder, folder);
    plan.folder_length = strlen(plan.folder);
    plan.list = strcmp(what, "list") == 0;
    plan.count = plan.list || strncmp(what, "count", 5) == 0;
    plan.subject = strcmp(what, "count-malloc") == 0         ? ALL_MEMORY
                   : strcmp(what, "count-malloc-eagre") == 0 ? EAGRE_MEMORY
                                                             : FILES;
    read_what(what);
    plan.active = plan.active || plan.count;
    if (!plan.active || (plan.subject == FILES && plan.folder[0] != '/')) {
        dprintf(2, "torture: EAGRE_TORTURE=%s or EAGRE_TORTURE_FOLDER is wrong\n", what);
        _exit(2);
    }
    plan.process = getpid();
}

__attribute__((destructor)) static void end(void)
{
    if (plan.active && plan.count && getpid() == plan.process)
        dprintf(2, "torture: %ld calls\n", atomic_load(&calls));
}

/* ---- which calls count ---- */

static bool is_below(const char *path)
{
    char whole[2 * ROOM];
    if (path[0] != '/') {
        if (!getcwd(whole, ROOM) || strlen(path) >= ROOM - 1)
            return false;
        strcat(strcat(whole, "/"), path);
        path = whole;
    }
    return strncmp(path, plan.folder, plan.folder_length) == 0 &&
           (path[plan.folder_length] == 0 || path[plan.folder_length] == '/');
}

static bool is_watched(int file)
{
    return file >= 0 && file < DESCRIPTORS && atomic_load(&watched[file]);
}

static bool is_below_at(int folder, const char *path)
{
    return path[0] == '/' || folder == AT_FDCWD ? is_below(path) : is_watched(folder);
}

static int watch(int file, bool below)
{
    if (file >= 0 && file < DESCRIPTORS)
        atomic_store(&watched[file], below);
    return file;
}

/* Counts a call that `counts`, and says what is to happen at it. `kept`: not among those that go on
 * failing. errno stays. */
static action next(subject of, bool counts, bool kept, const char *name, const char *path)
{
    if (!plan.active || plan.subject != of || !counts || getpid() != plan.process)
        return NOTHING;
    int before = errno;
    long number = atomic_fetch_add(&calls, 1) + 1;
    if (plan.list)
        dprintf(2, "torture: %ld %s %s\n", number, name, path);
    errno = before;
    if (plan.count || number < plan.first || (number > plan.first && (!plan.on || kept)))
        return NOTHING;
    return plan.action;
}

static void die(void)
{
    kill(plan.process, SIGKILL);
    for (;;)
        pause();
}

/* ---- the calls ---- */

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* The call with what is to happen around it; gives from the enclosing function where it fails. */
#define AROUND(result, what, call)                                                                           \
    do {                                                                                                     \
        action around_action = (what);                                                                       \
        if (around_action == KILL)                                                                           \
            die();                                                                                           \
        if (around_action == FAIL) {                                                                         \
            errno = plan.error;                                                                              \
            return -1;                                                                                       \
        }                                                                                                    \
        (result) = (call);                                                                                   \
        if (around_action == KILL_AFTER)                                                                     \
            die();                                                                                           \
    } while (0)

static mode_t mode_of(int flags, va_list *arguments)
{
    return flags & (O_CREAT | __O_TMPFILE) ? va_arg(*arguments, mode_t) : 0;
}

#define DEFINE_OPEN(name)                                                                                    \
    int name(const char *path, int flags, ...)                                                               \
    {                                                                                                        \
        va_list arguments;                                                                                   \
        va_start(arguments, flags);                                                                          \
        mode_t mode = mode_of(flags, &arguments);                                                            \
        va_end(arguments);                                                                                   \
        bool below = plan.active && is_below(path);                                                          \
        int file;                                                                                            \
        AROUND(file, next(FILES, below, false, #name, path), REAL(name)(path, flags, mode));                 \
        return watch(file, below);                                                                           \
    }
DEFINE_OPEN(open)
DEFINE_OPEN(open64)

#define DEFINE_OPENAT(name)                                                                                  \
    int name(int folder, const char *path, int flags, ...)                                                   \
    {                                                                                                        \
        va_list arguments;                                                                                   \
        va_start(arguments, flags);                                                                          \
        mode_t mode = mode_of(flags, &arguments);                                                            \
        va_end(arguments);                                                                                   \
        bool below = plan.active && is_below_at(folder, path);                                               \
        int file;                                                                                            \
        AROUND(file, next(FILES, below, false, #name, path), REAL(name)(folder, path, flags, mode));         \
        return watch(file, below);                                                                           \
    }
DEFINE_OPENAT(openat)
DEFINE_OPENAT(openat64)

#define DEFINE_CREAT(name)                                                                                   \
    int name(const char *path, mode_t mode)                                                                  \
    {                                                                                                        \
        bool below = plan.active && is_below(path);                                                          \
        int file;                                                                                            \
        AROUND(file, next(FILES, below, false, #name, path), REAL(name)(path, mode));                        \
        return watch(file, below);                                                                           \
    }
DEFINE_CREAT(creat)
DEFINE_CREAT(creat64)

/* Half of the bytes, and at least one. */
static size_t half_of(size_t bytes)
{
    return bytes > 1 ? bytes / 2 : bytes;
}

ssize_t write(int file, const void *data, size_t bytes)
{
    action what = next(FILES, is_watched(file), false, "write", "");
    ssize_t put;
    AROUND(put, what, REAL(write)(file, data, what == SHORT ? half_of(bytes) : bytes));
    return put;
}

#define DEFINE_PWRITE(name, offset)                                                                          \
    ssize_t name(int file, const void *data, size_t bytes, offset at)                                        \
    {                                                                                                        \
        action what = next(FILES, is_watched(file), false, #name, "");                                       \
        ssize_t put;                                                                                         \
        AROUND(put, what, REAL(name)(file, data, what == SHORT ? half_of(bytes) : bytes, at));               \
        return put;                                                                                          \
    }
DEFINE_PWRITE(pwrite, off_t)
DEFINE_PWRITE(pwrite64, off64_t)

/* Calls whose arguments are only handed on: (signature), (arguments), counts, kept, path. */
#define DEFINE_CALL(name, signature, arguments, counts, kept, path)                                          \
    int name signature                                                                                       \
    {                                                                                                        \
        int result;                                                                                          \
        AROUND(result, next(FILES, plan.active && (counts), kept, #name, path), REAL(name) arguments);       \
        return result;                                                                                       \
    }
DEFINE_CALL(ftruncate, (int file, off_t length), (file, length), is_watched(file), false, "")
DEFINE_CALL(ftruncate64, (int file, off64_t length), (file, length), is_watched(file), false, "")
DEFINE_CALL(fsync, (int file), (file), is_watched(file), false, "")
DEFINE_CALL(fdatasync, (int file), (file), is_watched(file), false, "")
DEFINE_CALL(rename, (const char *from, const char *to), (from, to), is_below(from) || is_below(to), false, to)
DEFINE_CALL(renameat, (int from_folder, const char *from, int to_folder, const char *to),
            (from_folder, from, to_folder, to), is_below_at(from_folder, from) || is_below_at(to_folder, to),
            false, to)
DEFINE_CALL(unlink, (const char *path), (path), is_below(path), true, path)
DEFINE_CALL(unlinkat, (int folder, const char *path, int flags), (folder, path, flags),
            is_below_at(folder, path), true, path)
DEFINE_CALL(mkdir, (const char *path, mode_t mode), (path, mode), is_below(path), false, path)
DEFINE_CALL(mkdirat, (int folder, const char *path, mode_t mode), (folder, path, mode),
            is_below_at(folder, path), false, path)

/* As on Linux the descriptor is gone whatever the call says. */
int close(int file)
{
    action what = next(FILES, is_watched(file), true, "close", "");
    if (what == KILL)
        die();
    watch(file, false);
    int result = REAL(close)(file);
    if (what == KILL_AFTER)
        die();
    if (what == FAIL) {
        errno = plan.error;
        return -1;
    }
    return result;
}

/* ---- memory: the C library's own names, since dlsym() allocates ---- */

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);

static bool refuses(subject of)
{
    if (next(of, true, false, "allocation", "") != FAIL)
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t bytes)
{
    return refuses(ALL_MEMORY) ? NULL : __libc_malloc(bytes);
}

/* eg_alloc() asks for so many single bytes, and nobody else does. */
void *calloc(size_t count, size_t size)
{
    bool no = refuses(ALL_MEMORY) || (size == 1 && refuses(EAGRE_MEMORY));
    return no ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t bytes)
{
    return refuses(ALL_MEMORY) ? NULL : __libc_realloc(old, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    return refuses(ALL_MEMORY) ? NULL : __libc_memalign(alignment, bytes);
}
