/* Tables that grow: gauges.csv, balance.csv, errors.csv.
 *
 * The first line names the columns with their units ("time_s,g1_depth_m"); every row is handed to
 * the system whole as it is made, so a reader never sees a torn row, and a program that follows the
 * file sees each row at once. Numbers are the shortest that read back to the same bits, with a
 * decimal point in every locale; NaN and infinities are written nan, inf and -inf. */
#ifndef EG_IO_CSV_OUT_H
#define EG_IO_CSV_OUT_H

#include "base/base.h"
#include "base/date.h"

typedef struct eg_csv eg_csv;

/* Creates (or empties) the file and writes the header of `columns` names. Where `start` is given (NULL: it is
 * not) and a column is called time_s a last column, date, has the date of that time. EG_IO where that fails; EG_CASE for
 * a name that is empty or holds a comma, a quote or a control character. The caller owns the table. */
eg_status eg_csv_create(eg_context *context, const char *path, const char *const *names, int columns,
                        const eg_date *start, eg_csv **csv);

/* Adds a row of as many values as there are columns, without that of dates (`count` is asserted to be that). EG_IO names the file
 * and the reason; the file then ends with the row before. EG_IO also where the path no longer names the file
 * that is being written, or others have made it longer or shorter: an editor that saved it, rm. So do mark
 * and close. */
eg_status eg_csv_row(eg_csv *csv, const double *values, int count);

/* How far a table has come, so that a run that goes on can cut it back to there. */
typedef struct eg_csv_mark {
    int64_t rows, bytes; /* whole rows, without the header; of the file up to their end */
    eg_hash128 hash;     /* of those bytes */
} eg_csv_mark;

/* Synchronises the file and tells how far it is. EG_IO. */
eg_status eg_csv_mark_here(eg_csv *csv, eg_csv_mark *mark);

/* Opens a table that was written up to the mark, and perhaps further: what comes after the mark is cut off.
 * Columns as for eg_csv_create(). EG_CHECKPOINT where the file is shorter or its bytes up to the mark are
 * others; the file is unchanged then. EG_IO. */
eg_status eg_csv_resume(eg_context *context, const char *path, const char *const *names, int columns,
                        const eg_date *start, const eg_csv_mark *mark, eg_csv **csv);

/* The same look alone: changes nothing. A mark in place of the column names is enough. EG_CHECKPOINT,
 * EG_IO. */
eg_status eg_csv_check(eg_context *context, const char *path, const eg_csv_mark *mark);

/* Synchronises and closes the file, frees the table and sets *csv to NULL; NULL is fine. EG_IO
 * where the system could not keep what was written. */
eg_status eg_csv_close(eg_csv **csv);

#endif
