/* Gauss' rule and the rules of any degree, against integrals of Legendre polynomials: monomials
 * would not notice a rule of degree 38 where 40 was asked for. */
#include "modal_common.h"

enum { DEGREES = 2 * EG_GAUSS_MOST + 1 };

/* P_0 to P_{DEGREES - 1} at 2 x - 1. */
static void shifted_legendre(long double x, long double *p)
{
    long double y = 2.0L * x - 1.0L;
    p[0] = 1.0L;
    p[1] = y;
    for (int n = 1; n + 1 < DEGREES; n++)
        p[n + 1] = ((2 * n + 1) * y * p[n] - n * p[n - 1]) / (n + 1);
}

static void gauss_is_exact_to_its_degree_and_no_further(void **state)
{
    (void)state;
    for (int n = 1; n <= EG_GAUSS_MOST; n++) {
        long double x[EG_GAUSS_MOST], w[EG_GAUSS_MOST], sum[DEGREES] = {0}, p[DEGREES];
        assert_int_equal(eg_gauss(n, x, w), n);
        for (int q = 0; q < n; q++) {
            shifted_legendre(x[q], p);
            for (int degree = 0; degree < DEGREES; degree++)
                sum[degree] += w[q] * p[degree];
        }
        assert_true(fabsl(sum[0] - 1.0L) <= 1e-18L);
        for (int degree = 1; degree < 2 * n; degree++)
            assert_true(fabsl(sum[degree]) <= 1e-18L);
        assert_true(fabsl(sum[2 * n]) > 1e-2L);
    }
}

static void gauss_points_ascend_and_mirror(void **state)
{
    (void)state;
    for (int n = 1; n <= EG_GAUSS_MOST; n++) {
        long double x[EG_GAUSS_MOST], w[EG_GAUSS_MOST];
        eg_gauss(n, x, w);
        for (int i = 0; i < n; i++) {
            assert_true(x[i] > (i > 0 ? x[i - 1] : 0.0L) && x[i] < 1.0L && w[i] > 0.0L);
            assert_true(x[n - 1 - i] + x[i] == 1.0L && w[n - 1 - i] == w[i]);
        }
    }
}

static void gauss_has_its_closed_forms(void **state)
{
    (void)state;
    long double x[3], w[3];
    eg_gauss(1, x, w);
    assert_true(x[0] == 0.5L && w[0] == 1.0L);
    eg_gauss(2, x, w);
    assert_true(fabsl(x[0] - (0.5L - sqrtl(1.0L / 12.0L))) <= 1e-19L);
    assert_true(fabsl(w[0] - 0.5L) <= 1e-19L);
    eg_gauss(3, x, w);
    assert_true(fabsl(x[2] - (0.5L + sqrtl(0.15L))) <= 1e-19L);
    assert_true(fabsl(w[0] - 5.0L / 18.0L) <= 1e-19L && fabsl(w[1] - 4.0L / 9.0L) <= 1e-19L);
}

/* The integral of P_a(2 xi - 1) P_b(2 eta - 1). On the triangle the integral over xi is
 * -(-1)^a (P_{a+1} - P_{a-1})(2 eta - 1) / (2 (2 a + 1)), with P_{-1} = 1. */
static long double exact_integral(eg_cell_type type, int a, int b)
{
    if (type == EG_QUADRANGLE)
        return a == 0 && b == 0 ? 1.0L : 0.0L;
    bool up = b == a + 1, down = b == (a == 0 ? 0 : a - 1);
    return (a % 2 ? 1.0L : -1.0L) * (up - down) / (2 * (2 * a + 1)) / (2 * b + 1);
}

/* The largest error of a rule over the polynomials whose degree, total or in each coordinate, is at
 * most `degree`. */
