/* Values of volumes at places: trilinear, or those of the nearest points. */
#include "io/volume/volume.h"

#include <math.h>
#include <string.h>

#include "io/table/plain_text.h"

/* Points that lie this near (in spacings) to a value lie on it, and so much is forgiven at the bounds:
 * coordinates of meshes come rounded. */
static const double ON_A_VALUE = 1e-8, AT_THE_BOUND = 1e-6;

bool eg_volume_covers(const eg_volume *v, const double *x)
{
    bool inside = true;
    for (int d = 0; d < v->dimension; d++) {
        double spare = AT_THE_BOUND * fabs(v->spacing[d]);
        inside = inside && x[d] >= v->low[d] - spare && x[d] <= v->high[d] + spare;
    }
    return inside;
}

/* A place along one direction: between the values low and low + 1, w of the way. */
typedef struct along {
    int64_t low;
    double w;
} along;

static along find_along(const eg_volume *v, int d, double x)
{
    int64_t last = v->count[d] - 1;
    double at = last > 0 ? (x - v->first[d]) / v->spacing[d] : 0;
    double value = nearbyint(at);
    if (fabs(at - value) < ON_A_VALUE)
        at = value;
    if (v->between == EG_VOLUME_NEAREST)
        at = v->spacing[d] > 0 ? floor(at + 0.5) : ceil(at - 0.5);
    at = fmin(fmax(at, 0), (double)last);
    int64_t low = eg_min_i64((int64_t)at, eg_max_i64(last - 1, 0));
    return (along){low, at - (double)low};
}

static double point_at(const eg_volume *v, int64_t at)
{
    char bytes[8] = {0};
    const char *from = &v->value[at * v->bytes];
    for (int i = 0; i < v->bytes; i++)
        bytes[i] = from[v->swapped ? v->bytes - 1 - i : i];
    double wide;
    float narrow;
    memcpy(&narrow, bytes, sizeof narrow);
    memcpy(&wide, bytes, sizeof wide);
    return v->scale * (v->bytes == 8 ? wide : (double)narrow);
}

/* What has no weight is not looked at. */
static double between_planes(const eg_volume *v, const along place[3], int d, int64_t at)
{
    if (d < 0)
        return point_at(v, at);
    at += place[d].low * v->stride[d];
    double w = place[d].w;
    if (w == 0)
        return between_planes(v, place, d - 1, at);
    double high = between_planes(v, place, d - 1, at + v->stride[d]);
    if (w == 1)
        return high;
    double low = between_planes(v, place, d - 1, at);
    return fma(w, high - low, low);
}

static eg_status fail_outside(const eg_volume *v, const double *x)
{
    EG_TEXT(point, v->context);
    EG_TEXT(bounds, v->context);
    for (int d = 0; d < v->dimension; d++) {
        eg_text_add(&point, "%s%s", d > 0 ? ", " : "", eg_real_show(x[d]).text);
        eg_text_add(&bounds, "%s%c from %s to %s", d > 0 ? ", " : "", "xyz"[d], eg_real_show(v->low[d]).text,
                    eg_real_show(v->high[d]).text);
    }
    EG_TRY(point.status);
    EG_TRY(bounds.status);
    return eg_fail(
        v->context, EG_INPUT,
        "volume %s: (%s) is outside; it covers %s: use a larger volume or a smaller mesh, and check "
        "axes, surface and unit",
        v->name, eg_text_string(&point), eg_text_string(&bounds));
}

eg_status eg_volume_sample(const eg_volume *v, const double *x, double *value)
{
    if (!eg_volume_covers(v, x))
        return fail_outside(v, x);
    const along place[3] = {find_along(v, 0, x[0]), find_along(v, 1, x[1]),
                            find_along(v, 2, v->dimension == 3 ? x[2] : 0)};
    *value = between_planes(v, place, 2, 0);
    return EG_OK;
}
