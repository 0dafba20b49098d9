/* CMTSOLUTION files: earthquakes as points with moment tensors, in the text format of the Global CMT project that
 * SPECFEM reads.
 *
 * One or more records of 13 lines: a header with date, magnitudes and region, of which the magnitudes are kept, then
 * lines "KEY: VALUE" in this order: event name; time shift and half duration, s; latitude and longitude, degrees;
 * depth, km; Mrr, Mtt, Mpp, Mrt, Mrp and Mtp, dyne cm, with r up, t to the south and p to the east. Empty lines are
 * passed over, and letter case does not matter. A last line without a line end is refused: it may have been cut
 * short. */
#ifndef EG_IO_CMT_H
#define EG_IO_CMT_H

#include "physics/moment.h"

typedef struct eg_cmt_point {
    int64_t line;                /* of the record's header */
    double shift, half_duration; /* s; the second is not negative */
    double latitude, longitude;  /* rad */
    double depth;                /* m */
    double moment[EG_MOMENTS];   /* N m, geographic: x east, y north, z up */
    double magnitude;            /* the larger one of the header, mb or Ms; 0: it has none */
} eg_cmt_point;

/* Read it, do not change it. */
typedef struct eg_cmt {
    eg_context *context;
    int64_t count, room;
    eg_cmt_point *point; /* [count] in the order of the file, at least one */
    bool newton_metres;  /* the file has moments in N m, as QuakeML has */
} eg_cmt;

/* Reads a file of at most 64 MiB; the caller owns *cmt. EG_INPUT, naming file, line and value, for a file
 * that cannot be read or ends within a record, a key that is not the next one, a value that is no number or
 * out of its range, such as a depth above 1000 km, which may be in metres. */
eg_status eg_cmt_read(eg_context *context, const char *path, eg_cmt **cmt);
/* Frees it and sets *cmt to NULL; NULL is fine. */
void eg_cmt_destroy(eg_cmt **cmt);

#endif
