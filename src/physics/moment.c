/* Moment tensors: Aki and Richards' formulas, turned into other axes. */
#include "physics/moment.h"

#include <math.h>

#include "base/device_math.h"

void eg_moment_double_couple(double strike, double dip, double rake, double scalar, double moment[EG_MOMENTS])
{
    double ss = eg_sin(strike), cs = eg_cos(strike), sd = eg_sin(dip), cd = eg_cos(dip);
    double sr = eg_sin(rake), cr = eg_cos(rake);
    double s2s = 2 * ss * cs, c2s = cs * cs - ss * ss, s2d = 2 * sd * cd, c2d = cd * cd - sd * sd;
    double north = -(sd * cr * s2s + s2d * sr * ss * ss);
    double east = sd * cr * s2s - s2d * sr * cs * cs;
    double north_east = sd * cr * c2s + 0.5 * s2d * sr * s2s;
    double north_down = -(cd * cr * cs + c2d * sr * ss);
    double east_down = -(cd * cr * ss - c2d * sr * cs);
    moment[EG_MOMENT_XX] = scalar * east;
    moment[EG_MOMENT_YY] = scalar * north;
    moment[EG_MOMENT_ZZ] = scalar * (s2d * sr);
    moment[EG_MOMENT_XY] = scalar * north_east;
    moment[EG_MOMENT_YZ] = -scalar * north_down;
    moment[EG_MOMENT_XZ] = -scalar * east_down;
}

double eg_moment_of_magnitude(double magnitude)
{
    return eg_pow(10.0, 1.5 * magnitude + 9.1);
}

double eg_moment_magnitude(double scalar)
{
    return (log10(scalar) - 9.1) / 1.5;
}

static void cross_axes(const double a[3], const double b[3], double c[3])
{
    for (int i = 0; i < 3; i++)
        c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

void eg_moment_axes(int dimension, double x_azimuth, bool downwards, double axes[3][3])
{
    int vertical = dimension - 1, other = 3 - vertical;
    assert(dimension == 2 || dimension == 3);
    axes[0][0] = eg_sin(x_azimuth);
    axes[0][1] = eg_cos(x_azimuth);
    axes[0][2] = 0;
    axes[vertical][0] = axes[vertical][1] = 0;
    axes[vertical][2] = downwards ? -1 : 1;
    if (other == 2)
        cross_axes(axes[0], axes[1], axes[2]);
    else
        cross_axes(axes[2], axes[0], axes[1]);
}

static const int first[EG_MOMENTS] = {0, 1, 2, 0, 1, 0}, second[EG_MOMENTS] = {0, 1, 2, 1, 2, 2};

void eg_moment_turn(const double axes[3][3], const double geographic[EG_MOMENTS], double moment[EG_MOMENTS])
{
    for (int c = 0; c < EG_MOMENTS; c++) {
        const double *a = axes[first[c]], *b = axes[second[c]];
        moment[c] = 0;
        for (int k = 0; k < EG_MOMENTS; k++) {
            int i = first[k], j = second[k];
            double factor = i == j ? a[i] * b[i] : a[i] * b[j] + a[j] * b[i];
            moment[c] += factor * geographic[k];
        }
    }
}

double eg_moment_size(const double moment[EG_MOMENTS])
{
    double sum = 0;
    for (int k = 0; k < EG_MOMENTS; k++)
        sum += (first[k] == second[k] ? 1 : 2) * moment[k] * moment[k];
    return sqrt(sum);
}
