/* room: how much memory and how many processors this process may take, as far as the system tells. */
#ifndef EG_BASE_ROOM_H
#define EG_BASE_ROOM_H

#include "base/base.h"

typedef struct eg_room {
    double bytes;   /* that can be taken; infinite where nothing tells */
    char what[320]; /* what sets them: "the control group /batch/job may have 3 GB" */
} eg_room;

/* The least of what is free on the machine, what the control groups of this process leave (version 2 and 1,
 * up the tree), and what RLIMIT_AS leaves. Memory that holds files alone counts as free: the system gives it
 * back. `root` stands before all paths: "", or a folder that a test has made. */
void eg_memory_room(const char *root, eg_room *room);

/* What is free where `path` lies, or will: of the first folder above it that there is. */
void eg_disk_room(const char *path, eg_room *room);

/* A file gets its places on the disk at once, up to so many bytes: it is then filled faster. Advice: a file
 * system that does not know how is left alone, and of a disk that is full hears who writes the bytes. */
void eg_disk_reserve(int file, int64_t bytes);

/* A product of numbers that a user gives, held against what there is. */
typedef struct eg_demand {
    const char *what, *of; /* "5000 by 4000 squares of 1 m"; "of memory", "on the disk" */
    double bytes;
    double value,
        power; /* the bytes grow with this power of the value; power 0: nothing of the kind would fit */
    const char *value_name, *unit; /* "--pixel", "m" */
} eg_demand;

/* `failure`, with the estimate, the room and a value that would fit, where there is less room. */
eg_status eg_demand_check(eg_context *context, const eg_demand *demand, const eg_room *room,
                          eg_status failure);

typedef struct eg_processors {
    int count;      /* that can be kept busy, at least 1 */
    char what[320]; /* what sets it: "the control group /batch/job may use 2.5 at a time" */
} eg_processors;

/* The least of those that this process may run on (its affinity), and of what the control groups let it use
 * at a time, rounded up. `root` as above, for the control groups. */
void eg_count_processors(const char *root, eg_processors *processors);
/* Where control groups leave less than `count`, that; fills what sets it then. */
void eg_limit_processors(const char *root, eg_processors *processors);

#endif
