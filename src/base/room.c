/* Room in memory: /proc/meminfo, control groups, RLIMIT_AS. */
#include "base/room.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/control_groups.h"

/* Adds up the numbers behind these keys, of a file with a key and a number in each line; keys may end in
 * ':'. */
static double sum_keys(const eg_control_group *group, const char *name, const char *const *keys, int count)
{
    char line[4096];
    double sum = 0;
    FILE *file = eg_group_open(group, name);
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

static void keep_least_room(eg_room *room, double bytes, const char *what)
{
    if (!(bytes < room->bytes))
        return;
    room->bytes = bytes > 0 ? bytes : 0;
    snprintf(room->what, sizeof room->what, "%s", what);
}

/* ---- control groups */

typedef struct group_files {
    const char *limit, *used, *cached[2];
} group_files;

static const group_files VERSION_2 = {"/memory.max", "/memory.current", {"inactive_file", "active_file"}};
static const group_files VERSION_1 = {
    "/memory.limit_in_bytes", "/memory.usage_in_bytes", {"total_inactive_file", "total_active_file"}};

static void look_at_group(const eg_control_group *group, void *into)
{
    const group_files *files = group->is_first ? &VERSION_1 : &VERSION_2;
    char what[320];
    double limit = eg_group_number(group, files->limit);
    if (limit < 0 || !isfinite(limit))
        return;
    double used = eg_group_number(group, files->used);
    double cached = sum_keys(group, "/memory.stat", files->cached, 2);
    double held = used > cached ? used - cached : 0;
    snprintf(what, sizeof what, "the control group %.200s may have %.3g GB",
             group->group[0] ? group->group : "/", limit / 1e9);
    keep_least_room(into, limit - held, what);
}

/* ---- machine, process */

static void look_at_machine(const char *root, eg_room *room)
{
    static const char *const keys[] = {"MemAvailable", "SwapFree"};
    const eg_control_group proc = {root, "/proc", "", false};
    double free = 1024 * sum_keys(&proc, "/meminfo", keys, 2);
    if (free > 0)
        keep_least_room(room, free, "what is free on this machine");
}

/* Addresses that the C library reserves for the memory of a second thread before it gives most of them back.
 * Where they are refused a thread of the program or of HDF5 ends with SIGSEGV. */
static const double THREAD_ADDRESSES = 0x1p27;

static void look_at_process(const char *root, eg_room *room)
{
    char what[128];
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return;
    double pages = eg_group_number(&(eg_control_group){root, "/proc/self", "", false}, "/statm");
    snprintf(what, sizeof what, "ulimit -v lets the process have %.3g GB", (double)limit.rlim_cur / 1e9);
    double used = fmax(pages, 0) * (double)sysconf(_SC_PAGESIZE) + THREAD_ADDRESSES;
    keep_least_room(room, (double)limit.rlim_cur - used, what);
}

void eg_memory_room(const char *root, eg_room *room)
{
    *room = (eg_room){.bytes = INFINITY};
    look_at_machine(root, room);
    eg_control_groups(root, "memory", look_at_group, room);
    look_at_process(root, room);
}

/* ---- what users ask for */

static bool free_at(const char *path, double *bytes)
{
    struct statvfs found;
    if (statvfs(path, &found) != 0)
        return false;
    *bytes = (double)found.f_bavail * (double)found.f_frsize;
    return true;
}

void eg_disk_room(const char *path, eg_room *room)
{
    char at[4096];
    *room = (eg_room){.bytes = INFINITY};
    if (snprintf(at, sizeof at, "%s", path) >= (int)sizeof at)
        return;
    while (!free_at(at, &room->bytes)) {
        char *slash = strrchr(at, '/');
        if (strcmp(at, ".") == 0 || strcmp(at, "/") == 0)
            return;
        if (!slash)
            snprintf(at, sizeof at, ".");
        else
            slash[slash == at] = 0;
    }
    snprintf(room->what, sizeof room->what, "free in %.280s", at);
}

void eg_disk_reserve(int file, int64_t bytes)
{
#ifdef FALLOC_FL_KEEP_SIZE
    while (fallocate(file, 0, 0, bytes) < 0 && errno == EINTR)
        continue;
#else
    (void)file;
    (void)bytes;
#endif
}

/* The next number of two digits that fits. */
static double round_to_fit(double value, double power)
{
    double unit = pow(10, floor(log10(value)) - 1);
    return power < 0 ? ceil(value / unit) * unit : floor(value / unit) * unit;
}

eg_status eg_demand_check(eg_context *context, const eg_demand *demand, const eg_room *room,
                          eg_status failure)
{
    char fits[160] = "";
    if (demand->bytes <= room->bytes)
        return EG_OK;
    if (demand->power != 0 && room->bytes > 0)
        snprintf(
            fits, sizeof fits, "; %s of %.2g%s%s fits", demand->value_name,
            round_to_fit(demand->value * pow(room->bytes / demand->bytes, 1 / demand->power), demand->power),
            demand->unit[0] ? " " : "", demand->unit);
    return eg_fail(context, failure, "%s take about %.3g GB %s, and %.3g GB can be taken (%s)%s",
                   demand->what, demand->bytes / 1e9, demand->of, room->bytes / 1e9, room->what, fits);
}
