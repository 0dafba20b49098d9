/* Loops on the threads of this process. */
#include "base/parallel.h"

#include <pthread.h>
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

/* The parts that have failed: the first one, its status, and how many. */
typedef struct failures {
    pthread_mutex_t lock;
    int first, count;
    eg_status status;
} failures;

static void note_failure(failures *f, int part, eg_status status)
{
    pthread_mutex_lock(&f->lock);
    if (f->count++ == 0 || part < f->first) {
        f->first = part;
        f->status = status;
    }
    pthread_mutex_unlock(&f->lock);
}

eg_status eg_in_parts(eg_context *context, int parts, int64_t count, eg_part_function *function,
                      void *with)
{
    failures failed = {.lock = PTHREAD_MUTEX_INITIALIZER, .status = EG_OK};
    (void)context;
    if (parts == 1)
        return function(with, 0, 0, count);
#ifdef _OPENMP
#pragma omp parallel for schedule(static, 1) num_threads(parts)
#endif
    for (int p = 0; p < parts; p++) {
        eg_status status =
            function(with, p, eg_part_begin(parts, count, p), eg_part_begin(parts, count, p + 1));
        if (status != EG_OK)
            note_failure(&failed, p, status);
    }
    if (failed.count > 1) /* the text may be that of another part */
        function(with, failed.first, eg_part_begin(parts, count, failed.first),
                 eg_part_begin(parts, count, failed.first + 1));
    pthread_mutex_destroy(&failed.lock);
    return failed.status;
}

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
