/* Seismograms in miniSEED, version 2 (FDSN, SEED Reference Manual 2.4, 2012): all traces in one file.
 *
 * Records of 4096 bytes, big-endian: a fixed header of 48 bytes, blockettes 1000 (encoding 4, IEEE floats; byte
 * order; length) and 1001 (microseconds), then up to 1008 samples. Records of a trace follow each other. Their times
 * are rounded to microseconds. The rate is a fraction of two whole numbers up to 32767. */
#ifndef EG_IO_MSEED_H
#define EG_IO_MSEED_H

#include "base/base.h"

/* Codes of a channel, as SEED has room for them; letters and digits. */
typedef struct eg_seed_name {
    char network[3], station[6], location[3], channel[4];
} eg_seed_name;

typedef struct eg_mseed_options {
    double dt;       /* s; eg_mseed_holds() */
    int64_t samples; /* of each trace, at least 1 */
    int64_t start;   /* of the first sample, ms since 1970-01-01T00:00:00 UTC, years 1 to 9999 */
} eg_mseed_options;

typedef struct eg_mseed eg_mseed;

/* Whether a rate is such a fraction, so that the last of so many samples is less than a thousandth of an interval
 * off; and as its two numbers of a header: the rate is a * b, where a negative one divides, -1 / a. */
bool eg_mseed_holds(double dt, int64_t samples, int *factor, int *multiplier);

/* SEED's code of the band of a rate, of broad-band instruments: F from 1000 Hz on, C from 250, H from 80, B from 10,
 * M above 1, L of about 1, V of 0.1, U of 0.01, R of less. */
char eg_seed_band(double dt);

/* Begins a file, in memory; the caller destroys it. EG_CASE for an interval or a start that headers do not hold. */
eg_status eg_mseed_create(eg_context *context, const eg_mseed_options *options, eg_mseed **mseed);
/* Adds a trace. EG_IO for a sample that single precision cannot hold; `path` is named. */
eg_status eg_mseed_add(eg_mseed *mseed, const char *path, const eg_seed_name *name, const double *values);
/* Writes the file under a temporary name, synchronises and renames it. EG_IO. */
eg_status eg_mseed_write(eg_mseed *mseed, const char *path);
/* Frees it and sets *mseed to NULL; NULL is fine. */
void eg_mseed_destroy(eg_mseed **mseed);

enum { EG_MSEED_NAME = 16 };

/* What a file of version 2 holds, with records of any length and encoding. */
typedef struct eg_mseed_survey {
    int64_t records, samples; /* of all traces */
    int64_t traces;           /* runs of records of one name */
    char name[EG_MSEED_NAME]; /* of the first: NETWORK.STATION.LOCATION.CHANNEL */
    double dt;                /* s, of the first; NaN: it has none */
    double first;             /* s since 1970, of the earliest record */
} eg_mseed_survey;

/* Looks at all headers of a file of at most 1 GiB. EG_INPUT names the byte where no whole record begins. */
eg_status eg_mseed_look(eg_context *context, const char *path, eg_mseed_survey *survey);

#endif
