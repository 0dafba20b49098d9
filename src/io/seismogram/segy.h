/* Seismograms in SEG-Y, revision 1 (SEG Technical Standards Committee, May 2002): all traces of a
 * record in one file, evenly sampled, of one length.
 *
 * A textual header of 40 lines of 80 characters in EBCDIC, a binary header of 400 bytes, then for
 * each trace a header of 240 bytes and its samples: 4-byte IEEE floats (format code 5). All numbers
 * big-endian. What is filled, by the standard's byte numbers, from 1; all else is 0:
 *
 *   binary header   3201 job, 3205 line, 3209 reel: 1; 3213 traces of an ensemble, 3227 fold: all
 *                   of the file; 3217, 3219 interval (us); 3221, 3223 samples; 3225 format 5; 3229
 *                   sorting 1, as recorded; 3231 vertical sum 1; 3249 correlated 1, no; 3251 gain
 *                   recovered 2, no; 3253 amplitude recovery 1, none; 3255 metres 1; 3501 revision
 *                   0x0100; 3503 fixed length 1; 3505 no extended textual header
 *   trace header    1, 5, 13 trace number from 1; 9, 17 field record; 29 component; 31, 33 one trace
 *                   each; 35 production 1; 37 horizontal distance from source to receiver (m,
 *                   rounded); 41 elevation of the receiver; 45 surface at the source, 49 depth of
 *                   the source below it; 69 scalar of 41 to 68; 71 scalar of 73 to 88; 73, 77 source
 *                   x, y; 81, 85 receiver x, y; 89 length 1; 109 delay of the first sample; 115
 *                   samples; 117 interval; 157 to 167 year, day, hour, minute, second, UTC 4; 203
 *                   unit; 215 scalar of 109
 *
 * Precision. Places are whole numbers times a scalar, one for the file: the finest of 0.1 mm (up to 214 km),
 * 1 mm (2147 km), 1 cm, 1 dm and 1 m that takes all of them. Intervals are whole microseconds; the delay is a
 * whole number of 0.1 us times a power of ten, of 16 bits. The standard's two-byte numbers are signed, but
 * intervals from 32768 to 65535 us are in use as unsigned: they are written so, with a warning in the log,
 * since some readers refuse such a file and others take another interval. */
#ifndef EG_IO_SEGY_H
#define EG_IO_SEGY_H

#include "base/base.h"

enum {
    EG_SEGY_LINES = 40,      /* of the textual header */
    EG_SEGY_COLUMNS = 80,    /* of a line */
    EG_SEGY_SAMPLES = 32767, /* at most, of a trace */
    EG_SEGY_TRACES = 32767,  /* at most, of a file: all are one ensemble */
    EG_SEGY_INTERVAL = 65535 /* us, at most */
};

/* Trace identification codes of the standard. */
typedef enum eg_segy_component {
    EG_SEGY_UNKNOWN = 0,
    EG_SEGY_SEISMIC = 1, /* seismic data of one component */
    EG_SEGY_PRESSURE = 11,
    EG_SEGY_VERTICAL = 12,   /* of several components: z */
    EG_SEGY_CROSS_LINE = 13, /* y */
    EG_SEGY_IN_LINE = 14     /* x */
} eg_segy_component;

/* Trace value measurement units of the standard. */
typedef enum eg_segy_unit {
    EG_SEGY_UNIT_UNKNOWN = 0,
    EG_SEGY_PASCAL = 1,
    EG_SEGY_METRE = 5,
    EG_SEGY_METRE_PER_SECOND = 6,
    EG_SEGY_METRE_PER_SECOND_2 = 7
} eg_segy_unit;

/* Zero means default. */
typedef struct eg_segy_options {
    const char *title;        /* UTF-8; wrapped; NULL: none */
    const char *const *lines; /* [line_count] further lines of the textual header, wrapped */
    int line_count;
    double dt;             /* s: a whole number of microseconds, 1 to 65535 */
    double begin;          /* s: time of the first sample after the source's time 0 */
    int64_t samples;       /* of each trace: 1 to EG_SEGY_SAMPLES */
    const double *source;  /* [3] m: x, y, z (elevation); NULL: left 0 */
    double surface;        /* m: elevation of the surface at the source */
    int32_t record;        /* field record and source point number, from 1; 0: 1 */
    const int64_t *origin; /* time 0 in ms since 1970-01-01T00:00:00 UTC, whole seconds; or NULL */
} eg_segy_options;

typedef struct eg_segy_trace {
    eg_segy_component component;
    eg_segy_unit unit;
    double receiver[3];   /* m: x, y, z (elevation) */
    const double *values; /* [samples], rounded to single precision */
} eg_segy_trace;

/* Writes the file under a temporary name, synchronises and renames it; count >= 1. Memory: one
 * trace. EG_CASE, with the value and a way out, for an interval, a begin, an origin or a place that
 * the headers cannot hold, more samples or traces than revision 1 has numbers for, more text than
 * 40 lines take; EG_IO for a sample that single precision cannot hold and where the system cannot
 * write. Characters that not all EBCDIC tables have in one place (! [ ] ^ | and all beyond ASCII)
 * are written as ?, with a warning in the log. */
eg_status eg_segy_write(eg_context *context, const char *path, const eg_segy_options *options,
                        const eg_segy_trace *traces, int64_t count);

/* The header of a trace, as a file holds it. */
typedef struct eg_segy_header {
    int32_t number, record; /* bytes 5 and 9 */
    int component, unit;    /* codes */
    double receiver[3];     /* m */
    double source[3];       /* m; z = surface - depth */
    double begin;           /* s */
    bool has_origin;
    int64_t origin; /* ms since 1970-01-01T00:00:00 UTC */
} eg_segy_header;

typedef struct eg_segy {
    eg_context *context;
    char text[EG_SEGY_LINES][EG_SEGY_COLUMNS + 1]; /* ASCII, blanks at the ends of lines removed */
    double dt;                                     /* s */
    int64_t samples, count;                        /* of each trace; traces */
    eg_segy_header *headers;                       /* [count] */
    float *values;                                 /* [count][samples] */
} eg_segy;

/* Reads a file; the caller owns *segy. EG_INPUT, naming file, byte and value, for what is not
 * revision 1, big-endian, of 4-byte IEEE floats and traces of one length and interval. */
eg_status eg_segy_read(eg_context *context, const char *path, eg_segy **segy);

/* "z", "pressure"; "m/s": words for the codes of a trace; static. */
const char *eg_segy_component_name(int component);
const char *eg_segy_unit_name(int unit);

/* Frees it and sets *segy to NULL; NULL is fine. */
void eg_segy_destroy(eg_segy **segy);

#endif
