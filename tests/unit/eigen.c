/* Eigenvalues and eigenvectors of small matrices, inverses. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "physics/linear/eigen.h"

enum { N = EG_LINEAR_VARIABLES };

static double any_number(void)
{
    return 2.0 * rand() / RAND_MAX - 1;
}

/* V D V^-1 with columns V whose inverse is not much larger, and rows of sizes from 1e-4 to 1e4, as of variables in other
 * units; false where V is close to none. */
static bool make_matrix(int n, const double *value, double *matrix, double *unit)
{
    double v[N * N], inverse[N * N], size = 0;
    for (int i = 0; i < n * n; i++)
        v[i] = any_number();
    if (!eg_eigen_invert(n, v, inverse))
        return false;
    for (int i = 0; i < n * n; i++)
        size = fmax(size, fabs(inverse[i]));
    for (int i = 0; i < n; i++)
        unit[i] = pow(10, 4 * any_number());
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            matrix[i * n + j] = 0;
            for (int k = 0; k < n; k++)
                matrix[i * n + j] += v[i * n + k] * value[k] * inverse[k * n + j] * unit[i] / unit[j];
        }
    return size * n < 100;
}

/* Several equal values, among them 0. */
static void vectors_belong_to_values(void **state)
{
    static const double few[] = {0, 0, 1, -1, 2.5, 2};
    int looked_at = 0;
    (void)state;
    for (int turn = 0; turn < 3000; turn++) {
        int n = 1 + rand() % (turn % 2 ? N : 5);
        double value[N], matrix[N * N], unit[N];
        eg_eigen eigen;
        for (int k = 0; k < n; k++)
            value[k] = few[rand() % 6];
        if (!make_matrix(n, value, matrix, unit))
            continue;
        looked_at++;
        eg_eigen_find(n, matrix, &eigen);
        assert_int_equal(eigen.fault, EG_EIGEN_FINE);
        double sum = 0;
        for (int k = 0; k < n; k++) {
            double largest = 0, most = 0;
            sum += value[k] - eigen.value[k];
            for (int i = 0; i < n; i++) {
                double left = -eigen.value[k] * eigen.vectors[i * n + k];
                for (int j = 0; j < n; j++)
                    left += matrix[i * n + j] * eigen.vectors[j * n + k];
                most = fmax(most, fabs(left) / unit[i]);
                largest = fmax(largest, fabs(eigen.vectors[i * n + k]) / unit[i]);
            }
            assert_true(most < 1e-10 * largest);
            assert_true(k == 0 || eigen.value[k] >= eigen.value[k - 1]);
        }
        assert_true(fabs(sum) < 1e-9);
    }
    assert_true(looked_at > 500);
}

static void complex_and_defective_ones_are_told(void **state)
{
    const double turn[] = {0, 3, -3, 0}, jordan[] = {2, 1, 0, 0, 2, 0, 0, 0, 5};
    double infinite[] = {1, INFINITY, 0, 1}, real[N], imaginary[N];
    eg_eigen eigen;
    (void)state;
    eg_eigen_find(2, turn, &eigen);
    assert_int_equal(eigen.fault, EG_EIGEN_COMPLEX);
    assert_true(fabs(eigen.imaginary - 3) < 1e-14 && fabs(eigen.wrong) < 1e-14);
    eg_eigen_find(3, jordan, &eigen);
    assert_int_equal(eigen.fault, EG_EIGEN_DEFECTIVE);
    assert_int_equal(eigen.times, 2);
    assert_true(fabs(eigen.wrong - 2) < 1e-6);
    eg_eigen_find(2, infinite, &eigen);
    assert_int_equal(eigen.fault, EG_EIGEN_DIVERGED);
    assert_false(eg_eigenvalues(2, infinite, real, imaginary));
}

/* Of a variable that depends on others and on which none depends, or the other way round, the unit decides how large its
 * row or column is, and nothing else. */
