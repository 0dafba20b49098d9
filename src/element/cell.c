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
    double area[2] = {twice_area(x[0], x[1], x[2]),
                      count == 4 ? twice_area(x[0], x[2], x[3]) : 0.0};
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

void eg_cell_map(eg_cell_type type, const double (*x)[2], const double reference[2],
                 double point[2])
{
    double r = reference[0], s = reference[1];
    for (int i = 0; i < 2; i++) {
        double last = x[type == EG_TRIANGLE ? 2 : 3][i];
        point[i] = x[0][i] + r * (x[1][i] - x[0][i]) + s * (last - x[0][i]);
        if (type == EG_QUADRANGLE)
            point[i] += r * s * ((x[0][i] - x[1][i]) + (x[2][i] - last));
    }
}
