/* Processors: affinity, and the quota of control groups. */
#include "base/room.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

#include "base/control_groups.h"

/* Version 2 has quota and period in one file, version 1 in two, of which the quota is -1 where there is
 * none. */
static void look_at_quota(const eg_control_group *group, void *into)
{
    eg_processors *processors = into;
    double number[2] = {-1, -1}; /* us that all threads may run in one period; the period, us */
    if (group->is_first) {
        number[0] = eg_group_number(group, "/cpu.cfs_quota_us");
        number[1] = eg_group_number(group, "/cpu.cfs_period_us");
    } else {
        eg_group_numbers(group, "/cpu.max", number, 2);
    }
    double quota = number[0] / number[1];
    if (!(number[0] > 0 && number[1] > 0 && ceil(quota) < processors->count))
        return;
    processors->count = (int)ceil(quota);
    snprintf(processors->what, sizeof processors->what, "the control group %.200s may use %.3g at a time",
             group->group[0] ? group->group : "/", quota);
}

void eg_limit_processors(const char *root, eg_processors *processors)
{
    eg_control_groups(root, "cpu", look_at_quota, processors);
}

void eg_count_processors(const char *root, eg_processors *processors)
{
    cpu_set_t set;
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    bool told = sched_getaffinity(0, sizeof set, &set) == 0;
    *processors = (eg_processors){.count = told ? CPU_COUNT(&set) : online > 1 ? (int)online : 1};
    bool bound = told && CPU_COUNT(&set) < online;
    snprintf(processors->what, sizeof processors->what,
             bound ? "the process is bound to them" : "the machine has no more");
    eg_limit_processors(root, processors);
}
