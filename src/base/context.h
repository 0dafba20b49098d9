/* What is in a context, for the files that make it up. */
#ifndef EG_BASE_CONTEXT_H
#define EG_BASE_CONTEXT_H

#include <pthread.h>

#include "base/base.h"
#include "base/parallel.h"
#include "base/ranges.h"

struct eg_context {
    eg_context_options options;
    pthread_mutex_t lock;     /* guards the text of errors, and lines of the log */
    char *error;              /* reserved up front: an error can always be told */
    eg_diverted *diverted;    /* of threads whose errors go elsewhere */
    pthread_mutex_t counting; /* guards the counts, and what is kept */
    int64_t bytes, blocks, most, fail_in;
    eg_ranges kept;
    bool keeps;      /* memory is in one place */
    pthread_t maker; /* the thread that made the context */
    int threads;     /* of loops (parallel.h); 0: all */
    bool silent;
    eg_stop_function *stops; /* NULL: nobody asks */
    const void *stops_with;
    eg_file_watch *watches;
};

#endif
