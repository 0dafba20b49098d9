/* What the seismogram formats share: the calendar against the C library's, bytes in both orders. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <time.h>

#include "io/seismogram/seismogram.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static void the_calendar_is_right(void **state)
{
    (void)state;
    const int64_t first = -62135596800, end = 253402300800; /* s: years 1 and 10000 */
    for (int64_t second = first; second < end; second += 86400 - 7 * (second % 5)) {
        eg_utc utc;
        struct tm wanted;
        time_t when = second;
        int64_t back = 0;
        gmtime_r(&when, &wanted);
        assert_true(eg_utc_split(1000 * second + 999, &utc));
        if (utc.year != wanted.tm_year + 1900 || utc.day != wanted.tm_yday + 1 ||
            utc.hour != wanted.tm_hour || utc.minute != wanted.tm_min || utc.second != wanted.tm_sec ||
            utc.millisecond != 999)
            fail_msg("%lld s", (long long)second);
        if (!eg_utc_join(&utc, &back) || back != 1000 * second + 999)
            fail_msg("%lld s do not come back", (long long)second);
    }
    eg_utc utc;
    assert_false(eg_utc_split(1000 * first - 1, &utc));
    assert_true(eg_utc_split(1000 * first, &utc));
    assert_true(eg_utc_split(1000 * end - 1, &utc));
    assert_false(eg_utc_split(1000 * end, &utc));
    assert_false(eg_utc_split(INT64_MIN, &utc));
    assert_false(eg_utc_split(INT64_MAX, &utc));
}

static void times_that_do_not_exist_are_refused(void **state)
{
    (void)state;
    const eg_utc bad[] = {{0, 1, 0, 0, 0, 0},       {10000, 1, 0, 0, 0, 0},  {2023, 366, 0, 0, 0, 0},
                          {1900, 366, 0, 0, 0, 0},  {2000, 367, 0, 0, 0, 0}, {2000, 0, 0, 0, 0, 0},
                          {2000, 1, 24, 0, 0, 0},   {2000, 1, 0, 60, 0, 0},  {2000, 1, 0, 0, 60, 0},
                          {2000, 1, 0, 0, 0, 1000}, {2000, 1, -1, 0, 0, 0}};
    int64_t ms;
    for (int i = 0; i < COUNT(bad); i++)
        assert_false(eg_utc_join(&bad[i], &ms));
    const eg_utc leap = {2000, 366, 23, 59, 59, 999};
    assert_true(eg_utc_join(&leap, &ms));
    assert_int_equal(ms, 978307199999);
}

static void bytes_have_their_order(void **state)
{
    (void)state;
    uint8_t bytes[4];
    eg_put_little(bytes, 4, 0x81020304u);
    assert_memory_equal(bytes, "\x04\x03\x02\x81", 4);
    assert_int_equal(eg_get_little(bytes, 4), 0x81020304u);
    eg_put_big(bytes, 4, 0x81020304u);
    assert_memory_equal(bytes, "\x81\x02\x03\x04", 4);
    assert_int_equal(eg_get_big(bytes, 4), 0x81020304u);
    eg_put_big(bytes, 2, 0x8102u);
    assert_memory_equal(bytes, "\x81\x02\x03\x04", 4);
    assert_int_equal(eg_get_big(bytes, 2), 0x8102u);
    assert_int_equal(eg_float_bits(-2.0f), 0xc0000000u);
    assert_true(eg_float_of_bits(0x3f800000u) == 1.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_calendar_is_right),
        cmocka_unit_test(times_that_do_not_exist_are_refused),
        cmocka_unit_test(bytes_have_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
