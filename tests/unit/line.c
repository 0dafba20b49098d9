/* Nodes, weights and matrices on a line: exact where theory says so, symmetric to the bit. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "element/line.h"

static const eg_line_nodes both[2] = {EG_LINE_EQUIDISTANT, EG_LINE_GLL};

static void nodes_are_ascending_and_symmetric(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; kind++)
        for (int n = 1; n <= EG_LINE_DEGREE; n++) {
            double x[EG_LINE_NODES];
            eg_line_points_of((eg_line){both[kind], n}, x);
            assert_true(x[0] == -1.0 && x[n] == 1.0);
            for (int i = 0; i <= n; i++) {
                assert_true(x[i] == -x[n - i]);
                assert_true(i == 0 || x[i] > x[i - 1]);
                if (both[kind] == EG_LINE_EQUIDISTANT)
                    assert_true(fabs(x[i] - (2.0 * i / n - 1.0)) <= 2e-16);
            }
        }
}

/* The few degrees whose nodes have a closed form. */
static void nodes_known_in_closed_form(void **state)
{
    (void)state;
    double x[EG_LINE_NODES], w[EG_LINE_NODES];
    eg_line_points_of((eg_line){EG_LINE_GLL, 2}, x);
    eg_gll_weights(2, w);
    assert_true(x[1] == 0.0 && w[0] == 1.0 / 3.0 && w[1] == 4.0 / 3.0);
    eg_line_points_of((eg_line){EG_LINE_GLL, 3}, x);
    eg_gll_weights(3, w);
    assert_true(fabs(x[2] - sqrt(0.2)) <= 1e-16 && w[0] == 1.0 / 6.0 && w[1] == 5.0 / 6.0);
    eg_line_points_of((eg_line){EG_LINE_GLL, 4}, x);
    assert_true(fabs(x[3] - sqrt(3.0 / 7.0)) <= 2e-16);
}

/* The integral of x^d over [-1, 1]. */
static double integral(int d)
{
    return d % 2 ? 0.0 : 2.0 / (d + 1);
}

static double quadrature(int n, int d)
{
    double x[EG_LINE_NODES], w[EG_LINE_NODES], sum = 0.0;
    eg_line_points_of((eg_line){EG_LINE_GLL, n}, x);
    eg_gll_weights(n, w);
    for (int i = 0; i <= n; i++) {
        assert_true(w[i] > 0.0 && w[i] == w[n - i]);
        sum += w[i] * pow(x[i], d);
    }
    return sum;
}

static void quadrature_is_exact_up_to_its_degree(void **state)
{
    (void)state;
    for (int n = 1; n <= EG_LINE_DEGREE; n++) {
        for (int d = 0; d < 2 * n; d++)
            assert_true(fabs(quadrature(n, d) - integral(d)) <= 1e-15);
        if (n <= 8) /* and not beyond; above, the error is soon too small to be seen */
            assert_true(fabs(quadrature(n, 2 * n) - integral(2 * n)) > 1e-5);
    }
}

static void derivatives_are_exact(void **state)
{
    (void)state;
    for (int n = 1; n <= EG_LINE_DEGREE; n++) {
        double x[EG_LINE_NODES], matrix[EG_LINE_NODES * EG_LINE_NODES];
        eg_line_points_of((eg_line){EG_LINE_GLL, n}, x);
        eg_line_derivative((eg_line){EG_LINE_GLL, n}, matrix);
        for (int i = 1; i < n; i++)
            assert_true(matrix[i * (n + 2)] == 0.0);
        assert_true(matrix[0] == -n * (n + 1) / 4.0);
        for (int i = 0; i <= n; i++)
            for (int d = 0; d <= n; d++) {
                double sum = 0.0, exact = d == 0 ? 0.0 : d * pow(x[i], d - 1);
                for (int j = 0; j <= n; j++)
                    sum += matrix[i * (n + 1) + j] * pow(x[j], d);
                assert_true(fabs(sum - exact) <= 4e-16 * n * (n + 1));
            }
    }
}

