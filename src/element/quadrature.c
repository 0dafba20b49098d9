/* Quadrature rules: symmetric ones on the triangle, tensor Gauss rules on the quadrangle.
 *
 * The numbers are roots of closed form, written with 25 digits and so rounded once:
 *   triangle, degree 2: midpoints of the medians;
 *   triangle, degree 4: six points, a = (8 - sqrt(10) +- sqrt(38 - 44 sqrt(2/5))) / 18,
 *                       w = (620 +- sqrt(213125 - 53320 sqrt(10))) / 7440;
 *   triangle, degree 5: Radon's seven points, a = (6 +- sqrt(15)) / 21,
 *                       w = (155 +- sqrt(15)) / 2400. */
#include "element/element.h"

/* The three points (a,a), (b,a), (a,b) with b = 1 - 2a, each with the weight w. */
typedef struct orbit {
    double a, b, w;
} orbit;

typedef struct triangle_rule {
    double centre; /* weight of the centroid; 0: not a point of the rule */
    int orbits;
    orbit orbit[2];
} triangle_rule;

static const triangle_rule *triangle_rule_of(int degree)
{
    static const triangle_rule degree_1 = {.centre = 0.5};
    static const triangle_rule degree_2 = {.orbits = 1,
                                           .orbit = {{1.0 / 6.0, 0.6666666666666666666666667, 1.0 / 6.0}}};
    static const triangle_rule degree_4 = {
        .orbits = 2,
        .orbit = {{0.4459484909159648863183293, 0.1081030181680702273633415, 0.1116907948390057328475035},
                  {0.0915762135097707434595715, 0.8168475729804585130808571, 0.0549758718276609338191632}}};
    static const triangle_rule degree_5 = {
        .centre = 0.1125,
        .orbits = 2,
        .orbit = {{0.1012865073234563388009874, 0.7974269853530873223980253, 0.0629695902724135762978420},
                  {0.4701420641051150897704412, 0.0597158717897698204591176, 0.0661970763942530903688247}}};
    if (degree <= 1)
        return &degree_1;
    if (degree == 2)
        return &degree_2;
    return degree <= 4 ? &degree_4 : &degree_5;
}

static int triangle_quadrature(int degree, double (*points)[2], double *weights)
{
    const triangle_rule *rule = triangle_rule_of(degree);
    int count = 0;
    if (rule->centre > 0.0) {
        points[0][0] = points[0][1] = 1.0 / 3.0;
        weights[count++] = rule->centre;
    }
    for (int i = 0; i < rule->orbits; i++) {
        const orbit *o = &rule->orbit[i];
        for (int k = 0; k < 3; k++, count++) {
            points[count][0] = k == 1 ? o->b : o->a;
            points[count][1] = k == 2 ? o->b : o->a;
            weights[count] = o->w;
        }
    }
    return count;
}

/* Gauss points and weights on [0, 1]: exact up to degree 2 n - 1. */
static const struct {
    double point[4], weight[4];
} gauss[5] = {
    [1] = {{0.5}, {1.0}},
    [2] = {{0.2113248654051871177454256, 0.7886751345948128822545744}, {0.5, 0.5}},
    [3] = {{0.1127016653792583114820735, 0.5, 0.8872983346207416885179265},
           {0.2777777777777777777777778, 0.4444444444444444444444444, 0.2777777777777777777777778}},
    [4] = {{0.0694318442029737123880268, 0.3300094782075718675986671, 0.6699905217924281324013329,
            0.9305681557970262876119732},
           {0.1739274225687269286865320, 0.3260725774312730713134680, 0.3260725774312730713134680,
            0.1739274225687269286865320}},
};

static int quadrangle_quadrature(int degree, double (*points)[2], double *weights)
{
    int n = (degree + 3) / 2; /* 2 n - 1 >= degree + 1: the Jacobian is linear in each coordinate */
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            points[j * n + i][0] = gauss[n].point[i];
            points[j * n + i][1] = gauss[n].point[j];
            weights[j * n + i] = gauss[n].weight[i] * gauss[n].weight[j];
        }
    }
    return n * n;
}

int eg_quadrature(eg_cell_type type, int degree, double (*points)[2], double *weights)
{
    assert(degree >= 0 && degree <= EG_QUADRATURE_DEGREE);
    return type == EG_TRIANGLE ? triangle_quadrature(degree, points, weights)
                               : quadrangle_quadrature(degree, points, weights);
}

/* Determinant of the bilinear map's Jacobian at the reference point. */
static double quadrangle_jacobian(const double (*x)[2], const double point[2])
{
    double r = point[0], s = point[1], along_r[2], along_s[2];
    for (int i = 0; i < 2; i++) {
        along_r[i] = (1.0 - s) * (x[1][i] - x[0][i]) + s * (x[2][i] - x[3][i]);
        along_s[i] = (1.0 - r) * (x[3][i] - x[0][i]) + r * (x[2][i] - x[1][i]);
    }
    return along_r[0] * along_s[1] - along_r[1] * along_s[0];
}

int eg_cell_quadrature(eg_cell_type type, const double (*x)[2], int degree, double (*points)[2],
                       double *weights)
{
    int count = eg_quadrature(type, degree, points, weights);
    double area = eg_polygon_area(x, eg_cell_type_vertices(type)), sum = 0.0, before = 0.0;
    for (int q = 0; q < count; q++) {
        if (type == EG_QUADRANGLE)
            weights[q] *= quadrangle_jacobian(x, points[q]);
        double image[2];
        eg_cell_map(type, x, points[q], image);
        points[q][0] = image[0];
        points[q][1] = image[1];
        sum += weights[q];
    }
    for (int q = 0; q < count - 1; q++) {
        weights[q] *= area / sum;
        before += weights[q];
    }
    weights[count - 1] = area - before; /* the last weight takes up the rounding of the others */
    return count;
}
