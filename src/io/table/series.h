/* Time series: one column of a text table against another, with linear interpolation between rows.
 *
 * The file. One row a line; fields separated by semicolons, commas, tabs or blanks (found from the
 * first row of numbers, in this order). Lines that are empty or begin with # are skipped. The first
 * line left may be a header with the names of the columns: it is one when neither of the two
 * columns asked for holds a number or a date there. Names may be numbers. Times may be dates, which count from `start`; a date without a zone
 * is UTC, which the header may say: time (UTC). Numbers have a decimal point in every locale. Quotes are
 * refused, and so is a last line without a line end: it may have been cut short. */
#ifndef EG_IO_SERIES_H
#define EG_IO_SERIES_H

#include "base/base.h"
#include "base/date.h"
#include "io/case/units.h"

/* What is asked for before the first and beyond the last time. */
typedef enum eg_series_after {
    EG_SERIES_ERROR, /* an error that names series, time and range */
    EG_SERIES_HOLD   /* the first or last value */
} eg_series_after;

/* Zero means default. A column is its name in the header, or its number counted from 1 where the
 * text consists of digits only and no column has this name. */
typedef struct eg_series_options {
    const char *time_column;  /* NULL: the first */
    const char *value_column; /* NULL: the second */
    eg_series_after after;
    /* The file's numbers times these, after the units that the names of its columns give; 0: 1. */
    double time_scale, value_scale;
    const eg_date *start;          /* the date of time 0; NULL or none given: dates are refused */
    const eg_dimension *dimension; /* of the values: a unit of another kind is refused; NULL: any */
} eg_series_options;

/* Read it, do not change it. */
typedef struct eg_series {
    eg_context *context;
    char *name;     /* path of the file, for messages */
    int64_t count;  /* rows, at least 2 */
    double *times;  /* [count] s, strictly ascending */
    double *values; /* [count] SI */
    int64_t *lines; /* [count] line of each row in the file, for messages */
    eg_series_after after;
    bool zoneless; /* its times are dates, and some of them without a zone, which count as UTC */
} eg_series;

/* Reads a series; the caller owns it. EG_INPUT with file, line, value and a way out for: a file
 * that is not there, fewer than two rows, a column that is not there, a field that is missing,
 * quoted, NaN or no number, a row with more or fewer fields than the first one, a time that does
 * not come after the one before it, a last line that is cut short. */
eg_status eg_series_read(eg_context *context, const char *path, const eg_series_options *options,
                         eg_series **series);

/* The value at time t (s): values[i] + w (values[i+1] - values[i]), w = (t - times[i]) / (times[i+1]
 * - times[i]), as one division and one fma, in the last interval with times[i] <= t; a row's own
 * time gives its value exactly. EG_INPUT outside the times, and for a t that is not finite. */
eg_status eg_series_value(const eg_series *series, double t, double *value);

/* Frees the series and sets *series to NULL; NULL is fine. */
void eg_series_destroy(eg_series **series);

#endif
