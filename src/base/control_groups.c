/* The files of control groups, of version 2 and of version 1. */
#include "base/control_groups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_ROOM = 4096, LINE_ROOM = 4096 };

static const double UNLIMITED = 0x1p60; /* version 1 writes some number of this size */

FILE *eg_group_open(const eg_control_group *group, const char *name)
{
    char path[PATH_ROOM];
    int length = snprintf(path, sizeof path, "%s%s%s%s", group->root, group->folder, group->group, name);
    return length > 0 && length < PATH_ROOM ? fopen(path, "re") : NULL;
}

int eg_group_numbers(const eg_control_group *group, const char *name, double *number, int room)
{
    char line[128] = "", *rest = line;
    FILE *file = eg_group_open(group, name);
    int count = 0;
    if (!file)
        return 0;
    bool read = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    while (read && count < room) {
        char *from = rest + strspn(rest, " ");
        bool most = strncmp(from, "max", 3) == 0;
        double value = most ? INFINITY : (double)strtoll(from, &rest, 10);
        if (most)
            rest = from + 3;
        else if (rest == from)
            break;
        number[count++] = value >= UNLIMITED ? INFINITY : value;
    }
    return count;
}

double eg_group_number(const eg_control_group *group, const char *name)
{
    double number;
    return eg_group_numbers(group, name, &number, 1) ? number : -1;
}

/* Whether a list "cpu,cpuacct" has the word. */
static bool lists(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; at; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, word, length) == 0 && (at[length] == 0 || at[length] == ','))
            return true;
    }
    return false;
}

static void walk_up(eg_control_group at, char *group, eg_group_look *look, void *into)
{
    at.group = group;
    for (char *slash = group + strlen(group); slash; slash = strrchr(group, '/')) {
        *slash = 0;
        look(&at, into);
    }
}

/* Lines of /proc/self/cgroup: "0::/batch/job", "4:memory:/batch/job". */
void eg_control_groups(const char *root, const char *controller, eg_group_look *look, void *into)
{
    char line[LINE_ROOM], folder[128];
    FILE *file = eg_group_open(&(eg_control_group){root, "/proc/self", "", false}, "/cgroup");
    if (!file)
        return;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        char *kind = strchr(line, ':'), *group = kind ? strchr(kind + 1, ':') : NULL;
        if (!group)
            continue;
        *group++ = 0;
        bool first = kind[1] != 0;
        if (first && !lists(kind + 1, controller))
            continue;
        snprintf(folder, sizeof folder, "/sys/fs/cgroup%s%s", first ? "/" : "", first ? controller : "");
        walk_up((eg_control_group){root, folder, "", first}, group, look, into);
    }
    fclose(file);
}
