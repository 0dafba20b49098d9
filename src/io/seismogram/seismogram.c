/* Shared by the seismogram formats: the calendar, the refusal of a sample. */
#include "io/seismogram/seismogram.h"

enum { DAY = 86400000 }; /* ms */

/* Days from 1970-01-01 to the first of January of a year from 1 on. */
static int64_t days_before(int64_t year)
{
    int64_t y = year - 1;
    return 365 * y + y / 4 - y / 100 + y / 400 - 719162;
}

bool eg_utc_split(int64_t milliseconds, eg_utc *utc)
{
    int64_t rest = milliseconds % DAY;
    rest += rest < 0 ? DAY : 0;
    int64_t day = milliseconds / DAY - (milliseconds % DAY < 0);
    if (day < days_before(1) || day >= days_before(10000))
        return false;
    int64_t year = 1970 + day / 366 - (day < 0);
    while (days_before(year + 1) <= day)
        year++;
    while (days_before(year) > day)
        year--;
    *utc = (eg_utc){.year = (int)year,
                    .day = (int)(day - days_before(year)) + 1,
                    .hour = (int)(rest / 3600000),
                    .minute = (int)(rest / 60000 % 60),
                    .second = (int)(rest / 1000 % 60),
                    .millisecond = (int)(rest % 1000)};
    return true;
}

static bool is_in_span(int value, int low, int high)
{
    return value >= low && value <= high;
}

bool eg_utc_join(const eg_utc *utc, int64_t *milliseconds)
{
    if (!is_in_span(utc->year, 1, 9999) ||
        !is_in_span(utc->day, 1, (int)(days_before(utc->year + 1) - days_before(utc->year))) ||
        !is_in_span(utc->hour, 0, 23) || !is_in_span(utc->minute, 0, 59) || !is_in_span(utc->second, 0, 59) ||
        !is_in_span(utc->millisecond, 0, 999))
        return false;
    int64_t day = days_before(utc->year) + utc->day - 1;
    *milliseconds =
        day * DAY + utc->hour * 3600000LL + utc->minute * 60000LL + utc->second * 1000LL + utc->millisecond;
    return true;
}

eg_status eg_seismogram_refuse(eg_context *context, const char *path, const char *what, int64_t index,
                               double value)
{
    return eg_fail(context, EG_IO,
                   "%s: %s %lld is %g, which single precision cannot hold; the file is not written", path,
                   what, (long long)index + 1, value);
}
