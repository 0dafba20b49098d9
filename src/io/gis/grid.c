/* Fields of cells on a grid of squares. */
#include "io/gis/gis.h"

#include <math.h>
#include <stdio.h>

#include "base/room.h"

/* The rectangle round all cells. */
static void find_plane_bounds(const eg_snapshot_geometry *geometry, double low[2], double high[2])
{
    for (int k = 0; k < 2; k++) {
        low[k] = INFINITY;
        high[k] = -INFINITY;
    }
    for (int64_t v = 0; v < geometry->first[geometry->cells]; v++)
        for (int k = 0; k < 2; k++) {
            double x = geometry->x[geometry->vertex[v]][k];
            low[k] = fmin(low[k], x);
            high[k] = fmax(high[k], x);
        }
}

/* Values, marks, and the copy that is written: its text is the longest. */
enum { SQUARE_BYTES = 30 };

eg_status eg_gis_check_grid(eg_context *context, const double low[2], const double high[2], double pixel,
                            const char *name)
{
    char what[160];
    eg_room room;
    double columns = fmax(1, ceil((high[0] - low[0]) / pixel)),
           rows = fmax(1, ceil((high[1] - low[1]) / pixel));
    snprintf(what, sizeof what, "%.4g by %.4g squares of %g m", columns, rows, pixel);
    const eg_demand demand = {.what = what,
                              .of = "of memory",
                              .bytes = columns * rows * SQUARE_BYTES,
                              .value = pixel,
                              .power = -2,
                              .value_name = name,
                              .unit = "m"};
    eg_memory_room("", &room);
    return eg_demand_check(context, &demand, &room, EG_MEMORY);
}

eg_status eg_gis_grid(eg_context *context, const eg_snapshot_geometry *geometry, double pixel,
                      eg_raster **raster)
{
    double low[2], high[2], side[2];
    EG_ENDS_WITH(eg_raster_destroy) eg_raster *made = NULL;
    *raster = NULL;
    find_plane_bounds(geometry, low, high);
    EG_TRY(eg_gis_check_grid(context, low, high, pixel, "a side"));
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    made->format = "grid";
    made->spacing = pixel;
    for (int k = 0; k < 2; k++) {
        made->low[k] = floor(low[k] / pixel) * pixel;
        side[k] = fmax(1, ceil((high[k] - made->low[k]) / pixel));
        made->high[k] = made->low[k] + side[k] * pixel;
        made->first[k] = made->low[k] + pixel / 2;
        if (!(side[k] <= INT32_MAX))
            return eg_fail(context, EG_USAGE,
                           "there are too many squares of %g m in a row: %g; choose larger squares", pixel,
                           side[k]);
    }
    made->columns = (int64_t)side[0];
    made->rows = (int64_t)side[1];
    eg_status status = eg_alloc(context, made->columns * made->rows, sizeof *made->value, &made->value);
    if (status == EG_MEMORY)
        return eg_fail(context, EG_MEMORY,
                       "%lld by %lld squares of %g m take more memory than is available; choose "
                       "larger squares",
                       (long long)made->columns, (long long)made->rows, pixel);
    EG_TRY(status);
    return eg_hand_over(&made, raster);
}

/* Both cells at an edge compute the same number for its side on which the point is, above zero on the left;
 * its sign they read each in its own way, so that no point falls between them. */
static bool is_in_cell(const eg_snapshot_geometry *geometry, int64_t cell, const double p[2])
{
    int64_t first = geometry->first[cell], end = geometry->first[cell + 1];
    bool left = true, right = true;
    for (int64_t v = first; v < end; v++) {
        int32_t a = geometry->vertex[v], b = geometry->vertex[v + 1 < end ? v + 1 : first];
        const double *from = geometry->x[a < b ? a : b], *to = geometry->x[a < b ? b : a];
        double side = (to[0] - from[0]) * (p[1] - from[1]) - (to[1] - from[1]) * (p[0] - from[0]);
        left = left && (a < b ? side >= 0 : side <= 0);
        right = right && (a < b ? side <= 0 : side >= 0);
    }
    return left || right;
}

/* The squares along one axis whose middles may be in the cell. */
static void find_squares_span(const eg_snapshot_geometry *geometry, int64_t cell, const eg_raster *raster,
                              int axis, int64_t *from, int64_t *to)
{
    double low = INFINITY, high = -INFINITY;
    int64_t last = (axis == 0 ? raster->columns : raster->rows) - 1;
    for (int64_t v = geometry->first[cell]; v < geometry->first[cell + 1]; v++) {
        double x = geometry->x[geometry->vertex[v]][axis];
        low = fmin(low, x);
        high = fmax(high, x);
    }
    low = floor((low - raster->first[axis]) / raster->spacing);
    high = ceil((high - raster->first[axis]) / raster->spacing);
    *from = low <= 0 ? 0 : low > (double)last ? last + 1 : (int64_t)low;
    *to = high >= (double)last ? last : high < 0 ? -1 : (int64_t)high;
}

static void fill_squares_of_cell(const eg_snapshot_geometry *geometry, int64_t cell, double value,
                                 eg_raster *raster, uint8_t *done)
{
    int64_t from[2], to[2];
    for (int k = 0; k < 2; k++)
        find_squares_span(geometry, cell, raster, k, &from[k], &to[k]);
    for (int64_t row = from[1]; row <= to[1] && !eg_context_is_stopped(raster->context); row++)
        for (int64_t column = from[0]; column <= to[0]; column++) {
            const double p[2] = {raster->first[0] + (double)column * raster->spacing,
                                 raster->first[1] + (double)row * raster->spacing};
            int64_t at = row * raster->columns + column;
            if (done[at] || !is_in_cell(geometry, cell, p))
                continue;
            done[at] = 1;
            raster->value[at] = value;
        }
}

eg_status eg_gis_fill(const eg_snapshot_geometry *geometry, const double *values, eg_raster *raster)
{
    int64_t squares = raster->columns * raster->rows;
    EG_SCRATCH uint8_t *done = NULL;
    EG_TRY(eg_alloc(raster->context, squares, sizeof *done, &done));
    for (int64_t i = 0; i < squares; i++)
        raster->value[i] = NAN;
    for (int64_t c = 0; c < geometry->cells; c++)
        fill_squares_of_cell(geometry, c, values[c], raster, done);
    return eg_context_is_stopped(raster->context)
               ? eg_fail(raster->context, EG_STOPPED, "stopped while squares were filled")
               : EG_OK;
}
