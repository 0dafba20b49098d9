/* The largest depths on the squares of a raster: over sub-grid ground the level of a cell less the pixel there. */
#include "run/given/given.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>
#include <string.h>

bool eg_sw_can_refine(const eg_case *loaded, const char *name)
{
    return eg_sw_subgrid_node(loaded) && strcmp(name, "max_depth") == 0;
}

/* The elevation of the pixel at a place; NAN where no raster has one. */
static double elevation_at(const eg_given *given, double x, double y)
{
    double value = NAN;
    for (int i = 0; i < given->rasters; i++)
        if (eg_raster_find_nearest(given->raster[i], x, y, &value))
            return value;
    return NAN;
}

/* A square that no pixel is at keeps the mean depth of its cell. */
static void refine_square(const eg_given *given, const eg_raster *levels, eg_raster *depths, int64_t row,
                          int64_t column)
{
    int64_t at = row * depths->columns + column;
    double x = depths->first[0] + (double)column * depths->spacing;
    double y = depths->first[1] + (double)row * depths->spacing;
    double bed = depths->value[at] > 0 ? elevation_at(given, x, y) : NAN;
    if (!isnan(bed))
        depths->value[at] = fmax(0, levels->value[at] - bed);
}

eg_status eg_sw_refine_depths(const eg_model *model, const eg_raster *levels, eg_raster *depths)
{
    const eg_setup *setup = &eg_sw_model_const(model)->setup;
    eg_given given = {0};
    eg_status status =
        eg_given_open(setup, eg_sw_subgrid_node(setup->loaded), EG_GIVEN_EVERY, EG_RANGE_ANY, &given);
    for (int64_t row = 0; status == EG_OK && row < depths->rows; row++)
        for (int64_t column = 0; column < depths->columns; column++)
            refine_square(&given, levels, depths, row, column);
    eg_given_close(&given);
    return status;
}
