/* Blocks so far behind the first that a place in one of their arrays does not fit into 31 bits: a kernel makes of the same
 * numbers the same there as in block 0 (kernel/far/). The largest of these arrays needs no more memory than two blocks. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

int far_shallow_water(void);
int far_elastic(void);
int far_elastic_variable(void);

static void check(int result)
{
    if (result < 0)
        skip(); /* a limit of address space */
    assert_int_equal(result, 0);
}

static void shallow_water(void **state)
{
    (void)state;
    check(far_shallow_water());
}

static void elastic(void **state)
{
    (void)state;
    check(far_elastic());
}

static void elastic_variable(void **state)
{
    (void)state;
    check(far_elastic_variable());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shallow_water),
        cmocka_unit_test(elastic),
        cmocka_unit_test(elastic_variable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
