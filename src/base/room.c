/* Room in memory: /proc/meminfo, control groups, RLIMIT_AS. */
#include "base/room.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { PATH_ROOM = 4096, LINE_ROOM = 4096 };

static const double UNLIMITED = 0x1p60; /* version 1 writes some number of this size */

/* The first file of the path's parts; NULL where it is not there. */
static FILE *open_file(const char *root, const char *folder, const char *group, const char *name)
{
    char path[PATH_ROOM];
    int length = snprintf(path, sizeof path, "%s%s%s%s", root, folder, group, name);
    return length > 0 && length < PATH_ROOM ? fopen(path, "re") : NULL;
}

/* The number that a file begins with; infinite for "max"; below 0 where there is none. */
static double read_number(const char *root, const char *folder, const char *group, const char *name)
{
    char line[64] = "";
    FILE *file = open_file(root, folder, group, name);
    if (!file)
        return -1;
    bool read = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    if (!read)
        return -1;
    if (strncmp(line, "max", 3) == 0)
        return INFINITY;
    double number = (double)strtoll(line, NULL, 10);
    return number >= UNLIMITED ? INFINITY : number;
}

/* Adds up the numbers behind these keys, of a file with a key and a number in each line; keys may end in ':'. */
static double sum_keys(const char *root, const char *folder, const char *group, const char *name,
                       const char *const *keys, int count)
{
    char line[LINE_ROOM];
    double sum = 0;
    FILE *file = open_file(root, folder, group, name);
    if (!file)
        return 0;
    while (fgets(line, sizeof line, file)) {
        size_t length = strcspn(line, " :\t");
        for (int k = 0; k < count; k++)
            if (strlen(keys[k]) == length && strncmp(line, keys[k], length) == 0)
                sum += (double)strtoll(line + length + strspn(line + length, " :\t"), NULL, 10);
    }
    fclose(file);
    return sum;
}

static void keep_least(eg_room *room, double bytes, const char *what)
{
    if (!(bytes < room->bytes))
        return;
    room->bytes = bytes > 0 ? bytes : 0;
    snprintf(room->what, sizeof room->what, "%s", what);
}

/* ---- control groups */

typedef struct group_kind {
    const char *folder, *limit, *used, *cached[2];
} group_kind;

static const group_kind VERSION_2 = {
    "/sys/fs/cgroup", "/memory.max", "/memory.current", {"inactive_file", "active_file"}};
static const group_kind VERSION_1 = {"/sys/fs/cgroup/memory",
                                     "/memory.limit_in_bytes",
                                     "/memory.usage_in_bytes",
                                     {"total_inactive_file", "total_active_file"}};

static void look_at_group(const char *root, const group_kind *kind, const char *group,
                          eg_room *room)
{
    char what[320];
    double limit = read_number(root, kind->folder, group, kind->limit);
    if (limit < 0 || !isfinite(limit))
        return;
    double used = read_number(root, kind->folder, group, kind->used);
    double files = sum_keys(root, kind->folder, group, "/memory.stat", kind->cached, 2);
    double held = used > files ? used - files : 0;
    snprintf(what, sizeof what, "the control group %.200s may have %.3g GB", group[0] ? group : "/",
             limit / 1e9);
    keep_least(room, limit - held, what);
}

/* The group and all above it. In a container the group's name may be that of the machine outside: what is not there is
 * passed over, and the uppermost that is there is the container's own. */
static void look_at_tree(const char *root, const group_kind *kind, char *group, eg_room *room)
{
    for (char *slash = group + strlen(group); slash; slash = strrchr(group, '/')) {
        *slash = 0;
        look_at_group(root, kind, group, room);
    }
}

/* Lines of /proc/self/cgroup: "0::/batch/job", "4:memory:/batch/job". */
static void look_at_groups(const char *root, eg_room *room)
{
    char line[LINE_ROOM];
    FILE *file = open_file(root, "/proc/self/cgroup", "", "");
    if (!file)
        return;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        char *kind = strchr(line, ':'), *group = kind ? strchr(kind + 1, ':') : NULL;
        if (!group)
            continue;
        *group++ = 0;
        if (kind[1] == 0)
            look_at_tree(root, &VERSION_2, group, room);
        else if (strcmp(kind + 1, "memory") == 0)
            look_at_tree(root, &VERSION_1, group, room);
    }
    fclose(file);
}

/* ---- machine, process */

static void look_at_machine(const char *root, eg_room *room)
{
    static const char *const keys[] = {"MemAvailable", "SwapFree"};
    double free = 1024 * sum_keys(root, "/proc/meminfo", "", "", keys, 2);
    if (free > 0)
        keep_least(room, free, "what is free on this machine");
}

/* Addresses that the C library reserves for the memory of a second thread before it gives most of them back. Where they
 * are refused a thread of the program or of HDF5 ends with SIGSEGV. */
static const double THREAD_ADDRESSES = 0x1p27;

static void look_at_process(const char *root, eg_room *room)
{
    char what[128];
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return;
    double pages = read_number(root, "/proc/self/statm", "", "");
    snprintf(what, sizeof what, "ulimit -v lets the process have %.3g GB",
             (double)limit.rlim_cur / 1e9);
    double used = fmax(pages, 0) * (double)sysconf(_SC_PAGESIZE) + THREAD_ADDRESSES;
    keep_least(room, (double)limit.rlim_cur - used, what);
}

void eg_memory_room(const char *root, eg_room *room)
{
    *room = (eg_room){.bytes = INFINITY};
    look_at_machine(root, room);
    look_at_groups(root, room);
    look_at_process(root, room);
}
