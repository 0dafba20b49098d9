/* Loops on the threads of this process. */
#include "base/parallel.h"

#include <signal.h>
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

static int all_threads(void)
{
#ifdef _OPENMP
    return omp_get_max_threads();
#else
    return 1;
#endif
}

int eg_parts(const eg_context *context, int64_t count, int64_t least)
{
    int wished = eg_context_threads(context);
    int64_t threads = wished > 0 ? wished : all_threads();
    return (int)eg_max_i64(1, eg_min_i64(threads, count / least));
}

int eg_parts_many(const eg_context *context, int64_t count, int64_t least)
{
    enum { A_THREAD = 8 };
    int threads = eg_parts(context, count, least);
    return threads == 1 ? 1 : (int)eg_min_i64((int64_t)threads * A_THREAD, count / least);
}

/* The first of the parts that have failed, its status and text. */
typedef struct failure {
    pthread_mutex_t lock;
    int part;
    eg_status status;
    eg_diverted told;
} failure;

/* Takes the text over where the part comes before those that have failed so far. */
static void note_failure(failure *first, int part, eg_status status, eg_diverted *told)
{
    pthread_mutex_lock(&first->lock);
    if (first->status == EG_OK || part < first->part) {
        eg_diverted_free(&first->told);
        first->told = *told;
        if (told->text == told->room)
            first->told.text = first->told.room;
        told->text = NULL;
        first->part = part;
        first->status = status;
    }
    pthread_mutex_unlock(&first->lock);
}

eg_status eg_in_parts(eg_context *context, int parts, int64_t count, eg_part_function *function, void *with)
{
    failure first = {.lock = PTHREAD_MUTEX_INITIALIZER, .status = EG_OK};
    if (parts == 1)
        return function(with, 0, 0, count);
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 1) num_threads(eg_parts(context, parts, 1))
#endif
    for (int p = 0; p < parts; p++) {
        eg_diverted told;
        eg_errors_divert(context, &told);
        eg_status status =
            function(with, p, eg_part_begin(parts, count, p), eg_part_begin(parts, count, p + 1));
        eg_errors_return(context, &told);
        if (status != EG_OK)
            note_failure(&first, p, status, &told);
        eg_diverted_free(&told);
    }
    if (first.told.text)
        eg_fail(context, first.status, "%s", first.told.text);
    eg_diverted_free(&first.told);
    pthread_mutex_destroy(&first.lock);
    return first.status;
}

/* ---- beside the caller */

static void *task_main(void *argument)
{
    eg_task *task = argument;
    eg_errors_divert(task->context, &task->told);
    task->status = task->work(task);
    eg_errors_return(task->context, &task->told);
    return NULL;
}

eg_status eg_task_start(eg_context *context, eg_task *task)
{
    sigset_t all, before;
    task->context = context;
    task->status = EG_OK;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&task->thread, NULL, task_main, task);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error)
        return eg_fail(context, EG_MEMORY, "the thread that %s cannot be started: %s", task->what,
                       strerror(error));
    task->started = true;
    return EG_OK;
}

eg_status eg_task_beside(eg_context *context, eg_task *task)
{
    return eg_parts(context, 2, 1) > 1 ? eg_task_start(context, task) : task->work(task);
}

eg_status eg_task_join(eg_task *task, eg_status status)
{
    if (!task->started)
        return status;
    pthread_join(task->thread, NULL);
    task->started = false;
    if (status == EG_OK && task->status != EG_OK)
        status = eg_fail(task->context, task->status, "%s", task->told.text ? task->told.text : "");
    eg_diverted_free(&task->told);
    return status;
}

/* ---- copies */

typedef struct copied {
    char *to;
    const char *from;
} copied;

static eg_status copy_part(void *with, int part, int64_t from, int64_t to)
{
    const copied *c = with;
    (void)part;
    memcpy(c->to + from, c->from + from, (size_t)(to - from));
    return EG_OK;
}

void eg_copy(eg_context *context, void *to, const void *from, int64_t bytes)
{
    enum { LEAST = 1 << 20 };
    copied c = {.to = to, .from = from};
    eg_in_parts(context, eg_parts(context, bytes, LEAST), bytes, copy_part, &c);
}
