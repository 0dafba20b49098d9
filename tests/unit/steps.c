/* Steps that collapse (run/judge/steps.c): told against the mean of many before, over many. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "run/judge/judge.h"

static void fall_is_that_of_many_steps(void **state)
{
    (void)state;
    const eg_steps_seen before = {.steps = 10000, .time = 100};
    /* 1000 steps of 5e-6 s, of 1e-2 s before */
    assert_float_equal(eg_steps_fall(&before, 11000, 100.005), 2000, 1e-3);
    assert_float_equal(eg_steps_fall(&before, 11000, 110), 1, 1e-9);
    /* too few to tell: steps that meet a record, steps at the beginning */
    assert_float_equal(eg_steps_fall(&before, 10010, 100.00001), 0, 0);
    const eg_steps_seen early = {.steps = 10, .time = 100};
    assert_float_equal(eg_steps_fall(&early, 1010, 100.005), 0, 0);
    /* another shot begins at 0 */
    assert_float_equal(eg_steps_fall(&before, 11000, 1), 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(fall_is_that_of_many_steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
