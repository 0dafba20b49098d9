/* What the machine says of itself: processors and memory. */
#include "device/host/host.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int eg_host_processors(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return CPU_COUNT(&set);
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 1;
}

/* The text behind `key` and its colon in a file of such lines; false where there is none. */
static bool find_line(const char *path, const char *key, char *text, size_t room)
{
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    char line[512];
    bool found = false;
    size_t length = strlen(key);
    while (!found && fgets(line, sizeof line, file)) {
        const char *p = line + length;
        if (strncmp(line, key, length) != 0 || p[strspn(p, " \t")] != ':')
            continue;
        p += strspn(p, " \t") + 1;
        p += strspn(p, " \t");
        snprintf(text, room, "%.*s", (int)strcspn(p, "\n"), p);
        found = true;
    }
    fclose(file);
    return found;
}

void eg_host_processor_name(char *name, size_t room)
{
    if (!find_line("/proc/cpuinfo", "model name", name, room))
        snprintf(name, room, "processor");
}

static int64_t memory_line(const char *key)
{
    char text[64];
    int64_t kibibytes;
    if (!find_line("/proc/meminfo", key, text, sizeof text))
        return 0;
    if (!eg_parse_integer(text, text + strcspn(text, " "), &kibibytes))
        return 0;
    return kibibytes * 1024;
}

void eg_host_memory(int64_t *total, int64_t *available)
{
    *total = memory_line("MemTotal");
    *available = memory_line("MemAvailable");
}
