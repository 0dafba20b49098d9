/* Reference cells, and area, centroid and map of their images. */
#include "element/element.h"

int eg_cell_type_vertices(eg_cell_type type)
{
    assert(type < EG_CELL_TYPES);
    return type == EG_TRIANGLE ? 3 : 4;
}

const char *eg_cell_type_name(eg_cell_type type)
{
    assert(type < EG_CELL_TYPES);
    return type == EG_TRIANGLE ? "triangle" : "quadrangle";
}

const double (*eg_reference_vertices(eg_cell_type type))[2]
{
    static const double triangle[3][2] = {{0, 0}, {1, 0}, {0, 1}};
    static const double quadrangle[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    return type == EG_TRIANGLE ? triangle : quadrangle;
}

/* Twice the signed area of the triangle a, b, c. Differences come first: coordinates far from the
 * origin lose nothing. */
static double twice_area(const double a[2], const double b[2], const double c[2])
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

double eg_polygon_area(const double (*x)[2], int count)
{
    assert(count == 3 || count == 4);
    double sum = twice_area(x[0], x[1], x[2]);
    if (count == 4)
        sum += twice_area(x[0], x[2], x[3]);
    return 0.5 * sum;
}

void eg_polygon_centroid(const double (*x)[2], int count, double centroid[2])
{
    assert(count == 3 || count == 4);
    double area[2] = {twice_area(x[0], x[1], x[2]), count == 4 ? twice_area(x[0], x[2], x[3]) : 0.0};
    double sum = area[0] + area[1];
    for (int i = 0; i < 2; i++) {
        double first = (x[1][i] - x[0][i]) + (x[2][i] - x[0][i]);
        if (count == 3) {
            centroid[i] = x[0][i] + first / 3.0;
            continue;
        }
        double second = (x[2][i] - x[0][i]) + (x[3][i] - x[0][i]);
        double moment = area[0] * first + area[1] * second;
        double mean = ((x[1][i] - x[0][i]) + second) / 4.0;
        centroid[i] = x[0][i] + (sum != 0.0 ? moment / (3.0 * sum) : mean);
    }
}

void eg_cell_map(eg_cell_type type, const double (*x)[2], const double reference[2], double point[2])
{
    double r = reference[0], s = reference[1];
    for (int i = 0; i < 2; i++) {
        double last = x[type == EG_TRIANGLE ? 2 : 3][i];
        point[i] = x[0][i] + r * (x[1][i] - x[0][i]) + s * (last - x[0][i]);
        if (type == EG_QUADRANGLE)
            point[i] += r * s * ((x[0][i] - x[1][i]) + (x[2][i] - last));
    }
}

void eg_reference_centre(eg_cell_type type, double reference[2])
{
    reference[0] = reference[1] = type == EG_TRIANGLE ? 1.0 / 3.0 : 0.5;
}

void eg_cell_jacobian(eg_cell_type type, const double (*x)[2], const double reference[2],
                      double jacobian[2][2])
{
    const double *last = x[type == EG_TRIANGLE ? 2 : 3];
    for (int i = 0; i < 2; i++) {
        double bend = type == EG_TRIANGLE ? 0 : (x[0][i] - x[1][i]) + (x[2][i] - last[i]);
        jacobian[i][0] = (x[1][i] - x[0][i]) + reference[1] * bend;
        jacobian[i][1] = (last[i] - x[0][i]) + reference[0] * bend;
    }
}

/* Newton's method doubles the digits that are right; in an affine cell the first step is exact. */
void eg_reference_point(eg_cell_type type, const double (*x)[2], const double point[2], double reference[2])
{
    enum { STEPS_MOST = 20 };
    eg_reference_centre(type, reference);
    for (int step = 0; step < STEPS_MOST; step++) {
        double image[2], j[2][2], before[2] = {reference[0], reference[1]};
        eg_cell_map(type, x, reference, image);
        eg_cell_jacobian(type, x, reference, j);
        double dx = point[0] - image[0], dy = point[1] - image[1];
        double determinant = j[0][0] * j[1][1] - j[1][0] * j[0][1];
        reference[0] += (dx * j[1][1] - dy * j[0][1]) / determinant;
        reference[1] += (dy * j[0][0] - dx * j[1][0]) / determinant;
        if (reference[0] == before[0] && reference[1] == before[1])
            break;
    }
}
