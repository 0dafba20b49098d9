/* Seismograms in SAC's binary format: header version 6, one evenly sampled trace a file.
 *
 * A header of 158 words of 4 bytes, then the samples as 4-byte floats. Written little-endian, read in both
 * byte orders. What is filled (word numbers from 0, as in SAC's manual); all else is undefined, -12345:
 *
 *   0 DELTA, 5 B, 6 E        interval, time of the first and of the last sample (s)
 *   1 DEPMIN, 2 DEPMAX, 56 DEPMEN   of the samples as written
 *   7 O = 0, 70-75 NZYEAR..NZMSEC, 87 IZTYPE = IO   where the origin time is given: reference and
 *                            origin are time 0 of the run
 *   40-42 USER0..2           x, y, z of the receiver (m)
 *   43-45 USER3..5           x, y, z of the source (m)
 *   46 USER6, 47 USER7       what rounding to single precision took from DELTA and B (s)
 *   76 NVHDR = 6, 79 NPTS, 85 IFTYPE = ITIME, 86 IDEP = IUNKN
 *   105 LEVEN = 1, 106 LPSPOL = 0, 107 LOVROK = 1, 108 LCALDA = 0
 *   110 KSTNM, 112 KEVNM, 150 KCMPNM, 152 KNETWK; 144 KUSER0: the unit of the samples
 *
 * Precision. The format holds DELTA, B and E in single precision, 6e-8 of each. USER6 and USER7
 * hold the rests, so that DELTA + USER6 and B + USER7 are good to 4e-15; eg_sac_read adds them. A
 * program that knows only DELTA dates sample n wrong by up to 6e-8 n DELTA.
 *
 * Units are SI; IDEP stays unknown, since SAC's displacements, velocities and accelerations are in
 * nm. Places are metres in the coordinates of the mesh, which are no latitudes and longitudes: STLA
 * to EVDP stay undefined. */
#ifndef EG_IO_SAC_H
#define EG_IO_SAC_H

#include "base/base.h"

/* Names are of printing ASCII characters, without blanks at their ends. NULL: undefined. */
typedef struct eg_sac_trace {
    const char *station;    /* KSTNM, at most 8 characters */
    const char *component;  /* KCMPNM, 8 */
    const char *network;    /* KNETWK, 8 */
    const char *event;      /* KEVNM, 16 */
    const char *unit;       /* KUSER0, 8 */
    const double *receiver; /* [3] m; in two dimensions with z = 0 */
    const double *source;   /* [3] m */
    const int64_t *origin;  /* time 0 in ms since 1970-01-01T00:00:00 UTC */
    double begin;           /* s: time of the first sample, finite */
    double dt;              /* s, > 0 */
    int64_t count;          /* samples, at least 1 */
    const double *values;   /* [count], rounded to single precision */
} eg_sac_trace;

/* Writes the file under a temporary name, synchronises and renames it. EG_CASE for a name that does
 * not fit, an origin outside the years 1 to 9999, an interval that is no normal number in single
 * precision; EG_IO for more than 2147483647 samples, a number that single precision cannot hold,
 * and where the system cannot write. A place, time or extreme that would read -12345, undefined, is
 * written as its neighbour in single precision (1 mm or 1 ms away). */
eg_status eg_sac_write(eg_context *context, const char *path, const eg_sac_trace *trace);

/* What a file holds; names without the blanks at their ends, "" where undefined. */
typedef struct eg_sac {
    eg_context *context;
    char station[9], component[9], network[9], event[17], unit[9];
    bool has_receiver, has_source, has_origin;
    double receiver[3], source[3]; /* m; 0 where there is none */
    int64_t origin;                /* reference time, ms since 1970-01-01T00:00:00 UTC */
    double begin, dt;              /* s, with the rests of USER6 and USER7 where they are rests */
    double end;                    /* s: E as the file has it */
    double minimum, maximum, mean; /* DEPMIN, DEPMAX, DEPMEN as the file has them */
    int64_t count;
    float *values; /* [count] */
} eg_sac;

/* Reads a file; the caller owns *sac. EG_INPUT, naming file, byte and value, for what is not a
 * version 6 file of one evenly sampled time series with as many samples as the file is long. */
eg_status eg_sac_read(eg_context *context, const char *path, eg_sac **sac);

/* Frees it and sets *sac to NULL; NULL is fine. */
void eg_sac_destroy(eg_sac **sac);

#endif
