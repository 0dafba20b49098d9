/* Dates: days are counted in eras of 400 years, in which the calendar repeats; a year begins in March, so that
 * the leap day is its last. */
#include "base/date.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ERA_DAYS = 146097, DAYS_TO_1970 = 719468 /* from 0000-03-01 */, DAY = 86400 };

static int64_t floor_divide(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* Days before a month of the year that begins in March: 0, 31, 61, 92 ... */
static int64_t days_before_month(int from_march)
{
    return (153 * from_march + 2) / 5;
}

static int64_t day_number(int64_t year, int month, int day)
{
    int64_t y = month > 2 ? year : year - 1, era = floor_divide(y, 400), of_era = y - 400 * era;
    int64_t of_year = days_before_month((month + 9) % 12) + day - 1;
    return ERA_DAYS * era + 365 * of_era + of_era / 4 - of_era / 100 + of_year - DAYS_TO_1970;
}

static void calendar_day(int64_t number, int64_t *year, int *month, int *day)
{
    int64_t n = number + DAYS_TO_1970, era = floor_divide(n, ERA_DAYS), d = n - ERA_DAYS * era;
    int64_t of_era = (d - d / 1460 + d / 36524 - d / (ERA_DAYS - 1)) / 365;
    int64_t of_year = d - (365 * of_era + of_era / 4 - of_era / 100);
    int from_march = (int)((5 * of_year + 2) / 153);
    *day = (int)(of_year - days_before_month(from_march)) + 1;
    *month = from_march < 10 ? from_march + 3 : from_march - 9;
    *year = 400 * era + of_era + (*month <= 2);
}

static int days_of_month(int year, int month)
{
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && leap ? 29 : days[month - 1];
}

/* ---- reading */

/* What is left of the text. */
typedef struct date_reader {
    const char *at, *end;
} date_reader;

static bool is_date_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* So many digits. */
static bool take_digits(date_reader *r, int count, int *value)
{
    if (r->end - r->at < count)
        return false;
    *value = 0;
    for (int i = 0; i < count; i++) {
        if (!is_date_digit(r->at[i]))
            return false;
        *value = 10 * *value + (r->at[i] - '0');
    }
    r->at += count;
    return true;
}

static bool take_mark(date_reader *r, char mark)
{
    bool there = r->at < r->end && *r->at == mark;
    r->at += there;
    return there;
}

bool eg_date_begins(const char *begin, const char *end)
{
    date_reader r = {begin, end};
    int ignored;
    return take_digits(&r, 4, &ignored) && take_mark(&r, '-') && take_digits(&r, 2, &ignored) &&
           take_mark(&r, '-');
}

static const char *read_day(date_reader *r, int64_t *day)
{
    int year, month, of_month;
    if (!take_digits(r, 4, &year) || !take_mark(r, '-') || !take_digits(r, 2, &month) || !take_mark(r, '-') ||
        !take_digits(r, 2, &of_month))
        return "a date is written as 2021-07-14 or 2021-07-14T06:00:00Z";
    if (year < 1)
        return "years are 0001 to 9999";
    if (month < 1 || month > 12)
        return "months are 01 to 12";
    if (of_month < 1 || of_month > days_of_month(year, month))
        return "the month does not have that day";
    *day = day_number(year, month, of_month);
    return NULL;
}

static double take_decimals(date_reader *r)
{
    double value = 0, unit = 1;
    for (; r->at < r->end && is_date_digit(*r->at); r->at++) {
        value = 10 * value + (*r->at - '0');
        unit *= 10;
    }
    return value / unit;
}

/* "06:00", "06:00:30" or "06:00:30.5". */
static const char *read_clock(date_reader *r, int64_t *second, double *fraction)
{
    int hour, minute, of_minute = 0;
    if (!take_digits(r, 2, &hour) || !take_mark(r, ':') || !take_digits(r, 2, &minute))
        return "the time of day is written as 06:00 or 06:00:00";
    bool has_seconds = take_mark(r, ':');
    if (has_seconds && !take_digits(r, 2, &of_minute))
        return "the time of day is written as 06:00 or 06:00:00";
    if (has_seconds && r->at + 1 < r->end && *r->at == '.' && is_date_digit(r->at[1])) {
        r->at++;
        if (r->end - r->at > 9 && is_date_digit(r->at[9]))
            return "a second has at most nine decimals";
        *fraction = take_decimals(r);
    }
    if (of_minute == 60)
        return "leap seconds are not counted; write the second before or after it";
    if (hour > 24 || minute > 59 || of_minute > 59 ||
        (hour == 24 && (minute > 0 || of_minute > 0 || *fraction > 0)))
        return "hours are 00 to 23, minutes and seconds 00 to 59; 24:00 is the end of the day";
    *second = 3600 * hour + 60 * minute + of_minute;
    return NULL;
}

/* "Z", "+02:00", "-0330", "+02"; nothing: UTC. */
static const char *read_zone(date_reader *r, eg_date *date)
{
    int hour, minute = 0;
    if (r->at == r->end)
        return NULL;
    date->zoned = true;
    if (take_mark(r, 'Z') || take_mark(r, 'z'))
        return r->at == r->end ? NULL : "something follows the zone Z";
    bool west = *r->at == '-';
    if (!take_mark(r, '-') && !take_mark(r, '+'))
        return "the zone is Z or an offset from UTC such as +02:00; names of zones are not known";
    bool good = take_digits(r, 2, &hour);
    bool colon = good && take_mark(r, ':');
    if (good && (colon || r->at < r->end))
        good = take_digits(r, 2, &minute);
    if (!good || r->at != r->end || hour > 15 || minute > 59)
        return "the offset from UTC is written as +02:00";
    date->zone = (west ? -1 : 1) * (3600 * hour + 60 * minute);
    return NULL;
}

static const char *read_parts(date_reader *r, eg_date *date)
{
    int64_t day, second = 0;
    const char *why = read_day(r, &day);
    bool has_clock = !why && r->at < r->end && strchr("Tt ", *r->at);
    if (has_clock) {
        r->at++;
        why = read_clock(r, &second, &date->fraction);
    }
    if (!why)
        why = read_zone(r, date);
    if (!why)
        date->second = DAY * day + second - date->zone;
    return why;
}

bool eg_date_read(const char *begin, const char *end, eg_date *date, const char **why)
{
    date_reader r = {begin, end};
    eg_date made = {.given = true};
    *why = read_parts(&r, &made);
    if (!*why)
        *date = made;
    return !*why;
}

const char *eg_date_hint(const char *begin, const char *end)
{
    date_reader r = {begin, end};
    int ignored;
    bool two = take_digits(&r, 2, &ignored);
    if (!two) {
        r.at = begin;
        if (!take_digits(&r, 1, &ignored))
            return NULL;
    }
    if (r.at == end || !strchr("./-", *r.at))
        return NULL;
    char mark = *r.at++;
    if (!take_digits(&r, 2, &ignored) && !take_digits(&r, 1, &ignored))
        return NULL;
    return take_mark(&r, mark) && take_digits(&r, 2, &ignored)
               ? "a date is written as 2021-07-14T06:00:00Z (ISO 8601: year, month, day)"
               : NULL;
}

/* ---- seconds, and writing */

double eg_date_since(const eg_date *date, const eg_date *start)
{
    return (double)(date->second - start->second) + (date->fraction - start->fraction);
}

static void put_date(int64_t second, int thousandths, const char *between, char text[EG_DATE_ROOM])
{
    int64_t day = floor_divide(second, DAY), year, rest = second - DAY * day;
    int month, of_month;
    calendar_day(day, &year, &month, &of_month);
    text[0] = 0;
    if (year < 1 || year > 9999)
        return;
    int length = snprintf(text, EG_DATE_ROOM, "%04d-%02d-%02d%s%02d:%02d:%02d", (int)year, month, of_month,
                          between, (int)(rest / 3600), (int)(rest / 60 % 60), (int)(rest % 60));
    if (thousandths > 0)
        snprintf(text + length, (size_t)(EG_DATE_ROOM - length), ".%03d", thousandths);
}

void eg_date_text(const eg_date *start, double seconds, char text[EG_DATE_ROOM])
{
    static const double largest = 4e11; /* of 10,000 years, s */
    text[0] = 0;
    if (!start->given || !(fabs(seconds) < largest))
        return;
    double whole = floor(seconds);
    int64_t second = start->second + start->zone + (int64_t)whole;
    int64_t thousandths = (int64_t)floor((seconds - whole + start->fraction) * 1000 + 0.5);
    second += thousandths / 1000;
    put_date(second, (int)(thousandths % 1000), "T", text);
    int zone = start->zone < 0 ? -start->zone : start->zone;
    size_t length = strlen(text);
    if (length > 0 && zone == 0)
        snprintf(text + length, EG_DATE_ROOM - length, "Z");
    else if (length > 0)
        snprintf(text + length, EG_DATE_ROOM - length, "%c%02d:%02d", start->zone < 0 ? '-' : '+',
                 zone / 3600, zone / 60 % 60);
}

void eg_date_units(const eg_date *start, char text[EG_DATE_ROOM])
{
    char date[EG_DATE_ROOM];
    put_date(start->second, 0, " ", date);
    snprintf(text, EG_DATE_ROOM, "seconds since %.30s", date);
}
