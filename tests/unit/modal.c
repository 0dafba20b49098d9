/* The modal bases: orthonormal, of the right degrees, with the right gradients. */
#include "modal_common.h"

static void modes_are_counted_and_sorted_by_degree(void **state)
{
    (void)state;
    int mode = 0;
    assert_int_equal(EG_MODES_MOST, 78);
    for (int order = 1; order <= EG_ORDER_MOST; order++) {
        for (int i = 0; i < order; i++)
            assert_int_equal(eg_modal_degree(mode++), order - 1);
        assert_int_equal(eg_modal_count(order), mode);
    }
}

static void modes_are_orthonormal(void **state)
{
    (void)state;
    FOR_ELEMENTS(type, order)
    {
        double points[EG_QUADRATURE_ANY_POINTS][2], weights[EG_QUADRATURE_ANY_POINTS];
        int modes = eg_modal_count(order), degree = 2 * order - 2;
        int count = eg_quadrature_count((eg_cell_type)type, degree);
        long double product[EG_MODES_MOST][EG_MODES_MOST] = {{0}};
        eg_quadrature_any((eg_cell_type)type, degree, points, weights);
        for (int q = 0; q < count; q++) {
            double value[EG_MODES_MOST];
            eg_modal_values((eg_cell_type)type, order, points[q], value);
            for (int k = 0; k < modes; k++)
                for (int l = 0; l < modes; l++)
                    product[k][l] += (long double)weights[q] * value[k] * value[l];
        }
        for (int k = 0; k < modes; k++)
            for (int l = 0; l < modes; l++)
                assert_true(fabsl(product[k][l] - (k == l)) <= 1e-15L * order);
    }
}

/* moment[m][k]: the integral of mode k times the monomial with the degrees of mode m. */
static void find_moments(eg_cell_type type, long double (*moment)[EG_MODES_MOST])
{
    double points[EG_QUADRATURE_ANY_POINTS][2], weights[EG_QUADRATURE_ANY_POINTS];
    int count = eg_quadrature_count(type, 2 * EG_ORDER_MOST - 2);
    eg_quadrature_any(type, 2 * EG_ORDER_MOST - 2, points, weights);
    for (int q = 0; q < count; q++) {
        double value[EG_MODES_MOST];
        eg_modal_values(type, EG_ORDER_MOST, points[q], value);
        for (int m = 0; m < EG_MODES_MOST; m++) {
            long double part =
                weights[q] * powl(points[q][0], degree_in_xi(m)) * powl(points[q][1], degree_in_eta(m));
            for (int k = 0; k < EG_MODES_MOST; k++)
                moment[m][k] += part * value[k];
        }
    }
}

/* A monomial of degree d is a sum of modes up to degree d, and has no part of the others. */
static void modes_span_the_polynomials_below_each_degree(void **state)
{
    (void)state;
    uint64_t seed = 6;
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        long double moment[EG_MODES_MOST][EG_MODES_MOST] = {{0}};
        find_moments((eg_cell_type)type, moment);
        for (int m = 0; m < EG_MODES_MOST; m++) {
            double point[2], value[EG_MODES_MOST];
            int modes = eg_modal_count(eg_modal_degree(m) + 1);
            random_point((eg_cell_type)type, &seed, point);
            eg_modal_values((eg_cell_type)type, EG_ORDER_MOST, point, value);
            long double sum = 0.0L,
                        monomial = powl(point[0], degree_in_xi(m)) * powl(point[1], degree_in_eta(m));
            for (int k = 0; k < modes; k++)
                sum += moment[m][k] * value[k];
            assert_true(fabsl(sum - monomial) <= 4e-15L);
            for (int k = modes; k < EG_MODES_MOST; k++)
                assert_true(fabsl(moment[m][k]) <= 1e-15L);
        }
    }
}

static void low_modes_have_their_closed_forms(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 100; i++) {
        double point[2], x, y, value[6];
        random_point(EG_TRIANGLE, &seed, point);
        double r = point[0], s = point[1], t = 1 - s;
        x = 2 * r + s - 1;
        double triangle[6] = {sqrt(2),
                              sqrt(12) * x,
                              6 * s - 2,
                              sqrt(30) * 0.5 * (3 * x * x - t * t),
                              sqrt(18) * x * (5 * s - 1),
                              sqrt(6) * (10 * s * s - 8 * s + 1)};
        eg_modal_values(EG_TRIANGLE, 3, point, value);
        for (int k = 0; k < 6; k++)
            assert_true(fabs(value[k] - triangle[k]) <= 4e-15);
        x = 2 * r - 1;
        y = 2 * s - 1;
        double square[6] = {1,           sqrt(3) * x,
                            sqrt(3) * y, sqrt(5) * (6 * r * r - 6 * r + 1),
                            3 * x * y,   sqrt(5) * (6 * s * s - 6 * s + 1)};
        eg_modal_values(EG_QUADRANGLE, 3, point, value);
        for (int k = 0; k < 6; k++)
            assert_true(fabs(value[k] - square[k]) <= 4e-15);
        eg_legendre_values(3, s, value);
        assert_true(value[0] == 1.0 && fabs(value[1] - square[2]) <= 1e-15 &&
                    fabs(value[2] - square[5]) <= 2e-15);
    }
}

