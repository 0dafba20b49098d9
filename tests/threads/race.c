/* A race that is one: parts of a loop on two threads add to the same number. The thread sanitizer must report
 * it, or what it says of other tests means nothing. The parts are long, so that they overlap: each begins and
 * ends with a lock, which orders parts that follow each other. */
#include <stdio.h>

#include "base/parallel.h"

static eg_status add(void *with, int part, int64_t from, int64_t to)
{
    volatile int64_t *sum = with; /* no compiler makes one addition of all */
    (void)part;
    for (int64_t i = from; i < to; i++)
        *sum += i;
    return EG_OK;
}

int main(void)
{
    eg_context *context;
    int64_t sum = 0;
    if (eg_context_create(NULL, &context) != EG_OK)
        return 1;
    eg_status status = eg_in_parts(context, 2, 1 << 24, add, &sum);
    printf("%s, %lld\n", eg_status_name(status), (long long)sum);
    eg_context_destroy(&context);
    return 0;
}
