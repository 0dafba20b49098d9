/* Reference cells and quadrature: exact where the rules promise it, inside, positive. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "element/element.h"

static const double QUADRANGLE[4][2] = {{1, 2}, {4, 1}, {5, 4}, {2, 3.5}};
static const double TRIANGLE[3][2] = {{1, 2}, {4, 1}, {2, 3.5}};

static double power(double x, int n)
{
    double product = 1.0;
    for (int i = 0; i < n; i++)
        product *= x;
    return product;
}

static double factorial(int n)
{
    return n < 2 ? 1.0 : n * factorial(n - 1);
}

static double integrate(int count, double (*points)[2], const double *weights, int i, int j)
{
    double sum = 0.0;
    for (int q = 0; q < count; q++)
        sum += weights[q] * power(points[q][0], i) * power(points[q][1], j);
    return sum;
}

static void triangle_rules_are_exact_to_their_degree_and_no_further(void **state)
{
    (void)state;
    static const int exact_to[] = {1, 2, 4, 5, 8, 11, 14, 17, 20};
    int before = 0;
    for (size_t r = 0; r < sizeof exact_to / sizeof *exact_to; before = exact_to[r++] + 1)
        for (int degree = before; degree <= exact_to[r]; degree++) {
            double points[EG_TRIANGLE_RULE_POINTS][2], weights[EG_TRIANGLE_RULE_POINTS], beyond = 0.0;
            int count = eg_triangle_rule(degree, points, weights), most = exact_to[r] + 1;
            for (int i = 0; i <= most; i++) {
                for (int j = 0; i + j <= most; j++) {
                    double exact = factorial(i) * factorial(j) / factorial(i + j + 2);
                    double error = fabs(integrate(count, points, weights, i, j) - exact);
                    if (i + j <= degree)
                        assert_true(error <= (count <= 7 ? 2e-16 : 4e-16));
                    else
                        beyond = fmax(beyond, error / exact);
                }
            }
            assert_true(beyond > (count <= 7 ? 1e-2 : 1e-9));
        }
}

static void quadrangle_rules_are_exact_one_degree_further_in_each_coordinate(void **state)
{
    (void)state;
    for (int degree = 0; degree <= EG_QUADRATURE_DEGREE; degree++) {
        double points[EG_QUADRATURE_POINTS][2], weights[EG_QUADRATURE_POINTS];
        int count = eg_quadrature(EG_QUADRANGLE, degree, points, weights);
        for (int i = 0; i <= degree + 1; i++)
            for (int j = 0; j <= degree + 1; j++)
                assert_true(fabs(integrate(count, points, weights, i, j) - 1.0 / ((i + 1) * (j + 1))) <=
                            3e-16);
    }
}

static void points_lie_inside_and_weights_are_positive(void **state)
{
    (void)state;
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        for (int degree = 0; degree <= EG_QUADRATURE_DEGREE; degree++) {
            double points[EG_QUADRATURE_POINTS][2], weights[EG_QUADRATURE_POINTS];
            int count = eg_quadrature((eg_cell_type)type, degree, points, weights);
            assert_in_range(count, 1, EG_QUADRATURE_POINTS);
            for (int q = 0; q < count; q++) {
                double x = points[q][0], y = points[q][1];
                assert_true(weights[q] > 0.0 && x > 0.0 && y > 0.0);
                assert_true(type == EG_TRIANGLE ? x + y < 1.0 : x < 1.0 && y < 1.0);
            }
        }
    }
}

static void weights_in_a_cell_add_up_to_its_area(void **state)
{
    (void)state;
    for (int degree = 0; degree <= EG_QUADRATURE_DEGREE; degree++) {
        for (int type = 0; type < EG_CELL_TYPES; type++) {
            const double(*x)[2] = type == EG_TRIANGLE ? TRIANGLE : QUADRANGLE;
            double points[EG_QUADRATURE_POINTS][2], weights[EG_QUADRATURE_POINTS], sum = 0.0;
            double area = eg_polygon_area(x, eg_cell_type_vertices((eg_cell_type)type));
            int count = eg_cell_quadrature((eg_cell_type)type, x, degree, points, weights);
            for (int q = 0; q < count; q++)
                sum += weights[q];
            assert_true(fabs(sum - area) <= 1e-15 * area);
        }
    }
}

/* The quadrangle against its two triangles, whose rule of degree 5 is exact. */
static void a_quadrangle_integrates_as_its_two_triangles(void **state)
{
    (void)state;
    const double halves[2][3][2] = {
        {{1, 2}, {4, 1}, {5, 4}},
        {{1, 2}, {5, 4}, {2, 3.5}},
    };
    for (int degree = 0; degree <= EG_QUADRATURE_DEGREE; degree++) {
        double points[EG_QUADRATURE_POINTS][2], weights[EG_QUADRATURE_POINTS];
        for (int i = 0; i <= degree; i++) {
            double whole, parts = 0.0;
            int count = eg_cell_quadrature(EG_QUADRANGLE, QUADRANGLE, degree, points, weights);
            whole = integrate(count, points, weights, i, degree - i);
            for (int h = 0; h < 2; h++) {
                count = eg_cell_quadrature(EG_TRIANGLE, halves[h], 5, points, weights);
                parts += integrate(count, points, weights, i, degree - i);
            }
            assert_true(fabs(whole - parts) <= 1e-14 * parts);
        }
    }
}

