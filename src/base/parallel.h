/* parallel: loops on the threads of this process, for what is made once on the host.
 *
 * A range is cut into parts that follow each other, one for each thread or some. No result may depend on how
 * many there are: parts write to different places, or what they leave is put together in their order. Loops
 * do not begin loops of their own. */
#ifndef EG_BASE_PARALLEL_H
#define EG_BASE_PARALLEL_H

#include <pthread.h>

#include "base/base.h"

/* How many threads loops take from now on; 0, as at the beginning: all that OpenMP gives. */
void eg_context_use_threads(eg_context *context, int threads);
int eg_context_threads(const eg_context *context);

/* How many parts a loop over `count` things is cut into where each is to have `least` at least; 1 or more. */
int eg_parts(const eg_context *context, int64_t count, int64_t least);
/* The same of work that takes unequal time, or of threads that others slow: several parts a thread, which
 * takes the next when it is done with one. */
int eg_parts_many(const eg_context *context, int64_t count, int64_t least);

/* How many elements of so many nodes are worth a thread, where each node is some work. */
enum { EG_PART_NODES = 8192 };
static inline int64_t eg_least_elements(int nodes)
{
    return EG_PART_NODES / nodes + 1;
}

/* The first thing of a part; that of part number `parts` is `count`. */
static inline int64_t eg_part_begin(int parts, int64_t count, int part)
{
    return count / parts * part + eg_min_i64(count % parts, part);
}

/* Works on the things from `from` to before `to`, which are those of a part; a failure ends the part. */
typedef eg_status eg_part_function(void *with, int part, int64_t from, int64_t to);

/* Calls the function once for each part of 0 to count. The status, and the text of the last error, are those
 * of the first part that fails: so the first failure wins, as in a loop on one thread. */
eg_status eg_in_parts(eg_context *context, int parts, int64_t count, eg_part_function *function, void *with);

/* Where the texts of a thread's failures go meanwhile, instead of to the context: of several threads each has
 * its own. The caller holds it from divert to return, which one thread calls, and then frees the text: it is
 * NULL where nothing failed. Where there is no memory for a text it is cut to `room`. eg_context_error()
 * gives such a thread its own. */
typedef struct eg_diverted {
    struct eg_diverted *next;
    pthread_t thread;
    char *text, room[256];
} eg_diverted;
void eg_errors_divert(eg_context *context, eg_diverted *diverted);
void eg_errors_return(eg_context *context, eg_diverted *diverted);
void eg_diverted_free(eg_diverted *diverted);

/* Work on a thread of its own, beside the caller's. A caller's own begins with this struct, the first two of
 * which it sets; it stays where it is until it is joined. */
typedef struct eg_task {
    eg_status (*work)(struct eg_task *self);
    const char *what; /* the thread does: "writes the mesh" */
    eg_context *context;
    pthread_t thread;
    bool started;
    eg_status status;
    eg_diverted told;
} eg_task;
/* Starts the thread, which gets no signals: they are for the caller. EG_MEMORY. */
eg_status eg_task_start(eg_context *context, eg_task *task);
/* The same where there are threads for it; else the caller does the work here. */
eg_status eg_task_beside(eg_context *context, eg_task *task);
/* Waits for it, if it was started. Gives `status`, or where that is EG_OK what the work gave, with its
 * text. */
eg_status eg_task_join(eg_task *task, eg_status status);

/* The lower of two numbers, where several threads give some: the same whichever comes first. */
static inline void eg_lower_number(int32_t *number, int32_t to)
{
    int32_t now = __atomic_load_n(number, __ATOMIC_RELAXED);
    while (to < now &&
           !__atomic_compare_exchange_n(number, &now, to, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        continue;
}

/* Copies bytes on all threads. */
void eg_copy(eg_context *context, void *to, const void *from, int64_t bytes);

/* In front of a for loop that cannot fail: its turns run on all threads, of which each gets `least` at least.
 * EG_LOOP() is for single numbers. */
enum { EG_LOOP_LEAST = 1 << 14 };
#ifdef _OPENMP
#define EG_PRAGMA(text) _Pragma(#text)
#define EG_LOOP_OF(context, count, least)                                                                    \
    EG_PRAGMA(omp parallel for schedule(static) num_threads(eg_parts(context, count, least)))
#else
#define EG_LOOP_OF(context, count, least) (void)(context);
#endif
#define EG_LOOP(context, count) EG_LOOP_OF(context, count, EG_LOOP_LEAST)

#endif
