/* Deformed unit cubes. */
#include "mesh/hexes/hexes.h"

#include "base/device_math.h"

static const double PI = 3.141592653589793;

/* ---- distorted cubes ---- */

/* Each coordinate moves by what the other two say. */
static eg_status distort_smoothly(const eg_point_map *self, eg_context *context, int64_t count,
                                  double (*x)[3])
{
    double amplitude = ((const eg_distorted_map *)self)->amplitude;
    (void)context;
    for (int64_t p = 0; p < count; p++) {
        double s[3];
        for (int i = 0; i < 3; i++)
            s[i] = eg_sin(PI * x[p][i]);
        for (int i = 0; i < 3; i++)
            x[p][i] += amplitude * s[(i + 1) % 3] * s[(i + 2) % 3];
    }
    return EG_OK;
}

/* All coordinates move by the same, which vanishes on the faces. */
static eg_status distort_strongly(const eg_point_map *self, eg_context *context, int64_t count,
                                  double (*x)[3])
{
    double amplitude = ((const eg_distorted_map *)self)->amplitude;
    (void)context;
    for (int64_t p = 0; p < count; p++) {
        double move = amplitude;
        for (int i = 0; i < 3; i++)
            move *= eg_sin(2.0 * PI * x[p][i]);
        for (int i = 0; i < 3; i++)
            x[p][i] += move;
    }
    return EG_OK;
}

eg_distorted_map eg_smoothly_distorted_cube(void)
{
    return (eg_distorted_map){.map = {distort_smoothly}, .amplitude = 0.1};
}

eg_distorted_map eg_strongly_distorted_cube(void)
{
    return (eg_distorted_map){.map = {distort_strongly}, .amplitude = 0.09};
}

/* ---- Kershaw's mesh ---- */

/* The half of [0,1] beyond 1/2 is squeezed to the share eps of its length, the other stretched. */
static double squeeze_high(double eps, double x)
{
    return x <= 0.5 ? (2.0 - eps) * x : 1.0 + eps * (x - 1.0);
}

/* How far the squeezed half is on the way from low (0) to high (1) at x: the six layers of the mesh. */
static double way_at(double x)
{
    double place = 6.0 * x;
    if (place <= 1.0)
        return 0.0;
    if (place <= 2.0)
        return place - 1.0; /* low to high */
    if (place <= 4.0)
        return 2.0 - 0.5 * place; /* back, in two layers */
    return place <= 5.0 ? place - 4.0 : 1.0;
}

static eg_status squeeze(const eg_point_map *self, eg_context *context, int64_t count, double (*x)[3])
{
    const eg_kershaw_map *map = (const eg_kershaw_map *)self;
    const double eps[3] = {1.0, map->eps_y, map->eps_z};
    (void)context;
    for (int64_t p = 0; p < count; p++) {
        double way = way_at(x[p][0]);
        for (int i = 1; i < 3; i++) {
            double low = 1.0 - squeeze_high(eps[i], 1.0 - x[p][i]), high = squeeze_high(eps[i], x[p][i]);
            x[p][i] = way == 1.0 ? high : low + way * (high - low);
        }
    }
    return EG_OK;
}

eg_kershaw_map eg_kershaw_cube(double eps_y, double eps_z)
{
    assert(eps_y > 0.0 && eps_y <= 1.0 && eps_z > 0.0 && eps_z <= 1.0);
    return (eg_kershaw_map){.map = {squeeze}, .eps_y = eps_y, .eps_z = eps_z};
}