static long double largest_error(eg_cell_type type, int count, double (*points)[2], const double *weights,
                                 int degree)
{
    static long double p[EG_QUADRATURE_ANY_POINTS][2][DEGREES];
    long double largest = 0.0L;
    for (int q = 0; q < count; q++)
        for (int i = 0; i < 2; i++)
            shifted_legendre(points[q][i], p[q][i]);
    for (int a = 0; a <= degree; a++) {
        for (int b = 0; b <= (type == EG_TRIANGLE ? degree - a : degree); b++) {
            long double sum = 0.0L;
            for (int q = 0; q < count; q++)
                sum += weights[q] * (p[q][0][a] * p[q][1][b]);
            largest = fmaxl(largest, fabsl(sum - exact_integral(type, a, b)));
        }
    }
    return largest;
}

static void rules_are_exact_to_their_degree(void **state)
{
    (void)state;
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        for (int degree = 0; degree <= EG_QUADRATURE_ANY_DEGREE; degree++) {
            double points[EG_QUADRATURE_ANY_POINTS][2], weights[EG_QUADRATURE_ANY_POINTS];
            int count = eg_quadrature_count((eg_cell_type)type, degree);
            eg_quadrature_any((eg_cell_type)type, degree, points, weights);
            assert_true(largest_error((eg_cell_type)type, count, points, weights, degree) <= 4e-16L);
            /* Gauss' rules have odd degrees, so that the next degree may come for nothing. */
            assert_true(largest_error((eg_cell_type)type, count, points, weights, degree + 2) > 1e-4L);
            int least = eg_quadrature_least((eg_cell_type)type, degree, points, weights);
            bool known = type == EG_TRIANGLE && degree % 3 == 2 && degree <= EG_TRIANGLE_RULE_DEGREE;
            assert_true(known ? least < count : least <= count);
            assert_true(largest_error((eg_cell_type)type, least, points, weights, degree) <= 4e-16L);
        }
    }
}

static void rules_fill_what_they_count(void **state)
{
    (void)state;
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        for (int degree = 0; degree <= EG_QUADRATURE_ANY_DEGREE; degree++) {
            double points[EG_QUADRATURE_ANY_POINTS + 1][2], weights[EG_QUADRATURE_ANY_POINTS + 1];
            int count = eg_quadrature_count((eg_cell_type)type, degree);
            assert_in_range(count, 1, EG_QUADRATURE_ANY_POINTS);
            for (int q = 0; q <= count; q++)
                points[q][0] = points[q][1] = weights[q] = -1.0;
            eg_quadrature_any((eg_cell_type)type, degree, points, weights);
            for (int q = 0; q < count; q++) {
                double x = points[q][0], y = points[q][1];
                assert_true(weights[q] > 0.0 && x > 0.0 && y > 0.0);
                assert_true(type == EG_TRIANGLE ? x + y < 1.0 : x < 1.0 && y < 1.0);
            }
            assert_true(points[count][0] == -1.0 && points[count][1] == -1.0 && weights[count] == -1.0);
        }
        assert_int_equal(eg_quadrature_count((eg_cell_type)type, EG_QUADRATURE_ANY_DEGREE),
                         EG_QUADRATURE_ANY_POINTS);
    }
}

static void weights_sum_to_the_area(void **state)
{
    (void)state;
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        for (int degree = 0; degree <= EG_QUADRATURE_ANY_DEGREE; degree++) {
            double points[EG_QUADRATURE_ANY_POINTS][2], weights[EG_QUADRATURE_ANY_POINTS];
            long double sum = 0.0L, area = type == EG_TRIANGLE ? 0.5L : 1.0L;
            int count = eg_quadrature_count((eg_cell_type)type, degree);
            eg_quadrature_any((eg_cell_type)type, degree, points, weights);
            for (int q = 0; q < count; q++)
                sum += weights[q];
            assert_true(fabsl(sum - area) <= 2e-16L);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gauss_is_exact_to_its_degree_and_no_further),
        cmocka_unit_test(gauss_points_ascend_and_mirror),
        cmocka_unit_test(gauss_has_its_closed_forms),
        cmocka_unit_test(rules_are_exact_to_their_degree),
        cmocka_unit_test(rules_fill_what_they_count),
        cmocka_unit_test(weights_sum_to_the_area),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
