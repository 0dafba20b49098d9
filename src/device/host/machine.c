/* What the machine says of itself: processors and memory. */
#include "device/host/host.h"

#include <stdio.h>
#include <string.h>

#include "base/room.h"

int eg_host_processors(void)
{
    eg_processors processors;
    eg_count_processors("", &processors);
    return processors.count;
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
