/* date: moments of the calendar, as ISO 8601 writes them, and seconds between them.
 *
 * 2021-07-14T06:00:00+02:00, 2021-07-14 06:00, 2021-07-14: the calendar is Gregorian, years are 1 to 9999, and a day
 * has 86,400 s (no leap seconds, as in POSIX and CF). The zone is Z or +hh:mm, +hhmm or +hh; without one a
 * date is UTC. Names of zones, and with them daylight-saving time, are not known. */
#ifndef EG_BASE_DATE_H
#define EG_BASE_DATE_H

#include <stdbool.h>
#include <stdint.h>

/* Zero: none. */
typedef struct eg_date {
    bool given, zoned; /* whether there is one; whether it was written with a zone */
    int64_t second;    /* since 1970-01-01T00:00:00Z */
    double fraction;   /* of a second, 0 to below 1 */
    int zone;          /* east of UTC, s */
} eg_date;

enum { EG_DATE_ROOM = 48 };

/* Whether a text begins as a date does: four digits, '-', two digits, '-'. */
bool eg_date_begins(const char *begin, const char *end);

/* Reads a date that is the whole text; else gives false, and in *why what is wrong with it. */
bool eg_date_read(const char *begin, const char *end, eg_date *date, const char **why);

/* What to write where a text looks like a date in another notation, such as 14.07.2021; NULL: it does not. */
const char *eg_date_hint(const char *begin, const char *end);

/* Seconds from `start` to `date`, rounded once. */
double eg_date_since(const eg_date *date, const eg_date *start);

/* The date so many seconds after `start`, in the zone of `start`: 2021-07-14T06:00:00+02:00, with three decimals where
 * it is not a whole second; "" beyond the years 1 to 9999 and where `start` is none. */
void eg_date_text(const eg_date *start, double seconds, char text[EG_DATE_ROOM]);

/* "seconds since 2021-07-14 04:00:00", in UTC, as units of CF. */
void eg_date_units(const eg_date *start, char text[EG_DATE_ROOM]);

#endif
