/* Sources of a table: a row each. */
#include "run/models/seismic/sources.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A file beside the table, as a text table of two columns or, by its name, as SAC. */
static eg_status read_source_file(const eg_setup *setup, const eg_records *table, const char *name,
                                  double shift, eg_waves_sources *sources, eg_source_time *function)
{
    EG_SCRATCH char *folder = NULL, *path = NULL;
    size_t length = strlen(name);
    EG_TRY(eg_path_folder(setup->context, table->path, &folder));
    EG_TRY(eg_path_join(setup->context, folder, name, &path));
    return length > 4 && strcmp(name + length - 4, ".sac") == 0
               ? eg_waves_read_sac(setup, path, shift, sources, function)
               : eg_waves_read_series(setup, path, NULL, shift, sources, function);
}

/* The number of a shape; `otherwise` where the row has none and that is no NAN. */
static eg_status read_shape_number(const eg_records *table, int64_t row, const char *column,
                                   eg_dimension dimension, double otherwise, double *value)
{
    *value = otherwise;
    if (isnan(otherwise) || eg_records_text(table, row, column)[0])
        return eg_records_real(table, row, column, dimension, value);
    return EG_OK;
}

static eg_status read_scale(const eg_records *table, int64_t row, eg_source_time *function)
{
    if (function->kind == EG_SOURCE_RICKER)
        return read_shape_number(table, row, "frequency", EG_DIMENSION_FREQUENCY, NAN, &function->frequency);
    if (function->kind == EG_SOURCE_GAUSSIAN)
        return read_shape_number(table, row, "sigma", EG_DIMENSION_TIME, NAN, &function->sigma);
    return read_shape_number(table, row, "rise", EG_DIMENSION_TIME, NAN, &function->rise);
}

static eg_status read_shape(const eg_records *table, int64_t row, double shift, eg_source_time *function)
{
    char names[256] = "";
    int length = 0;
    const char *name;
    for (int i = 0; (name = eg_waves_shape_name(i)); i++)
        length += snprintf(names + length, sizeof names - (size_t)length, "%s%s", i > 0 ? ", " : "", name);
    if (!eg_waves_shape_of(eg_records_text(table, row, "function"), &function->kind))
        return eg_records_fail(table, row, "function", "must be one of %s", names);
    EG_TRY(read_scale(table, row, function));
    EG_TRY(read_shape_number(table, row, "delay", EG_DIMENSION_TIME, eg_source_time_smooth_delay(function),
                             &function->time));
    function->time += shift;
    return EG_OK;
}

static eg_status read_row_function(const eg_setup *setup, int64_t row, eg_waves_sources *sources,
                                   eg_source_time *function)
{
    const eg_records *table = sources->table;
    const char *shape = eg_records_text(table, row, "function"),
               *file = eg_records_text(table, row, "series");
    double shift;
    EG_TRY(read_shape_number(table, row, "onset", EG_DIMENSION_TIME, 0, &shift));
    if (!shape[0] == !file[0])
        return eg_fail(setup->context, EG_INPUT,
                       "%s:%lld: the row has %s; a source needs exactly one of the columns function "
                       "and series",
                       table->path, (long long)table->line[row],
                       shape[0] ? "two time functions" : "no time function");
    if (file[0])
        return read_source_file(setup, table, file, shift, sources, function);
    EG_TRY(read_shape(table, row, shift, function));
    eg_status status = eg_source_time_check(setup->context, function);
    if (status != EG_CASE)
        return status;
    return eg_records_fail(table, row, "function", "its number is not above 0");
}

static eg_status add_source_row(const eg_setup *setup, const eg_node *node, int64_t row,
                                eg_waves_sources *sources)
{
    const eg_records *table = sources->table;
    eg_waves_source *source = &sources->source[sources->count++];
    const char *spread = eg_records_text(table, row, "spread");
    EG_TRY(eg_waves_read_place(node, table, row, setup->cells->dimension, &source->place));
    source->smooth = strcmp(spread, "point") != 0;
    if (spread[0] && source->smooth && strcmp(spread, "smooth") != 0)
        return eg_records_fail(table, row, "spread", "must be smooth or point");
    EG_TRY(eg_waves_read_row_mechanism(setup, source));
    source->function = sources->functions;
    return read_row_function(setup, row, sources, &sources->function[sources->functions++]);
}

eg_status eg_waves_add_source_table(const eg_setup *setup, const eg_node *node, eg_waves_sources *sources)
{
    for (int64_t row = 0; row < sources->table->rows; row++)
        EG_TRY(add_source_row(setup, node, row, sources));
    return EG_OK;
}
