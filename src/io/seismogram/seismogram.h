/* What the writers and readers of seismogram files share: time of day, bytes, single precision. */
#ifndef EG_IO_SEISMOGRAM_H
#define EG_IO_SEISMOGRAM_H

#include "base/base.h"
#include "base/bytes.h"

/* UTC as the headers of both formats hold it; leap seconds are not known. */
typedef struct eg_utc {
    int year, day; /* day of the year, from 1 */
    int hour, minute, second, millisecond;
} eg_utc;

/* Milliseconds since 1970-01-01T00:00:00 UTC, and back. eg_utc_split takes years 1 to 9999 (else
 * false), eg_utc_join only what exists (else false). */
bool eg_utc_split(int64_t milliseconds, eg_utc *utc);
bool eg_utc_join(const eg_utc *utc, int64_t *milliseconds);

/* Fails with EG_IO for sample `index` (from 0) that single precision cannot hold; `what` is
 * "sample" or "trace 3, sample". */
eg_status eg_seismogram_refuse(eg_context *context, const char *path, const char *what, int64_t index,
                               double value);

#endif
