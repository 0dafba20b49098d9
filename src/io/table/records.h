/* Records: a text table of named columns whose fields are numbers with units, words or names of files:
 * stations, sources.
 *
 * The file. The first line that is not empty and does not begin with # is the header: the names of the
 * columns. Fields are separated by semicolons, commas, tabs or blanks, whichever of these, in this order,
 * the header has. A name may end with the column's unit in brackets, "x (km)". Numbers have a decimal
 * point in every locale. Between blanks no field may be empty; otherwise an empty field says nothing.
 * Quotes are refused, and so is a last line without a line end: it may have been cut short. */
#ifndef EG_IO_RECORDS_H
#define EG_IO_RECORDS_H

#include "base/date.h"
#include "io/case/units.h"

/* Read it, do not change it. */
typedef struct eg_records {
    eg_context *context;
    char *path; /* for messages */
    char *data; /* the file, cut into fields */
    int64_t columns, rows;
    const char **name;  /* [columns], without units */
    const char **unit;  /* [columns]; "" where the header gives none */
    const char **field; /* [rows][columns]; "" where empty */
    int64_t *line;      /* [rows] in the file */
} eg_records;

/* Reads a table of the columns that `known` lists with blanks between them, NULL: of any, of which it needs
 * `needed`. The caller owns *records. EG_INPUT with file, line and a way out for: a file that is not there,
 * no header, no rows, a column that is not known, twice there or missing, a unit that is none, a row with
 * more or fewer fields than the header, quotes, a last line that is cut short. */
eg_status eg_records_read(eg_context *context, const char *path, const char *known, const char *needed,
                          eg_records **records);
/* Frees it and sets *records to NULL; NULL is fine. */
void eg_records_destroy(eg_records **records);

/* The column of that name, -1 where there is none. */
int64_t eg_records_column(const eg_records *records, const char *name);
/* The field of a row in the column of that name; "" where it is empty or there is no such column. */
const char *eg_records_text(const eg_records *records, int64_t row, const char *name);
/* The number there in SI, with the unit of the field, or else of the column. EG_INPUT with file, line,
 * column and value where there is none, and where it is no such quantity or not finite. */
eg_status eg_records_real(const eg_records *records, int64_t row, const char *name, eg_dimension dimension,
                          double *value);
/* The same for a time, s, or a date, which counts from `start`; no date may stand there where that is none. */
eg_status eg_records_moment(const eg_records *records, int64_t row, const char *name, const eg_date *start,
                            double *value);
/* The same for an angle, rad; without a unit it is in degrees. */
eg_status eg_records_angle(const eg_records *records, int64_t row, const char *name, double *value);
/* Whether a column has dates without a zone, which count as UTC. */
bool eg_records_is_zoneless(const eg_records *records, const char *name);

/* EG_INPUT "FILE:LINE: column 'NAME', 'FIELD': TEXT". */
eg_status eg_records_fail(const eg_records *records, int64_t row, const char *name, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
