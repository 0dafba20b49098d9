/* Failed allocations: whatever is made, each allocation of it fails in turn; it is told, and nothing is left.
 * Include behind cmocka.h. */
#ifndef EG_TEST_FAILING_H
#define EG_TEST_FAILING_H

#include "base/base.h"

/* Makes something, destroys it, made or not, and returns how that went. */
typedef eg_status attempt_function(void *what);

/* Attempts in which an allocation fails, every `stride`th in turn, until one has no so many; how many ended
 * with EG_MEMORY. */
static inline int64_t fail_each(eg_context *context, attempt_function *attempt, void *what, int64_t stride)
{
    int64_t held = eg_context_blocks_held(context), failed = 0;
    for (int64_t nth = 1;; nth += stride) {
        eg_memory_fail_at(context, nth);
        eg_status status = attempt(what);
        bool over = eg_memory_fail_left(context) > 0;
        eg_memory_fail_at(context, 0);
        int64_t left = eg_context_blocks_held(context) - held;
        if (left != 0)
            fail_msg("allocation %lld: %lld blocks are left", (long long)nth, (long long)left);
        if (status != EG_OK && (over || status != EG_MEMORY || eg_context_error(context)[0] == 0))
            fail_msg("allocation %lld: %s, %s", (long long)nth, eg_status_name(status),
                     eg_context_error(context));
        if (over)
            return failed;
        failed += status == EG_MEMORY;
    }
}

#endif
