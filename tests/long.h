/* The short and the long form of a test. `make test-long` runs the long one, which takes every
 * combination. */
#ifndef EG_TEST_LONG_H
#define EG_TEST_LONG_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static inline bool is_long(void)
{
    const char *tests = getenv("EAGRE_TESTS");
    return tests && strcmp(tests, "long") == 0;
}

/* Whether choice `a` of one kind is combined with choice `b` of another. In the short form it is with one of
 * `parts` in turn, so that all choices occur, each beside several of the other kind. */
static inline bool is_combined(int a, int b, int parts)
{
    return is_long() || (a + b) % parts == 0;
}

#endif