static void units_of_ends_do_not_matter(void **state)
{
    (void)state;
    for (double unit = 1e-9; unit < 1e13; unit *= 10) {
        const double below[] = {1, 0, unit, 1}, above[] = {1, unit, 0, 1}, apart[] = {1, 0, unit, 2},
                     chain[] = {2, 0, 0, 0, 1, 0, unit, unit, 1}, nothing[] = {0, 0, unit, 0};
        eg_eigen eigen;
        eg_eigen_find(2, below, &eigen);
        assert_int_equal(eigen.fault, EG_EIGEN_DEFECTIVE);
        eg_eigen_find(2, above, &eigen);
        assert_int_equal(eigen.fault, EG_EIGEN_DEFECTIVE);
        eg_eigen_find(2, nothing, &eigen);
        assert_int_equal(eigen.fault, EG_EIGEN_DEFECTIVE);
        eg_eigen_find(3, chain, &eigen);
        assert_int_equal(eigen.fault, EG_EIGEN_DEFECTIVE);
        eg_eigen_find(2, apart, &eigen);
        assert_int_equal(eigen.fault, EG_EIGEN_FINE);
        assert_true(fabs(eigen.vectors[2] / eigen.vectors[0] + unit) < 1e-12 * unit);
    }
}

/* Elastic waves along x in SI: two stresses that depend on velocities, on one of which nothing does. */
static void a_stress_on_which_nothing_depends(void **state)
{
    const double c11 = 20e9, c12 = 6e9, c16 = 2e9, c26 = 1e9, c66 = 4e9, density = 2500;
    const double matrix[] = {
        0, 0, 0, -c11, -c16,         0, 0, 0, -c12, -c26, 0, 0, 0, -c16, -c66, -1 / density, 0, 0,
        0, 0, 0, 0,    -1 / density, 0, 0};
    double middle = 0.5 * (c11 + c66), apart = sqrt(0.25 * (c11 - c66) * (c11 - c66) + c16 * c16);
    eg_eigen eigen;
    (void)state;
    eg_eigen_find(5, matrix, &eigen);
    assert_int_equal(eigen.fault, EG_EIGEN_FINE);
    assert_true(fabs(eigen.value[4] - sqrt((middle + apart) / density)) < 1e-9);
    assert_true(fabs(eigen.value[3] - sqrt((middle - apart) / density)) < 1e-9);
    assert_true(eigen.value[2] == 0);
}

/* The companion matrix of (z - 1)(z + 2)(z^2 + 2 z + 5). */
static void values_of_a_polynomial(void **state)
{
    const double companion[] = {-3, -5, -1, 10, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    double real[N], imaginary[N], found = 0;
    (void)state;
    assert_true(eg_eigenvalues(4, companion, real, imaginary));
    for (int i = 0; i < 4; i++) {
        found += fabs(real[i] - 1) + fabs(imaginary[i]) < 1e-12;
        found += fabs(real[i] + 2) + fabs(imaginary[i]) < 1e-12;
        found += fabs(real[i] + 1) + fabs(fabs(imaginary[i]) - 2) < 1e-12;
    }
    assert_true(found == 4);
}

static void inverses(void **state)
{
    const double none[] = {1, 2, 2, 4};
    double inverse[N * N], matrix[N * N];
    (void)state;
    assert_false(eg_eigen_invert(2, none, inverse));
    for (int n = 1; n <= N; n++) {
        for (int i = 0; i < n * n; i++)
            matrix[i] = any_number() + (i % (n + 1) == 0 ? 3 : 0);
        assert_true(eg_eigen_invert(n, matrix, inverse));
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                double sum = i == j ? -1 : 0;
                for (int k = 0; k < n; k++)
                    sum += matrix[i * n + k] * inverse[k * n + j];
                assert_true(fabs(sum) < 1e-11);
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_belong_to_values),    cmocka_unit_test(complex_and_defective_ones_are_told),
        cmocka_unit_test(units_of_ends_do_not_matter), cmocka_unit_test(a_stress_on_which_nothing_depends),
        cmocka_unit_test(values_of_a_polynomial),      cmocka_unit_test(inverses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
