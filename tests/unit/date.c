/* date: calendar, zones, seconds between dates, and dates as they are written. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "base/date.h"

static eg_date good(const char *text)
{
    eg_date date = {0};
    const char *why = NULL;
    if (!eg_date_read(text, text + strlen(text), &date, &why))
        fail_msg("%s: %s", text, why);
    return date;
}

/* Seconds since 1970 as `date -u -d TEXT +%s` gives them. */
static void dates_count_from_1970(void **state)
{
    static const struct {
        const char *text;
        int64_t second;
    } rows[] = {
        {"1970-01-01", 0},
        {"1970-01-01T00:00:01Z", 1},
        {"1969-12-31T23:59:59Z", -1},
        {"2000-02-29T12:00", 951825600},
        {"2021-07-14T06:00:00+02:00", 1626235200},
        {"2021-07-14 04:00", 1626235200},
        {"2021-07-13T23:30-0430", 1626235200},
        {"2021-07-14T09:30:00+05:30", 1626235200},
        {"2024-02-29", 1709164800},
        {"2024-03-01", 1709251200},
        {"2023-12-31T24:00Z", 1704067200},
        {"2024-01-01T00:00Z", 1704067200},
        {"1900-03-01", -2203891200},
        {"0001-01-01", -62135596800},
        {"9999-12-31T23:59:59", 253402300799},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(good(rows[i].text).second, rows[i].second);
    assert_true(good("2021-07-14T04:00:00.25Z").fraction == 0.25);
}

static void wrong_dates_are_told(void **state)
{
    static const char *const rows[][2] = {
        {"2021-02-29", "does not have that day"},
        {"1900-02-29", "does not have that day"},
        {"2021-04-31", "does not have that day"},
        {"2021-00-01", "months"},
        {"2021-13-01", "months"},
        {"2021-01-00", "does not have that day"},
        {"0000-01-01", "years"},
        {"2021-1-1", "is written as"},
        {"2021-01-01T", "time of day"},
        {"2021-01-01T6:00", "time of day"},
        {"2021-01-01T25:00", "hours"},
        {"2021-01-01T24:01", "hours"},
        {"2021-01-01T06:60", "hours"},
        {"2016-12-31T23:59:60Z", "leap seconds"},
        {"2021-01-01T06:00 CEST", "zone"},
        {"2021-01-01T06:00+2", "offset"},
        {"2021-01-01T06:00+02:0", "offset"},
        {"2021-01-01T06:00Zx", "follows"},
        {"2021-01-01T06:00+16:00", "offset"},
        {"2021-01-01T00:00:00.1234567890", "decimals"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        eg_date date = {0};
        const char *why = NULL;
        assert_false(eg_date_read(rows[i][0], rows[i][0] + strlen(rows[i][0]), &date, &why));
        if (!strstr(why, rows[i][1]))
            fail_msg("%s: %s", rows[i][0], why);
        assert_false(date.given);
    }
}

static bool hints(const char *text)
{
    return eg_date_hint(text, text + strlen(text)) != NULL;
}

static void other_notations_get_a_hint(void **state)
{
    (void)state;
    assert_true(hints("14.07.2021 06:00") && hints("7/14/2021") && hints("14-07-21"));
    assert_false(hints("14.07") || hints("1.5") || hints("2021-07-14") || hints("12.5 m") || hints("-1") ||
                 hints("10-3") || hints(""));
}

static void expect_text(const char *start, double seconds, const char *expected)
{
    char text[EG_DATE_ROOM];
    eg_date date = good(start);
    eg_date_text(&date, seconds, text);
    assert_string_equal(text, expected);
}

static void dates_are_written_in_the_zone_of_the_start(void **state)
{
    (void)state;
    expect_text("2021-07-14T06:00:00+02:00", 0, "2021-07-14T06:00:00+02:00");
    expect_text("2021-07-14T06:00:00+02:00", 86400 * 18, "2021-08-01T06:00:00+02:00");
    expect_text("2024-02-28T23:59:59", 1, "2024-02-29T00:00:00Z");
    expect_text("2023-02-28T23:59:59", 1.25, "2023-03-01T00:00:00.250Z");
    expect_text("2021-12-31T23:59:59-03:30", 0.9996, "2022-01-01T00:00:00-03:30");
    expect_text("2021-01-01", -0.001, "2020-12-31T23:59:59.999Z");
    expect_text("9999-12-31", 86400, "");
    expect_text("2021-01-01", 1e300, "");
    expect_text("2021-01-01", 0.0 / 0.0, "");
    char text[EG_DATE_ROOM];
    eg_date_text(&(eg_date){0}, 0, text);
    assert_string_equal(text, "");
    eg_date start = good("2021-07-14T01:00:00+02:00");
    eg_date_units(&start, text);
    assert_string_equal(text, "seconds since 2021-07-13 23:00:00");
}

/* Every day of eight centuries, one after the other. */
static void days_come_one_after_the_other(void **state)
{
    static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    eg_date first = good("1600-01-01");
    int64_t day = 0;
    (void)state;
    for (int year = 1600; year < 2400; year++)
        for (int month = 1; month <= 12; month++) {
            bool leap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0);
            int length = lengths[month - 1] + (leap && month == 2);
            for (int d = 1; d <= length; d++, day++) {
                char expected[EG_DATE_ROOM], text[EG_DATE_ROOM];
                snprintf(expected, sizeof expected, "%04d-%02d-%02dT00:00:00Z", year, month, d);
                eg_date_text(&first, 86400.0 * (double)day, text);
                assert_string_equal(text, expected);
                eg_date again = good(expected);
                assert_true(eg_date_since(&again, &first) == 86400.0 * (double)day);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dates_count_from_1970),
        cmocka_unit_test(wrong_dates_are_told),
        cmocka_unit_test(other_notations_get_a_hint),
        cmocka_unit_test(dates_are_written_in_the_zone_of_the_start),
        cmocka_unit_test(days_come_one_after_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
