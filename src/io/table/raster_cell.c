/* The values of a raster in a cell: their mean, or the lowest, or their places. */
#include "io/table/raster.h"

#include <math.h>

/* Whether the point is in the polygon, whose corners go counter-clockwise, or on its edge. */
static bool is_in_polygon(const double (*corner)[2], int corners, const double p[2])
{
    for (int i = 0; i < corners; i++) {
        const double *a = corner[i], *b = corner[(i + 1) % corners];
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) < 0)
            return false;
    }
    return true;
}

/* The places of the values along an axis that may be in the polygon, within those that there are. */
static void find_range(const eg_raster *raster, const double (*corner)[2], int corners, int axis,
                       int64_t range[2])
{
    double low = INFINITY, high = -INFINITY;
    int64_t count = axis == 0 ? raster->columns : raster->rows;
    for (int i = 0; i < corners; i++) {
        low = fmin(low, corner[i][axis]);
        high = fmax(high, corner[i][axis]);
    }
    low = ceil((low - raster->first[axis]) / raster->spacing);
    high = floor((high - raster->first[axis]) / raster->spacing);
    range[0] = (int64_t)fmin(fmax(low, 0), (double)count);
    range[1] = (int64_t)fmin(fmax(high, -1), (double)count - 1);
}

bool eg_raster_in_cell(const eg_raster *raster, const double (*corner)[2], int corners, bool lowest,
                       double *value)
{
    int64_t range[2][2], count = 0;
    double sum = 0, least = INFINITY;
    for (int axis = 0; axis < 2; axis++)
        find_range(raster, corner, corners, axis, range[axis]);
    for (int64_t row = range[1][0]; row <= range[1][1]; row++)
        for (int64_t column = range[0][0]; column <= range[0][1]; column++) {
            double here = raster->value[row * raster->columns + column];
            const double p[2] = {raster->first[0] + (double)column * raster->spacing,
                                 raster->first[1] + (double)row * raster->spacing};
            if (isnan(here) || !is_in_polygon(corner, corners, p))
                continue;
            count++;
            sum += here;
            least = fmin(least, here);
        }
    if (count > 0)
        *value = lowest ? least : sum / (double)count;
    return count > 0;
}

int64_t eg_raster_places_in_cell(const eg_raster *raster, const double (*corner)[2], int corners,
                                 int64_t room, double (*place)[2])
{
    int64_t range[2][2], count = 0;
    for (int axis = 0; axis < 2; axis++)
        find_range(raster, corner, corners, axis, range[axis]);
    for (int64_t row = range[1][0]; row <= range[1][1]; row++)
        for (int64_t column = range[0][0]; column <= range[0][1]; column++) {
            const double p[2] = {raster->first[0] + (double)column * raster->spacing,
                                 raster->first[1] + (double)row * raster->spacing};
            if (!is_in_polygon(corner, corners, p))
                continue;
            if (count < room) {
                place[count][0] = p[0];
                place[count][1] = p[1];
            }
            count++;
        }
    return count;
}

bool eg_raster_find_nearest(const eg_raster *raster, double x, double y, double *value)
{
    if (!eg_raster_covers(raster, x, y))
        return false;
    double column = floor((x - raster->first[0]) / raster->spacing + 0.5);
    double row = floor((y - raster->first[1]) / raster->spacing + 0.5);
    column = fmin(fmax(column, 0), (double)raster->columns - 1);
    row = fmin(fmax(row, 0), (double)raster->rows - 1);
    *value = raster->value[(int64_t)row * raster->columns + (int64_t)column];
    return !isnan(*value);
}
