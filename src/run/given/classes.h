/* Classes of the ground, as of land use, and what a table says of each.
 *
 * The table has a column `class`, a number or a word, and one of values; the name of the column may have a unit. */
#ifndef EG_RUN_CLASSES_H
#define EG_RUN_CLASSES_H

#include "io/table/raster.h"
#include "io/table/records.h"

typedef struct eg_class_value {
    char *name;
    double value;
} eg_class_value;

/* Zero-initialise; free it in any case. */
typedef struct eg_classes {
    eg_records *table;
    int64_t count;
    eg_class_value *list; /* [count] by name */
} eg_classes;

/* Reads the values of a column (SI). EG_INPUT with file and line for a table that cannot be read, lacks a
 * column or has a class twice. */
eg_status eg_classes_read(eg_context *context, const char *path, const char *column, eg_dimension dimension,
                          eg_classes *classes);
void eg_classes_free(eg_classes *classes);

/* The value of a class; false: the table has none. */
bool eg_classes_find(const eg_classes *classes, const char *name, double *value);

/* Puts the values of classes in the place of their numbers in a raster. EG_INPUT names a class that the table
 * does not have, and where it is. */
eg_status eg_classes_apply(const eg_classes *classes, eg_raster *raster);

#endif