static void derivatives_change_sign_in_the_mirror(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; kind++)
        for (int n = 1; n <= EG_LINE_DEGREE; n++) {
            double matrix[EG_LINE_NODES * EG_LINE_NODES];
            eg_line_derivative((eg_line){both[kind], n}, matrix);
            int last = (n + 1) * (n + 1) - 1;
            for (int k = 0; k <= last; k++)
                assert_true(matrix[k] == -matrix[last - k]);
        }
}

static void interpolation_is_exact_and_symmetric(void **state)
{
    (void)state;
    for (int n = 1; n <= 9; n++)
        for (int m = 1; m <= EG_LINE_DEGREE; m++)
            for (int pair = 0; pair < 4; pair++) {
                eg_line from = {both[pair & 1], n}, to = {both[pair >> 1], m};
                double x[EG_LINE_NODES], y[EG_LINE_NODES], matrix[EG_LINE_NODES * EG_LINE_NODES],
                    slopes[EG_LINE_NODES * EG_LINE_NODES];
                eg_line_points_of(from, x);
                eg_line_points_of(to, y);
                eg_line_interpolation(from, to, matrix);
                eg_line_interpolation_slopes(from, to, slopes);
                int last = (n + 1) * (m + 1) - 1;
                for (int k = 0; k <= last; k++)
                    assert_true(matrix[k] == matrix[last - k] && slopes[k] == -slopes[last - k]);
                for (int i = 0; i <= m; i++) {
                    double sum = 0.0, slope = 0.0;
                    for (int j = 0; j <= n; j++) {
                        sum += matrix[i * (n + 1) + j] * pow(x[j], n);
                        slope += slopes[i * (n + 1) + j] * pow(x[j], n);
                        if (y[i] == x[j])
                            assert_true(matrix[i * (n + 1) + j] == 1.0);
                    }
                    assert_true(fabs(sum - pow(y[i], n)) <= 1e-14);
                    assert_true(fabs(slope - n * pow(y[i], n - 1)) <= 1e-12);
                }
            }
}

static void values_at_a_point(void **state)
{
    (void)state;
    for (int n = 1; n <= 16; n++) {
        eg_line line = {EG_LINE_GLL, n};
        double x[EG_LINE_NODES], values[EG_LINE_NODES], slopes[EG_LINE_NODES];
        eg_line_points_of(line, x);
        eg_line_values(line, 1.0, values, NULL);
        for (int j = 0; j <= n; j++)
            assert_true(values[j] == (j == n));
        eg_line_values(line, 0.3, values, slopes);
        double sum = 0.0, slope = 0.0;
        for (int j = 0; j <= n; j++) {
            sum += values[j] * pow(x[j], n);
            slope += slopes[j] * pow(x[j], n);
        }
        assert_true(fabs(sum - pow(0.3, n)) <= 1e-15);
        assert_true(fabs(slope - n * pow(0.3, n - 1)) <= 1e-14);
    }
}

/* Other bits here are other bits of every result. */
static void every_machine_finds_the_same_bits(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (int n = 1; n <= 16; n++) {
        double x[EG_LINE_NODES], w[EG_LINE_NODES], matrix[EG_LINE_NODES * EG_LINE_NODES];
        eg_line line = {EG_LINE_GLL, n};
        eg_line_points_of(line, x);
        eg_gll_weights(n, w);
        eg_line_derivative(line, matrix);
        hash = eg_hash64(x, (n + 1) * (int64_t)sizeof *x, hash);
        hash = eg_hash64(w, (n + 1) * (int64_t)sizeof *w, hash);
        hash = eg_hash64(matrix, (n + 1) * (n + 1) * (int64_t)sizeof *matrix, hash);
    }
    if (hash != 0x166f811a215f8e6e)
        fail_msg("the hash is %016llx", (unsigned long long)hash);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_are_ascending_and_symmetric),
        cmocka_unit_test(nodes_known_in_closed_form),
        cmocka_unit_test(quadrature_is_exact_up_to_its_degree),
        cmocka_unit_test(derivatives_are_exact),
        cmocka_unit_test(derivatives_change_sign_in_the_mirror),
        cmocka_unit_test(interpolation_is_exact_and_symmetric),
        cmocka_unit_test(values_at_a_point),
        cmocka_unit_test(every_machine_finds_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
