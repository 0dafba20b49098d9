/* Classes of the ground, and what a table says of each. */
#include "run/given/classes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_classes(const void *a, const void *b)
{
    return strcmp(((const eg_class_value *)a)->name, ((const eg_class_value *)b)->name);
}

/* "03" and "3.0" are the class 3. */
static const char *plain_class(const char *name, eg_shown *shown)
{
    double number;
    if (!eg_parse_real(name, name + strlen(name), &number))
        return name;
    *shown = eg_real_show(number);
    return shown->text;
}

/* Rates and lengths of the ground come in millimetres more often than in metres: a column of them names its unit,
 * or each of its fields. */
static eg_status check_unit(const eg_classes *classes, int64_t row, const char *column,
                            eg_dimension dimension)
{
    const char *field = eg_records_text(classes->table, row, column), *end = field + strlen(field);
    double number;
    bool rate = eg_dimension_equal(dimension, EG_DIMENSION_VELOCITY);
    if (!(rate || eg_dimension_equal(dimension, EG_DIMENSION_LENGTH)) ||
        classes->table->unit[eg_records_column(classes->table, column)][0] ||
        !eg_parse_real(field, end, &number))
        return EG_OK;
    return eg_records_fail(classes->table, row, column,
                           "the number has no unit: name it in the head, as '%s (%s)'", column,
                           rate ? "mm/h" : "mm");
}

static eg_status read_class(eg_classes *classes, int64_t row, const char *column, eg_dimension dimension)
{
    eg_class_value *class = &classes->list[row];
    eg_shown shown;
    const char *name = plain_class(eg_records_text(classes->table, row, "class"), &shown);
    if (!name[0])
        return eg_records_fail(classes->table, row, "class", "a class has a number or a name");
    EG_TRY(check_unit(classes, row, column, dimension));
    EG_TRY(eg_records_real(classes->table, row, column, dimension, &class->value));
    EG_TRY(eg_strdup(classes->table->context, name, &class->name));
    classes->count++;
    return EG_OK;
}

eg_status eg_classes_read(eg_context *context, const char *path, const char *column, eg_dimension dimension,
                          eg_classes *classes)
{
    char needed[128];
    snprintf(needed, sizeof needed, "class %s", column);
    EG_TRY(eg_records_read(context, path, NULL, needed, &classes->table));
    EG_TRY(eg_alloc(context, classes->table->rows, sizeof *classes->list, &classes->list));
    for (int64_t row = 0; row < classes->table->rows; row++)
        EG_TRY(read_class(classes, row, column, dimension));
    qsort(classes->list, (size_t)classes->count, sizeof *classes->list, compare_classes);
    for (int64_t i = 1; i < classes->count; i++)
        if (compare_classes(&classes->list[i - 1], &classes->list[i]) == 0)
            return eg_fail(context, EG_INPUT, "%s: the class '%s' is there twice", path,
                           classes->list[i].name);
    return EG_OK;
}

void eg_classes_free(eg_classes *classes)
{
    for (int64_t i = 0; i < classes->count; i++)
        EG_FREE(&classes->list[i].name);
    EG_FREE(&classes->list);
    eg_records_destroy(&classes->table);
}

bool eg_classes_find(const eg_classes *classes, const char *name, double *value)
{
    eg_shown shown;
    const char *wanted = plain_class(name, &shown);
    int64_t low = 0, high = classes->count;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        int order = strcmp(wanted, classes->list[middle].name);
        if (order == 0) {
            *value = classes->list[middle].value;
            return true;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}

eg_status eg_classes_apply(const eg_classes *classes, eg_raster *raster)
{
    double last = NAN, value = NAN;
    for (int64_t i = 0; i < raster->rows * raster->columns; i++) {
        double class = raster->value[i];
        if (isnan(class))
            continue;
        if (class != last && !eg_classes_find(classes, eg_real_show(class).text, &value))
            return eg_fail(raster->context, EG_INPUT, "%s: has the class %s at (%.9g, %.9g), and %s does not",
                           raster->name, eg_real_show(class).text,
                           raster->first[0] + (double)(i % raster->columns) * raster->spacing,
                           raster->first[1] + (double)(i / raster->columns) * raster->spacing,
                           classes->table->path);
        last = class;
        raster->value[i] = value;
    }
    raster->nearest = true;
    return EG_OK;
}
