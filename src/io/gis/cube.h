/* cube: a variable over time, y and x of a netCDF-4 file after the conventions CF, as radars and models of
 * the weather write it: read through HDF5, one moment at a time.
 *
 * The variable has the dimensions time, y and x, each with a coordinate variable: in this order, unless names
 * say that the second is x and the third y. Such names are `axis` (X, Y), `standard_name`, and those of the
 * variables: x, easting; y, northing. Time has units such as
 * "hours since 2021-07-14 00:00:00" in the Gregorian calendar, ascends, and may have bounds. x and y have
 * metres or kilometres, evenly apart; x ascends, y does either. scale_factor, add_offset, _FillValue and
 * missing_value are applied. Degrees of longitude and latitude are refused: nothing is reprojected. */
#ifndef EG_IO_CUBE_H
#define EG_IO_CUBE_H

#include "base/date.h"
#include "io/case/units.h"

/* Read it, do not change it. Values belong to rectangles, of which first[] is the middle of the south-west
 * one. */
typedef struct eg_cube {
    eg_context *context;
    char *path, *variable;
    int64_t times, rows, columns;
    double *time;                /* [times] s since the start */
    double (*bounds)[2];         /* [times] likewise; NULL: there are none */
    double first[2], spacing[2]; /* x, y, m */
    bool from_north;             /* the order of rows in the file */
    bool transposed;             /* the file has time, x and y */
    char unit[64];               /* as the file has it, */
    double size;                 /* in SI */
    eg_dimension dimension;
    double scale, offset; /* of the numbers in the file, before the unit */
    double fill[2];       /* numbers that stand for a missing value; NaN: none */
} eg_cube;

/* Reads all but the values; the caller owns it. `variable`: NULL or "" is the only one with three dimensions.
 * `start` is the date of time 0. EG_INPUT for a file that is not there or of another format, one of netCDF's
 * classic format among them, and for what is not as above. */
eg_status eg_cube_open(eg_context *context, const char *path, const char *variable, const eg_date *start,
                       eg_cube **cube);
/* values[rows][columns] of a moment in SI, rows from the south, NaN where one is missing. EG_INPUT. */
eg_status eg_cube_read(const eg_cube *cube, int64_t item, double *values);
/* Frees it and sets *cube to NULL; NULL is fine. */
void eg_cube_destroy(eg_cube **cube);

/* Appends the variables of the file that have dimensions: "u10 (24 x 10 x 12) m/s; v10 ...". EG_INPUT: there
 * are none, or it is no netCDF-4 file; the text holds nothing good then. */
eg_status eg_cube_list(eg_context *context, const char *path, eg_text *text);

/* The projection alone, as WKT, which the caller frees; NULL where it is not known, or the file none.
 * EG_MEMORY. */
eg_status eg_cube_projection(eg_context *context, const char *path, char **projection);

#endif