static void areas_and_centroids(void **state)
{
    (void)state;
    const double far[4][2] = {{4e6, 5e6}, {4e6 + 2, 5e6}, {4e6 + 2, 5e6 + 1}, {4e6, 5e6 + 1}};
    const double trapezium[4][2] = {{0, 0}, {4, 0}, {3, 3}, {1, 3}};
    double centroid[2];
    assert_true(eg_polygon_area(far, 4) == 2.0);
    eg_polygon_centroid(far, 4, centroid);
    assert_true(centroid[0] == 4e6 + 1 && centroid[1] == 5e6 + 0.5);
    assert_true(eg_polygon_area(trapezium, 4) == 9.0);
    eg_polygon_centroid(trapezium, 4, centroid);
    assert_true(fabs(centroid[0] - 2.0) <= 1e-15 && fabs(centroid[1] - 4.0 / 3.0) <= 1e-15);
    const double clockwise[3][2] = {{0, 0}, {0, 3}, {3, 0}};
    assert_true(eg_polygon_area(clockwise, 3) == -4.5);
    eg_polygon_centroid(clockwise, 3, centroid);
    assert_true(centroid[0] == 1.0 && centroid[1] == 1.0);
}

static void vertices_map_to_vertices(void **state)
{
    (void)state;
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        const double(*x)[2] = type == EG_TRIANGLE ? TRIANGLE : QUADRANGLE;
        const double(*reference)[2] = eg_reference_vertices((eg_cell_type)type);
        for (int k = 0; k < eg_cell_type_vertices((eg_cell_type)type); k++) {
            double point[2];
            eg_cell_map((eg_cell_type)type, x, reference[k], point);
            assert_true(point[0] == x[k][0] && point[1] == x[k][1]);
        }
    }
    assert_string_equal(eg_cell_type_name(EG_TRIANGLE), "triangle");
    assert_string_equal(eg_cell_type_name(EG_QUADRANGLE), "quadrangle");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangle_rules_are_exact_to_their_degree_and_no_further),
        cmocka_unit_test(quadrangle_rules_are_exact_one_degree_further_in_each_coordinate),
        cmocka_unit_test(points_lie_inside_and_weights_are_positive),
        cmocka_unit_test(weights_in_a_cell_add_up_to_its_area),
        cmocka_unit_test(a_quadrangle_integrates_as_its_two_triangles),
        cmocka_unit_test(areas_and_centroids),
        cmocka_unit_test(vertices_map_to_vertices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
