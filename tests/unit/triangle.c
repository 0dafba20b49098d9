/* Nodes and matrices of polynomials on the reference triangle. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "element/line.h"
#include "element/triangle.h"

static eg_context *context;

static eg_triangle make(int degree)
{
    eg_triangle t;
    assert_int_equal(eg_triangle_create(context, degree, 3 * degree - 1, degree + 2, &t), EG_OK);
    return t;
}

static void check_below(double size, double bound, const char *what, int degree)
{
    if (!(size <= bound))
        fail_msg("degree %d: %s: %g above %g", degree, what, size, bound);
}

/* x^a y^b of degree at most p, one after the other; false at the end. */
static bool next_power(int degree, int *a, int *b)
{
    if (++*b + *a > degree) {
        ++*a;
        *b = 0;
    }
    return *a <= degree;
}

static double power(const double x[2], int a, int b)
{
    return pow(x[0], a) * pow(x[1], b);
}

static double slope(const double x[2], int a, int b, int d)
{
    if (d == 0)
        return a == 0 ? 0 : a * power(x, a - 1, b);
    return b == 0 ? 0 : b * power(x, a, b - 1);
}

static void nodes_of_faces_are_those_of_a_line(void **state)
{
    (void)state;
    const double(*corner)[2] = eg_reference_vertices(EG_TRIANGLE);
    for (int p = 1; p <= EG_TRIANGLE_DEGREE; p++) {
        double x[EG_TRIANGLE_NODES][2], s[EG_LINE_NODES];
        eg_triangle_nodes(p, x);
        eg_line_points_of((eg_line){EG_LINE_GLL, p}, s);
        for (int f = 0; f < 3; f++)
            for (int j = 0; j <= p; j++) {
                int at = j == 0 ? f : j == p ? (f + 1) % 3 : 2 + f * (p - 1) + j;
                for (int i = 0; i < 2; i++) {
                    double wanted = 0.5 * ((1 - s[j]) * corner[f][i] + (1 + s[j]) * corner[(f + 1) % 3][i]);
                    check_below(fabs(x[at][i] - wanted), 2e-16, "a node of a face", p);
                }
            }
    }
}

/* The gradient of a node's polynomial is 0 there, which makes the determinant stationary. */
static void inner_nodes_are_fekete_points(void **state)
{
    (void)state;
    for (int p = 1; p <= EG_TRIANGLE_DEGREE; p++) {
        eg_triangle t = make(p);
        for (int i = 3 * p; i < t.nodes; i++)
            for (int d = 0; d < 2; d++) {
                const double h = 1e-5;
                double low[2] = {t.node[i][0], t.node[i][1]}, high[2] = {low[0], low[1]};
                double below[EG_TRIANGLE_NODES], above[EG_TRIANGLE_NODES];
                low[d] -= h;
                high[d] += h;
                eg_triangle_values(&t, low, below);
                eg_triangle_values(&t, high, above);
                check_below(fabs(above[i] - below[i]) / (2 * h), 1e-6, "a gradient", p);
            }
        eg_triangle_destroy(&t);
    }
}

static void polynomials_are_one_at_their_node(void **state)
{
    (void)state;
    for (int p = 1; p <= EG_TRIANGLE_DEGREE; p++) {
        eg_triangle t = make(p);
        double values[EG_TRIANGLE_NODES], sum = 0;
        for (int i = 0; i < t.nodes; i++) {
            eg_triangle_values(&t, t.node[i], values);
            for (int k = 0; k < t.nodes; k++)
                check_below(fabs(values[k] - (i == k)), 2e-14, "a value at a node", p);
            sum += t.weight[i];
        }
        check_below(fabs(sum - 0.5), 1e-15, "the sum of weights", p);
        eg_triangle_destroy(&t);
    }
}

/* A polynomial flux along an axis: what is inside less what leaves is its derivative, at every node. */
static void check_derivative(const eg_triangle *t, int d, int a, int b)
{
    static const double normal[3][2] = {{0, -1}, {1, 1}, {-1, 0}}; /* times the length */
    const double(*corner)[2] = eg_reference_vertices(EG_TRIANGLE);
    double s[EG_LINE_NODES];
    eg_line_points_of((eg_line){EG_LINE_GLL, t->along - 1}, s);
    for (int i = 0; i < t->nodes; i++) {
        double sum = 0;
        for (int q = 0; q < t->points; q++) {
            double value = 0;
            for (int k = 0; k < t->nodes; k++)
                value += t->value[q * t->nodes + k] * power(t->node[k], a, b);
            sum += t->slope[(i * t->points + q) * 2 + d] * value;
        }
        for (int f = 0; f < 3; f++)
            for (int j = 0; j < t->along; j++) {
                double x[2];
                for (int e = 0; e < 2; e++)
                    x[e] = 0.5 * ((1 - s[j]) * corner[f][e] + (1 + s[j]) * corner[(f + 1) % 3][e]);
                sum -= t->lift[(i * 3 + f) * t->along + j] * normal[f][d] * power(x, a, b);
            }
        check_below(fabs(sum + slope(t->node[i], a, b, d)), 1e-12, "a derivative", t->degree);
    }
}

static void weak_derivatives_are_exact(void **state)
{
    (void)state;
    for (int p = 1; p <= EG_TRIANGLE_DEGREE; p++) {
        eg_triangle t = make(p);
        int a = 0, b = 0;
        do
            for (int d = 0; d < 2; d++)
                check_derivative(&t, d, a, b);
        while (next_power(p, &a, &b));
        eg_triangle_destroy(&t);
    }
}

/* Both ways along a face give the same bits. */
static void traces_do_not_know_their_direction(void **state)
{
    (void)state;
    for (int p = 1; p <= EG_TRIANGLE_DEGREE; p++) {
        eg_triangle t = make(p);
        int half = (p + 2) / 2;
        for (int j = 0; j < t.along; j++)
            for (int k = 0; k < half; k++) {
                const double *here = &t.pairs[2 * j * half + k];
                const double *there = &t.pairs[2 * (t.along - 1 - j) * half + k];
                assert_true(here[0] == there[0]);
                assert_true(here[half] == -there[half]);
            }
        assert_true(t.pairs[0] == 0.5 && t.pairs[half] == 0.5);
        eg_triangle_destroy(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_of_faces_are_those_of_a_line), cmocka_unit_test(inner_nodes_are_fekete_points),
        cmocka_unit_test(polynomials_are_one_at_their_node),  cmocka_unit_test(weak_derivatives_are_exact),
        cmocka_unit_test(traces_do_not_know_their_direction),
    };
    if (eg_context_create(NULL, &context) != EG_OK)
        return 1;
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    failures += eg_context_blocks_held(context) != 0;
    eg_context_destroy(&context);
    return failures;
}