/* Closed forms of every mode at every vertex, the one where 1 - eta is zero included. */
static void modes_have_their_closed_forms_at_vertices(void **state)
{
    (void)state;
    double value[3][EG_MODES_MOST], corner[4][EG_MODES_MOST], legendre[EG_ORDER_MOST];
    for (int v = 0; v < 3; v++)
        eg_modal_values(EG_TRIANGLE, EG_ORDER_MOST, eg_reference_vertices(EG_TRIANGLE)[v], value[v]);
    for (int v = 0; v < 4; v++)
        eg_modal_values(EG_QUADRANGLE, EG_ORDER_MOST, eg_reference_vertices(EG_QUADRANGLE)[v], corner[v]);
    for (int k = 0; k < EG_MODES_MOST; k++) {
        int i = degree_in_xi(k), j = degree_in_eta(k);
        long double most = sqrtl(2 * (2 * i + 1) * (i + j + 1));
        double exact = (double)most, sign[2] = {i % 2 ? -1 : 1, j % 2 ? -1 : 1};
        assert_true(value[0][k] == sign[0] * sign[1] * exact);
        assert_true(value[1][k] == sign[1] * exact);
        assert_true(value[2][k] == (i > 0 ? 0.0 : (double)(most * (j + 1))));
        exact = (double)sqrtl((2 * i + 1) * (2 * j + 1));
        assert_true(corner[0][k] == sign[0] * sign[1] * exact);
        assert_true(corner[1][k] == sign[1] * exact);
        assert_true(corner[2][k] == exact);
        assert_true(corner[3][k] == sign[0] * exact);
    }
    eg_legendre_values(EG_ORDER_MOST, 1.0, legendre);
    for (int m = 0; m < EG_ORDER_MOST; m++)
        assert_true(legendre[m] == sqrt(2 * m + 1));
}

/* Along a straight line the integral of the gradient is the difference of the values; Gauss' rule
 * finds it exactly. */
static void gradients_integrate_to_differences_of_values(void **state)
{
    (void)state;
    uint64_t seed = 2;
    FOR_ELEMENTS(type, order)
    {
        long double s[EG_ORDER_MOST], w[EG_ORDER_MOST], sum[EG_MODES_MOST] = {0};
        double a[2], b[2], before[EG_MODES_MOST], after[EG_MODES_MOST];
        int modes = eg_modal_count(order), count = eg_gauss(order, s, w);
        random_point((eg_cell_type)type, &seed, a);
        random_point((eg_cell_type)type, &seed, b);
        for (int q = 0; q < count; q++) {
            double gradient[EG_MODES_MOST][2], x[2];
            for (int i = 0; i < 2; i++)
                x[i] = (double)(a[i] + s[q] * ((long double)b[i] - a[i]));
            eg_modal_gradients((eg_cell_type)type, order, x, gradient);
            for (int k = 0; k < modes; k++)
                sum[k] += w[q] * (gradient[k][0] * ((long double)b[0] - a[0]) +
                                  gradient[k][1] * ((long double)b[1] - a[1]));
        }
        eg_modal_values((eg_cell_type)type, order, a, before);
        eg_modal_values((eg_cell_type)type, order, b, after);
        for (int k = 0; k < modes; k++)
            assert_true(fabsl(sum[k] - ((long double)after[k] - before[k])) <= 1e-15L * order * order);
    }
}

static void a_lower_order_is_the_beginning_of_a_higher_one(void **state)
{
    (void)state;
    uint64_t seed = 3;
    FOR_ELEMENTS(type, order)
    {
        double point[2], low[EG_MODES_MOST], high[EG_MODES_MOST];
        double slope[EG_MODES_MOST][2], steep[EG_MODES_MOST][2];
        random_point((eg_cell_type)type, &seed, point);
        eg_modal_values((eg_cell_type)type, order, point, low);
        eg_modal_values((eg_cell_type)type, EG_ORDER_MOST, point, high);
        eg_modal_gradients((eg_cell_type)type, order, point, slope);
        eg_modal_gradients((eg_cell_type)type, EG_ORDER_MOST, point, steep);
        for (int k = 0; k < eg_modal_count(order); k++)
            assert_true(low[k] == high[k] && slope[k][0] == steep[k][0] && slope[k][1] == steep[k][1]);
    }
}

/* Run backwards, odd Legendre polynomials change their sign; and so do modes that are odd in xi when
 * the cell is mirrored, to the bit. The points are such that 1 - x is exact. */
static void odd_modes_change_sign_in_a_mirror(void **state)
{
    (void)state;
    for (int i = 0; i <= 64; i++) {
        double s = i / 64.0, forward[EG_ORDER_MOST], backward[EG_ORDER_MOST];
        eg_legendre_values(EG_ORDER_MOST, s, forward);
        eg_legendre_values(EG_ORDER_MOST, 1.0 - s, backward);
        for (int m = 0; m < EG_ORDER_MOST; m++)
            assert_true(backward[m] == (m % 2 ? -forward[m] : forward[m]));
        for (int type = 0; type < EG_CELL_TYPES; type++) {
            double value[EG_MODES_MOST], mirrored[EG_MODES_MOST], eta = 0.25;
            double end = type == EG_TRIANGLE ? 1.0 - eta : 1.0;
            eg_modal_values((eg_cell_type)type, EG_ORDER_MOST, (double[2]){end * s, eta}, value);
            eg_modal_values((eg_cell_type)type, EG_ORDER_MOST, (double[2]){end - end * s, eta}, mirrored);
            for (int k = 0; k < EG_MODES_MOST; k++)
                assert_true(mirrored[k] == (degree_in_xi(k) % 2 ? -value[k] : value[k]));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(modes_are_counted_and_sorted_by_degree),
        cmocka_unit_test(modes_are_orthonormal),
        cmocka_unit_test(modes_span_the_polynomials_below_each_degree),
        cmocka_unit_test(low_modes_have_their_closed_forms),
        cmocka_unit_test(modes_have_their_closed_forms_at_vertices),
        cmocka_unit_test(gradients_integrate_to_differences_of_values),
        cmocka_unit_test(a_lower_order_is_the_beginning_of_a_higher_one),
        cmocka_unit_test(odd_modes_change_sign_in_a_mirror),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
