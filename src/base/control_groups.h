/* control_groups: where the control groups of this process (cgroups) have their files, and reading them. Of
 * this folder. */
#ifndef EG_BASE_CONTROL_GROUPS_H
#define EG_BASE_CONTROL_GROUPS_H

#include <stdbool.h>
#include <stdio.h>

/* A file is found by root, "" or what a test has made, the folder below it, a group's name, and its own name,
 * which begins with '/' where something stands before it. */
typedef struct eg_control_group {
    const char *root, *folder, *group;
    bool is_first; /* of version 1 */
} eg_control_group;

/* Calls `look` for each group of the process and each above it, from below, that the controller ("memory",
 * "cpu") knows: of version 2 and of version 1. In a container a group's name may be that of the machine
 * outside: the files may be missing, and the uppermost that are there are the container's own. */
typedef void eg_group_look(const eg_control_group *group, void *into);
void eg_control_groups(const char *root, const char *controller, eg_group_look *look, void *into);

/* The file, or NULL where it is not there. */
FILE *eg_group_open(const eg_control_group *group, const char *name);
/* Fills the numbers that the file's first line begins with, "max" is infinite; their count. */
int eg_group_numbers(const eg_control_group *group, const char *name, double *number, int room);
/* The first number; below 0 where there is none. */
double eg_group_number(const eg_control_group *group, const char *name);

#endif
