/* Tables: all columns of a text file of numbers, as the program writes and reads them (.csv).
 *
 * Lines that are empty or begin with # are skipped. Fields are separated by semicolons, commas, tabs or
 * blanks, found from the first line, and may stand in double quotes (RFC 4180) within their line. It is a header where none of its fields is a number. A field that is no
 * number is NaN. A last line without a line end is left out: it is being written. */
#ifndef EG_IO_TABLE_H
#define EG_IO_TABLE_H

#include "base/base.h"

/* Read it, do not change it. */
typedef struct eg_table {
    eg_context *context;
    char *path;
    int64_t columns, rows;
    bool has_header, is_cut; /* a last line was left out */
    char **name;             /* [columns]; "column 1" and so on without a header */
    double *values;          /* [rows][columns] */
} eg_table;

/* Reads a table; the caller owns it. EG_INPUT, naming file and line, for one that cannot be read, has no row
 * of numbers, a row with more or fewer fields than the first line, or a quote that is not closed. */
eg_status eg_table_read(eg_context *context, const char *path, eg_table **table);
void eg_table_destroy(eg_table **table);

/* What a column holds. */
typedef struct eg_column {
    double low, high;  /* of its numbers; low > high: there is none */
    int64_t numbers;   /* rows with one */
    bool is_ascending; /* each number above the one before, and all rows have one */
} eg_column;
eg_column eg_table_column(const eg_table *table, int64_t column);

/* The unit that a column's name ends with, in the program's own way: "g_velocity_x_m_per_s" is in "m/s"; ""
 * where there is none. Returns the length of the name without it. */
int64_t eg_column_unit(const char *name, char unit[32]);

#endif
