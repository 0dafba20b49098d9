/* Classes of flood hazard: at the bounds of their tables and beside them. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "run/models/shallow_water/internal.h"

static int of(eg_sw_maximum_id id, double depth, double speed, double discharge, double hazard)
{
    const eg_fv_maximum row = {
        .depth = depth, .speed = speed, .discharge = discharge, .hazard = hazard, .duration = 7};
    return (int)eg_sw_maximum(id, &row, 3, row.depth + 3);
}

/* Australian Disaster Resilience Guideline 7-3, table 2. */
static void vulnerability(void **state)
{
    (void)state;
    static const double most[5][3] = {
        {0.3, 0.3, 2}, {0.5, 0.6, 2}, {1.2, 0.6, 2}, {2, 1, 2}, {4, 4, 4}}; /* m, m2/s, m/s */
    const eg_sw_maximum_id id = EG_SW_MAXIMUM_HAZARD_CLASS;
    assert_int_equal(of(id, 0, 0, 0, 0), 0);
    assert_int_equal(of(id, 0.01, 0.1, 0.001, 0), 1);
    for (int class = 1; class <= 5; class ++) {
        const double *m = most[class - 1];
        assert_int_equal(of(id, m[0], 0.1, 0.1, 0), class);
        assert_int_equal(of(id, nextafter(m[0], 9), 0.1, 0.1, 0), class + 1);
    }
    assert_int_equal(of(id, 0.1, 0.2, 0.3, 0), 1);
    assert_int_equal(of(id, 0.1, 0.2, 0.31, 0), 2);
    assert_int_equal(of(id, 0.1, 0.2, 0.61, 0), 4); /* H2 and H3 have one bound of the product */
    assert_int_equal(of(id, 0.1, 0.2, 1.01, 0), 5);
    assert_int_equal(of(id, 0.1, 0.2, 4.01, 0), 6);
    assert_int_equal(of(id, 0.1, 2, 0.2, 0), 1);
    assert_int_equal(of(id, 0.1, 2.01, 0.2, 0), 5);
    assert_int_equal(of(id, 0.1, 4.01, 0.2, 0), 6);
}

/* DEFRA FD2320/TR2, table 13.1, with the bounds of its supplementary note. */
static void degrees(void **state)
{
    (void)state;
    static const double least[] = {0, 0.75, 1.25, 2};
    const eg_sw_maximum_id id = EG_SW_MAXIMUM_HAZARD_DEGREE;
    assert_int_equal(of(id, 0.005, 9, 9, 0), 0); /* never flooded: no rating */
    assert_int_equal(of(id, 1, 1, 1, 0.51), 1);
    for (int degree = 2; degree <= 4; degree++) {
        assert_int_equal(of(id, 1, 1, 1, nextafter(least[degree - 1], 0)), degree - 1);
        assert_int_equal(of(id, 1, 1, 1, least[degree - 1]), degree);
    }
    assert_int_equal(of(id, 1, 1, 1, 1e9), 4);
    assert_int_equal(of(EG_SW_MAXIMUM_DURATION, 1, 1, 1, 1), 7);
    assert_int_equal(of(EG_SW_MAXIMUM_LEVEL, 1, 1, 1, 1), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(vulnerability), cmocka_unit_test(degrees)};
    return cmocka_run_group_tests_name("hazard", tests, NULL, NULL);
}
