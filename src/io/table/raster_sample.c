/* Bilinear sampling of rasters, and what happens where values are missing. */
#include "io/table/raster_formats.h"

#include <math.h>

#include "io/table/plain_text.h"

/* Points that lie this near (in spacings) to a line of values lie on it: coordinates of meshes come
 * rounded, and a weight of 1e-12 must not ask for a value that is missing. */
static const double ON_A_LINE = 1e-8;

/* Round-off that is forgiven at the bounds, in spacings. */
static const double AT_THE_BOUND = 1e-6;

/* A place along one axis: between the values low and low + 1, w of the way. */
typedef struct place {
    int64_t low;
    double w;
} place;

static bool covers_axis(const eg_raster *raster, int axis, double x)
{
    double spare = AT_THE_BOUND * raster->spacing;
    return x >= raster->low[axis] - spare && x <= raster->high[axis] + spare;
}

bool eg_raster_covers(const eg_raster *raster, double x, double y)
{
    return covers_axis(raster, 0, x) && covers_axis(raster, 1, y);
}

static place find_square(const eg_raster *raster, int axis, double x)
{
    int64_t last = (axis == 0 ? raster->columns : raster->rows) - 1;
    double at = (x - raster->first[axis]) / raster->spacing;
    double line = nearbyint(at);
    if (fabs(at - line) < ON_A_LINE)
        at = line;
    at = fmin(fmax(at, 0), (double)last);
    if (raster->nearest)
        at = floor(at + 0.5);
    int64_t low = eg_min_i64((int64_t)at, eg_max_i64(last - 1, 0));
    return (place){low, at - (double)low};
}

static double square_at(const eg_raster *raster, int64_t column, int64_t row)
{
    return raster->value[row * raster->columns + column];
}

/* v0 + w (v1 - v0); what has no weight is not looked at. */
static double weigh_squares(double v0, double v1, double w)
{
    if (w == 0)
        return v0;
    return w == 1 ? v1 : fma(w, v1 - v0, v0);
}

static double bilinear(const eg_raster *raster, place x, place y)
{
    double along[2];
    for (int k = 0; k < 2; k++) {
        int64_t row = eg_min_i64(y.low + k, raster->rows - 1);
        int64_t next = eg_min_i64(x.low + 1, raster->columns - 1);
        along[k] = weigh_squares(square_at(raster, x.low, row), square_at(raster, next, row), x.w);
    }
    return weigh_squares(along[0], along[1], y.w);
}

/* ---- missing values */

typedef struct search {
    double at[2];    /* the point, in spacings from the first value */
    double distance; /* squared, of the best so far */
    double value;
} search;

static void look_at_value(const eg_raster *raster, int64_t column, int64_t row, search *s)
{
    if (column < 0 || row < 0 || column >= raster->columns || row >= raster->rows)
        return;
    double dx = (double)column - s->at[0], dy = (double)row - s->at[1];
    double distance = dx * dx + dy * dy, value = square_at(raster, column, row);
    if (isnan(value) || distance >= s->distance)
        return;
    s->distance = distance;
    s->value = value;
}

/* Squares of growing half side r round the nearest place; all of a square is at least r - 1/2 away,
 * which ends the search. */
static double nearest_square(const eg_raster *raster, place x, place y)
{
    search s = {{(double)x.low + x.w, (double)y.low + y.w}, INFINITY, NAN};
    int64_t column = (int64_t)nearbyint(s.at[0]), row = (int64_t)nearbyint(s.at[1]);
    int64_t most = eg_max_i64(raster->columns, raster->rows);
    for (int64_t r = 0; r <= most; r++) {
        double least = (double)r - 0.5;
        if (r > 0 && least * least > s.distance)
            break;
        for (int64_t k = -r; k <= r; k++) {
            look_at_value(raster, column + k, row - r, &s);
            look_at_value(raster, column + k, row + r, &s);
            look_at_value(raster, column - r, row + k, &s);
            look_at_value(raster, column + r, row + k, &s);
        }
    }
    return s.value;
}

static eg_status missing(const eg_raster *raster, double x, double y, place px, place py)
{
    for (int k = 0; k < 4; k++) {
        int64_t column = px.low + k % 2, row = py.low + k / 2;
        bool has_weight = (k % 2 ? px.w : 1 - px.w) > 0 && (k / 2 ? py.w : 1 - py.w) > 0;
        if (!has_weight || !isnan(square_at(raster, column, row)))
            continue;
        return eg_fail(raster->context, EG_INPUT,
                       "raster %s: the value at (%s, %s) needs the one in row %lld from the north, "
                       "column %lld, which is missing (NODATA_value); fill the raster, keep the "
                       "mesh inside the data, or say 'nodata: nearest'",
                       raster->name, eg_real_show(x).text, eg_real_show(y).text,
                       (long long)(raster->rows - row), (long long)(column + 1));
    }
    return eg_fail(raster->context, EG_INTERNAL, "raster %s: no value at (%s, %s)", raster->name,
                   eg_real_show(x).text, eg_real_show(y).text);
}

bool eg_raster_find(const eg_raster *raster, double x, double y, double *value)
{
    if (!eg_raster_covers(raster, x, y))
        return false;
    *value = bilinear(raster, find_square(raster, 0, x), find_square(raster, 1, y));
    return !isnan(*value);
}

bool eg_raster_fills(const eg_raster *raster, const double low[2], const double high[2])
{
    if (!eg_raster_covers(raster, low[0], low[1]) || !eg_raster_covers(raster, high[0], high[1]))
        return false;
    int64_t first[2], last[2]; /* of the values that have weight in it */
    for (int k = 0; k < 2; k++) {
        place from = find_square(raster, k, low[k]), to = find_square(raster, k, high[k]);
        first[k] = from.low + (from.w == 1);
        last[k] = to.low + (to.w > 0);
    }
    for (int64_t row = first[1]; row <= last[1]; row++)
        for (int64_t column = first[0]; column <= last[0]; column++)
            if (isnan(square_at(raster, column, row)))
                return false;
    return true;
}

eg_status eg_raster_sample(const eg_raster *raster, double x, double y, double *value)
{
    if (raster->nodata == EG_RASTER_NODATA_NAN) {
        if (!eg_raster_find(raster, x, y, value))
            *value = NAN;
        return EG_OK;
    }
    if (!eg_raster_covers(raster, x, y))
        return eg_fail(raster->context, EG_INPUT,
                       "raster %s: (%s, %s) is outside; it covers x from %s to %s and y from %s to "
                       "%s: use a larger raster or a smaller mesh, and check the registration",
                       raster->name, eg_real_show(x).text, eg_real_show(y).text,
                       eg_real_show(raster->low[0]).text, eg_real_show(raster->high[0]).text,
                       eg_real_show(raster->low[1]).text, eg_real_show(raster->high[1]).text);
    place px = find_square(raster, 0, x), py = find_square(raster, 1, y);
    *value = bilinear(raster, px, py);
    if (!isnan(*value))
        return EG_OK;
    if (raster->nodata == EG_RASTER_NODATA_ERROR)
        return missing(raster, x, y, px, py);
    *value = nearest_square(raster, px, py);
    return EG_OK;
}

bool eg_raster_is_undeclared(double value)
{
    static const double usual[] = {-9999, -32768, -32767, -99999, -3.40282346638528859812e38};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (value == usual[i])
            return true;
    return false;
}

void eg_raster_destroy(eg_raster **raster)
{
    if (*raster)
        EG_FREE(&(*raster)->name, &(*raster)->value, &(*raster)->projection, raster);
}
